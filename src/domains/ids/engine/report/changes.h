// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/ids/engine/report/formats.h"

// What changed between two checks, by their JSON reports: fixed, new, still failing. Pure.
namespace ids::engine {

// One element that fails one requirement; without an element, the specification as a whole.
struct ChangedFailure {
  std::string element;  // its name, or "#12"; "" of the specification itself
  std::string global_id, entity, storey, requirement;
  std::string reason;  // of the later report, where it still fails
};
struct ChangedSpecification {
  std::string model, name, identifier;
  std::string before, after;  // statuses; "" where a report has it not
  std::vector<ChangedFailure> added, still, fixed;
  // Neither: one of the reports could not check it, or does not list all of its failures.
  std::vector<ChangedFailure> unknown;
};
struct ReportChanges {
  std::string title, checked_before, checked_after;  // the later title; times as ISO 8601
  std::int64_t added = 0, still = 0, fixed = 0, unknown = 0;
  std::vector<ChangedSpecification> specifications;  // those with new failures first; without those that never failed
  std::vector<std::string> notes;                    // what was not compared, and why
};

// Models go by path, else by name, else there is only one of each; specifications by identifier and name, elements by
// GlobalId. A failure of a specification that the later report has not is no longer asked for: that is a note, and
// nothing is fixed. Fails for what is no JSON report.
base::Result<ReportChanges> report_changes(const base::Json& before, const base::Json& after);

std::string verdict(const ReportChanges& changes);  // "1 new failure, 2 still failing, 3 fixed"
std::string changes_text(const ReportChanges& changes, bool colour);
// {verdict, title, checked_before?, checked_after?, totals: {new, still, fixed, unknown}, notes: [text],
//  specifications: [{model, name, identifier?, before, after, new: [failure], still, fixed, unknown}]}
//   failure  {element?, global_id?, entity?, storey?, requirement?, reason?}
base::Json changes_json(const ReportChanges& changes);
// The page web/pages/compare.tsx shows the same, at most 20,000 failures; `left` tells how many more there were.
PageData changes_page(const ReportChanges& changes);

}  // namespace ids::engine
