// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// What stands between a model and another version, by the two schemas alone: EnergyPlus' own rules for a step are in
// its Transition programs. Where no field of a type that the model uses moved, vanished or came to mean something else,
// the step changes nothing but the version.
struct MigrationStep {
  struct Obstacle {
    std::string type, what;  // "field x moved"
  };
  struct Gain {
    std::string type;
    std::vector<std::string> fields;  // new ones, at the end; they are blank
  };
  std::vector<Obstacle> obstacles;
  std::vector<Gain> gains;
};
// One step; `from` and `to` are the schemas of versions that follow each other.
MigrationStep migration_step(const Model& model, const Schema& from, const Schema& to);

}  // namespace energy::engine
