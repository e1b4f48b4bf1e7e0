// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"

namespace ids::engine {
namespace {

// ECMA-48, 8.3.117 (SGR): 31 red, 32 green, 33 yellow, 35 magenta, 2 faint.
std::string painted(bool colour, const std::string& code, const std::string& text) {
  return colour ? "\x1b[" + code + "m" + text + "\x1b[0m" : text;
}
const char* sgr_of(Status status) {
  switch (status) {
    case Status::pass:
      return "32";
    case Status::fail:
      return "31";
    case Status::error:
      return "35";
    case Status::not_applicable:
      return "2";
    case Status::warning:
      return "33";
  }
  return "35";
}
const char* sign_of(Status status) {
  if (shown_to_pass(status)) return "✓";
  if (status == Status::fail) return "✗";
  return status == Status::not_applicable ? "–" : "‼";
}
std::string verdict_line(Status status, const Totals& sum, bool colour) {
  std::string out = painted(colour, sgr_of(status), sign_of(status)) + " " +
                    painted(colour, std::string("1;") + sgr_of(status), verdict(sum));
  if (sum.elements_failed > 0) {
    out += "; " + std::string(sum.elements_at_least ? "at least " : "") +
           counted(sum.elements_failed, "element does", "elements do") + " not meet a requirement";
  }
  return out + "\n";
}

// Text from models has no control characters left when it comes here.
class Console {
 public:
  Console(const Report& report, bool colour, std::size_t max_failures)
      : report_(report), colour_(colour), max_failures_(max_failures) {}

  std::string write() {
    head();
    for (const std::size_t i : failing_first(report_)) specification(report_.specifications[i]);
    for (const std::string& warning : report_.warnings) out_ += paint("33", "! " + one_line(warning, 500)) + "\n";
    return std::move(out_);
  }

 private:
  std::string paint(const char* code, const std::string& text) const { return painted(colour_, code, text); }
  std::string mark(Status status) const { return painted(colour_, sgr_of(status), sign_of(status)); }

  void head() {
    const Totals sum = totals(report_);
    out_ += paint("1", report_title(report_)) + "\n";
    out_ += model_title(report_);
    if (!report_.model_schema.empty()) out_ += ", " + one_line(report_.model_schema, 60);
    if (report_.model_records > 0) out_ += ", " + counted(report_.model_records, "record", "records");
    out_ += "\n" + verdict_line(report_.status, sum, colour_);
  }
  void specification(const ReportSpecification& specification) {
    const SpecificationResult& result = specification.result;
    out_ += "\n" + mark(result.status) + " " + paint("1", specification_title(specification));
    if (!result.identifier.empty()) out_ += " [" + one_line(result.identifier, 100) + "]";
    out_ += paint("2", "  " + counts(specification)) + "\n";
    if (result.status == Status::not_applicable) out_ += paint("2", "  " + one_line(result.reason, 500)) + "\n";
    if (!result.near_miss.empty() && result.status != Status::fail)
      out_ += paint("2", "  " + one_line(result.near_miss, 900)) + "\n";
    if (!result.version_matches) {
      out_ += paint("33", "  ! written for " + one_line(specification.ifc_versions, 100)) + "\n";
    }
    std::size_t left = max_failures_;
    for (const FailureGroup& each : failure_groups(specification)) group(specification, each, left);
  }
  static std::string counts(const ReportSpecification& specification) {
    if (specification.result.status == Status::error) return "error";
    if (specification.applicable == 0) return "applies to nothing in the model";
    std::string out = counted(specification.applicable, "element", "elements");
    if (specification.result.failed > 0) out += ", " + grouped(specification.result.failed) + " failed";
    return out;
  }
  void group(const ReportSpecification& specification, const FailureGroup& group, std::size_t& left) {
    const bool error = specification.result.status == Status::error;
    out_ += "  " + mark(error ? Status::error : Status::fail) + " " + one_line(group.title, 1000);
    if (group.failed > 0) out_ += paint("2", "  " + grouped(group.failed) + " failed");
    out_ += "\n";
    const std::size_t shown = left > 0 ? elements(specification, group, left) : 0;
    left -= shown;
    const std::int64_t more = group.failed - static_cast<std::int64_t>(shown);
    if (more > 0) out_ += paint("2", "      … and " + grouped(more) + (shown > 0 ? " more" : "")) + "\n";
  }
  // The first `left` of a group, by reason. Says how many there were.
  std::size_t elements(const ReportSpecification& specification, const FailureGroup& group, std::size_t left) {
    std::size_t shown = 0;
    for (const ReasonGroup& reason : reason_groups(specification, group)) {
      const std::size_t count = std::min(left - shown, reason.failures.size());
      if (count == 0) break;
      out_ += "    " + reason.reason + "\n";
      for (std::size_t i = 0; i < count; ++i) element(element_of(report_, specification.failures[reason.failures[i]]));
      shown += count;
    }
    return shown;
  }
  void element(const ElementFact& element) {
    out_ += "      " + entity_text(element) + " " + paint("1", element_title(element));
    if (!element.global_id.empty()) out_ += " " + paint("36", one_line(element.global_id, 60));
    if (!element.storey.empty()) out_ += " on " + one_line(element.storey, 100);
    out_ += "\n";
  }

  const Report& report_;
  bool colour_;
  std::size_t max_failures_;
  std::string out_;
};

}  // namespace

std::string console_report(const Report& report, bool colour, std::size_t max_failures) {
  return Console(report, colour, max_failures).write();
}

std::string console_summary(const std::vector<Report>& reports, bool colour) {
  if (reports.size() < 2) return {};
  return "\n" + painted(colour, "1", counted(std::ssize(reports), "model", "models")) + "\n" +
         verdict_line(status_of(reports), totals(reports), colour);
}

}  // namespace ids::engine
