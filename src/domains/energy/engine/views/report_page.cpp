// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/report_page.h"

#include <utility>

#include "base/text.h"
#include "domains/energy/engine/views/packed.h"

namespace energy::engine {
namespace {

using base::Json;

std::string told(const std::string& text) { return base::printable(text, 400); }

Json table_part(const Table& table) {
  Json::Array columns, rows;
  for (const auto& each : table.columns) {
    columns.push_back(Json::object({{"name", told(each.name)}, {"unit", unit_text(told(each.units))}}));
  }
  for (const auto& row : table.rows) {
    Json::Array values{told(row.name)};
    for (const auto& value : row.values) values.emplace_back(told(value));
    rows.emplace_back(std::move(values));
  }
  return Json::object({{"columns", std::move(columns)}, {"rows", std::move(rows)}});
}

// About how long it is as JSON.
std::size_t bytes_of(const Table& table) {
  std::size_t out = 40;
  for (const auto& each : table.columns) out += each.name.size() + each.units.size() + 24;
  for (const auto& row : table.rows) {
    out += row.name.size() + 6;
    for (const auto& value : row.values) out += value.size() + 3;
  }
  return out;
}

// Reports with their tables; each table says how many rows there will be.
Json contents_of(const std::vector<Table>& tables) {
  Json::Array reports;
  const Table* before = nullptr;
  for (const auto& table : tables) {
    if (before == nullptr || before->report != table.report || before->scope != table.scope) {
      reports.push_back(
          Json::object({{"name", told(table.report)}, {"scope", told(table.scope)}, {"tables", Json::array()}}));
    }
    reports.back().find("tables")->push_back(Json::object({{"name", told(table.name)}, {"rows", table.rows.size()}}));
    before = &table;
  }
  return reports;
}

}  // namespace

Json head_json(const RunHead& head) {
  return Json::object({{"building", told(head.building)},
                       {"model", told(head.model)},
                       {"environment", told(head.environment)},
                       {"weather", told(head.weather)},
                       {"engine", told(head.engine)},
                       {"id", told(head.id)},
                       {"stale", head.stale}});
}

Json figures_json(const std::vector<Figure>& figures) {
  Json::Array out;
  for (const auto& each : figures) {
    out.push_back(Json::object({{"name", each.name}, {"unit", unit_text(each.units)}, {"value", each.value}}));
  }
  return out;
}

PageData report_page(const RunHead& head, const std::vector<Figure>& figures, const std::vector<Table>& tables) {
  PageData out;
  std::size_t bytes = 0, number = 0;
  Json::Array list;
  const auto close = [&] {
    out.parts.emplace(part_name("tables", number++), Json::object({{"tables", std::move(list)}}));
    list = {};
    bytes = 0;
  };
  for (const auto& table : tables) {
    const auto size = bytes_of(table);
    if (!list.empty() && bytes + size > part_bytes) close();
    list.push_back(table_part(table));
    bytes += size;
  }
  if (!list.empty()) close();
  out.main = Json::object({{"run", head_json(head)},
                           {"figures", figures_json(figures)},
                           {"reports", contents_of(tables)},
                           {"table_parts", number}});
  return out;
}

}  // namespace energy::engine
