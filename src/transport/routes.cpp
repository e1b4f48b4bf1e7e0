// SPDX-License-Identifier: Apache-2.0
#include "transport/routes.h"

#include <algorithm>
#include <utility>

namespace transport {

void RouteTable::add(std::string method, std::string path, Handler handler) {
  exact_[std::move(path)].push_back({std::move(method), std::move(handler)});
}

void RouteTable::add_prefix(std::string method, std::string prefix, Handler handler) {
  auto found = std::ranges::find(prefixes_, prefix, &Prefix::text);
  if (found == prefixes_.end()) {
    const auto shorter = [&](const Prefix& other) { return other.text.size() < prefix.size(); };
    found = prefixes_.insert(std::ranges::find_if(prefixes_, shorter), Prefix{prefix, {}});
  }
  found->entries.push_back({std::move(method), std::move(handler)});
}

RouteTable::Match RouteTable::find(std::string_view method, std::string_view path) const {
  if (const auto found = exact_.find(path); found != exact_.end()) return choose(found->second, method);
  for (const auto& prefix : prefixes_)
    if (path.starts_with(prefix.text)) return choose(prefix.entries, method);
  return {};
}

RouteTable::Match RouteTable::choose(const Entries& entries, std::string_view method) {
  const auto same = [&](std::string_view wanted) { return std::ranges::find(entries, wanted, &Entry::method); };
  auto found = same(method);
  // RFC 9110, 9.3.2: HEAD is GET without the content.
  if (found == entries.end() && method == "HEAD") found = same("GET");
  if (found != entries.end()) return {.handler = &found->handler};
  Match refused;
  for (const auto& entry : entries) refused.allow += (refused.allow.empty() ? "" : ", ") + entry.method;
  if (same("GET") != entries.end() && same("HEAD") == entries.end()) refused.allow += ", HEAD";
  return refused;
}

}  // namespace transport
