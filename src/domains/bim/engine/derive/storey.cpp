// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/derive/storey.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bim::engine {

namespace {

using geometry::End;
using geometry::WallLine;

long long key_of(double elevation_m) { return std::llround(elevation_m * 1e5); }

bool stands_on(const Record& record, const Model& model, long long key) {
  return key_of(storey_of(record, model).elevation_m) == key;
}

double distance_to(const WallBody& wall, Vec2 point) {
  const Vec2 along = wall.along();
  const double at = std::clamp(dot(point - wall.start, along), 0.0, wall.length_m());
  return length(point - (wall.start + along * at));
}

struct Walls {
  std::vector<const Record*> records;
  std::vector<WallBody> bodies;
  std::vector<WallLine> lines;
  std::map<std::string, std::size_t, std::less<>> by_id;
};

Walls walls_of(const Model& model, long long key) {
  Walls walls;
  for (const Record* record : model.of("wall")) {
    if (!stands_on(*record, model, key)) continue;
    const WallBody body = wall_body(*record, model);
    walls.by_id.emplace(record->id, walls.records.size());
    walls.records.push_back(record);
    walls.bodies.push_back(body);
    walls.lines.push_back({body.start, body.end, body.thickness_m, End::joined, End::joined});
  }
  return walls;
}

// The end of a wall that is at a point, if one is.
enum class Which : unsigned char { start, end, neither };
Which end_at(const WallBody& wall, Vec2 at) {
  const double reach = gap_m + wall.thickness_m;
  const double from_start = length(wall.start - at), from_end = length(wall.end - at);
  if (std::min(from_start, from_end) > reach) return Which::neither;
  return from_start <= from_end ? Which::start : Which::end;
}

void square(WallLine& line, Which which) {
  if (which == Which::start) line.at_start = End::square;
  if (which == Which::end) line.at_end = End::square;
}

// Leads a wall's end on beyond the corner to the far face of the other: the other then stops at its face.
void lead_on(WallLine& line, Which which, const WallBody& own, const WallBody& other) {
  const double sine = std::abs(cross(own.along(), other.along()));
  if (which == Which::neither || sine < 1e-3) return;
  const Vec2 by = own.along() * (other.thickness_m / 2 / sine);
  if (which == Which::start) line.start = line.start - by;
  if (which == Which::end) line.end = line.end + by;
  square(line, which);
}

// What people decided about joins. `butt`: the first wall goes through.
void override_joins(const Model& model, Walls& walls) {
  for (const Record* join : model.of("join")) {
    std::vector<std::size_t> joined;
    for (const Json& id : join->body->at("elements").as_array()) {
      if (const auto found = walls.by_id.find(id.as_string()); found != walls.by_id.end())
        joined.push_back(found->second);
    }
    const std::string_view type = text(*join, "join_type");
    for (std::size_t i = 1; i < joined.size(); ++i) {
      const std::size_t first = joined.front(), other = joined[i];
      const std::optional<Vec2> at = meeting(walls.bodies[first], walls.bodies[other]);
      if (!at) continue;
      if (type == "butt")
        lead_on(walls.lines[first], end_at(walls.bodies[first], *at), walls.bodies[first], walls.bodies[other]);
      if (type != "none") continue;
      square(walls.lines[first], end_at(walls.bodies[first], *at));
      square(walls.lines[other], end_at(walls.bodies[other], *at));
    }
  }
}

Result<Prism> cut_wall(const Record& record, const WallBody& body, const std::vector<Polygon>& outlines,
                       const Model& model) {
  std::vector<Prism> parts;
  for (const Polygon& outline : outlines) parts.push_back(TRY(Prism::extruded(outline, body.bottom_m, body.top_m)));
  // NB: a wall that another cuts in two is one body in several pieces.
  Prism whole = parts.empty() ? TRY(Prism::bar(body.start, body.end, body.thickness_m, body.bottom_m, body.top_m))
                              : std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) whole = whole.with(parts[i]);
  const Vec2 along = body.along();
  for (const Record& opening : model.referring(record.id)) {
    if (!is_hosted(opening.category)) continue;
    const Hole hole = hole_in(opening, body);
    whole = whole.without(TRY(Prism::bar(body.start + along * hole.near_m, body.start + along * hole.far_m,
                                         body.thickness_m * 4, hole.bottom_m, hole.top_m)));
  }
  return whole;
}

Result<void> add_rooms(const Model& model, long long key, const Walls& walls, StoreyShapes& out) {
  std::vector<Polygon> obstacles;
  for (const Record* column : model.of("column")) {
    if (stands_on(*column, model, key)) obstacles.push_back(outline_of(*column));
  }
  std::vector<WallLine> lines = walls.lines;
  // NB: rooms end where walls end, however people want their corners drawn.
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i] = {walls.bodies[i].start, walls.bodies[i].end, walls.bodies[i].thickness_m, End::joined, End::joined};
  out.spaces = TRY(geometry::find_rooms(lines, obstacles, gap_m));
  for (const Record* room : model.of("room")) {
    if (!stands_on(*room, model, key)) continue;
    const Vec2 point = point_at(*room, "location");
    for (std::size_t i = 0; i < out.spaces.size(); ++i) {
      if (geometry::locate(out.spaces[i].centre_lines, point) != geometry::Place::inside) continue;
      out.rooms.emplace(room->id, i);
      break;
    }
  }
  return {};
}

