// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/floorplan/engine/compile.h"
#include "tool/registry.h"
#include "tool/tool.h"

// What the floorplan tools have in common: where a plan comes from, and how findings and rooms look in
// answers (seed 002, with what it leaves open decided as in docs/tools.md).
namespace floorplan::tools {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using kernel::Change;
using kernel::Permission;
using kernel::View;
using tool::Tool;

inline constexpr std::string_view plan_element = "floorplan:plan";
inline constexpr std::size_t max_dsl_bytes = std::size_t{4} << 20;

// The text of the call, or the workspace's plan.
Result<std::string> plan_text(const std::optional<std::string>& dsl, const View& view);
// The element that holds a workspace's plan.
kernel::Element plan_as_element(std::string dsl);

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

struct XY {
  double x = 0, y = 0;
  static constexpr auto fields =
      tool::fields(tool::field("x", &XY::x, "To the right."), tool::field("y", &XY::y, "Down."));
};
struct WidthHeight {
  double width = 0, height = 0;
  static constexpr auto fields = tool::fields(tool::field("width", &WidthHeight::width, "Along x."),
                                              tool::field("height", &WidthHeight::height, "Along y."));
};
struct WallTypes {
  formats::floorplan::WallType top{}, right{}, bottom{}, left{};
  static constexpr auto fields = tool::fields(tool::field("top", &WallTypes::top, "The top side."),
                                              tool::field("right", &WallTypes::right, "The right side."),
                                              tool::field("bottom", &WallTypes::bottom, "The bottom side."),
                                              tool::field("left", &WallTypes::left, "The left side."));
};
struct Beside {
  formats::floorplan::RelativeDirection direction{};
  std::string reference;
  std::optional<double> gap;
  std::optional<formats::floorplan::AlignmentDirection> alignment;
  static constexpr auto fields =
      tool::fields(tool::field("direction", &Beside::direction, "Where it stands."),
                   tool::field("reference", &Beside::reference, "The room beside which it stands.",
                               {.min_length = 1, .max_length = 200}),
                   tool::field("gap", &Beside::gap, "Distance between the two."),
                   tool::field("alignment", &Beside::alignment, "Which edges line up; top or left without it."));
};
// A room as answers show it; lengths in the plan's unit.
struct RoomOut {
  std::string name, floor;
  std::optional<std::string> label;
  WidthHeight size;
  std::optional<XY> position, resolvedPosition;
  std::optional<std::string> sizeRef, style;
  WallTypes walls;
  std::optional<Beside> relativePosition;
  double area = 0;
  std::optional<Json> subRooms;
  static constexpr auto fields = tool::fields(
      tool::field("name", &RoomOut::name, "Its name."), tool::field("floor", &RoomOut::floor, "Its floor."),
      tool::field("label", &RoomOut::label, "Its label."), tool::field("size", &RoomOut::size, "In the plan's unit."),
      tool::field("position", &RoomOut::position, "As written; sub-rooms within their parent."),
      tool::field("resolvedPosition", &RoomOut::resolvedPosition,
                  "On the sheet, for rooms placed beside others and sub-rooms."),
      tool::field("sizeRef", &RoomOut::sizeRef, "The defined size it names."),
      tool::field("style", &RoomOut::style, "Its style."), tool::field("walls", &RoomOut::walls, "Its four sides."),
      tool::field("relativePosition", &RoomOut::relativePosition, "Where it stands, if it is placed beside another."),
      tool::field("area", &RoomOut::area, "In the area unit of the answer."),
      tool::field("subRooms", &RoomOut::subRooms, "Rooms inside it, in the same form."));
};
// The top-level rooms of one floor, or of all (-1).
std::vector<RoomOut> rooms_of(const engine::Compiled& compiled, int floor, formats::floorplan::AreaUnit unit);

// {success: false, errors, …}: the plan cannot be used; `what` begins the sentence.
base::Error invalid_plan(const engine::Compiled& compiled, std::string_view what);

double round_to(double value, int decimals);
std::optional<std::string> unless_empty(const std::string& text);

Tool render_floorplan_tool();
Tool validate_floorplan_tool();
Tool modify_floorplan_tool();
Tool analyze_floorplan_tool();
Tool critique_floorplan_tool();
Tool schedule_floorplan_tool();
Tool layout_floorplan_tool();
Tool open_floorplan_tool();
Tool export_floorplan_tool();
tool::Resource schema_resource();
tool::Resource plan_resource();

}  // namespace floorplan::tools
