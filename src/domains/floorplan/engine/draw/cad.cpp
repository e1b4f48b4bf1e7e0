// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/cad.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/engine/plan/walls.h"

namespace floorplan::engine {
namespace {

using drawing::DxfEntity;
using drawing::Vec;
using Point = std::array<double, 2>;

constexpr double gap_between_floors = 3;  // m
constexpr double chain_offset = 1.0;      // of the dimension chain from the outline, m
constexpr double leaf_thickness = 0.045;  // of a door's width

drawing::DxfUnit dxf_unit(words::LengthUnit unit) {
  switch (unit) {
    case words::LengthUnit::ft:
      return drawing::DxfUnit::foot;
    case words::LengthUnit::in:
      return drawing::DxfUnit::inch;
    case words::LengthUnit::cm:
      return drawing::DxfUnit::centimetre;
    case words::LengthUnit::mm:
      return drawing::DxfUnit::millimetre;
    default:
      return drawing::DxfUnit::metre;
  }
}

std::vector<drawing::DxfLayer> layers() {
  return {{"ROOMS", 9, 13},  {"WALLS", 7, 50}, {"DOORS", 3, 25},  {"WINDOWS", 5, 25},
          {"STAIRS", 8, 18}, {"LIFTS", 6, 25}, {"LABELS", 2, 18}, {"DIMENSIONS", 1, 13}};
}

DxfEntity in_block(decltype(DxfEntity::what) what) { return {.layer = "0", .what = std::move(what)}; }

// The leaf of a door one wide: hinge at the origin, shut along x, open along y.
std::vector<DxfEntity> door_leaf(double hinge, double width, double direction) {
  const double edge = hinge + (direction * leaf_thickness * width);
  return {in_block(drawing::DxfPolyline{{{hinge, 0}, {hinge, width}, {edge, width}, {edge, 0}}, true}),
          in_block(drawing::DxfArc{{hinge, 0}, width, direction > 0 ? 0.0 : 90.0, direction > 0 ? 90.0 : 180.0})};
}

// One unit wide each, so that an insert's scale is the true size.
std::vector<drawing::DxfBlock> blocks() {
  std::vector<DxfEntity> both = door_leaf(0, 0.5, 1);
  for (DxfEntity& entity : door_leaf(1, 0.5, -1)) both.push_back(std::move(entity));
  const auto line = [](double x0, double y0, double x1, double y1) {
    return in_block(drawing::DxfLine{{x0, y0}, {x1, y1}});
  };
  const auto box = [](double x0, double y0, double x1, double y1) {
    return in_block(drawing::DxfPolyline{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, true});
  };
  return {{"DOOR", door_leaf(0, 1, 1)},
          {"DOUBLE_DOOR", std::move(both)},
          {"WINDOW", {box(0, -0.5, 1, 0.5), line(0, -0.12, 1, -0.12), line(0, 0.12, 1, 0.12)}},
          {"LIFT", {box(0, 0, 1, 1), line(0, 0, 1, 1), line(0, 1, 1, 0)}}};
}

class Sheet {
 public:
  Sheet(const Plan& plan, const CadOptions& options)
      : plan_(plan),
        options_(options),
        unit_(options.unit.value_or(plan.settings.unit)),
        area_unit_(options.area_unit.value_or(plan.settings.area_unit)) {
    out_.unit = dxf_unit(unit_);
    out_.layers = layers();
    out_.blocks = blocks();
  }

  drawing::DxfDrawing draw() {
    double next_left = 0;
    bool first = true;
    for (std::size_t i = 0; i < plan_.floors.size(); ++i) {
      if (options_.floor && *options_.floor != static_cast<int>(i)) continue;
      const Rect& bounds = plan_.floors[i].bounds;
      shift_ = first ? 0 : next_left - bounds.x;
      floor(static_cast<int>(i));
      next_left = shift_ + bounds.right() + gap_between_floors;
      first = false;
    }
    return std::move(out_);
  }

 private:
  double scaled(double value) const { return value / metres_per(unit_); }
  Vec place(Point at) const { return {scaled(at[0] + shift_), scaled(-at[1])}; }
  void add(const char* layer, decltype(DxfEntity::what) what) { out_.entities.push_back({layer, std::move(what)}); }
  void line(const char* layer, Point from, Point to) { add(layer, drawing::DxfLine{place(from), place(to)}); }
  void polyline(const char* layer, const std::vector<Point>& points, bool closed) {
    drawing::DxfPolyline out{.closed = closed};
    for (const Point& at : points) out.points.push_back(place(at));
    add(layer, std::move(out));
  }
  void rectangle(const char* layer, const Rect& r) {
    polyline(layer, {{r.x, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}}, true);
  }
  void text(const char* layer, std::string words, Point at, double height, double angle_deg = 0) {
    add(layer,
        drawing::DxfText{.text = std::move(words), .at = place(at), .height = scaled(height), .angle_deg = angle_deg});
  }

