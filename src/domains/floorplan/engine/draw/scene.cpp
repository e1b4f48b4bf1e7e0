// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

#include "domains/floorplan/engine/plan/walls.h"

namespace floorplan::engine {
namespace {

using drawing::Colour;
using drawing::Triangle;
using Point = std::array<double, 2>;  // on the sheet
using Vec3 = std::array<double, 3>;

constexpr std::uint32_t plaster = 0xf2efe9, inner_wall = 0xf7f5f1, wall_cut = 0x5f666e, concrete = 0xcfd2d3,
                        timber = 0xb98a5c, frame_white = 0xfafafa, glass = 0x9fc6de, step_grey = 0xc9b79c,
                        steel = 0x9aa4ad;
// Rooms without a style: quiet tints, one after another.
constexpr std::array<std::uint32_t, 6> room_tints{0xe3d5c0, 0xd6dccf, 0xd5dde4, 0xe4d9d2, 0xdcd8e3, 0xe6e0cb};
constexpr double leaf_angle = 62 * std::numbers::pi / 180;
constexpr double leaf_thickness = 0.045, pane_thickness = 0.02, frame_width = 0.06, landing_thickness = 0.18;
constexpr double face_probe = 0.03;

// Triangles of one solid. Quads are given counter-clockwise as seen from outside.
class Mesher {
 public:
  void quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    out_.push_back(Triangle{{single(a), single(b), single(c)}});
  }
  // A level face of a box on the sheet, seen from above or below.
  void level(const Box& box, double y, bool up) {
    const double x0 = metres(box.x0);
    const double x1 = metres(box.x1);
    const double z0 = metres(box.y0);
    const double z1 = metres(box.y1);
    if (up) {
      quad({x0, y, z0}, {x0, y, z1}, {x1, y, z1}, {x1, y, z0});
    } else {
      quad({x0, y, z0}, {x1, y, z0}, {x1, y, z1}, {x0, y, z1});
    }
  }
  // An upright face over from → to on the sheet, outside on the left of that direction.
  void upright(Point from, Point to, double low, double high) {
    quad({to[0], low, to[1]}, {from[0], low, from[1]}, {from[0], high, from[1]}, {to[0], high, to[1]});
  }
  // A prism over a convex polygon.
  void prism(std::vector<Point> polygon, double low, double high) {
    if (polygon.size() < 3 || !(high > low)) return;
    if (signed_area(polygon) < 0) std::ranges::reverse(polygon);
    for (std::size_t i = 0; i < polygon.size(); ++i) upright(polygon[i], polygon[(i + 1) % polygon.size()], low, high);
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
      triangle(at(polygon[0], high), at(polygon[i + 1], high), at(polygon[i], high));
      triangle(at(polygon[0], low), at(polygon[i], low), at(polygon[i + 1], low));
    }
  }
  void box(const Rect& r, double low, double high) {
    prism({{r.x, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}}, low, high);
  }
  std::vector<Triangle> take() { return std::move(out_); }
  bool empty() const { return out_.empty(); }

 private:
  // Positive: clockwise on the sheet (y down), so the outside is on the left.
  static double signed_area(const std::vector<Point>& p) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Point& a = p[i];
      const Point& b = p[(i + 1) % p.size()];
      sum += (a[0] * b[1]) - (b[0] * a[1]);
    }
    return sum;
  }
  static Vec3 at(const Point& p, double y) { return {p[0], y, p[1]}; }
  static std::array<float, 3> single(const Vec3& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
  }
  std::vector<Triangle> out_;
};

Box box_of(const Rect& r) { return {ticks(r.x), ticks(r.y), ticks(r.right()), ticks(r.bottom())}; }

bool meets(const Box& a, const Box& b) { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1; }

std::string hex_colour(std::uint32_t rgb) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "#";
  for (int shift = 20; shift >= 0; shift -= 4) out += digits[(rgb >> shift) & 0xfU];
  return out;
}

