// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/runtime/report_file.h"
#include "domains/ids/runtime/runtime.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/model_check.h"

namespace ids::tools::validate_ifc_model {

namespace {

// Those of the table that come in an answer.
constexpr auto answer_formats = [] {
  std::array<engine::ReportFormat, std::ranges::count_if(engine::report_formats, engine::comes_in_answer)> out{};
  std::ranges::copy_if(engine::report_formats, out.begin(), engine::comes_in_answer);
  return out;
}();
enum class AnswerFormat : std::uint8_t {};  // a row of it
constexpr auto enum_names(AnswerFormat) {
  std::array<std::string_view, answer_formats.size()> out{};
  std::ranges::transform(answer_formats, out.begin(), &engine::ReportFormat::name);
  return out;
}
constexpr AnswerFormat format_named(std::string_view name) {
  return AnswerFormat(std::ranges::find(answer_formats, name, &engine::ReportFormat::name) - answer_formats.begin());
}

struct Args {
  std::string ifc_file_path;
  AnswerFormat report_format = format_named("json");
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

// JSON as text in JSON is written with its quotes escaped twice: so much of it fits into an answer.
constexpr std::size_t max_page_bytes = 24'000;

// Fewer failures than asked for where they are long; the page says where the next one begins.
std::string json_page(const Args& args, const engine::Report& report) {
  auto limit = static_cast<std::size_t>(args.limit);
  for (;; limit /= 2) {
    const engine::Page page{static_cast<std::size_t>(args.offset), limit, args.specification};
    std::string text = engine::json_report(report, page).dump();
    if (text.size() <= max_page_bytes || limit <= 1) return text;
  }
}

Result<void> put_report(const Args& args, const engine::Report& report, Out& out) {
  const engine::ReportFormat& format = answer_formats[static_cast<std::size_t>(args.report_format)];
  if (format.in_answer == engine::InAnswer::text) {
    out.console = engine::console_report(report, false);
  } else if (format.in_answer == engine::InAnswer::page) {
    out.html = TRY(runtime::report_file(format, {shortened(report)}));
  } else {
    out.report = json_page(args, report);
  }
  return {};
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
  TRY(put_report(args, *report, shown.out));
  shown.extras.subject = report->model_name;
  return shown;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
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

}  // namespace ids::tools::validate_ifc_model
