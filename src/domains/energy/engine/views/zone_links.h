// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/energy/engine/geometry/scene.h"
#include "domains/energy/engine/references/references.h"

namespace energy::engine {

// What belongs to a zone beside its surfaces, each name once: what its loads and controls go by, and what heats and
// cools it. What is given for a list of zones is given for each.
struct ZoneLinks {
  std::vector<std::string> constructions, schedules, equipment, thermostats;
};
// One for each of Scene::zones.
std::vector<ZoneLinks> zone_links(const Model& model, const Scene& scene, const References& references);

}  // namespace energy::engine
