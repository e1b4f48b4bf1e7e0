// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/ids/runtime/checks.h"
#include "domains/ids/tools/report_file.h"
#include "domains/ids/tools/state.h"

namespace ids::tools {

namespace {

enum class ReportFormat : std::uint8_t {};  // a row of the table
constexpr auto enum_names(ReportFormat) { return engine::report_format_names(); }
constexpr const engine::ReportFormat& row_of(ReportFormat format) {
  return engine::report_formats[static_cast<std::size_t>(format)];
}
constexpr ReportFormat format_named(std::string_view name) {
  return ReportFormat(std::ranges::find(engine::report_formats, name, &engine::ReportFormat::name) -
                      engine::report_formats.begin());
}

constexpr auto format_doc = engine::ConstantText()
                                .add(engine::report_formats_in_words(engine::comes_in_answer).view())
                                .add(" come in the answer; ")
                                .add(engine::report_formats_in_words(engine::is_only_a_file).view())
                                .add(" are written to output_path.");

struct Args {
  std::string ifc_file_path;
  ReportFormat report_format = format_named("json");
  std::optional<std::string> output_path, specification;
  std::int64_t offset = 0, limit = 50;
  static constexpr auto fields = tool::fields(
      tool::field("ifc_file_path", &Args::ifc_file_path, "The model: .ifc or .ifczip, under the allowed roots.",
                  {.min_length = 1, .max_length = 4096}),
      tool::with_default("report_format", &Args::report_format, format_doc.bytes.data()),
      tool::field("output_path", &Args::output_path, "Write the whole report to this file, under the allowed roots.",
                  {.max_length = 4096}),
      tool::field("specification", &Args::specification, "json: only this one, by identifier or name.",
                  {.max_length = 1000}),
      tool::with_default("offset", &Args::offset, "json: first failure to list, from 0.", {.minimum = 0}),
      tool::with_default("limit", &Args::limit, "json: how many failures to list.", {.minimum = 0, .maximum = 500}));
};

struct Summary {
  std::string model, model_schema, verdict;
  std::int64_t specifications = 0, specifications_passed = 0, specifications_failed = 0, requirements = 0,
               requirements_passed = 0, checks = 0, checks_passed = 0, elements_failed = 0;
  static constexpr auto fields =
      tool::fields(tool::field("model", &Summary::model, "The file."),
                   tool::field("model_schema", &Summary::model_schema, "Its schema."),
                   tool::field("verdict", &Summary::verdict, "pass: every specification passes; fail: one does not."),
                   tool::field("specifications", &Summary::specifications, "How many specifications were checked."),
                   tool::field("specifications_passed", &Summary::specifications_passed, "How many pass."),
                   tool::field("specifications_failed", &Summary::specifications_failed, "How many fail."),
                   tool::field("requirements", &Summary::requirements, "Requirements of all specifications."),
                   tool::field("requirements_passed", &Summary::requirements_passed, "Those that every element meets."),
                   tool::field("checks", &Summary::checks, "Elements times requirements."),
                   tool::field("checks_passed", &Summary::checks_passed, "How many of them pass."),
                   tool::field("elements_failed", &Summary::elements_failed, "Elements that fail somewhere."));
};

struct Out {
  std::string status = "validation_complete";
  Summary summary;
  std::optional<std::string> report, html, console, file_path;
  std::vector<std::string> warnings;
  static constexpr auto fields = tool::fields(
      tool::field("status", &Out::status, "validation_complete."),
      tool::field("summary", &Out::summary, "The verdict and the counts."),
      tool::field("report", &Out::report, "json: the report as JSON text, failures first, one page of them."),
      tool::field("html", &Out::html, "html: the report as one page."),
      tool::field("console", &Out::console, "console: the report as plain text."),
      tool::field("file_path", &Out::file_path, "The file that was written."),
      tool::field("warnings", &Out::warnings, "What deserves a look."));
};

// A page in an answer shows so many failures of each specification; the file has all of them.
constexpr std::size_t inline_failures = 20;

Summary summary_of(const engine::Report& report) {
  const auto totals = engine::totals(report);
  Summary out;
  out.model = report.model_name;
  out.model_schema = report.model_schema;
  out.verdict = report.status == engine::Status::pass ? "pass" : "fail";
  out.specifications = totals.specifications;
  out.specifications_passed = totals.specifications_passed;
  out.specifications_failed = totals.specifications - totals.specifications_passed;
  out.requirements = totals.requirements;
  out.requirements_passed = totals.requirements_passed;
  out.checks = totals.checks;
  out.checks_passed = totals.checks_passed;
  out.elements_failed = totals.elements_failed;
  return out;
}

engine::Report shortened(engine::Report report) {
  for (auto& specification : report.specifications) {
    specification.failures.resize(std::min(specification.failures.size(), inline_failures));
  }
  return report;
}

Result<void> put_inline(const Args& args, const engine::Report& report, Out& out) {
  const engine::ReportFormat& format = row_of(args.report_format);
  switch (format.in_answer) {
    case engine::InAnswer::text:
      out.console = engine::console_report(report, false);
      return {};
    case engine::InAnswer::failures: {
      engine::Page page{static_cast<std::size_t>(args.offset), static_cast<std::size_t>(args.limit),
                        args.specification};
      out.report = engine::json_report(report, page).dump();
      return {};
    }
    case engine::InAnswer::page:
      out.html = TRY(report_file(format, {shortened(report)}));
      return {};
    case engine::InAnswer::nothing:
      break;
  }
  return fail(Code::missing, "This format is written to a file: give `output_path`.", "output_path",
              "report.pdf, for example.");
}

Result<void> put_file(const Args& args, const engine::Report& report, Out& out, Change& change) {
  auto bytes = TRY(report_file(row_of(args.report_format), {report}));
  out.file_path = args.output_path;
  change.files.push_back({*args.output_path, std::move(bytes)});
  change.leaves_system = true;
  return {};
}

Result<runtime::SharedReport> checked(const Args& args, const View& view, tool::Job& job) {
  const auto document = TRY(document_of(view));
  if (document.specifications.empty()) {
    return fail(Code::constraint, "IDS has no specifications", {}, "Load a document with load_ids, or add some.");
  }
  if (args.specification) {
    if (const auto known = find_specification(document, *args.specification); !known.ok()) return known.error();
  }
  runtime::CheckCall call;
  call.workspace = view.workspace();
  call.path = args.ifc_file_path;
  call.time_ms = view.time_ms();
  base::Cancel cancel = call.cancel;
  call.progress = [&job, cancel](double share, const std::string& what) mutable {
    if (job.cancelled()) cancel.request();
    job.report(share * 100, 100, what);
  };
  return runtime::check_model(view.roots(), document, call);
}

Result<Change> run(const Args& args, const View& view, tool::Job& job) {
  const auto report = TRY(checked(args, view, job));
  Change change;
  Out out;
  out.summary = summary_of(*report);
  out.warnings = report->warnings;
  if (args.output_path && !args.output_path->empty()) {
    TRY(put_file(args, *report, out, change));
  } else {
    TRY(put_inline(args, *report, out));
  }
  change.facts.push_back({"validation.run", report->model_name});
  change.summary = "Check " + base::printable(report->model_name, 100) + ": " + out.summary.verdict;
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool validate_ifc_model_tool() {
  return tool::job<Args, Out>({.name = "validate_ifc_model",
                               .title = "Check a model against the IDS",
                               .doc = "Checks an IFC model against every specification of the IDS in work and reports "
                                      "which elements fail which requirement, and why.",
                               .needs = Permission::read},
                              run);
}

}  // namespace ids::tools
