// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "kernel/elements.h"
#include "kernel/parts.h"

// What the domains say of their elements beyond what stands in each of them. All of it is pure, so that a change, an
// undo, a merge and a replay come to the same.
namespace kernel {

struct Terms {
  Divide divide = nullptr;
  // The element with levels and box worked out from it and from what it refers to; null: they are as it has them.
  // What is worked out is stored nowhere: it is never in conflict and keeps nobody from undoing.
  std::function<std::shared_ptr<const Element>(const Element& element, const Elements& all)> place = nullptr;
  // Whether what a branch comes to may be: `after` is all of it, `courses` what is different. An error refuses the
  // change; of an undo it makes a stale one, of a merge a conflict ("constraint").
  std::function<Result<void>(const Elements& after, const std::vector<Course>& courses)> hold = nullptr;
};

// The courses of a change as people count them: each element where it was and where it comes to be, and behind them
// those that nobody wrote but that are somewhere else because of it (the door of a wall that moved).
std::vector<Course> placed(std::vector<Course> courses, const Elements& before, const Elements& after,
                           const Terms& terms);
// One element where it is.
std::shared_ptr<const Element> placed(std::shared_ptr<const Element> element, const Elements& all, const Terms& terms);

// The element as the items that a reader must be allowed to see: itself, and its parts.
std::vector<Touched::Item> reading_items(const Element& element, const Elements& all, const Terms& terms);

}  // namespace kernel
