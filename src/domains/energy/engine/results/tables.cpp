// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/results/tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "base/text.h"

namespace energy::engine {

namespace {

using Place = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, std::string_view>;
Place place_of(const Cell& cell) { return {cell.report, cell.scope, cell.table, cell.row, cell.column}; }

bool equal_within(double a, double b, double tolerance) {
  return a == b || std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

Difference difference_of(const Cell* before, const Cell* after) {
  Difference out{before, after};
  const auto was = before != nullptr ? number_of(before->value) : std::nullopt;
  const auto is = after != nullptr ? number_of(after->value) : std::nullopt;
  if (!was || !is) return out;
  out.change = *is - *was;
  if (*was != 0) out.percent = 100 * out.change / std::abs(*was);
  return out;
}

bool same(const Cell& before, const Cell& after, double tolerance) {
  const auto was = number_of(before.value), is = number_of(after.value);
  if (was && is) return equal_within(*was, *is, tolerance);
  return before.value == after.value;
}

struct FigurePlace {
  const char *name, *table, *row, *column;
};
constexpr std::array figure_places = {
    FigurePlace{"total_site_energy", "Site and Source Energy", "Total Site Energy", "Total Energy"},
    FigurePlace{"site_energy_per_area", "Site and Source Energy", "Total Site Energy",
                "Energy Per Total Building Area"},
    FigurePlace{"net_site_energy", "Site and Source Energy", "Net Site Energy", "Total Energy"},
    FigurePlace{"total_source_energy", "Site and Source Energy", "Total Source Energy", "Total Energy"},
    FigurePlace{"building_area", "Building Area", "Total Building Area", "Area"},
    FigurePlace{"conditioned_area", "Building Area", "Net Conditioned Building Area", "Area"},
    FigurePlace{"heating_not_met", "Comfort and Setpoint Not Met Summary",
                "Time Setpoint Not Met During Occupied Heating", "Facility"},
    FigurePlace{"cooling_not_met", "Comfort and Setpoint Not Met Summary",
                "Time Setpoint Not Met During Occupied Cooling", "Facility"},
};

}  // namespace

std::optional<double> number_of(std::string_view value) {
  value = base::trim(value);
  double out = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
  if (error != std::errc{} || end != value.data() + value.size() || !std::isfinite(out)) return std::nullopt;
  return out;
}

const Cell* find_cell(std::span<const Cell> cells, std::string_view report, std::string_view table,
                      std::string_view row, std::string_view column) {
  const auto found = std::ranges::find_if(cells, [&](const Cell& cell) {
    return cell.report == report && cell.table == table && cell.row == row && cell.column == column;
  });
  return found == cells.end() ? nullptr : &*found;
}

std::vector<Table> tables_of(std::span<const Cell> cells) {
  struct Places {
    std::size_t table = 0;
    std::map<std::string_view, std::size_t> columns, rows;
  };
  std::vector<Table> out;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, Places> known;
  for (const auto& cell : cells) {
    auto [at, fresh] = known.try_emplace({cell.report, cell.scope, cell.table});
    if (fresh) {
      at->second.table = out.size();
      out.push_back({cell.report, cell.scope, cell.table, {}, {}});
    }
    Table& table = out[at->second.table];
    const auto column = at->second.columns.try_emplace(cell.column, table.columns.size());
    if (column.second) table.columns.push_back({cell.column, cell.units});
    const auto row = at->second.rows.try_emplace(cell.row, table.rows.size());
    if (row.second) table.rows.push_back({cell.row, {}});
    auto& values = table.rows[row.first->second].values;
    values.resize(std::max(values.size(), column.first->second + 1));
    values[column.first->second] = std::string(base::trim(cell.value));
  }
  for (auto& table : out) {
    for (auto& row : table.rows) row.values.resize(table.columns.size());
  }
  return out;
}

Comparison compare(std::span<const Cell> before, std::span<const Cell> after, double tolerance) {
  Comparison out;
  std::map<Place, const Cell*> others;
  for (const auto& cell : after) others.emplace(place_of(cell), &cell);
  std::map<Place, const Cell*> seen;
  for (const auto& cell : before) {
    if (!seen.emplace(place_of(cell), &cell).second) continue;
    ++out.compared;
    const auto other = others.find(place_of(cell));
    if (other != others.end() && same(cell, *other->second, tolerance)) {
      ++out.same;
    } else {
      out.differences.push_back(difference_of(&cell, other == others.end() ? nullptr : other->second));
    }
  }
  for (const auto& cell : after) {
    if (!seen.emplace(place_of(cell), &cell).second) continue;
    ++out.compared;
    out.differences.push_back(difference_of(nullptr, &cell));
  }
  return out;
}

std::vector<Figure> key_figures(std::span<const Cell> cells, bool weather) {
  std::vector<Figure> out;
  for (const auto& place : figure_places) {
    if (!weather && place.table != std::string_view("Building Area")) continue;
    const Cell* cell =
        find_cell(cells, "AnnualBuildingUtilityPerformanceSummary", place.table, place.row, place.column);
    if (cell == nullptr) continue;
    if (const auto value = number_of(cell->value)) out.push_back({place.name, cell->units, *value});
  }
  return out;
}

}  // namespace energy::engine
