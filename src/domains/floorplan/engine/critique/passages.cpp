// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/critique/passages.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

namespace floorplan::engine {
namespace {

using Point = std::array<double, 2>;
using words::WallDirection;

constexpr double stacked = 0.6;     // how far two stairs may be apart and still be one, m
constexpr double look_over = 0.12;  // how far beyond a line the neighbour is looked for, m

double distance(Point a, Point b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }
Point middle(const Rect& r) { return {r.x + (r.width / 2), r.y + (r.height / 2)}; }

void add_holes(Ways& out, int floor) {
  const Walls& body = out.walls[static_cast<std::size_t>(floor)];
  const RoomsAt& rooms = out.rooms_at[static_cast<std::size_t>(floor)];
  for (std::size_t i = 0; i < body.holes.size(); ++i) {
    const Hole& hole = body.holes[i];
    if (!hole.passable()) continue;
    const Point at{(hole.a[0] + hole.b[0]) / 2, (hole.a[1] + hole.b[1]) / 2};
    const bool leaf = hole.kind == Opening::Kind::door || hole.kind == Opening::Kind::double_door;
    Passage passage{.kind = leaf ? Passage::Kind::door : Passage::Kind::opening,
                    .a = hole.room,
                    .b = hole.other,
                    .at = at,
                    .to = at,
                    .width = hole.width(),
                    .floor = floor,
                    .hole = static_cast<int>(i)};
    out.passages.push_back(passage);
    // A door of a room that has sub-rooms leads into the one that is really there.
    const Point step = hole.upright ? Point{look_over, 0} : Point{0, look_over};
    passage.a = rooms.find(at[0] - step[0], at[1] - step[1]);
    passage.b = rooms.find(at[0] + step[0], at[1] + step[1]);
    const bool same =
        (passage.a == hole.room && passage.b == hole.other) || (passage.b == hole.room && passage.a == hole.other);
    if (!same && passage.a != passage.b && passage.a >= 0 && passage.b >= 0) out.passages.push_back(passage);
  }
}

// Along a side without a wall: who is on the other side, piece by piece.
void add_open_part(Ways& out, const Room& room, int index, WallDirection side, double from, double to) {
  const RoomsAt& rooms = out.rooms_at[static_cast<std::size_t>(room.floor)];
  const bool upright = side == WallDirection::left || side == WallDirection::right;
  const Rect& r = room.rect;
  const double outside = side == WallDirection::left    ? r.x - look_over
                         : side == WallDirection::right ? r.right() + look_over
                         : side == WallDirection::top   ? r.y - look_over
                                                        : r.bottom() + look_over;
  const double start = upright ? r.y : r.x;
  const double step = std::max(0.1, (to - from) / 200);
  std::map<int, std::pair<double, int>> seen;  // neighbour → sum of places, count
  for (double t = from + (step / 2); t < to; t += step) {
    const double along = start + t;
    auto& entry = seen[upright ? rooms.find(outside, along) : rooms.find(along, outside)];
    entry.first += along;
    ++entry.second;
  }
  for (const auto& [other, entry] : seen) {
    if (other == index) continue;
    const double along = entry.first / entry.second;
    const double line = outside + (side == WallDirection::left || side == WallDirection::top ? look_over : -look_over);
    const Point at = upright ? Point{line, along} : Point{along, line};
    out.passages.push_back({.kind = Passage::Kind::open_side,
                            .a = index,
                            .b = other,
                            .at = at,
                            .to = at,
                            .width = entry.second * step,
                            .floor = room.floor});
  }
}

void add_open_sides(const Plan& plan, Ways& out) {
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    const Room& room = plan.rooms[i];
    if (!room.placed) continue;
    for (std::size_t s = 0; s < 4; ++s) {
      const auto side = static_cast<WallDirection>(s);
      const bool upright = side == WallDirection::left || side == WallDirection::right;
      bool stated = false;
      for (const Opening& opening : room.sides[s].openings) {
        if (opening.kind != Opening::Kind::open) continue;
        stated = true;
        add_open_part(out, room, static_cast<int>(i), side, opening.from, opening.to);
      }
      if (!stated && room.sides[s].type == words::WallType::open) {
        add_open_part(out, room, static_cast<int>(i), side, 0, upright ? room.rect.height : room.rect.width);
      }
    }
  }
}

double walk_length(const Stair& stair) {
  double flat = 0;
  for (std::size_t i = 0; i + 1 < stair.walk_line.size(); ++i)
    flat += distance(stair.walk_line[i], stair.walk_line[i + 1]);
  return std::hypot(flat, stair.rise);
}

int room_near(const RoomsAt& rooms, Point at, Point direction) {
  for (const double step : {0.3, 0.0, -0.3}) {
    const int found = rooms.find(at[0] + (direction[0] * step), at[1] + (direction[1] * step));
    if (found >= 0) return found;
  }
  return -1;
}

void add_stair(const Plan& plan, Ways& out, int index, int upper_floor) {
  const Stair& stair = plan.stairs[static_cast<std::size_t>(index)];
  if (!stair.placed || upper_floor < 0 || upper_floor >= static_cast<int>(plan.floors.size())) return;
  const Point foot = stair.walk_line.empty() ? middle(stair.box) : stair.walk_line.front();
  const Point head = stair.walk_line.empty() ? middle(stair.box) : stair.walk_line.back();
  const double size = std::max(distance(foot, head), 1e-6);
  const Point up{(head[0] - foot[0]) / size, (head[1] - foot[1]) / size};
  const int below = room_near(out.rooms_at[static_cast<std::size_t>(stair.floor)], foot, {-up[0], -up[1]});
  const int above = room_near(out.rooms_at[static_cast<std::size_t>(upper_floor)], head, up);
  if (below < 0 || above < 0) return;
  out.passages.push_back({.kind = Passage::Kind::stair,
                          .a = below,
                          .b = above,
                          .at = foot,
                          .to = head,
                          .width = stair.width,
                          .length = walk_length(stair),
                          .floor = stair.floor,
                          .stair = index});
}

bool is_stacked(const Rect& a, const Rect& b) {
  return distance(middle(a), middle(b)) < stacked || (std::abs(a.x - b.x) < stacked && std::abs(a.y - b.y) < stacked);
}

// Stairs lead to the next floor where a link says so, or where a stair of the next floor stands over them.
void add_stairs(const Plan& plan, Ways& out) {
  std::map<int, int> upper;  // stair → the floor it leads to
  for (const VerticalLink& link : plan.verticals) {
    for (std::size_t i = 0; !link.is_lift && i + 1 < link.stairs_or_lifts.size(); ++i) {
      upper[link.stairs_or_lifts[i].second] = link.stairs_or_lifts[i + 1].first;
    }
  }
  for (std::size_t i = 0; i < plan.stairs.size(); ++i) {
    const Stair& stair = plan.stairs[i];
    const bool over = std::ranges::any_of(plan.stairs, [&](const Stair& next) {
      return next.floor == stair.floor + 1 && next.placed && is_stacked(stair.box, next.box);
    });
    const bool last =
        stair.floor + 2 == static_cast<int>(plan.floors.size()) &&
        std::ranges::none_of(plan.stairs, [&](const Stair& next) { return next.floor == stair.floor + 1; });
    if (!upper.contains(static_cast<int>(i)) && (over || last)) upper[static_cast<int>(i)] = stair.floor + 1;
  }
  for (const auto& [index, floor] : upper) add_stair(plan, out, index, floor);
}

void add_lifts(const Plan& plan, Ways& out) {
  for (std::size_t i = 0; i < plan.lifts.size(); ++i) {
    for (std::size_t j = 0; j < plan.lifts.size(); ++j) {
      const Lift& low = plan.lifts[i];
      const Lift& high = plan.lifts[j];
      if (high.floor != low.floor + 1 || !low.placed || !high.placed || !is_stacked(low.rect, high.rect)) continue;
      const Point at = middle(low.rect);
      const int below = out.rooms_at[static_cast<std::size_t>(low.floor)].find(at[0], at[1]);
      const int above =
          out.rooms_at[static_cast<std::size_t>(high.floor)].find(middle(high.rect)[0], middle(high.rect)[1]);
      if (below >= 0 && above >= 0) {
        out.passages.push_back({.kind = Passage::Kind::lift,
                                .a = below,
                                .b = above,
                                .at = at,
                                .to = middle(high.rect),
                                .floor = low.floor});
      }
    }
  }
}

bool is_container(const Plan& plan, const Room& room) {
  double covered = 0;
  for (const int child : room.rooms) covered += plan.rooms[static_cast<std::size_t>(child)].rect.area();
  return !room.rooms.empty() && covered > 0.9 * room.rect.area();
}

}  // namespace

