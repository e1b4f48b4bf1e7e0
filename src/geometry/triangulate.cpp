// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangulate.h"

#include <manifold/polygon.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <map>
#include <string>
#include <utility>

#include "geometry/orientation.h"

namespace geometry {
namespace {

using Piece = std::vector<std::uint32_t>;

manifold::PolygonsIdx indexed(const Polygon& polygon, Vec2 origin) {
  manifold::PolygonsIdx out;
  int index = 0;
  const auto add = [&](const Ring& ring) {
    auto& contour = out.emplace_back();
    for (const auto& point : ring) contour.push_back({{point.x - origin.x, point.y - origin.y}, index++});
  };
  add(polygon.outer);
  for (const auto& hole : polygon.holes) add(hole);
  return out;
}

// `polygon` must be oriented: the library takes outlines against the clock and holes with it. Reversed rings are
// counted from the other end.
std::vector<std::uint32_t> places(const Polygon& polygon, const Polygon& oriented) {
  std::vector<std::uint32_t> out;
  const auto add = [&](const Ring& given, const Ring& used) {
    const auto begin = static_cast<std::uint32_t>(out.size()), count = static_cast<std::uint32_t>(given.size());
    const bool reversed = count > 0 && signed_area(given) * signed_area(used) < 0;
    for (std::uint32_t i = 0; i < count; ++i) out.push_back(begin + (reversed ? count - 1 - i : i));
  };
  add(polygon.outer, oriented.outer);
  for (std::size_t i = 0; i < polygon.holes.size(); ++i) add(polygon.holes[i], oriented.holes[i]);
  return out;
}

double area_of(const std::vector<Vec2>& points, const Triangle& t) {
  return cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]) / 2;
}

Result<void> check_filled(const Polygon& polygon, const std::vector<Vec2>& points,
                          const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const auto& each : triangles) sum += std::abs(area_of(points, each));
  const double whole = area(polygon), length = perimeter(polygon);
  if (std::abs(sum - whole) <= 1e-9 * whole + 1e-15 * length * length) return {};
  return base::fail(base::Code::degenerate, "the outline crosses itself, so it cannot be filled", {},
                    "Give the corners in the order of the outline.");
}

// Pieces and who has which edge. A merged piece leaves an empty one behind.
class Merger {
 public:
  Merger(const std::vector<Vec2>& points, const std::vector<Triangle>& triangles) : points_(points) {
    for (const auto& each : triangles) {
      if (orientation(points[each[0]], points[each[1]], points[each[2]]) <= 0) continue;  // no area
      for (std::size_t i = 0; i < 3; ++i) owner_[{each[i], each[(i + 1) % 3]}] = pieces_.size();
      pieces_.emplace_back(each.begin(), each.end());
    }
  }
  std::vector<Ring> merged() {
    for (const auto& [edge, piece] : owner_)
      if (edge.first < edge.second) try_merge(edge.first, edge.second);
    std::vector<Ring> rings;
    for (const auto& piece : pieces_) {
      if (piece.empty()) continue;
      auto& ring = rings.emplace_back();
      for (const auto index : piece) ring.push_back(points_[index]);
    }
    return rings;
  }

 private:
  void try_merge(std::uint32_t u, std::uint32_t v) {
    const auto back = owner_.find({v, u});
    if (back == owner_.end()) return;
    const auto one = owner_.at({u, v}), other = back->second;
    if (one == other) return;
    Piece p = from(pieces_[one], v), q = from(pieces_[other], u);  // v … u and u … v
    if (!left(p[p.size() - 2], u, q[1]) || !left(q[q.size() - 2], v, p[1])) return;
    p.insert(p.end(), q.begin() + 1, q.end() - 1);
    for (std::size_t i = 0; i < p.size(); ++i)
      if (auto found = owner_.find({p[i], p[(i + 1) % p.size()]}); found != owner_.end()) found->second = one;
    pieces_[one] = std::move(p);
    pieces_[other].clear();
  }
  bool left(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return orientation(points_[a], points_[b], points_[c]) >= 0;
  }
  static Piece from(Piece piece, std::uint32_t first) {
    std::ranges::rotate(piece, std::ranges::find(piece, first));
    return piece;
  }
  const std::vector<Vec2>& points_;
  std::vector<Piece> pieces_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> owner_;
};

}  // namespace

std::vector<Vec2> points_of(const Polygon& polygon) {
  std::vector<Vec2> points = polygon.outer;
  for (const auto& hole : polygon.holes) points.insert(points.end(), hole.begin(), hole.end());
  return points;
}

Result<std::vector<Triangle>> triangulate(const Polygon& polygon) {
  const auto points = points_of(polygon);
  TRY(check_count(points.size(), most_corners_to_fill, "corners"));
  TRY(check_points(points, "the outline"));
  const auto too_few = [](const Ring& ring) { return ring.size() < 3; };  // the library would stumble
  if (too_few(polygon.outer) || std::ranges::any_of(polygon.holes, too_few))
    return base::fail(base::Code::degenerate, "an outline needs three corners or more");
  Polygon oriented = polygon;
  orient(oriented);
  const auto place = places(polygon, oriented);
  std::vector<Triangle> triangles;
  try {
    for (const auto& each : manifold::TriangulateIdx(indexed(oriented, polygon.outer[0]))) {
      const auto at = [&](int i) { return place[static_cast<std::size_t>(each[i])]; };
      triangles.push_back({at(0), at(1), at(2)});
    }
  } catch (const std::exception& problem) {
    return base::fail(base::Code::degenerate, "the outline cannot be filled: " + std::string(problem.what()));
  }
  TRY(check_filled(polygon, points, triangles));
  return triangles;
}

Result<std::vector<Ring>> convex_pieces(const Polygon& polygon) {
  const auto triangles = TRY(triangulate(polygon));
  const auto points = points_of(polygon);
  return Merger(points, triangles).merged();
}

}  // namespace geometry
