// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernel/snapshot.h"

// Three-way merge per element and path. Pure.
namespace kernel {

// What both sides changed in ways that do not go together. `path` points into the element's stored
// JSON; "" is the whole element. A value that is not there is null.
struct Conflict {
  // modify/modify, relocate/relocate (its box or levels), modify/delete, delete/reference, create/create; constraint:
  // what comes of it is not a model
  std::string kind;
  std::string element;  // delete/reference: the one that was removed
  std::string path;
  Json base, ours, theirs;
  std::vector<std::string> referrers;  // delete/reference: who refers to it
};

// How to settle one. For the path "" it decides the whole element, whether or not that is in conflict:
// so a delete/reference is settled by the element that was removed or by the one that refers to it.
struct Resolution {
  std::string element;
  std::string path;
  std::string take;  // "ours", "theirs", "value"
  Json value;        // as stored; null for the path "": the element goes
};

struct Merged {
  std::vector<Op> ops;              // to apply to `ours`; none while there are conflicts
  std::vector<Conflict> conflicts;  // by element and path; empty: the merge is complete
  std::vector<std::size_t> idle;    // which resolutions settled nothing
};

// merge(a, a) changes nothing; a one-sided change is taken; conflicts are symmetric. An element's box is
// one value. The last resolution of a place counts; one that does not fit (an unknown `take`, a value
// that is not an element) settles nothing, and neither does one that names no difference.
Merged merge(const Branch& base, const Branch& ours, const Branch& theirs,
             const std::vector<Resolution>& resolutions = {});

}  // namespace kernel
