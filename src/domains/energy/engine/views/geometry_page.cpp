// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/geometry_page.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/text.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/geometry/zones.h"
#include "domains/energy/engine/views/packed.h"

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

// Texts that surfaces share.
struct Shared {
  Words objects, types, boundaries, constructions;
};

// One list for each property of surfaces.
class Columns {
 public:
  explicit Columns(Shared& shared) : shared_(&shared) {}

  void add(const Model& model, const Surface& surface) {
    const auto& object = model.objects()[surface.object];
    names_.emplace_back(base::printable(object.key, 200));
    kinds_.emplace_back(static_cast<int>(surface.kind));
    zone_.push_back(place_or_none(surface.zone));
    parent_.push_back(place_or_none(surface.parent));
    object_.emplace_back(shared_->objects.place(object.type->name));
    type_.emplace_back(shared_->types.place(surface.type));
    boundary_.emplace_back(shared_->boundaries.place(surface.boundary));
    construction_.emplace_back(shared_->constructions.place(surface.construction));
    area_.emplace_back(rounded(area(surface.points), 0.001));
    tilt_.emplace_back(rounded(tilt_deg(surface.points), 0.1));
    azimuth_.emplace_back(rounded(azimuth_deg(surface.points), 0.1));
    shape(surface.points);
    bytes_ += object.key.size() + 60 + 30 * surface.points.size();
  }
  bool full() const { return bytes_ > part_bytes; }
  bool empty() const { return bytes_ == 0; }

  Json json() && {
    Json out = Json::object();
    out.set("names", std::move(names_)).set("kinds", std::move(kinds_)).set("zone", std::move(zone_));
    out.set("parent", std::move(parent_)).set("objects", std::move(object_)).set("types", std::move(type_));
    out.set("boundaries", std::move(boundary_)).set("constructions", std::move(construction_));
    out.set("area_m2", std::move(area_)).set("tilt", std::move(tilt_)).set("azimuth", std::move(azimuth_));
    out.set("counts", std::move(counts_)).set("points_mm", std::move(points_));
    return out.set("triangles", std::move(triangles_));
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

  Shared* shared_;
  Json::Array names_, kinds_, zone_, parent_, object_, type_, boundary_, construction_, area_, tilt_, azimuth_, counts_,
      points_, triangles_;
  std::size_t bytes_ = 0;
};

void put_surfaces(const Model& model, const Scene& scene, PageData& out) {
  Shared shared;
  std::size_t number = 0;
  Columns columns(shared);
  const auto close = [&] {
    out.parts.emplace(part_name("surfaces", number++), std::move(columns).json());
    columns = Columns(shared);
  };
  for (const auto& each : scene.surfaces) {
    columns.add(model, each);
    if (columns.full()) close();
  }
  if (!columns.empty()) close();
  out.main.set("surface_parts", number).set("surface_count", scene.surfaces.size());
  out.main.set("object_types", std::move(shared.objects).list()).set("type_names", std::move(shared.types).list());
  out.main.set("boundary_names", std::move(shared.boundaries).list());
  out.main.set("construction_names", std::move(shared.constructions).list());
}

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

Json spot_json(const SceneValues& values, const SceneValues::Spot& spot) {
  return Json::object({{"row", spot.row}, {"step", spot.step}, {"name", values.names[spot.row]}});
}

// A value takes three bytes at most, four as text.
constexpr std::size_t values_in_a_part = 22'000;

// All rows for some of the steps, one row after the other.
std::string block_of(const SceneValues& values, std::size_t from, std::size_t count) {
  std::vector<double> list;
  for (std::size_t row = 0; row < values.places.size(); ++row) {
    const auto part = values.row(row).subspan(from, count);
    list.insert(list.end(), part.begin(), part.end());
  }
  return packed_values(list, values.low, values.high);
}

void put_values(const ShownValues& shown, PageData& out) {
  const SceneValues& values = shown.values;
  const std::size_t steps = values.steps.size();
  const std::size_t block = std::max<std::size_t>(1, values_in_a_part / std::max<std::size_t>(1, values.places.size()));
  std::size_t number = 0;
  for (std::size_t from = 0; from < steps; from += block) {
    const std::size_t count = std::min(block, steps - from);
    out.parts.emplace(part_name("values", number++),
                      Json::object({{"from", from}, {"count", count}, {"packed", block_of(values, from, count)}}));
  }
  std::vector<std::string> times;
  for (const auto& step : values.steps) times.push_back(timestamp(step));
  Json::Array places, environments, others;
  for (const auto place : values.places) places.emplace_back(place);
  for (const auto& each : values.environments) {
    environments.push_back(Json::object({{"name", each.name}, {"first", each.first}, {"count", each.count}}));
  }
  for (std::size_t i = 0; i < values.others.size() && i < 60; ++i) others.emplace_back(values.others[i]);
  out.main.set("values", Json::object({{"variable", values.variable},
                                       {"unit", values.unit},
                                       {"frequency", values.frequency},
                                       {"by", values.by == SceneValues::By::zone ? "zone" : "surface"},
                                       {"places", std::move(places)},
                                       {"steps", steps},
                                       {"times", packed_times(times)},
                                       {"environments", std::move(environments)},
                                       {"low", values.low},
                                       {"high", values.high},
                                       {"lowest", spot_json(values, values.lowest)},
                                       {"highest", spot_json(values, values.highest)},
                                       {"parts", number},
                                       {"block", block},
                                       {"step", shown.step},
                                       {"stale", shown.stale},
                                       {"others", std::move(others)}}));
}

}  // namespace

PageData geometry_page(const Model& model, const Scene& scene, const std::string& name, const ShownValues* shown) {
  const auto count = [](std::size_t number, const std::string& word) {
    return base::grouped(static_cast<std::int64_t>(number)) + " " + word + (number == 1 ? "" : "s");
  };
  PageData out;
  out.main =
      Json::object({{"name", base::printable(name, 200)},
                    {"facts", count(scene.zones.size(), "zone") + ", " + count(scene.surfaces.size(), "surface")},
                    {"north_deg", scene.rules.north_deg},
                    {"zones", zone_list(scene)}});
  put_surfaces(model, scene, out);
  odd_things(model, scene, out.main);
  if (shown != nullptr) put_values(*shown, out);
  return out;
}

}  // namespace energy::engine
