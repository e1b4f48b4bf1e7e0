// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "domains/floorplan/engine/check/check.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/engine/plan/neighbours.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using words::Dialect;
using words::WallDirection;
using words::WallType;

class ConnectionChecks {
 public:
  ConnectionChecks(const words::Document& document, const Plan& plan, Dialect dialect, Findings& findings)
      : document_(document), plan_(plan), dialect_(dialect), findings_(findings) {}

  void run() {
    for (std::size_t i = 0; i < plan_.connections.size(); ++i) one(document_.connections[i], plan_.connections[i]);
    if (dialect_ == Dialect::strict) {
      overlaps_of_the_origin();
    } else {
      overlaps();
    }
    doors_to_inside();
  }

 private:
  const Room& room(int i) const { return plan_.rooms[static_cast<std::size_t>(i)]; }
  words::Diagnostic& about(const words::Connection& source, Finding finding, Span span, std::string message,
                           std::string hint = {}) {
    auto& result = findings_.add(finding, span, std::move(message), std::move(hint));
    for (const auto* end : {&source.from, &source.to}) {
      if (!end->outside) result.rooms.push_back(end->room.text);
    }
    return result;
  }
  static std::string place(const std::string& room, WallDirection side) {
    return quoted(room + "." + std::string(words::text(side)));
  }
  std::string length(double metres) const { return show_length(metres, plan_.settings.unit); }

  void one(const words::Connection& source, const Connection& connection) {
    ends(source, connection);
    position(source);
    opens_into(source);
    if (!connection.known || connection.from == connection.to) return;
    if (connection.from >= 0 && connection.to >= 0) two_rooms(source, connection);
    if (connection.placed) measures(source, connection);
    wall_types(source, connection);
  }

  void ends(const words::Connection& source, const Connection& connection) {
    if (source.from.outside && source.to.outside) {
      about(source, Finding::connection_outside_only, source.span, "This connects the outside with itself.",
            "Name a room at one end.");
    }
    if (!source.from.outside && connection.from < 0) unknown(source, source.from);
    if (!source.to.outside && connection.to < 0) unknown(source, source.to);
    if (connection.known && connection.from == connection.to) {
      about(source, Finding::connection_to_itself, source.span,
            "This connects room " + quoted(source.from.room.text) + " with itself.");
    }
  }
  void unknown(const words::Connection& source, const words::End& end) {
    auto& finding = about(source, Finding::connection_room_unknown, end.room.span,
                          "There is no room " + quoted(end.room.text) + " to connect.");
    if (names_.empty()) names_ = room_names(plan_);
    findings_.suggest(finding, end.room, names_);
  }

  void position(const words::Connection& source) {
    if (!source.at) return;
    const bool good = source.at->number >= 0 && (!source.at->percent || source.at->number <= 100);
    if (good) return;
    about(source, Finding::connection_position, source.at->span, "A position along the wall is from 0% to 100%.",
          "0% is the left or upper end of the common wall.");
  }
  void opens_into(const words::Connection& source) {
    if (!source.opens_into) return;
    const auto matches = [&](const words::End& end) {
      return end.outside == source.opens_into->outside && end.room.text == source.opens_into->room.text;
    };
    if (matches(source.from) || matches(source.to)) return;
    about(source, Finding::connection_opens_elsewhere, source.opens_into->span,
          "The door opens into " + quoted(source.opens_into->room.text) + ", which it does not join.",
          "Name one of the two rooms of this connection.");
  }

