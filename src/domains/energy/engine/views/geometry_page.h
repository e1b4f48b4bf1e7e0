// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/json.h"
#include "domains/energy/engine/geometry/scene.h"

namespace energy::engine {

// A simulated value of each zone over time, to colour by.
struct ZoneValues {
  std::string variable, unit;
  std::vector<std::string> times;
  std::vector<std::vector<double>> zones;  // by Scene::zones, then by time; NaN: unknown
};

// What the page `energy-geometry` reads (web/pages/energy-geometry/data.ts): columns by surface, points in millimetres.
base::Json geometry_page(const Model& model, const Scene& scene, const std::string& name,
                         const ZoneValues* values = nullptr);

}  // namespace energy::engine
