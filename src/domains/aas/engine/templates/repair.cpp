// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/repair.h"

#include <optional>
#include <set>
#include <span>
#include <string>

#include "domains/aas/engine/tree/pointer.h"
#include "formats/aas/check.h"

namespace aas::engine {

namespace {

using formats::aas::Finding;
using formats::aas::Severity;

constexpr int most_rounds = 200;

base::Json* step_down(base::Json& at, const std::string& token) {
  if (at.is_object()) return at.find(token);
  const auto index = at.is_array() ? index_of(token) : std::nullopt;
  return index && *index < at.size() ? &at.as_array()[*index] : nullptr;
}

std::string pointer_of_steps(std::span<const std::string> tokens) {
  std::string out;
  for (const std::string& each : tokens) out += "/" + escaped(each);
  return out;
}

// One look at all that is wrong. What was taken out, and lists whose items have other places now, are left for the
// next.
class Round {
 public:
  Round(base::Json& root, std::set<std::string>& tried) : root_(root), tried_(tried) {}

  // False where nothing but the value itself could be taken out.
  bool mend(const Finding& finding, std::vector<std::string>& said) {
    if (has_changed(finding.pointer)) return true;
    // Twice at the same place: what it stands in goes.
    std::string pointer = finding.pointer;
    while (!pointer.empty() && !tried_.insert(pointer).second) pointer.resize(pointer.rfind('/'));
    const auto tokens = tokens_of(pointer);
    if (!tokens.ok() || !take_out(*tokens)) return false;
    said.push_back("taken out at " + pointer + ": " + finding.message);
    return true;
  }

 private:
  bool has_changed(const std::string& pointer) const {
    for (std::size_t end = 0; end != std::string::npos;) {
      end = pointer.find('/', end + 1);
      if (changed_.contains(pointer.substr(0, end))) return true;
    }
    return false;
  }

  // Takes out what is there, or the last thing on the way to it.
  bool take_out(std::span<const std::string> tokens) {
    std::vector<base::Json*> way{&root_};
    for (const std::string& token : tokens) {
      base::Json* next = step_down(*way.back(), token);
      if (next == nullptr) break;
      way.push_back(next);
    }
    for (; way.size() > 1; way.pop_back()) {  // a list that would be empty goes with its item
      base::Json& parent = *way[way.size() - 2];
      const auto steps = tokens.first(way.size() - 1);
      if (parent.is_object()) {
        changed_.insert(pointer_of_steps(steps));
        return parent.erase(steps.back());
      }
      if (parent.size() == 1) continue;
      const std::string list = pointer_of_steps(steps.first(steps.size() - 1));
      changed_.insert(list);
      std::erase_if(tried_, [&](const std::string& each) { return each.starts_with(list + "/"); });
      parent.as_array().erase(parent.as_array().begin() + static_cast<std::ptrdiff_t>(*index_of(steps.back())));
      return true;
    }
    return false;
  }

  base::Json& root_;
  std::set<std::string>& tried_;
  std::set<std::string> changed_;
};

}  // namespace

bool repair(base::Json& value, const formats::aas::Class& type, formats::aas::Version version,
            std::vector<std::string>& said) {
  std::set<std::string> tried;
  for (int i = 0; i < most_rounds; ++i) {
    const formats::aas::Findings findings = check(value, type, version);
    if (findings.valid()) return true;
    Round round(value, tried);
    for (const Finding& each : findings.list) {
      if (each.severity == Severity::error && !round.mend(each, said)) return false;
    }
  }
  return false;
}

}  // namespace aas::engine
