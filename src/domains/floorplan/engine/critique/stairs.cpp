// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "domains/floorplan/engine/critique/context.h"

namespace floorplan::engine {
namespace {

using Point = std::array<double, 2>;

constexpr double inside = 0.05;    // how deep a wall must be within a stair to count, m
constexpr double slack = 0.01;     // m
constexpr double aisle = 0.6;      // beside a stair, wide enough to walk past, m
constexpr double dedicated = 0.3;  // share of a room that a stair takes up to make it a stair's room

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }
Point middle(const Rect& r) { return {r.x + (r.width / 2), r.y + (r.height / 2)}; }

Rect bounds_of(const StairPart& part) {
  double x0 = 1e300;
  double y0 = 1e300;
  double x1 = -1e300;
  double y1 = -1e300;
  for (const Point& p : part.outline) {
    x0 = std::min(x0, p[0]);
    y0 = std::min(y0, p[1]);
    x1 = std::max(x1, p[0]);
    y1 = std::max(y1, p[1]);
  }
  return part.outline.empty() ? Rect{} : Rect{x0, y0, x1 - x0, y1 - y0};
}

// A direction along one axis, from one point to another.
Point axis(Point from, Point to) {
  const double dx = to[0] - from[0];
  const double dy = to[1] - from[1];
  if (std::abs(dx) >= std::abs(dy)) return {dx >= 0 ? 1.0 : -1.0, 0};
  return {0, dy >= 0 ? 1.0 : -1.0};
}

struct Ends {
  Point foot, head;
  Point before;  // from the foot away from the stair
  Point beyond;  // from the head away from the stair
};
std::optional<Ends> ends_of(const Stair& stair) {
  const auto& line = stair.walk_line;
  if (!stair.placed || line.size() < 2) return std::nullopt;
  return Ends{line.front(), line.back(), axis(line[1], line[0]), axis(line[line.size() - 2], line.back())};
}

// The last storey of a stair that stands over another only shows where that one arrives.
bool only_arrives(const Review& review, const Stair& stair) {
  if (stair.floor + 1 != static_cast<int>(review.plan.floors.size())) return false;
  return std::ranges::any_of(review.plan.stairs,
                             [&](const Stair& other) { return other.floor == stair.floor - 1 && other.placed; });
}

int room_of(const Review& review, const Stair& stair, int floor) {
  const Point at = middle(stair.box);
  return review.ways.rooms_at[static_cast<std::size_t>(floor)].find(at[0], at[1]);
}

// ---- stair_through_walls

double depth_within(const Stretch& wall, const Rect& box) {
  const double line = metres(wall.line);
  const double from = wall.upright ? box.y : box.x;
  const double to = wall.upright ? box.bottom() : box.right();
  if (std::min(to, metres(wall.to)) - std::max(from, metres(wall.from)) <= inside) return 0;
  const double low = wall.upright ? box.x : box.y;
  const double high = wall.upright ? box.right() : box.bottom();
  return std::min(line - low, high - line);
}

// Landings at the head of a floor's own stair are not crossed; the flights and landings drawn are.
void through_walls(Review& review, const Stair& stair) {
  double depth = 0;
  for (const Stretch& wall : review.ways.walls[static_cast<std::size_t>(stair.floor)].stretches) {
    for (const StairPart& part : stair.parts) depth = std::max(depth, depth_within(wall, bounds_of(part)));
  }
  if (depth <= inside) return;
  const int room = room_of(review, stair, stair.floor);
  Finding& finding =
      review.add("stair_through_walls", quoted(stair.name) + " passes " + review.shown(depth) + " through a wall.",
                 {room}, stair.floor);
  review.measured(finding, depth, 0);
  finding.span = stair.span;
  finding.hint = "Make its room longer, or turn the stair (L-shaped, U-shaped).";
}

// ---- stair_landing_clearance

// How far one can go from a point before a wall; doors count as walls, openings do not.
double free_way(const Review& review, int floor, Point at, Point direction, double enough) {
  const Walls& body = review.ways.walls[static_cast<std::size_t>(floor)];
  const bool across = direction[0] != 0;  // moving along x meets upright walls
  const double start = across ? at[0] : at[1];
  const double lane = across ? at[1] : at[0];
  const double sign = across ? direction[0] : direction[1];
  double best = enough;
  for (const Stretch& wall : body.stretches) {
    if (wall.upright != across || lane < metres(wall.from) || lane > metres(wall.to)) continue;
    const double away = (metres(wall.line) - start) * sign;
    if (away < -inside || away >= best) continue;
    const bool opening = std::ranges::any_of(body.holes, [&](const Hole& hole) {
      const std::size_t along = hole.upright ? 1 : 0;
      return hole.kind == Opening::Kind::opening && hole.upright == wall.upright &&
             std::abs(hole.a[1 - along] - metres(wall.line)) < 0.1 && hole.a[along] <= lane && lane <= hole.b[along];
    });
    if (!opening) best = std::max(0.0, away);
  }
  return best;
}

void landing(Review& review, const Stair& stair, Point at, Point direction, int floor, std::string_view end) {
  const double limit = review.threshold("stair_landing_clearance");
  const double depth = free_way(review, floor, at, direction, 100);
  if (depth >= limit - slack) return;
  const int room = room_of(review, stair, floor);
  Finding& finding = review.add("stair_landing_clearance",
                                "At the " + std::string(end) + " of " + quoted(stair.name) + " " + review.shown(depth) +
                                    " are free; a landing needs " + review.shown(limit) + ".",
                                {room}, floor);
  review.measured(finding, depth, limit);
  finding.span = stair.span;
  finding.hint = "Move the stair or make its room longer.";
}

void landings(Review& review, const Stair& stair) {
  const auto ends = ends_of(stair);
  if (!ends) return;
  if (!only_arrives(review, stair)) landing(review, stair, ends->foot, ends->before, stair.floor, "foot");
  const int above = stair.floor + 1;
  if (above < static_cast<int>(review.plan.floors.size()))
    landing(review, stair, ends->head, ends->beyond, above, "head");
}

// ---- stair_door_collision, stair_room_access

// The place in front of a door on one side, as deep as a landing.
Rect in_front(const Hole& hole, double sign, double depth) {
  const double shrink = slack * 2;
  if (hole.upright)
    return {sign > 0 ? hole.a[0] : hole.a[0] - depth, hole.a[1] + shrink, depth, hole.b[1] - hole.a[1] - (2 * shrink)};
  return {hole.a[0] + shrink, sign > 0 ? hole.a[1] : hole.a[1] - depth, hole.b[0] - hole.a[0] - (2 * shrink), depth};
}

bool overlap(const Rect& a, const Rect& b) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > inside &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > inside;
}

