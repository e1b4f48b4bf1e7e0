// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "domains/floorplan/engine/plan/walls.h"

// Where one can go: doors, openings, sides without a wall, stairs and lifts, as a graph of rooms.
namespace floorplan::engine {

struct Passage {
  enum class Kind : std::uint8_t { door, opening, open_side, stair, lift };
  Kind kind = Kind::door;
  int a = -1, b = -1;          // rooms; -1: outside
  std::array<double, 2> at{};  // on the sheet: the middle of the opening, the foot of a stair
  std::array<double, 2> to{};  // the head of a stair; else the same
  double width = 0;
  double length = 0;  // along a stair; else 0
  int floor = 0;
  int hole = -1;   // index in the floor's holes
  int stair = -1;  // index in Plan::stairs
};

struct Ways {
  std::vector<Walls> walls;       // by floor
  std::vector<RoomsAt> rooms_at;  // by floor
  std::vector<Passage> passages;
  std::vector<std::vector<int>> of_room;  // indices of passages, by room
  std::vector<bool> container;            // by room: all of it is sub-rooms, so nobody stands in it itself

  int other(const Passage& passage, int room) const { return passage.a == room ? passage.b : passage.a; }
};
Ways ways(const Plan& plan);

// The rooms one can reach from outside; `may` says which rooms may be walked through (and reached).
std::vector<bool> reachable(const Plan& plan, const Ways& ways, const std::function<bool(int)>& may);
// From the farthest corner of each room to the open air, through the middles of doors; -1: no way.
std::vector<double> way_out(const Plan& plan, const Ways& ways);

}  // namespace floorplan::engine
