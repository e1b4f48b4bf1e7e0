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

namespace {

using ByName = std::map<std::string, const Domain, std::less<>>;

std::string_view owner_of(std::string_view id) { return id.substr(0, id.find(':')); }

// The courses of each domain that has rules for them.
base::Result<void> hold(const ByName& by_name, const kernel::Elements& after,
                        const std::vector<kernel::Course>& courses) {
  std::map<std::string_view, std::vector<kernel::Course>> sorted;
  for (const auto& course : courses) {
    const auto found = by_name.find(owner_of(course.id));
    if (found != by_name.end() && found->second.hold != nullptr) sorted[found->first].push_back(course);
  }
  for (const auto& [name, own] : sorted) TRY(by_name.find(name)->second.hold(after, own));
  return {};
}

}  // namespace

kernel::Terms terms(const Domains& domains) {
  const auto by_name = std::make_shared<ByName>();
  for (const auto& domain : domains) {
    Domain own{.name = domain.name, .toolsets = {}};
    own.divide = domain.divide;
    own.place = domain.place;
    own.hold = domain.hold;
    by_name->emplace(domain.name, std::move(own));
  }
  kernel::Terms terms;
  terms.divide = [by_name](const kernel::Element& element) -> kernel::Parts {
    const auto found = by_name->find(owner_of(element.id));
    return found == by_name->end() || found->second.divide == nullptr ? kernel::Parts{} : found->second.divide(element);
  };
  terms.place = [by_name](const kernel::Element& element, const kernel::Elements& all) {
    const auto found = by_name->find(owner_of(element.id));
    const bool places = found != by_name->end() && found->second.place != nullptr;
    return places ? found->second.place(element, all) : nullptr;
  };
  terms.hold = [by_name](const kernel::Elements& after, const std::vector<kernel::Course>& courses) {
    return hold(*by_name, after, courses);
  };
  return terms;
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
