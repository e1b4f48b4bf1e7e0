// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/geometry/findings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>

#include "base/text.h"

namespace energy::engine {
namespace {

constexpr double flat_m = 0.01;       // SurfaceGeometry calls surfaces further out of their plane suspected non-planar
constexpr double near_m = 0.01;       // points nearer than that are one to the engine
constexpr double open_share = 0.01;   // of a zone's edges, by length
constexpr double match_share = 0.01;  // of the area of two surfaces that are one

std::string round_to(double value, int digits, std::string_view unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f ", digits, value);
  return text + std::string(unit);
}

struct Edge3 {
  Point from, to;
  Point along;  // of length 1
  double size = 0;
};

// How much of an edge runs beside edges the other way, which is what closes a volume.
double closed_part(const Edge3& edge, const std::vector<Edge3>& all) {
  std::vector<std::pair<double, double>> spans;
  for (const auto& other : all) {
    if (dot(edge.along, other.along) > -0.9999) continue;
    const Point to_first = other.from - edge.from, to_last = other.to - edge.from;
    const double first = dot(to_first, edge.along), last = dot(to_last, edge.along);
    if (last > edge.size || first < 0) continue;
    if (length(to_first - edge.along * first) > near_m || length(to_last - edge.along * last) > near_m) continue;
    spans.emplace_back(std::max(0.0, last), std::min(edge.size, first));
  }
  std::ranges::sort(spans);
  double covered = 0, at = 0;
  for (const auto& [from, to] : spans) {
    covered += std::max(0.0, to - std::max(at, from));
    at = std::max(at, to);
  }
  return covered;
}

class Check {
 public:
  Check(const Model& model, const Scene& scene) : model_(model), scene_(scene) {}

  Findings run() {
    for (const auto& surface : scene_.surfaces) {
      if (!shaped(surface)) continue;
      if (surface.opening()) inside_parent(surface);
      if (base::equals_ignoring_case(surface.boundary, "Surface")) matched(surface);
    }
    closed_zones();
    return std::move(findings_);
  }

 private:
  void warn(std::string_view code, std::size_t object, std::string message, std::string hint) {
    const auto& at = model_.objects()[object];
    findings_.push_back({.severity = Severity::warning,
                         .code = code,
                         .object = object,
                         .type = at.type->name,
                         .name = at.key,
                         .field = {},
                         .line = at.line,
                         .message = std::move(message),
                         .hint = std::move(hint)});
  }

  bool shaped(const Surface& surface) {
    if (area(surface.points) < 1e-6) {
      warn("surface_without_area", surface.object, "its points enclose no area",
           "Give it at least three points that are not on one line.");
      return false;
    }
    if (const double off = out_of_plane(surface.points); off > flat_m) {
      warn("surface_not_flat", surface.object, "a point is " + round_to(off, 3, "m") + " out of its plane",
           "Split it into flat surfaces, or move the point into the plane of the others.");
    }
    return true;
  }

  void inside_parent(const Surface& opening) {
    const auto& wall = scene_.surfaces[opening.parent];
    const Point normal = unit(area_vector(wall.points));
    double off = 0;
    for (const auto& point : opening.points) off = std::max(off, std::abs(dot(point - wall.points[0], normal)));
    const auto wall_name = "\"" + base::printable(model_.objects()[wall.object].key, 100) + "\"";
    if (off > 0.05) {
      warn("opening_off_its_wall", opening.object, "it is " + round_to(off, 2, "m") + " off the plane of " + wall_name,
           "Openings lie in the plane of their surface.");
    } else if (area(opening.points) * opening.multiplier > area(wall.points) * (1 + match_share)) {
      warn("opening_larger_than_wall", opening.object, "it is larger than " + wall_name,
           "Make it smaller, or name the surface that it is in.");
    }
  }

  const Surface* named(const std::string& name) {
    if (by_name_.empty()) {
      for (const auto& each : scene_.surfaces)
        by_name_.emplace(base::upper_ascii(model_.objects()[each.object].key), &each);
    }
    const auto found = by_name_.find(base::upper_ascii(name));
    return found == by_name_.end() ? nullptr : found->second;
  }

  // A surface between two zones is there twice, once for each, and the two face each other.
  void matched(const Surface& surface) {
    if (surface.boundary_object.empty()) return;
    const Surface* other = named(surface.boundary_object);
    if (other == &surface) return;
    const auto name = "\"" + base::printable(surface.boundary_object, 100) + "\"";
    const auto hint = "Surfaces between two zones name each other, have one area and face opposite ways.";
    if (other == nullptr) return;  // a reference that leads nowhere
    if (named(other->boundary_object) != &surface)
      return warn("other_side_differs", surface.object, "its other side " + name + " does not name it", hint);
    if (surface.object > other->object) return;
    const double mine = area(surface.points), theirs = area(other->points);
    if (std::abs(mine - theirs) > match_share * std::max(mine, theirs))
      return warn("other_side_differs", surface.object,
                  "it has " + round_to(mine, 2, "m²") + ", its other side " + name + " " + round_to(theirs, 2, "m²"),
                  hint);
    if (dot(unit(area_vector(surface.points)), unit(area_vector(other->points))) > -0.9)
      warn("other_side_differs", surface.object, "it and its other side " + name + " do not face opposite ways", hint);
  }

  void closed_zones() {
    std::vector<std::vector<Edge3>> edges(scene_.zones.size());
    for (const auto& surface : scene_.surfaces) {
      if (surface.zone == Surface::none || surface.opening() || surface.kind == Surface::Kind::shading) continue;
      for (std::size_t i = 0; i < surface.points.size(); ++i) {
        const Point from = surface.points[i], to = surface.points[(i + 1) % surface.points.size()];
        const double size = length(to - from);
        if (size > near_m) edges[surface.zone].push_back({from, to, (to - from) * (1 / size), size});
      }
    }
    for (std::size_t i = 0; i < edges.size(); ++i) closed(scene_.zones[i], edges[i]);
  }

  void closed(const SceneZone& zone, const std::vector<Edge3>& edges) {
    double all = 0, covered = 0;
    for (const auto& edge : edges) {
      all += edge.size;
      covered += std::min(edge.size, closed_part(edge, edges));
    }
    if (all - covered > open_share * all) {
      warn("zone_not_closed", zone.object,
           round_to(all - covered, 1, "m") + " of the edges of its surfaces meet no other surface",
           "A missing or displaced surface, or one whose points run the wrong way; its volume is then a guess.");
    }
  }

  const Model& model_;
  const Scene& scene_;
  Findings findings_;
  std::unordered_map<std::string, const Surface*> by_name_;
};

}  // namespace

Findings geometry_findings(const Model& model, const Scene& scene) { return Check(model, scene).run(); }
Findings geometry_findings(const Model& model) { return geometry_findings(model, scene_of(model)); }

bool is_geometry(const ObjectType& type) {
  return type.group == "Thermal Zones and Surfaces" || type.group == "Daylighting" || type.name == "Building";
}

}  // namespace energy::engine
