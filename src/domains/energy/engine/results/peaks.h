// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domains/energy/engine/results/tables.h"

// What the peak loads of a building consist of, from the reports HVACSizingSummary and SensibleHeatGainSummary.
namespace energy::engine {

struct PeakComponent {
  std::string name;    // "Window Heat Addition"
  double watts = 0;    // what it adds to the load: gains for cooling, losses for heating; negative: it lessens it
  double percent = 0;  // of all that add to it
};

struct PeakZone {
  std::string zone, design_day, time;
  double design_load_w = 0;
  std::optional<double> load_per_area_w_m2, outdoor_c, indoor_c;
  std::vector<PeakComponent> components;  // at its own peak of the weather run, the largest first
};

struct PeakSide {
  double design_load_w = 0;  // of all zones, each at its own peak
  std::string time;          // of the facility's peak in the weather run; empty: there was none
  std::vector<PeakComponent> components;
  std::vector<PeakZone> zones;  // the largest first
};

// Something that deserves a look.
struct PeakFlag {
  std::string code, message;
};

struct PeakLoads {
  std::optional<double> floor_area_m2;
  PeakSide cooling, heating;
  std::vector<PeakFlag> flags;
};
PeakLoads peak_loads(std::span<const Cell> cells);

}  // namespace energy::engine
