// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "domains/floorplan/engine/plan/plan.h"

namespace floorplan::engine {

// A stretch of wall that two rooms share: `a`'s side and `b`'s opposite side lie on one line, or nearly.
struct SharedWall {
  int a = -1, b = -1;                // indices of rooms
  words::WallDirection side_of_a{};  // b's is the opposite
  double low = 0, high = 0;          // along the wall, absolute
};

struct Overlap {
  int a = -1, b = -1;
  double width = 0, height = 0;
};

struct Neighbourhood {
  std::vector<SharedWall> walls;
  std::vector<Overlap> overlaps;
  bool complete = true;  // false: there were too many to list
};

// Who stands beside or on whom among these rooms (all of one floor, or of one parent). Walls count as
// shared up to `near` apart. By a sweep along x; the lists are bounded.
Neighbourhood neighbourhood(const Plan& plan, std::span<const int> rooms, double near);

// Rooms whose walls are this close stand wall to wall: a modelled wall thickness may lie between them.
double wall_gap(const Settings& settings);

}  // namespace floorplan::engine
