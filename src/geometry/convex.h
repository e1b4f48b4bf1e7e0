// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "geometry/polygon.h"

// Convex rings against the clock, in doubles: what prisms are made of. Corners on a cut are rounded once, so areas are
// right to about 1e-15 of the larger ring's size squared. Pure, safe on any thread.
namespace geometry {

// The part to the left of the line from a to b; empty if none. `out` is written over (and may not be `ring`).
void keep_left(std::span<const Vec2> ring, Vec2 a, Vec2 b, Ring& out);

// What both cover; empty if they do not overlap, or only touch by so little that nothing is left.
Ring common(std::span<const Vec2> a, std::span<const Vec2> b);

// How far apart they are; 0 where they touch or overlap.
double distance(std::span<const Vec2> a, std::span<const Vec2> b);

}  // namespace geometry
