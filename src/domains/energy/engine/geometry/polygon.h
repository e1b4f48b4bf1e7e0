// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

namespace energy::engine {

// Metres; x east, y north, z up.
struct Point {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const Point&, const Point&) = default;
};
constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Point operator*(Point a, double k) { return {a.x * k, a.y * k, a.z * k}; }
constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Point cross(Point a, Point b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double length(Point a);
Point unit(Point a);  // of a point at the origin: (0, 0, 0)
// Clockwise seen from above, as north axes are measured.
Point turned(Point a, double degrees);

// A flat outline, against the clock seen from outside.
using Polygon = std::vector<Point>;

// Along the outward normal, as long as the area.
Point area_vector(const Polygon& polygon);
double area(const Polygon& polygon);
Point centroid(const Polygon& polygon);      // the mean of its points
double tilt_deg(const Polygon& polygon);     // 0 faces up, 90 is upright, 180 faces down
double azimuth_deg(const Polygon& polygon);  // 0 faces north, 90 east; 0 where it lies level
// How far the furthest point is from the plane through its middle.
double out_of_plane(const Polygon& polygon);
// Its part of a volume whose outside it is (divergence theorem). Of a closed one, `about` does not matter.
double signed_volume(const Polygon& polygon, Point about);
// Triangles that fill it, by the places of their points; concave outlines too.
std::vector<std::array<unsigned, 3>> triangles(const Polygon& polygon);

}  // namespace energy::engine
