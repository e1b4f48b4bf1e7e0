// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "domains/aas/engine/tree/tree.h"

namespace aas::engine {

// A document in memory, for those who have no workspace. Does not change.
class MemoryNodes : public Nodes {
 public:
  explicit MemoryNodes(Json environment);
  Node find(std::string_view id) const override;
  std::size_t size() const { return nodes_.size(); }

 private:
  std::map<std::string, std::shared_ptr<const Json>, std::less<>> nodes_;
};

}  // namespace aas::engine
