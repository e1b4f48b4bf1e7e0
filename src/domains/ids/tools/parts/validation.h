// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domains/ids/runtime/xsd_validator.h"
#include "domains/ids/tools/tool.h"

// What validate_ids and the resource ids://audit say of a document: completeness, the XSD, and the audit of its
// content.
namespace ids::tools {

// One finding in answers.
struct FindingOut {
  std::int64_t code = 0;
  std::string severity, level, position, message;
  std::optional<std::string> hint, spec_id, meaning;
  static constexpr auto fields = tool::fields(
      tool::field("code", &FindingOut::code, "The code of buildingSMART's IDS-Audit-tool."),
      tool::field("severity", &FindingOut::severity, "error or warning."),
      tool::field("level", &FindingOut::level, "structure: the XSD; content: the audit; completeness: the document."),
      tool::field("position", &FindingOut::position, "Where: /ids/specifications/specification[1]/…"),
      tool::field("message", &FindingOut::message, "What is wrong."),
      tool::field("hint", &FindingOut::hint, "What to do."),
      tool::field("spec_id", &FindingOut::spec_id, "The specification concerned."),
      tool::field("meaning", &FindingOut::meaning, "What the code stands for."));
};
struct Validation {
  bool valid = true;
  std::vector<std::string> errors, warnings;
  std::int64_t specifications_count = 0;
  std::vector<FindingOut> details;
  static constexpr auto fields = tool::fields(
      tool::field("valid", &Validation::valid, "No errors."), tool::field("errors", &Validation::errors, "Sentences."),
      tool::field("warnings", &Validation::warnings, "Sentences."),
      tool::field("specifications_count", &Validation::specifications_count, "How many specifications it has."),
      tool::field("details", &Validation::details, "The findings with code, position and hint; the first 200."));
};
Validation validate(const doc::Document& document, runtime::XsdValidator& xsd);

}  // namespace ids::tools
