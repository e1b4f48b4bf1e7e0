// SPDX-License-Identifier: Apache-2.0
#include "kernel/parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kernel {

namespace {

constexpr std::size_t facts_kept = 1000;

// What of an element or a part a scope looks at.
struct Side {
  std::string category;
  std::vector<std::string> levels;
  std::optional<Box> box;
};
using Maybe = std::optional<Side>;

Maybe side_of(const std::shared_ptr<const Element>& element) {
  if (!element) return std::nullopt;
  return Side{element->category, element->levels, element->box};
}
Maybe side_of(const Part* part) {
  if (part == nullptr) return std::nullopt;
  return Side{part->category, part->levels, part->box};
}

std::vector<std::string> levels_of(const Maybe& before, const Maybe& after) {
  std::vector<std::string> levels = after ? after->levels : before->levels;
  if (!before || !after) return levels;
  for (const std::string& level : before->levels) {
    if (std::ranges::find(levels, level) == levels.end()) levels.push_back(level);
  }
  return levels;
}

// NB: what changes its category counts under both, so that no scope is left by renaming.
void touch(Touched& touched, std::string id, const Maybe& before, const Maybe& after, std::string name = {}) {
  Touched::Item item;
  item.name = std::move(name);
  item.needs = !before ? Permission::create : !after ? Permission::remove : Permission::modify;
  item.id = std::move(id);
  item.category = (after ? after : before)->category;
  item.levels = levels_of(before, after);
  if (before) item.before = before->box;
  if (after) item.after = after->box;
  touched.items.push_back(item);
  if (!before || !after || before->category == after->category) return;
  item.category = before->category;
  touched.items.push_back(std::move(item));
}

Parts parts_of(const std::shared_ptr<const Element>& element, const Divide& divide) {
  if (!element || !divide) return {};
  Parts parts = divide(*element);
  std::map<std::string, int> times;
  for (Part& part : parts.list) {
    const int count = ++times[part.id];
    if (count > 1) part.id += " #" + std::to_string(count);
  }
  return parts;
}

// Compares the parts of one element.
class Comparison {
 public:
  Comparison(Touched& touched, const Course& course, const Parts& before, const Parts& after)
      : touched_(touched), course_(course) {
    for (const Part& part : before.list) before_.emplace(part.id, &part);
    for (const Part& part : after.list) after_.emplace(part.id, &part);
  }

  void run() {
    for (const auto& [id, part] : before_) {
      if (!after_.contains(id)) gone_.emplace(content(*part), part);
    }
    for (const auto& [id, part] : after_) after(id, *part);
    for (const auto& [key, part] : gone_) touch(touched_, name(part->id), side_of(part), std::nullopt);
  }

 private:
  using Content = std::pair<std::string, std::string>;
  static Content content(const Part& part) { return {part.category, part.digest}; }
  std::string name(const std::string& part) const { return course_.id + "/" + part; }

  void after(const std::string& id, const Part& part) {
    if (const auto same = before_.find(id); same != before_.end()) {
      if (!(*same->second == part)) touch(touched_, name(id), side_of(same->second), side_of(&part));
      return;
    }
    const auto renamed = gone_.find(content(part));
    if (renamed == gone_.end()) return touch(touched_, name(id), std::nullopt, side_of(&part));
    touch(touched_, name(id), side_of(renamed->second), side_of(&part));
    gone_.erase(renamed);
  }

  Touched& touched_;
  const Course& course_;
  std::map<std::string, const Part*> before_, after_;
  std::multimap<Content, const Part*> gone_;
};

void touch(Touched& touched, const Course& course, std::string name) {
  touch(touched, course.id, side_of(course.before), side_of(course.after), std::move(name));
}

// False: nothing of it was counted, because only what is in no part and no rest has changed.
bool count(Touched& touched, const Course& course, const Divide& divide) {
  const Parts before = parts_of(course.before, divide);
  const Parts after = parts_of(course.after, divide);
  const std::size_t items = touched.items.size();
  const bool divided = !before.list.empty() || !after.list.empty() || !before.rest.empty() || !after.rest.empty();
  if (!divided || before.rest != after.rest) touch(touched, course, after.name.empty() ? before.name : after.name);
  Comparison(touched, course, before, after).run();
  return touched.items.size() > items;
}

}  // namespace

Touched touched_by(const std::vector<Course>& courses, const Divide& divide) {
  Touched touched;
  std::vector<const Course*> uncounted;
  for (const Course& course : courses) {
    if (!count(touched, course, divide)) uncounted.push_back(&course);
  }
  if (!touched.items.empty()) return touched;
  for (const Course* course : uncounted) touch(touched, *course, {});
  return touched;
}

std::vector<Fact> facts_of(const Touched& touched) {
  std::vector<Fact> facts;
  for (const Touched::Item& item : touched.items) {
    const char* type = item.needs == Permission::create   ? "element.created"
                       : item.needs == Permission::remove ? "element.deleted"
                                                          : "element.modified";
    if (facts.empty() || facts.back().element != item.id) facts.push_back({type, item.id});
  }
  return facts;
}

std::vector<Fact> kept_facts(std::vector<Fact> facts) {
  if (facts.size() <= facts_kept) return facts;
  enum class Rank : std::uint8_t { other, deleted, changed };
  const auto rank_of = [](const Fact& fact) {
    if (!fact.type.starts_with("element.")) return Rank::other;
    return fact.type == "element.deleted" ? Rank::deleted : Rank::changed;
  };
  std::vector<Fact> kept;
  std::size_t elements = 0;
  for (const Rank rank : {Rank::other, Rank::deleted, Rank::changed}) {
    for (const Fact& fact : facts) {
      if (rank_of(fact) == rank && (rank == Rank::other || elements++ < facts_kept)) kept.push_back(fact);
    }
  }
  return kept;
}

}  // namespace kernel
