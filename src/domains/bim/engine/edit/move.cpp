// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/edit/move.h"

#include <cmath>
#include <utility>

namespace bim::engine {

namespace {

Json shifted(const Json& point, const Point& by) {
  return Json::array({point.as_array()[0].as_number() + by.x, point.as_array()[1].as_number() + by.y});
}

Json shifted_all(const Json& points, const Point& by) {
  Json out = Json::array();
  for (const Json& each : points.as_array()) out.push_back(shifted(each, by));
  return out;
}

void raise(Json& body, const Record& record, const char* name, double by, double otherwise = 0) {
  if (by == 0) return;
  const double now = says(record, name) ? number(record, name) : otherwise;
  body.set(name, now + by);
}

base::Error stays(const Record& record, std::string why, std::string hint) {
  return fail(Code::degenerate, record.id + " cannot go there: " + std::move(why), "delta", std::move(hint));
}

// Where a roof is that says nothing: at the height of its level.
double eaves_mm(const Record& roof, const Source& source) {
  const std::optional<Record> level = source.find(text(roof, "level"));
  return level ? number(*level, "height") : Storey{}.height_m * 1000;
}

bool is_in_wall(const Record& record, const Source& source) {
  const std::optional<Record> host = source.find(text(record, "host"));
  return host && host->category == "wall";
}

Result<Json> along_the_wall(const Record& record, const Point& by, const Source& source) {
  const WallBody wall = wall_body(*source.find(text(record, "host")), source);
  const Vec2 step{by.x, by.y};
  const double beside_mm = std::abs(cross(wall.along(), step));
  if (beside_mm > least_mm)
    return stays(record, "it would leave its wall sideways",
                 "Give a delta along the wall, or place it anew in another wall.");
  Json body = *record.body;
  body.set("offset", number(record, "offset") + dot(wall.along(), step));
  if (by.z == 0) return body;
  if (record.category == "door") return stays(record, "a door stands on the floor", "Give a delta without z.");
  raise(body, record, "sill_height", by.z, number(record, "sill_height"));
  return body;
}

Result<Json> level_by(const Record& level, const Point& by) {
  if (by.x != 0 || by.y != 0) return stays(level, "a level has a height and no place", "Give [0, 0, dz].");
  Json body = *level.body;
  return std::move(body.set("elevation", number(level, "elevation") + by.z));
}

}  // namespace

Result<Json> moved(const Record& record, const Point& by, const Source& source) {
  if (record.category == "level") return level_by(record, by);
  if (is_hosted(record.category) && is_in_wall(record, source)) return along_the_wall(record, by, source);
  Json body = *record.body;
  bool found = false;
  for (const char* name : {"start", "end", "location"}) {
    if (const Json* point = record.body->find(name)) {
      body.set(name, shifted(*point, by));
      found = true;
    }
  }
  if (const Json* points = record.body->find("boundary")) {
    body.set("boundary", shifted_all(*points, by));
    found = true;
  }
  if (!found)
    return stays(record, "a " + record.category + " has no place of its own",
                 "Move what it is made of: its walls, or its operands.");
  const bool rises = parameter_named(*category_named(record.category), "base_offset") != nullptr;
  if (by.z != 0 && !rises)
    return stays(record, "a " + record.category + " is at the height of its level or its host",
                 "Give a delta without z.");
  raise(body, record, "base_offset", by.z, record.category == "roof" ? eaves_mm(record, source) : 0);
  return body;
}

Result<Point> handle_of(const Record& record, const Source& source) {
  Point point;
  if (is_hosted(record.category) && is_in_wall(record, source)) {
    const WallBody wall = wall_body(*source.find(text(record, "host")), source);
    const Vec2 at = wall.start * 1000 + wall.along() * number(record, "offset");
    return Point{at.x, at.y, 0, false};
  }
  const Json* at = record.body->find("start");
  if (at == nullptr) at = record.body->find("location");
  if (const Json* points = record.body->find("boundary")) at = &points->as_array().front();
  if (at == nullptr) return stays(record, "a " + record.category + " has no place of its own", "Copy its parts.");
  point.x = at->as_array()[0].as_number();
  point.y = at->as_array()[1].as_number();
  point.z = storey_of(record, source).elevation_m * 1000 + number(record, "base_offset");
  return point;
}

}  // namespace bim::engine
