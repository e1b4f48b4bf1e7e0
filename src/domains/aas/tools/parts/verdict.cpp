// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/verdict.h"

#include <utility>

namespace aas::tools {

VerdictOut verdict(const OpenFile& file, const engine::Findings& findings, std::string scope, std::size_t checked) {
  VerdictOut out{
      .status = findings.valid() ? "valid" : "invalid", .scope = std::move(scope), .metamodel = file.metamodel};
  out.checked = static_cast<std::int64_t>(checked);
  out.errors = static_cast<std::int64_t>(findings.errors);
  out.warnings = static_cast<std::int64_t>(findings.warnings);
  out.validationResult = engine::validation_result(findings, 60);
  return out;
}

void add_problems(engine::Findings& findings, const OpenFile& file) {
  for (const std::string& each : file.problems) {
    ++findings.errors;
    findings.list.push_back({.severity = formats::aas::Severity::error, .code = "xml", .message = each});
  }
}

void add_hidden(engine::Findings& findings, const View& view) {
  if (!hides_parts(view)) return;
  ++findings.errors;
  findings.list.insert(findings.list.begin(),
                       {.severity = formats::aas::Severity::error,
                        .code = "not_checked",
                        .message = "parts of the document that this caller may not read were not checked",
                        .fix = "Have it validated by somebody who may READ all of it."});
}

VerdictOut not_checked(const OpenFile& file) {
  VerdictOut out{.status = "not_checked", .scope = "document", .metamodel = file.metamodel};
  const Json finding =
      Json::object({{"path", ""},
                    {"code", "not_checked"},
                    {"message", "metamodel " + file.metamodel + " cannot be checked; 3.0 and 3.1 can"}});
  out.validationResult =
      Json::object({{"valid", false}, {"errors", Json::array({finding})}, {"warnings", Json::array()}});
  out.errors = 1;
  return out;
}

}  // namespace aas::tools
