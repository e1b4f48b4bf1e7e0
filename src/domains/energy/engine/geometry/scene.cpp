// SPDX-License-Identifier: Apache-2.0
// The order of turns and moves is the engine's (SurfaceGeometry::GetVertices): to the zone's north and origin where
// coordinates are relative, then everything but site shading round the world's origin by the building's north axis.
#include "domains/energy/engine/geometry/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace energy::engine {
namespace {

using Kind = Surface::Kind;

// Where an object's points come from.
enum class Form : std::uint8_t { vertices, flat_vertices, rectangle, on_parent, overhang, fin };
struct Known {
  std::string_view type;
  Form form;
  Kind kind;
  std::string_view word;      // the surface type, where the object does not say it
  std::string_view boundary;  // likewise
};
constexpr Known known[] = {
    {"BuildingSurface:Detailed", Form::vertices, Kind::other, "", ""},
    {"Wall:Detailed", Form::vertices, Kind::wall, "Wall", ""},
    {"Floor:Detailed", Form::vertices, Kind::floor, "Floor", ""},
    {"RoofCeiling:Detailed", Form::vertices, Kind::roof, "Roof", ""},
    {"Wall:Exterior", Form::rectangle, Kind::wall, "Wall", "Outdoors"},
    {"Wall:Adiabatic", Form::rectangle, Kind::wall, "Wall", "Adiabatic"},
    {"Wall:Underground", Form::rectangle, Kind::wall, "Wall", "Ground"},
    {"Wall:Interzone", Form::rectangle, Kind::wall, "Wall", "Surface"},
    {"Roof", Form::rectangle, Kind::roof, "Roof", "Outdoors"},
    {"Ceiling:Adiabatic", Form::rectangle, Kind::ceiling, "Ceiling", "Adiabatic"},
    {"Ceiling:Interzone", Form::rectangle, Kind::ceiling, "Ceiling", "Surface"},
    {"Floor:GroundContact", Form::rectangle, Kind::floor, "Floor", "Ground"},
    {"Floor:Adiabatic", Form::rectangle, Kind::floor, "Floor", "Adiabatic"},
    {"Floor:Interzone", Form::rectangle, Kind::floor, "Floor", "Surface"},
    {"FenestrationSurface:Detailed", Form::flat_vertices, Kind::window, "", ""},
    {"Window", Form::on_parent, Kind::window, "Window", ""},
    {"Window:Interzone", Form::on_parent, Kind::window, "Window", ""},
    {"Door", Form::on_parent, Kind::door, "Door", ""},
    {"Door:Interzone", Form::on_parent, Kind::door, "Door", ""},
    {"GlazedDoor", Form::on_parent, Kind::window, "GlassDoor", ""},
    {"GlazedDoor:Interzone", Form::on_parent, Kind::window, "GlassDoor", ""},
    {"Shading:Site:Detailed", Form::vertices, Kind::shading, "Shading:Site:Detailed", ""},
    {"Shading:Building:Detailed", Form::vertices, Kind::shading, "Shading:Building:Detailed", ""},
    {"Shading:Zone:Detailed", Form::vertices, Kind::shading, "Shading:Zone:Detailed", ""},
    {"Shading:Site", Form::rectangle, Kind::shading, "Shading:Site", ""},
    {"Shading:Building", Form::rectangle, Kind::shading, "Shading:Building", ""},
    {"Shading:Overhang", Form::overhang, Kind::shading, "Shading:Overhang", ""},
    {"Shading:Overhang:Projection", Form::overhang, Kind::shading, "Shading:Overhang:Projection", ""},
    {"Shading:Fin", Form::fin, Kind::shading, "Shading:Fin", ""},
    {"Shading:Fin:Projection", Form::fin, Kind::shading, "Shading:Fin:Projection", ""},
};
const Known* known_type(std::string_view type) {
  const auto* found = std::ranges::find(known, type, &Known::type);
  return found == std::end(known) ? nullptr : found;
}

Kind kind_of(std::string_view word, Kind otherwise) {
  constexpr std::pair<std::string_view, Kind> words[] = {
      {"Wall", Kind::wall},
      {"Floor", Kind::floor},
      {"Ceiling", Kind::ceiling},
      {"Roof", Kind::roof},
      {"Window", Kind::window},
      {"GlassDoor", Kind::window},
      {"Door", Kind::door},
      {"TubularDaylightDome", Kind::window},
      {"TubularDaylightDiffuser", Kind::window},
  };
  for (const auto& [each, kind] : words)
    if (base::equals_ignoring_case(word, each)) return kind;
  return otherwise;
}

// The frame of a flat outline as the engine gives places on it: from its lower left corner, seen from outside.
struct Frame {
  Point corner, right, up, out;
};
Frame frame_of(const Polygon& points) {
  const Point out = unit(area_vector(points));
  const Point right =
      unit(std::abs(out.z) > 0.9999 ? points[2 % points.size()] - points[1 % points.size()] : cross({0, 0, 1}, out));
  const Point up = cross(out, right);
  double low_x = 1e300, low_y = 1e300;
  for (const auto& point : points) {
    low_x = std::min(low_x, dot(point - points[0], right));
    low_y = std::min(low_y, dot(point - points[0], up));
  }
  return {points[0] + right * low_x + up * low_y, right, up, out};
}

class Builder {
 public:
  explicit Builder(const Model& model) : model_(model) {}

