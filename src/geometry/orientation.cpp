// SPDX-License-Identifier: Apache-2.0
#include "geometry/orientation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace geometry {
namespace {

// A sum of doubles without rounding: parts that do not overlap, the smallest first (Shewchuk, GROW-EXPANSION).
class ExactSum {
 public:
  void add_product(double a, double b) {
    const double product = a * b;
    add(std::fma(a, b, -product));
    add(product);
  }
  int sign() const {
    for (std::size_t i = count_; i-- > 0;)
      if (parts_[i] != 0) return parts_[i] > 0 ? 1 : -1;
    return 0;
  }

 private:
  void add(double value) {
    for (std::size_t i = 0; i < count_; ++i) {  // TWO-SUM
      const double sum = value + parts_[i], back = sum - value;
      parts_[i] = (value - (sum - back)) + (parts_[i] - back);
      value = sum;
    }
    parts_[count_++] = value;
  }
  std::array<double, 12> parts_{};
  std::size_t count_ = 0;
};

int exact_orientation(Vec2 a, Vec2 b, Vec2 c) {
  ExactSum sum;
  sum.add_product(a.x, b.y);
  sum.add_product(-a.y, b.x);
  sum.add_product(b.x, c.y);
  sum.add_product(-b.y, c.x);
  sum.add_product(c.x, a.y);
  sum.add_product(-c.y, a.x);
  return sum.sign();
}

bool in_box(Vec2 p, Vec2 a, Vec2 b) {
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

}  // namespace

int orientation(Vec2 a, Vec2 b, Vec2 c) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x), value = left - right;
  constexpr double bound = 3.3306690738754716e-16;  // (3 + 16ε)ε, Shewchuk's ccwerrboundA
  if (std::abs(value) > bound * (std::abs(left) + std::abs(right))) return value > 0 ? 1 : -1;
  return exact_orientation(a, b, c);
}

bool on_segment(Vec2 p, Vec2 a, Vec2 b) { return in_box(p, a, b) && orientation(a, b, p) == 0; }

bool cross_inside(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return orientation(a, b, c) * orientation(a, b, d) < 0 && orientation(c, d, a) * orientation(c, d, b) < 0;
}

bool meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return cross_inside(a, b, c, d) || on_segment(a, c, d) || on_segment(b, c, d) || on_segment(c, a, b) ||
         on_segment(d, a, b);
}

Vec2 crossing_of_lines(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Vec2 one = b - a, other = d - c;
  return a + one * (cross(c - a, other) / cross(one, other));
}

Vec2 nearest_on_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double square = dot(along, along);
  if (!(square > 0)) return a;
  return a + along * std::clamp(dot(p - a, along) / square, 0.0, 1.0);
}
double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) { return length(p - nearest_on_segment(p, a, b)); }
double distance_of_segments(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  if (meet(a, b, c, d)) return 0;
  return std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d), distance_to_segment(c, a, b),
                   distance_to_segment(d, a, b)});
}

}  // namespace geometry
