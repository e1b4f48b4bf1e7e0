// SPDX-License-Identifier: Apache-2.0
// Operations on several rooms at once: side by side, in line, mirrored.
#include <algorithm>
#include <cmath>
#include <limits>

#include "domains/floorplan/engine/modify/draft.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using words::AlignmentDirection;
using words::RelativeDirection;
using words::ViewDirection;
using words::WallDirection;

constexpr double exact = 1e-6;  // metres: below what a plan can mean

// --- convert_to_relative ---

// One way to say where a room stands.
struct Candidate {
  double score = std::numeric_limits<double>::infinity();
  RelativeDirection direction = RelativeDirection::right_of;
  std::optional<AlignmentDirection> align;
  double gap = 0;
  double shift_x = 0, shift_y = 0;  // how far the room moves to line up
  std::size_t reference = 0;
  double shift() const { return std::hypot(shift_x, shift_y); }
};

double centre_distance(const Rect& a, const Rect& b) {
  return std::hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}

// Which alignment needs the smallest move along one axis.
struct Alignment {
  AlignmentDirection word;
  double shift;
};
Alignment nearest_alignment(double start, double size, double other_start, double other_size, AlignmentDirection low,
                            AlignmentDirection high) {
  std::array<Alignment, 3> options{{{low, other_start - start},
                                    {high, other_start + other_size - start - size},
                                    {AlignmentDirection::center, other_start + other_size / 2 - start - size / 2}}};
  return *std::ranges::min_element(options, {}, [](const Alignment& a) { return std::abs(a.shift); });
}

class RelativeChain {
 public:
  RelativeChain(double unit, double tolerance) : unit_(unit), tolerance_(tolerance) {}

  // The best way to place `room` beside `reference` without moving it more than the tolerance.
  Candidate best(const Rect& room, const Rect& reference, std::size_t index) const {
    Candidate out;
    out.reference = index;
    side(out, room, reference, RelativeDirection::right_of, room.x - reference.right(), true);
    side(out, room, reference, RelativeDirection::left_of, reference.x - room.right(), true);
    side(out, room, reference, RelativeDirection::below, room.y - reference.bottom(), false);
    side(out, room, reference, RelativeDirection::above, reference.y - room.bottom(), false);
    corner(out, room, reference);
    return out;
  }

 private:
  // Score: distance of centres and gap, in the plan's units; exact alignment is worth a lot, and moving a
  // room costs more than any of it.
  double score(const Rect& room, const Rect& reference, double gap, double shift) const {
    const double moved = std::abs(shift) > exact ? 1000 + std::abs(shift) / unit_ : 0;
    return centre_distance(room, reference) / unit_ + gap / unit_ - (moved == 0 ? 10 : 0) + moved;
  }

  void side(Candidate& out, const Rect& room, const Rect& reference, RelativeDirection direction, double gap,
            bool horizontal) const {
    if (gap < -exact) return;
    const Alignment aligned = horizontal ? nearest_alignment(room.y, room.height, reference.y, reference.height,
                                                             AlignmentDirection::top, AlignmentDirection::bottom)
                                         : nearest_alignment(room.x, room.width, reference.x, reference.width,
                                                             AlignmentDirection::left, AlignmentDirection::right);
    if (std::abs(aligned.shift) > std::max(tolerance_, exact)) return;
    const double points = score(room, reference, gap, aligned.shift);
    if (points >= out.score) return;
    out.score = points;
    out.direction = direction;
    out.gap = std::max(0.0, gap);
    out.align = aligned.word;
    out.shift_x = horizontal ? 0 : aligned.shift;
    out.shift_y = horizontal ? aligned.shift : 0;
  }

  // Corner to corner: the same gap both ways.
  void corner(Candidate& out, const Rect& room, const Rect& reference) const {
    const double right = room.x - reference.right();
    const double left = reference.x - room.right();
    const double below = room.y - reference.bottom();
    const double above = reference.y - room.bottom();
    const auto consider = [&](double across, double down, RelativeDirection direction) {
      if (across < -exact || down < -exact || std::abs(across - down) > exact) return;
      constexpr double diagonal_penalty = 5;
      const double points = score(room, reference, across, 0) + diagonal_penalty;
      if (points >= out.score) return;
      out.score = points;
      out.direction = direction;
      out.gap = std::max(0.0, across);
      out.align.reset();
      out.shift_x = out.shift_y = 0;
    };
    consider(right, below, RelativeDirection::below_right_of);
    consider(right, above, RelativeDirection::above_right_of);
    consider(left, below, RelativeDirection::below_left_of);
    consider(left, above, RelativeDirection::above_left_of);
  }

