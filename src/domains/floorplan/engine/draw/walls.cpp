// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include "domains/floorplan/engine/draw/canvas.h"
#include "domains/floorplan/engine/draw/text.h"
#include "domains/floorplan/engine/plan/measure.h"

namespace floorplan::engine {
namespace {

using drawing::Layer;
using drawing::Path;

constexpr double beside = 0.02;  // how far off a wall's line we look for a room, m

// A wall must not fill the rooms of a small plan: at most a fifth of the median room's shorter side.
double drawn_thickness(const Plan& plan, int floor) {
  std::vector<double> sides;
  for (const int i : rooms_of(plan, floor)) {
    const Rect& rect = plan.rooms[static_cast<std::size_t>(i)].rect;
    sides.push_back(std::min(rect.width, rect.height));
  }
  if (sides.empty()) return plan.settings.wall_thickness;
  const auto middle = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2);
  std::ranges::nth_element(sides, middle);
  return std::clamp(plan.settings.wall_thickness, 0.0, *middle / 5);
}

// Walls lie on whole millimetres.
Tick whole_mm(double value) { return (ticks(value) + (value < 0 ? -5 : 5)) / 10 * 10; }

Rect rect_of(const Box& box) {
  return {metres(box.x0), metres(box.y0), metres(box.x1 - box.x0), metres(box.y1 - box.y0)};
}

Box box_of(const Rect& rect) { return {ticks(rect.x), ticks(rect.y), ticks(rect.right()), ticks(rect.bottom())}; }

Path path_of(const std::vector<Loop>& loops) {
  Path path;
  for (const Loop& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const drawing::Vec at{metres(loop[i].x), metres(loop[i].y)};
      i == 0 ? path.move(at) : path.line(at);
    }
    path.close();
  }
  return path;
}

Box common(const Box& a, const Box& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

bool contains(const Rect& outer, const Rect& inner) {
  constexpr double slack = 1e-6;
  return outer.x <= inner.x + slack && outer.y <= inner.y + slack && outer.right() >= inner.right() - slack &&
         outer.bottom() >= inner.bottom() - slack;
}

// The part of the walls that a room has painted: its own half, and all of a wall with nobody behind. With
// corners: also round the room's outer corners, where a neighbour in line may be nearer.
enum class Corners : std::uint8_t { with, without };
std::vector<Box> painted(const Plan& plan, int floor, const Room& room, const WallBody& body, Corners corners) {
  const double out = body.outer();
  const Rect& r = room.rect;
  const Rect zone{r.x - out, r.y - out, r.width + (2 * out), r.height + (2 * out)};
  std::vector<Box> zones{box_of(zone)};
  if (corners == Corners::without) {
    zones = {box_of({zone.x, r.y, zone.width, r.height}), box_of({r.x, zone.y, r.width, zone.height})};
  }
  std::vector<Box> mine;
  for (const Box& box : body.boxes()) {
    for (const Box& where : zones) {
      const Box part = common(box, where);
      if (!part.empty()) mine.push_back(part);
    }
  }
  std::vector<Box> others;
  for (const int i : rooms_of(plan, floor)) {
    const Room& other = plan.rooms[static_cast<std::size_t>(i)];
    if (meet(other.rect, zone) && !contains(other.rect, r)) others.push_back(box_of(other.rect));
  }
  return cover(mine, others);
}

using ByColour = std::map<std::uint32_t, std::vector<Box>>;

ByColour painted_walls(const Plan& plan, int floor, const WallBody& body, Corners corners) {
  ByColour out;
  for (const int i : rooms_of(plan, floor)) {
    const Room& room = plan.rooms[static_cast<std::size_t>(i)];
    if (!room.look.wall_color) continue;
    const std::vector<Box> parts = painted(plan, floor, room, body, corners);
    auto& list = out[*room.look.wall_color];
    list.insert(list.end(), parts.begin(), parts.end());
  }
  return out;
}

void draw_painted_walls(Canvas& canvas, const Plan& plan, int floor, const WallBody& body) {
  const ByColour corners = painted_walls(plan, floor, body, Corners::with);
  if (corners.empty()) return;
  for (const ByColour& parts : {corners, painted_walls(plan, floor, body, Corners::without)}) {
    for (const auto& [rgb, boxes] : parts) {
      canvas.fill(Layer::walls, "wall painted", path_of(outlines(boxes)), drawing::colour(rgb));
    }
  }
  // Walls stay the strongest lines of the sheet, however light their paint is.
  const double weight = std::max(1.2, canvas.px(body.half()) * 0.3 / canvas.type());
  canvas.stroke(Layer::walls, "wall outline", path_of(body.outline()), canvas.theme().wall, weight);
}

Mark mark_of(const Plan& plan, const Room& room, const DrawLook& look) {
  Mark mark{.id = "room:" + one_line(room.name, 200), .span = room.span};
  mark.title = shown_name(room.name, room.label) + ", " + show_size(room.rect.width, room.rect.height, look.unit) +
               ", " + shown_area(room.rect.area(), look.area_unit);
  if (room.floor >= 0 && static_cast<std::size_t>(room.floor) < plan.floors.size()) {
    mark.data.emplace_back("floor", one_line(plan.floors[static_cast<std::size_t>(room.floor)].id, 200));
  }
  return mark;
}

}  // namespace