  Scene build() {
    read_rules();
    read_zones();
    // Walls first, then what stands on them, then what shades that.
    for (const int step : {0, 1, 2}) {
      for (std::size_t i = 0; i < model_.objects().size(); ++i) {
        const auto* type = known_type(model_.objects()[i].type->name);
        if (type != nullptr && step_of(*type) == step) add(i, *type);
      }
    }
    in_file_order();
    return std::move(scene_);
  }

 private:
  static int step_of(const Known& type) {
    if (type.form == Form::overhang || type.form == Form::fin) return 2;
    return type.form == Form::flat_vertices || type.form == Form::on_parent || type.type == "Shading:Zone:Detailed" ? 1
                                                                                                                    : 0;
  }

  double number(const Object& object, std::string_view field, double otherwise = 0) const {
    const auto* found = model_.value(object, field);
    return found != nullptr && found->value.is_number() ? found->value.number : otherwise;
  }
  std::string text(const Object& object, std::string_view field) const {
    const auto* found = model_.value(object, field);
    return found == nullptr ? std::string() : formats::idf::text_of(found->value);
  }
  const Object* only(std::string_view type) const {
    const auto found = model_.of_type(type);
    return found.empty() ? nullptr : &model_.objects()[found[0]];
  }

  void read_rules() {
    if (const auto* building = only("Building")) scene_.rules.north_deg = number(*building, "north_axis");
    const auto* rules = only("GlobalGeometryRules");
    if (rules == nullptr) return;
    const auto says = [&](std::string_view field, std::string_view word) {
      return base::equals_ignoring_case(text(*rules, field).substr(0, word.size()), word);
    };
    scene_.rules.relative = says("coordinate_system", "Relative") || text(*rules, "coordinate_system").empty();
    scene_.rules.relative_rectangles = !says("rectangular_surface_coordinate_system", "World") &&
                                       !says("rectangular_surface_coordinate_system", "Absolute");
    scene_.rules.clockwise = says("vertex_entry_direction", "Clockwise");
  }

  void read_zones() {
    for (const auto index : model_.of_type("Zone")) {
      const auto& object = model_.objects()[index];
      zones_.emplace(base::upper_ascii(object.key), scene_.zones.size());
      scene_.zones.push_back({index, object.key, number(object, "multiplier", 1)});
      if (scene_.rules.relative) scene_.zones.back().origin = north(from_zone(scene_.zones.size() - 1, {}));
    }
    for (const auto group : model_.of_type("ZoneGroup")) {
      const auto& object = model_.objects()[group];
      const auto list = model_.find("ZoneList", text(object, "zone_list_name"));
      if (list == SIZE_MAX) continue;
      const auto times = number(object, "zone_list_multiplier", 1);
      for (const auto& reading : model_.readings(model_.objects()[list])) {
        const auto zone = reading.in_group() ? zone_named(reading.value.text) : Surface::none;
        if (zone != Surface::none) scene_.zones[zone].multiplier *= times;
      }
    }
  }

  std::size_t zone_named(std::string_view name) const {
    const auto found = zones_.find(base::upper_ascii(name));
    return found == zones_.end() ? Surface::none : found->second;
  }
  std::size_t surface_named(std::string_view name) const {
    const auto found = surfaces_.find(base::upper_ascii(name));
    return found == surfaces_.end() ? Surface::none : found->second;
  }

  void leave_out(std::size_t object, std::string reason) { scene_.left_out.push_back({object, std::move(reason)}); }

  void add(std::size_t index, const Known& type) {
    const auto& object = model_.objects()[index];
    Surface made{.kind = type.kind, .object = index, .type = std::string(type.word)};
    if (made.type.empty()) made.type = text(object, "surface_type");
    made.kind = type.kind == Kind::shading ? Kind::shading : kind_of(made.type, type.kind);
    made.construction = text(object, "construction_name");
    made.boundary = type.boundary.empty() ? text(object, "outside_boundary_condition") : std::string(type.boundary);
    made.boundary_object = text(object, "outside_boundary_condition_object");
    made.multiplier = number(object, "multiplier", 1);
    if (auto problem = belongs(made, object, type)) return leave_out(index, std::move(*problem));
    if (type.form == Form::overhang) return add_overhang(made, object, type);
    if (type.form == Form::fin) return add_fins(made, object, type);
    place(made, object, type);
    if (made.points.size() < 3) return leave_out(index, made.points.empty() ? "no-vertices" : "too-few-vertices");
    keep(std::move(made));
  }