class Builder {
 public:
  Builder(const Plan& plan, const SceneOptions& options) : plan_(plan), options_(options) {
    out_.title = plan.title.empty() ? "Floor plan" : plan.title;
  }

  drawing::Scene build() {
    for (std::size_t i = 0; i < plan_.floors.size(); ++i) {
      if (!options_.floor || *options_.floor == static_cast<int>(i)) storey(static_cast<int>(i));
    }
    return std::move(out_);
  }

 private:
  int material(std::string name, Colour colour, double roughness = 0.9, double metalness = 0) {
    const drawing::Material wanted{std::move(name), colour, roughness, metalness};
    const auto it = std::ranges::find(out_.materials, wanted);
    if (it != out_.materials.end()) return static_cast<int>(it - out_.materials.begin());
    out_.materials.push_back(wanted);
    return static_cast<int>(out_.materials.size()) - 1;
  }
  int paint(std::string_view what, std::uint32_t rgb, double roughness = 0.9, double metalness = 0) {
    return material(std::string(what) + " " + hex_colour(rgb), drawing::colour(rgb), roughness, metalness);
  }
  void add(std::string id, std::string name, int material_index, Mesher mesh) {
    if (mesh.empty()) return;
    out_.solids.push_back({std::move(id), std::move(name), material_index, mesh.take()});
  }

  bool topmost(int index) const {
    return options_.floor.has_value() || index + 1 == static_cast<int>(plan_.floors.size());
  }

  void storey(int index) {
    const Floor& floor = plan_.floors[static_cast<std::size_t>(index)];
    base_ = options_.floor ? 0 : floor.elevation;
    cut_ = topmost(index) && options_.cut_height ? *options_.cut_height : 1e9;
    Walls body = walls(plan_, index);
    if (!topmost(index)) close_outer_walls(body, floor.height);
    const RoomsAt rooms(plan_, index);
    wells_ = wells(index);
    slabs(index, floor, body);
    wall_solids(floor, body, rooms);
    for (const Hole& hole : body.holes) fill(hole);
    for (const int i : floor.stairs) stair(plan_.stairs[static_cast<std::size_t>(i)], index);
    for (const int i : floor.lifts) lift(plan_.lifts[static_cast<std::size_t>(i)], floor);
  }

  // Under another storey the outside is closed up to its slab, even over low rooms.
  static void close_outer_walls(Walls& body, double height) {
    for (Stretch& stretch : body.stretches) {
      if (stretch.outer) stretch.top = std::max(stretch.top, height);
    }
  }

  // Where the stairs of the storey below come up.
  std::vector<Box> wells(int index) const {
    std::vector<Box> out;
    for (const Stair& stair : plan_.stairs) {
      if (stair.floor == index - 1 && stair.placed) out.push_back(box_of(stair.box));
    }
    return out;
  }

  std::uint32_t floor_colour(std::size_t room_index) const {
    const Look& look = plan_.rooms[room_index].look;
    return look.floor_color.value_or(room_tints[room_index % room_tints.size()]);
  }