// The side of the door on which the stair's room is.
std::optional<double> side_of(const Hole& hole, const Rect& room) {
  const Point at = middle(room);
  const double line = hole.upright ? hole.a[0] : hole.a[1];
  const double there = hole.upright ? at[0] : at[1];
  return there > line ? 1.0 : -1.0;
}

std::set<int> colliding_doors(const Review& review, const Stair& stair, int room) {
  std::set<int> out;
  const Walls& body = review.ways.walls[static_cast<std::size_t>(stair.floor)];
  const double depth = review.threshold("stair_door_collision");
  for (std::size_t i = 0; i < body.holes.size(); ++i) {
    const Hole& hole = body.holes[i];
    if (!hole.passable() || (hole.room != room && hole.other != room)) continue;
    const Rect place = in_front(hole, *side_of(hole, review.room(room).rect), depth);
    const bool hit = std::ranges::any_of(stair.parts, [&](const StairPart& part) {
      return part.kind != StairPart::Kind::landing && overlap(place, bounds_of(part));
    });
    if (hit) out.insert(static_cast<int>(i));
  }
  return out;
}

// How far from the door the first step is.
double gap_to(const Hole& hole, const Stair& stair) {
  const double line = hole.upright ? hole.a[0] : hole.a[1];
  const double low = hole.upright ? stair.box.x : stair.box.y;
  const double high = hole.upright ? stair.box.right() : stair.box.bottom();
  return line <= low ? low - line : line >= high ? line - high : 0;
}

