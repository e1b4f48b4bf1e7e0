// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "domains/energy/engine/results/peaks.h"
#include "domains/energy/engine/results/tables.h"
#include "domains/energy/engine/views/report_page.h"
#include "domains/energy/engine/views/runs_page.h"
#include "drawing/picture.h"

// The results of runs as pictures, for clients that show no pages.
namespace energy::engine {

// The tables of a report, as many rows as a sheet takes.
drawing::Picture report_picture(const RunHead& head, const std::vector<Table>& tables);

// Cooling and heating side by side: what the peak consists of where the run has it, and the zones that need most.
drawing::Picture peaks_picture(const RunHead& head, const PeakLoads& peaks);

// The key figures and end uses of two runs, and one series of both.
drawing::Picture runs_picture(const RunPair& runs, const std::vector<PairedSeries>& series);

}  // namespace energy::engine