  void keep(Surface made) {
    const auto& object = model_.objects()[made.object];
    if (made.kind != Kind::shading) surfaces_.emplace(base::upper_ascii(object.key), scene_.surfaces.size());
    scene_.surfaces.push_back(std::move(made));
  }

  // To which zone and which other surface it belongs; what is missing, if it is.
  std::optional<std::string> belongs(Surface& made, const Object& object, const Known& type) const {
    const bool attached = type.form == Form::overhang || type.form == Form::fin;
    if (made.opening() || attached || type.type == "Shading:Zone:Detailed") {
      const auto parent = text(object, made.opening() ? "building_surface_name"
                                       : attached     ? "window_or_door_name"
                                                      : "base_surface_name");
      made.parent = surface_named(parent);
      if (made.parent == Surface::none && made.kind == Kind::shading && !attached) return std::nullopt;
      if (made.parent == Surface::none) return "parent-surface-not-found: " + parent;
      made.zone = scene_.surfaces[made.parent].zone;
      if (made.opening()) made.boundary = scene_.surfaces[made.parent].boundary;
    } else if (made.kind != Kind::shading) {
      const auto zone = text(object, "zone_name");
      made.zone = zone_named(zone);
      if (made.zone == Surface::none && !zone.empty()) return "zone-not-found: " + zone;
    }
    return std::nullopt;
  }

  void place(Surface& made, const Object& object, const Known& type) const {
    const bool fixed = type.type.starts_with("Shading:Site");
    switch (type.form) {
      case Form::vertices:
        made.points = listed(object);
        break;
      case Form::flat_vertices:
        made.points = numbered(object);
        break;
      case Form::rectangle:
        made.points = rectangle(made, object, fixed);
        return;
      default:
        made.points = on_parent(made, object);
        return;
    }
    const bool in_zone = scene_.rules.relative && made.zone != Surface::none;
    for (auto& point : made.points) {
      if (in_zone) point = from_zone(made.zone, point);
      if (!fixed) point = north(point);
    }
    // The author's first point stays first.
    if (scene_.rules.clockwise && made.points.size() > 1) std::reverse(made.points.begin() + 1, made.points.end());
  }

  Point north(Point point) const { return scene_.rules.north_deg == 0 ? point : turned(point, scene_.rules.north_deg); }
  Point from_zone(std::size_t zone, Point point) const {
    const auto& object = model_.objects()[scene_.zones[zone].object];
    const double angle = number(object, "direction_of_relative_north");
    if (angle != 0) point = turned(point, angle);
    return point + Point{number(object, "x_origin"), number(object, "y_origin"), number(object, "z_origin")};
  }

  // vertices[0].vertex_x_coordinate and so on; a point that lacks a number is none.
  Polygon listed(const Object& object) const {
    Polygon points;
    std::uint32_t group = UINT32_MAX, have = 0;
    Point point;
    for (const auto& reading : model_.readings(object)) {
      if (!reading.in_group() || reading.field > 2 || !reading.value.is_number()) continue;
      if (reading.group != group) have = 0;
      group = reading.group;
      (reading.field == 0 ? point.x : reading.field == 1 ? point.y : point.z) = reading.value.number;
      have |= 1u << reading.field;
      if (have == 7) points.push_back(point);
    }
    return points;
  }

  Polygon numbered(const Object& object) const {
    Polygon points;
    for (const char* digit : {"1", "2", "3", "4"}) {
      const auto begin = std::string("vertex_") + digit;
      const auto *x = model_.value(object, begin + "_x_coordinate"), *y = model_.value(object, begin + "_y_coordinate"),
                 *z = model_.value(object, begin + "_z_coordinate");
      if (x == nullptr || y == nullptr || z == nullptr) break;
      points.push_back({x->value.number, y->value.number, z->value.number});
    }
    return points;
  }

