// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/report.h"

#include "base/text.h"

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

engine::RunHead head_of(const runtime::Run& run, bool stale) {
  auto out = runtime::head_of(*run.results);
  out.model = base::printable(run.subject.path, 400);
  out.engine = run.engine;
  out.id = run.id;
  out.stale = stale;
  return out;
}

std::map<std::string, tool::PagePart> parts_of(engine::PageData data, const std::string& main) {
  std::map<std::string, tool::PagePart> out;
  out.emplace(main, tool::PagePart{"application/json", data.main.dump()});
  for (auto& [name, part] : data.parts) out.emplace(name, tool::PagePart{"application/json", part.dump()});
  return out;
}

}  // namespace energy::tools
