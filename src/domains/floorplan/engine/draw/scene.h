// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "domains/floorplan/engine/plan/plan.h"
#include "drawing/mesh.h"

namespace floorplan::engine {

inline constexpr double open_cut = 1.6;  // m: over sills and door handles, low enough to look into rooms

struct SceneOptions {
  std::optional<int> floor;          // index; none: all, one over the other
  std::optional<double> cut_height;  // walls of the uppermost floor shown end here, m above its floor
};

// The plan as solids, without a roof: slabs with stairwells, walls with true holes for doors and windows,
// leaves ajar, panes, steps, lifts. Storeys are stacked by Floor::elevation; with one floor alone, its floor
// is at y = 0. Solids have the ids of the plan: "room:Kitchen", "door:Kitchen-Hall", "stair:Main";
// the walls of a storey that share a colour are one solid ("walls:Ground/#f0ede8").
drawing::Scene scene(const Plan& plan, const SceneOptions& options = {});

}  // namespace floorplan::engine
