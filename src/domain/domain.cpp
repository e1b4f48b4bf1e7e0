// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include <utility>

namespace domain {

kernel::Toolsets policy_toolsets(const Domains& domains) {
  kernel::Toolsets all;
  for (const auto& domain : domains) {
    for (const auto& toolset : domain.toolsets) {
      if (!toolset.governance) continue;
      all.push_back({.name = toolset.name,
                     .governance = *toolset.governance,
                     .stands_for = toolset.stands_for,
                     .remark = toolset.remark});
    }
  }
  return all;
}

void add_to(tool::Registry& registry, const Domain& domain, Serving& serving) {
  for (const auto& toolset : domain.toolsets) registry.add(toolset);
  for (auto& offer : std::exchange(serving.offers, {})) registry.add(std::move(offer));
}

}  // namespace domain
