// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/vec.h"

// Questions about points that have a yes or no, answered exactly for the doubles as given (J. R. Shewchuk, "Adaptive
// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997). For finite coordinates within
// limits.h.
namespace geometry {

// +1: a, b, c turn left; -1: right; 0: they lie on one line.
int orientation(Vec2 a, Vec2 b, Vec2 c);

// Is p on the closed segment from a to b?
bool on_segment(Vec2 p, Vec2 a, Vec2 b);

// Do the closed segments share a point?
bool meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

// Do they cross in one point that is inside both?
bool cross_inside(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

// Where the lines through a, b and c, d meet, to rounding. They must not be parallel.
Vec2 crossing_of_lines(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

// The point of the segment that is nearest to p, and how far that is; to rounding.
Vec2 nearest_on_segment(Vec2 p, Vec2 a, Vec2 b);
double distance_to_segment(Vec2 p, Vec2 a, Vec2 b);
double distance_of_segments(Vec2 a, Vec2 b, Vec2 c, Vec2 d);  // 0 where they meet

}  // namespace geometry
