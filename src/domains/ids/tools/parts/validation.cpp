// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/validation.h"

#include <functional>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/document_rules.h"

namespace ids::tools {

namespace {

constexpr std::size_t max_details = 200;

std::string named(const doc::Specification& specification) {
  return "Specification '" + base::printable(specification.name, 120) + "'";
}

FindingOut finding_out(const engine::AuditFinding& finding, const doc::Document& document) {
  FindingOut out;
  out.code = finding.code;
  out.severity = finding.warning ? "warning" : "error";
  out.level = finding.kind == engine::AuditFinding::Kind::content ? "content" : "structure";
  out.position = finding.position;
  out.message = finding.message;
  if (!finding.hint.empty()) out.hint = finding.hint;
  out.meaning = std::string(engine::meaning(finding.code));
  if (finding.specification >= 0) {
    out.spec_id = engine::spec_id(document.specifications[static_cast<std::size_t>(finding.specification)]);
  }
  return out;
}

void tell(Validation& out, FindingOut finding, const std::string& sentence) {
  (finding.severity == "error" ? out.errors : out.warnings).push_back(sentence);
  if (out.details.size() < max_details) out.details.push_back(std::move(finding));
}

void add_completeness(Validation& out, const doc::Document& document) {
  const auto tell_error = [&](const std::string& sentence, std::string position, std::optional<std::string> id) {
    FindingOut finding;
    finding.code = 101;
    finding.severity = "error";
    finding.level = "completeness";
    finding.position = std::move(position);
    finding.message = sentence;
    finding.spec_id = std::move(id);
    tell(out, std::move(finding), sentence);
  };
  if (document.specifications.empty()) tell_error("IDS has no specifications", "/ids/specifications", std::nullopt);
  for (std::size_t i = 0; i < document.specifications.size(); ++i) {
    const auto& specification = document.specifications[i];
    if (!specification.applicability.empty()) continue;
    tell_error("Specification '" + specification.name + "' has no applicability facets",
               "/ids/specifications/specification[" + std::to_string(i + 1) + "]/applicability",
               engine::spec_id(specification));
  }
}

void add_structure(Validation& out, const doc::Document& document, runtime::XsdValidator& xsd) {
  const auto found = engine::audit_structure(doc::write(document), std::ref(xsd));
  if (!found.note.empty()) out.warnings.push_back("This document was " + found.note);
  for (const auto& each : found.findings) {
    tell(out, finding_out(each, document), "Line " + std::to_string(each.line) + ": " + each.message);
  }
}

void add_content(Validation& out, const doc::Document& document) {
  for (const auto& found : engine::audit(document)) {
    if (found.code == 101 && found.specification >= 0 &&
        document.specifications[static_cast<std::size_t>(found.specification)].applicability.empty()) {
      continue;  // told in the seed's own sentence
    }
    if (found.code == 101 && document.specifications.empty()) continue;
    std::string sentence = found.message;
    if (found.specification >= 0) {
      sentence = named(document.specifications[static_cast<std::size_t>(found.specification)]) + ": " + sentence;
    }
    tell(out, finding_out(found, document), sentence);
  }
}

}  // namespace

Validation validate(const doc::Document& document, runtime::XsdValidator& xsd) {
  Validation out;
  out.specifications_count = static_cast<std::int64_t>(document.specifications.size());
  std::vector<std::string> notes;
  const doc::Document written = engine::exportable(document, notes);
  add_completeness(out, document);
  if (!document.specifications.empty()) add_structure(out, written, xsd);
  add_content(out, written);
  out.warnings.insert(out.warnings.end(), notes.begin(), notes.end());
  out.valid = out.errors.empty();
  return out;
}

}  // namespace ids::tools
