// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

// Where the values of a form stand in the bytes it was read from.
namespace formats::aas {

inline constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

// The place of one value: in XML an element (of a property that may be of several classes: with the class's element
// within it), in JSON a value, as a member with its name.
struct Located {
  std::size_t begin = nowhere, end = nowhere;  // all of it; nowhere: the value stands in the form only (modelType)
  // What it holds: between its tags or brackets; of a JSON scalar the value. An empty XML element (<a/>) holds nothing
  // at its end.
  std::size_t inner_begin = nowhere, inner_end = nowhere;
  std::vector<Located> children;  // one for each member or item of the value, in the same order

  bool has_place() const { return begin != nowhere; }
};

}  // namespace formats::aas
