// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "domains/energy/engine/views/page_data.h"
#include "domains/energy/engine/views/report_page.h"
#include "domains/energy/runtime/result_views.h"
#include "domains/energy/tools/parts/simulation.h"

// What the tools that show a run share.
namespace energy::tools {

// {building_name, environment, energyplus_version, reports: [{report_name, for_string, tables: [{table_name, columns,
// rows}]}]}; all reports where `report` is empty.
Result<Json> report_json(const runtime::Run& run, const std::string& report);

// What people want to know of a run before its numbers.
engine::RunHead head_of(const runtime::Run& run, bool stale);

// The data of a page as the parts of a view, the first one under that name.
std::map<std::string, tool::PagePart> parts_of(engine::PageData data, const std::string& main);

}  // namespace energy::tools
