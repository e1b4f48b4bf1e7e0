// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/threads.h"
#include "formats/ids/document.h"
#include "formats/ifc/model.h"

// Checks a model against an IDS document. Pure; specifications run in parallel.
namespace ids::engine {

enum class Status : std::uint8_t { pass, fail };

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
struct SpecificationResult {
  int index = 0;
  std::string name, identifier;
  Status status = Status::pass;
  std::string reason;  // why, where no element is to blame: "nothing in the model is applicable, and something must be"
  bool version_matches = true;  // the model's schema is among ifcVersion; a warning only
  std::vector<formats::ifc::Index> applicable;
  std::int64_t passed = 0, failed = 0;  // elements
  std::vector<RequirementResult> requirements;
  std::vector<Failure> failures;  // by element, then requirement; at most `max_failures`, `failed` counts all
};
struct CheckResult {
  Status status = Status::pass;
  std::vector<SpecificationResult> specifications;
  std::vector<std::string> warnings;
};
struct CheckOptions {
  std::size_t max_failures = 100'000;  // of one specification
  base::Cancel cancel;
  std::function<void(double share, const std::string& what)> progress;
  int threads = 0;  // 0: as many as there are cores
};
// Fails for a document that cannot be checked (a bad pattern, with its position) and when cancelled.
base::Result<CheckResult> check(const formats::ids::Document& document, const formats::ifc::Model& model,
                                const CheckOptions& options = {});
// A facet in words, for reports and for lists.
std::string describe(const formats::ids::Facet& facet, bool requirement);

}  // namespace ids::engine
