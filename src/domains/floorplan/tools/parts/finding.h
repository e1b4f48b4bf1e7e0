// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/tools/tool.h"

// What the compiler says of a plan, as answers show it (seed 002, with what it leaves open decided as in
// docs/tools.md).
namespace floorplan::tools {

struct FixEdit {
  std::int64_t line = 0, column = 0, endLine = 0, endColumn = 0;
  std::string text;
  static constexpr auto fields =
      tool::fields(tool::field("line", &FixEdit::line, "First line of what is replaced, from 1."),
                   tool::field("column", &FixEdit::column, "First column, from 1."),
                   tool::field("endLine", &FixEdit::endLine, "Line of its end."),
                   tool::field("endColumn", &FixEdit::endColumn, "Column just after its end."),
                   tool::field("text", &FixEdit::text, "What to put there."));
};
struct Fix {
  std::string title;
  std::vector<FixEdit> edits;
  static constexpr auto fields = tool::fields(tool::field("title", &Fix::title, "What the fix does."),
                                              tool::field("edits", &Fix::edits, "The edits, none overlapping."));
};
// An error or a warning.
struct Finding {
  std::string type, code, severity, message;
  std::optional<std::string> hint;
  std::optional<std::int64_t> line, column, endLine, endColumn;
  std::optional<std::string> roomName, variableName, floor;
  std::optional<std::vector<std::string>> rooms;
  std::optional<Fix> fix;
  static constexpr auto fields = tool::fields(
      tool::field("type", &Finding::type, "The kind: parse, missing_reference, overlap and others."),
      tool::field("code", &Finding::code, "A stable name of the finding (docs/floorplan.md lists them)."),
      tool::field("severity", &Finding::severity, "error, warning or info."),
      tool::field("message", &Finding::message, "What is wrong."),
      tool::field("hint", &Finding::hint, "What to do about it."), tool::field("line", &Finding::line, "Line, from 1."),
      tool::field("column", &Finding::column, "Column, from 1."),
      tool::field("endLine", &Finding::endLine, "Line of the end."),
      tool::field("endColumn", &Finding::endColumn, "Column just after the end."),
      tool::field("roomName", &Finding::roomName, "The room concerned."),
      tool::field("variableName", &Finding::variableName, "The undefined name."),
      tool::field("floor", &Finding::floor, "The floor concerned."),
      tool::field("rooms", &Finding::rooms, "All rooms concerned."),
      tool::field("fix", &Finding::fix, "A ready correction, where there is one."));
};
// Where the plan itself is not the subject, this many say it all.
inline constexpr std::size_t max_findings = 100;
// The errors, or all that is less than an error. A list that is cut ends with `more-findings`, which counts the rest.
std::vector<Finding> findings(const engine::Compiled& compiled, formats::floorplan::Severity severity,
                              std::size_t most = 1000);

}  // namespace floorplan::tools