  double unit_;
  double tolerance_;
};

bool is_default_alignment(RelativeDirection direction, AlignmentDirection align) {
  const bool horizontal = direction == RelativeDirection::right_of || direction == RelativeDirection::left_of;
  return align == (horizontal ? AlignmentDirection::top : AlignmentDirection::left);
}

words::RelativePosition relative_of(const Draft& draft, const Candidate& chosen, const std::string& reference) {
  words::RelativePosition out;
  out.direction.value = chosen.direction;
  out.reference.text = reference;
  if (chosen.gap > exact) out.gap = draft.bare(chosen.gap);
  if (chosen.align && !is_default_alignment(chosen.direction, *chosen.align)) {
    out.align = words::Located<AlignmentDirection>{*chosen.align, {}};
  }
  return out;
}

void say_relative(Draft& draft, const words::Room& room, const words::RelativePosition& relative) {
  draft.remove_clause(room.at->span, "at");
  if (room.relative) return draft.replace(room.relative->span, print(relative));
  std::uint32_t end = room.walls_span.end;
  if (const auto* size = std::get_if<words::Size>(&room.size)) end = std::max(end, size->span.end);
  if (const auto* name = std::get_if<words::Name>(&room.size)) end = std::max(end, name->span.end);
  for (const auto* length : {&room.height, &room.elevation}) {
    if (*length) end = std::max(end, (*length)->span.end);
  }
  draft.insert(end, " " + print(relative));
}

// --- mirror ---

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
    words::Point out;
    out.x = draft_.bare(x - origin.x);
    out.y = draft_.bare(y - origin.y);
    return out;
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
    words::Along along = *wall.at;
    if (along.percent || !along.unit) {
      along.number = 100 - along.number;
    } else {
      // A length is the distance to the near edge, which the mirror makes the far one.
      const auto& openings = room.side(wall.side.value).openings;
      const auto placed = std::ranges::find_if(openings, [&](const Opening& o) { return o.span == wall.span; });
      if (placed == openings.end()) return;
      const double length = axis_ == Axis::horizontal ? room.rect.width : room.rect.height;
      along.number = (length - placed->to) / metres_per(*along.unit);
    }
    std::string text = formats::floorplan::print_number(along.number);
    if (along.percent) text += "%";
    if (along.unit) text += words::text(*along.unit);
    draft_.replace(wall.at->span, std::move(text));
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
    for (auto& segment : out.segments) {
      if (auto* turn = std::get_if<words::Turn>(&segment.what)) turn->direction = other(turn->direction);
      auto* flight = std::get_if<words::Flight>(&segment.what);
      if (flight != nullptr && flight->along) {
        flight->along->second.value = mirrored(flight->along->second.value, axis_);
      }
    }
    draft_.replace(stair.span, print(out));
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

std::string nth_target(std::size_t i) { return "params.targetRooms[" + std::to_string(i) + "]"; }

}  // namespace

