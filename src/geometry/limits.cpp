// SPDX-License-Identifier: Apache-2.0
#include "geometry/limits.h"

#include <cmath>
#include <string>

namespace geometry {
namespace {

// False for what is not a number, too.
bool within(double value) { return std::abs(value) <= furthest_m; }

base::Error too_far(const std::string& what, std::size_t index) {
  return base::fail(base::Code::out_of_range, what + " has a coordinate that is not a number within 10,000 km",
                    "points[" + std::to_string(index) + "]", "Give metres from an origin near the model.");
}

}  // namespace

Result<void> check_points(std::span<const Vec2> points, const std::string& what) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!within(points[i].x) || !within(points[i].y)) return too_far(what, i);
  return {};
}
Result<void> check_points(std::span<const Vec3> points, const std::string& what) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!within(points[i].x) || !within(points[i].y) || !within(points[i].z)) return too_far(what, i);
  return {};
}
Result<void> check_length(double length_m, const std::string& what) {
  if (within(length_m)) return {};
  return base::fail(base::Code::out_of_range, what + " is not a number within 10,000 km");
}
Result<void> check_positive(double length_m, const std::string& what) {
  if (length_m > 0) return check_length(length_m, what);
  return base::fail(base::Code::out_of_range, what + " must be above zero");
}
Result<void> check_count(std::size_t count, std::size_t most, const std::string& what) {
  if (count <= most) return {};
  return base::fail(base::Code::out_of_range,
                    "too many " + what + ": " + std::to_string(count) + ", at most " + std::to_string(most), {},
                    "Divide the work, or simplify the outline.");
}

}  // namespace geometry
