// SPDX-License-Identifier: Apache-2.0
#include "geometry/polygon.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "geometry/bvh.h"
#include "geometry/orientation.h"

namespace geometry {
namespace {

template <class What>
void each_ring(const Polygon& polygon, What what) {
  what(polygon.outer);
  for (const auto& hole : polygon.holes) what(hole);
}
const Ring& ring_of(const Polygon& polygon, std::size_t ring) {
  return ring == 0 ? polygon.outer : polygon.holes[ring - 1];
}

// Twice the area and six times the first moment of a ring, about `origin`.
struct Moments {
  double area2 = 0;
  Vec2 moment6;
};
Moments moments(std::span<const Vec2> ring, Vec2 origin) {
  Moments sum;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i] - origin, b = ring[(i + 1) % ring.size()] - origin;
    const double slice = cross(a, b);
    sum.area2 += slice;
    sum.moment6 = sum.moment6 + (a + b) * slice;
  }
  return sum;
}

struct Edge {
  std::size_t ring, index, count;
  Vec2 a, b;
};
std::vector<Edge> edges_of(const Polygon& polygon) {
  std::vector<Edge> edges;
  for (std::size_t ring = 0; ring <= polygon.holes.size(); ++ring) {
    const auto& points = ring_of(polygon, ring);
    for (std::size_t i = 0; i < points.size(); ++i)
      edges.push_back({ring, i, points.size(), points[i], points[(i + 1) % points.size()]});
  }
  return edges;
}

bool folds_back(const Edge& first, const Edge& next) {
  return orientation(first.a, first.b, next.b) == 0 && dot(first.b - first.a, next.b - next.a) < 0;
}
bool run_together(const Edge& one, const Edge& other) {
  if (orientation(one.a, one.b, other.a) != 0 || orientation(one.a, one.b, other.b) != 0) return false;
  const Vec2 along = one.b - one.a;
  const double end = dot(along, along), c = dot(other.a - one.a, along), d = dot(other.b - one.a, along);
  return std::max(c, d) > 0 && std::min(c, d) < end;
}

bool meet_wrongly(const Edge& one, const Edge& other) {
  if (one.ring != other.ring) return cross_inside(one.a, one.b, other.a, other.b) || run_together(one, other);
  const bool follows = (one.index + 1) % one.count == other.index,
             precedes = (other.index + 1) % one.count == one.index;
  if (follows || precedes) return (follows && folds_back(one, other)) || (precedes && folds_back(other, one));
  return meet(one.a, one.b, other.a, other.b);
}

Vec2 common_point(const Edge& one, const Edge& other) {
  if (cross_inside(one.a, one.b, other.a, other.b)) return crossing_of_lines(one.a, one.b, other.a, other.b);
  if (on_segment(one.b, other.a, other.b)) return one.b;
  if (on_segment(one.a, other.a, other.b)) return one.a;
  return on_segment(other.b, one.a, one.b) ? other.b : other.a;
}

std::string path_of(std::size_t ring, std::size_t index) {
  const auto corner = "[" + std::to_string(index) + "]";
  return ring == 0 ? "outline" + corner : "holes[" + std::to_string(ring - 1) + "]" + corner;
}

Result<void> check_ring(const Ring& ring, std::size_t number) {
  if (ring.size() < 3)
    return base::fail(base::Code::degenerate, "an outline needs three corners or more", path_of(number, ring.size()));
  for (std::size_t i = 0; i < ring.size(); ++i)
    if (ring[i] == ring[(i + 1) % ring.size()])
      return base::fail(base::Code::degenerate, "a corner stands twice in a row", path_of(number, i),
                        "Leave one of them out; an outline closes by itself.");
  if (signed_area(ring) == 0) return base::fail(base::Code::degenerate, "the outline has no area", path_of(number, 0));
  return {};
}

// Where a hole whose edges cross nothing lies: told by its first corner, or middle of an edge, that is on no boundary.
Place place_of(const Ring& hole, const Ring& within) {
  for (std::size_t i = 0; i < hole.size(); ++i) {
    const Vec2 corner = hole[i], next = hole[(i + 1) % hole.size()];
    for (const Vec2 point : {corner, corner * 0.5 + next * 0.5})
      if (const auto place = locate(within, point); place != Place::boundary) return place;
  }
  return Place::boundary;
}

Result<void> check_hole(const Polygon& polygon, std::size_t index) {
  const auto& hole = polygon.holes[index];
  const auto path = "holes[" + std::to_string(index) + "]";
  if (place_of(hole, polygon.outer) != Place::inside)
    return base::fail(base::Code::degenerate, "a hole is not inside the outline", path);
  for (std::size_t other = 0; other < polygon.holes.size(); ++other)
    if (other != index && place_of(hole, polygon.holes[other]) != Place::outside)
      return base::fail(base::Code::degenerate, "a hole lies in another hole", path);
  return {};
}

}  // namespace

Polygon rectangle(Vec2 low, Vec2 high) { return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}}; }

