// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/walls.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace floorplan::engine {
namespace {

using words::WallDirection;
using Point = std::array<double, 2>;

constexpr double beside = 0.02;  // how far off a wall's line we look for a room, m

// A side of a room on its line; `below` means: the room has the larger coordinate.
struct RoomSide {
  int room = -1;
  WallDirection side = WallDirection::top;
  Tick from = 0, to = 0;
  bool below = false;
  double bottom = 0, top = 0;
  std::vector<std::pair<Tick, Tick>> open;  // without a wall
};
using Line = std::pair<bool, Tick>;  // upright, and where
using Lines = std::map<Line, std::vector<RoomSide>>;

bool is_upright(WallDirection side) { return side == WallDirection::left || side == WallDirection::right; }
Tick whole_mm(double value) { return (ticks(value) + (value < 0 ? -5 : 5)) / 10 * 10; }

double line_of(const Rect& rect, WallDirection side) {
  switch (side) {
    case WallDirection::top:
      return rect.y;
    case WallDirection::bottom:
      return rect.bottom();
    case WallDirection::left:
      return rect.x;
    default:
      return rect.right();
  }
}

double start_of(const Rect& rect, WallDirection side) { return is_upright(side) ? rect.y : rect.x; }
double length_of(const Rect& rect, WallDirection side) { return is_upright(side) ? rect.height : rect.width; }

std::vector<std::pair<Tick, Tick>> open_parts(const Room& room, WallDirection direction) {
  const Side& side = room.side(direction);
  const double start = start_of(room.rect, direction);
  std::vector<std::pair<Tick, Tick>> out;
  // A door needs a wall to hang in: where a connection puts one, the side is not open after all.
  const auto hangs = [](const Opening& opening) {
    return opening.connection >= 0 &&
           (opening.kind == Opening::Kind::door || opening.kind == Opening::Kind::double_door);
  };
  if (std::ranges::any_of(side.openings, hangs)) return out;
  bool any = false;
  for (const Opening& opening : side.openings) {
    if (opening.kind != Opening::Kind::open) continue;
    any = true;
    out.emplace_back(whole_mm(start + opening.from), whole_mm(start + opening.to));
  }
  if (!any && side.type == words::WallType::open) {
    out.emplace_back(whole_mm(start), whole_mm(start + length_of(room.rect, direction)));
  }
  return out;
}

RoomSide room_side(const Room& room, int index, WallDirection direction) {
  const double start = start_of(room.rect, direction);
  const Side& side = room.side(direction);
  return {.room = index,
          .side = direction,
          .from = whole_mm(start),
          .to = whole_mm(start + length_of(room.rect, direction)),
          .below = direction == WallDirection::top || direction == WallDirection::left,
          .bottom = room.elevation,
          .top = room.elevation + side.height.value_or(room.height),
          .open = open_parts(room, direction)};
}

Lines lines_of(const Plan& plan, int floor) {
  Lines lines;
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    const Room& room = plan.rooms[i];
    if (room.floor != floor || !room.placed) continue;
    for (std::size_t s = 0; s < 4; ++s) {
      const auto side = static_cast<WallDirection>(s);
      lines[{is_upright(side), whole_mm(line_of(room.rect, side))}].push_back(
          room_side(room, static_cast<int>(i), side));
    }
  }
  return lines;
}

bool contains(const std::vector<std::pair<Tick, Tick>>& parts, Tick from, Tick to) {
  return std::ranges::any_of(parts, [&](const auto& part) { return part.first <= from && to <= part.second; });
}

// What the rooms on one side of a line say about a stretch of it. A room and its sub-room stand on the
// same side; a wall of either is a wall.
struct Verdict {
  bool room = false, wall = false;
  double bottom = 0, top = 0;
};
Verdict verdict(const std::vector<RoomSide>& sides, bool below, Tick from, Tick to) {
  Verdict out;
  for (const RoomSide& side : sides) {
    if (side.below != below || side.from > from || to > side.to) continue;
    const bool wall = !contains(side.open, from, to);
    out.bottom = out.wall || out.room ? std::min(out.bottom, side.bottom) : side.bottom;
    out.top = std::max(out.top, side.top);
    out.room = true;
    out.wall = out.wall || wall;
  }
  return out;
}

