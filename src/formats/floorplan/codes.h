// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/floorplan/diagnostic.h"

// The codes of all diagnostics, of the parser and of the engine, made from codes.def.
namespace formats::floorplan {

enum class Finding : std::uint8_t {
#define FINDING(identifier, code, kind, severity, strict, scope, meaning) identifier,
#include "formats/floorplan/codes.def"
};

enum class StrictSeverity : std::uint8_t { error, warning, silent };
enum class Scope : std::uint8_t { lexical, syntax, local, whole };

struct FindingInfo {
  std::string_view code;
  std::string_view kind;
  Severity severity;      // in the lenient dialect
  StrictSeverity strict;  // what the origin says
  Scope scope;
  std::string_view meaning;
};

// All of them, in the order of the values of Finding.
std::span<const FindingInfo> all_findings();
const FindingInfo& info(Finding finding);
// By its text; null if there is none.
const FindingInfo* find_info(std::string_view code);

// By place, errors before warnings at one place; otherwise the order stays.
void sort_by_place(std::vector<Diagnostic>& diagnostics);
// As the origin reports: what its lexer found, then its parser, then its checks; each by place.
void sort_by_phase(std::vector<Diagnostic>& diagnostics);

// What `more-findings` says.
std::string more_findings(std::size_t count);

Diagnostic diagnostic(Finding finding, Span span, std::string message, std::string hint = {});

}  // namespace formats::floorplan
