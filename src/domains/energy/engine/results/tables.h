// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The tabular reports of a run.
namespace energy::engine {

// One value of a report, as the database has it.
struct Cell {
  std::string report, scope;  // "AnnualBuildingUtilityPerformanceSummary", "Entire Facility"
  std::string table, row, column, units, value;
};
using Cells = std::vector<Cell>;

// A value that is a number. nullopt: it is a text, or nothing.
std::optional<double> number_of(std::string_view value);
// The first value of that place; nullptr: there is none.
const Cell* find_cell(std::span<const Cell> cells, std::string_view report, std::string_view table,
                      std::string_view row, std::string_view column);

// The same cells as tables; everything in the order in which it came.
struct Table {
  struct Column {
    std::string name, units;
  };
  struct Row {
    std::string name;
    std::vector<std::string> values;  // one for each column
  };
  std::string report, scope, name;
  std::vector<Column> columns;
  std::vector<Row> rows;
};
std::vector<Table> tables_of(std::span<const Cell> cells);

// A figure that two runs have, or one of them.
struct Difference {
  const Cell* before = nullptr;
  const Cell* after = nullptr;
  double change = 0;                   // of numbers
  std::optional<double> percent = {};  // of what was; absent where that was 0
};
// What differs by more than the share `tolerance` of the larger one, in the order of `before`, new ones last. The cells
// must outlive it.
struct Comparison {
  std::vector<Difference> differences;
  std::size_t compared = 0, same = 0;
};
Comparison compare(std::span<const Cell> before, std::span<const Cell> after, double tolerance);

// The figures of a run that people ask for first; absent where a report does not have them. The engine adds energies up
// over weather run periods only: without one, `weather` false, its zeros are not figures.
struct Figure {
  std::string name, units;  // "total_site_energy"
  double value = 0;
};
std::vector<Figure> key_figures(std::span<const Cell> cells, bool weather);

}  // namespace energy::engine