std::vector<Tick> cuts(const std::vector<RoomSide>& sides) {
  std::set<Tick> at;
  for (const RoomSide& side : sides) {
    at.insert({side.from, side.to});
    for (const auto& [from, to] : side.open) {
      at.insert({std::clamp(from, side.from, side.to), std::clamp(to, side.from, side.to)});
    }
  }
  return {at.begin(), at.end()};
}

Point on_sheet(bool upright, double line, double along) { return upright ? Point{line, along} : Point{along, line}; }

bool is_outer(const RoomsAt& rooms, bool upright, Tick line, Tick from, Tick to) {
  const double middle = metres((from + to) / 2);
  const Point before = on_sheet(upright, metres(line) - beside, middle);
  const Point after = on_sheet(upright, metres(line) + beside, middle);
  return rooms.find(before[0], before[1]) < 0 || rooms.find(after[0], after[1]) < 0;
}

bool same_but_longer(const Stretch& a, const Stretch& b) {
  return a.upright == b.upright && a.line == b.line && a.to == b.from && a.thickness == b.thickness &&
         a.outer == b.outer && a.bottom == b.bottom && a.top == b.top;
}

void add_stretches(const Plan& plan, const RoomsAt& rooms, const Line& line, const std::vector<RoomSide>& sides,
                   std::vector<Stretch>& out) {
  const std::vector<Tick> at = cuts(sides);
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const Verdict above = verdict(sides, false, at[i], at[i + 1]);
    const Verdict below = verdict(sides, true, at[i], at[i + 1]);
    if ((above.room && !above.wall) || (below.room && !below.wall)) continue;  // one `open` is enough
    if (!above.room && !below.room) continue;
    const bool outer = is_outer(rooms, line.first, line.second, at[i], at[i + 1]);
    const Stretch next{
        .upright = line.first,
        .line = line.second,
        .from = at[i],
        .to = at[i + 1],
        .thickness = ticks(outer ? plan.settings.outer_thickness : plan.settings.wall_thickness),
        .outer = outer,
        .bottom = above.room && below.room ? std::min(above.bottom, below.bottom) : above.bottom + below.bottom,
        .top = std::max(above.room ? above.top : below.top, below.room ? below.top : above.top)};
    if (!out.empty() && same_but_longer(out.back(), next)) {
      out.back().to = next.to;
    } else {
      out.push_back(next);
    }
  }
}

// ---- holes

std::string_view kind_word(Opening::Kind kind) {
  switch (kind) {
    case Opening::Kind::window:
      return "window";
    case Opening::Kind::opening:
    case Opening::Kind::open:
      return "opening";
    default:
      return "door";
  }
}

Point outward(WallDirection side) {
  switch (side) {
    case WallDirection::top:
      return {0, -1};
    case WallDirection::bottom:
      return {0, 1};
    case WallDirection::left:
      return {-1, 0};
    default:
      return {1, 0};
  }
}

std::string end_name(const Plan& plan, int room) {
  return room < 0 ? "outside" : plan.rooms[static_cast<std::size_t>(room)].name;
}

// The room behind a hole: a step over the wall from its middle.
int behind(const RoomsAt& rooms, const Hole& hole, double step) {
  const Point out = outward(hole.side);
  const double x = (hole.a[0] + hole.b[0]) / 2;
  const double y = (hole.a[1] + hole.b[1]) / 2;
  return rooms.find(x + (out[0] * step), y + (out[1] * step));
}

