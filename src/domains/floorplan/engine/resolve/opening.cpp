// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <tuple>

#include "domains/floorplan/engine/plan/neighbours.h"
#include "domains/floorplan/engine/resolve/context.h"

namespace floorplan::engine {

namespace {

using words::WallDirection;
using words::WallType;

using Stretches = std::vector<std::pair<double, double>>;

constexpr double least_opening = 0.4;
constexpr double window_share = 0.8;

Opening::Kind kind_of(words::DoorType type) {
  switch (type) {
    case words::DoorType::double_door:
      return Opening::Kind::double_door;
    case words::DoorType::opening:
      return Opening::Kind::opening;
    default:
      return Opening::Kind::door;
  }
}
Opening::Kind kind_of(WallType type) {
  switch (type) {
    case WallType::door:
      return Opening::Kind::door;
    case WallType::window:
      return Opening::Kind::window;
    default:
      return Opening::Kind::open;
  }
}

// What is left of [0, length] beside the taken stretches.
Stretches free_of(double length, Stretches taken) {
  std::ranges::sort(taken);
  Stretches free;
  double at = 0;
  for (const auto& [low, high] : taken) {
    if (low > at) free.emplace_back(at, std::min(low, length));
    at = std::max(at, high);
  }
  if (at < length) free.emplace_back(at, length);
  return free;
}

bool touches(const Stretches& stretches, double from, double to) {
  return std::ranges::any_of(stretches, [&](const auto& each) { return each.first < to && from < each.second; });
}

// Puts the openings of connections and of `walls [...]` on the sides of the rooms.
class Openings {
 public:
  explicit Openings(Context& context) : context_(context), plan_(context.plan) {}

  void run() {
    for (std::size_t i = 0; i < plan_.connections.size(); ++i) from_connection(static_cast<int>(i));
    find_neighbours();
    for (std::size_t i = 0; i < plan_.rooms.size(); ++i) {
      if (plan_.rooms[i].placed) from_walls(static_cast<int>(i));
    }
    for (auto& room : plan_.rooms) {
      for (auto& side : room.sides)
        std::ranges::sort(side.openings, {},
                          [](const Opening& each) { return std::tuple(each.from, each.connection, each.span.begin); });
    }
  }

 private:
  Room& room(int i) { return plan_.rooms[static_cast<std::size_t>(i)]; }

  void from_connection(int index) {
    const auto& connection = plan_.connections[static_cast<std::size_t>(index)];
    if (!connection.placed) return;
    if (connection.from >= 0) on_side(connection.from, connection.from_side, index);
    if (connection.to >= 0) on_side(connection.to, connection.to_side, index);
  }
  void on_side(int owner, WallDirection side, int index) {
    const auto& connection = plan_.connections[static_cast<std::size_t>(index)];
    const auto line = side_line(room(owner).rect, side);
    const std::size_t axis = line.horizontal ? 0 : 1;
    // The opening of a sub-room's wall is not in its parent's wall.
    if (std::abs(connection.a[1 - axis] - line.line) > 0.5) return;
    Opening opening;
    opening.kind = kind_of(connection.type);
    opening.from = connection.a[axis] - line.low;
    opening.to = connection.b[axis] - line.low;
    opening.head = std::min(connection.height, room(owner).height);
    opening.connection = index;
    opening.opens_into_owner = connection.leaf_room == owner;
    opening.hinge_at_from = connection.hinge_at_a;
    opening.span = connection.span;
    room(owner).side(side).openings.push_back(opening);
  }

  void find_neighbours() {
    covered_.resize(plan_.rooms.size());
    facing_.resize(plan_.rooms.size());
    for (const auto& floor : plan_.floors) {
      for (const auto& wall : neighbourhood(plan_, floor.rooms, wall_gap(plan_.settings)).walls) {
        cover(wall.a, wall.b, wall.side_of_a, wall);
        cover(wall.b, wall.a, opposite(wall.side_of_a), wall);
      }
    }
  }
  void cover(int owner, int other, WallDirection side, const SharedWall& wall) {
    const double low = side_line(room(owner).rect, side).low;
    const auto index = static_cast<std::size_t>(side);
    covered_[static_cast<std::size_t>(owner)][index].emplace_back(wall.low - low, wall.high - low);
    if (other < owner) facing_[static_cast<std::size_t>(owner)][index].push_back(other);
  }

  // Openings with a place of their own first; the others take what room is left.
  void from_walls(int index) {
    const auto& source = *context_.rooms[static_cast<std::size_t>(index)];
    for (const auto& wall : source.walls) {
      if (wall.type.value != WallType::solid && wall.at) put(index, wall);
    }
    for (const auto& wall : source.walls) {
      if (wall.type.value != WallType::solid && !wall.at) put(index, wall);
    }
  }

