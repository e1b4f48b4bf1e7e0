// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "base/text.h"
#include "domains/energy/tools/parts/simulation.h"
#include "domains/energy/tools/parts/timeseries.h"
#include "formats/table/table.h"

namespace energy::tools::export_timeseries {

namespace {

struct Args : SeriesArgs {
  std::string output_path;
  bool overwrite = false;
  static constexpr auto fields = std::tuple_cat(
      series_fields(), tool::fields(tool::field("output_path", &Args::output_path, ".csv or .xlsx.",
                                                {.min_length = 1, .max_length = max_path}),
                                    tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc)));
};

struct Out {
  std::string status = "exported";
  bool stale = false;
  std::string file_path;
  std::int64_t rows = 0, series = 0;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "exported."),
                                              tool::field("stale", &Out::stale, "The model was edited since the run."),
                                              tool::field("file_path", &Out::file_path, "The file."),
                                              tool::field("rows", &Out::rows, "Moments in it."),
                                              tool::field("series", &Out::series, "Columns of values."));
};

constexpr std::int64_t max_rows = 1'000'000;
constexpr std::size_t max_columns = 500;

// The shortest text that reads back as the same number.
std::string number_text(double value) {
  std::array<char, 32> out{};
  const auto end = std::to_chars(out.data(), out.data() + out.size(), value).ptr;
  return {out.data(), end};
}

std::string heading(const engine::Variable& variable) {
  const std::string key = variable.key.empty() ? "" : variable.key + ":";
  return key + variable.name + " [" + variable.units + "](" + std::string(name(variable.frequency)) + ")";
}

// One row for each moment that any of the series has, in their order.
formats::table::Sheet sheet_of(const engine::Series& series, const std::vector<std::size_t>& columns,
                               const engine::SeriesQuery& query) {
  std::map<std::pair<std::uint32_t, std::string>, std::vector<std::string>> rows;
  formats::table::Sheet out{"Series", {{"timestamp", "environment"}}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out.rows[0].push_back(heading(series.variables[columns[i]]));
    for (auto& point : engine::points(series, columns[i], query, 0, max_rows).page) {
      auto& row = rows[{point.environment, point.timestamp}];
      row.resize(columns.size());
      row[i] = number_text(point.value);
    }
  }
  for (auto& [at, values] : rows) {
    std::vector<std::string> row{at.second, series.environments[at.first].name};
    std::ranges::move(values, std::back_inserter(row));
    out.rows.push_back(std::move(row));
  }
  return out;
}

std::string file_of_sheet(const formats::table::Sheet& sheet, bool xlsx) {
  if (!xlsx) return formats::table::write_csv(sheet);
  formats::table::Look look;
  for (std::size_t i = 2; i < sheet.rows[0].size(); ++i) look.numbers.push_back(i);
  return formats::table::write_xlsx({sheet}, {look});
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view, tool::Job&) {
  const auto last = TRY(last_run(view, runtime));
  const auto series = TRY(last.run->results->series());
  const auto found = TRY(engine::matching(*series, args.query()));
  if (found.size() > max_columns) {
    return fail(Code::out_of_range,
                std::to_string(found.size()) + " series fit; a file has at most " + std::to_string(max_columns) + ".",
                "key_value", "Name the variable or the key more closely.");
  }
  const auto sheet = sheet_of(*series, found, args.query());
  const bool xlsx = base::lower_ascii(args.output_path).ends_with(".xlsx");
  Change change;
  change.summary = "Write " + std::to_string(found.size()) + " series of " + base::printable(args.variable_name, 100) +
                   " to " + base::printable(args.output_path, 200);
  change.files.push_back({args.output_path, file_of_sheet(sheet, xlsx), {".csv", ".xlsx"}, args.overwrite});
  change.result = tool::encode(Out{.stale = last.stale,
                                   .file_path = args.output_path,
                                   .rows = static_cast<std::int64_t>(sheet.rows.size()) - 1,
                                   .series = static_cast<std::int64_t>(found.size())});
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::job<Args, Out>(
      {.name = "export_timeseries",
       .title = "Write series of a run to a file",
       .doc = "Writes the series of the last run that fit, as CSV or a spreadsheet.",
       .needs = Permission::read,
       .destroys = true},
      [&runtime](const Args& args, const View& view, tool::Job& job) { return plan(runtime, args, view, job); });
}

}  // namespace energy::tools::export_timeseries
