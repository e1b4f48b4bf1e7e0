// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/tree/memory.h"

#include <utility>

namespace aas::engine {

MemoryNodes::MemoryNodes(Json environment) {
  const Mint mint = [next = 0]() mutable { return "n" + std::to_string(next++); };
  for (NewNode& node : taken_apart(std::move(environment), mint))
    nodes_.emplace(std::move(node.id), std::make_shared<const Json>(std::move(node.body)));
}

Node MemoryNodes::find(std::string_view id) const {
  const auto found = nodes_.find(id);
  return found == nodes_.end() ? Node() : Node(std::string(id), found->second);
}

}  // namespace aas::engine
