// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/derive/place.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

#include "base/text.h"
#include "domains/bim/engine/derive/roof.h"

namespace bim::engine {

namespace {

constexpr double m_per_mm = 0.001;
constexpr double usual_thickness_mm = 200;
// What two lengths may differ by and be the same to a builder.
constexpr double tolerance_m = 1e-6;

double metres(const Record& record, std::string_view name) { return number(record, name) * m_per_mm; }

Vec2 in_metres(const Json& point) {
  return {point.as_array()[0].as_number() * m_per_mm, point.as_array()[1].as_number() * m_per_mm};
}

std::optional<Record> referred(const Record& record, std::string_view name, const Source& source) {
  const std::string_view id = text(record, name);
  return id.empty() ? std::nullopt : source.find(id);
}

double thickness_m(const Record& record, const Source& source) {
  if (says(record, "thickness")) return metres(record, "thickness");
  const std::optional<Record> type = referred(record, "type", source);
  if (type && says(*type, "thickness")) return metres(*type, "thickness");
  return usual_thickness_mm * m_per_mm;
}

std::string mm_text(double m) {
  std::string out;
  base::append_json_number(out, std::round(m / m_per_mm * 1000) / 1000);
  return out + " mm";
}

// A round column as a polygon whose chords are within a tenth of a millimetre for any usual size.
geometry::Ring round(Vec2 middle, double radius_m) {
  constexpr int corners = 64;
  geometry::Ring ring;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    ring.push_back({middle.x + radius_m * std::cos(angle), middle.y + radius_m * std::sin(angle)});
  }
  return ring;
}

Polygon column_outline(const Record& column) {
  const Vec2 middle = point_at(column, "location");
  const double width = metres(column, "width");
  if (text(column, "profile") == "circle") return {round(middle, width / 2), {}};
  const double depth = says(column, "depth") ? metres(column, "depth") : width;
  const Vec2 half{width / 2, depth / 2};
  return geometry::rectangle(middle - half, middle + half);
}

// What is cut out, a little longer than its host is thick so that no skin is left.
Result<Prism> cut_of(const Record& opening, const Record& host, const Source& source) {
  if (host.category == "wall") {
    const WallBody wall = wall_body(host, source);
    const Hole hole = hole_in(opening, wall);
    const Vec2 along = wall.along();
    return Prism::bar(wall.start + along * hole.near_m, wall.start + along * hole.far_m, wall.thickness_m * 2,
                      hole.bottom_m, hole.top_m);
  }
  const Heights heights = heights_of(host, source);
  return Prism::extruded(outline_of(opening), heights.bottom_m - 1, heights.top_m + 1);
}

Result<Prism> uncut(const Record& record, const Source& source) {
  if (record.category == "wall") {
    const WallBody wall = wall_body(record, source);
    return Prism::bar(wall.start, wall.end, wall.thickness_m, wall.bottom_m, wall.top_m);
  }
  const Heights heights = heights_of(record, source);
  return Prism::extruded(outline_of(record), heights.bottom_m, heights.top_m);
}

bool has_prism(const Record& record) {
  return record.category == "wall" || record.category == "floor" || record.category == "column" ||
         (record.category == "roof" && is_flat(record));
}

geometry::Operation operation_of(const Record& solid) {
  const std::string_view name = text(solid, "operation");
  return name == "union"      ? geometry::Operation::unite
         : name == "subtract" ? geometry::Operation::subtract
                              : geometry::Operation::intersect;
}

Result<Solid> solid_at(const Record& record, const Source& source, int depth) {
  constexpr int deepest = 16;
  if (depth > deepest)
    return fail(Code::degenerate, "booleans of booleans, more than 16 deep", record.id, "Combine fewer at a time.");
  if (has_prism(record)) return Solid::from_prism(TRY(prism_of(record, source)));
  if (record.category == "roof")
    return pitched(record, outline_of(record), heights_of(record, source).bottom_m, thickness_m(record, source));
  if (record.category != "solid")
    return fail(Code::degenerate, "a " + record.category + " has no body", record.id,
                "Walls, floors, roofs, columns and boolean results have.");
  const std::optional<Record> a = referred(record, "element_a", source);
  const std::optional<Record> b = referred(record, "element_b", source);
  if (!a || !b) return fail(Code::host_missing, record.id + " lacks an operand", record.id);
  const Solid one = TRY(solid_at(*a, source, depth + 1));
  const Solid other = TRY(solid_at(*b, source, depth + 1));
  return combine(one, other, operation_of(record));
}

geometry::Box box_between(const geometry::Ring& ring, double bottom_m, double top_m) {
  geometry::Box box;
  for (const Vec2 point : ring) {
    box.include(Vec3{point.x, point.y, bottom_m});
    box.include(Vec3{point.x, point.y, top_m});
  }
  return box;
}

std::optional<geometry::Box> hosted_box(const Record& record, const Source& source) {
  const std::optional<Record> host = referred(record, "host", source);
  if (!host) return std::nullopt;
  if (host->category == "wall") {
    const WallBody wall = wall_body(*host, source);
    const Hole hole = hole_in(record, wall);
    const Vec2 along = wall.along();
    const Vec2 side = geometry::left_of(along) * (wall.thickness_m / 2);
    const Vec2 near = wall.start + along * hole.near_m, far = wall.start + along * hole.far_m;
    return box_between({near + side, near - side, far + side, far - side}, hole.bottom_m, hole.top_m);
  }
  const Heights heights = heights_of(*host, source);
  return box_between(outline_of(record).outer, heights.bottom_m, heights.top_m);
}

std::optional<geometry::Box> box_at(const Record& record, const Source& source) {
  if (is_hosted(record.category)) return hosted_box(record, source);
  if (record.category == "wall") {
    const WallBody wall = wall_body(record, source);
    const Vec2 side = geometry::left_of(wall.along()) * (wall.thickness_m / 2);
    return box_between({wall.start + side, wall.start - side, wall.end + side, wall.end - side}, wall.bottom_m,
                       wall.top_m);
  }
  if (record.category == "room") {
    const Storey storey = storey_of(record, source);
    return box_between({point_at(record, "location")}, storey.elevation_m, storey.elevation_m);
  }
  if (record.category == "grid") return box_between({point_at(record, "start"), point_at(record, "end")}, 0, 0);
  if (has_prism(record)) {
    const Heights heights = heights_of(record, source);
    return box_between(outline_of(record).outer, heights.bottom_m, heights.top_m);
  }
  if (record.category != "roof" && record.category != "solid") return std::nullopt;
  const Result<Solid> solid = solid_of(record, source);
  if (!solid.ok() || solid->empty()) return std::nullopt;
  return solid->box();
}

base::Error named(base::Error error, const Record& record) {
  error.message = record.id + ": " + error.message;
  error.path = record.id;
  return error;
}

}  // namespace

