// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "kernel/policy_data.h"

// Proving that every rule of a file can bite: a rule that never does is a mistake somebody will rely on.
namespace kernel {

namespace {

constexpr std::string_view nobody = "00000000-0000-0000-0000-000000000000";

// Requests that a rule is about, one after the other, put to the evaluator until one is answered as
// the rule wants. "Any" is tried with a value that no rule names.
class Probe {
 public:
  Probe(const PolicyData& data, int& budget) : data_(data), budget_(budget) {}

  // Empty if some request is answered as the rule wants, else what was answered instead.
  std::optional<Verdict> futile(const Block& block, const Rule& rule) {
    const bool bites = block.id == "*" ? try_as("agent:*", rule) || try_as("human:*", rule) : try_as(block.id, rule);
    return bites || budget_ <= 0 ? std::nullopt : std::optional(last_);
  }

 private:
  bool try_as(std::string_view id, const Rule& rule) {
    const bool human = id.starts_with("human:");
    const std::string who(id.ends_with('*') ? nobody : id.substr(id.find(':') + 1));
    question_.principal = {human ? Kind::human : Kind::agent, human ? who : std::string(nobody), std::nullopt, {}};
    if (!human) question_.principal.agent_id = who;
    question_.principal.by_token = !human;  // a rule for whom a token names bites with it
    blocks_ = blocks_for(data_, question_.principal);
    return std::ranges::any_of(rule.permissions, [&](Permission permission) {
      question_.permission = permission;
      return try_toolsets(rule);
    });
  }
  bool try_toolsets(const Rule& rule) {
    for (const auto& toolset : or_any(rule.toolsets)) {
      for (const auto& branch : or_any(rule.branches)) {
        question_.toolset = toolset;
        question_.branch = concrete(branch);
        if (try_items(rule)) return true;
      }
    }
    return false;
  }

  static std::vector<std::string> or_any(const std::vector<std::string>& list) {
    return list.empty() ? std::vector<std::string>{"lintel-probe"} : list;
  }
  static std::string concrete(const std::string& glob) {
    std::string name;
    for (const char c : glob) name += c == '*' ? "lintel-probe" : c == '?' ? "~" : std::string(1, c);
    return name;
  }

  bool try_items(const Rule& rule) {
    for (const auto& category : or_any(rule.categories)) {
      for (const auto& level : or_any(rule.levels)) {
        item_.category = category;
        item_.levels = {level};
        if (try_places(rule)) return true;
      }
    }
    return false;
  }
  bool try_places(const Rule& rule) {
    for (const auto& glob : rule.paths) {
      item_.path = item_.id = concrete(glob);
      if (rule.categories.empty()) item_.category = "file";
      item_.before = item_.after = std::nullopt;
      if (ask(rule)) return true;
    }
    item_.path.clear();
    if (!rule.paths.empty()) return false;
    if (rule.regions.empty()) {
      item_.before = item_.after = std::nullopt;
      return ask(rule);
    }
    return std::ranges::any_of(rule.regions, [&](const Box& region) { return try_region(rule, region); });
  }

  // If any point of the region escapes every prohibition, then so does the first such point in
  // lexicographic order, and each of its coordinates is the region's lowest or one beyond the end of
  // a prohibition. So these are all the points worth asking about.
  bool try_region(const Rule& rule, const Box& region) {
    std::array<std::vector<std::int64_t>, 3> candidates;
    for (std::size_t axis = 0; axis < 3; ++axis) candidates[axis] = coordinates(region, axis);
    for (const auto x : candidates[0]) {
      for (const auto y : candidates[1]) {
        for (const auto z : candidates[2]) {
          item_.before = item_.after = Box{{x, y, z}, {x, y, z}};
          if (ask(rule)) return true;
          if (budget_ <= 0) return false;
        }
      }
    }
    return false;
  }
  std::vector<std::int64_t> coordinates(const Box& region, std::size_t axis) const {
    std::vector<std::int64_t> found{region.min_um[axis]};
    for (const Block* block : blocks_) {
      if (block == nullptr) continue;
      for (const StoredRule& forbid : block->forbid) {
        for (const Box& box : forbid.rule.regions) {
          const std::int64_t beyond = box.max_um[axis] + 1;
          if (beyond > region.min_um[axis] && beyond <= region.max_um[axis]) found.push_back(beyond);
        }
      }
    }
    return found;
  }

  bool ask(const Rule& rule) {
    if (budget_ <= 0) return false;
    --budget_;
    question_.item = &item_;
    last_ = evaluate(data_, blocks_, question_, nullptr);
    const bool forbidden = last_.code == Code::denied && !last_.where.empty();
    return rule.allow ? last_.allowed : !last_.allowed && forbidden;
  }

  const PolicyData& data_;
  int& budget_;
  Blocks blocks_{};
  Question question_;
  Touched::Item item_;
  Verdict last_;
};

}  // namespace

// The budget bounds the time for files made to be slow; what it does not reach is taken as it is.
Result<void> every_rule_bites(const PolicyData& data) {
  int budget = 20'000;
  for (const Block& block : data.blocks) {
    Probe probe(data, budget);
    for (const auto* rules : {&block.allow, &block.forbid}) {
      for (const StoredRule& rule : *rules) {
        const auto answer = probe.futile(block, rule.rule);
        if (!answer) continue;
        const std::string place = rule.where + ":1";
        return fail(Code::parse,
                    place + ": this rule never bites: " + rule.words +
                        (answer->where.empty() ? "" : "; " + answer->where + " decides first: " + answer->rule),
                    place);
      }
    }
  }
  return {};
}

}  // namespace kernel
