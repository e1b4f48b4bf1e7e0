// SPDX-License-Identifier: Apache-2.0
#include "formats/table/table.h"

#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"

namespace ids::engine {
namespace {

using formats::table::Look;
using formats::table::Sheet;
using Row = std::vector<std::string>;

constexpr std::size_t max_rows = 1'000'000;  // a spreadsheet ends at 1,048,576
constexpr std::size_t max_cell = 8000;

std::string cell(std::string_view text) { return clean(text, max_cell); }
std::string cell(std::int64_t number) { return std::to_string(number); }
std::string status_cell(Status status) { return std::string(in_words(status)); }
// Models of one name are told apart by their paths.
std::string model_cell(const Report& report) {
  return cell(report.model_path.empty() ? report.model_name : report.model_path);
}

const Row failure_heading{"Model",  "Specification",   "Identifier", "Requirement", "Reason",
                          "Entity", "Predefined type", "Name",       "Type",        "Tag",
                          "Storey", "GlobalId",        "STEP id",    "Status"};

std::string requirement_cell(const ReportSpecification& specification, int requirement) {
  const auto index = static_cast<std::size_t>(requirement);
  if (index < specification.result.requirements.size())
    return cell(specification.result.requirements[index].description);
  return cell(specification.result.reason.empty() ? "There must be no such elements" : specification.result.reason);
}

Row failure_row(const Report& report, const ReportSpecification& specification, const ReportFailure& failure) {
  const ElementFact& element = element_of(report, failure);
  return {model_cell(report),
          cell(specification.result.name),
          cell(specification.result.identifier),
          requirement_cell(specification, failure.requirement),
          cell(failure.reason),
          cell(element.entity),
          cell(element.predefined_type),
          cell(element.name),
          cell(element.type_name),
          cell(element.tag),
          cell(element.storey),
          cell(element.global_id),
          cell(static_cast<std::int64_t>(element.step_id)),
          status_cell(Status::fail)};
}

// A specification may fail without an element to blame, or tell nothing at all; it has a row all the same.
Row reason_row(const Report& report, const ReportSpecification& specification) {
  Row row(failure_heading.size());
  row[0] = model_cell(report);
  row[1] = cell(specification.result.name);
  row[2] = cell(specification.result.identifier);
  row[4] = cell(whole_reason(specification.result));
  row.back() = status_cell(specification.result.status);
  return row;
}

void add_failures(const Report& report, const ReportSpecification& specification, Sheet& sheet,
                  std::int64_t& left_off) {
  left_off += failure_count(specification) - static_cast<std::int64_t>(specification.failures.size());
  if (!shown_to_pass(specification.result.status) && specification.failures.empty()) {
    sheet.rows.push_back(reason_row(report, specification));
  }
  for (const ReportFailure& failure : specification.failures) {
    if (sheet.rows.size() >= max_rows) {
      ++left_off;
    } else {
      sheet.rows.push_back(failure_row(report, specification, failure));
    }
  }
}

Sheet failure_sheet(const std::vector<Report>& reports) {
  Sheet sheet{"Failures", {failure_heading}};
  std::int64_t left_off = 0;
  for (const Report& report : reports) {
    for (const ReportSpecification& specification : report.specifications) {
      add_failures(report, specification, sheet, left_off);
    }
  }
  if (left_off > 0) sheet.rows.push_back({"and " + grouped(left_off) + " more failures, which were counted only"});
  return sheet;
}

void add_summary(const Report& report, Sheet& sheet) {
  const Totals sum = totals(report);
  const auto add = [&](std::string what, std::string value) {
    if (!value.empty()) sheet.rows.push_back({std::move(what), std::move(value)});
  };
  add("Model", model_cell(report));
  add("Verdict", status_cell(report.status));
  add("Reason", cell(report.reason));
  add("Document", cell(report_title(report)));
  add("Checked", iso_seconds(report.time_ms));
  add("Schema", cell(report.model_schema));
  add("Application", cell(report.model_application));
  add("Project", cell(report.project_name));
  add("Records", cell(report.model_records));
  add("Specifications", cell(sum.specifications));
  add("Specifications passed", cell(sum.specifications_passed));
  add("Specifications failed", cell(sum.specifications_failed));
  add("Specifications that could not be checked", cell(sum.specifications_errors));
  add("Specifications that apply to nothing", cell(sum.specifications_not_applicable));
  add("Requirements", cell(sum.requirements));
  add("Requirements passed", cell(sum.requirements_passed));
  add("Checks", cell(sum.checks));
  add("Checks passed", cell(sum.checks_passed));
  add(sum.elements_at_least ? "Elements that fail, at least" : "Elements that fail", cell(sum.elements_failed));
  add("Author", cell(report.author));
  add("Version", cell(report.version));
  add("Date", cell(report.date));
  add("Purpose", cell(report.purpose));
  add("Milestone", cell(report.milestone));
  add("Description", cell(report.description));
  add("Copyright", cell(report.copyright));
  for (const std::string& warning : report.warnings) add("Warning", cell(warning));
}

Sheet summary_sheet(const std::vector<Report>& reports) {
  Sheet sheet{"Summary", {{"What", "Value"}}};
  for (const Report& report : reports) {
    if (sheet.rows.size() > 1) sheet.rows.emplace_back();
    add_summary(report, sheet);
  }
  return sheet;
}

const Row specification_heading{
    "Model",  "Specification", "Identifier", "Status",     "Requirement", "Requirement status", "Applicable",
    "Passed", "Failed",        "Reason",     "Applies to", "Cardinality", "IFC versions"};

Row specification_row(const Report& report, const ReportSpecification& specification,
                      const RequirementResult* requirement) {
  const SpecificationResult& result = specification.result;
  return {model_cell(report),
          cell(result.name),
          cell(result.identifier),
          status_cell(result.status),
          requirement == nullptr ? "" : cell(requirement->description),
          requirement == nullptr ? "" : status_cell(requirement->status),
          cell(specification.applicable),
          cell(requirement == nullptr ? result.passed : requirement->passed),
          cell(requirement == nullptr ? result.failed : requirement->failed),
          cell(whole_reason(result)),
          cell(specification.applies_to),
          cell(specification.cardinality),
          cell(specification.ifc_versions)};
}

// One row for the specification, one for each of its requirements.
Sheet specification_sheet(const std::vector<Report>& reports) {
  Sheet sheet{"Specifications", {specification_heading}};
  for (const Report& report : reports) {
    for (const ReportSpecification& specification : report.specifications) {
      sheet.rows.push_back(specification_row(report, specification, nullptr));
      for (const RequirementResult& requirement : specification.result.requirements) {
        sheet.rows.push_back(specification_row(report, specification, &requirement));
      }
    }
  }
  return sheet;
}

}  // namespace

std::string csv_report(const std::vector<Report>& reports) {
  // The mark tells spreadsheets that this is UTF-8.
  return "\xEF\xBB\xBF" + formats::table::write_csv(failure_sheet(reports));
}

std::string xlsx_report(const std::vector<Report>& reports) {
  const Look summary{.widths = {28, 70}, .numbers = {1}};
  const Look specifications{.widths = {28, 40, 14, 10, 56, 20, 12, 10, 10, 40, 40, 13, 16}, .numbers = {6, 7, 8}};
  const Look failures{.widths = {28, 36, 14, 50, 50, 22, 18, 32, 28, 12, 18, 26, 10, 16}, .numbers = {12}};
  return formats::table::write_xlsx({summary_sheet(reports), specification_sheet(reports), failure_sheet(reports)},
                                    {summary, specifications, failures});
}

}  // namespace ids::engine
