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
using drawing::Vec;

Path segment(Vec a, Vec b) {
  Path path;
  path.move(a).line(b);
  return path;
}

std::string room_name(const Plan& plan, int room) {
  if (room < 0) return "outside";
  const Room& it = plan.rooms[static_cast<std::size_t>(room)];
  return shown_name(it.name, it.label);
}

std::string kind_name(Opening::Kind kind) {
  switch (kind) {
    case Opening::Kind::double_door:
      return "Double door";
    case Opening::Kind::window:
      return "Window";
    case Opening::Kind::door:
      return "Door";
    default:
      return "Opening";
  }
}

// One hole, with its directions: `along` the wall and `across` it, towards larger coordinates.
class OpeningDrawing {
 public:
  OpeningDrawing(Canvas& canvas, const Hole& hole, WallBody::Faces faces, Obstacles& obstacles)
      : canvas_(canvas),
        hole_(hole),
        faces_(faces),
        obstacles_(obstacles),
        a_(vec(hole.a)),
        b_(vec(hole.b)),
        across_(hole.upright ? Vec{1, 0} : Vec{0, 1}) {}

  void draw() {
    switch (hole_.kind) {
      case Opening::Kind::window:
        window();
        break;
      case Opening::Kind::door:
        threshold();
        leaf(hole_.hinge_at_a ? a_ : b_, hole_.hinge_at_a ? b_ : a_, hole_.width());
        break;
      case Opening::Kind::double_door:
        threshold();
        leaf(a_, b_, hole_.width() / 2);
        leaf(b_, a_, hole_.width() / 2);
        break;
      default:
        header();
        break;
    }
  }

 private:
  Vec face(Vec at, bool after) const { return at + across_ * (after ? faces_.after : -faces_.before); }
  double thickness_px() const { return canvas_.px(faces_.before + faces_.after); }

  void window() {
    // A pixel less on the far side, so that the frame's line stays within the wall.
    const Vec low = face(a_, false);
    const Vec high = face(b_, true) - across_ * canvas_.m(1);
    const Theme& theme = canvas_.theme();
    Path frame = drawing::rectangle(low.x, low.y, high.x - low.x, high.y - low.y);
    canvas_.fill(Layer::windows, "window", frame, theme.glass);
    const double weight = 0.75;
    if (thickness_px() < 4 * canvas_.type()) {
      canvas_.stroke(Layer::windows, "window", segment(face(a_, false), face(b_, false)), theme.line, weight);
      const Vec inset = across_ * canvas_.m(1);
      canvas_.stroke(Layer::windows, "window", segment(face(a_, true) - inset, face(b_, true) - inset), theme.line,
                     weight);
      return;
    }
    canvas_.stroke(Layer::windows, "window", std::move(frame), theme.line, weight);
    panes(weight);
  }
  // Glass: two lines in the middle of the wall.
  void panes(double weight) {
    const double middle = (faces_.after - faces_.before) / 2;
    const double apart = std::max(canvas_.m(1.5), (faces_.before + faces_.after) * 0.11);
    for (const double offset : {middle - apart, middle + apart}) {
      canvas_.stroke(Layer::windows, "window", segment(a_ + across_ * offset, b_ + across_ * offset),
                     canvas_.theme().line, weight);
    }
  }

  // The step of an outer door, on the outside.
  void threshold() {
    if (!faces_.outer()) return;
    const bool after = faces_.after > faces_.before;
    canvas_.stroke(Layer::doors, "threshold", segment(face(a_, after), face(b_, after)), canvas_.theme().faint, 1);
  }

  void leaf(Vec hinge, Vec far, double length) {
    if (canvas_.px(length) < 4) return;
    const Vec into = vec(hole_.into);
    const bool after = into.x + into.y > 0;
    const Vec post = face(hinge, after);
    const double width = hole_.width();
    const Vec along = width > 0 ? (far - hinge) * (1 / width) : Vec{};
    const Vec tip = post + into * length;
    const Vec shut = post + along * length;
    const bool clockwise = (into.x * along.y) - (into.y * along.x) > 0;
    Path swing;
    swing.move(tip).arc(post, shut, clockwise);
    canvas_.stroke(Layer::doors, "swing", std::move(swing), canvas_.theme().faint, 0.9, {}, false);
    canvas_.stroke(Layer::doors, "leaf", segment(post, tip), canvas_.theme().line, canvas_.px_per_m() > 20 ? 2 : 1.4);
    keep_clear(post, into, along, length);
  }
  // A quarter of a circle in four steps.
  void keep_clear(Vec post, Vec into, Vec along, double length) {
    constexpr int steps = 4;
    for (int i = 0; i < steps; ++i) {
      const double from = length * i / steps;
      const double to = length * (i + 1) / steps;
      const double depth = std::sqrt(std::max(0.0, (length * length) - (from * from)));
      const Vec p = post + along * from;
      const Vec q = post + along * to + into * depth;
      obstacles_.add({std::min(p.x, q.x), std::min(p.y, q.y), std::abs(q.x - p.x), std::abs(q.y - p.y)});
    }
  }