  void two_rooms(const words::Connection& source, const Connection& connection) {
    const auto& a = room(connection.from);
    const auto& b = room(connection.to);
    if (a.floor != b.floor) {
      about(source, Finding::connection_floors, source.span,
            "Rooms " + quoted(a.name) + " and " + quoted(b.name) + " are on different floors.",
            "Join floors with a stair or a lift and `vertical`.");
      return;
    }
    if (!a.placed || !b.placed || a.parent == connection.to || b.parent == connection.from) return;
    if (!connection.placed) return not_touching(source, a, b);
    const double gap =
        std::abs(side_line(a.rect, connection.from_side).line - side_line(b.rect, connection.to_side).line);
    if (gap <= wall_gap(plan_.settings) + 1e-9) return;
    about(source, Finding::connection_no_shared_wall, source.span,
          "Between " + place(a.name, connection.from_side) + " and " + place(b.name, connection.to_side) +
              " is a gap of " + length(gap) + ".");
  }
  void not_touching(const words::Connection& source, const Room& a, const Room& b) {
    auto& finding = about(source, Finding::connection_no_shared_wall, source.span,
                          "Rooms " + quoted(a.name) + " and " + quoted(b.name) + " share no wall" +
                              (source.from.side || source.to.side ? " on these sides" : "") + "; nothing is drawn.");
    const auto side = common_side(a.rect, b.rect);
    if (!side) return;
    finding.hint = place(a.name, *side) + " and " + place(b.name, opposite(*side)) + " touch.";
    if (!source.from.side || !source.to.side) return;
    finding.fix = words::Fix{"Use the sides that touch",
                             {{source.from.side->span, std::string(words::text(*side))},
                              {source.to.side->span, std::string(words::text(opposite(*side)))}}};
  }
  std::optional<WallDirection> common_side(const Rect& a, const Rect& b) const {
    for (const auto side : all_sides) {
      const auto p = side_line(a, side);
      const auto q = side_line(b, opposite(side));
      if (std::abs(p.line - q.line) <= wall_gap(plan_.settings) &&
          std::min(p.high, q.high) - std::max(p.low, q.low) > 0.3) {
        return side;
      }
    }
    return std::nullopt;
  }

  void measures(const words::Connection& source, const Connection& connection) {
    const auto& settings = plan_.settings;
    double wanted =
        source.type.value == words::DoorType::double_door ? settings.double_door_width : settings.door_width;
    if (source.size) wanted = metres(source.size->width, settings.unit);
    const auto span = source.size ? source.size->span : source.span;
    if (wanted <= 0) {
      about(source, Finding::size_not_positive, span, "The size of a connection must be above zero.");
    } else if (wanted > connection.width + 1e-6) {
      about(source, Finding::connection_too_wide, span,
            "The connection is " + length(wanted) + " wide, but the common wall is only " + length(connection.width) +
                " long.");
    }
    double lowest = farthest;
    for (const int i : {connection.from, connection.to}) {
      if (i >= 0) lowest = std::min(lowest, room(i).height);
    }
    if (!connection.full_height && connection.height > lowest + 1e-6) {
      about(source, Finding::connection_too_high, span,
            "The connection is " + length(connection.height) + " high, but the lower room is only " + length(lowest) +
                " high.");
    }
  }

  void wall_types(const words::Connection& source, const Connection& connection) {
    if (source.type.value == words::DoorType::opening) return;
    const auto check = [&](int index, const words::End& end, bool from) {
      if (index < 0 || (!end.side && !connection.placed)) return;
      const auto side = end.side ? end.side->value : from ? connection.from_side : connection.to_side;
      const auto type = room(index).side(side).type;
      if (type == WallType::solid) return;
      about(source, Finding::connection_wall_type, end.span,
            "The wall " + place(room(index).name, side) + " is declared `" + std::string(words::text(type)) +
                "` and has a connection too.",
            type == WallType::door ? "They are drawn as one door; the wall can be `solid`."
                                   : "Make the wall `solid`, or leave the connection out.");
    };
    check(connection.from, source.from, true);
    check(connection.to, source.to, false);
  }

  // By what they cover on the wall.
  void overlaps() {
    std::set<std::pair<int, int>> told;
    for (const auto& each : plan_.rooms) {
      for (const auto side : all_sides) {
        const auto& openings = each.side(side).openings;
        const Opening* before = nullptr;
        for (const auto& opening : openings) {
          if (opening.connection < 0) continue;
          if (before != nullptr && opening.from < before->to - 1e-3 &&
              told.emplace(std::minmax(before->connection, opening.connection)).second) {
            clash(*before, opening, place(each.name, side));
          }
          if (before == nullptr || opening.to > before->to) before = &opening;
        }
      }
    }
  }
  bool leads_outside(int index) const {
    const auto& connection = plan_.connections[static_cast<std::size_t>(index)];
    return connection.from < 0 || connection.to < 0;
  }
  void clash(const Opening& a, const Opening& b, const std::string& where) {
    // A door to outside that meets an inner one leads inside; that is said below.
    if (leads_outside(a.connection) != leads_outside(b.connection)) return;
    const auto later = static_cast<std::size_t>(std::max(a.connection, b.connection));
    const auto& source = document_.connections[later];
    about(source, Finding::connection_overlap, source.span, "Two connections overlap in the wall " + where + ".",
          "Move one of them with `at`, for example 25% and 75%.");
  }

