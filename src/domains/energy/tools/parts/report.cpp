// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/report.h"

#include <algorithm>

namespace energy::tools {

namespace {

Json table_json(const engine::Table& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const auto& column : table.columns) {
    columns.push_back(column.units.empty() ? column.name : column.name + " [" + column.units + "]");
  }
  for (const auto& row : table.rows) {
    Json values = Json::array();
    for (const auto& value : row.values) values.push_back(value);
    rows.push_back(Json::object({{"name", row.name}, {"values", std::move(values)}}));
  }
  return Json::object({{"table_name", table.name}, {"columns", std::move(columns)}, {"rows", std::move(rows)}});
}

Json reports_json(const std::vector<engine::Table>& tables) {
  Json reports = Json::array();
  for (const auto& table : tables) {
    const bool same = !reports.empty() && reports.as_array().back().text("report_name") == table.report &&
                      reports.as_array().back().text("for_string") == table.scope;
    if (!same) {
      reports.push_back(
          Json::object({{"report_name", table.report}, {"for_string", table.scope}, {"tables", Json::array()}}));
    }
    reports.as_array().back().find("tables")->push_back(table_json(table));
  }
  return reports;
}

std::string cell_text(const engine::Cells& cells, std::string_view row) {
  const auto* cell = engine::find_cell(cells, "InputVerificationandResultsSummary", "General", row, "Value");
  return cell == nullptr ? "" : cell->value;
}

Json components_json(const std::vector<engine::PeakComponent>& components) {
  Json out = Json::array();
  for (const auto& each : components) {
    out.push_back(Json::object({{"name", each.name}, {"watts", each.watts}, {"percent", each.percent}}));
  }
  return out;
}

Json optional_number(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json zone_json(const engine::PeakZone& zone) {
  return Json::object({{"zone", zone.zone},
                       {"design_load_w", zone.design_load_w},
                       {"load_per_area_w_m2", optional_number(zone.load_per_area_w_m2)},
                       {"design_day", zone.design_day},
                       {"time", zone.time},
                       {"outdoor_c", optional_number(zone.outdoor_c)},
                       {"indoor_c", optional_number(zone.indoor_c)},
                       {"components", components_json(zone.components)}});
}

Json side_json(const engine::PeakSide& side, std::size_t most_zones) {
  Json zones = Json::array();
  for (std::size_t i = 0; i < std::min(most_zones, side.zones.size()); ++i) zones.push_back(zone_json(side.zones[i]));
  return Json::object({{"design_load_w", side.design_load_w},
                       {"peak_time", side.time},
                       {"components", components_json(side.components)},
                       {"zone_count", side.zones.size()},
                       {"zones", std::move(zones)}});
}

}  // namespace

Result<Json> report_json(const runtime::Run& run, const std::string& report) {
  const auto cells = TRY(run.results->cells({.report = report}));
  const auto general = TRY(run.results->cells({.report = "InputVerificationandResultsSummary", .table = "General"}));
  return Json::object({{"building_name", run.results->building_name()},
                       {"environment", cell_text(general, "RunPeriod")},
                       {"weather", cell_text(general, "Weather File")},
                       {"energyplus_version", run.engine},
                       {"model", run.subject.path},
                       {"reports", reports_json(engine::tables_of(cells))}});
}

Result<engine::PeakLoads> peaks_of(const runtime::Run& run) {
  engine::Cells cells;
  for (const char* report :
       {"HVACSizingSummary", "SensibleHeatGainSummary", "AnnualBuildingUtilityPerformanceSummary"}) {
    for (auto& cell : TRY(run.results->cells({.report = report}))) cells.push_back(std::move(cell));
  }
  return engine::peak_loads(cells);
}

Json peaks_json(const engine::PeakLoads& peaks, std::size_t most_zones) {
  Json flags = Json::array();
  for (const auto& flag : peaks.flags) {
    flags.push_back(Json::object({{"code", flag.code}, {"message", flag.message}}));
  }
  return Json::object({{"floor_area_m2", optional_number(peaks.floor_area_m2)},
                       {"cooling", side_json(peaks.cooling, most_zones)},
                       {"heating", side_json(peaks.heating, most_zones)},
                       {"flags", std::move(flags)}});
}

}  // namespace energy::tools