Ways ways(const Plan& plan) {
  Ways out;
  for (std::size_t i = 0; i < plan.floors.size(); ++i) {
    out.walls.push_back(walls(plan, static_cast<int>(i)));
    out.rooms_at.emplace_back(plan, static_cast<int>(i));
  }
  for (std::size_t i = 0; i < plan.floors.size(); ++i) add_holes(out, static_cast<int>(i));
  add_open_sides(plan, out);
  add_stairs(plan, out);
  add_lifts(plan, out);
  out.of_room.resize(plan.rooms.size());
  for (std::size_t i = 0; i < out.passages.size(); ++i) {
    for (const int room : {out.passages[i].a, out.passages[i].b}) {
      if (room >= 0) out.of_room[static_cast<std::size_t>(room)].push_back(static_cast<int>(i));
    }
  }
  for (const Room& room : plan.rooms) out.container.push_back(is_container(plan, room));
  return out;
}

std::vector<bool> reachable(const Plan& plan, const Ways& ways, const std::function<bool(int)>& may) {
  std::vector<bool> out(plan.rooms.size(), false);
  std::vector<int> todo;
  const auto enter = [&](int room) {
    if (room < 0 || out[static_cast<std::size_t>(room)] || !may(room)) return;
    out[static_cast<std::size_t>(room)] = true;
    todo.push_back(room);
  };
  for (const Passage& passage : ways.passages) {
    if (passage.a < 0) enter(passage.b);
    if (passage.b < 0) enter(passage.a);
  }
  while (!todo.empty()) {
    const int room = todo.back();
    todo.pop_back();
    for (const int i : ways.of_room[static_cast<std::size_t>(room)]) {
      enter(ways.other(ways.passages[static_cast<std::size_t>(i)], room));
    }
  }
  return out;
}

