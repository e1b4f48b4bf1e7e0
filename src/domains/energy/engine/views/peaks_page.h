// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/json.h"
#include "domains/energy/engine/results/peaks.h"
#include "domains/energy/engine/views/page_data.h"
#include "domains/energy/engine/views/report_page.h"

namespace energy::engine {

// {floor_area_m2, cooling: {…}, heating: {…}, flags: […]}; at most so many zones of each side.
base::Json peaks_json(const PeakLoads& peaks, std::size_t most_zones);

// What the page `energy-peaks` reads (web/pages/energy-peaks/data.ts): the same with all zones, those in parts.
PageData peaks_page(const RunHead& head, const PeakLoads& peaks);

}  // namespace energy::engine