  void slabs(int index, const Floor& floor, const Walls& body) {
    std::map<Tick, std::vector<Box>> by_level;
    std::vector<Box> all;
    for (std::size_t i = 0; i < plan_.rooms.size(); ++i) {
      const Room& room = plan_.rooms[i];
      if (room.floor != index || !room.placed) continue;
      const Box box = box_of(room.rect);
      room_floor(i, all);
      all.push_back(box);
      const Tick rim = ticks(plan_.settings.outer_thickness / 2);  // as far out as the walls below reach
      by_level[ticks(room.elevation)].push_back({box.x0 - rim, box.y0 - rim, box.x1 + rim, box.y1 + rim});
    }
    Walls whole{.stretches = body.stretches};
    const std::vector<Box> under_walls = whole.footprint();
    auto& ground = by_level[0];
    ground.insert(ground.end(), under_walls.begin(), under_walls.end());
    Mesher mesh;
    for (const auto& [level, boxes] : by_level) slab(boxes, metres(level), mesh);
    all.insert(all.end(), wells_.begin(), wells_.end());
    for (const Box& box : cover(ground, all)) mesh.level(box, base_, true);
    add("slab:" + floor.id, "Slab of " + floor.id, paint("slab", concrete), std::move(mesh));
  }
  void slab(const std::vector<Box>& boxes, double elevation, Mesher& mesh) {
    const double high = base_ + elevation;
    const double low = base_ + std::min(elevation, 0.0) - plan_.settings.floor_thickness;
    for (const Border& border : borders(boxes, wells_)) {
      mesh.upright({metres(border.from.x), metres(border.from.y)}, {metres(border.to.x), metres(border.to.y)}, low,
                   high);
    }
    for (const Box& box : cover(boxes, wells_)) mesh.level(box, low, false);
  }
  // The floor of one room without its sub-rooms, which have their own, and without what rooms before it have.
  void room_floor(std::size_t index, const std::vector<Box>& before) {
    const Room& room = plan_.rooms[index];
    std::vector<Box> without = wells_;
    for (const int child : room.rooms) {
      const Room& sub = plan_.rooms[static_cast<std::size_t>(child)];
      if (sub.placed) without.push_back(box_of(sub.rect));
    }
    const Box box = box_of(room.rect);
    if (room.parent < 0) {
      std::ranges::copy_if(before, std::back_inserter(without), [&](const Box& b) { return meets(b, box); });
    }
    Mesher mesh;
    for (const Box& part : cover(std::span(&box, 1), without)) mesh.level(part, base_ + room.elevation, true);
    add("room:" + room.name, room.label.empty() ? room.name : room.label,
        paint("floor", floor_colour(index), room.look.roughness.value_or(0.9), room.look.metalness.value_or(0)),
        std::move(mesh));
  }

  // ---- walls: bands between the heights at which something begins or ends

  using Faces = std::map<std::uint32_t, Mesher>;  // by colour

