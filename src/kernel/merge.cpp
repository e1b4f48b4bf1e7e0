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
  for (const std::string& id : ids_that_may_differ(ours.elements, theirs.elements)) {
    Sides sides{base.elements.find(id), ours.elements.find(id), theirs.elements.find(id)};
    if (!same(sides.ours, sides.theirs)) all.emplace(id, std::move(sides));
  }
  return all;
}

// --- one element, path by path ---

bool within(std::string_view path, std::string_view ancestor) {
  return path.starts_with(ancestor) && (path.size() == ancestor.size() || path[ancestor.size()] == '/');
}

// NB: half a box of one side and half of the other would be a place where the element never was; so it is with
// documents.
std::string_view merged_place(std::string_view path) {
  for (const std::string_view whole : {"/box", "/adopts"}) {
    if (within(path, whole)) return whole;
  }
  return written_place(path);
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
      const bool moved = within(root, "/box") || within(root, "/levels");
      blend.clashes.push_back({moved ? "relocate/relocate" : "modify/modify",
                               id,
                               root,
                               or_null(base.pointer(root)),
                               or_null(our_value),
                               or_null(their_value),
                               {}});
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
    if (whole && settle(id, *whole, sides)) {
      used_.insert(whole);
      return;
    }
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
    for (const Shared& element : survivors()) {
      for (const auto& ref : element->refs) {
        if (removed(ref)) referrers[ref].push_back(element->id);
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
    for (std::size_t i = 0; i < resolutions_.size(); ++i) {
      if (!used_.contains(&resolutions_[i])) merged_.idle.push_back(i);
    }
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
        continue;
      }
      used_.insert(chosen);
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

  // Those that will be there and may refer to what goes, in the order of their ids.
  std::vector<Shared> survivors() const {
    std::set<std::string, std::less<>> gone;
    std::map<std::string, Shared> all;
    for (const auto& [id, element] : outcome_) {
      if (!element) gone.insert(id);
    }
    for (const auto& [id, host] : ours_.elements.referring(gone)) all[id] = ours_.elements.find(id);
    for (const auto& [id, element] : outcome_) all[id] = element;
    std::vector<Shared> kept;
    for (const auto& [id, element] : all) {
      if (element && !open_.contains(id)) kept.push_back(element);
    }
    return kept;
  }

  // Documents first: what they bring in or take away need not be named, but for what both sides have otherwise.
  void write_ops() {
    Elements now = ours_.elements;
    std::map<std::string, Shared> wanted;
    for (const bool comes : {false, true}) {
      for (const auto& [id, element] : outcome_) {
        const Shared here = now.find(id);
        const bool adopts = element && element->adopts;
        if (adopts != comes || same_adoption(here.get(), element.get())) continue;
        for (const Shared& side : {here, element}) want_all_of(wanted, side);
        write_op(now, id, element);
      }
    }
    for (const auto& [id, element] : outcome_) wanted[id] = element;
    for (const auto& [id, element] : wanted) {
      if (!same(now.find(id), element)) write_op(now, id, element);
    }
  }

  void want_all_of(std::map<std::string, Shared>& wanted, const Shared& owner) const {
    if (!owner || !owner->adopts || !owner->adopts->content) return;
    owner->adopts->content->each_id([&](const std::string& id) { wanted[id] = ours_.elements.find(id); });
  }

  void write_op(Elements& now, const std::string& id, const Shared& element) {
    Op op;
    op.what = element ? Op::What::put : Op::What::remove;
    op.id = id;
    if (element) {
      op.after = std::make_shared<const Element>(*element);
      now.put(id, op.after);
    } else {
      now.erase(id);
    }
    merged_.ops.push_back(std::move(op));
  }

  const Branch& ours_;
  const std::vector<Resolution>& resolutions_;
  std::map<std::string, Shared> outcome_;    // what becomes of the elements that differ; nullptr: it goes
  std::set<std::string, std::less<>> open_;  // in conflict
  std::set<const Resolution*> used_;
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
