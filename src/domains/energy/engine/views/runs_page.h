// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/results/series.h"
#include "domains/energy/engine/results/tables.h"
#include "domains/energy/engine/views/page_data.h"
#include "domains/energy/engine/views/report_page.h"
#include "domains/energy/engine/views/scene_values.h"

namespace energy::engine {

// The energy that each end use of the annual summary takes, all carriers together; water is none.
struct EndUses {
  struct Use {
    std::string name;
    double value = 0;
  };
  std::string unit;
  std::vector<Use> list;  // in the order of the report
};
EndUses end_uses(std::span<const Cell> cells);

// One series that two runs have, at the same steps.
struct PairedSeries {
  std::string name, key, unit, frequency;
  std::vector<std::string> times;  // timestamps, the ends of intervals
  std::vector<StepSpan> environments;
  std::vector<double> before, after;  // NaN: that run has no such step
};
// Those whose variable fits `wanted` (* and ? stand for others), at most `most`. Where it is empty, what people ask for
// first: meters of the facility, other meters, temperatures of zones, the rest; hourly before others. Some 9,000 steps
// at most: what is longer is gathered by hour or day. Fails with the nearest names where none is called so.
base::Result<std::vector<PairedSeries>> paired_series(const Series& before, const Series& after,
                                                      const std::string& wanted, std::size_t most);

// A run of two.
struct RunSide {
  RunHead head;
  std::vector<Figure> figures;
  EndUses uses;
};
struct RunPair {
  RunSide before, after;
  std::vector<std::string> warnings;  // why they may not be comparable
  std::string report;                 // which was compared; empty: all
};

// What the page `energy-runs` reads (web/pages/energy-runs/data.ts): figures and end uses at once, differences and
// series in parts.
PageData runs_page(const RunPair& runs, const Comparison& comparison, const std::vector<PairedSeries>& series);

}  // namespace energy::engine