  // SurfaceGeometry::MakeRectangularVertices: from the lower left corner, facing the azimuth.
  Polygon rectangle(const Surface& made, const Object& object, bool fixed) const {
    Point corner{number(object, "starting_x_coordinate"), number(object, "starting_y_coordinate"),
                 number(object, "starting_z_coordinate")};
    double azimuth = number(object, "azimuth_angle", 0);
    if (scene_.rules.relative_rectangles && !fixed) {
      if (made.zone != Surface::none) {
        corner = from_zone(made.zone, corner);
        azimuth += number(model_.objects()[scene_.zones[made.zone].object], "direction_of_relative_north");
      }
      corner = north(corner);
      azimuth += scene_.rules.north_deg;
    }
    const double level = made.kind == Kind::floor                                ? 180
                         : made.kind == Kind::roof || made.kind == Kind::ceiling ? 0
                                                                                 : 90;
    const double radian = std::numbers::pi / 180, tilt = number(object, "tilt_angle", level) * radian;
    const double a = azimuth * radian, wide = number(object, "length");
    const double high = number(object, "height", number(object, "width"));
    const Point right{-std::cos(a), std::sin(a), 0};
    const Point up{-std::cos(tilt) * std::sin(a), -std::cos(tilt) * std::cos(a), std::sin(tilt)};
    return {corner + up * high, corner, corner + right * wide, corner + right * wide + up * high};
  }

  static Polygon box(const Frame& frame, double x, double y, double wide, double high) {
    const Point corner = frame.corner + frame.right * x + frame.up * y;
    return {corner + frame.up * high, corner, corner + frame.right * wide,
            corner + frame.right * wide + frame.up * high};
  }

  Polygon on_parent(const Surface& made, const Object& object) const {
    return box(frame_of(scene_.surfaces[made.parent].points), number(object, "starting_x_coordinate"),
               number(object, "starting_z_coordinate"), number(object, "length"), number(object, "height"));
  }

  // Width and height of a window in its own frame.
  static std::pair<double, double> size_of(const Polygon& points, const Frame& frame) {
    double wide = 0, high = 0;
    for (const auto& point : points) {
      wide = std::max(wide, dot(point - frame.corner, frame.right));
      high = std::max(high, dot(point - frame.corner, frame.up));
    }
    return {wide, high};
  }

  static Point leaning(const Frame& frame, Point along, double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    return along * std::cos(angle) + frame.out * std::sin(angle);
  }

  void add_overhang(Surface made, const Object& object, const Known& type) {
    const auto frame = frame_of(scene_.surfaces[made.parent].points);
    const auto [wide, high] = size_of(scene_.surfaces[made.parent].points, frame);
    const double depth = type.type.ends_with("Projection")
                             ? number(object, "depth_as_fraction_of_window_door_height") * high
                             : number(object, "depth");
    const Point out = leaning(frame, frame.up, number(object, "tilt_angle_from_window_door", 90)) * depth;
    const Point top = frame.corner + frame.up * (high + number(object, "height_above_window_or_door"));
    const Point left = top - frame.right * number(object, "left_extension_from_window_door_width");
    const Point right = top + frame.right * (wide + number(object, "right_extension_from_window_door_width"));
    made.points = {left, left + out, right + out, right};
    keep(std::move(made));
  }

  void add_fins(const Surface& made, const Object& object, const Known& type) {
    const auto frame = frame_of(scene_.surfaces[made.parent].points);
    const auto [wide, high] = size_of(scene_.surfaces[made.parent].points, frame);
    const bool part = type.type.ends_with("Projection");
    for (const std::string side : {"left", "right"}) {
      const double depth = part ? number(object, side + "_depth_as_fraction_of_window_door_width") * wide
                                : number(object, side + "_depth");
      if (depth <= 0) continue;
      const bool left = side == "left";
      const Point away = left ? frame.right * -1 : frame.right;
      const Point out = leaning(frame, away, number(object, side + "_tilt_angle_from_window_door", 90)) * depth;
      const Point foot = frame.corner + (left ? Point{} : frame.right * wide) +
                         away * number(object, side + "_extension_from_window_door") -
                         frame.up * number(object, side + "_distance_below_bottom_of_window");
      const Point head = foot + frame.up * (high + number(object, side + "_distance_above_top_of_window") +
                                            number(object, side + "_distance_below_bottom_of_window"));
      Surface fin = made;
      fin.points = {head, foot, foot + out, head + out};
      keep(std::move(fin));
    }
  }

  void in_file_order() {
    std::vector<std::size_t> order(scene_.surfaces.size()), place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(scene_.surfaces[i].object, i); });
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<Surface> sorted;
    sorted.reserve(order.size());
    for (const auto i : order) sorted.push_back(std::move(scene_.surfaces[i]));
    for (auto& each : sorted)
      if (each.parent != Surface::none) each.parent = place[each.parent];
    scene_.surfaces = std::move(sorted);
  }

  const Model& model_;
  Scene scene_;
  std::unordered_map<std::string, std::size_t> zones_, surfaces_;
};

}  // namespace

std::string_view name(Surface::Kind kind) {
  constexpr std::string_view names[] = {"wall", "floor", "ceiling", "roof", "window", "door", "shading", "other"};
  return names[static_cast<std::size_t>(kind)];
}

Scene scene_of(const Model& model) { return Builder(model).build(); }

}  // namespace energy::engine
