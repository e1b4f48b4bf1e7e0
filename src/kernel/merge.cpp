// SPDX-License-Identifier: Apache-2.0
#include "kernel/merge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernel {
namespace {

using Shared = std::shared_ptr<const Element>;
using Stored = std::optional<Json>;

// One element as the three branches know it; nullptr where it is not.
struct Sides {
  Shared base, ours, theirs;
};

// The pointers are compared first: branches share what neither has touched.
bool same(const Shared& a, const Shared& b) { return a == b || (a && b && *a == *b); }

Stored stored(const Shared& element) {
  if (!element) return std::nullopt;
  return to_json(*element);
}

Json or_null(const Stored& value) { return value.value_or(Json()); }
Json or_null(const Json* value) { return value ? *value : Json(); }

std::map<std::string, Sides> differing(const Branch& base, const Branch& ours, const Branch& theirs) {
  std::map<std::string, Sides> all;
  for (auto& [id, element] : base.elements.sorted()) all[id].base = element;
  for (auto& [id, element] : ours.elements.sorted()) all[id].ours = element;
  for (auto& [id, element] : theirs.elements.sorted()) all[id].theirs = element;
  std::erase_if(all, [](const auto& entry) { return same(entry.second.ours, entry.second.theirs); });
  return all;
}

// --- one element, path by path ---

bool within(std::string_view path, std::string_view ancestor) {
  return path.starts_with(ancestor) && (path.size() == ancestor.size() || path[ancestor.size()] == '/');
}

// NB: half a box of one side and half of the other would be a place where the element never was.
std::string_view merged_place(std::string_view path) {
  constexpr std::string_view box = "/box";
  return within(path, box) ? box : written_place(path);
}

// The highest places that either side wrote; none lies beneath another.
std::set<std::string> roots_of(const std::vector<Step>& ours, const std::vector<Step>& theirs) {
  std::set<std::string> places;
  for (const auto* steps : {&ours, &theirs}) {
    for (const auto& step : *steps) places.emplace(merged_place(step.path));
  }
  std::set<std::string> roots;
  for (const auto& place : places) {
    const auto above = [&](const std::string& root) { return within(place, root); };
    if (std::ranges::none_of(roots, above)) roots.insert(place);
  }
  return roots;
}

bool wrote(const std::vector<Step>& steps, std::string_view root) {
  return std::ranges::any_of(steps, [&](const Step& step) { return within(step.path, root); });
}

// Puts `value` at a member of an object, or takes the member away.
Stored with_value(Stored element, const std::string& path, const Json* value) {
  const Json* here = element ? element->pointer(path) : nullptr;
  if (!here && !value) return element;
  Step step{here && value ? "replace" : value ? "add" : "remove", {}, path, or_null(here), or_null(value)};
  auto applied = apply_steps(std::move(element), {std::move(step)});
  LINTEL_CHECK(applied.ok());
  return std::move(*applied);
}

bool same_value(const Json* a, const Json* b) { return a && b ? *a == *b : a == b; }

// An element that both sides changed: ours with all that only theirs wrote, and where both wrote.
struct Blend {
  Stored result;
  std::vector<Conflict> clashes;
};

Blend blend(const std::string& id, const Json& base, const Json& ours, const Json& theirs) {
  const auto our_steps = diff_element(id, &base, &ours);
  const auto their_steps = diff_element(id, &base, &theirs);
  Blend blend{ours, {}};
  for (const auto& root : roots_of(our_steps, their_steps)) {
    const Json* our_value = ours.pointer(root);
    const Json* their_value = theirs.pointer(root);
    if (!wrote(their_steps, root) || same_value(our_value, their_value)) continue;
    if (wrote(our_steps, root)) {
      blend.clashes.push_back(
          {"modify/modify", id, root, or_null(base.pointer(root)), or_null(our_value), or_null(their_value), {}});
    } else {
      blend.result = with_value(std::move(blend.result), root, their_value);
    }
  }
  return blend;
}

// --- all elements ---

class Merger {
 public:
  Merger(const Branch& ours, const std::vector<Resolution>& resolutions) : ours_(ours), resolutions_(resolutions) {}

  void element(const std::string& id, const Sides& sides) {
    const Resolution* whole = resolution(id, "");
    if (whole && settle(id, *whole, sides)) return;
    if (same(sides.base, sides.theirs)) return keep(id, sides.ours);
    if (same(sides.base, sides.ours)) return keep(id, sides.theirs);
    if (!sides.base) return conflict("create/create", id, sides);
    if (!sides.ours || !sides.theirs) return conflict("modify/delete", id, sides);
    both_changed(id, to_json(*sides.base), to_json(*sides.ours), to_json(*sides.theirs));
  }

