// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/geometry_page.h"

#include <cmath>
#include <unordered_map>

#include "base/text.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/geometry/zones.h"

namespace energy::engine {
namespace {

using base::Json;

constexpr std::size_t max_findings = 200;

double rounded(double value, double step) { return std::round(value / step) * step; }

// Texts that come again and again, each once.
class Words {
 public:
  std::size_t place(const std::string& word) {
    const auto [found, made] = places_.emplace(word, places_.size());
    if (made) list_.push_back(base::printable(word, 200));
    return found->second;
  }
  Json list() && { return std::move(list_); }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  Json::Array list_;
};

Json zone_list(const Scene& scene) {
  Json::Array list;
  const auto sizes = zone_sizes(scene);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    list.push_back(Json::object({{"name", base::printable(scene.zones[i].name, 200)},
                                 {"floor_m2", rounded(sizes[i].floor_m2, 0.01)},
                                 {"volume_m3", rounded(sizes[i].volume_m3, 0.01)},
                                 {"height_m", rounded(sizes[i].height_m, 0.001)},
                                 {"window_m2", rounded(sizes[i].window_m2, 0.01)},
                                 {"multiplier", scene.zones[i].multiplier}}));
  }
  return list;
}

Json place_or_none(std::size_t place) {
  return place == Surface::none ? Json(-1) : Json(static_cast<std::int64_t>(place));
}

// One list for each property of surfaces.
class Columns {
 public:
  void add(const Model& model, const Surface& surface) {
    const auto& object = model.objects()[surface.object];
    names_.emplace_back(base::printable(object.key, 200));
    kinds_.emplace_back(static_cast<int>(surface.kind));
    zone_.push_back(place_or_none(surface.zone));
    parent_.push_back(place_or_none(surface.parent));
    object_.emplace_back(objects_.place(object.type->name));
    type_.emplace_back(types_.place(surface.type));
    boundary_.emplace_back(boundaries_.place(surface.boundary));
    construction_.emplace_back(constructions_.place(surface.construction));
    area_.emplace_back(rounded(area(surface.points), 0.001));
    tilt_.emplace_back(rounded(tilt_deg(surface.points), 0.1));
    azimuth_.emplace_back(rounded(azimuth_deg(surface.points), 0.1));
    shape(surface.points);
  }

  void into(Json& page) && {
    page.set("names", std::move(names_)).set("kinds", std::move(kinds_)).set("zone", std::move(zone_));
    page.set("parent", std::move(parent_)).set("objects", std::move(object_)).set("types", std::move(type_));
    page.set("boundaries", std::move(boundary_)).set("constructions", std::move(construction_));
    page.set("area_m2", std::move(area_)).set("tilt", std::move(tilt_)).set("azimuth", std::move(azimuth_));
    page.set("counts", std::move(counts_)).set("points_mm", std::move(points_));
    page.set("triangles", std::move(triangles_)).set("object_types", std::move(objects_).list());
    page.set("type_names", std::move(types_).list()).set("boundary_names", std::move(boundaries_).list());
    page.set("construction_names", std::move(constructions_).list());
  }

 private:
  void shape(const Polygon& polygon) {
    counts_.emplace_back(static_cast<std::int64_t>(polygon.size()));
    for (const auto& point : polygon) {
      for (const double value : {point.x, point.y, point.z}) points_.emplace_back(std::llround(value * 1000));
    }
    for (const auto& corners : triangles(polygon)) {
      for (const auto corner : corners) triangles_.emplace_back(static_cast<std::int64_t>(corner));
    }
  }

  Json::Array names_, kinds_, zone_, parent_, object_, type_, boundary_, construction_, area_, tilt_, azimuth_, counts_,
      points_, triangles_;
  Words objects_, types_, boundaries_, constructions_;
};

void odd_things(const Model& model, const Scene& scene, Json& page) {
  const auto findings = geometry_findings(model, scene);
  Json::Array list, left_out;
  for (const auto& each : findings) {
    if (list.size() == max_findings) break;
    list.push_back(Json::object({{"object", base::printable(each.name, 200)}, {"message", each.message}}));
  }
  for (const auto& each : scene.left_out) {
    if (left_out.size() == max_findings) break;
    const auto& object = model.objects()[each.object];
    left_out.emplace_back(base::printable(object.type->name + " " + object.key + " is not drawn: " + each.reason, 400));
  }
  page.set("findings_left", static_cast<std::int64_t>(findings.size() - list.size()));
  page.set("findings", std::move(list)).set("left_out", std::move(left_out));
}

Json values_of(const ZoneValues& values) {
  Json::Array times, zones;
  for (const auto& each : values.times) times.emplace_back(each);
  for (const auto& row : values.zones) {
    Json::Array list;
    for (const double value : row) list.push_back(std::isfinite(value) ? Json(value) : Json());
    zones.emplace_back(std::move(list));
  }
  return Json::object(
      {{"variable", values.variable}, {"unit", values.unit}, {"times", std::move(times)}, {"zones", std::move(zones)}});
}

}  // namespace

Json geometry_page(const Model& model, const Scene& scene, const std::string& name, const ZoneValues* values) {
  const auto count = [](std::size_t number, const std::string& word) {
    return base::grouped(static_cast<std::int64_t>(number)) + " " + word + (number == 1 ? "" : "s");
  };
  Json page =
      Json::object({{"name", base::printable(name, 200)},
                    {"facts", count(scene.zones.size(), "zone") + ", " + count(scene.surfaces.size(), "surface")},
                    {"north_deg", scene.rules.north_deg},
                    {"zones", zone_list(scene)}});
  Columns columns;
  for (const auto& each : scene.surfaces) columns.add(model, each);
  std::move(columns).into(page);
  odd_things(model, scene, page);
  if (values != nullptr) page.set("values", values_of(*values));
  return page;
}

}  // namespace energy::engine
