// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/tree/pointer.h"

// Finding elements as people name them.
namespace aas::engine {

// By a JSON Pointer, or by the path of idShorts that path_of() gives: "Nameplate/Address/Street", with dots as well,
// list items as [0]. A shell, submodel or concept description may be named by its id. Fails with INVALID_PATH and says
// how far the path led, what is there and what was probably meant.
Result<Node> node_named(const Nodes& nodes, std::string_view name);

// What people call an element: a node, or the element of one of an Operation's variables (or one in that), which is no
// node.
struct Named {
  Node node;           // itself, or the operation that it is in
  std::string inside;  // the pointer from there on: "/inputVariables/0/value"; "" for the node itself
  std::string where;   // its path of idShorts

  const Json& members() const { return *node.members().pointer(inside); }
  std::string pointer(const Nodes& nodes) const { return pointer_of(nodes, node) + inside; }
};
// As node_named, and within operations: "Machine/Start/Speed".
Result<Named> element_named(const Nodes& nodes, std::string_view name);

// All nodes directly below, in the order of the document.
std::vector<Node> children_of(const Nodes& nodes, const Node& node);
std::size_t number_of_children(const Node& node);

}  // namespace aas::engine
