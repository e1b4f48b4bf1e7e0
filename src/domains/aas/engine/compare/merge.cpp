// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/merge.h"

#include <algorithm>
#include <list>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "domains/aas/engine/compare/differences.h"
#include "domains/aas/engine/compare/list_steps.h"
#include "domains/aas/engine/compare/place.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/tree/pointer.h"

namespace aas::engine {

namespace {

// One value on the three sides; null: it is not there.
struct Three {
  const Json *base = nullptr, *ours = nullptr, *theirs = nullptr;
};

// Where they are in ours and in theirs.
struct Two {
  std::string ours, theirs, where;
};

bool are_same(const Json* a, const Json* b) { return a == b || (a != nullptr && b != nullptr && *a == *b); }

std::optional<Json> copied(const Json* value) { return value == nullptr ? std::nullopt : std::optional(*value); }

// Changed in one key, it would be a reference to something that nobody meant.
bool is_reference(const Json& value) { return value.find("keys") != nullptr && value.find("type") != nullptr; }

bool go_member_by_member(const Three& three) {
  if (three.ours == nullptr || three.theirs == nullptr) return false;
  const auto fits = [](const Json& value) { return value.is_object() && !is_reference(value); };
  if (!fits(*three.ours) || !fits(*three.theirs) || (three.base != nullptr && !fits(*three.base))) return false;
  const std::string_view type = three.ours->text("modelType");
  return three.theirs->text("modelType") == type && (three.base == nullptr || three.base->text("modelType") == type);
}

bool go_item_by_item(const Three& three) {
  const auto is_list = [](const Json* value) { return value != nullptr && value->is_array(); };
  return is_list(three.ours) && is_list(three.theirs) && (three.base == nullptr || three.base->is_array());
}

std::string key_of_new(const Json& item) {
  std::string identity = formats::aas::identity_of(item);
  return identity.empty() ? item.dump() : identity;
}

// An item of a list on the three sides.
struct Entry {
  Three item;
  std::size_t in_ours = 0, in_theirs = 0;
};

// The items of three lists, each once, and the order in which either side has them.
class Lists {
 public:
  Lists(const Json::Array& base, const Json::Array& ours, const Json::Array& theirs) {
    std::vector<std::size_t> entry_of_base(base.size(), none);
    add_ours(base, ours, entry_of_base);
    add_theirs(base, theirs, entry_of_base);
  }

  const std::vector<Entry>& entries() const { return entries_; }
  bool ordered_differently() const { return ours_reordered_ && theirs_reordered_ && !same_order(); }

  // Positions in entries(): as the side has them that ordered them anew, the others behind what they stand behind.
  std::vector<std::size_t> order() const {
    const bool by_theirs = theirs_reordered_ && !ours_reordered_;
    const auto& first = by_theirs ? theirs_ : ours_;
    std::list<std::size_t> out(first.begin(), first.end());
    std::unordered_map<std::size_t, std::list<std::size_t>::iterator> places;
    for (auto at = out.begin(); at != out.end(); ++at) places.emplace(*at, at);
    auto next = out.begin();
    for (const std::size_t entry : by_theirs ? ours_ : theirs_) {
      const auto found = places.find(entry);
      next = std::next(found != places.end() ? found->second : out.insert(next, entry));
    }
    return {out.begin(), out.end()};
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  static bool falls(std::size_t& last, std::size_t now) {
    const bool out = last != none && now < last;
    last = now;
    return out;
  }

  void add_ours(const Json::Array& base, const Json::Array& ours, std::vector<std::size_t>& entry_of_base) {
    const std::vector<Match> matches = matched(base, ours, Names::stay);
    std::size_t last = none;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const auto& was = matches[i].old;
      if (was) entry_of_base[*was] = entries_.size();
      if (was && falls(last, *was)) ours_reordered_ = true;
      if (!was) new_in_ours_.emplace(key_of_new(ours[i]), entries_.size());
      ours_.push_back(entries_.size());
      entries_.push_back({{was ? &base[*was] : nullptr, &ours[i], nullptr}, i, 0});
    }
  }

  void add_theirs(const Json::Array& base, const Json::Array& theirs, const std::vector<std::size_t>& entry_of_base) {
    const std::vector<Match> matches = matched(base, theirs, Names::stay);
    std::size_t last = none;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      const auto& was = matches[i].old;
      if (was && falls(last, *was)) theirs_reordered_ = true;
      std::size_t entry = was ? entry_of_base[*was] : taken_new(theirs[i]);
      if (entry == none) {
        entry = entries_.size();
        entries_.push_back({{was ? &base[*was] : nullptr, nullptr, nullptr}});
      }
      entries_[entry].item.theirs = &theirs[i];
      entries_[entry].in_theirs = i;
      theirs_.push_back(entry);
    }
  }

  // The one that ours has added too; each of them once.
  std::size_t taken_new(const Json& item) {
    const auto found = new_in_ours_.find(key_of_new(item));
    if (found == new_in_ours_.end()) return none;
    const std::size_t out = found->second;
    new_in_ours_.erase(found);
    return out;
  }

