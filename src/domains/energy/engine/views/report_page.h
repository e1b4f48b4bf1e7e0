// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "domains/energy/engine/results/tables.h"
#include "domains/energy/engine/views/page_data.h"

namespace energy::engine {

// What people want to know of a run before its numbers.
struct RunHead {
  std::string building, model, environment, weather, engine, id;
  bool stale = false;  // the model was edited since
};
base::Json head_json(const RunHead& head);
base::Json figures_json(const std::vector<Figure>& figures);

// What the page `energy-report` reads (web/pages/energy-report/data.ts): the contents of all reports, and their tables
// in parts, in the order of the run.
PageData report_page(const RunHead& head, const std::vector<Figure>& figures, const std::vector<Table>& tables);

}  // namespace energy::engine
