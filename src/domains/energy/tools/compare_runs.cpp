// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/engine/views/run_pictures.h"
#include "domains/energy/tools/parts/report.h"
#include "domains/energy/tools/parts/shown.h"

namespace energy::tools::compare_runs {

namespace {

struct Args {
  std::string before = "previous", after = "last";
  std::optional<std::string> report_name, variable_name;
  bool picture = true;
  double tolerance_percent = 0;
  std::int64_t offset = 0, limit = 50;
  static constexpr auto fields =
      tool::fields(tool::with_default("before", &Args::before, "A run_id, last or previous.", {.max_length = 100}),
                   tool::with_default("after", &Args::after, "The same.", {.max_length = 100}),
                   tool::field("report_name", &Args::report_name, "Default: the annual summary; * for all.",
                               {.max_length = max_name}),
                   tool::field("variable_name", &Args::variable_name, "Series to lay over each other; default: meters.",
                               {.max_length = max_name}),
                   tool::with_default("picture", &Args::picture, "A PNG with the answer."),
                   tool::with_default("tolerance_percent", &Args::tolerance_percent, "Differences below are none.",
                                      {.minimum = 0, .maximum = 100}),
                   tool::with_default("offset", &Args::offset, "The first difference, from 0.", {.minimum = 0}),
                   tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 200}));
};

struct DifferenceOut {
  std::string report, table, row, column, units;
  std::optional<std::string> before, after;
  std::optional<double> change, percent;
  static constexpr auto fields = tool::fields(tool::field("report", &DifferenceOut::report, "Its report."),
                                              tool::field("table", &DifferenceOut::table, "Its table."),
                                              tool::field("row", &DifferenceOut::row, "Its row."),
                                              tool::field("column", &DifferenceOut::column, "Its column."),
                                              tool::field("units", &DifferenceOut::units, "Its unit."),
                                              tool::field("before", &DifferenceOut::before, "Absent: not there."),
                                              tool::field("after", &DifferenceOut::after, "Absent: not there."),
                                              tool::field("change", &DifferenceOut::change, "Of numbers."),
                                              tool::field("percent", &DifferenceOut::percent, "Of what it was."));
};
struct ChangedFigure {
  std::string name, units;
  double before = 0, after = 0;
  static constexpr auto fields = tool::fields(
      tool::field("name", &ChangedFigure::name, "Its name."), tool::field("units", &ChangedFigure::units, "Its unit."),
      tool::field("before", &ChangedFigure::before, "It was."), tool::field("after", &ChangedFigure::after, "It is."));
};
struct Out {
  std::string verdict, before, after;
  std::int64_t compared = 0, same = 0, different = 0;
  std::vector<ChangedFigure> figures;
  std::vector<DifferenceOut> differences;
  std::vector<std::string> warnings;
  static constexpr auto fields = tool::fields(
      tool::field("verdict", &Out::verdict, "same or different."), tool::field("before", &Out::before, "The run_id."),
      tool::field("after", &Out::after, "The run_id."), tool::field("compared", &Out::compared, "Values."),
      tool::field("same", &Out::same, "Of them."), tool::field("different", &Out::different, "Of them."),
      tool::field("figures", &Out::figures, "The key figures of both."),
      tool::field("differences", &Out::differences, "One page."),
      tool::field("warnings", &Out::warnings, "Why the two may not be comparable."));
};

DifferenceOut difference_out(const engine::Difference& each) {
  const engine::Cell& cell = each.before != nullptr ? *each.before : *each.after;
  DifferenceOut out{cell.report, cell.table, cell.row, cell.column, cell.units};
  if (each.before != nullptr) out.before = base::trim(each.before->value);
  if (each.after != nullptr) out.after = base::trim(each.after->value);
  if (each.change != 0) out.change = each.change;
  out.percent = each.percent;
  return out;
}

std::vector<ChangedFigure> figures_of(const engine::RunPair& runs) {
  std::vector<ChangedFigure> out;
  for (const auto& each : runs.before.figures) {
    for (const auto& other : runs.after.figures) {
      if (other.name == each.name && other.units == each.units)
        out.push_back({each.name, each.units, each.value, other.value});
    }
  }
  return out;
}

std::vector<std::string> warnings_of(const runtime::Run& before, const runtime::Run& after) {
  std::vector<std::string> out;
  if (before.weather_path != after.weather_path) out.emplace_back("The runs had different weather files.");
  if (before.engine != after.engine) out.emplace_back("The runs had different engines.");
  if (before.annual != after.annual || before.design_day != after.design_day) {
    out.emplace_back("The runs were of different periods.");
  }
  return out;
}

Out told(const runtime::RunComparison& found, const Args& args) {
  const auto& compared = found.comparison;
  Out out{.before = found.runs.before.head.id, .after = found.runs.after.head.id};
  out.compared = static_cast<std::int64_t>(compared.compared);
  out.same = static_cast<std::int64_t>(compared.same);
  out.different = static_cast<std::int64_t>(compared.differences.size());
  out.verdict = out.different == 0 ? "same" : "different";
  out.figures = figures_of(found.runs);
  for (auto i = args.offset; i < out.different && i < args.offset + args.limit; ++i) {
    out.differences.push_back(difference_out(compared.differences[static_cast<std::size_t>(i)]));
  }
  out.warnings = found.runs.warnings;
  return out;
}

Result<tool::Shown<Out>> compare(Runtime& runtime, const Args& args, const View& view) {
  const auto before = TRY(run_named(view, runtime, args.before));
  const auto after = TRY(run_named(view, runtime, args.after));
  std::string report = args.report_name.value_or("AnnualBuildingUtilityPerformanceSummary");
  if (report == "*") report.clear();
  const auto last = last_run(view, runtime);
  const bool stale = last.ok() && last->stale && last->run->id == after->id;
  auto made =
      TRY(runtime::compare_results(*before->results, *after->results, head_of(*before, false), head_of(*after, stale),
                                   {report, args.tolerance_percent / 100, args.variable_name.value_or("")}));
  made->runs.warnings = warnings_of(*before, *after);
  const std::shared_ptr<const runtime::RunComparison> found = std::move(made);
  tool::Shown<Out> shown{told(*found, args)};
  if (args.picture && (!found->runs.before.figures.empty() || !found->series.empty())) {
    shown.extras.content.push_back(TRY(png_content(engine::runs_picture(found->runs, found->series))));
  }
  shown.extras.page_parts = [found] {
    return parts_of(engine::runs_page(found->runs, found->comparison, found->series), "runs");
  };
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "compare_runs",
       .title = "Compare two runs",
       .doc = "What differs between the reports of two runs of this workspace, value by value; with a page where the "
              "client shows pages, and a picture.",
       .page = "ui://lintel/energy-runs"},
      [&runtime](const Args& args, const View& view) { return compare(runtime, args, view); });
}

}  // namespace energy::tools::compare_runs
