// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/ids/engine/check/check.h"
#include "domains/ids/engine/report/place.h"

// A check as something to look at or to hand on. Pure: the caller tells the time. formats.h has all formats in a table.
namespace ids::engine {

// What a report says of one element, read from the model once, so that reports outlive it.
struct ElementFact {
  std::uint32_t step_id = 0;  // #id
  std::string global_id, entity, predefined_type, name, tag, type_name, storey;
  std::int64_t line = 0;     // where its record begins in the STEP file
  std::optional<Box> place;  // where it stands, if the model tells and somebody wants to know
};
struct ReportFailure {
  std::size_t element = 0;  // index in Report::elements
  int requirement = -1;
  std::string reason;
};
struct ReportSpecification {
  SpecificationResult result;                         // `applicable` and `failures` are moved out: see below
  std::string description, instructions, applies_to;  // applies_to: the applicability in words
  std::string ifc_versions;
  std::string cardinality;  // "required", "optional", "prohibited"
  std::int64_t applicable = 0;
  std::vector<ReportFailure> failures;
  bool of_report = false;  // no specification: it stands in the lists for what kept a whole report from being made
};
// A Report that nobody filled is an error: what was not checked never passes.
struct Report {
  std::string title, author, version, date, description, purpose, milestone, copyright;  // of the IDS document
  std::string model_name;                                                                // of its file
  std::string model_path;  // as the caller gave it: models of one name are told apart by it
  std::string model_schema, model_application, project_name;
  std::string project_global_id;  // of its IfcProject
  std::int64_t model_bytes = 0, model_records = 0;
  std::int64_t time_ms = 0;  // of the check; 0: unknown
  Status status = Status::error;
  std::string reason;                 // why nothing at all could be checked; "" where something was
  std::vector<ElementFact> elements;  // those that failed somewhere
  std::vector<ReportSpecification> specifications;
  std::vector<std::string> warnings;
};
Report make_report(const formats::ids::Document& document, const formats::ifc::Model& model, CheckResult result,
                   std::string model_path, std::int64_t time_ms, bool with_places = true);
// Of a model that could not be checked at all, and why.
Report unchecked_report(const formats::ids::Document& document, std::string model_path, std::int64_t time_ms,
                        const base::Error& why);

// Totals: specifications by status (those with a warning pass too), requirements, checks, elements.
struct Totals {
  std::int64_t models = 0, models_unchecked = 0;
  std::int64_t specifications = 0, specifications_passed = 0, specifications_failed = 0, specifications_errors = 0,
               specifications_not_applicable = 0, specifications_with_warnings = 0;
  std::int64_t requirements = 0, requirements_passed = 0, checks = 0, checks_passed = 0, elements_failed = 0;
  bool elements_at_least = false;  // failures were cut while checking: there may be more such elements
};
Totals totals(const Report& report);

// Plain text for a terminal; `colour` adds ANSI colours. Failures first, at most `max_failures` of each specification.
std::string console_report(const Report& report, bool colour, std::size_t max_failures = 20);
// What is true of all models together, to stand below their reports; "" of one model.
std::string console_summary(const std::vector<Report>& reports, bool colour);
// Failing specifications first; of the failures one page over all of them, never everything.
struct Page {
  std::size_t offset = 0, limit = 50;
  std::optional<std::string> specification;  // identifier, name or place (#2)
  bool whole = false;                        // every specification, requirement and failure: for files
};
inline const Page whole_page{.whole = true};
// At most 1,000 failures, and a page ends early where texts are long: fifty of them stay below 30 KB. "page" tells the
// next offset. A whole one has up to 200,000, whatever their length.
base::Json json_report(const Report& report, const Page& page = {});
// However many models there are: {status, verdict, title, checked_at, totals, models: [json_report of each]}.
base::Json json_of_models(const std::vector<Report>& reports, const Page& page = {});
// Several models: one report of each.
//
// What the page web/pages/report.tsx shows. Texts are clean and cut to a sensible length; absent ones are empty.
//   {title, description?, checked, status, verdict, totals, about: [text], warnings: [text], left, models: [model]}
//   status         pass, fail, error, not_applicable; of a specification also warning
//   totals         {specifications, specificationsPassed, specificationsErrors, specificationsNotApplicable,
//                   requirements, requirementsPassed, checks, checksPassed, elementsFailed, elementsAtLeast}
//   model          {name, status, schema?, project?, application?, totals, words: [text], elements: [element],
//                   specs: [specification]}, failing specifications first
//   element        [GlobalId, name, tag, step id, entity, predefined type, type name, storey]; the last four are places
//                   in `words`
//   specification  {title, identifier?, status, reason?, nearMiss?, narrowed?: [{text, left, alone?, others?}],
//                   appliesTo?, occurrence?, ifcVersions?, versionMatches?: false,
//                   description?, instructions?, warnings?: [text], applicable, passed, failed,
//                   requirements: [{text, status, passed, failed}],
//                   itself?: {text, failed}, where the specification forbids elements that are there,
//                   failures: [[place in `elements`, requirement or -1, place in `words`]]}
// At most 20,000 failures of all models together; `left` tells how many more there were.
base::Json report_page_data(const std::vector<Report>& reports);
std::string report_page_title(const std::vector<Report>& reports);  // "Fire safety – failed"
std::string pdf_report(const std::vector<Report>& reports);
std::string csv_report(const std::vector<Report>& reports);
std::string xlsx_report(const std::vector<Report>& reports);
enum class BcfVersion : std::uint8_t { v2_1, v3_0 };
std::string bcf_report(const std::vector<Report>& reports, BcfVersion version);  // one topic per failing requirement
std::string junit_report(const std::vector<Report>& reports);
std::string sarif_report(const std::vector<Report>& reports);

}  // namespace ids::engine
