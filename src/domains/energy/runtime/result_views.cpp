// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/result_views.h"

#include <utility>

#include "base/text.h"

namespace energy::runtime {

namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr const char* summary = "AnnualBuildingUtilityPerformanceSummary";
constexpr std::size_t most_series = 12;

std::string general_fact(const engine::Cells& cells, std::string_view row) {
  const auto* cell = engine::find_cell(cells, "InputVerificationandResultsSummary", "General", row, "Value");
  return cell == nullptr ? "" : base::printable(base::trim(cell->value), 200);
}

// "EnergyPlus, Version 25.2.0-cf7368216c, YMD=2026.11.17 13:43" is 25.2.0.
std::string written_by(const std::string& text) {
  constexpr std::string_view mark = "Version ";
  const auto at = text.find(mark);
  if (at == std::string::npos) return {};
  const auto from = at + mark.size();
  return text.substr(from, text.find_first_of("-, ", from) - from);
}

engine::RunSide run_side(const Results& results, engine::RunHead head) {
  engine::RunSide out{.head = std::move(head), .figures = results.figures()};
  const auto cells = results.cells({.report = summary, .table = "End Uses"});
  if (cells.ok()) out.uses = engine::end_uses(*cells);
  return out;
}

}  // namespace

engine::RunHead head_of(const Results& results) {
  engine::RunHead out{.building = results.building_name()};
  const auto cells = results.cells({.report = "InputVerificationandResultsSummary", .table = "General"});
  if (!cells.ok()) return out;
  out.environment = general_fact(*cells, "RunPeriod");
  out.weather = general_fact(*cells, "Weather File");
  out.engine = written_by(general_fact(*cells, "Program Version and Build"));
  return out;
}

Result<engine::PeakLoads> peaks_of(const Results& results) {
  engine::Cells cells;
  for (const char* report : {"HVACSizingSummary", "SensibleHeatGainSummary", summary}) {
    for (auto& cell : TRY(results.cells({.report = report}))) cells.push_back(std::move(cell));
  }
  return engine::peak_loads(cells);
}

Result<std::vector<engine::Table>> tables_of(const Results& results, const std::string& report) {
  return engine::tables_of(TRY(results.cells({.report = report})));
}

Result<std::shared_ptr<RunComparison>> compare_results(const Results& before, const Results& after,
                                                       engine::RunHead before_head, engine::RunHead after_head,
                                                       const CompareWish& wish) {
  auto out = std::make_shared<RunComparison>();
  out->was = TRY(before.cells({.report = wish.report}));
  out->is = TRY(after.cells({.report = wish.report}));
  if (out->was.empty() && out->is.empty()) {
    return fail(Code::not_found, "Neither run has this report.", "report_name", "list_simulation_reports shows them.");
  }
  out->comparison = engine::compare(out->was, out->is, wish.tolerance);
  out->runs.before = run_side(before, std::move(before_head));
  out->runs.after = run_side(after, std::move(after_head));
  out->runs.report = wish.report;
  const auto one = TRY(before.series());
  const auto other = TRY(after.series());
  out->series = TRY(engine::paired_series(*one, *other, wish.variable, most_series));
  return out;
}

}  // namespace energy::runtime
