// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/repair.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/tree/pointer.h"
#include "formats/aas/check.h"

namespace aas::engine {

namespace {

using formats::aas::Finding;
using formats::aas::Severity;

constexpr int most_rounds = 200;  // one defect each

base::Json* step_down(base::Json& at, const std::string& token) {
  if (at.is_object()) return at.find(token);
  const auto index = at.is_array() ? index_of(token) : std::nullopt;
  return index && *index < at.size() ? &at.as_array()[*index] : nullptr;
}

// Takes out what is there, or the last thing on the way to it. False where that would be the value itself.
bool take_out_at(base::Json& root, std::vector<std::string> tokens) {
  std::vector<base::Json*> way{&root};
  for (const std::string& token : tokens) {
    base::Json* next = step_down(*way.back(), token);
    if (next == nullptr) break;
    way.push_back(next);
  }
  while (way.size() > 1) {
    base::Json& parent = *way[way.size() - 2];
    const std::string& token = tokens[way.size() - 2];
    if (parent.is_object()) return parent.erase(token);
    if (parent.size() > 1) {
      parent.as_array().erase(parent.as_array().begin() + static_cast<std::ptrdiff_t>(*index_of(token)));
      return true;
    }
    way.pop_back();  // a list that would be empty goes with its item
  }
  return false;
}

}  // namespace

bool repair(base::Json& value, const formats::aas::Class& type, formats::aas::Version version,
            std::vector<std::string>& said) {
  std::set<std::string> tried;
  for (int round = 0; round < most_rounds; ++round) {
    const formats::aas::Findings findings = check(value, type, version);
    if (findings.valid()) return true;
    const auto broken = std::ranges::find(findings.list, Severity::error, &Finding::severity);
    if (broken == findings.list.end()) return false;
    // Twice at the same place: what it stands in goes.
    std::string pointer = broken->pointer;
    while (!pointer.empty() && !tried.insert(pointer).second) pointer.resize(pointer.rfind('/'));
    auto tokens = tokens_of(pointer);
    if (!tokens.ok() || !take_out_at(value, *std::move(tokens))) return false;
    said.push_back("taken out at " + pointer + ": " + broken->message);
  }
  return false;
}

}  // namespace aas::engine
