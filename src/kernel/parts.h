// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/types.h"

// What an element is made of, in the terms of its domain: the rooms and openings of a plan. Elements are the unit of
// undo and merge; parts are what limits, gates, scopes and the log count. A domain says how its elements are divided,
// the kernel compares what was with what will be, and no tool is asked what it did.
namespace kernel {

struct Part {
  std::string id;        // within its element, as people name it: "room Kitchen"
  std::string category;  // "room"; scopes name it
  std::vector<std::string> levels = {};
  std::optional<Box> box = {};
  // Of what the part is, without its id: one that goes while the same comes under another id was renamed.
  std::string digest = {};
  friend bool operator==(const Part&, const Part&) = default;
};

struct Parts {
  std::vector<Part> list;
  std::string rest;       // digest of what is in no part; empty: nothing is
  std::string name = {};  // what people call the element, where its id does not say
};

// Pure. Neither parts nor rest: the element is not divided and counts as one.
using Divide = std::function<Parts(const Element&)>;

// One element, before and after a change; null: it is not there.
struct Course {
  std::string id;
  std::shared_ptr<const Element> before;
  std::shared_ptr<const Element> after;
};

// What the courses of a change touch, counted in parts. An element itself counts where its rest changes, and where the
// change would come to nothing otherwise.
Touched touched_by(const std::vector<Course>& courses, const Divide& divide);
// element.created, element.modified or element.deleted for each, in order.
std::vector<Fact> facts_of(const Touched& touched);
// As events keep them: at most 1,000 about elements, deletions first.
std::vector<Fact> kept_facts(std::vector<Fact> facts);

}  // namespace kernel
