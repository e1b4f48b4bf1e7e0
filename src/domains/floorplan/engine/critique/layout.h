// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/floorplan/engine/critique/critique.h"
#include "domains/floorplan/engine/plan/plan.h"

// A first plan from a brief: one storey, rectangular, cut into rooms. A starting point to change, not a design.
namespace floorplan::engine {

struct BriefRoom {
  std::string name;
  std::string label;                  // may be empty
  double min_area = 0, max_area = 0;  // square metres
  double min_width = 0;               // metres; 0: by what the name says it is for
  std::optional<bool> window;         // none: by use (bedrooms, living rooms, kitchens, offices)
  bool outside_door = false;
};
struct BriefLink {
  std::string a, b;
  bool wanted = true;  // false: they must not share a wall
};
struct Brief {
  std::vector<BriefRoom> rooms;  // 1 to 40
  std::vector<BriefLink> links;
  std::optional<double> width, depth;  // of the footprint, metres; none: from the areas and the aspect
  double aspect = 1.4;                 // width / depth, where the footprint is free; 0.25 to 4
  words::LengthUnit unit = words::LengthUnit::m;
  words::AreaUnit area_unit = words::AreaUnit::sqm;
  words::WallDirection entrance = words::WallDirection::bottom;
  double hall_width = 1.3;  // to the middle of its walls
  std::uint32_t seed = 1;
};

struct RoomScore {
  std::string name;
  double area = 0, min_area = 0, max_area = 0;  // square metres
  double deviation = 0;                         // beyond the range, as a share of its nearer end; 0: within
  double width = 0, min_width = 0;              // the shorter side, metres
  double aspect = 1;                            // longer / shorter side
  bool needs_window = false, has_window = false;
  bool reachable = false;
};
struct LinkScore {
  std::string a, b;
  bool wanted = true, satisfied = false;
};
struct Layout {
  std::string dsl;
  // 0 to 100 each; `score` weighs areas 35, links 20, ways 20, windows 15, shapes 10.
  double score = 0;
  double areas = 0, links_score = 0, ways = 0, windows = 0, shapes = 0;
  std::vector<RoomScore> rooms;
  std::vector<LinkScore> links;
  double width = 0, depth = 0;    // of the footprint, metres
  bool hall_added = false;        // the brief had none and needed one
  std::vector<Finding> findings;  // what the critic says about it
};

// Searches slicing trees by annealing with a fixed number of steps: the same brief gives the same plan. The
// text compiles without errors, every room can be reached where its neighbours allow it, and what could not be
// had is in the scores. Fails for a brief that makes no sense (no rooms, unknown names, impossible numbers).
base::Result<Layout> layout(const Brief& brief);

}  // namespace floorplan::engine
