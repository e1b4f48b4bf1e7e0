// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/derive/roof.h"

#include <algorithm>
#include <cstdint>
#include <numbers>

namespace bim::engine {

namespace {

using geometry::Ring;
using geometry::Solid;
using geometry::Vec2;
using geometry::Vec3;

struct Edge {
  Vec2 from, along;
  double length_m = 0;
  double distance(Vec2 point) const { return cross(along, point - from); }  // inwards
};

std::vector<Edge> edges_of(const Ring& ring) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 side = ring[(i + 1) % ring.size()] - ring[i];
    edges.push_back({ring[i], unit(side), length(side)});
  }
  return edges;
}

bool is_convex(const Ring& ring) {
  const std::vector<Edge> edges = edges_of(ring);
  return std::ranges::all_of(edges, [&](const Edge& edge) {
    return std::ranges::all_of(ring, [&](Vec2 point) { return edge.distance(point) > -1e-9; });
  });
}

// The edges that slopes rise from.
std::vector<Edge> eaves_of(const Record& roof, const Ring& ring) {
  const std::vector<Edge> edges = edges_of(ring);
  const std::string_view shape = text(roof, "shape");
  if (shape == "hip") return edges;
  if (shape == "shed") return {edges.front()};
  const Edge& longest = *std::ranges::max_element(edges, {}, &Edge::length_m);
  const Edge& opposite =
      *std::ranges::min_element(edges, {}, [&](const Edge& edge) { return dot(edge.along, longest.along); });
  return {longest, opposite};
}

// The part of a convex ring where a·p + b is at most 0, for the linear function that is `at` in each point.
template <class At>
Ring clipped(const Ring& ring, const At& at) {
  Ring kept;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 here = ring[i], next = ring[(i + 1) % ring.size()];
    const double one = at(here), other = at(next);
    if (one <= 0) kept.push_back(here);
    if ((one < 0 && other > 0) || (one > 0 && other < 0)) kept.push_back(here + (next - here) * (one / (one - other)));
  }
  return kept;
}

Ring region_of(std::size_t own, const std::vector<Edge>& eaves, Ring ring) {
  for (std::size_t i = 0; i < eaves.size() && ring.size() >= 3; ++i) {
    if (i == own) continue;
    ring = clipped(ring, [&](Vec2 point) { return eaves[own].distance(point) - eaves[i].distance(point); });
  }
  return ring;
}

// What lies between a slope and the same so much higher, over a convex ring.
base::Result<Solid> slice(const Ring& ring, const Edge& eave, double eaves_m, double rise, double upright_m) {
  geometry::Mesh mesh;
  const auto count = static_cast<std::uint32_t>(ring.size());
  for (const double up : {0.0, upright_m}) {
    for (const Vec2 point : ring)
      mesh.points.push_back({point.x, point.y, eaves_m + std::max(0.0, eave.distance(point)) * rise + up});
  }
  for (std::uint32_t i = 1; i + 1 < count; ++i) {
    mesh.triangles.push_back({0, i + 1, i});
    mesh.triangles.push_back({count, count + i, count + i + 1});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.triangles.push_back({i, next, count + next});
    mesh.triangles.push_back({i, count + next, count + i});
  }
  return Solid::from_mesh(mesh);
}

}  // namespace

bool is_flat(const Record& roof) {
  return number(roof, "slope") == 0 || text(roof, "shape").empty() || text(roof, "shape") == "flat";
}

base::Result<Solid> pitched(const Record& roof, const geometry::Polygon& outline, double eaves_m, double thickness_m) {
  if (!is_convex(outline.outer))
    return fail(Code::degenerate, "a roof that slopes needs an outline without corners that point inwards", roof.id,
                "Divide it into several roofs, or make it flat.");
  const double angle = number(roof, "slope") * std::numbers::pi / 180;
  const double rise = std::tan(angle), upright_m = thickness_m / std::cos(angle);
  const std::vector<Edge> eaves = eaves_of(roof, outline.outer);
  Solid whole;
  for (std::size_t i = 0; i < eaves.size(); ++i) {
    const Ring region = region_of(i, eaves, outline.outer);
    if (region.size() < 3 || std::abs(geometry::signed_area(region)) < 1e-9) continue;
    whole = TRY(combine(whole, TRY(slice(region, eaves[i], eaves_m, rise, upright_m)), geometry::Operation::unite));
  }
  return whole;
}

}  // namespace bim::engine
