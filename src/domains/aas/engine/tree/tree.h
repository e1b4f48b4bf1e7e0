// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/tree/node.h"

// From the standard's JSON form to nodes and back.
namespace aas::engine {

struct NewNode {
  std::string id;
  Json body;
};

// Where a value that is taken apart comes to stand.
struct Under {
  std::string parent;
  std::string level;  // "" above the submodels
};

// Gives a new id at every call.
using Mint = std::function<std::string()>;

// An environment: the first node is the root. What is not as the standard has it (a list that is no list, an item that
// is no object) stays in its member as it is: nothing is lost, and the checker will speak of it.
std::vector<NewNode> taken_apart(Json environment, const Mint& mint);
// One value and all below it; it comes first.
std::vector<NewNode> taken_apart(Json value, const Under& under, const Mint& mint);

// The value of a node with all below it, as it was before it was taken apart.
Json put_together(const Nodes& nodes, const Node& node);

// A node and all below it, parents first.
std::vector<Node> with_all_below(const Nodes& nodes, const Node& node);
// The same in the order of the document: each node is followed by what is in it.
std::vector<Node> in_order(const Nodes& nodes, const Node& node);

}  // namespace aas::engine
