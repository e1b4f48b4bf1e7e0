// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/library/sheet.h"
#include "domains/ids/tools/parts/document.h"
#include "formats/table/table.h"

namespace ids::tools::export_ids_table {

namespace {

struct Args {
  std::optional<std::string> output_path;
  bool overwrite = false;
  static constexpr auto fields = tool::fields(
      tool::field("output_path", &Args::output_path,
                  "A .csv or .xlsx file to write, under the allowed roots; without it the answer holds CSV.",
                  {.max_length = 4096}),
      tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Out {
  std::string status = "exported";
  std::optional<std::string> csv, file_path;
  std::int64_t rows = 0;
  static constexpr auto fields =
      tool::fields(tool::field("status", &Out::status, "exported."),
                   tool::field("csv", &Out::csv, "The table, where no file was asked for."),
                   tool::field("file_path", &Out::file_path, "The file that was written."),
                   tool::field("rows", &Out::rows, "How many rows it has, the heading included."));
};

Result<Change> plan(const Args& args, const View& view) {
  const auto sheet = engine::to_sheet(TRY(document_of(view)));
  Out out;
  out.rows = static_cast<std::int64_t>(sheet.rows.size());
  Change change;
  change.summary = "Show the IDS as a table";
  if (args.output_path && !args.output_path->empty()) {
    const bool workbook = base::lower_ascii(*args.output_path).ends_with(".xlsx");
    out.file_path = args.output_path;
    change.files.push_back({*args.output_path,
                            workbook ? formats::table::write_xlsx({sheet}) : formats::table::write_csv(sheet),
                            {".csv", ".xlsx"},
                            args.overwrite});
    change.summary = "Write the IDS as a table to " + base::printable(*args.output_path, 200);
  } else {
    out.csv = formats::table::write_csv(sheet);
  }
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "export_ids_table",
                                  .title = "Export the IDS as a table",
                                  .doc = "Writes the IDS in work as the table that information managers keep, one row "
                                         "per facet: CSV or XLSX. import_ids_table reads it back.",
                                  .needs = Permission::read,
                                  .by_default = false,
                                  .destroys = true},
                                 plan);
}

}  // namespace ids::tools::export_ids_table
