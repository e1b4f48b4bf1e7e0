// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/ids/runtime/checks.h"
#include "domains/ids/tools/tool.h"

namespace ids::tools {

// Checks a model under the allowed roots against the IDS in work, with progress and cancellation. An IDS without
// specifications is the caller's mistake: it would pass everything.
Result<runtime::SharedReport> check_model(runtime::Checks& checks, const View& view, tool::Job& job,
                                          const std::string& path);

// Reads a model under the allowed roots, with progress and cancellation.
Result<formats::ifc::Model> open_model(const View& view, tool::Job& job, const std::string& path);

// The verdict and the counts, as answers show them.
struct CheckSummary {
  std::string model, model_schema, verdict;
  std::int64_t specifications = 0, specifications_passed = 0, specifications_failed = 0, specifications_errors = 0,
               specifications_not_applicable = 0, requirements = 0, requirements_passed = 0, checks = 0,
               checks_passed = 0, elements_failed = 0;
  static constexpr auto fields = tool::fields(
      tool::field("model", &CheckSummary::model, "The file."),
      tool::field("model_schema", &CheckSummary::model_schema, "Its schema."),
      tool::field("verdict", &CheckSummary::verdict,
                  "pass; fail; error: one could not be checked; not_applicable: nothing was checked."),
      tool::field("specifications", &CheckSummary::specifications, "How many specifications there are."),
      tool::field("specifications_passed", &CheckSummary::specifications_passed, "How many pass."),
      tool::field("specifications_failed", &CheckSummary::specifications_failed, "How many fail."),
      tool::field("specifications_errors", &CheckSummary::specifications_errors, "How many could not be checked."),
      tool::field("specifications_not_applicable", &CheckSummary::specifications_not_applicable,
                  "How many are optional and apply to nothing: neither passed nor failed."),
      tool::field("requirements", &CheckSummary::requirements, "Requirements of all specifications."),
      tool::field("requirements_passed", &CheckSummary::requirements_passed, "Those that every element meets."),
      tool::field("checks", &CheckSummary::checks, "Elements times requirements."),
      tool::field("checks_passed", &CheckSummary::checks_passed, "How many of them pass."),
      tool::field("elements_failed", &CheckSummary::elements_failed, "Elements that fail somewhere."));
};
CheckSummary summary_of(const engine::Report& report);

}  // namespace ids::tools
