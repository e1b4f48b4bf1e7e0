// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/floorplan/engine/plan/plan.h"
#include "domains/floorplan/engine/plan/region.h"

// The walls of a storey as one body: the sides of all its rooms laid on one another, so that neighbours
// share a wall, and the doors and windows in it, each once. For CAD, three dimensions and the critic.
namespace floorplan::engine {

// A door, window or gap. a comes before b in the direction of x, or of y for upright walls.
struct Hole {
  Opening::Kind kind = Opening::Kind::door;
  int floor = 0;
  bool upright = false;                                   // the wall runs up and down the sheet
  std::array<double, 2> a{}, b{};                         // the ends of its centre line on the sheet
  double bottom = 0, top = 0;                             // above the storey's floor
  double thickness = 0;                                   // of the wall it is in
  int room = -1;                                          // whose wall it is
  int other = -1;                                         // the room behind it; -1: outside, or nobody
  words::WallDirection side = words::WallDirection::top;  // of `room`
  std::array<double, 2> into{};                           // unit vector: where the leaf opens to
  bool hinge_at_a = true;
  int connection = -1;
  std::string id;  // "door:Kitchen.right", "door:Kitchen-Hall"; unique within the plan
  Span span;
  double width() const { return upright ? b[1] - a[1] : b[0] - a[0]; }
  bool passable() const { return kind != Opening::Kind::window; }
};

// A straight stretch of wall, the same in height and thickness all along.
struct Stretch {
  bool upright = false;
  Tick line = 0;  // x of an upright one, y of the others
  Tick from = 0, to = 0;
  Tick thickness = 0;
  bool outer = false;  // nothing on one of its sides
  double bottom = 0, top = 0;
};

struct Walls {
  std::vector<Stretch> stretches;
  std::vector<Hole> holes;  // in the order of the text: connections last

  // What stands at that height (above the storey's floor): disjointness is not promised, cover() and
  // outlines() merge. Holes are left out where the height is between their bottom and top.
  std::vector<Box> at(double height) const;
  // The plan view: whatever stands at any height, with all holes left out.
  std::vector<Box> footprint() const;
  // Every height at which something begins or ends, sorted.
  std::vector<double> levels() const;
};

Walls walls(const Plan& plan, int floor);

// The smallest room there (a sub-room before its parent), -1 if there is none. Edges belong to the room.
class RoomsAt {
 public:
  RoomsAt(const Plan& plan, int floor);
  int find(double x, double y) const;

 private:
  struct Entry {
    Rect rect;
    int room;
  };
  std::vector<Entry> by_left_;        // sorted by the left edge
  std::vector<double> right_so_far_;  // the largest right edge up to each entry
};

}  // namespace floorplan::engine
