// SPDX-License-Identifier: Apache-2.0
#include "geometry/clip.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <polyclipping/clipper.hpp>
#include <string>
#include <utility>

#include "geometry/bvh.h"

namespace geometry {
namespace {

namespace cl = ClipperLib;

constexpr double units_per_m = 1 / grid_m;
constexpr double finest_arc_m = 1e-7;
constexpr double longest_mitre = 8;
constexpr std::size_t few_points = 2000;  // never too many pairs

// The place of the grid: a whole number of metres near the middle of everything, so that going there and back costs
// nothing more.
class Grid {
 public:
  explicit Grid(const Box& box) {
    if (box.holds_something()) origin_ = {std::round(box.middle().x), std::round(box.middle().y)};
  }
  cl::Path path(const Ring& ring) const {
    cl::Path out;
    out.reserve(ring.size());
    for (const auto& point : ring) {
      const Vec2 at = (point - origin_) * units_per_m;
      out.emplace_back(std::llround(at.x), std::llround(at.y));
    }
    return out;
  }
  Ring ring(const cl::Path& path) const {
    Ring out;
    out.reserve(path.size());
    for (const auto& point : path)
      out.push_back(origin_ +
                    Vec2{static_cast<double>(point.X) / units_per_m, static_cast<double>(point.Y) / units_per_m});
    return out;
  }
  std::vector<Polygon> polygons(const cl::PolyTree& tree) const {
    std::vector<Polygon> out;
    std::vector<const cl::PolyNode*> todo(tree.Childs.rbegin(), tree.Childs.rend());
    while (!todo.empty()) {
      const auto* node = todo.back();
      todo.pop_back();
      Polygon polygon{ring(node->Contour), {}};
      for (const auto* hole : node->Childs) {
        polygon.holes.push_back(ring(hole->Contour));
        todo.insert(todo.end(), hole->Childs.rbegin(), hole->Childs.rend());
      }
      orient(polygon);
      out.push_back(std::move(polygon));
    }
    return out;
  }

 private:
  Vec2 origin_;
};

using Rings = std::vector<Ring>;

// Outlines against the clock, holes with it: with the non-zero rule polygons that overlap are one area.
Rings directed(std::span<const Polygon> polygons) {
  Rings rings;
  for (auto polygon : polygons) {
    orient(polygon);
    rings.push_back(std::move(polygon.outer));
    for (auto& hole : polygon.holes) rings.push_back(std::move(hole));
  }
  return rings;
}

// Input made to take quadratic time is refused before the clipper sees it.
Result<void> check_tangle(const std::vector<Box>& edges) {
  if (edges.size() <= few_points) return {};
  std::size_t pairs = 0;
  Bvh(edges).each_pair([&](std::uint32_t, std::uint32_t) { return ++pairs <= most_pairs; });
  return check_count(pairs, most_pairs, "edges close to one another");
}

Result<Grid> grid_for(std::initializer_list<const Rings*> sides) {
  Box box;
  std::vector<Box> edges;
  for (const auto* rings : sides)
    for (const auto& ring : *rings) {
      TRY(check_points(ring, "a polygon"));
      TRY(check_count(edges.size() + ring.size(), most_points, "corners"));
      box.include(box_of(ring));
      for (std::size_t i = 0; i < ring.size(); ++i) {
        edges.emplace_back().include(ring[i]);
        edges.back().include(ring[(i + 1) % ring.size()]);
      }
    }
  TRY(check_tangle(edges));
  return Grid(box);
}

base::Error broke(const std::exception& problem) {
  return base::fail(base::Code::degenerate, "the polygons cannot be put together: " + std::string(problem.what()));
}

Result<std::vector<Polygon>> clipped(const Rings& a, const Rings& b, cl::ClipType type, cl::PolyFillType fill) {
  const auto grid = TRY(grid_for({&a, &b}));
  try {
    cl::Clipper clipper;
    clipper.StrictlySimple(true);  // else outlines that run along themselves come out wrong
    bool something = false;        // rings without area are left out; with nothing to do the clipper fails
    for (const auto& ring : a) something |= clipper.AddPath(grid.path(ring), cl::ptSubject, true);
    for (const auto& ring : b) something |= clipper.AddPath(grid.path(ring), cl::ptClip, true);
    if (!something) return std::vector<Polygon>{};
    cl::PolyTree tree;
    if (!clipper.Execute(type, tree, fill, fill))
      return base::fail(base::Code::degenerate, "the polygons cannot be put together");
    return grid.polygons(tree);
  } catch (const std::exception& problem) {
    return broke(problem);
  }
}

cl::ClipType type_of(Operation operation) {
  switch (operation) {
    case Operation::unite:
      return cl::ctUnion;
    case Operation::subtract:
      return cl::ctDifference;
    case Operation::intersect:
      return cl::ctIntersection;
  }
  return cl::ctUnion;
}
cl::JoinType type_of(Corner corner) {
  switch (corner) {
    case Corner::mitre:
      return cl::jtMiter;
    case Corner::square:
      return cl::jtSquare;
    case Corner::round:
      return cl::jtRound;
  }
  return cl::jtMiter;
}

}  // namespace

Result<std::vector<Polygon>> combine(std::span<const Polygon> a, std::span<const Polygon> b, Operation operation) {
  return clipped(directed(a), directed(b), type_of(operation), cl::pftNonZero);
}
Result<std::vector<Polygon>> united(std::span<const Polygon> polygons) {
  return combine(polygons, {}, Operation::unite);
}
Result<std::vector<Polygon>> polygons_of(std::span<const Ring> rings, Fill fill) {
  return clipped(Rings(rings.begin(), rings.end()), {}, cl::ctUnion,
                 fill == Fill::even_odd ? cl::pftEvenOdd : cl::pftNonZero);
}

Result<std::vector<Polygon>> offset(std::span<const Polygon> polygons, double by_m, Corner corner, double arc_m) {
  TRY(check_length(by_m, "the distance"));
  TRY(check_positive(arc_m, "the height of an arc's chords"));
  const auto rings = directed(TRY(united(polygons)));  // offsetting wants outlines that do not cross
  const auto grid = TRY(grid_for({&rings}));
  try {
    cl::ClipperOffset offsetter(longest_mitre, std::max(arc_m, finest_arc_m) * units_per_m);
    for (const auto& ring : rings) offsetter.AddPath(grid.path(ring), type_of(corner), cl::etClosedPolygon);
    cl::PolyTree tree;
    offsetter.Execute(tree, by_m * units_per_m);
    return grid.polygons(tree);
  } catch (const std::exception& problem) {
    return broke(problem);
  }
}

}  // namespace geometry
