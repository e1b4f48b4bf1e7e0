// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/compile.h"

#include <algorithm>

#include "domains/floorplan/engine/check/check.h"
#include "domains/floorplan/engine/resolve/resolve.h"

namespace floorplan::engine {

namespace {

using words::Diagnostic;
using words::Scope;
using words::Severity;
using words::StrictSeverity;

// Where the text of the plan itself begins.
Span first_token(const words::Document& document) {
  const bool directive = document.version && document.version->span.begin < document.header.begin;
  return directive ? document.version->span : document.header;
}

// In the strict dialect a finding is as severe as the origin says it, and on the same line.
void as_the_origin(const words::Document& document, std::vector<Diagnostic>& findings) {
  for (auto& each : findings) {
    const auto* info = words::find_info(each.code);
    if (info != nullptr) each.severity = info->strict == StrictSeverity::error ? Severity::error : Severity::warning;
    // NB: the origin stumbles over an undefined size and blames the first line of the plan.
    if (each.kind == "undefined_variable") each.span = first_token(document);
  }
}

// After a syntax error a name may be missing only because its statement could not be read.
void drop_consequences(std::vector<Diagnostic>& findings) {
  std::erase_if(findings, [](const Diagnostic& each) {
    const auto* info = words::find_info(each.code);
    return info != nullptr && info->scope == Scope::whole;
  });
}

}  // namespace

bool Compiled::valid() const {
  return std::ranges::none_of(diagnostics, [](const Diagnostic& each) { return each.severity == Severity::error; });
}

Compiled compile(std::string source, words::Dialect dialect, const words::Limits& limits) {
  auto parsed = words::parse(std::move(source), dialect, limits);
  Compiled compiled;
  compiled.document = std::make_unique<const words::Document>(std::move(parsed.document));
  std::vector<Diagnostic> findings;
  compiled.plan = resolve(*compiled.document, findings, dialect);
  check(*compiled.document, compiled.plan, dialect, findings);
  if (!parsed.diagnostics.empty()) drop_consequences(findings);
  if (dialect == words::Dialect::strict) as_the_origin(*compiled.document, findings);
  compiled.diagnostics = std::move(parsed.diagnostics);
  for (auto& finding : findings) compiled.diagnostics.push_back(std::move(finding));
  if (dialect == words::Dialect::strict) {
    words::sort_by_phase(compiled.diagnostics);
  } else {
    words::sort_by_place(compiled.diagnostics);
  }
  return compiled;
}

}  // namespace floorplan::engine