  void put(int index, const words::Wall& wall) {
    auto& side = room(index).side(wall.side.value);
    const double length = side_line(room(index).rect, wall.side.value).length();
    Opening opening = blank(index, wall);
    if (opening.kind == Opening::Kind::open && !wall.at && !wall.size) {
      opening.to = length;
      side.openings.push_back(opening);
      return;
    }
    // A door in the wall and a connection on it are one and the same door.
    if (opening.kind == Opening::Kind::door && !wall.at && has_connection(side)) return;
    if (!wall.at && seen_from_other_side(index, wall)) return;
    if (place(index, wall, length, opening)) {
      side.openings.push_back(opening);
      return;
    }
    auto& finding = context_.findings.add(Finding::opening_does_not_fit, wall.span,
                                          "There is no space left for this opening; it is left out.",
                                          "Move what is in the wall, or make it smaller with `size`.");
    finding.rooms = {room(index).name};
  }
  static bool has_connection(const Side& side) {
    return std::ranges::any_of(side.openings, [](const Opening& each) { return each.connection >= 0; });
  }
  // Both neighbours name the same door or window of their common wall: the first one has made it.
  bool seen_from_other_side(int index, const words::Wall& wall) {
    const auto here = side_line(room(index).rect, wall.side.value);
    for (const int other : facing_[static_cast<std::size_t>(index)][static_cast<std::size_t>(wall.side.value)]) {
      const auto there = side_line(room(other).rect, opposite(wall.side.value));
      for (const auto& each : room(other).side(opposite(wall.side.value)).openings) {
        if (each.connection >= 0 || each.kind != kind_of(wall.type.value)) continue;
        const double low = there.low + each.from - here.low;
        if (low > -1e-6 && low + (each.to - each.from) < here.length() + 1e-6) return true;
      }
    }
    return false;
  }

  Opening blank(int index, const words::Wall& wall) {
    const auto& settings = plan_.settings;
    Opening opening;
    opening.kind = kind_of(wall.type.value);
    opening.span = wall.span;
    const double ceiling = wall.height ? std::max(0.1, context_.metres(*wall.height)) : room(index).height;
    const bool window = opening.kind == Opening::Kind::window;
    double height = window                                ? settings.window_height
                    : opening.kind == Opening::Kind::door ? settings.door_height
                                                          : ceiling;
    if (wall.size && wall.size->height && context_.metres(*wall.size->height) > 0) {
      height = context_.metres(*wall.size->height);
    }
    height = std::min(height, ceiling);
    opening.sill = window ? std::max(0.0, std::min(settings.window_sill, ceiling - height)) : 0;
    opening.head = opening.sill + height;
    opening.hinge_at_from = wall.side.value == WallDirection::top || wall.side.value == WallDirection::right;
    return opening;
  }

  double wanted_width(const words::Wall& wall, double length) const {
    if (wall.size && context_.metres(wall.size->width) > 0) return context_.metres(wall.size->width);
    if (wall.type.value == WallType::window) return std::min(plan_.settings.window_width, window_share * length);
    return plan_.settings.door_width;
  }

  bool place(int index, const words::Wall& wall, double length, Opening& opening) {
    const double width = std::min(wanted_width(wall, length), length);
    double from = (length - width) / 2;
    if (wall.at) {
      from = wall.at->percent ? length * held(wall.at->number) / 100 - width / 2
                              : metres({wall.at->number, wall.at->unit, {}}, plan_.settings.unit);
      opening.from = std::clamp(from, 0.0, length - width);
      opening.to = opening.from + width;
      return true;
    }
    opening.from = from;
    opening.to = from + width;
    return find_room(index, wall, length, width, opening);
  }

  // The middle of the wall, unless something is there already; a window rather looks outside.
  bool find_room(int index, const words::Wall& wall, double length, double width, Opening& opening) {
    const auto& side = room(index).side(wall.side.value);
    Stretches taken;
    for (const auto& each : side.openings) {
      if (each.kind != Opening::Kind::open) taken.emplace_back(each.from - 0.05, each.to + 0.05);
    }
    Stretches inner;
    if (wall.type.value == WallType::window) {
      inner = covered_[static_cast<std::size_t>(index)][static_cast<std::size_t>(wall.side.value)];
    }
    const bool blocked = touches(taken, opening.from, opening.to);
    if (!blocked && !touches(inner, opening.from + 0.01, opening.to - 0.01)) return true;
    inner.insert(inner.end(), taken.begin(), taken.end());
    if (fit(free_of(length, inner), width, wall, opening)) return true;
    return !blocked || fit(free_of(length, taken), width, wall, opening);
  }
  static bool fit(const Stretches& free, double width, const words::Wall& wall, Opening& opening) {
    const auto longest = std::ranges::max_element(free, {}, [](const auto& each) { return each.second - each.first; });
    if (longest == free.end()) return false;
    const double space = longest->second - longest->first;
    const double share = wall.type.value == WallType::window ? window_share : 1.0;
    const double fitting = wall.size ? width : std::min(width, share * space);
    if (fitting > space || fitting < std::min(least_opening, width)) return false;
    opening.from = longest->first + (space - fitting) / 2;
    opening.to = opening.from + fitting;
    return true;
  }

  Context& context_;
  Plan& plan_;
  std::vector<std::array<Stretches, 4>> covered_;        // where rooms stand behind a side
  std::vector<std::array<std::vector<int>, 4>> facing_;  // which, of the earlier ones
};

}  // namespace

void resolve_openings(Context& context) { Openings(context).run(); }

}  // namespace floorplan::engine
