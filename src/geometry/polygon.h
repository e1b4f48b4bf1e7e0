// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "geometry/limits.h"
#include "geometry/vec.h"

// Flat outlines with holes, metres. Pure functions of their arguments, safe on any thread. Measures are taken from a
// point of the outline itself, so that they are as good 5,000 km from the origin as at it; relative error about 1e-15
// per point.
namespace geometry {

// Corners in order; the last is joined to the first, which is not repeated.
using Ring = std::vector<Vec2>;

// Measures take rings in either direction. What this layer makes has the outline against the clock and holes with it.
struct Polygon {
  Ring outer;
  std::vector<Ring> holes;
  friend bool operator==(const Polygon&, const Polygon&) = default;
};
Polygon rectangle(Vec2 low, Vec2 high);

double signed_area(std::span<const Vec2> ring);  // above zero: against the clock
double area(const Polygon& polygon);
double area(std::span<const Polygon> polygons);  // the sum
double perimeter(std::span<const Vec2> ring);
double perimeter(const Polygon& polygon);  // with those of its holes
// Of the area; where there is none, the mean of the corners.
Vec2 centroid(const Polygon& polygon);
Box box_of(std::span<const Vec2> points);  // z is 0
void orient(Polygon& polygon);             // the outline against the clock, holes with it
Polygon turned(const Polygon& polygon, double angle_rad, Vec2 about);

enum class Place : unsigned char { outside, boundary, inside };
// Exact for the doubles as given. O(corners).
Place locate(std::span<const Vec2> ring, Vec2 point);
Place locate(const Polygon& polygon, Vec2 point);
double distance_to_boundary(const Polygon& polygon, Vec2 point);

// Two edges of an outline that share a point which they should not. Rings are counted from the outline, 0; an edge goes
// from its corner of that number to the next.
struct Meeting {
  std::size_t ring = 0, edge = 0, other_ring = 0, other_edge = 0;
  Vec2 at;
};
// The first such; nothing: the outline is simple. A hole may touch the outline or another hole in single points. Exact.
// Fails only beyond the limits.
Result<std::optional<Meeting>> first_meeting(const Polygon& polygon);

// Can be built: corners that are numbers, three or more in each ring, none twice in a row, an area, nothing crossing,
// holes inside. The error says where (path "outline[3]", "holes[0][2]") and what to do; code out_of_range or
// degenerate.
Result<void> check(const Polygon& polygon);

}  // namespace geometry