Storey storey_of(const Record& record, const Source& source) {
  if (const std::optional<Record> host = referred(record, "host", source)) return storey_of(*host, source);
  if (record.category == "solid") {
    const std::optional<Record> first = referred(record, "element_a", source);
    if (first && first->id != record.id) return storey_of(*first, source);
  }
  const std::optional<Record> level = record.category == "level" ? record : referred(record, "level", source);
  if (!level) return {};
  const std::string_view name = text(*level, "name");
  return {level->id, name.empty() ? level->id : std::string(name), metres(*level, "elevation"),
          metres(*level, "height")};
}

WallBody wall_body(const Record& wall, const Source& source) {
  WallBody body;
  body.start = point_at(wall, "start");
  body.end = point_at(wall, "end");
  body.thickness_m = thickness_m(wall, source);
  body.storey = storey_of(wall, source);
  body.bottom_m = body.storey.elevation_m + metres(wall, "base_offset");
  body.top_m = body.bottom_m + metres(wall, "height");
  return body;
}

bool is_hosted(std::string_view category) {
  return category == "door" || category == "window" || category == "opening";
}

Hole hole_in(const Record& opening, const WallBody& wall) {
  Hole hole;
  hole.near_m = metres(opening, "offset");
  hole.far_m = hole.near_m + metres(opening, "width");
  hole.bottom_m = wall.bottom_m + metres(opening, "sill_height");
  hole.top_m = hole.bottom_m + metres(opening, "height");
  return hole;
}

Vec2 point_at(const Record& record, std::string_view name) {
  const Json* point = record.body->find(name);
  return point == nullptr ? Vec2{} : in_metres(*point);
}

std::vector<Vec2> points_of(const Record& record, std::string_view name) {
  std::vector<Vec2> points;
  for (const Json& each : record.body->at(name).as_array()) points.push_back(in_metres(each));
  return points;
}

Polygon outline_of(const Record& record) {
  if (record.category == "column") return column_outline(record);
  if (record.category == "opening") {
    const Vec2 half{metres(record, "width") / 2, metres(record, "height") / 2};
    const Vec2 middle = point_at(record, "location");
    return geometry::rectangle(middle - half, middle + half);
  }
  Polygon polygon{points_of(record, "boundary"), {}};
  geometry::orient(polygon);
  return polygon;
}

