// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "domains/floorplan/engine/plan/plan.h"
#include "drawing/dxf.h"

namespace floorplan::engine {

struct CadOptions {
  std::optional<int> floor;               // index; none: all of them
  std::optional<words::LengthUnit> unit;  // of coordinates and of shown lengths; none: the plan's
  std::optional<words::AreaUnit> area_unit;
  bool labels = true;
  bool dimensions = true;
};

// The plan for CAD: y up, walls merged with their gaps, doors, windows and lifts as blocks. Several floors
// stand side by side from left to right, each over its title, on the same layers: ROOMS WALLS DOORS WINDOWS
// STAIRS LIFTS LABELS DIMENSIONS. The first floor drawn keeps the plan's own coordinates (x, -y).
drawing::DxfDrawing cad(const Plan& plan, const CadOptions& options = {});

}  // namespace floorplan::engine