  // NB: the origin counts 5 % to each side of a door and 10 % of a double door, whatever their sizes, on walls
  // named on both ends; touching counts. Along a wall the lower of two is reported, then neither is looked at again.
  void overlaps_of_the_origin() {
    struct Claim {
      const words::Connection* source;
      const words::End* end;
      double at, half;
    };
    std::map<std::pair<std::string_view, WallDirection>, std::size_t> known;
    std::vector<std::vector<Claim>> walls;  // in the order of the text
    for (const auto& source : document_.connections) {
      if (source.from.outside || source.to.outside || !source.from.side || !source.to.side) continue;
      const double half = source.type.value == words::DoorType::double_door ? 10 : 5;
      const double at = source.at ? source.at->number : 50;
      for (const auto* end : {&source.from, &source.to}) {
        const auto wall = known.try_emplace({end->room.text, end->side->value}, walls.size());
        if (wall.second) walls.emplace_back();
        walls[wall.first->second].push_back({&source, end, at, half});
      }
    }
    std::set<const words::Connection*> told;
    for (auto& claims : walls) {
      std::ranges::sort(claims, {}, [](const Claim& each) { return std::pair(each.at, each.source->span.begin); });
      for (std::size_t i = 0; i < claims.size(); ++i) {
        const auto clashes = [&](const Claim& other) {
          return other.source != claims[i].source && !told.contains(other.source) &&
                 other.at - claims[i].at <= claims[i].half + other.half;
        };
        if (told.contains(claims[i].source)) continue;
        const auto other = std::find_if(claims.begin() + static_cast<std::ptrdiff_t>(i) + 1, claims.end(), clashes);
        if (other == claims.end()) continue;
        told.insert({claims[i].source, other->source});
        about(*claims[i].source, Finding::connection_overlap, claims[i].end->span,
              "Another connection sits at the same place of this wall.", "Use different positions.");
      }
    }
  }

  // A door to outside that leads into another room.
  void doors_to_inside() {
    std::vector<std::vector<int>> outer(plan_.rooms.size());
    bool any = false;
    for (std::size_t i = 0; i < plan_.connections.size(); ++i) {
      const auto& connection = plan_.connections[i];
      if (!connection.placed || (connection.from >= 0 && connection.to >= 0)) continue;
      outer[static_cast<std::size_t>(std::max(connection.from, connection.to))].push_back(static_cast<int>(i));
      any = true;
    }
    if (!any) return;
    for (const auto& floor : plan_.floors) {
      for (const auto& wall : neighbourhood(plan_, floor.rooms, wall_gap(plan_.settings)).walls) {
        leads_inside(outer[static_cast<std::size_t>(wall.a)], wall.a, wall.side_of_a, wall, wall.b);
        leads_inside(outer[static_cast<std::size_t>(wall.b)], wall.b, opposite(wall.side_of_a), wall, wall.a);
      }
    }
  }
  void leads_inside(const std::vector<int>& doors, int owner, WallDirection side, const SharedWall& wall, int other) {
    for (const int i : doors) {
      const auto& connection = plan_.connections[static_cast<std::size_t>(i)];
      const auto own_side = connection.from == owner ? connection.from_side : connection.to_side;
      const std::size_t axis = side_line(room(owner).rect, side).horizontal ? 0 : 1;
      const double middle = (connection.a[axis] + connection.b[axis]) / 2;
      if (own_side != side || middle <= wall.low || middle >= wall.high) continue;
      const auto& source = document_.connections[static_cast<std::size_t>(i)];
      about(source, Finding::connection_inside, source.span,
            "This door to outside leads into room " + quoted(room(other).name) + ".",
            "Move it with `at`, or choose another side.");
    }
  }

  const words::Document& document_;
  const Plan& plan_;
  Dialect dialect_;
  Findings& findings_;
  std::vector<std::string> names_;
};

}  // namespace

void check_connections(const words::Document& document, const Plan& plan, Dialect dialect, Findings& findings) {
  ConnectionChecks(document, plan, dialect, findings).run();
}

}  // namespace floorplan::engine
