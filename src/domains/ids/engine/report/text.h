// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "domains/ids/engine/report/report.h"

// What the writers of reports have in common: words, counts, and failures in groups.
namespace ids::engine {

using base::grouped;  // 12,345
// "1 element", "12,345 elements".
std::string counted(std::int64_t number, std::string_view one, std::string_view many);
// Valid UTF-8 that every format takes: no control characters but line feeds and tabs, no noncharacters (U+FFFF and the
// like, which PDF writers and XML refuse). At most `max_bytes`; what was cut ends with "…".
std::string clean(std::string_view text, std::size_t max_bytes);
// The same on one line, without blanks at its ends.
std::string one_line(std::string_view text, std::size_t max_bytes);
// "2026-11-15 10:35 UTC"; "" of 0, a time that nobody told.
std::string shown_time(std::int64_t unix_ms);
std::string iso_seconds(std::int64_t unix_ms);  // 2026-11-15T10:35:56Z; "" of 0

// "passed", "could not be checked".
std::string_view in_words(Status status);

// Its title, or what stands for one.
std::string report_title(const Report& report);
std::string model_title(const Report& report);
std::string specification_title(const ReportSpecification& specification);
// "IfcWall.SOLIDWALL"
std::string entity_text(const ElementFact& element);
// Its name, or "#12" where it has none.
std::string element_title(const ElementFact& element);
// Its reason, and where nothing was applicable what came near.
std::string whole_reason(const SpecificationResult& result);
// The fact of a failure's element; an empty one where the index leads nowhere.
const ElementFact& element_of(const Report& report, const ReportFailure& failure);

// Everything that went wrong with one requirement; or, with `requirement` -1, with the specification itself.
struct FailureGroup {
  int requirement = -1;
  std::string title;
  std::int64_t passed = 0, failed = 0;  // elements, also those whose failures were not kept
  std::vector<std::size_t> failures;    // indices in ReportSpecification::failures
};
// In the order of requirements. Empty for what passed.
std::vector<FailureGroup> failure_groups(const ReportSpecification& specification);
// Failures of a group that say the same, the largest number first.
struct ReasonGroup {
  std::string reason;
  std::vector<std::size_t> failures;  // indices in ReportSpecification::failures
};
std::vector<ReasonGroup> reason_groups(const ReportSpecification& specification, const FailureGroup& group);
// How many failures there were, kept or not.
std::int64_t failure_count(const ReportSpecification& specification);
// Indices of specifications, errors first, then failures, what applies to nothing last; otherwise in their order.
std::vector<std::size_t> failing_first(const Report& report);
// "3 of 8 specifications failed", "All 8 specifications passed". Says so where nothing was checked.
std::string verdict(const Totals& totals);
Totals totals(const std::vector<Report>& reports);
// Of all of them; of none it is error.
Status status_of(const std::vector<Report>& reports);
// Puts into its lists what kept a report from being made.
void add_problem(Report& report, std::string title, std::string reason);

}  // namespace ids::engine
