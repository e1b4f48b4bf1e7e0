// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/validate/file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/document/document.h"
#include "domains/aas/engine/tree/memory.h"
#include "formats/aas/xml_read.h"
#include "formats/opc/aasx.h"

namespace aas::engine {

namespace {

using formats::aas::Finding;
using formats::aas::Severity;
using formats::aas::XmlProblem;

// What is to be checked.
struct Content {
  const Json& form;
  const formats::aas::Class* type = nullptr;
  std::optional<Version> version;
  std::string metamodel;
  std::vector<XmlProblem> unplaced = {};
};

// What aas-core does not read is an error; what it reads and leaves out, a warning.
void add_unplaced(Findings& findings, const std::vector<XmlProblem>& problems, std::size_t most) {
  for (const XmlProblem& problem : problems) {
    const bool refused = problem.weight == formats::aas::Weight::refused;
    ++(refused ? findings.errors : findings.warnings);
    if (findings.list.size() >= most) continue;
    findings.list.push_back({.severity = refused ? Severity::error : Severity::warning,
                             .code = "xml",
                             .constraint = {},
                             .pointer = problem.path,
                             .instance = problem.path.size(),
                             .message = problem.message + " (line " + std::to_string(problem.line) + ")",
                             .fix = {}});
  }
}

void make_strict(Findings& findings) {
  for (Finding& each : findings.list) each.severity = Severity::error;
  findings.errors += std::exchange(findings.warnings, 0);
}

Findings findings_of(const Content& content, Version version, const FileCheckOptions& options) {
  Findings out = formats::aas::check(content.form, *content.type, version, {.max_findings = options.max_findings});
  add_unplaced(out, content.unplaced, options.max_findings);
  return out;
}

FileCheck checked(const Content& content, const FileCheckOptions& options) {
  FileCheck out{.root = std::string(content.type->name), .metamodel = content.metamodel};
  if (content.version) {
    out.findings = findings_of(content, *content.version, options);
  } else {
    out.verdict = Verdict::not_checked;
  }
  return out;
}

FileCheck concluded(FileCheck check, const FileCheckOptions& options) {
  if (options.strict) make_strict(check.findings);
  if (check.verdict != Verdict::not_checked) check.verdict = check.findings.valid() ? Verdict::valid : Verdict::invalid;
  return check;
}

base::Result<FileCheck> check_package(std::string_view bytes, const FileCheckOptions& options) {
  const Opened opened = TRY(engine::opened(bytes, options.metamodel));
  const auto& type = formats::aas::metamodel(opened.checked.value_or(Version::v3_1)).get_class("Environment");
  const Content content{opened.environment, &type, opened.checked, opened.metamodel, opened.unplaced};
  FileCheck out = checked(content, options);
  if (content.version) add_missing_parts(out.findings, MemoryNodes(content.form), parts_of(bytes));
  return concluded(std::move(out), options);
}

base::Result<FileCheck> check_xml(std::string_view bytes, const FileCheckOptions& options) {
  const formats::aas::XmlDocument read = TRY(formats::aas::read_xml(bytes));
  const Content content{read.form, read.type, read.checked, read.version, read.problems};
  return concluded(checked(content, options), options);
}

base::Result<FileCheck> check_json(std::string_view bytes, const FileCheckOptions& options) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const Json form = TRY(base::parse_json(bytes));
  const auto content_as = [&](Version version) {
    const auto& type = formats::aas::class_of_document(form, formats::aas::metamodel(version));
    return Content{form, &type, version, std::string(formats::aas::name(version))};
  };
  FileCheck out = checked(content_as(options.metamodel.value_or(Version::v3_0)), options);
  if (!options.metamodel && !out.findings.valid())
    out.passes_as_3_1 = checked(content_as(Version::v3_1), options).findings.valid();
  return concluded(std::move(out), options);
}

}  // namespace

std::string_view name(Verdict verdict) {
  constexpr std::array<std::string_view, 3> names{"valid", "invalid", "not checked"};
  return names.at(static_cast<std::size_t>(verdict));
}

base::Result<FileCheck> check_file(std::string_view bytes, const FileCheckOptions& options) {
  if (bytes.starts_with("PK\x03\x04")) return check_package(bytes, options);
  switch (formats::opc::form_of(bytes)) {
    case formats::opc::SpecForm::xml:
      return check_xml(bytes, options);
    case formats::opc::SpecForm::json:
      return check_json(bytes, options);
    case formats::opc::SpecForm::unknown:
      break;
  }
  return base::fail(base::Code::parse, "this is neither AASX nor JSON nor XML", {},
                    "An AASX begins with PK, JSON with { and XML with <.");
}

}  // namespace aas::engine
