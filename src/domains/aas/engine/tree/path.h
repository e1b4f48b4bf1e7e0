// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "domains/aas/engine/tree/pointer.h"

// Finding elements as people name them.
namespace aas::engine {

// By a JSON Pointer, or by the path of idShorts that path_of() gives: "Nameplate/Address/Street", with dots as well,
// list items as [0]. A shell, submodel or concept description may be named by its id. Fails with INVALID_PATH and says
// how far the path led, what is there and what was probably meant.
Result<Node> node_named(const Nodes& nodes, std::string_view name);

// All nodes directly below, in the order of the document.
std::vector<Node> children_of(const Nodes& nodes, const Node& node);
std::size_t number_of_children(const Node& node);

}  // namespace aas::engine
