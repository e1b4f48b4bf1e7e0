// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "geometry/polygon.h"

// Plan polygons put together: rooms, outlines, offsets. Computed exactly on a grid of one nanometre whose origin lies
// at what is handed in (libpolyclipping, B. R. Vatti's algorithm), so a corner of a result is at most 1.5 nm from its
// true place, wherever the model lies. Outlines should not cross themselves; check() of polygon.h tells. Of those that
// do, what they cover is taken, but where several of their edges meet in one point the clipper may take a part of it
// for a hole. What is not a number or beyond limits.h is an error.
// Results: outlines against the clock, holes with it, no polygon inside another's area; a ring may touch itself in a
// point. Pure, safe on any thread.
namespace geometry {

inline constexpr double grid_m = 1e-9;

enum class Operation : unsigned char { unite, subtract, intersect };
// The area of `a` with, without, or within that of `b`; each side may be several polygons that overlap.
Result<std::vector<Polygon>> combine(std::span<const Polygon> a, std::span<const Polygon> b, Operation operation);
Result<std::vector<Polygon>> united(std::span<const Polygon> polygons);

enum class Fill : unsigned char { even_odd, non_zero };
// Rings in any order and direction, nested or crossing, as polygons.
Result<std::vector<Polygon>> polygons_of(std::span<const Ring> rings, Fill fill);

enum class Corner : unsigned char { mitre, square, round };
// What is within `by_m` of the area, or, below zero, what is further than that from its outside. `mitre`: corners stay
// sharp up to eight times the distance; `round`: arcs as chords at most `arc_m` inside. An area that vanishes gives no
// polygons.
Result<std::vector<Polygon>> offset(std::span<const Polygon> polygons, double by_m, Corner corner, double arc_m = 1e-4);

}  // namespace geometry