  // What is overhead is dashed: the lintel of an opening.
  void header() {
    const std::vector<double> dashes{4, 3};
    if (thickness_px() < 4 * canvas_.type()) {
      canvas_.stroke(Layer::doors, "opening", segment(a_, b_), canvas_.theme().faint, 0.9, dashes);
      return;
    }
    for (const bool after : {false, true}) {
      canvas_.stroke(Layer::doors, "opening", segment(face(a_, after), face(b_, after)), canvas_.theme().faint, 0.9,
                     dashes);
    }
  }

  Canvas& canvas_;
  const Hole& hole_;
  WallBody::Faces faces_;
  Obstacles& obstacles_;
  Vec a_, b_, across_;
};

// ---- sides without a wall

using Line = std::pair<bool, Tick>;
using Parts = std::vector<std::pair<Tick, Tick>>;

Parts open_parts(const Side& side, double start, double length) {
  Parts out;
  for (const Opening& opening : side.openings) {
    if (opening.kind == Opening::Kind::open) out.emplace_back(ticks(start + opening.from), ticks(start + opening.to));
  }
  if (out.empty() && side.type == words::WallType::open) out.emplace_back(ticks(start), ticks(start + length));
  return out;
}

std::map<Line, Parts> open_sides(const Plan& plan, int floor) {
  std::map<Line, Parts> out;
  for (const int i : rooms_of(plan, floor)) {
    const Room& room = plan.rooms[static_cast<std::size_t>(i)];
    const Rect& r = room.rect;
    const std::array<double, 4> lines{r.y, r.right(), r.bottom(), r.x};
    for (std::size_t s = 0; s < 4; ++s) {
      const bool upright = s % 2 == 1;
      const Parts parts = open_parts(room.sides[s], upright ? r.y : r.x, upright ? r.height : r.width);
      auto& list = out[{upright, ticks(lines[s])}];
      list.insert(list.end(), parts.begin(), parts.end());
    }
  }
  return out;
}

// The open parts of one line, once each, without those where a wall stands after all.
std::vector<Box> bare(const Line& line, const Parts& parts, const WallBody& body) {
  std::vector<Box> inside;
  std::vector<Box> walls;
  for (const auto& [from, to] : parts) inside.push_back({from, 0, to, 1});
  for (const Stretch& stretch : body.stretches()) {
    if (stretch.upright == line.first && stretch.line == line.second) walls.push_back({stretch.from, 0, stretch.to, 1});
  }
  return cover(inside, walls);
}

void draw_open_sides(Canvas& canvas, const Plan& plan, int floor, const WallBody& body) {
  canvas.clear_mark();
  for (const auto& [line, parts] : open_sides(plan, floor)) {
    if (parts.empty()) continue;
    for (const Box& part : bare(line, parts, body)) {
      const double at = metres(line.second);
      const Vec from = line.first ? Vec{at, metres(part.x0)} : Vec{metres(part.x0), at};
      const Vec to = line.first ? Vec{at, metres(part.x1)} : Vec{metres(part.x1), at};
      canvas.stroke(Layer::doors, "open", segment(from, to), canvas.theme().faint, 0.9, {6, 4});
    }
  }
}

}  // namespace

void draw_openings(Canvas& canvas, const Plan& plan, int floor, const WallBody& body, Obstacles& obstacles) {
  draw_open_sides(canvas, plan, floor, body);
  for (const Hole& hole : body.holes()) {
    if (!(hole.width() > 0) || !std::isfinite(hole.width())) continue;
    Mark mark{.id = one_line(hole.id, 300), .span = hole.span};
    mark.title = kind_name(hole.kind) + ", " + room_name(plan, hole.room) + " – " + room_name(plan, hole.other) + ", " +
                 show_length(hole.width(), canvas.look().unit);
    canvas.set_mark(std::move(mark));
    const double line = hole.upright ? hole.a[0] : hole.a[1];
    const double middle = hole.upright ? (hole.a[1] + hole.b[1]) / 2 : (hole.a[0] + hole.b[0]) / 2;
    OpeningDrawing(canvas, hole, body.faces(hole.upright, line, middle), obstacles).draw();
  }
  canvas.clear_mark();
}

Overhang overhang(const Rect& bounds, const std::vector<Hole>& holes, double outer_wall) {
  Overhang out{outer_wall, outer_wall, outer_wall, outer_wall};
  for (const Hole& hole : holes) {
    if (hole.kind != Opening::Kind::door && hole.kind != Opening::Kind::double_door) continue;
    const double length = hole.kind == Opening::Kind::door ? hole.width() : hole.width() / 2;
    const double x = hole.a[0] + (hole.into[0] * (length + outer_wall));
    const double y = hole.a[1] + (hole.into[1] * (length + outer_wall));
    out.left = std::max(out.left, bounds.x - x);
    out.right = std::max(out.right, x - bounds.right());
    out.top = std::max(out.top, bounds.y - y);
    out.bottom = std::max(out.bottom, y - bounds.bottom());
  }
  return out;
}

}  // namespace floorplan::engine
