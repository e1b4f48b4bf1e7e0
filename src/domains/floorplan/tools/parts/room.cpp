// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/parts/room.h"

#include <utility>
#include <variant>

#include "domains/floorplan/tools/parts/values.h"

namespace floorplan::tools {

namespace words = formats::floorplan;

namespace {

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

}  // namespace floorplan::tools
