// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/shared.h"

#include <algorithm>
#include <cmath>

#include "formats/floorplan/codes.h"

namespace floorplan::tools {

namespace words = formats::floorplan;

Result<std::string> plan_text(const std::optional<std::string>& dsl, const View& view) {
  if (dsl) return *dsl;
  const auto element = view.element(plan_element);
  if (element) return std::string(element->body.text("dsl"));
  return fail(Code::not_found, "This workspace has no plan, and the call has no `dsl`.", "dsl",
              "Send the plan as `dsl`, or put one into the workspace with open_floorplan.");
}

kernel::Element plan_as_element(std::string dsl) {
  kernel::Element element;
  element.id = plan_element;
  element.category = "floorplan";
  element.body = Json::object({{"dsl", std::move(dsl)}});
  return element;
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

double round_to(double value, int decimals) {
  const double factor = std::pow(10.0, decimals);
  return std::round(value * factor) / factor;
}

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

// Answers speak the plan's unit; a millionth of it is noise from the conversion.
double in_unit(double metres, const engine::Plan& plan) {
  return round_to(metres / engine::metres_per(plan.settings.unit), 6);
}

class RoomWriter {
 public:
  RoomWriter(const engine::Compiled& compiled, words::AreaUnit unit) : compiled_(compiled), unit_(unit) {}

  RoomOut write(const words::Room& source, std::size_t& next, const engine::Rect* parent) const {
    const engine::Room& room = compiled_.plan.rooms[next++];
    RoomOut out;
    out.name = room.name;
    out.floor = compiled_.plan.floors[static_cast<std::size_t>(room.floor)].id;
    if (source.label) out.label = room.label;
    out.size = {unit(room.rect.width), unit(room.rect.height)};
    if (source.at) out.position = XY{length(source.at->x), length(source.at->y)};
    if (room.placed && (!source.at || parent != nullptr))
      out.resolvedPosition = XY{unit(room.rect.x), unit(room.rect.y)};
    if (const auto* name = std::get_if<words::Name>(&source.size)) out.sizeRef = name->text;
    if (!room.style.empty()) out.style = room.style;
    out.walls = {room.sides[0].type, room.sides[1].type, room.sides[2].type, room.sides[3].type};
    if (source.relative) out.relativePosition = beside(*source.relative);
    out.area = round_to(room.rect.area() / engine::square_metres_per(unit_), 2);
    if (source.rooms.empty()) return out;
    Json inner = Json::array();
    for (const auto& child : source.rooms) inner.push_back(tool::encode(write(child, next, &room.rect)));
    out.subRooms = std::move(inner);
    return out;
  }

 private:
  double unit(double metres) const { return in_unit(metres, compiled_.plan); }
  double length(const words::Length& value) const {
    if (!value.unit) return value.number;
    return unit(value.number * engine::metres_per(*value.unit));
  }
  Beside beside(const words::RelativePosition& relative) const {
    Beside out;
    out.direction = relative.direction.value;
    out.reference = relative.reference.text;
    if (relative.gap) out.gap = length(*relative.gap);
    if (relative.align) out.alignment = relative.align->value;
    return out;
  }

  const engine::Compiled& compiled_;
  words::AreaUnit unit_;
};

std::size_t count_all(const words::Room& room) {
  std::size_t count = 1;
  for (const auto& inner : room.rooms) count += count_all(inner);
  return count;
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

std::vector<RoomOut> rooms_of(const engine::Compiled& compiled, int floor, words::AreaUnit unit) {
  const RoomWriter writer(compiled, unit);
  std::vector<RoomOut> out;
  std::size_t next = 0;  // the plan's rooms are in the order of the text, sub-rooms after their parent
  const auto& floors = compiled.document->floors;
  for (std::size_t i = 0; i < floors.size(); ++i) {
    for (const auto& room : floors[i].rooms) {
      if (floor < 0 || static_cast<std::size_t>(floor) == i) {
        out.push_back(writer.write(room, next, nullptr));
      } else {
        next += count_all(room);
      }
    }
  }
  return out;
}

base::Error invalid_plan(const engine::Compiled& compiled, std::string_view what) {
  const auto errors = findings(compiled, words::Severity::error, max_findings);
  std::string message = std::string(what);
  if (!errors.empty()) message += ": line " + std::to_string(errors[0].line.value_or(0)) + ": " + errors[0].message;
  base::Error error = fail(Code::parse, std::move(message), "dsl");
  error.data_json = Json::object({{"success", false}, {"errors", tool::encode(errors)}}).dump();
  return error;
}

}  // namespace floorplan::tools
