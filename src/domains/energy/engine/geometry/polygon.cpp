// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/geometry/polygon.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace energy::engine {
namespace {

constexpr double degrees_per_radian = 180 / std::numbers::pi;

// Seen from outside: x right, y up in the plane of the polygon.
struct Flat {
  double x, y;
};
double turn(Flat a, Flat b, Flat c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

std::vector<Flat> flattened(const Polygon& polygon) {
  const Point normal = unit(area_vector(polygon));
  const Point right = unit(std::abs(normal.z) > 0.9 ? cross({0, 1, 0}, normal) : cross({0, 0, 1}, normal));
  const Point up = cross(normal, right);
  std::vector<Flat> flat;
  flat.reserve(polygon.size());
  for (const auto& point : polygon) flat.push_back({dot(point, right), dot(point, up)});
  return flat;
}

bool is_ear(const std::vector<Flat>& flat, const std::vector<unsigned>& rest, std::size_t at) {
  const auto count = rest.size();
  const Flat a = flat[rest[(at + count - 1) % count]], b = flat[rest[at]], c = flat[rest[(at + 1) % count]];
  if (turn(a, b, c) <= 0) return false;
  return std::ranges::none_of(rest, [&](unsigned each) {
    const Flat p = flat[each];
    const auto same = [&](Flat q) { return p.x == q.x && p.y == q.y; };
    if (same(a) || same(b) || same(c)) return false;
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
  });
}

}  // namespace

double length(Point a) { return std::sqrt(dot(a, a)); }
Point unit(Point a) {
  const double size = length(a);
  return size > 0 ? a * (1 / size) : a;
}
Point turned(Point a, double degrees) {
  const double angle = -degrees / degrees_per_radian, c = std::cos(angle), s = std::sin(angle);
  return {a.x * c - a.y * s, a.x * s + a.y * c, a.z};
}

Point area_vector(const Polygon& polygon) {
  Point sum;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    sum = sum + cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  return sum * 0.5;
}
double area(const Polygon& polygon) { return length(area_vector(polygon)); }
Point centroid(const Polygon& polygon) {
  Point sum;
  for (const auto& point : polygon) sum = sum + point;
  return polygon.empty() ? sum : sum * (1.0 / static_cast<double>(polygon.size()));
}

double tilt_deg(const Polygon& polygon) {
  return std::acos(std::clamp(unit(area_vector(polygon)).z, -1.0, 1.0)) * degrees_per_radian;
}
double azimuth_deg(const Polygon& polygon) {
  const Point normal = unit(area_vector(polygon));
  if (std::abs(normal.x) < 1e-10 && std::abs(normal.y) < 1e-10) return 0;
  const double angle = std::atan2(normal.x, normal.y) * degrees_per_radian;
  return angle < 0 ? angle + 360 : angle;
}
double out_of_plane(const Polygon& polygon) {
  const Point normal = unit(area_vector(polygon)), middle = centroid(polygon);
  double worst = 0;
  for (const auto& point : polygon) worst = std::max(worst, std::abs(dot(point - middle, normal)));
  return worst;
}
double signed_volume(const Polygon& polygon, Point about) {
  const Point middle = centroid(polygon) - about;
  double volume = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    volume += dot(polygon[i] - about, cross(polygon[(i + 1) % polygon.size()] - about, middle)) / 6;
  return volume;
}

std::vector<std::array<unsigned, 3>> triangles(const Polygon& polygon) {
  std::vector<std::array<unsigned, 3>> out;
  const auto flat = flattened(polygon);
  std::vector<unsigned> rest(polygon.size());
  std::iota(rest.begin(), rest.end(), 0u);
  while (rest.size() > 3) {
    std::size_t at = 0;
    while (at < rest.size() && !is_ear(flat, rest, at)) ++at;
    if (at == rest.size()) at = 0;  // crossed or flat: any corner will do
    const auto count = rest.size();
    out.push_back({rest[(at + count - 1) % count], rest[at], rest[(at + 1) % count]});
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
  }
  if (rest.size() == 3) out.push_back({rest[0], rest[1], rest[2]});
  return out;
}

}  // namespace energy::engine