std::vector<double> way_out(const Plan& plan, const Ways& ways) {
  // Shortest ways over passages (Dijkstra): from the doors to the open air inwards.
  const std::size_t count = ways.passages.size();
  std::vector<double> best(count, -1);
  using Item = std::pair<double, int>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
  for (std::size_t i = 0; i < count; ++i) {
    if (ways.passages[i].a < 0 || ways.passages[i].b < 0) queue.emplace(0, static_cast<int>(i));
  }
  const auto end_in = [&](const Passage& passage, int room) { return passage.a == room ? passage.at : passage.to; };
  while (!queue.empty()) {
    const auto [length, index] = queue.top();
    queue.pop();
    const auto here = static_cast<std::size_t>(index);
    if (best[here] >= 0) continue;
    best[here] = length;
    const Passage& passage = ways.passages[here];
    for (const int room : {passage.a, passage.b}) {
      if (room < 0) continue;
      for (const int next : ways.of_room[static_cast<std::size_t>(room)]) {
        const Passage& other = ways.passages[static_cast<std::size_t>(next)];
        if (best[static_cast<std::size_t>(next)] >= 0 || other.kind == Passage::Kind::lift)
          continue;  // no lift in a fire
        queue.emplace(length + distance(end_in(passage, room), end_in(other, room)) + other.length, next);
      }
    }
  }
  std::vector<double> out(plan.rooms.size(), -1);
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    const Rect& r = plan.rooms[i].rect;
    for (const int p : ways.of_room[i]) {
      const double rest = best[static_cast<std::size_t>(p)];
      if (rest < 0) continue;
      const Point at = end_in(ways.passages[static_cast<std::size_t>(p)], static_cast<int>(i));
      double far = 0;
      for (const Point corner :
           {Point{r.x, r.y}, Point{r.right(), r.y}, Point{r.x, r.bottom()}, Point{r.right(), r.bottom()}}) {
        far = std::max(far, distance(at, corner));
      }
      if (out[i] < 0 || rest + far < out[i]) out[i] = rest + far;
    }
  }
  return out;
}

}  // namespace floorplan::engine
