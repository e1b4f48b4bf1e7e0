// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/list_steps.h"

#include <string>

namespace aas::engine {

namespace {

using base::Json;

bool only_the_name_differs(const Json& old, const Json& now) {
  Json renamed = old;
  for (const char* member : {"id", "idShort", "language", "name", "type"}) {
    const Json* name = now.find(member);
    if (name != nullptr && renamed.find(member) != nullptr) renamed.set(member, *name);
  }
  return renamed == now;
}

bool is_the_same_thing(const Json& old, const Json& now, Names names) {
  const std::string before = formats::aas::identity_of(old), after = formats::aas::identity_of(now);
  if (before == after || before.empty() || after.empty()) return true;
  return names == Names::may_change && only_the_name_differs(old, now);
}

// Items of the old list that have not come to their places yet, counted by a Fenwick tree.
class Remaining {
 public:
  explicit Remaining(const std::vector<bool>& kept) : sums_(kept.size() + 1) {
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i]) change(i, 1);
    }
  }
  void take(std::size_t place) { change(place, -1); }
  std::size_t before(std::size_t place) const {
    std::ptrdiff_t sum = 0;
    for (std::size_t i = place; i > 0; i -= i & (~i + 1)) sum += sums_[i];
    return static_cast<std::size_t>(sum);
  }

 private:
  void change(std::size_t place, std::ptrdiff_t by) {
    for (std::size_t i = place + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += by;
  }
  std::vector<std::ptrdiff_t> sums_;
};

// By old place: the new place of the next item behind it that stays where it is.
std::vector<std::size_t> next_in_place(std::size_t old_size, const std::vector<Match>& matches) {
  std::vector<std::size_t> out(old_size, matches.size());
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i].old && matches[i].in_place) out[*matches[i].old] = i;
  }
  for (std::size_t i = old_size; i-- > 1;) {
    if (out[i - 1] == matches.size()) out[i - 1] = out[i];
  }
  return out;
}

}  // namespace

std::vector<Match> matched(const Json::Array& old, const Json::Array& now, Names names) {
  std::vector<Match> out = formats::aas::match_items(old, now);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i].old && !is_the_same_thing(old[*out[i].old], now[i], names)) out[i] = {};
  }
  return out;
}

std::vector<ListStep> list_steps(std::size_t old_size, const std::vector<Match>& matches) {
  std::vector<ListStep> steps;
  std::vector<bool> kept(old_size);
  for (const Match& match : matches) {
    if (match.old) kept[*match.old] = true;
  }
  for (std::size_t i = old_size; i-- > 0;) {
    if (!kept[i]) steps.push_back({.kind = ListStep::Kind::remove, .at = i, .item = i});
  }
  Remaining remaining(kept);
  const std::vector<std::size_t> next = next_in_place(old_size, matches);
  std::size_t passed = 0;  // what the old list had before this lies before the place that is filled now
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const Match& match = matches[i];
    if (!match.old) {
      steps.push_back({.kind = ListStep::Kind::add, .at = i + remaining.before(passed), .item = i});
      continue;
    }
    const std::size_t old = *match.old;
    // So many of the new list lie before it, and what still waits there.
    const std::size_t from = (old < passed ? next[old] : i) + remaining.before(old);
    remaining.take(old);
    if (match.in_place) {
      passed = old + 1;
      continue;
    }
    const std::size_t at = i + remaining.before(passed);
    if (at != from) steps.push_back({.kind = ListStep::Kind::move, .at = at, .from = from, .item = i});
  }
  return steps;
}

}  // namespace aas::engine
