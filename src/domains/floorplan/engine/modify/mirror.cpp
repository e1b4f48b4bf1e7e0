// SPDX-License-Identifier: Apache-2.0
// A floor seen in the mirror: places, sides, alignments, turns and swings change sides; sizes and names stay.
#include <algorithm>

#include "domains/floorplan/engine/modify/handlers.h"
#include "domains/floorplan/engine/modify/needs.h"
#include "domains/floorplan/engine/modify/placing.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using words::AlignmentDirection;
using words::RelativeDirection;
using words::ViewDirection;
using words::WallDirection;

RelativeDirection mirrored(RelativeDirection direction, Axis axis) {
  using enum RelativeDirection;
  const bool across = axis == Axis::horizontal;
  switch (direction) {
    case right_of:
      return across ? left_of : right_of;
    case left_of:
      return across ? right_of : left_of;
    case above:
      return across ? above : below;
    case below:
      return across ? below : above;
    case above_right_of:
      return across ? above_left_of : below_right_of;
    case above_left_of:
      return across ? above_right_of : below_left_of;
    case below_right_of:
      return across ? below_left_of : above_right_of;
    case below_left_of:
      return across ? below_right_of : above_left_of;
    default:
      return direction;
  }
}

WallDirection mirrored(WallDirection side, Axis axis) {
  using enum WallDirection;
  if (axis == Axis::horizontal) return side == left ? right : side == right ? left : side;
  return side == top ? bottom : side == bottom ? top : side;
}

ViewDirection mirrored(ViewDirection side, Axis axis) {
  using enum ViewDirection;
  if (axis == Axis::horizontal) return side == left ? right : side == right ? left : side;
  return side == top ? bottom : side == bottom ? top : side;
}

template <class LeftRight>
LeftRight other(LeftRight word) {
  return word == LeftRight::left ? LeftRight::right : word == LeftRight::right ? LeftRight::left : word;
}

// True if the side runs along the axis of the mirror, so that places on it change.
bool runs_along(WallDirection side, Axis axis) {
  const bool lies = side == WallDirection::top || side == WallDirection::bottom;
  return lies == (axis == Axis::horizontal);
}

// An alignment that was left out means top or left; seen in the mirror that may be bottom or right.
std::optional<AlignmentDirection> mirrored_alignment(const words::RelativePosition& relative, Axis axis) {
  using enum AlignmentDirection;
  const auto direction = relative.direction.value;
  const bool beside = direction == RelativeDirection::right_of || direction == RelativeDirection::left_of;
  const bool over = direction == RelativeDirection::above || direction == RelativeDirection::below;
  if (!beside && !over) return std::nullopt;
  const auto low = beside ? top : left;
  const auto high = beside ? bottom : right;
  const auto stated = relative.align ? relative.align->value : low;
  const auto meant = stated == high || stated == center ? stated : low;
  const bool changes = beside == (axis == Axis::vertical);
  if (meant == center || !changes) return meant;
  return meant == low ? high : low;
}

class Mirror {
 public:
  Mirror(Draft& draft, const words::Floor& floor, Axis axis) : draft_(draft), floor_(floor), axis_(axis) {
    bounds_ = draft.plan().floors[static_cast<std::size_t>(draft.plan().floor_named(floor.name.text))].bounds;
  }

  void run() {
    for (const auto& room : floor_.rooms) mirror_room(room, bounds_);
    for (const auto& stair : floor_.stairs) mirror_stair(stair);
    for (const auto& lift : floor_.lifts) mirror_lift(lift);
    for (std::size_t i = 0; i < draft_.document().connections.size(); ++i) mirror_connection(i);
  }

 private:
  // The corner, in the scope's own coordinates, of a rectangle seen in the mirror.
  words::Point corner(const Rect& rect, const Rect& scope, const Rect& origin) const {
    const bool across = axis_ == Axis::horizontal;
    const double x = across ? scope.x + scope.right() - rect.right() : rect.x;
    const double y = across ? rect.y : scope.y + scope.bottom() - rect.bottom();
    return point_at(draft_, x - origin.x, y - origin.y);
  }

  words::RelativePosition seen(const words::RelativePosition& relative) const {
    words::RelativePosition out = relative;
    out.direction.value = mirrored(relative.direction.value, axis_);
    const auto align = mirrored_alignment(relative, axis_);
    out.align.reset();
    if (align && !is_default_alignment(out.direction.value, *align)) {
      out.align = words::Located<AlignmentDirection>{*align, {}};
    }
    return out;
  }

  void mirror_room(const words::Room& room, const Rect& scope) {
    const Room& resolved = draft_.resolved(room);
    const Rect origin = resolved.parent < 0 ? Rect{} : scope;
    if (room.at && resolved.placed) draft_.replace(room.at->span, print(corner(resolved.rect, scope, origin)));
    if (room.relative) draft_.replace(room.relative->span, print(seen(*room.relative)));
    for (const auto& wall : room.walls) mirror_wall(wall, resolved);
    for (const auto& inner : room.rooms) mirror_room(inner, resolved.rect);
  }

