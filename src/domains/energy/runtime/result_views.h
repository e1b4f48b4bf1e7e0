// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/results/peaks.h"
#include "domains/energy/engine/results/tables.h"
#include "domains/energy/engine/views/page_data.h"
#include "domains/energy/engine/views/report_page.h"
#include "domains/energy/engine/views/runs_page.h"
#include "domains/energy/runtime/results.h"

// From what a run left to what people look at, for tools and commands alike.
namespace energy::runtime {

// What the run's own reports say of it; empty members where they do not. `stale`, `id` and `model` are the caller's.
engine::RunHead head_of(const Results& results);

base::Result<engine::PeakLoads> peaks_of(const Results& results);

// Of one report, or of all where the name is empty, as tables.
base::Result<std::vector<engine::Table>> tables_of(const Results& results, const std::string& report);

// Two runs beside each other; `comparison` points into the cells.
struct RunComparison {
  engine::RunPair runs;
  engine::Cells was, is;
  engine::Comparison comparison;
  std::vector<engine::PairedSeries> series;
};
struct CompareWish {
  std::string report;    // empty: all
  double tolerance = 0;  // a share
  std::string variable;  // of the series; empty: what people ask for first
};
// Fails where neither run has the report, or no series of both is called so.
base::Result<std::shared_ptr<RunComparison>> compare_results(const Results& before, const Results& after,
                                                             engine::RunHead before_head, engine::RunHead after_head,
                                                             const CompareWish& wish);

}  // namespace energy::runtime
