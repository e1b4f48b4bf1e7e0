// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "geometry/polygon.h"

// How much room there is: turning circles and clear widths, as codes of practice measure them. Metres. Pure, safe on
// any thread. Areas as check() in polygon.h wants them; others are an error.
namespace geometry {

inline constexpr std::size_t most_corners_to_clear = 10'000;

struct Circle {
  Vec2 centre;
  double radius_m = 0;
};
// The largest circle inside, holes left free; one of them where there are several. The radius is that of the circle
// given, and at most 5 µm less than the largest.
Result<Circle> largest_circle(const Polygon& area);

// The diameter of the largest disc that can be pushed through the area from where it covers `from` to where it covers
// `to`: the clear width of a corridor between two doors. Within 10 µm; 0 where no disc gets through. Code not_found: a
// point is outside.
Result<double> clear_width(const Polygon& area, Vec2 from, Vec2 to);

}  // namespace geometry
