// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/threads.h"
#include "formats/ids/document.h"
#include "formats/ifc/model.h"

// Checks a model against an IDS document. Pure; specifications run in parallel.
namespace ids::engine {

enum class Status : std::uint8_t {
  pass,
  fail,
  error,           // it could not be checked; `reason` says why
  not_applicable,  // optional, and nothing to check: no failure, and nothing was shown either
  warning,         // it passes, and something about it deserves a look: `warnings` says what
};
// By the standard it passes; whether anything was checked is another question.
constexpr bool no_failure(Status status) { return status != Status::fail && status != Status::error; }
// Something was checked, and all of it is as it should be.
constexpr bool shown_to_pass(Status status) { return status == Status::pass || status == Status::warning; }
std::string_view text(Status status);  // "pass", "not_applicable"

// One element that does not meet one requirement.
struct Failure {
  formats::ifc::Index element = 0;
  int requirement = -1;  // index in the specification's requirements; -1: a prohibited specification applies to it
  std::string reason;    // "The property FireRating of Pset_WallCommon is missing"
};
struct RequirementResult {
  std::string description;  // "FireRating in Pset_WallCommon must be one of REI30, REI60"
  Status status = Status::pass;
  std::int64_t passed = 0, failed = 0;
};
// One facet of an applicability, and how many elements it leaves.
struct Narrowing {
  std::string description;            // "with IsExternal in Pset_WallCommon being \"true\""
  std::int64_t left = 0;              // elements that meet it and those before it
  std::optional<std::int64_t> alone;  // that meet it, whatever the other facets say; none where there are too many
  std::string others;                 // what those have that it lost: "398 have false, 14 lack it"; "" if it lost none
};
struct SpecificationResult {
  int index = 0;
  std::string name, identifier;
  Status status = Status::pass;
  std::string reason;  // why, where no element is to blame: "nothing in the model is applicable, and something must be"
  bool version_matches = true;  // the model's schema is among ifcVersion; a warning only
  std::vector<formats::ifc::Index> applicable;
  std::int64_t passed = 0, failed = 0;  // elements
  std::vector<RequirementResult> requirements;
  std::vector<Failure> failures;      // by element, then requirement; at most `max_failures`, `failed` counts all
  std::vector<std::string> warnings;  // about it alone; CheckResult has them too, with its name
  // Where it applies to nothing, or to few of many: why. Entities first, then in the order of the document.
  std::vector<Narrowing> narrowed;
  std::string near_miss;  // the same in a sentence without full stop: "412 IFCWALL, of them 0 with …; 398 have false"
};
struct CheckResult {
  Status status = Status::pass;  // never warning: see overall()
  std::vector<SpecificationResult> specifications;
  std::vector<std::string> warnings;
};
struct CheckOptions {
  std::size_t max_failures = 100'000;  // of one specification
  base::Cancel cancel;
  std::function<void(double share, const std::string& what)> progress;
  int threads = 0;  // 0: as many as there are cores
};
// The status of them together: error if one is, else fail if one is, else pass if one was shown to pass; else nothing
// was checked, which is not_applicable, and of no specification at all error.
Status overall(const std::vector<Status>& statuses);
// Fails for a model that is cut off and when cancelled. A specification that cannot be read (a bad pattern) is an error
// of its own, with its position; the others are checked.
base::Result<CheckResult> check(const formats::ids::Document& document, const formats::ifc::Model& model,
                                const CheckOptions& options = {});
// A facet in words, for reports and for lists.
std::string describe(const formats::ids::Facet& facet, bool requirement);

}  // namespace ids::engine