Heights heights_of(const Record& record, const Source& source) {
  const Storey storey = storey_of(record, source);
  const double offset = metres(record, "base_offset");
  if (record.category == "floor") {
    const double top = storey.elevation_m + offset;
    return {top - thickness_m(record, source), top};
  }
  if (record.category == "roof") {
    const double eaves = storey.elevation_m + (says(record, "base_offset") ? offset : storey.height_m);
    return {eaves, eaves + thickness_m(record, source)};
  }
  const double foot = storey.elevation_m + offset;
  if (const std::optional<Record> top = referred(record, "top_level", source)) return {foot, metres(*top, "elevation")};
  return {foot, foot + (says(record, "height") ? metres(record, "height") : storey.height_m)};
}

Result<Prism> prism_of(const Record& record, const Source& source) {
  if (!has_prism(record)) return fail(Code::degenerate, "a " + record.category + " has no upright sides", record.id);
  Prism prism = TRY(uncut(record, source));
  for (const Record& other : source.referring(record.id)) {
    if (!is_hosted(other.category)) continue;
    prism = prism.without(TRY(cut_of(other, record, source)));
  }
  return prism;
}

Result<Solid> solid_of(const Record& record, const Source& source) { return solid_at(record, source, 0); }

Place place_of(const Record& record, const Source& source) {
  Place place;
  place.box = box_at(record, source);
  const Storey storey = storey_of(record, source);
  if (!storey.id.empty()) place.levels.push_back(storey.name);
  if (const std::optional<Record> top = referred(record, "top_level", source)) {
    const Storey upper = storey_of(*top, source);
    if (upper.name != storey.name) place.levels.push_back(upper.name);
  }
  return place;
}

Result<void> check_values(const Record& record) {
  const Category* category = category_named(record.category);
  if (category == nullptr || record.body == nullptr || !record.body->is_object())
    return fail(Code::constraint, record.id + " is nothing that a building has", record.id);
  for (const auto& [name, value] : record.body->as_object()) {
    const Parameter* parameter = parameter_named(*category, name);
    if (parameter == nullptr)
      return fail(Code::unknown_parameter, "a " + record.category + " has no parameter " + base::printable(name, 60),
                  record.id);
    const Result<Json> kept = value_of(*parameter, value, name);
    if (!kept.ok()) return named(kept.error(), record);
    // NB: what is kept has one form; a merge may not bring in another.
    if (!(*kept == value)) return fail(Code::wrong_type, record.id + ": " + name + " is not as it is kept", record.id);
  }
  for (const Parameter& parameter : category->parameters) {
    if (parameter.required && record.body->find(parameter.name) == nullptr)
      return fail(Code::missing, record.id + " lacks " + std::string(parameter.name), record.id);
  }
  return {};
}