  void floor(int index) {
    const Floor& floor = plan_.floors[static_cast<std::size_t>(index)];
    for (const Room& room : plan_.rooms) {
      if (room.floor == index && room.placed) rectangle("ROOMS", room.rect);
    }
    const Walls body = walls(plan_, index);
    for (const Loop& loop : outlines(body.footprint())) {
      std::vector<Point> points;
      for (const Corner& corner : loop) points.push_back({metres(corner.x), metres(corner.y)});
      polyline("WALLS", points, true);
    }
    for (const Hole& each : body.holes) hole(each);
    for (const int i : floor.stairs) stair(plan_.stairs[static_cast<std::size_t>(i)]);
    for (const int i : floor.lifts) lift(plan_.lifts[static_cast<std::size_t>(i)]);
    if (options_.labels) labels(index);
    if (options_.dimensions) dimensions(index);
    title(floor);
  }

  void hole(const Hole& hole) {
    switch (hole.kind) {
      case Opening::Kind::window:
        add("WINDOWS", drawing::DxfInsert{.block = "WINDOW",
                                          .at = place(hole.a),
                                          .scale_x = scaled(hole.width()),
                                          .scale_y = scaled(hole.thickness),
                                          .angle_deg = hole.upright ? -90.0 : 0.0});
        break;
      case Opening::Kind::door:
        door(hole, "DOOR");
        break;
      case Opening::Kind::double_door:
        door(hole, "DOUBLE_DOOR");
        break;
      default:
        break;  // a gap is all there is to see
    }
  }

  // The block's x goes from the hinge along the wall; mirrored where its y would open the wrong way.
  void door(const Hole& hole, const char* block) {
    const double half = hole.thickness / 2;
    Point hinge = hole.hinge_at_a ? hole.a : hole.b;
    const Point end = hole.hinge_at_a ? hole.b : hole.a;
    const Vec along{end[0] - hinge[0], -(end[1] - hinge[1])};
    const Vec into{hole.into[0], -hole.into[1]};
    const bool left_turn = (along.x * into.y) - (along.y * into.x) > 0;
    hinge = {hinge[0] + (hole.into[0] * half), hinge[1] + (hole.into[1] * half)};
    const double width = scaled(hole.width());
    add("DOORS", drawing::DxfInsert{.block = block,
                                    .at = place(hinge),
                                    .scale_x = width,
                                    .scale_y = left_turn ? width : -width,
                                    .angle_deg = std::atan2(along.y, along.x) * 180 / std::numbers::pi});
  }

  void stair(const Stair& stair) {
    if (!stair.placed) return;
    for (const StairPart& part : stair.parts) {
      polyline("STAIRS", part.outline, true);
      for (const auto& tread : part.treads) line("STAIRS", tread[0], tread[1]);
    }
    if (stair.walk_line.size() < 2) return;
    polyline("STAIRS", stair.walk_line, false);
    arrow(stair.walk_line[stair.walk_line.size() - 2], stair.walk_line.back(), std::min(0.2, stair.width / 4));
    const Point foot = stair.walk_line.front();
    text("STAIRS", "UP", {foot[0], foot[1] + 0.05}, std::clamp(stair.width / 6, 0.05, 0.15));
  }
  void arrow(Point from, Point tip, double size) {
    const double length = std::hypot(tip[0] - from[0], tip[1] - from[1]);
    if (!(length > 0)) return;
    const Point back{(from[0] - tip[0]) / length * size, (from[1] - tip[1]) / length * size};
    line("STAIRS", tip, {tip[0] + back[0] - (back[1] / 2), tip[1] + back[1] + (back[0] / 2)});
    line("STAIRS", tip, {tip[0] + back[0] + (back[1] / 2), tip[1] + back[1] - (back[0] / 2)});
  }