  void mirror_wall(const words::Wall& wall, const Room& room) {
    const WallDirection side = mirrored(wall.side.value, axis_);
    if (side != wall.side.value) draft_.replace(wall.side.span, std::string(text(side)));
    if (!wall.at || !runs_along(wall.side.value, axis_)) return;
    const auto along = seen(wall, room);
    if (!along) return;
    std::string text = formats::floorplan::print_number(along->number);
    if (along->percent) text += "%";
    if (along->unit) text += words::text(*along->unit);
    draft_.replace(wall.at->span, std::move(text));
  }

  // The place of an opening along its wall; none if the opening itself has none.
  std::optional<words::Along> seen(const words::Wall& wall, const Room& room) const {
    words::Along along = *wall.at;
    if (along.percent || !along.unit) {
      along.number = 100 - along.number;
      return along;
    }
    // A length is the distance to the near edge, which the mirror makes the far one.
    const auto& openings = room.side(wall.side.value).openings;
    const auto placed = std::ranges::find_if(openings, [&](const Opening& o) { return o.span == wall.span; });
    if (placed == openings.end()) return std::nullopt;
    const double length = axis_ == Axis::horizontal ? room.rect.width : room.rect.height;
    along.number = (length - placed->to) / metres_per(*along.unit);
    return along;
  }

  void mirror_stair(const words::Stair& stair) {
    words::Stair out = stair;
    const auto found = std::ranges::find_if(draft_.plan().stairs, [&](const Stair& s) { return s.span == stair.span; });
    if (out.at && found != draft_.plan().stairs.end()) out.at = corner(found->box, bounds_, {});
    if (out.relative) out.relative = seen(*out.relative);
    if (out.direction) out.direction->value = mirrored(out.direction->value, axis_);
    if (out.turn) out.turn->value = other(out.turn->value);
    if (out.handrail) out.handrail->value = other(out.handrail->value);
    if (out.rotation) {
      using enum words::RotationDirection;
      out.rotation->value = out.rotation->value == clockwise ? counterclockwise : clockwise;
    }
    for (auto& segment : out.segments) mirror_segment(segment);
    draft_.replace(stair.span, print(out));
  }

  void mirror_segment(words::Segment& segment) const {
    if (auto* turn = std::get_if<words::Turn>(&segment.what)) turn->direction = other(turn->direction);
    auto* flight = std::get_if<words::Flight>(&segment.what);
    if (flight == nullptr || !flight->along) return;
    flight->along->second.value = mirrored(flight->along->second.value, axis_);
  }

  void mirror_lift(const words::Lift& lift) {
    words::Lift out = lift;
    const auto found = std::ranges::find_if(draft_.plan().lifts, [&](const Lift& l) { return l.span == lift.span; });
    if (out.at && found != draft_.plan().lifts.end()) out.at = corner(found->rect, bounds_, {});
    if (out.relative) out.relative = seen(*out.relative);
    for (auto& door : out.doors) door.value = mirrored(door.value, axis_);
    draft_.replace(lift.span, print(out));
  }

  void mirror_connection(std::size_t index) {
    const words::Connection& connection = draft_.document().connections[index];
    const Connection& resolved = draft_.plan().connections[index];
    const auto here = [&](int room) {
      return room >= 0 &&
             draft_.plan().rooms[static_cast<std::size_t>(room)].floor == draft_.plan().floor_named(floor_.name.text);
    };
    if (!here(resolved.from) && !here(resolved.to)) return;
    for (const auto* end : {&connection.from, &connection.to}) {
      if (!end->side) continue;
      const WallDirection side = mirrored(end->side->value, axis_);
      if (side != end->side->value) draft_.replace(end->side->span, std::string(text(side)));
    }
    if (connection.at && connection.at->percent && runs_along(resolved.from_side, axis_)) {
      draft_.replace(connection.at->span, formats::floorplan::print_number(100 - connection.at->number) + "%");
    }
    if (connection.swing) draft_.replace(connection.swing->span, std::string(text(other(connection.swing->value))));
  }

  Draft& draft_;
  const words::Floor& floor_;
  Axis axis_;
  Rect bounds_;
};

}  // namespace

Result<std::string> mirror(Draft& draft, const std::string& /*target*/, const action::MirrorFloor& given) {
  const words::Floor* floor = TRY(draft.floor(given.floor));
  const Axis axis = TRY(need(given, &action::MirrorFloor::axis));
  Mirror(draft, *floor, axis).run();
  return "Floor " + in_quotes(floor->name.text) + " mirrored, " +
         (axis == Axis::horizontal ? "left to right" : "top to bottom");
}

}  // namespace floorplan::engine
