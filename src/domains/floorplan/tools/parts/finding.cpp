// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/parts/finding.h"

#include "formats/floorplan/codes.h"

namespace floorplan::tools {

namespace words = formats::floorplan;

namespace {

Fix fix_of(const words::Fix& fix, const words::LineIndex& lines) {
  Fix out;
  out.title = fix.title;
  for (const auto& edit : fix.edits) {
    const auto from = lines.place(edit.span.begin);
    const auto to = lines.place(edit.span.end);
    out.edits.push_back({from.line, from.column, to.line, to.column, edit.text});
  }
  return out;
}

Finding finding_of(const words::Diagnostic& diagnostic, const words::LineIndex& lines) {
  const auto from = lines.place(diagnostic.span.begin);
  const auto to = lines.place(diagnostic.span.end);
  Finding out;
  out.type = diagnostic.kind;
  out.code = diagnostic.code;
  out.severity = text(diagnostic.severity);
  out.message = diagnostic.message;
  if (!diagnostic.hint.empty()) out.hint = diagnostic.hint;
  out.line = from.line;
  out.column = from.column;
  out.endLine = to.line;
  out.endColumn = to.column;
  if (!diagnostic.rooms.empty()) {
    out.roomName = diagnostic.rooms.front();
    out.rooms = diagnostic.rooms;
  }
  if (!diagnostic.variable.empty()) out.variableName = diagnostic.variable;
  if (!diagnostic.floor.empty()) out.floor = diagnostic.floor;
  if (diagnostic.fix) out.fix = fix_of(*diagnostic.fix, lines);
  return out;
}

}  // namespace

std::vector<Finding> findings(const engine::Compiled& compiled, words::Severity severity, std::size_t most) {
  const words::LineIndex lines(compiled.document->source);
  std::vector<Finding> out;
  const words::Diagnostic* first_left_out = nullptr;
  std::size_t left_out = 0;
  for (const auto& diagnostic : compiled.diagnostics) {
    const bool is_error = diagnostic.severity == words::Severity::error;
    if (is_error != (severity == words::Severity::error)) continue;
    const bool count = diagnostic.more > 0;  // says itself how many there are
    if (out.size() < most || count) {
      out.push_back(finding_of(diagnostic, lines));
    } else if (left_out++ == 0) {
      first_left_out = &diagnostic;
    }
  }
  if (left_out == 0) return out;
  auto note = words::diagnostic(words::Finding::more_findings, first_left_out->span, words::more_findings(left_out));
  out.push_back(finding_of(note, lines));
  return out;
}

}  // namespace floorplan::tools
