// SPDX-License-Identifier: Apache-2.0
#include "geometry/mesh.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>

namespace geometry {
namespace {

using Cell = std::array<std::int64_t, 3>;
struct CellHash {
  std::size_t operator()(const Cell& cell) const {
    std::uint64_t hash = 0;
    for (const auto each : cell) {
      hash = (hash ^ static_cast<std::uint64_t>(each)) * 0x9e3779b97f4a7c15ull;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

// Finds the point that was met first within a distance of another. Of points that touch in a chain, neighbours of the
// first become one with it.
class Welder {
 public:
  explicit Welder(double within_m) : within_(within_m) {}
  std::uint32_t operator()(Vec3 point, std::vector<Vec3>& points) {
    if (!(within_ > 0)) return first(exact(point), point, points);
    const Cell cell{index(point.x), index(point.y), index(point.z)};
    for (int near = 0; near < 27; ++near) {
      const auto found = first_.find({cell[0] + near % 3 - 1, cell[1] + near / 3 % 3 - 1, cell[2] + near / 9 - 1});
      if (found != first_.end() && length(points[found->second] - point) <= within_) return found->second;
    }
    return first(cell, point, points);
  }

 private:
  std::uint32_t first(const Cell& cell, Vec3 point, std::vector<Vec3>& points) {
    const auto [place, fresh] = first_.try_emplace(cell, static_cast<std::uint32_t>(points.size()));
    if (fresh) points.push_back(point);
    return place->second;
  }
  static Cell exact(Vec3 point) {
    const auto bits = [](double value) { return std::bit_cast<std::int64_t>(value + 0.0); };  // -0 is 0
    return {bits(point.x), bits(point.y), bits(point.z)};
  }
  std::int64_t index(double value) const { return static_cast<std::int64_t>(std::floor(value / within_)); }

  double within_;
  std::unordered_map<Cell, std::uint32_t, CellHash> first_;
};

constexpr double finest_m = 1e-9;  // cells of a coordinate within limits.h are then whole numbers of 64 bits

}  // namespace

Mesh welded(const Mesh& mesh, double within_m) {
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  Mesh out;
  Welder weld(within_m > 0 ? std::max(within_m, finest_m) : 0);
  std::vector<std::uint32_t> place(mesh.points.size(), none);
  for (const auto& each : mesh.triangles) {
    Triangle triangle{};
    for (std::size_t i = 0; i < 3; ++i) {
      auto& known = place[each[i]];
      if (known == none) known = weld(mesh.points[each[i]], out.points);
      triangle[i] = known;
    }
    if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
      out.triangles.push_back(triangle);
  }
  return out;
}

std::string Closure::reason() const {
  const auto edges = [](std::size_t count) {
    return count == 1 ? "1 edge has" : std::to_string(count) + " edges have";
  };
  if (open_edges > 0) return "the surface is open: " + edges(open_edges) + " a face on one side only";
  if (twisted_edges > 0) return "the faces do not all face outwards: " + edges(twisted_edges) + " faces that disagree";
  return {};
}

Closure closure_of(const Mesh& mesh) {
  struct Passes {
    std::int32_t up = 0, down = 0;
  };
  std::unordered_map<std::uint64_t, Passes> edges;
  edges.reserve(mesh.triangles.size() * 2);
  for (const auto& each : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const auto a = each[i], b = each[(i + 1) % 3];
      auto& passes = edges[(std::uint64_t{std::min(a, b)} << 32) | std::max(a, b)];
      ++(a < b ? passes.up : passes.down);
    }
  Closure closure;
  for (const auto& [edge, passes] : edges) {
    if (passes.up == passes.down) continue;
    ++((passes.up + passes.down) % 2 == 0 ? closure.twisted_edges : closure.open_edges);
  }
  if (mesh.triangles.empty()) closure.open_edges = 1;
  return closure;
}

double signed_volume(const Mesh& mesh) {
  if (mesh.triangles.empty()) return 0;
  const Vec3 origin = mesh.points[mesh.triangles[0][0]];
  double sum = 0, lost = 0;  // W. Kahan's sum
  for (const auto& each : mesh.triangles) {
    const Vec3 a = mesh.points[each[0]] - origin, b = mesh.points[each[1]] - origin, c = mesh.points[each[2]] - origin;
    const double part = dot(a, cross(b, c)) / 6 - lost, next = sum + part;
    lost = (next - sum) - part;
    sum = next;
  }
  return sum;
}
double surface(const Mesh& mesh) {
  double sum = 0;
  for (const auto& each : mesh.triangles) {
    const Vec3 a = mesh.points[each[0]];
    sum += length(cross(mesh.points[each[1]] - a, mesh.points[each[2]] - a)) / 2;
  }
  return sum;
}
Box box_of(const Mesh& mesh) {
  Box box;
  for (const auto& point : mesh.points) box.include(point);
  return box;
}

Result<void> check(const Mesh& mesh) {
  TRY(check_count(mesh.triangles.size(), most_triangles, "triangles"));
  TRY(check_count(mesh.points.size(), most_triangles, "points"));
  TRY(check_points(mesh.points, "the mesh"));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (const auto index : mesh.triangles[i])
      if (index >= mesh.points.size())
        return base::fail(base::Code::out_of_range, "a triangle names a point that is not there",
                          "triangles[" + std::to_string(i) + "]");
  return {};
}

}  // namespace geometry
