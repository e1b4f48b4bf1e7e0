// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "domains/energy/engine/geometry/scene.h"
#include "domains/energy/engine/views/page_data.h"
#include "domains/energy/engine/views/scene_values.h"

namespace energy::engine {

// Values to colour by, and how the page begins with them.
struct ShownValues {
  const SceneValues& values;
  std::size_t step = 0;
  bool stale = false;  // the model was edited since the run
};

// What the page `energy-geometry` reads (web/pages/energy-geometry/data.ts): surfaces in columns, points in
// millimetres, values packed, each in as many parts as they need.
PageData geometry_page(const Model& model, const Scene& scene, const std::string& name,
                       const ShownValues* shown = nullptr);

}  // namespace energy::engine
