// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "geometry/vec.h"

namespace geometry {

// Points that are one where they are within a tolerance: each goes to the nearest met before, or is new. The tolerance
// must be above zero and coordinates within limits.h. Not thread-safe.
class Snap {
 public:
  explicit Snap(double tolerance_m) : tolerance_(tolerance_m) {}

  std::uint32_t operator()(Vec2 point) {
    const auto x = cell(point.x), y = cell(point.y);
    std::uint32_t best = none;
    double nearest = tolerance_;
    for (std::int64_t i = x - 1; i <= x + 1; ++i)
      for (std::int64_t j = y - 1; j <= y + 1; ++j)
        if (const auto found = cells_.find(key(i, j)); found != cells_.end())
          for (const auto index : found->second)
            if (const double far = length(points_[index] - point); far <= nearest) {
              nearest = far;
              best = index;
            }
    if (best != none) return best;
    cells_[key(x, y)].push_back(static_cast<std::uint32_t>(points_.size()));
    points_.push_back(point);
    return static_cast<std::uint32_t>(points_.size() - 1);
  }
  Vec2 operator[](std::uint32_t index) const { return points_[index]; }
  const std::vector<Vec2>& points() const { return points_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  std::int64_t cell(double value) const { return static_cast<std::int64_t>(std::floor(value / tolerance_)); }
  static std::uint64_t key(std::int64_t x, std::int64_t y) {
    return (static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15ull) ^
           (static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4full);
  }
  double tolerance_;
  std::vector<Vec2> points_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>
      cells_;  // cells of one key share a list, which is harmless
};

}  // namespace geometry
