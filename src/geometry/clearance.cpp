// SPDX-License-Identifier: Apache-2.0
#include "geometry/clearance.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "geometry/clip.h"

namespace geometry {
namespace {

constexpr double precision_m = 1e-6;
constexpr double covers_m = 2e-6;  // what rounding may add to the distance of a disc's edge

Result<void> check_area(const Polygon& area) {
  TRY(check_count(area.outer.size(), most_corners_to_clear, "corners"));
  for (const auto& hole : area.holes) TRY(check_count(hole.size(), most_corners_to_clear, "corners"));
  return check(area);
}

// Where the middle of a disc of this radius may be.
Result<std::vector<Polygon>> middles(const Polygon& area, double radius_m) {
  return offset(std::span(&area, 1), -radius_m, Corner::round, precision_m);
}

double largest_thinkable(const Polygon& polygon) {
  const Box box = box_of(polygon.outer);
  return std::min(box.high.x - box.low.x, box.high.y - box.low.y) / 2;
}

// The largest radius, within the precision, that `fits`; the smaller ones fit too.
template <class Fits>
Result<double> largest_radius(double high, Fits fits) {
  double low = 0;
  while (high - low > precision_m) {
    const double middle = (low + high) / 2;
    (TRY(fits(middle)) ? low : high) = middle;
  }
  return low;
}

// Corners, middles of edges and the middle of what is left of the area: the one that is furthest from the boundary.
Circle best_of(const Polygon& area, const std::vector<Polygon>& left) {
  Circle best;
  const auto look = [&](Vec2 at) {
    if (locate(area, at) != Place::inside) return;
    if (const double radius = distance_to_boundary(area, at); radius > best.radius_m) best = {at, radius};
  };
  for (const auto& each : left) {
    look(centroid(each));
    for (std::size_t i = 0; i < each.outer.size(); ++i) {
      look(each.outer[i]);
      look(each.outer[i] * 0.5 + each.outer[(i + 1) % each.outer.size()] * 0.5);
    }
  }
  return best;
}

double distance_from(const Polygon& polygon, Vec2 point) {
  return locate(polygon, point) == Place::outside ? distance_to_boundary(polygon, point) : 0;
}

}  // namespace

Result<Circle> largest_circle(const Polygon& area) {
  TRY(check_area(area));
  const auto fits = [&](double radius) -> Result<bool> { return !TRY(middles(area, radius)).empty(); };
  const double radius = TRY(largest_radius(largest_thinkable(area), fits));
  const auto best = best_of(area, TRY(middles(area, radius)));
  if (best.radius_m > 0) return best;
  return base::fail(base::Code::degenerate, "the area is too narrow for any circle");
}

Result<double> clear_width(const Polygon& area, Vec2 from, Vec2 to) {
  TRY(check_area(area));
  const Vec2 ends[] = {from, to};
  TRY(check_points(ends, "the way"));
  for (const auto& end : ends)
    if (distance_from(area, end) > 1e-3)
      return base::fail(base::Code::not_found, "a point is not in the area", {}, "Give points on the floor.");
  const auto fits = [&](double radius) -> Result<bool> {
    const auto covers = [&](const Polygon& part, Vec2 end) { return distance_from(part, end) <= radius + covers_m; };
    return std::ranges::any_of(TRY(middles(area, radius)),
                               [&](const Polygon& part) { return covers(part, from) && covers(part, to); });
  };
  return 2 * TRY(largest_radius(largest_thinkable(area), fits));
}

}  // namespace geometry