  void wall_solids(const Floor& floor, const Walls& body, const RoomsAt& rooms) {
    std::vector<double> levels = body.levels();
    std::erase_if(levels, [this](double level) { return level >= cut_; });
    if (levels.empty()) return;
    if (cut_ < 1e8) levels.push_back(cut_);
    Faces faces;
    Mesher caps;
    std::vector<Box> below;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
      const std::vector<Box> band = body.at((levels[i] + levels[i + 1]) / 2);
      const double y = base_ + levels[i];
      for (const Box& box : cover(below, band)) caps_or_sill(box, y, body, faces, caps);
      if (i != 0) {
        for (const Box& box : cover(band, below)) faces[inner_wall].level(box, y, false);
      }
      sides(band, y, base_ + levels[i + 1], rooms, faces);
      below = band;
    }
    for (const Box& box : cover(below)) caps.level(box, base_ + levels.back(), true);
    for (auto& [rgb, mesh] : faces) {
      add("walls:" + floor.id + "/" + hex_colour(rgb), "Walls of " + floor.id, paint("wall", rgb), std::move(mesh));
    }
    add("walls:" + floor.id, "Walls of " + floor.id + ", cut", paint("cut", wall_cut), std::move(caps));
  }

  // A level face in the middle of a hole is a sill; elsewhere a wall ends there.
  static void caps_or_sill(const Box& box, double y, const Walls& body, Faces& faces, Mesher& caps) {
    const double x = metres((box.x0 + box.x1) / 2);
    const double z = metres((box.y0 + box.y1) / 2);
    const bool sill = std::ranges::any_of(body.holes, [&](const Hole& hole) {
      const double along = hole.upright ? z : x;
      const double across = hole.upright ? x : z;
      const std::size_t i = hole.upright ? 1 : 0;
      return std::abs(across - hole.a[1 - i]) < hole.thickness && hole.a[i] < along && along < hole.b[i];
    });
    (sill ? faces[frame_white] : caps).level(box, y, true);
  }

  std::uint32_t face_colour(const RoomsAt& rooms, double x, double y) const {
    const int room = rooms.find(x, y);
    if (room < 0) return plaster;
    return plan_.rooms[static_cast<std::size_t>(room)].look.wall_color.value_or(inner_wall);
  }

  void sides(const std::vector<Box>& band, double low, double high, const RoomsAt& rooms, Faces& faces) const {
    for (const Border& border : borders(band)) {
      const Corner out = border.outward();
      const auto colour_at = [&](Point p) {
        return face_colour(rooms, p[0] + (static_cast<double>(out.x) * face_probe),
                           p[1] + (static_cast<double>(out.y) * face_probe));
      };
      std::vector<Point> points = split(border, rooms);
      for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Point middle{(points[i][0] + points[i + 1][0]) / 2, (points[i][1] + points[i + 1][1]) / 2};
        faces[colour_at(middle)].upright(points[i], points[i + 1], low, high);
      }
    }
  }

  // A face along two rooms without a wall between them is cut where the rooms meet.
  std::vector<Point> split(const Border& border, const RoomsAt& rooms) const {
    const Point from{metres(border.from.x), metres(border.from.y)};
    const Point to{metres(border.to.x), metres(border.to.y)};
    const Corner out = border.outward();
    const auto room_at = [&](double t) {
      return rooms.find(from[0] + ((to[0] - from[0]) * t) + (static_cast<double>(out.x) * face_probe),
                        from[1] + ((to[1] - from[1]) * t) + (static_cast<double>(out.y) * face_probe));
    };
    std::set<double> cuts{0, 1};
    const double length = std::hypot(to[0] - from[0], to[1] - from[1]);
    for (double t : {0.02, 0.25, 0.5, 0.75, 0.98}) {
      const int room = room_at(t);
      if (room < 0) continue;
      const Rect& r = plan_.rooms[static_cast<std::size_t>(room)].rect;
      const bool upright = from[0] == to[0];
      for (const double edge : upright ? std::array{r.y, r.bottom()} : std::array{r.x, r.right()}) {
        const double at = ((upright ? edge - from[1] : edge - from[0]) / (upright ? to[1] - from[1] : to[0] - from[0]));
        if (at * length > 0.01 && (1 - at) * length > 0.01) cuts.insert(at);
      }
    }
    std::vector<Point> points;
    for (const double t : cuts)
      points.push_back({from[0] + ((to[0] - from[0]) * t), from[1] + ((to[1] - from[1]) * t)});
    return points;
  }

  // ---- what is in the holes

  void fill(const Hole& hole) {
    switch (hole.kind) {
      case Opening::Kind::window:
        window(hole);
        break;
      case Opening::Kind::door:
        door(hole, hole.hinge_at_a ? hole.a : hole.b, hole.hinge_at_a ? hole.b : hole.a, hole.id);
        break;
      case Opening::Kind::double_door: {
        const Point middle{(hole.a[0] + hole.b[0]) / 2, (hole.a[1] + hole.b[1]) / 2};
        door(hole, hole.a, middle, hole.id);
        door(hole, hole.b, middle, hole.id);
        break;
      }
      default:
        break;
    }
  }

  // A leaf from its hinge, turned into the room.
  void door(const Hole& hole, Point hinge, Point end, const std::string& id) {
    const double width = std::hypot(end[0] - hinge[0], end[1] - hinge[1]) * 0.98;
    const double high = std::min(hole.top, cut_) - 0.01;
    if (!(width > 0) || high <= hole.bottom) return;
    const double size = std::hypot(end[0] - hinge[0], end[1] - hinge[1]);
    const Point along{(end[0] - hinge[0]) / size, (end[1] - hinge[1]) / size};
    const double half = (hole.thickness / 2) - leaf_thickness;
    const Point start{hinge[0] + (hole.into[0] * half), hinge[1] + (hole.into[1] * half)};
    const double c = std::cos(leaf_angle);
    const double s = std::sin(leaf_angle);
    const Point direction{(along[0] * c) + (hole.into[0] * s), (along[1] * c) + (hole.into[1] * s)};
    const Point side{-direction[1] * leaf_thickness, direction[0] * leaf_thickness};
    const Point far{start[0] + (direction[0] * width), start[1] + (direction[1] * width)};
    Mesher mesh;
    mesh.prism({start, far, {far[0] + side[0], far[1] + side[1]}, {start[0] + side[0], start[1] + side[1]}},
               base_ + hole.bottom + 0.01, base_ + high);
    add(id, "Door", paint("door", timber, 0.6), std::move(mesh));
  }

  Rect in_wall(const Hole& hole, double from, double to, double thickness) const {
    if (hole.upright) return {hole.a[0] - (thickness / 2), hole.a[1] + from, thickness, to - from};
    return {hole.a[0] + from, hole.a[1] - (thickness / 2), to - from, thickness};
  }

  void window(const Hole& hole) {
    const double low = hole.bottom;
    const double high = std::min(hole.top, cut_);
    if (high <= low) return;
    const double width = hole.width();
    const double bar = std::min({frame_width, width / 6, (hole.top - hole.bottom) / 6});
    const double depth = std::min(0.08, hole.thickness * 0.7);
    const bool whole = hole.top <= cut_;
    Mesher frame;
    const auto piece = [&](double from, double to, double bottom, double top) {
      frame.box(in_wall(hole, from, to, depth), base_ + bottom, base_ + top);
    };
    piece(0, width, low, std::min(low + bar, high));
    if (whole) piece(0, width, high - bar, high);
    piece(0, bar, low, high);
    piece(width - bar, width, low, high);
    if (width > 1.0) piece((width - bar) / 2, (width + bar) / 2, low, high);
    add(hole.id, "Window frame", paint("frame", frame_white, 0.5), std::move(frame));
    Mesher pane;
    pane.box(in_wall(hole, bar, width - bar, pane_thickness), base_ + low + bar, base_ + (whole ? high - bar : high));
    add(hole.id, "Window", material("glass", drawing::colour(glass, 110), 0.1), std::move(pane));
  }

  // ---- stairs and lifts

  // The uppermost storey of a linked stair only shows where it arrives.
  bool arrival_only(std::size_t stair_index, int floor_index) const {
    if (floor_index + 1 != static_cast<int>(plan_.floors.size()) || floor_index == 0) return false;
    const Stair& stair = plan_.stairs[stair_index];
    return std::ranges::any_of(plan_.stairs, [&](const Stair& other) {
      return other.floor == floor_index - 1 && other.placed && std::abs(other.box.x - stair.box.x) < 0.5 &&
             std::abs(other.box.y - stair.box.y) < 0.5;
    });
  }

  void stair(const Stair& stair, int floor_index) {
    if (!stair.placed) return;
    const auto index = static_cast<std::size_t>(&stair - plan_.stairs.data());
    if (arrival_only(index, floor_index)) return;
    Mesher mesh;
    for (const StairPart& part : stair.parts) {
      if (part.kind == StairPart::Kind::landing) {
        if (part.z_to <= cut_) mesh.prism(part.outline, base_ + part.z_to - landing_thickness, base_ + part.z_to);
      } else {
        steps(part, stair, mesh);
      }
    }
    add("stair:" + stair.name, stair.label.empty() ? stair.name : stair.label,
        paint("stair", stair.look.floor_color.value_or(step_grey), 0.7), std::move(mesh));
  }

  // A step reaches from its front edge to the next one; the last to the end of the flight.
  void steps(const StairPart& part, const Stair& stair, Mesher& mesh) const {
    const std::size_t count = part.treads.size();
    if (count == 0) {
      if (part.z_to <= cut_) mesh.prism(part.outline, base_ + part.z_to - landing_thickness, base_ + part.z_to);
      return;
    }
    const double rise = (part.z_to - part.z_from) / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double top = base_ + part.z_from + (rise * static_cast<double>(i + 1));
      if (top > base_ + cut_) break;  // as a drawing breaks a stair off where it is cut
      const double low = std::max(base_, top - rise - 0.12);
      const auto& front = part.treads[i];
      const auto back = i + 1 < count ? part.treads[i + 1] : last_edge(part, stair);
      mesh.prism({front[0], front[1], back[1], back[0]}, low, top);
    }
  }
  static std::array<Point, 2> last_edge(const StairPart& part, const Stair& stair) {
    const auto& last = part.treads.back();
    if (part.treads.size() >= 2) {
      const auto& before = part.treads[part.treads.size() - 2];
      return {{{(2 * last[0][0]) - before[0][0], (2 * last[0][1]) - before[0][1]},
               {(2 * last[1][0]) - before[1][0], (2 * last[1][1]) - before[1][1]}}};
    }
    // One step: the corners of the outline that are farthest from its front edge.
    std::vector<Point> far = part.outline;
    const Point middle{(last[0][0] + last[1][0]) / 2, (last[0][1] + last[1][1]) / 2};
    std::ranges::sort(far, std::greater<>{},
                      [&](const Point& p) { return std::hypot(p[0] - middle[0], p[1] - middle[1]); });
    if (far.size() < 2) return {{{last[0][0] + stair.tread, last[0][1]}, {last[1][0] + stair.tread, last[1][1]}}};
    const auto near_first = [&](const Point& p) { return std::hypot(p[0] - last[0][0], p[1] - last[0][1]); };
    if (near_first(far[0]) > near_first(far[1])) std::swap(far[0], far[1]);
    return {{far[0], far[1]}};
  }

  void lift(const Lift& lift, const Floor& floor) {
    if (!lift.placed) return;
    const double high = std::min(floor.height, cut_);
    const Rect inner{lift.rect.x + 0.05, lift.rect.y + 0.05, lift.rect.width - 0.1, lift.rect.height - 0.1};
    if (!(inner.width > 0) || !(inner.height > 0)) return;
    Mesher cab;
    cab.box(inner, base_ + 0.01, base_ + 0.08);
    for (const words::ViewDirection side : lift.doors) lift_door(inner, side, std::min(2.1, high), cab);
    add("lift:" + lift.name, lift.label.empty() ? lift.name : lift.label, paint("lift", steel, 0.4, 0.3),
        std::move(cab));
    Mesher shaft;
    shaft.box(inner, base_ + 0.08, base_ + high);
    add("lift:" + lift.name, "Shaft of " + lift.name, material("lift glass", drawing::colour(steel, 90), 0.2),
        std::move(shaft));
  }
  void lift_door(const Rect& r, words::ViewDirection side, double height, Mesher& mesh) const {
    constexpr double thin = 0.04;
    Rect leaf = r;
    const bool upright = side == words::ViewDirection::left || side == words::ViewDirection::right;
    if (upright) {
      leaf = {side == words::ViewDirection::left ? r.x - thin : r.right(), r.y + (r.height * 0.15), thin,
              r.height * 0.7};
    } else {
      leaf = {r.x + (r.width * 0.15), side == words::ViewDirection::top ? r.y - thin : r.bottom(), r.width * 0.7, thin};
    }
    mesh.box(leaf, base_ + 0.01, base_ + height);
  }

  const Plan& plan_;
  const SceneOptions& options_;
  drawing::Scene out_;
  double base_ = 0, cut_ = 1e9;
  std::vector<Box> wells_;
};

}  // namespace

drawing::Scene scene(const Plan& plan, const SceneOptions& options) { return Builder(plan, options).build(); }

}  // namespace floorplan::engine
