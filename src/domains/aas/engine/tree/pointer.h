// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/aas/engine/tree/node.h"

// JSON Pointers (RFC 6901) into a document, as if it were in one piece.
namespace aas::engine {

using base::Result;

// Where a pointer leads.
struct Place {
  Node node;                      // the node it ends in
  std::vector<std::string> rest;  // what is left of it, within the node's members or lists; empty: the node itself
  // The rest names one of the node's lists, or a place in it: rest is {name} or {name, index}.
  bool in_list = false;

  bool is_node() const { return rest.empty(); }
};

// The parts of a pointer, unescaped. Fails with INVALID_PATH for what is no pointer.
Result<std::vector<std::string>> tokens_of(std::string_view pointer);
std::string escaped(std::string_view token);

// Follows a pointer as far as there are nodes. The rest need not exist; what is there tells value_at(). Fails with
// INVALID_PATH where an item of a list is named that does not exist and the pointer goes on behind it.
Result<Place> place_of(const Nodes& nodes, std::string_view pointer);

// A node, or what lies within one: fails with INVALID_PATH where there is nothing, and says how far the pointer led and
// what is there.
Result<Json> value_at(const Nodes& nodes, std::string_view pointer);
// The node that a pointer leads to, exactly.
Result<Node> node_at(const Nodes& nodes, std::string_view pointer);

// The pointer to a node, and its path of idShorts for people: "Nameplate/ContactInformation/Phone[0]".
std::string pointer_of(const Nodes& nodes, const Node& node);
std::string path_of(const Nodes& nodes, const Node& node);

// "12" → 12; nullopt for "-", "012" and what is no number.
std::optional<std::size_t> index_of(std::string_view token);

base::Error invalid_path(std::string message, std::string_view pointer, std::string hint = {});

}  // namespace aas::engine