namespace {

Result<void> check_references(const Record& record, const Source& source) {
  const Category& category = *category_named(record.category);
  for (const Parameter& parameter : category.parameters) {
    const bool several = parameter.kind == Kind::elements;
    const Json* value = several || parameter.kind == Kind::element ? record.body->find(parameter.name) : nullptr;
    if (value == nullptr) continue;
    const std::vector<Json> ids = several ? value->as_array() : std::vector<Json>{*value};
    for (const Json& id : ids) {
      const std::optional<Record> other = source.find(id.as_string());
      if (!other)
        return fail(Code::host_missing,
                    record.id + " refers to " + base::printable(id.as_string(), 80) + ", which is not there",
                    record.id);
      const std::vector<std::string_view> allowed = base::split(parameter.among, '|');
      if (std::ranges::find(allowed, other->category) == allowed.end())
        return fail(Code::constraint,
                    record.id + ": " + std::string(parameter.name) + " cannot be a " + other->category +
                        "; it is one of " + std::string(parameter.among),
                    record.id);
    }
  }
  return {};
}

Result<void> check_body(const Record& record, const Source& source) {
  if (record.category == "wall" || record.category == "grid") {
    const double size = length(point_at(record, "end") - point_at(record, "start"));
    if (size < least_mm * m_per_mm)
      return fail(Code::zero_length, "start and end are the same point: a " + record.category + " has a length",
                  record.id, "Give two points at least 1 mm apart.");
    return {};
  }
  if (record.category == "floor" || record.category == "roof") {
    if (const Result<void> checked = geometry::check(outline_of(record)); !checked.ok()) {
      base::Error error = checked.error();
      if (error.code == Code::out_of_range) error.code = Code::degenerate;
      return named(std::move(error), record);
    }
  }
  if (record.category == "roof" && !is_flat(record)) {
    if (const Result<Solid> solid = solid_of(record, source); !solid.ok()) return named(solid.error(), record);
  }
  if (record.category == "column") {
    const Heights heights = heights_of(record, source);
    if (heights.top_m - heights.bottom_m < least_mm * m_per_mm)
      return fail(Code::degenerate, record.id + ": its top is not above its foot", record.id,
                  "Choose a top level above its level, or give a height.");
  }
  if (record.category == "solid") {
    const Result<Solid> solid = solid_of(record, source);
    if (!solid.ok()) return named(solid.error(), record);
    if (solid->empty())
      return fail(Code::degenerate,
                  "nothing is left: the " + std::string(text(record, "operation")) + " of " +
                      std::string(text(record, "element_a")) + " and " + std::string(text(record, "element_b")) +
                      " is empty",
                  record.id, "Look where the two are: they do not overlap, or one covers the other.");
  }
  return {};
}

struct Cut {
  const Record* record;
  Hole hole;
};

base::Error outside(const Record& opening, const Record& host, const std::string& why, const std::string& hint) {
  return fail(Code::opening_outside_host, opening.id + " does not fit into " + host.id + ": " + why, opening.id, hint);
}

Result<void> check_in_wall(const Record& opening, const Record& host, const WallBody& wall) {
  const Hole hole = hole_in(opening, wall);
  const double length_m = wall.length_m();
  if (hole.near_m < -tolerance_m)
    return outside(opening, host, "it begins " + mm_text(-hole.near_m) + " before the wall", "An offset is 0 or more.");
  if (hole.far_m > length_m + tolerance_m)
    return outside(opening, host,
                   "offset + width = " + mm_text(hole.far_m) + " and the wall is " + mm_text(length_m) + " long",
                   "The offset goes from the wall's start to the near jamb; at most " +
                       mm_text(std::max(0.0, length_m - (hole.far_m - hole.near_m))) + " here.");
  if (hole.bottom_m < wall.bottom_m - tolerance_m)
    return outside(opening, host, "it begins below the wall", "A sill height is 0 or more.");
  if (hole.top_m > wall.top_m + tolerance_m)
    return outside(opening, host,
                   "it ends " + mm_text(hole.top_m - wall.bottom_m) + " above the wall's base, the wall is " +
                       mm_text(wall.top_m - wall.bottom_m) + " high",
                   "Make it lower, or the wall higher.");
  return {};
}

base::Error in_the_way(const Record& a, const Record& b) {
  return fail(Code::opening_overlap, a.id + " and " + b.id + " overlap in their host", a.id,
              "Choose another offset; get_element shows what a wall hosts.");
}

Result<void> check_walls_openings(const Record& host, const std::vector<Record>& openings, const Source& source) {
  const WallBody wall = wall_body(host, source);
  std::vector<Cut> cuts;
  for (const Record& each : openings) {
    TRY(check_in_wall(each, host, wall));
    cuts.push_back({&each, hole_in(each, wall)});
  }
  std::ranges::sort(cuts, {}, [](const Cut& cut) { return cut.hole.near_m; });
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && cuts[j].hole.near_m < cuts[i].hole.far_m - tolerance_m; ++j) {
      const bool above = cuts[j].hole.bottom_m >= cuts[i].hole.top_m - tolerance_m ||
                         cuts[i].hole.bottom_m >= cuts[j].hole.top_m - tolerance_m;
      if (!above) return in_the_way(*cuts[j].record, *cuts[i].record);
    }
  }
  return {};
}

Result<void> check_floors_openings(const Record& host, const std::vector<Record>& openings) {
  const Polygon floor = outline_of(host);
  std::vector<Polygon> before;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    const Polygon hole = outline_of(openings[i]);
    const std::array one{hole}, whole{floor};
    if (geometry::area(TRY(combine(one, whole, geometry::Operation::subtract))) > tolerance_m)
      return outside(openings[i], host, "it reaches beyond the outline", "Move it inwards.");
    for (std::size_t j = 0; j < before.size(); ++j) {
      const std::array other{before[j]};
      if (geometry::area(TRY(combine(one, other, geometry::Operation::intersect))) > tolerance_m)
        return in_the_way(openings[i], openings[j]);
    }
    before.push_back(hole);
  }
  return {};
}

}  // namespace

Result<void> check_shape(const Record& record, const Source& source) {
  TRY(check_references(record, source));
  TRY(check_body(record, source));
  const std::optional<geometry::Box> box = place_of(record, source).box;
  if (!box) return {};
  constexpr double most_m = most_mm * m_per_mm;
  for (const double each : {box->low.x, box->low.y, box->low.z, box->high.x, box->high.y, box->high.z}) {
    if (std::abs(each) > most_m + tolerance_m)
      return fail(Code::outside_model, record.id + " would reach out of the model, which ends 10 km from its origin",
                  record.id, "Choose a place nearer to the origin.");
  }
  return {};
}

Result<void> check_openings(const Record& host, const Source& source) {
  std::vector<Record> openings;
  for (Record& each : source.referring(host.id)) {
    if (is_hosted(each.category) && text(each, "host") == host.id) openings.push_back(std::move(each));
  }
  if (openings.empty()) return {};
  return host.category == "wall" ? check_walls_openings(host, openings, source) : check_floors_openings(host, openings);
}

}  // namespace bim::engine
