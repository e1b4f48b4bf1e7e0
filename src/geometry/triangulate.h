// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/polygon.h"

// Polygons as triangles and as convex pieces. No corner is moved and none is added. Pure, safe on any thread.
namespace geometry {

using Triangle = std::array<std::uint32_t, 3>;

inline constexpr std::size_t most_corners_to_fill = 200'000;

// The corners of the outline and then of each hole, as triangles count them.
std::vector<Vec2> points_of(const Polygon& polygon);

// Triangles against the clock that fill the polygon: their areas add up to its own within 1e-9, else (an outline that
// crosses itself) it is an error, degenerate. Rings may touch themselves or one another in points.
Result<std::vector<Triangle>> triangulate(const Polygon& polygon);

// Convex rings against the clock that fill it without overlap, at most four times as many as necessary
// (S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", 1983). Fails like triangulate.
Result<std::vector<Ring>> convex_pieces(const Polygon& polygon);

}  // namespace geometry
