// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include <map>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace domain {

kernel::Toolsets policy_toolsets(const Domains& domains) {
  kernel::Toolsets all;
  for (const auto& domain : domains) {
    for (const auto& toolset : domain.toolsets) {
      if (!toolset.governance) continue;
      all.push_back({.name = toolset.name,
                     .governance = *toolset.governance,
                     .stands_for = toolset.stands_for,
                     .remark = toolset.remark,
                     .facts = toolset.facts});
    }
  }
  return all;
}

kernel::Divide division(const Domains& domains) {
  std::map<std::string, kernel::Parts (*)(const kernel::Element&), std::less<>> by_name;
  for (const auto& domain : domains) {
    if (domain.divide != nullptr) by_name.emplace(domain.name, domain.divide);
  }
  return [by_name = std::move(by_name)](const kernel::Element& element) -> kernel::Parts {
    const std::string_view id = element.id;
    const auto found = by_name.find(id.substr(0, id.find(':')));
    return found == by_name.end() ? kernel::Parts{} : found->second(element);
  };
}

kernel::Expand expansion(const Domains& domains) {
  std::map<std::string, decltype(Domain::expand), std::less<>> by_name;
  for (const auto& domain : domains) {
    if (domain.expand != nullptr) by_name.emplace(domain.name, domain.expand);
  }
  return [by_name = std::move(by_name)](std::string_view kind, std::string_view bytes,
                                        const std::string& sha256) -> base::Result<kernel::SharedAdopted> {
    const auto found = by_name.find(kind.substr(0, kind.find('/')));
    if (found == by_name.end())
      return base::fail(base::Code::unavailable, "no domain reads documents of the kind " + base::printable(kind, 80));
    return found->second(kind, bytes, sha256);
  };
}

void add_to(tool::Registry& registry, const Domain& domain, Serving& serving) {
  for (const auto& toolset : domain.toolsets) registry.add(toolset);
  for (auto& offer : std::exchange(serving.offers, {})) registry.add(std::move(offer));
}

}  // namespace domain
