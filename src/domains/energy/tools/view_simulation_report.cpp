// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/engine/views/run_pictures.h"
#include "domains/energy/tools/parts/report.h"
#include "domains/energy/tools/parts/shown.h"

namespace energy::tools::view_simulation_report {

namespace {

struct Args {
  std::optional<std::string> report_name;
  bool picture = false;
  static constexpr auto fields =
      tool::fields(tool::field("report_name", &Args::report_name, "One report; default: the annual summary.",
                               {.max_length = max_name}),
                   tool::with_default("picture", &Args::picture, "A PNG of its tables with the answer."));
};

struct Out {
  bool stale = false;
  std::string building_name, environment, energyplus_version;
  Json reports = Json::array();
  std::vector<std::string> other_reports;
  static constexpr auto fields = tool::fields(
      tool::field("stale", &Out::stale, "The model was edited since the run."),
      tool::field("building_name", &Out::building_name, "Of the model."),
      tool::field("environment", &Out::environment, "What was simulated."),
      tool::field("energyplus_version", &Out::energyplus_version, "Of the engine."),
      tool::field("reports", &Out::reports, "[{report_name, for_string, tables: [{table_name, columns, rows}]}]."),
      tool::field("other_reports", &Out::other_reports, "Names of those that are not in this answer."));
};

constexpr const char* first_report = "AnnualBuildingUtilityPerformanceSummary";

Result<tool::Shown<Out>> show(Runtime& runtime, const Args& args, const View& view) {
  const auto last = TRY(last_run(view, runtime));
  const std::string wanted = args.report_name.value_or(first_report);
  const Json report = TRY(report_json(*last.run, wanted));
  Out out{.stale = last.stale};
  for (const auto& each : TRY(last.run->results->reports())) {
    if (!base::equals_ignoring_case(each.report, wanted)) out.other_reports.push_back(each.report);
  }
  out.building_name = report.text("building_name");
  out.environment = report.text("environment");
  out.energyplus_version = report.text("energyplus_version");
  out.reports = report.at("reports");
  if (out.reports.empty()) {
    std::string hint = "list_simulation_reports shows what there is.";
    if (const auto near = base::nearest(wanted, out.other_reports)) hint = "Did you mean " + *near + "? " + hint;
    return fail(Code::not_found, "This run has no report '" + base::printable(wanted, 200) + "'.", "report_name", hint);
  }
  tool::Shown<Out> shown{std::move(out)};
  const auto head = head_of(*last.run, last.stale);
  if (args.picture) {
    const auto tables = TRY(runtime::tables_of(*last.run->results, wanted));
    shown.extras.content.push_back(TRY(png_content(engine::report_picture(head, tables))));
  }
  shown.extras.page_parts = [run = last.run, head] {
    const auto tables = runtime::tables_of(*run->results, "");
    const std::vector<engine::Table> none;
    return parts_of(engine::report_page(head, run->results->figures(), tables.ok() ? *tables : none), "report");
  };
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "view_simulation_report",
                                .title = "Look at the report of a run",
                                .doc = "One tabular report of the last run with all its tables; where the client "
                                       "shows pages, a page of all reports to search and sort.",
                                .page = "ui://lintel/energy-report"},
                               [&runtime](const Args& args, const View& view) { return show(runtime, args, view); });
}

}  // namespace energy::tools::view_simulation_report
