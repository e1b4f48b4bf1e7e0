// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/list_match.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace formats::aas {
namespace {

using base::Json;
using Key = std::function<std::string(const Json&)>;

// What may be read as the changed other: both objects of one class, or both something else.
bool are_alike(const Json& a, const Json& b) {
  return a.is_object() == b.is_object() && a.text("modelType") == b.text("modelType");
}

// The middle of two lists, between what is equal at their ends.
class Matcher {
 public:
  Matcher(const Json::Array& old, const Json::Array& now, std::size_t prefix, std::size_t suffix)
      : old_(old), now_(now), first_(prefix), old_end_(old.size() - suffix), now_end_(now.size() - suffix) {
    result_.resize(now.size());
    taken_.resize(old.size());
    for (std::size_t i = 0; i < prefix; ++i) result_[i] = {i, true};
    for (std::size_t i = 0; i < suffix; ++i) result_[now.size() - 1 - i] = {old.size() - 1 - i, true};
  }

  std::vector<Match> match() {
    match_by([](const Json& item) { return item.dump(); });
    match_by(identity_of);
    keep_longest_order();
    match_between();
    return std::move(result_);
  }

 private:
  // The first of several with one key is the first of the others with that key.
  void match_by(const Key& key) {
    std::unordered_map<std::string, std::vector<std::size_t>> waiting;  // last first
    for (std::size_t i = old_end_; i-- > first_;) {
      if (taken_[i]) continue;
      auto text = key(old_[i]);
      if (!text.empty()) waiting[std::move(text)].push_back(i);
    }
    for (std::size_t i = first_; i < now_end_; ++i) {
      if (result_[i].old) continue;
      const auto found = waiting.find(key(now_[i]));
      if (found == waiting.end() || found->second.empty()) continue;
      take(i, found->second.back());
      found->second.pop_back();
    }
  }
  void take(std::size_t now, std::size_t old) {
    result_[now].old = old;
    taken_[old] = true;
  }

  // The longest increasing subsequence of old places: these stay, the others have moved.
  void keep_longest_order() {
    std::vector<std::size_t> tails;                             // by length: the item of `now` that ends best
    std::vector<std::size_t> before(now_.size(), now_.size());  // the one before it
    const auto place = [&](std::size_t i) { return result_[i].old.value_or(0); };
    for (std::size_t i = first_; i < now_end_; ++i) {
      if (!result_[i].old) continue;
      const auto at = std::ranges::lower_bound(tails, place(i), {}, place);
      if (at != tails.begin()) before[i] = *std::prev(at);
      if (at == tails.end()) {
        tails.push_back(i);
      } else {
        *at = i;
      }
    }
    for (std::size_t i = tails.empty() ? now_.size() : tails.back(); i != now_.size(); i = before[i]) {
      result_[i].in_place = true;
    }
  }

  // What is new and what is gone between two that stay: the first is the first, as far as they are alike.
  void match_between() {
    std::size_t old = first_;
    for (std::size_t i = first_; i < now_end_; ++i) {
      if (result_[i].in_place) old = result_[i].old.value_or(0) + 1;
      if (result_[i].old) continue;
      const std::size_t stop = next_in_place(i);
      while (old < stop && taken_[old]) ++old;
      if (old >= stop || !are_alike(old_[old], now_[i])) continue;
      take(i, old);
      result_[i].in_place = true;
      ++old;
    }
  }
  // The old place of the next item that stays; looked for once for each gap.
  std::size_t next_in_place(std::size_t now) {
    if (now < gap_end_) return gap_stop_;
    gap_end_ = now;
    while (gap_end_ < now_end_ && !result_[gap_end_].in_place) ++gap_end_;
    gap_stop_ = gap_end_ < now_end_ ? result_[gap_end_].old.value_or(0) : old_end_;
    return gap_stop_;
  }

  const Json::Array& old_;
  const Json::Array& now_;
  std::size_t first_, old_end_, now_end_;
  std::vector<Match> result_;
  std::vector<bool> taken_;
  std::size_t gap_end_ = 0, gap_stop_ = 0;
};

}  // namespace

std::string identity_of(const Json& item) {
  for (const std::string_view name : {"id", "idShort", "language", "name"}) {
    const Json* member = item.find(name);
    if (member != nullptr && member->is_string()) return std::string(name) + ":" + member->as_string();
  }
  // Keys and references have a type too, which is no name.
  if (item.find("valueType") != nullptr && item.find("modelType") == nullptr && !item.text("type").empty())
    return "type:" + std::string(item.text("type"));
  return {};
}

std::vector<Match> match_items(const Json::Array& old, const Json::Array& now) {
  const std::size_t shorter = std::min(old.size(), now.size());
  std::size_t prefix = 0, suffix = 0;
  while (prefix < shorter && old[prefix] == now[prefix]) ++prefix;
  while (suffix < shorter - prefix && old[old.size() - 1 - suffix] == now[now.size() - 1 - suffix]) ++suffix;
  return Matcher(old, now, prefix, suffix).match();
}

}  // namespace formats::aas