void draw_rooms(Canvas& canvas, const Plan& plan, int floor) {
  if (canvas.only_measures()) return;
  for (const int i : rooms_of(plan, floor)) {
    const Room& room = plan.rooms[static_cast<std::size_t>(i)];
    canvas.set_mark(mark_of(plan, room, canvas.look()));
    canvas.fill(Layer::rooms, "room", drawing::rectangle(room.rect.x, room.rect.y, room.rect.width, room.rect.height),
                floor_tint(canvas.theme(), room));
  }
  canvas.clear_mark();
}

void draw_walls(Canvas& canvas, const Plan& plan, int floor, const WallBody& body, Obstacles& obstacles) {
  for (const Box& box : body.boxes()) obstacles.add(rect_of(box));
  if (canvas.only_measures() || body.boxes().empty()) return;
  canvas.fill(Layer::walls, "wall", path_of(body.outline()), canvas.theme().wall);
  draw_painted_walls(canvas, plan, floor, body);
}

// ---- the body

WallBody::WallBody(const Plan& plan, int floor, Walls walls, const Canvas& canvas)
    : plan_(plan), floor_(floor), rooms_(plan, floor), walls_(std::move(walls)) {
  const double thickness = drawn_thickness(plan, floor);
  const auto whole = [&canvas](double px) { return canvas.look().whole_pixels ? std::round(px) : px; };
  const double half_px = std::max(1.0, whole(canvas.px(thickness) / 2));
  // The outer face lies further out, so that rooms keep their clear size.
  const double more_px = std::max(1.0, whole(half_px * 0.5));
  half_ = canvas.m(half_px);
  outer_ = canvas.m(half_px + more_px);
  partition_ = canvas.m(half_px <= 1 ? 0.5 : whole(half_px * 0.6));
  split_and_size();
  index();
  std::vector<Box> all = walls_.footprint();
  const std::vector<Box> outside = skins();
  all.insert(all.end(), outside.begin(), outside.end());
  boxes_ = cover(all);
}

std::vector<Loop> WallBody::outline() const { return outlines(boxes_); }

int WallBody::top_of(int room) const {
  for (int depth = 0; depth < 64 && room >= 0; ++depth) {
    const int parent = plan_.rooms[static_cast<std::size_t>(room)].parent;
    if (parent < 0) return room;
    room = parent;
  }
  return room;
}

WallBody::Faces WallBody::faces(bool upright, double line, double along) const {
  const int before = upright ? rooms_.find(line - beside, along) : rooms_.find(along, line - beside);
  const int after = upright ? rooms_.find(line + beside, along) : rooms_.find(along, line + beside);
  if (before < 0 && after >= 0) return {outer_, half_};
  if (after < 0 && before >= 0) return {half_, outer_};
  if (before >= 0 && top_of(before) == top_of(after)) return {partition_, partition_};
  return {half_, half_};
}

