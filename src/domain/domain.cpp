// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include <exception>
#include <map>
#include <string_view>
#include <utility>

#include "base/log.h"
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
                     .facts = toolset.facts,
                     .admissions = toolset.admissions});
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

namespace {

void follow(kernel::Kernel& kernel, const Following& following, const kernel::Kernel::Committed& committed) {
  kernel::Call call;
  call.principal = committed.principal;
  call.tool = committed.tool;
  call.toolset = committed.toolset;
  call.workspace = committed.workspace;
  call.branch = committed.branch;
  call.reasoning = "what follows " + committed.tool;
  call.rate_counted = true;
  const auto done = kernel.read(call, [&](const kernel::View& view) -> base::Result<base::Json> {
    following.run(committed, view);
    return base::Json();
  });
  if (!done.ok()) base::log::warn("nothing followed " + committed.tool + ": " + done.error().message);
}

}  // namespace

kernel::Kernel::Follow following(kernel::Kernel& kernel, const std::vector<Serving>& servings) {
  std::map<std::pair<std::string, std::string>, const Following*> by_tool;
  for (const auto& serving : servings) {
    for (const auto& tool : serving.after.tools)
      by_tool.emplace(std::pair(serving.after.toolset, tool), &serving.after);
  }
  if (by_tool.empty()) return nullptr;
  return [&kernel, by_tool = std::move(by_tool)](const kernel::Kernel::Committed& committed) -> std::function<void()> {
    const auto found = by_tool.find(std::pair(committed.toolset, committed.tool));
    if (found == by_tool.end()) return nullptr;
    return [&kernel, committed, following = found->second] {
      try {
        follow(kernel, *following, committed);
      } catch (const std::exception& thrown) {
        base::log::error("after " + committed.tool + ": " + thrown.what());
      }
    };
  };
}

void add_to(tool::Registry& registry, const Domain& domain, Serving& serving) {
  for (const auto& toolset : domain.toolsets) registry.add(toolset);
  for (auto& offer : std::exchange(serving.offers, {})) registry.add(std::move(offer));
}

}  // namespace domain
