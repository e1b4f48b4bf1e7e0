// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "domains/energy/engine/geometry/scene.h"

namespace energy::engine {

// What the surfaces of a zone enclose. Openings count with their wall and by themselves.
struct ZoneSize {
  double floor_m2 = 0, ceiling_m2 = 0, wall_m2 = 0, outside_wall_m2 = 0, window_m2 = 0;
  double volume_m3 = 0, height_m = 0;
  std::array<std::size_t, 8> counts{};  // of surfaces, by Surface::Kind
};
// One for each of Scene::zones. Multipliers of zones are not in it.
std::vector<ZoneSize> zone_sizes(const Scene& scene);

}  // namespace energy::engine
