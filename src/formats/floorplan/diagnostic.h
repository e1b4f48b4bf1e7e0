// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace formats::floorplan {

// Bytes [begin, end) of the source.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool empty() const { return begin == end; }
  friend bool operator==(const Span&, const Span&) = default;
};

// A place for people: from 1; columns count characters (UTF-8 sequences), not bytes.
struct Place {
  int line = 1;
  int column = 1;
};

// Where lines begin in a source; answers in logarithmic time. Does not own the text.
class LineIndex {
 public:
  explicit LineIndex(std::string_view source);
  Place place(std::uint32_t offset) const;
  std::uint32_t line_begin(int line) const;  // the source's size past the last line

 private:
  std::string_view source_;
  std::vector<std::uint32_t> starts_;
};

enum class Severity : std::uint8_t { error, warning, info };
constexpr std::string_view text(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "info";
}

// Replaces a span by a text.
struct Edit {
  Span span;
  std::string text;
  friend bool operator==(const Edit&, const Edit&) = default;
};
struct Fix {
  std::string title;  // "Change `sold` to `solid`"
  std::vector<Edit> edits;
};

// One finding about a plan. `code` is stable and kebab-case ("wall-type-unknown"); docs/floorplan.md lists
// them all. `kind` is the origin's type (parse, circular_dependency, missing_reference, no_position,
// connection, undefined_variable, duplicate_definition; for warnings overlap, wall_type …).
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  std::string kind;
  std::string message;
  std::string hint;  // what to do next; may be empty
  Span span;
  std::optional<Fix> fix;
  std::vector<std::string> rooms;  // concerned, by name
  std::string floor;               // id, where one is concerned
  std::string variable;            // for undefined_variable
  std::size_t more = 0;            // for more-findings: how many are not listed
};

// {code, severity, message, hint?, line, column, endLine, endColumn}: for pages and commands.
base::Json to_json(const Diagnostic& diagnostic, const LineIndex& lines);

}  // namespace formats::floorplan
