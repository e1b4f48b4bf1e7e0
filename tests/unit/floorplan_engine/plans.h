// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "domains/floorplan/engine/plan/plan.h"

// Resolved plans written by hand, for tests that do not care how a text becomes one.
namespace floorplan::engine::test {

inline Floor& add_floor(Plan& plan, std::string id, double height = 2.7) {
  const int index = static_cast<int>(plan.floors.size());
  const double below = plan.floors.empty()
                           ? 0
                           : plan.floors.back().elevation + plan.floors.back().height + plan.settings.floor_thickness;
  plan.floors.push_back({.id = std::move(id), .index = index, .height = height, .elevation = below});
  return plan.floors.back();
}

inline void include(Rect& bounds, const Rect& rect) {
  if (bounds.area() == 0) {
    bounds = rect;
    return;
  }
  const double right = std::max(bounds.right(), rect.right());
  const double bottom = std::max(bounds.bottom(), rect.bottom());
  bounds.x = std::min(bounds.x, rect.x);
  bounds.y = std::min(bounds.y, rect.y);
  bounds.width = right - bounds.x;
  bounds.height = bottom - bounds.y;
}

// On the last floor. `parent` is the index of a room that this one is part of.
inline int add_room(Plan& plan, std::string name, Rect rect, int parent = -1) {
  const int index = static_cast<int>(plan.rooms.size());
  Floor& floor = plan.floors.back();
  plan.rooms.push_back({.name = std::move(name),
                        .floor = floor.index,
                        .parent = parent,
                        .rect = rect,
                        .placed = true,
                        .height = floor.height});
  if (parent >= 0) {
    plan.rooms[static_cast<std::size_t>(parent)].rooms.push_back(index);
  } else {
    floor.rooms.push_back(index);
  }
  include(floor.bounds, rect);
  return index;
}

inline Room& room(Plan& plan, int index) { return plan.rooms[static_cast<std::size_t>(index)]; }

inline void add_window(Plan& plan, int index, words::WallDirection side, double from, double to) {
  Side& wall = room(plan, index).side(side);
  wall.type = words::WallType::window;
  wall.openings.push_back({.kind = Opening::Kind::window, .from = from, .to = to, .sill = 0.9, .head = 2.1});
}
inline void open_side(Plan& plan, int index, words::WallDirection side) {
  Room& owner = room(plan, index);
  owner.side(side).type = words::WallType::open;
  const bool upright = side == words::WallDirection::left || side == words::WallDirection::right;
  owner.side(side).openings.push_back({.kind = Opening::Kind::open,
                                       .from = 0,
                                       .to = upright ? owner.rect.height : owner.rect.width,
                                       .head = owner.height});
}

// A door in the right side of `from` to `to` (or outside: -1), in absolute y; the leaf opens into `from`.
inline void connect_right(Plan& plan, int from, int to, double y0, double y1,
                          words::DoorType type = words::DoorType::door) {
  const int index = static_cast<int>(plan.connections.size());
  Room& a = room(plan, from);
  const double x = a.rect.right();
  plan.connections.push_back({.from = from,
                              .to = to,
                              .to_outside = to < 0,
                              .known = true,
                              .placed = true,
                              .from_side = words::WallDirection::right,
                              .to_side = words::WallDirection::left,
                              .type = type,
                              .width = y1 - y0,
                              .height = 2.1,
                              .a = {x, y0},
                              .b = {x, y1},
                              .leaf_room = from});
  const auto kind = type == words::DoorType::door          ? Opening::Kind::door
                    : type == words::DoorType::double_door ? Opening::Kind::double_door
                                                           : Opening::Kind::opening;
  const auto put = [&](Room& owner, words::WallDirection side, bool into_owner) {
    owner.side(side).openings.push_back({.kind = kind,
                                         .from = y0 - owner.rect.y,
                                         .to = y1 - owner.rect.y,
                                         .head = 2.1,
                                         .connection = index,
                                         .opens_into_owner = into_owner});
  };
  put(a, words::WallDirection::right, true);
  if (to >= 0) put(room(plan, to), words::WallDirection::left, false);
}

}  // namespace floorplan::engine::test
