// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/tools/tool.h"

// Rooms as answers show them, and the shapes they are told in.
namespace floorplan::tools {

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

}  // namespace floorplan::tools