Result<std::string> convert_to_relative(Draft& draft, const Operation& operation) {
  const Parameters& given = operation.parameters;
  const std::string anchor_name = TRY(need(given.anchorRoom, "anchorRoom", operation.action));
  const FoundRoom anchor = TRY(draft.room(anchor_name, given.floor, "params.anchorRoom"));
  if (anchor.parent != nullptr) return fail(Code::constraint, "the anchor must not be a sub-room", "params.anchorRoom");
  const auto targets = given.targetRooms.value_or(std::vector<std::string>{});
  std::vector<const words::Room*> meant;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    meant.push_back(TRY(draft.room_near(targets[i], *anchor.floor, nth_target(i))).room);
  }
  const auto& rooms = anchor.floor->rooms;
  const auto wanted = [&](const words::Room& room) {
    if (&room == anchor.room || !room.at || !draft.resolved(room).placed) return false;
    return !given.targetRooms || std::ranges::find(meant, &room) != meant.end();
  };
  std::vector<Rect> rects;
  std::vector<bool> settled;
  std::vector<Candidate> best(rooms.size());
  for (const auto& room : rooms) {
    rects.push_back(draft.resolved(room).rect);
    settled.push_back(!wanted(room));
  }
  const double unit = metres_per(draft.plan().settings.unit);
  const RelativeChain chain(unit, given.alignmentTolerance.value_or(1) * unit);
  // Whoever has the best neighbour is settled next. Only the anchor and what hangs on it may be a
  // neighbour, so no circle can arise.
  std::size_t newest = static_cast<std::size_t>(anchor.room - rooms.data());
  std::size_t converted = 0;
  double moved = 0;
  for (;;) {
    std::size_t next = rooms.size();
    for (std::size_t i = 0; i < rooms.size(); ++i) {
      if (settled[i]) continue;
      const Candidate candidate = chain.best(rects[i], rects[newest], newest);
      if (candidate.score < best[i].score) best[i] = candidate;
      if (std::isfinite(best[i].score) && (next == rooms.size() || best[i].score < best[next].score)) next = i;
    }
    if (next == rooms.size()) break;
    const Candidate& chosen = best[next];
    say_relative(draft, rooms[next], relative_of(draft, chosen, rooms[chosen.reference].name.text));
    rects[next].x += chosen.shift_x;
    rects[next].y += chosen.shift_y;
    moved = std::max(moved, chosen.shift());
    settled[next] = true;
    newest = next;
    ++converted;
  }
  const auto left = static_cast<std::size_t>(std::ranges::count(settled, false));
  std::string message = counted(converted, "room") + (converted == 1 ? " is" : " are") + " now placed beside others";
  if (moved > exact) message += "; the largest move to line up was " + print(draft.bare(moved));
  if (left > 0)
    message += "; " + counted(left, "room") +
               (left == 1 ? " lines up with no other and stays where it is"
                          : " line up with no other and stay where they are");
  return message;
}

Result<std::string> align_rooms(Draft& draft, const Operation& operation) {
  using enum AlignmentDirection;
  const FoundRoom target = TRY(target_room(draft, operation));
  const auto names = TRY(need(operation.parameters.targetRooms, "targetRooms", operation.action));
  const auto edge = TRY(need(operation.parameters.alignment, "alignment", operation.action));
  const Axis axis =
      operation.parameters.axis.value_or(edge == top || edge == bottom ? Axis::vertical : Axis::horizontal);
  const Rect& line = draft.resolved(*target.room).rect;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const FoundRoom found = TRY(draft.room_near(name, *target.floor, nth_target(i)));
    if (found.room == target.room) continue;
    if (found.parent != target.parent || found.floor != target.floor) {
      return fail(Code::constraint, in_quotes(name) + " is not beside " + in_quotes(operation.target), nth_target(i),
                  "Rooms that are lined up share their floor, and their parent if they are sub-rooms.");
    }
    const Room& room = draft.resolved(*found.room);
    if (!room.placed) return fail(Code::constraint, in_quotes(name) + " has no place yet", nth_target(i));
    Rect rect = room.rect;
    if (edge == left) rect.x = line.x;
    if (edge == right) rect.x = line.right() - rect.width;
    if (edge == top) rect.y = line.y;
    if (edge == bottom) rect.y = line.bottom() - rect.height;
    if (edge == center && axis == Axis::horizontal) rect.x = line.x + (line.width - rect.width) / 2;
    if (edge == center && axis == Axis::vertical) rect.y = line.y + (line.height - rect.height) / 2;
    const Rect origin = found.parent != nullptr ? draft.resolved(*found.parent).rect : Rect{};
    words::Point point;
    point.x = draft.bare(rect.x - origin.x);
    point.y = draft.bare(rect.y - origin.y);
    place(draft, found.room->name, found.room->at, found.room->relative, point);
  }
  return counted(names.size(), "room") + " lined up with " + in_quotes(target.room->name.text);
}

Result<std::string> mirror(Draft& draft, const Operation& operation) {
  const words::Floor* floor = TRY(draft.floor(operation.parameters.floor));
  const Axis axis = TRY(need(operation.parameters.axis, "axis", operation.action));
  Mirror(draft, *floor, axis).run();
  return "Floor " + in_quotes(floor->name.text) + " mirrored, " +
         (axis == Axis::horizontal ? "left to right" : "top to bottom");
}

}  // namespace floorplan::engine
