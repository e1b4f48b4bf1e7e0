// SPDX-License-Identifier: Apache-2.0
// Several rooms at once: side by side, or in line.
#include <algorithm>
#include <cmath>
#include <limits>

#include "domains/floorplan/engine/modify/handlers.h"
#include "domains/floorplan/engine/modify/needs.h"
#include "domains/floorplan/engine/modify/placing.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using words::AlignmentDirection;
using words::RelativeDirection;

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

// Places rooms of one floor beside one another. Only the anchor and what hangs on it may be a neighbour, so no
// circle can arise.
class Conversion {
 public:
  // Lengths in metres. `wanted` says which rooms of the anchor's floor are to be placed anew.
  Conversion(Draft& draft, const FoundRoom& anchor, double unit, double tolerance,
             const std::function<bool(const words::Room&)>& wanted)
      : draft_(draft),
        rooms_(anchor.floor->rooms),
        chain_(unit, tolerance),
        best_(rooms_.size()),
        newest_(static_cast<std::size_t>(anchor.room - rooms_.data())) {
    for (const auto& room : rooms_) {
      rects_.push_back(draft.resolved(room).rect);
      settled_.push_back(!wanted(room));
    }
  }

  void run() {
    for (std::size_t next = best_placed(); next < rooms_.size(); next = best_placed()) settle(next);
  }

  std::string message() const {
    const auto left = static_cast<std::size_t>(std::ranges::count(settled_, false));
    std::string out = counted(converted_, "room") + (converted_ == 1 ? " is" : " are") + " now placed beside others";
    if (moved_ > exact) out += "; the largest move to line up was " + print(draft_.bare(moved_));
    if (left == 0) return out;
    return out + "; " + counted(left, "room") +
           (left == 1 ? " lines up with no other and stays where it is"
                      : " line up with no other and stay where they are");
  }

 private:
  // Whoever has the best neighbour, now that one more may be one; rooms_.size() if nobody has any.
  std::size_t best_placed() {
    std::size_t next = rooms_.size();
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      if (settled_[i]) continue;
      const Candidate candidate = chain_.best(rects_[i], rects_[newest_], newest_);
      if (candidate.score < best_[i].score) best_[i] = candidate;
      if (std::isfinite(best_[i].score) && (next == rooms_.size() || best_[i].score < best_[next].score)) next = i;
    }
    return next;
  }

  void settle(std::size_t next) {
    const Candidate& chosen = best_[next];
    say_relative(draft_, rooms_[next], relative_of(draft_, chosen, rooms_[chosen.reference].name.text));
    rects_[next].x += chosen.shift_x;
    rects_[next].y += chosen.shift_y;
    moved_ = std::max(moved_, chosen.shift());
    settled_[next] = true;
    newest_ = next;
    ++converted_;
  }

  Draft& draft_;
  const std::vector<words::Room>& rooms_;
  RelativeChain chain_;
  std::vector<Rect> rects_;  // with the moves made so far
  std::vector<bool> settled_;
  std::vector<Candidate> best_;  // by room, among the neighbours so far
  std::size_t newest_;           // the last that became one
  std::size_t converted_ = 0;
  double moved_ = 0;
};

// --- align_rooms ---

// `rect` with its edge, or its centre along the axis, on that of `line`.
Rect lined_up(Rect rect, const Rect& line, AlignmentDirection edge, Axis axis) {
  using enum AlignmentDirection;
  if (edge == left) rect.x = line.x;
  if (edge == right) rect.x = line.right() - rect.width;
  if (edge == top) rect.y = line.y;
  if (edge == bottom) rect.y = line.bottom() - rect.height;
  if (edge == center && axis == Axis::horizontal) rect.x = line.x + (line.width - rect.width) / 2;
  if (edge == center && axis == Axis::vertical) rect.y = line.y + (line.height - rect.height) / 2;
  return rect;
}

std::string nth_target(std::size_t i) { return "params.targetRooms[" + std::to_string(i) + "]"; }

// A room that can be lined up with the target: of the same scope, and its place known.
Result<FoundRoom> room_beside(const Draft& draft, const FoundRoom& target, const std::string& target_name,
                              const std::string& name, const std::string& path) {
  const FoundRoom found = TRY(draft.room_near(name, *target.floor, path));
  if (found.parent != target.parent || found.floor != target.floor) {
    return fail(Code::constraint, in_quotes(name) + " is not beside " + in_quotes(target_name), path,
                "Rooms that are lined up share their floor, and their parent if they are sub-rooms.");
  }
  if (found.room != target.room && !draft.resolved(*found.room).placed) {
    return fail(Code::constraint, in_quotes(name) + " has no place yet", path);
  }
  return found;
}

}  // namespace

Result<std::string> convert_to_relative(Draft& draft, const std::string& /*target*/,
                                        const action::ConvertToRelative& given) {
  const std::string name = TRY(need(given, &action::ConvertToRelative::anchorRoom));
  const FoundRoom anchor = TRY(draft.room(name, given.floor, "params.anchorRoom"));
  if (anchor.parent != nullptr) return fail(Code::constraint, "the anchor must not be a sub-room", "params.anchorRoom");
  const auto targets = given.targetRooms.value_or(std::vector<std::string>{});
  std::vector<const words::Room*> meant;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    meant.push_back(TRY(draft.room_near(targets[i], *anchor.floor, nth_target(i))).room);
  }
  const auto wanted = [&](const words::Room& room) {
    if (&room == anchor.room || !room.at || !draft.resolved(room).placed) return false;
    return !given.targetRooms || std::ranges::find(meant, &room) != meant.end();
  };
  const double unit = metres_per(draft.plan().settings.unit);
  Conversion conversion(draft, anchor, unit, given.alignmentTolerance.value_or(1) * unit, wanted);
  conversion.run();
  return conversion.message();
}

Result<std::string> align_rooms(Draft& draft, const std::string& target, const action::AlignRooms& given) {
  using enum AlignmentDirection;
  const FoundRoom aim = TRY(draft.room(target, given.floor));
  const auto names = TRY(need(given, &action::AlignRooms::targetRooms));
  const auto edge = TRY(need(given, &action::AlignRooms::alignment));
  const Axis axis = given.axis.value_or(edge == top || edge == bottom ? Axis::vertical : Axis::horizontal);
  const Rect origin = aim.parent != nullptr ? draft.resolved(*aim.parent).rect : Rect{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const FoundRoom found = TRY(room_beside(draft, aim, target, names[i], nth_target(i)));
    if (found.room == aim.room) continue;
    const Rect rect = lined_up(draft.resolved(*found.room).rect, draft.resolved(*aim.room).rect, edge, axis);
    put_at(draft, found.room->name, found.room->at, found.room->relative,
           point_at(draft, rect.x - origin.x, rect.y - origin.y));
  }
  return counted(names.size(), "room") + " lined up with " + in_quotes(aim.room->name.text);
}

}  // namespace floorplan::engine