bool is_stair_room(const Review& review, int room, const Stair& stair) {
  return review.use(room).has(Use::stair) || stair.box.area() > dedicated * review.room(room).rect.area();
}

void doors_and_access(Review& review, const Stair& stair) {
  const int room = room_of(review, stair, stair.floor);
  if (room < 0) return;
  const std::set<int> bad = colliding_doors(review, stair, room);
  const Walls& body = review.ways.walls[static_cast<std::size_t>(stair.floor)];
  for (const int i : bad) {
    const Hole& hole = body.holes[static_cast<std::size_t>(i)];
    const double limit = review.threshold("stair_door_collision");
    const double gap = gap_to(hole, stair);
    Finding& finding = review.add(
        "stair_door_collision",
        "The " + hole.id + " opens onto the steps of " + quoted(stair.name) + ", " + review.shown(gap) + " away.",
        {hole.room, hole.other}, stair.floor);
    review.measured(finding, gap, limit);
    finding.span = hole.span;
    finding.hint = "Move it to a landing at the foot or the head of the stair.";
  }
  if (!is_stair_room(review, room, stair)) return;
  const bool usable = std::ranges::any_of(review.passages_of(room), [&](int p) {
    const Passage& passage = review.passage(p);
    if (passage.kind == Passage::Kind::stair || passage.kind == Passage::Kind::lift || bad.contains(passage.hole))
      return false;
    return !review.use(review.ways.other(passage, room)).has(Use::stair);
  });
  if (usable) return;
  Finding& finding =
      review.add("stair_room_access",
                 quoted(review.room(room).name) + " has no door that leads to a landing of " + quoted(stair.name) + ".",
                 {room}, stair.floor);
  finding.hint = "Connect it to a hall beside a landing.";
}

// ---- stair_landing_egress

// The part of the room before a stair's end, over the whole width of the room.
Rect strip(const Rect& room, Point at, Point away) {
  if (away[0] > 0) return {at[0], room.y, room.right() - at[0], room.height};
  if (away[0] < 0) return {room.x, room.y, at[0] - room.x, room.height};
  if (away[1] > 0) return {room.x, at[1], room.width, room.bottom() - at[1]};
  return {room.x, room.y, room.width, at[1] - room.y};
}

bool can_walk_past(const Rect& room, const Stair& stair, Point away) {
  if (away[0] != 0) return stair.box.y - room.y >= aisle || room.bottom() - stair.box.bottom() >= aisle;
  return stair.box.x - room.x >= aisle || room.right() - stair.box.right() >= aisle;
}

bool on_edge(const Rect& r, Point at) {
  constexpr double near = 0.15;
  return at[0] >= r.x - near && at[0] <= r.right() + near && at[1] >= r.y - near && at[1] <= r.bottom() + near;
}

void egress(Review& review, const Stair& stair, Point at, Point away, int floor, std::string_view end) {
  const int room = room_of(review, stair, floor);
  if (room < 0 || !is_stair_room(review, room, stair)) return;
  const Rect& rect = review.room(room).rect;
  if (can_walk_past(rect, stair, away)) return;
  const Rect place = strip(rect, at, away);
  const bool out = std::ranges::any_of(review.passages_of(room), [&](int p) {
    const Passage& passage = review.passage(p);
    return passage.kind != Passage::Kind::stair && passage.kind != Passage::Kind::lift && passage.floor == floor &&
           on_edge(place, passage.at);
  });
  if (out) return;
  Finding& finding = review.add("stair_landing_egress",
                                "At the " + std::string(end) + " of " + quoted(stair.name) + " no door leads out of " +
                                    quoted(review.room(room).name) + ".",
                                {room}, floor);
  finding.span = stair.span;
  finding.hint = "Add a door beside that landing, or turn the stair round.";
}