  bool same_order() const {
    std::unordered_map<std::size_t, std::size_t> places;
    for (std::size_t i = 0; i < ours_.size(); ++i) places.emplace(ours_[i], i);
    std::size_t last = none;
    return std::ranges::none_of(theirs_, [&](std::size_t entry) {
      const auto found = places.find(entry);
      return found != places.end() && falls(last, found->second);
    });
  }

  std::vector<Entry> entries_;
  std::vector<std::size_t> ours_, theirs_;  // in their order
  std::unordered_multimap<std::string, std::size_t> new_in_ours_;
  bool ours_reordered_ = false, theirs_reordered_ = false;
};

class Merging {
 public:
  std::optional<Json> value(const Three& three, const Two& at) {
    if (are_same(three.ours, three.theirs) || are_same(three.base, three.theirs)) return copied(three.ours);
    if (are_same(three.base, three.ours)) return copied(three.theirs);
    if (go_member_by_member(three)) return members(three, at);
    if (go_item_by_item(three)) return items(three, at);
    contradict(three, at);
    return copied(three.ours);
  }

  std::vector<Conflict> conflicts;

 private:
  void contradict(const Three& three, const Two& at) {
    std::string_view what = "changed on both sides";
    if (three.base == nullptr) what = "added on both sides";
    if (three.ours == nullptr) what = "removed here, changed there";
    if (three.theirs == nullptr) what = "changed here, removed there";
    conflicts.push_back({three.ours == nullptr ? at.theirs : at.ours, at.where, what, copied(three.base),
                         copied(three.ours), copied(three.theirs)});
  }

  Json members(const Three& three, const Two& at) {
    Json out = Json::object();
    std::unordered_map<std::string_view, Three> known;
    if (three.base != nullptr) {
      for (const auto& [name, each] : three.base->as_object()) known[name].base = &each;
    }
    for (const auto& [name, each] : three.theirs->as_object()) known[name].theirs = &each;
    for (const auto& [name, each] : three.ours->as_object()) known[name].ours = &each;
    const auto take = [&](const std::string& name) {
      const std::string step = "/" + escaped(name);
      auto merged_one = value(known[name], {at.ours + step, at.theirs + step, joined(at.where, name)});
      if (merged_one) out.as_object().emplace_back(name, *std::move(merged_one));
    };
    for (const auto& [name, each] : three.ours->as_object()) take(name);
    for (const auto& [name, each] : three.theirs->as_object()) {
      if (known[name].ours == nullptr) take(name);
    }
    return out;
  }

  // A list with nothing left in it is none.
  std::optional<Json> items(const Three& three, const Two& at) {
    static const Json::Array empty;
    const Lists lists(three.base == nullptr ? empty : three.base->as_array(), three.ours->as_array(),
                      three.theirs->as_array());
    if (lists.ordered_differently())
      conflicts.push_back({at.ours, at.where, "ordered differently on both sides", {}, {}, {}});
    Json out = Json::array();
    for (const std::size_t index : lists.order()) {
      const Entry& entry = lists.entries()[index];
      auto merged_one = value(entry.item, item_place(entry, at));
      if (merged_one) out.push_back(*std::move(merged_one));
    }
    return out.empty() ? std::nullopt : std::optional(std::move(out));
  }

  // "Nameplate/Year", not "Nameplate/submodelElements/Year".
  static Two item_place(const Entry& entry, const Two& at) {
    const Json& item = entry.item.ours != nullptr ? *entry.item.ours : *entry.item.theirs;
    const std::size_t slash = at.where.rfind('/');
    const std::string above = slash == std::string::npos ? std::string() : at.where.substr(0, slash);
    const bool element = item.find("modelType") != nullptr;
    std::string name = item_name(item, entry.in_ours, slash == std::string::npos);
    return {at.ours + "/" + std::to_string(entry.in_ours), at.theirs + "/" + std::to_string(entry.in_theirs),
            element ? joined(above, name) : joined(at.where, name)};
  }
};

}  // namespace

Merged merged(const Json& base, const Json& ours, const Json& theirs) {
  Merging merging;
  const std::optional<Json> whole = merging.value({&base, &ours, &theirs}, {});
  return {changes_between(ours, whole.value_or(ours)), std::move(merging.conflicts)};
}

std::string in_words(const Conflict& conflict) {
  std::string out = conflict.where + ": " + std::string(conflict.what);
  if (!conflict.base && !conflict.ours && !conflict.theirs) return out;
  return out + ": here " + change_in_words(conflict.base, conflict.ours) + ", there " +
         change_in_words(conflict.base, conflict.theirs);
}

Json to_json(const Conflict& conflict) {
  Json out = Json::object({{"path", conflict.pointer}, {"where", conflict.where}, {"what", conflict.what}});
  if (conflict.base) out.set("base", *conflict.base);
  if (conflict.ours) out.set("ours", *conflict.ours);
  if (conflict.theirs) out.set("theirs", *conflict.theirs);
  return out;
}

}  // namespace aas::engine
