// SPDX-License-Identifier: Apache-2.0
#include "kernel/terms.h"

#include <set>
#include <string>
#include <utility>

namespace kernel {

namespace {

using Shared = std::shared_ptr<const Element>;
using Ids = std::set<std::string, std::less<>>;

bool in_place(const Shared& a, const Shared& b) { return a == b || (a && b && *a == *b); }

}  // namespace

Shared placed(Shared element, const Elements& all, const Terms& terms) {
  if (!element || !terms.place) return element;
  Shared derived = terms.place(*element, all);
  return derived ? derived : element;
}

std::vector<Course> placed(std::vector<Course> courses, const Elements& before, const Elements& after,
                           const Terms& terms) {
  if (!terms.place) return courses;
  Ids written, moved;
  for (Course& course : courses) {
    written.insert(course.id);
    // NB: who refers to something new is new itself, and who refers to what goes goes with it.
    if (course.before && course.after && terms.place(*course.after, after)) moved.insert(course.id);
    course.before = placed(course.before, before, terms);
    course.after = placed(course.after, after, terms);
  }
  while (!moved.empty()) {
    Ids next;
    for (const auto& [id, host] : before.referring(moved)) {
      if (written.contains(id)) continue;
      written.insert(id);
      Course course{id, placed(before.find(id), before, terms), placed(after.find(id), after, terms)};
      next.insert(id);
      if (!in_place(course.before, course.after)) courses.push_back(std::move(course));
    }
    moved = std::move(next);
  }
  return courses;
}

std::vector<Touched::Item> reading_items(const Element& element, const Elements& all, const Terms& terms) {
  const Shared derived = terms.place ? terms.place(element, all) : nullptr;
  const Element& seen = derived ? *derived : element;
  std::vector<Touched::Item> items;
  items.push_back({Permission::read, seen.id, seen.category, seen.levels, seen.box, {}});
  if (!terms.divide) return items;
  for (Part& part : terms.divide(element).list) {
    items.push_back(
        {Permission::read, element.id + "/" + part.id, std::move(part.category), std::move(part.levels), part.box, {}});
  }
  return items;
}

}  // namespace kernel