void egresses(Review& review, const Stair& stair) {
  const auto ends = ends_of(stair);
  if (!ends) return;
  if (!only_arrives(review, stair)) egress(review, stair, ends->foot, ends->before, stair.floor, "foot");
  const int above = stair.floor + 1;
  if (above < static_cast<int>(review.plan.floors.size()))
    egress(review, stair, ends->head, ends->beyond, above, "head");
}

// ---- stair_enclosure, stair_vertical_aligned

void enclosure(Review& review, const Stair& stair) {
  const int room = room_of(review, stair, stair.floor);
  if (room < 0 || review.occupancy != Occupancy::commercial || !is_stair_room(review, room, stair)) return;
  for (const int p : review.passages_of(room)) {
    const Passage& passage = review.passage(p);
    if (passage.kind != Passage::Kind::opening && passage.kind != Passage::Kind::open_side) continue;
    const int other = review.ways.other(passage, room);
    Finding& finding = review.add("stair_enclosure",
                                  quoted(review.room(room).name) + " is open to " +
                                      (other < 0 ? "outside" : quoted(review.room(other).name)) + ".",
                                  {room, other}, stair.floor);
    finding.hint = "Use a door there.";
  }
}

std::set<std::pair<int, int>> linked_pairs(const Plan& plan) {
  std::set<std::pair<int, int>> out;
  for (const VerticalLink& link : plan.verticals) {
    for (std::size_t i = 0; !link.is_lift && i + 1 < link.stairs_or_lifts.size(); ++i) {
      out.emplace(link.stairs_or_lifts[i].second, link.stairs_or_lifts[i + 1].second);
    }
  }
  return out;
}

void aligned(Review& review) {
  const auto linked = linked_pairs(review.plan);
  const auto& stairs = review.plan.stairs;
  const double limit = review.threshold("stair_vertical_aligned");
  const auto apart = [&](int a, int b) {
    const Rect& p = stairs[static_cast<std::size_t>(a)].box;
    const Rect& q = stairs[static_cast<std::size_t>(b)].box;
    return std::hypot(p.x - q.x, p.y - q.y);
  };
  std::set<int> done;
  for (const auto& [low, high] : linked) {
    done.insert({low, high});
    if (low < 0 || high < 0 || apart(low, high) <= limit) continue;
    const Stair& stair = stairs[static_cast<std::size_t>(high)];
    Finding& finding =
        review.add("stair_vertical_aligned",
                   quoted(stair.name) + " stands " + review.shown(apart(low, high)) + " beside the stair below it.", {},
                   stair.floor);
    review.measured(finding, apart(low, high), limit);
    finding.span = stair.span;
    finding.hint = "Give both the same position.";
  }
  for (std::size_t i = 0; i < stairs.size(); ++i) {
    for (std::size_t j = 0; j < stairs.size(); ++j) {
      if (stairs[j].floor != stairs[i].floor + 1 || done.contains(static_cast<int>(i)) ||
          done.contains(static_cast<int>(j)))
        continue;
      const double distance = apart(static_cast<int>(i), static_cast<int>(j));
      const std::string low = review.plan.floors[static_cast<std::size_t>(stairs[i].floor)].id + "." + stairs[i].name;
      const std::string high = review.plan.floors[static_cast<std::size_t>(stairs[j].floor)].id + "." + stairs[j].name;
      Finding& finding = review.add("stair_vertical_aligned",
                                    quoted(low) + " and " + quoted(high) + " are not linked" +
                                        (distance > limit ? ", and " + review.shown(distance) + " apart." : "."),
                                    {}, stairs[j].floor);
      if (distance > limit) review.measured(finding, distance, limit);
      finding.span = stairs[j].span;
      finding.hint = "Add: vertical " + low + " to " + high + ".";
      done.insert({static_cast<int>(i), static_cast<int>(j)});
    }
  }
}

}  // namespace

void review_stairs(Review& review) {
  for (const Stair& stair : review.plan.stairs) {
    if (!stair.placed) continue;
    through_walls(review, stair);
    landings(review, stair);
    doors_and_access(review, stair);
    egresses(review, stair);
    enclosure(review, stair);
  }
  aligned(review);
}

}  // namespace floorplan::engine
