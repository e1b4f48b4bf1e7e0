// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/simulation.h"

namespace energy::tools::list_simulation_reports {

namespace {

struct ReportOut {
  std::string report_name, scope;
  std::vector<std::string> tables;
  static constexpr auto fields = tool::fields(tool::field("report_name", &ReportOut::report_name, "Its name."),
                                              tool::field("for", &ReportOut::scope, "Of what."),
                                              tool::field("tables", &ReportOut::tables, "Their names."));
};
struct Out {
  bool stale = false;
  std::int64_t total = 0;
  std::vector<ReportOut> reports;
  static constexpr auto fields = tool::fields(tool::field("stale", &Out::stale, "The model was edited since the run."),
                                              tool::field("total", &Out::total, "How many."),
                                              tool::field("reports", &Out::reports, "In the engine's order."));
};

Result<Out> list(Runtime& runtime, const tool::Nothing&, const View& view) {
  const auto last = TRY(last_run(view, runtime));
  Out out{.stale = last.stale};
  for (auto& each : TRY(last.run->results->reports())) out.reports.push_back({each.report, each.scope, each.tables});
  out.total = static_cast<std::int64_t>(out.reports.size());
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<tool::Nothing, Out>(
      {.name = "list_simulation_reports",
       .title = "List the tabular reports of a run",
       .doc = "Lists the tabular reports of the last run, each with its tables."},
      [&runtime](const tool::Nothing& args, const View& view) { return list(runtime, args, view); });
}

}  // namespace energy::tools::list_simulation_reports