Hole hole_of(const Plan& plan, const RoomsAt& rooms, int room_index, WallDirection side, const Opening& opening) {
  const Room& room = plan.rooms[static_cast<std::size_t>(room_index)];
  Hole hole{.kind = opening.kind, .floor = room.floor, .upright = is_upright(side), .room = room_index, .side = side};
  const double line = line_of(room.rect, side);
  const double start = start_of(room.rect, side);
  hole.a = on_sheet(hole.upright, line, start + opening.from);
  hole.b = on_sheet(hole.upright, line, start + opening.to);
  hole.bottom = room.elevation + opening.sill;
  hole.top = room.elevation + opening.head;
  hole.connection = opening.connection;
  hole.span = opening.span;
  const Point out = outward(side);
  hole.into = opening.opens_into_owner ? Point{-out[0], -out[1]} : out;
  hole.hinge_at_a = opening.hinge_at_from;
  hole.other = behind(rooms, hole, beside);
  if (opening.connection >= 0) {
    const Connection& connection = plan.connections[static_cast<std::size_t>(opening.connection)];
    hole.other = connection.from == room_index ? connection.to : connection.from;
    hole.a = connection.a;
    hole.b = connection.b;
    if (hole.a > hole.b) {
      std::swap(hole.a, hole.b);
      hole.hinge_at_a = !connection.hinge_at_a;
    } else {
      hole.hinge_at_a = connection.hinge_at_a;
    }
  }
  return hole;
}

bool same_place(const Hole& a, const Hole& b) {
  if (a.upright != b.upright) return false;
  const int across = a.upright ? 0 : 1;
  const int along = 1 - across;
  const auto at = [](const Point& p, int i) { return p[static_cast<std::size_t>(i)]; };
  if (std::abs(at(a.a, across) - at(b.a, across)) > 0.05) return false;
  const double shared = std::min(at(a.b, along), at(b.b, along)) - std::max(at(a.a, along), at(b.a, along));
  return shared > 0.5 * std::min(a.width(), b.width());
}

// The stretches stand in the order of their lines.
double thickness_at(const std::vector<Stretch>& stretches, const Plan& plan, const Hole& hole) {
  const Line line{hole.upright, whole_mm(hole.upright ? hole.a[0] : hole.a[1])};
  const Tick middle = ticks(hole.upright ? (hole.a[1] + hole.b[1]) / 2 : (hole.a[0] + hole.b[0]) / 2);
  const auto on_line = [](const Stretch& stretch) { return Line{stretch.upright, stretch.line}; };
  for (const Stretch& stretch : std::ranges::equal_range(stretches, line, {}, on_line)) {
    if (stretch.from <= middle && middle <= stretch.to) return metres(stretch.thickness);
  }
  return plan.settings.wall_thickness;
}

std::string hole_id(const Plan& plan, const Hole& hole, std::map<std::string, int>& used) {
  std::string id = std::string(kind_word(hole.kind)) + ":" + end_name(plan, hole.room);
  if (hole.connection >= 0) {
    id += "-" + end_name(plan, hole.other);
  } else {
    id += "." + std::string(words::text(hole.side));
  }
  const int count = ++used[id];
  return count == 1 ? id : id + "#" + std::to_string(count);
}

void add_holes_of_rooms(const Plan& plan, const RoomsAt& rooms, int floor, bool from_connections,
                        std::vector<Hole>& out) {
  std::set<int> seen;
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    const Room& room = plan.rooms[i];
    if (room.floor != floor || !room.placed) continue;
    for (std::size_t s = 0; s < 4; ++s) {
      for (const Opening& opening : room.sides[s].openings) {
        if (opening.kind == Opening::Kind::open || (opening.connection >= 0) != from_connections) continue;
        if (from_connections && !seen.insert(opening.connection).second) continue;
        out.push_back(hole_of(plan, rooms, static_cast<int>(i), static_cast<WallDirection>(s), opening));
      }
    }
  }
}