double signed_area(std::span<const Vec2> ring) { return ring.empty() ? 0 : moments(ring, ring[0]).area2 / 2; }
double area(const Polygon& polygon) {
  double sum = std::abs(signed_area(polygon.outer));
  for (const auto& hole : polygon.holes) sum -= std::abs(signed_area(hole));
  return sum;
}
double area(std::span<const Polygon> polygons) {
  double sum = 0;
  for (const auto& each : polygons) sum += area(each);
  return sum;
}
double perimeter(std::span<const Vec2> ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) sum += length(ring[(i + 1) % ring.size()] - ring[i]);
  return sum;
}
double perimeter(const Polygon& polygon) {
  double sum = 0;
  each_ring(polygon, [&](const Ring& ring) { sum += perimeter(ring); });
  return sum;
}

Vec2 centroid(const Polygon& polygon) {
  if (polygon.outer.empty()) return {};
  const Vec2 origin = polygon.outer[0];
  Moments whole = moments(polygon.outer, origin);
  const double sign = whole.area2 < 0 ? -1 : 1;
  whole = {whole.area2 * sign, whole.moment6 * sign};
  for (const auto& hole : polygon.holes) {
    const auto part = moments(hole, origin);
    const double against = part.area2 < 0 ? 1 : -1;
    whole = {whole.area2 + part.area2 * against, whole.moment6 + part.moment6 * against};
  }
  if (whole.area2 > 0) return origin + whole.moment6 * (1 / (3 * whole.area2));
  Vec2 sum;
  for (const auto& point : polygon.outer) sum = sum + (point - origin);
  return origin + sum * (1 / static_cast<double>(polygon.outer.size()));
}

Box box_of(std::span<const Vec2> points) {
  Box box;
  for (const auto& point : points) box.include(point);
  return box;
}

void orient(Polygon& polygon) {
  if (signed_area(polygon.outer) < 0) std::ranges::reverse(polygon.outer);
  for (auto& hole : polygon.holes)
    if (signed_area(hole) > 0) std::ranges::reverse(hole);
}

Polygon turned(const Polygon& polygon, double angle_rad, Vec2 about) {
  Polygon out = polygon;
  const auto turn = [&](Ring& ring) {
    for (auto& point : ring) point = about + turned(point - about, angle_rad);
  };
  turn(out.outer);
  for (auto& hole : out.holes) turn(hole);
  return out;
}

Place locate(std::span<const Vec2> ring, Vec2 point) {
  bool inside = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    if (on_segment(point, a, b)) return Place::boundary;
    if ((a.y > point.y) == (b.y > point.y)) continue;
    const int turn =
        orientation(a, b, point);  // an edge that goes up has the point to its left where a ray to the right meets it
    if ((b.y > a.y) == (turn > 0)) inside = !inside;
  }
  return inside ? Place::inside : Place::outside;
}
Place locate(const Polygon& polygon, Vec2 point) {
  const auto outer = locate(polygon.outer, point);
  if (outer != Place::inside) return outer;
  for (const auto& hole : polygon.holes) {
    const auto place = locate(hole, point);
    if (place == Place::boundary) return Place::boundary;
    if (place == Place::inside) return Place::outside;
  }
  return Place::inside;
}
double distance_to_boundary(const Polygon& polygon, Vec2 point) {
  double nearest = std::numeric_limits<double>::infinity();
  each_ring(polygon, [&](const Ring& ring) {
    for (std::size_t i = 0; i < ring.size(); ++i)
      nearest = std::min(nearest, distance_to_segment(point, ring[i], ring[(i + 1) % ring.size()]));
  });
  return nearest;
}

Result<std::optional<Meeting>> first_meeting(const Polygon& polygon) {
  const auto edges = edges_of(polygon);
  TRY(check_count(edges.size(), most_points, "corners"));
  std::vector<Box> boxes(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    boxes[i].include(edges[i].a);
    boxes[i].include(edges[i].b);
  }
  std::size_t pairs = 0;
  std::optional<std::pair<std::size_t, std::size_t>> found;
  Bvh(boxes).each_pair([&](std::uint32_t i, std::uint32_t j) {
    if (meet_wrongly(edges[i], edges[j])) found = {i, j};
    return !found && ++pairs <= most_pairs;
  });
  if (!found && pairs > most_pairs) return check_count(pairs, most_pairs, "edges close to one another").error();
  if (!found) return std::optional<Meeting>{};
  const auto &one = edges[found->first], &other = edges[found->second];
  return std::optional<Meeting>{{one.ring, one.index, other.ring, other.index, common_point(one, other)}};
}

Result<void> check(const Polygon& polygon) {
  std::size_t count = 0;
  each_ring(polygon, [&](const Ring& ring) { count += ring.size(); });
  TRY(check_count(count, most_points, "corners"));
  for (std::size_t ring = 0; ring <= polygon.holes.size(); ++ring) {
    const auto& points = ring_of(polygon, ring);
    TRY(check_points(points, ring == 0 ? "the outline" : "a hole"));
    TRY(check_ring(points, ring));
  }
  if (const auto meeting = TRY(first_meeting(polygon)))
    return base::fail(
        base::Code::degenerate,
        "the outline crosses or touches itself: this edge meets " + path_of(meeting->other_ring, meeting->other_edge),
        path_of(meeting->ring, meeting->edge), "Give the corners in the order of the outline.");
  for (std::size_t i = 0; i < polygon.holes.size(); ++i) TRY(check_hole(polygon, i));
  return {};
}

}  // namespace geometry
