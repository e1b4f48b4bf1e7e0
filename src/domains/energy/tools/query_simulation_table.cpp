// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/simulation.h"

namespace energy::tools::query_simulation_table {

namespace {

struct Args {
  std::optional<std::string> report_name, table_name, row_name, column_name;
  std::int64_t offset = 0, limit = 100;
  static constexpr auto fields = tool::fields(
      tool::field("report_name", &Args::report_name, "As list_simulation_reports has it.", {.max_length = max_name}),
      tool::field("table_name", &Args::table_name, "For example End Uses.", {.max_length = max_name}),
      tool::field("row_name", &Args::row_name, "For example Heating.", {.max_length = max_name}),
      tool::field("column_name", &Args::column_name, "For example Electricity.", {.max_length = max_name}),
      tool::with_default("offset", &Args::offset, "The first value, from 0.", {.minimum = 0}),
      tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 500}));
};

struct CellOut {
  std::string report, scope, table, row, column, units, value;
  static constexpr auto fields = tool::fields(
      tool::field("report", &CellOut::report, "Its report."), tool::field("for", &CellOut::scope, "Of what."),
      tool::field("table", &CellOut::table, "Its table."), tool::field("row", &CellOut::row, "Its row."),
      tool::field("column", &CellOut::column, "Its column."), tool::field("units", &CellOut::units, "Its unit."),
      tool::field("value", &CellOut::value, "As the engine wrote it."));
};
struct Out {
  bool stale = false;
  std::int64_t total = 0, returned = 0;
  std::vector<CellOut> rows;
  static constexpr auto fields = tool::fields(tool::field("stale", &Out::stale, "The model was edited since the run."),
                                              tool::field("total", &Out::total, "How many fit."),
                                              tool::field("returned", &Out::returned, "Listed here."),
                                              tool::field("rows", &Out::rows, "One value each."));
};

// Which of the names leads nowhere, and what there is instead.
Result<Out> nothing(const runtime::Results& results, const Args& args) {
  const auto reports = TRY(results.reports());
  std::vector<std::string> names, tables;
  for (const auto& each : reports) {
    names.push_back(each.report);
    if (args.report_name && !base::equals_ignoring_case(each.report, *args.report_name)) continue;
    tables.insert(tables.end(), each.tables.begin(), each.tables.end());
  }
  const bool report_known = !args.report_name || !tables.empty();
  const auto wrong = report_known ? args.table_name.value_or(args.row_name.value_or(args.column_name.value_or("")))
                                  : *args.report_name;
  std::string hint = "list_simulation_reports shows what there is.";
  if (const auto near = base::nearest(wrong, report_known ? tables : names))
    hint = "Did you mean " + *near + "? " + hint;
  if (names.empty()) hint = "This run has no tabular reports.";
  return fail(Code::not_found, "No value of the reports fits.", report_known ? "table_name" : "report_name", hint);
}

Result<Out> query(Runtime& runtime, const Args& args, const View& view) {
  const auto last = TRY(last_run(view, runtime));
  const auto cells = TRY(last.run->results->cells({args.report_name.value_or(""), "", args.table_name.value_or(""),
                                                   args.row_name.value_or(""), args.column_name.value_or("")}));
  if (cells.empty()) return nothing(*last.run->results, args);
  Out out{.stale = last.stale, .total = static_cast<std::int64_t>(cells.size())};
  for (auto i = args.offset; i < out.total && out.returned < args.limit; ++i, ++out.returned) {
    const auto& cell = cells[static_cast<std::size_t>(i)];
    out.rows.push_back(
        {cell.report, cell.scope, cell.table, cell.row, cell.column, cell.units, std::string(base::trim(cell.value))});
  }
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "query_simulation_table",
       .title = "Read values of the tabular reports",
       .doc = "Values of the last run's tabular reports, chosen by report, table, row and column."},
      [&runtime](const Args& args, const View& view) { return query(runtime, args, view); });
}

}  // namespace energy::tools::query_simulation_table
