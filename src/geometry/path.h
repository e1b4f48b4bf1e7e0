// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "geometry/polygon.h"

// Shortest ways over a floor. Metres. Pure, safe on any thread.
namespace geometry {

struct Path {
  std::vector<Vec2> points;  // from the start to the end, turning at corners
  double length_m = 0;
};

inline constexpr std::size_t most_turns = 2000;  // corners that a way may turn at: those that look into the floor

// The shortest way that does not leave the area, whose holes are what stands in it (combine() in clip.h makes such an
// area from a floor and obstacles). It may run along walls and turns at corners only. Exact but for 1 µm at ends that
// lie on the boundary, which are taken from just inside. Code not_found: an end is more than 1 mm outside the area. n²
// log n for n corners that look inwards.
Result<Path> shortest_path(const Polygon& area, Vec2 from, Vec2 to);

}  // namespace geometry
