// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/report/formats.h"
#include "domains/ids/runtime/report_file.h"
#include "domains/ids/runtime/runtime.h"
#include "domains/ids/tools/parts/model_check.h"

namespace ids::tools::export_ids_report {

namespace {

enum class ReportFormat : std::uint8_t {};  // a row of the table
constexpr auto enum_names(ReportFormat) { return engine::report_format_names(); }
constexpr ReportFormat format_named(std::string_view name) {
  return ReportFormat(std::ranges::find(engine::report_formats, name, &engine::ReportFormat::name) -
                      engine::report_formats.begin());
}

struct Args {
  std::string ifc_file_path, output_path;
  ReportFormat report_format = format_named("html");
  bool overwrite = false;
  static constexpr auto fields = tool::fields(
      tool::field("ifc_file_path", &Args::ifc_file_path, "The model: .ifc or .ifczip, under the allowed roots.",
                  {.min_length = 1, .max_length = 4096}),
      tool::field("output_path", &Args::output_path, "The file to write, under the allowed roots.",
                  {.min_length = 1, .max_length = 4096}),
      tool::with_default("report_format", &Args::report_format, "bcf is BCF 2.1; console is plain text."),
      tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Out {
  std::string status = "exported";
  CheckSummary summary;
  std::string file_path;
  std::vector<std::string> warnings;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "exported."),
                                              tool::field("summary", &Out::summary, "The verdict and the counts."),
                                              tool::field("file_path", &Out::file_path, "The file that was written."),
                                              tool::field("warnings", &Out::warnings, "What deserves a look."));
};

Result<Change> plan(runtime::Checks& checks, const Args& args, const View& view, tool::Job& job) {
  const auto report = TRY(check_model(checks, view, job, args.ifc_file_path));
  const auto& format = engine::report_formats[static_cast<std::size_t>(args.report_format)];
  auto bytes = TRY(runtime::report_file(format, {*report}));
  Change change;
  change.summary = "Write the report on " + base::printable(report->model_name, 100) + " to " +
                   base::printable(args.output_path, 200);
  kernel::FileWrite file{args.output_path, std::move(bytes), {}, args.overwrite};
  for (const auto ending : format.endings)
    if (!ending.empty()) file.endings.emplace_back(ending);
  change.files.push_back(std::move(file));
  change.result =
      tool::encode(Out{.summary = summary_of(*report), .file_path = args.output_path, .warnings = report->warnings});
  return change;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return tool::job<Args, Out>(
      {.name = "export_ids_report",
       .title = "Write the report of a check",
       .doc =
           "Checks an IFC model against the IDS in work, as validate_ifc_model does, and writes the whole report to a "
           "file.",
       .needs = Permission::read,
       .by_default = false,
       .destroys = true},
      [&checks = runtime.checks](const Args& args, const View& view, tool::Job& job) {
        return plan(checks, args, view, job);
      });
}

}  // namespace ids::tools::export_ids_report
