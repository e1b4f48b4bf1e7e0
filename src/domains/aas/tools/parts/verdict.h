// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "domains/aas/engine/validate/validate.h"
#include "domains/aas/tools/parts/document.h"

// What validations answer.
namespace aas::tools {

struct VerdictOut {
  std::string status;  // "valid", "invalid", "not_checked"
  std::string scope;
  std::string metamodel;
  std::int64_t checked = 0;
  std::int64_t errors = 0, warnings = 0;
  Json validationResult;
  static constexpr auto fields =
      tool::fields(tool::field("status", &VerdictOut::status, "valid, invalid or not_checked."),
                   tool::field("scope", &VerdictOut::scope, "What was looked at: document, changed or patches."),
                   tool::field("metamodel", &VerdictOut::metamodel, "The version it was checked against."),
                   tool::field("checked", &VerdictOut::checked, "How many elements were looked at."),
                   tool::field("errors", &VerdictOut::errors, "How many there are."),
                   tool::field("warnings", &VerdictOut::warnings, "How many there are."),
                   tool::field("validationResult", &VerdictOut::validationResult,
                               "{valid, errors, warnings}; each {path, code, constraint?, message, fix?}."));
};

VerdictOut verdict(const OpenFile& file, const engine::Findings& findings, std::string scope, std::size_t checked);
// What the file holds and the standard has no place for: errors, though the nodes do not have it.
void add_problems(engine::Findings& findings, const OpenFile& file);
// What the caller may not read was not checked, and the verdict says so: it is not valid then.
void add_hidden(engine::Findings& findings, const View& view);
// A metamodel that we have no table of: neither valid nor invalid.
VerdictOut not_checked(const OpenFile& file);

}  // namespace aas::tools