  // Who now refers to an element that one side removed. Elements still in conflict are left out: what
  // becomes of them is not known yet.
  void references(const std::map<std::string, Sides>& all) {
    std::map<std::string, std::vector<std::string>> referrers;
    for (const auto& [id, element] : survivors()) {
      for (const auto& ref : element->refs) {
        if (removed(ref)) referrers[ref].push_back(id);
      }
    }
    for (auto& [id, by] : referrers) {
      conflict("delete/reference", id, all.at(id));
      merged_.conflicts.back().referrers = std::move(by);
    }
  }

  Merged take() {
    std::ranges::sort(merged_.conflicts, {}, [](const Conflict& c) { return std::tie(c.element, c.path); });
    if (merged_.conflicts.empty()) write_ops();
    return std::move(merged_);
  }

 private:
  const Resolution* resolution(std::string_view id, std::string_view path) const {
    const auto fits = [&](const Resolution& r) { return r.element == id && r.path == path; };
    const auto it = std::find_if(resolutions_.rbegin(), resolutions_.rend(), fits);
    return it == resolutions_.rend() ? nullptr : &*it;
  }

  void keep(const std::string& id, Shared element) { outcome_[id] = std::move(element); }

  // False where the value is not an element.
  bool keep(const std::string& id, const Stored& value) {
    Shared kept;
    if (value) {
      auto element = element_from_json(id, *value);
      if (!element.ok()) return false;
      kept = std::make_shared<const Element>(std::move(*element));
    }
    keep(id, std::move(kept));
    return true;
  }

  bool settle(const std::string& id, const Resolution& resolution, const Sides& sides) {
    if (resolution.take == "value") return keep(id, resolution.value.is_null() ? Stored() : Stored(resolution.value));
    const bool ours = resolution.take == "ours";
    if (!ours && resolution.take != "theirs") return false;
    keep(id, ours ? sides.ours : sides.theirs);
    return true;
  }

  void conflict(std::string kind, const std::string& id, const Sides& sides) {
    open_.insert(id);
    merged_.conflicts.push_back({std::move(kind),
                                 id,
                                 "",
                                 or_null(stored(sides.base)),
                                 or_null(stored(sides.ours)),
                                 or_null(stored(sides.theirs)),
                                 {}});
  }

  void both_changed(const std::string& id, const Json& base, const Json& ours, const Json& theirs) {
    Blend blended = blend(id, base, ours, theirs);
    std::vector<Conflict> left;
    for (const auto& clash : blended.clashes) {
      const Resolution* chosen = resolution(id, clash.path);
      const std::string_view take = chosen ? std::string_view(chosen->take) : std::string_view();
      if (take == "theirs") {
        blended.result = with_value(std::move(blended.result), clash.path, theirs.pointer(clash.path));
      } else if (take == "value") {
        blended.result = with_value(std::move(blended.result), clash.path, &chosen->value);
      } else if (take != "ours") {
        left.push_back(clash);
      }
    }
    if (left.empty() && keep(id, blended.result)) return;
    if (left.empty()) left = std::move(blended.clashes);
    open_.insert(id);
    std::ranges::move(left, std::back_inserter(merged_.conflicts));
  }

  bool removed(const std::string& id) const {
    const auto it = outcome_.find(id);
    return it != outcome_.end() && !it->second;
  }

  std::map<std::string, Shared> survivors() const {
    std::map<std::string, Shared> all;
    for (const auto& [id, element] : ours_.elements.sorted()) all[id] = element;
    for (const auto& [id, element] : outcome_) all[id] = element;
    std::erase_if(all, [&](const auto& entry) { return !entry.second || open_.contains(entry.first); });
    return all;
  }

  void write_ops() {
    for (const auto& [id, element] : outcome_) {
      if (same(ours_.elements.find(id), element)) continue;
      Op op;
      op.what = element ? Op::What::put : Op::What::remove;
      op.id = id;
      if (element) op.after = std::make_shared<const Element>(*element);
      merged_.ops.push_back(std::move(op));
    }
  }

  const Branch& ours_;
  const std::vector<Resolution>& resolutions_;
  std::map<std::string, Shared> outcome_;  // what becomes of the elements that differ; nullptr: it goes
  std::set<std::string> open_;             // in conflict
  Merged merged_;
};

}  // namespace

Merged merge(const Branch& base, const Branch& ours, const Branch& theirs, const std::vector<Resolution>& resolutions) {
  const auto all = differing(base, ours, theirs);
  Merger merger(ours, resolutions);
  for (const auto& [id, sides] : all) merger.element(id, sides);
  merger.references(all);
  return merger.take();
}

}  // namespace kernel