// Holes found by their place, so that a plan of thousands of rooms stays quick.
class Places {
 public:
  bool taken(const Hole& hole) const {
    const Key key = key_of(hole);
    for (Tick near = key.second - 1; near <= key.second + 1; ++near) {
      const auto [first, last] = known_.equal_range({key.first, near});
      for (auto it = first; it != last; ++it) {
        if (same_place(hole, *it->second)) return true;
      }
    }
    return false;
  }
  void add(const Hole& hole) { known_.emplace(key_of(hole), &hole); }

 private:
  using Key = std::pair<bool, Tick>;
  static Key key_of(const Hole& hole) { return {hole.upright, ticks(hole.upright ? hole.a[0] : hole.a[1]) / 1000}; }
  std::multimap<Key, const Hole*> known_;
};

// A wall that says `door` where a connection puts a door, or two neighbours that both say `window`, mean
// one and the same thing.
std::vector<Hole> once_each(const std::vector<Hole>& stated, const std::vector<Hole>& connections) {
  std::vector<Hole> out;
  Places places;
  for (const Hole& hole : connections) places.add(hole);
  for (const Hole& hole : stated) {
    if (places.taken(hole)) continue;
    places.add(hole);
    out.push_back(hole);
  }
  out.insert(out.end(), connections.begin(), connections.end());
  return out;
}

std::vector<Hole> holes_of(const Plan& plan, const RoomsAt& rooms, int floor, const std::vector<Stretch>& stretches) {
  std::vector<Hole> stated;
  std::vector<Hole> connections;
  add_holes_of_rooms(plan, rooms, floor, false, stated);
  add_holes_of_rooms(plan, rooms, floor, true, connections);
  std::vector<Hole> out = once_each(stated, connections);
  std::map<std::string, int> used;
  for (Hole& hole : out) {
    hole.thickness = thickness_at(stretches, plan, hole);
    hole.id = hole_id(plan, hole, used);
  }
  return out;
}

// ---- the body at a height

using ByLine = std::map<Line, std::vector<const Stretch*>>;

using Height = std::optional<double>;  // none: the plan view, whatever the height

bool spans(double bottom, double top, Height height) { return !height || (bottom <= *height && *height < top); }

ByLine by_line(const std::vector<Stretch>& stretches, Height height) {
  ByLine out;
  for (const Stretch& stretch : stretches) {
    if (spans(stretch.bottom, stretch.top, height)) out[{stretch.upright, stretch.line}].push_back(&stretch);
  }
  return out;
}

// Half the thickness of the thickest wall that crosses or meets (line, at) the other way.
Tick crossing(const ByLine& lines, bool upright, Tick line, Tick at) {
  Tick half = 0;
  const auto it = lines.find({!upright, at});
  if (it == lines.end()) return 0;
  for (const Stretch* stretch : it->second) {
    if (stretch->from <= line && line <= stretch->to) half = std::max(half, stretch->thickness / 2);
  }
  return half;
}

Box box_of(const Stretch& stretch, Tick from, Tick to) {
  const Tick half = stretch.thickness / 2;
  if (stretch.upright) return {stretch.line - half, from, stretch.line + half, to};
  return {from, stretch.line - half, to, stretch.line + half};
}

struct Gap {
  Tick line, from, to;
};
// The holes at one height, by their lines.
class Gaps {
 public:
  Gaps(const std::vector<Hole>& holes, Height height) {
    for (const Hole& hole : holes) {
      if (!spans(hole.bottom, hole.top, height)) continue;
      const auto along = static_cast<std::size_t>(hole.upright ? 1 : 0);
      of(hole.upright).push_back({ticks(hole.a[1 - along]), ticks(hole.a[along]), ticks(hole.b[along])});
    }
    for (auto& list : gaps_) std::ranges::sort(list, {}, &Gap::line);
  }
  // Both walls are cut where two rooms stand a little apart, so lines within a wall's thickness count.
  std::vector<Gap> in(const Stretch& stretch) const {
    const auto& list = gaps_[stretch.upright ? 1 : 0];
    const Tick reach = std::max<Tick>(stretch.thickness, 1000);
    const auto first = std::ranges::lower_bound(list, stretch.line - reach, {}, &Gap::line);
    const auto last = std::ranges::upper_bound(list, stretch.line + reach, {}, &Gap::line);
    std::vector<Gap> out;
    std::copy_if(first, last, std::back_inserter(out),
                 [&](const Gap& gap) { return gap.to > stretch.from && gap.from < stretch.to; });
    std::ranges::sort(out, {}, &Gap::from);
    return out;
  }