// Pieces between the corners of rooms, each with the thickness it is drawn with.
void WallBody::split_and_size() {
  std::vector<Tick> xs;
  std::vector<Tick> ys;
  for (const int i : rooms_of(plan_, floor_)) {
    const Rect& rect = plan_.rooms[static_cast<std::size_t>(i)].rect;
    xs.insert(xs.end(), {whole_mm(rect.x), whole_mm(rect.right())});
    ys.insert(ys.end(), {whole_mm(rect.y), whole_mm(rect.bottom())});
  }
  for (auto* list : {&xs, &ys}) {
    std::ranges::sort(*list);
    list->erase(std::ranges::unique(*list).begin(), list->end());
  }
  std::vector<Stretch> pieces;
  for (const Stretch& whole : walls_.stretches) {
    const std::vector<Tick>& cuts = whole.upright ? ys : xs;
    Stretch piece = whole;
    const auto add = [&](Tick to) {
      piece.to = to;
      if (piece.to - piece.from < 1) return;
      const Faces sides = faces(piece.upright, metres(piece.line), metres((piece.from + piece.to) / 2));
      piece.thickness = ticks(2 * std::min(sides.before, sides.after));
      piece.outer = sides.outer();
      pieces.push_back(piece);
      piece.from = to;
    };
    for (auto cut = std::ranges::upper_bound(cuts, whole.from); cut != cuts.end() && *cut < whole.to; ++cut) add(*cut);
    add(whole.to);
  }
  walls_.stretches = std::move(pieces);
}

// What outer walls have beyond the thickness of inner ones, on the outside.
std::vector<Box> WallBody::skins() const {
  std::vector<Box> out;
  std::vector<Box> gaps;
  for (const Stretch& stretch : walls_.stretches) {
    if (!stretch.outer) continue;
    const Faces sides = faces(stretch.upright, metres(stretch.line), metres((stretch.from + stretch.to) / 2));
    out.push_back(skin(stretch, sides.before > sides.after));
  }
  for (const Hole& hole : walls_.holes) {
    const Tick deep = ticks(outer_ * 1.5);
    const Box box{ticks(hole.a[0]), ticks(hole.a[1]), ticks(hole.b[0]), ticks(hole.b[1])};
    gaps.push_back(hole.upright ? Box{box.x0 - deep, box.y0, box.x1 + deep, box.y1}
                                : Box{box.x0, box.y0 - deep, box.x1, box.y1 + deep});
  }
  return cover(out, gaps);
}

Box WallBody::skin(const Stretch& stretch, bool towards_smaller) const {
  const Tick from = stretch.from - reach(stretch, stretch.from, -1, towards_smaller);
  const Tick to = stretch.to + reach(stretch, stretch.to, 1, towards_smaller);
  const Tick deep = ticks(outer_);
  const Tick low = towards_smaller ? stretch.line - deep : stretch.line;
  const Tick high = towards_smaller ? stretch.line : stretch.line + deep;
  return stretch.upright ? Box{low, from, high, to} : Box{from, low, to, high};
}

// Round a corner of the building the skin goes on as far as the other wall's; elsewhere it stops within
// the wall it meets.
Tick WallBody::reach(const Stretch& stretch, Tick end, int direction, bool towards_smaller) const {
  if (!wall_across(stretch, end)) return 0;
  const double along = metres(end) + (direction * beside);
  const double out = towards_smaller ? -beside : beside;
  const auto nobody = [&](double across) {
    const double line = metres(stretch.line) + across;
    return (stretch.upright ? rooms_.find(line, along) : rooms_.find(along, line)) < 0;
  };
  return ticks(nobody(out) && nobody(-out) ? outer_ : half_);
}

void WallBody::index() {
  for (std::size_t i = 0; i < walls_.stretches.size(); ++i) {
    by_line_[{walls_.stretches[i].upright, walls_.stretches[i].line}].push_back(i);
  }
}

bool WallBody::wall_across(const Stretch& stretch, Tick end) const {
  const auto found = by_line_.find({!stretch.upright, end});
  return found != by_line_.end() && std::ranges::any_of(found->second, [&](std::size_t i) {
           const Stretch& other = walls_.stretches[i];
           return other.from <= stretch.line && stretch.line <= other.to;
         });
}

}  // namespace floorplan::engine
