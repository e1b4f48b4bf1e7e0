// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/energy/engine/results/peaks.h"
#include "domains/energy/tools/parts/simulation.h"

// The tabular report and the peak loads of a run as JSON, for pages and resources.
namespace energy::tools {

// {building_name, environment, energyplus_version, reports: [{report_name, for_string, tables: [{table_name, columns,
// rows}]}]}; all reports where `report` is empty.
Result<Json> report_json(const runtime::Run& run, const std::string& report);

Result<engine::PeakLoads> peaks_of(const runtime::Run& run);
// {floor_area_m2, cooling: {…}, heating: {…}, flags: […]}; at most so many zones of each side.
Json peaks_json(const engine::PeakLoads& peaks, std::size_t most_zones);

}  // namespace energy::tools