 private:
  std::vector<Gap>& of(bool upright) { return gaps_[upright ? 1 : 0]; }
  std::array<std::vector<Gap>, 2> gaps_;
};

void add_boxes(const Stretch& stretch, const std::vector<Gap>& gaps, const ByLine& lines, std::vector<Box>& out) {
  Tick at = stretch.from - crossing(lines, stretch.upright, stretch.line, stretch.from);
  const Tick end = stretch.to + crossing(lines, stretch.upright, stretch.line, stretch.to);
  for (const Gap& gap : gaps) {
    if (gap.from > at) out.push_back(box_of(stretch, at, gap.from));
    at = std::max(at, gap.to);
  }
  if (at < end) out.push_back(box_of(stretch, at, end));
}

std::vector<Box> body(const std::vector<Stretch>& stretches, const std::vector<Hole>& holes, Height height) {
  const ByLine lines = by_line(stretches, height);
  const Gaps gaps(holes, height);
  std::vector<Box> out;
  for (const auto& [line, list] : lines) {
    for (const Stretch* stretch : list) add_boxes(*stretch, gaps.in(*stretch), lines, out);
  }
  return out;
}

}  // namespace

RoomsAt::RoomsAt(const Plan& plan, int floor) {
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    const Room& room = plan.rooms[i];
    if (room.floor == floor && room.placed) by_left_.push_back({room.rect, static_cast<int>(i)});
  }
  std::ranges::sort(by_left_, {}, [](const Entry& entry) { return std::pair(entry.rect.x, entry.room); });
  double right = -1e300;
  for (const Entry& entry : by_left_) right_so_far_.push_back(right = std::max(right, entry.rect.right()));
}

int RoomsAt::find(double x, double y) const {
  const auto end = std::ranges::upper_bound(by_left_, x, {}, [](const Entry& entry) { return entry.rect.x; });
  int best = -1;
  double area = 0;
  for (auto i = static_cast<std::size_t>(end - by_left_.begin()); i > 0; --i) {
    if (right_so_far_[i - 1] < x) break;
    const auto& [rect, room] = by_left_[i - 1];
    if (x > rect.right() || y < rect.y || y > rect.bottom()) continue;
    if (best < 0 || rect.area() < area) std::tie(best, area) = std::tuple{room, rect.area()};
  }
  return best;
}

Walls walls(const Plan& plan, int floor) {
  Walls out;
  const RoomsAt rooms(plan, floor);
  for (const auto& [line, sides] : lines_of(plan, floor)) add_stretches(plan, rooms, line, sides, out.stretches);
  out.holes = holes_of(plan, rooms, floor, out.stretches);
  return out;
}

std::vector<Box> Walls::at(double height) const { return body(stretches, holes, height); }
std::vector<Box> Walls::footprint() const { return body(stretches, holes, std::nullopt); }

std::vector<double> Walls::levels() const {
  std::set<Tick> all;
  for (const Stretch& stretch : stretches) all.insert({ticks(stretch.bottom), ticks(stretch.top)});
  for (const Hole& hole : holes) {
    all.insert(ticks(hole.bottom));
    all.insert(ticks(hole.top));
  }
  std::vector<double> out;
  for (const Tick level : all) out.push_back(metres(level));
  return out;
}

}  // namespace floorplan::engine