void add(std::vector<double>& out, const geometry::Ring& ring) {
  for (const Vec2 point : ring) out.insert(out.end(), {point.x, point.y});
}

// Everything that a shape is, as numbers: two are the same if these are.
using Numbers = std::map<std::string, std::vector<double>>;

void add_bodies(const StoreyShapes& shapes, Numbers& out) {
  for (const auto& [id, prism] : shapes.bodies) {
    std::vector<double>& numbers = out[id];
    for (const geometry::Slab& slab : prism.slabs()) {
      add(numbers, slab.base);
      numbers.insert(numbers.end(), {slab.bottom_m, slab.top_m});
    }
  }
  for (const auto& [id, index] : shapes.rooms) {
    for (const Polygon& polygon : shapes.spaces[index].net) {
      add(out[id], polygon.outer);
      for (const geometry::Ring& hole : polygon.holes) add(out[id], hole);
    }
  }
}

void add_box(const Record& record, const Model& model, Numbers& out) {
  const std::optional<geometry::Box> box = place_of(record, model).box;
  if (!box) return;
  std::vector<double>& numbers = out[record.id];
  numbers.insert(numbers.end(), {box->low.x, box->low.y, box->low.z, box->high.x, box->high.y, box->high.z});
  if (record.category != "solid" && record.category != "roof") return;
  if (const Result<Solid> solid = solid_of(record, model); solid.ok()) numbers.push_back(solid->volume_m3());
}

Result<Numbers> numbers_of(const Model& model, const std::set<long long>& keys) {
  Numbers out;
  for (const long long key : keys) add_bodies(TRY(storey_shapes(model, static_cast<double>(key) / 1e5)), out);
  for (const Record& record : model.all()) {
    if (keys.contains(key_of(storey_of(record, model).elevation_m)) && record.category != "level")
      add_box(record, model, out);
  }
  return out;
}

// The storeys of an element and of all that refer to it, directly or through others.
void add_keys(const std::string& id, const Model& model, std::set<std::string>& seen, std::set<long long>& keys) {
  if (!seen.insert(id).second) return;
  if (const std::optional<Record> record = model.find(id)) keys.insert(key_of(storey_of(*record, model).elevation_m));
  for (const Record& other : model.referring(id)) add_keys(other.id, model, seen, keys);
}

}  // namespace

std::optional<Vec2> meeting(const WallBody& a, const WallBody& b) {
  const double reach = gap_m + std::max(a.thickness_m, b.thickness_m) / 2;
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (const Vec2 end : {one->start, one->end}) {
      if (distance_to(*other, end) <= reach) return end;
    }
  }
  return std::nullopt;
}

Result<StoreyShapes> storey_shapes(const Model& model, double elevation_m) {
  const long long key = key_of(elevation_m);
  StoreyShapes out;
  out.elevation_m = elevation_m;
  Walls walls = walls_of(model, key);
  override_joins(model, walls);
  geometry::JoinedWalls joined = TRY(geometry::join_walls(walls.lines, gap_m));
  for (std::size_t i = 0; i < walls.records.size(); ++i) {
    const std::string& id = walls.records[i]->id;
    out.walls.push_back(id);
    out.bodies.emplace(id, TRY(cut_wall(*walls.records[i], walls.bodies[i], joined.outlines[i], model)));
    out.outlines.emplace(id, std::move(joined.outlines[i]));
  }
  for (const geometry::Join& each : joined.joins) {
    WallJoin join{each.kind, each.at, {}};
    for (const std::uint32_t wall : each.walls) join.walls.push_back(out.walls[wall]);
    out.joins.push_back(std::move(join));
  }
  for (const char* category : {"floor", "column", "roof"}) {
    for (const Record* record : model.of(category)) {
      if (!stands_on(*record, model, key)) continue;
      Result<Prism> prism = prism_of(*record, model);
      if (prism.ok()) out.bodies.emplace(record->id, *std::move(prism));
    }
  }
  TRY(add_rooms(model, key, walls, out));
  return out;
}

std::vector<double> elevations_of(const Model& model) {
  std::set<long long> keys;
  for (const Record& record : model.all()) {
    if (record.category != "type" && record.category != "join" && record.category != "grid")
      keys.insert(key_of(storey_of(record, model).elevation_m));
  }
  std::vector<double> out;
  for (const long long key : keys) out.push_back(static_cast<double>(key) / 1e5);
  return out;
}

Result<std::vector<std::string>> regenerated(const Model& before, const Model& after,
                                             const std::set<std::string>& written) {
  std::set<long long> keys;
  for (const Model* model : {&before, &after}) {
    std::set<std::string> seen;
    for (const std::string& id : written) add_keys(id, *model, seen, keys);
  }
  const Numbers was = TRY(numbers_of(before, keys)), is = TRY(numbers_of(after, keys));
  std::set<std::string> changed;
  for (const auto& [id, numbers] : was) {
    const auto found = is.find(id);
    if (found == is.end() || found->second != numbers) changed.insert(id);
  }
  for (const auto& [id, numbers] : is) {
    if (!was.contains(id)) changed.insert(id);
  }
  return std::vector(changed.begin(), changed.end());
}

}  // namespace bim::engine
