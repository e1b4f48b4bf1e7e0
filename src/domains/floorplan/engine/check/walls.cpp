// SPDX-License-Identifier: Apache-2.0
// Walls, their openings, and what neighbours say about a common wall.
#include <algorithm>
#include <cmath>
#include <set>

#include "domains/floorplan/engine/check/check.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/engine/plan/neighbours.h"

namespace floorplan::engine {

namespace {

using words::WallDirection;
using words::WallType;

class WallChecks {
 public:
  WallChecks(const words::Document& document, const Plan& plan, Findings& findings)
      : plan_(plan), findings_(findings), sources_(room_sources(document)) {
    for (const auto& connection : plan.connections) {
      if (connection.from < 0 || connection.to < 0) continue;
      const auto pair = std::minmax(connection.from, connection.to);
      joined_.emplace(pair);
      if (connection.type == words::DoorType::opening) opened_.emplace(pair);
    }
  }

  void run() {
    for (std::size_t i = 0; i < plan_.rooms.size(); ++i) entries(i);
    for (const auto& room : plan_.rooms) {
      for (const auto side : all_sides) overlaps(room, side);
    }
    for (const auto& floor : plan_.floors) {
      for (const auto& wall : neighbourhood(plan_, floor.rooms, wall_gap(plan_.settings)).walls) common(wall);
    }
  }

 private:
  words::Diagnostic& about(const Room& room, Finding finding, Span span, std::string message, std::string hint = {}) {
    auto& result = findings_.add(finding, span, std::move(message), std::move(hint));
    result.rooms = {room.name};
    result.floor = plan_.floors[static_cast<std::size_t>(room.floor)].id;
    return result;
  }
  static std::string place(const Room& room, WallDirection side) {
    return quoted(room.name + "." + std::string(words::text(side)));
  }
  static bool opening(WallType type) { return type != WallType::solid && type != WallType::open; }

  void entries(std::size_t index) {
    const auto& room = plan_.rooms[index];
    std::array<const words::Wall*, words::enum_names(WallDirection{}).size()> first{};
    for (const auto& wall : sources_[index]->walls) {
      auto& before = first[static_cast<std::size_t>(wall.side.value)];
      if (before != nullptr && (!opening(wall.type.value) || !opening(before->type.value))) {
        about(room, Finding::wall_repeated, wall.span, "The side " + place(room, wall.side.value) + " is named twice.",
              "Several entries for one side must all be doors or windows.");
      }
      if (before == nullptr) before = &wall;
      if (room.placed) fits(room, wall);
    }
  }

  void fits(const Room& room, const words::Wall& wall) {
    if (wall.type.value == WallType::solid) {
      if (wall.at || wall.size) {
        about(room, Finding::wall_attribute_ignored, wall.span,
              "A solid wall has no opening to place; it is drawn solid.", "Use door, window or open.");
      }
      return;
    }
    const double length = side_line(room.rect, wall.side.value).length();
    if (wall.at && outside(*wall.at, length)) {
      about(room, Finding::opening_outside_wall, wall.at->span,
            "This place is beyond the wall " + place(room, wall.side.value) + ", which is " +
                show_length(length, plan_.settings.unit) + " long.",
            "Use 0% to 100%, or a length from the left or upper end.");
      return;
    }
    if (!wall.size) return;
    const double width = metres(wall.size->width, plan_.settings.unit);
    const double height = wall.size->height ? metres(*wall.size->height, plan_.settings.unit) : 0;
    if (width <= 0 || height < 0) {
      about(room, Finding::size_not_positive, wall.size->span, "The size of an opening must be above zero.");
    } else if (width > length + 1e-6) {
      about(room, Finding::opening_does_not_fit, wall.size->span,
            "The opening is wider than the wall " + place(room, wall.side.value) + " (" +
                show_length(length, plan_.settings.unit) + ").");
    } else if (height > room.height + 1e-6) {
      about(room, Finding::opening_does_not_fit, wall.size->span,
            "The opening is higher than room " + quoted(room.name) + " (" +
                show_length(room.height, plan_.settings.unit) + ").");
    } else if (wall.at) {
      moved(room, wall, length, width);
    }
  }
  bool outside(const words::Along& at, double length) const {
    if (at.percent) return at.number < 0 || at.number > 100;
    const double from = metres({at.number, at.unit, {}}, plan_.settings.unit);
    return from < 0 || from > length;
  }
  void moved(const Room& room, const words::Wall& wall, double length, double width) {
    const auto& at = *wall.at;
    const double from =
        at.percent ? length * at.number / 100 - width / 2 : metres({at.number, at.unit, {}}, plan_.settings.unit);
    if (from >= -1e-6 && from + width <= length + 1e-6) return;
    about(room, Finding::opening_moved, at.span,
          "The opening is moved to stay inside the wall " + place(room, wall.side.value) + ".");
  }

  // Openings of `walls [...]` among themselves and against connections; connections among themselves are
  // looked at with them.
  void overlaps(const Room& room, WallDirection side) {
    const auto& openings = room.side(side).openings;
    for (std::size_t i = 1; i < openings.size(); ++i) {
      const auto& a = openings[i - 1];
      const auto& b = openings[i];
      if (a.kind == Opening::Kind::open || b.kind == Opening::Kind::open) continue;
      if (b.from >= a.to - 1e-3 || (a.connection >= 0 && b.connection >= 0)) continue;
      const auto& own = b.connection < 0 ? b : a;
      about(room, Finding::openings_overlap, own.span, "Two openings overlap in the wall " + place(room, side) + ".",
            "Move one of them with `at`, or make it smaller with `size`.");
    }
  }

  void common(const SharedWall& wall) {
    const auto& a = plan_.rooms[static_cast<std::size_t>(wall.a)];
    const auto& b = plan_.rooms[static_cast<std::size_t>(wall.b)];
    if (wall.high - wall.low < 0.1) return;
    const auto& one = a.side(wall.side_of_a);
    const auto& other = b.side(opposite(wall.side_of_a));
    const std::pair<int, int> pair = std::minmax(wall.a, wall.b);
    if (!joined_.contains(pair) && one.stated && other.stated && one.type != other.type) {
      auto& finding = about(b, Finding::wall_conflict, b.name_span,
                            place(a, wall.side_of_a) + " is `" + std::string(words::text(one.type)) + "`, but " +
                                place(b, opposite(wall.side_of_a)) + " is `" + std::string(words::text(other.type)) +
                                "`; it is the same wall.",
                            "Give both sides the same type, or join the rooms with `connect`.");
      finding.rooms = {a.name, b.name};
    }
    if (!opened_.contains(pair)) heights(a, one.height.value_or(a.height), b, other.height.value_or(b.height));
  }
  void heights(const Room& a, double of_a, const Room& b, double of_b) {
    if (std::abs(of_a - of_b) <= 1e-3) return;
    const auto& unit = plan_.settings.unit;
    auto& finding = about(b, Finding::wall_height_conflict, b.name_span,
                          "The common wall of " + quoted(a.name) + " and " + quoted(b.name) + " has two heights, " +
                              show_length(of_a, unit) + " and " + show_length(of_b, unit) + ".",
                          "Give both the same `height`, or join the rooms with an `opening`.");
    finding.rooms = {a.name, b.name};
  }

  const Plan& plan_;
  Findings& findings_;
  std::vector<const words::Room*> sources_;
  std::set<std::pair<int, int>> joined_, opened_;
};

}  // namespace

void check_walls(const words::Document& document, const Plan& plan, Findings& findings) {
  WallChecks(document, plan, findings).run();
}

}  // namespace floorplan::engine
