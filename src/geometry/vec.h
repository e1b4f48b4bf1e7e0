// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

// Points, directions and boxes. Metres everywhere in geometry/; x east, y north, z up; angles in radians, against the
// clock.
namespace geometry {

struct Vec2 {
  double x = 0, y = 0;
  friend bool operator==(const Vec2&, const Vec2&) = default;
};
constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator*(Vec2 a, double k) { return {a.x * k, a.y * k}; }
constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
constexpr Vec2 left_of(Vec2 a) { return {-a.y, a.x}; }  // a quarter turn against the clock
inline double length(Vec2 a) { return std::hypot(a.x, a.y); }
inline Vec2 unit(Vec2 a) {  // of (0, 0): (0, 0)
  const double size = length(a);
  return size > 0 ? Vec2{a.x / size, a.y / size} : Vec2{};
}
inline Vec2 turned(Vec2 a, double angle_rad) {
  const double c = std::cos(angle_rad), s = std::sin(angle_rad);
  return {a.x * c - a.y * s, a.x * s + a.y * c};
}

struct Vec3 {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const Vec3&, const Vec3&) = default;
};
constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, double k) { return {a.x * k, a.y * k, a.z * k}; }
constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double length(Vec3 a) { return std::hypot(a.x, a.y, a.z); }
inline Vec3 unit(Vec3 a) {  // of (0, 0, 0): (0, 0, 0)
  const double size = length(a);
  return size > 0 ? Vec3{a.x / size, a.y / size, a.z / size} : Vec3{};
}

// A closed box along the axes; a new one is empty. Plans use it with z = 0.
struct Box {
  static constexpr double none = std::numeric_limits<double>::infinity();
  Vec3 low{none, none, none}, high{-none, -none, -none};

  void include(Vec3 point) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y), std::min(low.z, point.z)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
  }
  void include(Vec2 point) { include(Vec3{point.x, point.y, 0}); }
  void include(const Box& other) {
    low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y), std::min(low.z, other.low.z)};
    high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y), std::max(high.z, other.high.z)};
  }
  // False also where a corner is not a number.
  bool holds_something() const { return low.x <= high.x && low.y <= high.y && low.z <= high.z; }
  Vec3 middle() const { return low * 0.5 + high * 0.5; }
  friend bool operator==(const Box&, const Box&) = default;
};
// Touching counts.
constexpr bool overlap(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}
constexpr Box grown(const Box& box, double by) { return {box.low - Vec3{by, by, by}, box.high + Vec3{by, by, by}}; }

}  // namespace geometry
