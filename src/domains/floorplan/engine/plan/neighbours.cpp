// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/neighbours.h"

#include <algorithm>
#include <cmath>

namespace floorplan::engine {

namespace {

constexpr double least_shared = 0.01;
constexpr double overlap_tolerance = 0.01;
constexpr std::size_t most_pairs_per_room = 64;

class Sweep {
 public:
  Sweep(const Plan& plan, std::span<const int> rooms, double near) : plan_(plan), near_(near) {
    for (const int i : rooms) {
      const auto& room = plan.rooms[static_cast<std::size_t>(i)];
      if (room.placed && room.rect.width > 0 && room.rect.height > 0) order_.push_back(i);
    }
    std::ranges::sort(order_, {}, [&](int i) { return std::pair(rect(i).x, i); });
    most_ = (order_.size() + 1) * most_pairs_per_room;
  }

  Neighbourhood run() {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const double reach = rect(order_[i]).right() + near_;
      for (std::size_t j = i + 1; j < order_.size() && rect(order_[j]).x <= reach; ++j) {
        pair(std::min(order_[i], order_[j]), std::max(order_[i], order_[j]));
        if (found_.walls.size() + found_.overlaps.size() > most_) {
          found_.complete = false;
          return std::move(found_);
        }
      }
    }
    std::ranges::sort(found_.walls, {}, [](const SharedWall& wall) { return std::pair(wall.a, wall.b); });
    std::ranges::sort(found_.overlaps, {}, [](const Overlap& overlap) { return std::pair(overlap.a, overlap.b); });
    return std::move(found_);
  }

 private:
  const Rect& rect(int i) const { return plan_.rooms[static_cast<std::size_t>(i)].rect; }

  void pair(int a, int b) {
    const Rect& p = rect(a);
    const Rect& q = rect(b);
    const double across_x = std::min(p.right(), q.right()) - std::max(p.x, q.x);
    const double across_y = std::min(p.bottom(), q.bottom()) - std::max(p.y, q.y);
    if (across_x < -near_ || across_y < -near_) return;
    if (across_x > overlap_tolerance && across_y > overlap_tolerance) {
      found_.overlaps.push_back({a, b, across_x, across_y});
    }
    if (across_y > least_shared) {
      const double low = std::max(p.y, q.y);
      if (std::abs(p.right() - q.x) <= near_) wall(a, b, words::WallDirection::right, low, low + across_y);
      if (std::abs(q.right() - p.x) <= near_) wall(a, b, words::WallDirection::left, low, low + across_y);
    }
    if (across_x > least_shared) {
      const double low = std::max(p.x, q.x);
      if (std::abs(p.bottom() - q.y) <= near_) wall(a, b, words::WallDirection::bottom, low, low + across_x);
      if (std::abs(q.bottom() - p.y) <= near_) wall(a, b, words::WallDirection::top, low, low + across_x);
    }
  }
  void wall(int a, int b, words::WallDirection side, double low, double high) {
    found_.walls.push_back({a, b, side, low, high});
  }

  const Plan& plan_;
  double near_;
  std::vector<int> order_;
  std::size_t most_ = 0;
  Neighbourhood found_;
};

}  // namespace

Neighbourhood neighbourhood(const Plan& plan, std::span<const int> rooms, double near) {
  return Sweep(plan, rooms, near).run();
}

double wall_gap(const Settings& settings) { return std::clamp(settings.wall_thickness * 1.3, 0.1, 0.5); }

}  // namespace floorplan::engine