  void lift(const Lift& lift) {
    if (!lift.placed) return;
    const Rect& r = lift.rect;
    add("LIFTS",
        drawing::DxfInsert{
            .block = "LIFT", .at = place({r.x, r.bottom()}), .scale_x = scaled(r.width), .scale_y = scaled(r.height)});
    for (const words::ViewDirection side : lift.doors) lift_door(r, side);
    if (!lift.label.empty() && options_.labels) {
      text("LABELS", lift.label, {r.x + (r.width / 2), r.bottom() + 0.25}, 0.15);
    }
  }
  // The middle 60 % of the side, drawn twice.
  void lift_door(const Rect& r, words::ViewDirection side) {
    const bool upright = side == words::ViewDirection::left || side == words::ViewDirection::right;
    for (const double inset : {0.04, 0.08}) {
      if (upright) {
        const double x = side == words::ViewDirection::left ? r.x - inset : r.right() + inset;
        line("LIFTS", {x, r.y + (r.height * 0.2)}, {x, r.y + (r.height * 0.8)});
      } else {
        const double y = side == words::ViewDirection::top ? r.y - inset : r.bottom() + inset;
        line("LIFTS", {r.x + (r.width * 0.2), y}, {r.x + (r.width * 0.8), y});
      }
    }
  }

  // A name and, below, the size; under a parent's own sub-rooms only those are named at their middle.
  void labels(int floor_index) {
    for (const Room& room : plan_.rooms) {
      if (room.floor != floor_index || !room.placed || !(room.rect.area() > 0)) continue;
      const Rect& r = room.rect;
      const std::string name = room.label.empty() ? room.name : room.label;
      const double fit = r.width * 0.85 / (0.75 * std::max<double>(static_cast<double>(name.size()), 4));
      const double height = std::clamp(std::min(fit, r.height / 8), 0.04, 0.22);
      const double y = room.rooms.empty() ? r.y + (r.height / 2) : r.y + (height * 2);
      text("LABELS", name, {r.x + (r.width / 2), y}, height);
      const std::string size =
          show_length(r.width, unit_) + " x " + show_length(r.height, unit_) + "  " + show_area(r.area(), area_unit_);
      const double small = std::min(height * 0.7, r.width * 0.85 / (0.75 * static_cast<double>(size.size())));
      text("LABELS", size, {r.x + (r.width / 2), y + (height * 1.4)}, small);
    }
  }

  // One chain over the rooms along the upper edge, one along the left edge, and the whole over each.
  void dimensions(int floor_index) {
    const Floor& floor = plan_.floors[static_cast<std::size_t>(floor_index)];
    std::set<Tick> xs;
    std::set<Tick> ys;
    for (const int i : floor.rooms) {
      const Room& room = plan_.rooms[static_cast<std::size_t>(i)];
      if (!room.placed) continue;
      if (std::abs(room.rect.y - floor.bounds.y) < 0.01) xs.insert({ticks(room.rect.x), ticks(room.rect.right())});
      if (std::abs(room.rect.x - floor.bounds.x) < 0.01) ys.insert({ticks(room.rect.y), ticks(room.rect.bottom())});
    }
    const Rect& b = floor.bounds;
    chain({xs.begin(), xs.end()}, true, b.y - chain_offset);
    chain({ys.begin(), ys.end()}, false, b.x - chain_offset);
    chain({ticks(b.x), ticks(b.right())}, true, b.y - (chain_offset * 1.7));
    chain({ticks(b.y), ticks(b.bottom())}, false, b.x - (chain_offset * 1.7));
  }
  void chain(const std::vector<Tick>& stops, bool across, double level) {
    constexpr double tick = 0.1;
    const auto at = [&](double along, double off) {
      return across ? Point{along, level + off} : Point{level + off, along};
    };
    for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
      const double from = metres(stops[i]);
      const double to = metres(stops[i + 1]);
      line("DIMENSIONS", at(from, 0), at(to, 0));
      text("DIMENSIONS", show_length(to - from, unit_), at((from + to) / 2, -tick), 0.15, across ? 0 : 90);
    }
    for (const Tick stop : stops) line("DIMENSIONS", at(metres(stop), -tick), at(metres(stop), tick));
  }

  void title(const Floor& floor) {
    const Rect& b = floor.bounds;
    if (options_.labels) text("LABELS", floor.id, {b.x + (b.width / 2), b.bottom() + 1.0}, 0.35);
  }

  const Plan& plan_;
  const CadOptions& options_;
  words::LengthUnit unit_;
  words::AreaUnit area_unit_;
  double shift_ = 0;
  drawing::DxfDrawing out_;
};

}  // namespace

drawing::DxfDrawing cad(const Plan& plan, const CadOptions& options) { return Sheet(plan, options).draw(); }

}  // namespace floorplan::engine
