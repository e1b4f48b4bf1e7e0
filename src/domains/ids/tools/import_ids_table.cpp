// SPDX-License-Identifier: Apache-2.0
#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/engine/library/sheet.h"
#include "domains/ids/tools/parts/batch.h"
#include "domains/ids/tools/parts/document.h"
#include "formats/table/table.h"

namespace ids::tools::import_ids_table {

namespace {

constexpr std::size_t max_table_bytes = std::size_t{64} << 20;

struct Args {
  std::optional<std::string> path, csv, sheet;
  bool skip_bad_rows = false;
  static constexpr auto fields = tool::fields(
      tool::field("path", &Args::path, "A .csv or .xlsx file under the allowed roots.", {.max_length = 4096}),
      tool::field("csv", &Args::csv, "Or the table as CSV text.", {.max_length = engine::max_document_bytes}),
      tool::field("sheet", &Args::sheet, "xlsx: the sheet; without it the first.", {.max_length = 200}),
      tool::with_default("skip_bad_rows", &Args::skip_bad_rows,
                         "Leave out rows that cannot be read instead of refusing the table."));
};

Result<formats::table::Sheet> pick(std::vector<formats::table::Sheet> sheets, const std::optional<std::string>& name) {
  if (sheets.empty()) return fail(Code::parse, "The workbook has no sheet.", "path");
  if (!name) return std::move(sheets.front());
  std::vector<std::string> known;
  for (auto& sheet : sheets) {
    if (sheet.name == *name) return std::move(sheet);
    known.push_back(sheet.name);
  }
  return fail(Code::not_found, "There is no sheet `" + base::printable(*name, 60) + "`.", "sheet",
              base::listing("There are", known));
}

Result<formats::table::Sheet> table_of(const Args& args, const View& view) {
  if (args.path.has_value() == args.csv.has_value()) return fail(Code::missing, "Give either `path` or `csv`.", "path");
  if (args.csv) return formats::table::read_csv(*args.csv);
  const std::string bytes = TRY(view.read_file(*args.path, max_table_bytes));
  if (!base::lower_ascii(*args.path).ends_with(".xlsx")) return formats::table::read_csv(bytes);
  return pick(TRY(formats::table::read_xlsx(bytes)), args.sheet);
}

std::string sentence(const engine::SheetProblem& problem) {
  std::string out = "Row " + std::to_string(problem.row);
  if (!problem.column.empty()) out += ", " + problem.column;
  return out + ": " + problem.message + (problem.hint.empty() ? "" : " " + problem.hint);
}

Result<Change> plan(const Args& args, const View& view) {
  const auto sheet = TRY(table_of(args, view));
  auto read = TRY(engine::from_sheet(sheet));
  std::vector<std::string> notes;
  for (const auto& problem : read.problems) notes.push_back(sentence(problem));
  if (!notes.empty() && !args.skip_bad_rows) {
    const std::string more = notes.size() > 1 ? " (and " + std::to_string(notes.size() - 1) + " more)" : "";
    return fail(Code::parse, notes.front() + more, "path", "Correct the table, or set skip_bad_rows.");
  }
  notes.insert(notes.begin(), read.warnings.begin(), read.warnings.end());
  const std::string count = std::to_string(read.specifications.size());
  return add_batch(view, TRY(head_of(view)), std::move(read.specifications),
                   "Add " + count + " specifications from a table", std::move(notes));
}

}  // namespace

Tool declare() {
  return tool::change<Args, BatchOut>({.name = "import_ids_table",
                                       .title = "Add specifications from a table",
                                       .doc = "Reads a CSV or XLSX table, one row per facet, and adds its "
                                              "specifications to the IDS in work. export_ids_table shows the columns.",
                                       .needs = Permission::create,
                                       .by_default = false,
                                       .destroys = true},
                                      plan);
}

}  // namespace ids::tools::import_ids_table
