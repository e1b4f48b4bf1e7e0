// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/runtime/runtime.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/model_check.h"

namespace ids::tools {

namespace {

enum class ReportFormat : std::uint8_t { console, json, html };
constexpr auto enum_names(ReportFormat) { return std::to_array<std::string_view>({"console", "json", "html"}); }

struct Args {
  std::string ifc_file_path;
  ReportFormat report_format = ReportFormat::json;
  std::optional<std::string> specification;
  std::int64_t offset = 0, limit = 50;
  static constexpr auto fields = tool::fields(
      tool::field("ifc_file_path", &Args::ifc_file_path, "The model: .ifc or .ifczip, under the allowed roots.",
                  {.min_length = 1, .max_length = 4096}),
      tool::with_default("report_format", &Args::report_format, "How the answer tells the failures."),
      tool::field("specification", &Args::specification, "json: only this one, by identifier, name or place (#2).",
                  {.max_length = 1000}),
      tool::with_default("offset", &Args::offset, "json: first failure to list, from 0.", {.minimum = 0}),
      tool::with_default("limit", &Args::limit, "json: how many failures to list.", {.minimum = 0, .maximum = 500}));
};

struct Out {
  std::string status = "validation_complete";
  CheckSummary summary;
  std::optional<std::string> report, html, console;
  std::vector<std::string> warnings;
  static constexpr auto fields = tool::fields(
      tool::field("status", &Out::status, "validation_complete."),
      tool::field("summary", &Out::summary, "The verdict and the counts."),
      tool::field("report", &Out::report, "json: the report as JSON text, failures first, one page of them."),
      tool::field("html", &Out::html, "html: the report as one page."),
      tool::field("console", &Out::console, "console: the report as plain text."),
      tool::field("warnings", &Out::warnings, "What deserves a look."));
};

// A page in an answer shows so many failures of each specification; a file has all of them.
constexpr std::size_t inline_failures = 20;

engine::Report shortened(engine::Report report) {
  for (auto& specification : report.specifications) {
    specification.failures.resize(std::min(specification.failures.size(), inline_failures));
  }
  return report;
}

void put_report(const Args& args, const engine::Report& report, Out& out) {
  switch (args.report_format) {
    case ReportFormat::console:
      out.console = engine::console_report(report, false);
      return;
    case ReportFormat::json:
      out.report = engine::json_report(report, {static_cast<std::size_t>(args.offset),
                                                static_cast<std::size_t>(args.limit), args.specification})
                       .dump();
      return;
    case ReportFormat::html:
      out.html = engine::html_report({shortened(report)});
      return;
  }
}

Result<tool::Shown<Out>> validate(runtime::Checks& checks, const Args& args, const View& view, tool::Job& job) {
  if (args.specification) {
    if (const auto known = engine::find_specification(TRY(document_of(view)), *args.specification); !known.ok())
      return known.error();
  }
  const auto report = TRY(check_model(checks, view, job, args.ifc_file_path));
  tool::Shown<Out> shown;
  shown.out.summary = summary_of(*report);
  shown.out.warnings = report->warnings;
  put_report(args, *report, shown.out);
  shown.extras.subject = report->model_name;
  return shown;
}

}  // namespace

Tool validate_ifc_model_tool(runtime::Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "validate_ifc_model",
       .title = "Check a model against the IDS",
       .doc =
           "Checks an IFC model against every specification of the IDS in work and reports which elements fail which "
           "requirement, and why.",
       .records = "validation.run"},
      [&checks = runtime.checks](const Args& args, const View& view, tool::Job& job) {
        return validate(checks, args, view, job);
      });
}

}  // namespace ids::tools
