// SPDX-License-Identifier: Apache-2.0
#include "geometry/path.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

#include "geometry/bvh.h"
#include "geometry/orientation.h"

namespace geometry {
namespace {

constexpr double outside_m = 1e-3, inwards_m = 1e-6;

// The boundary with the floor to the left of every edge, and what can be seen past it.
class Floor {
 public:
  explicit Floor(Polygon area) {
    orient(area);
    add(area.outer);
    for (const auto& hole : area.holes) add(hole);
    std::vector<Box> boxes(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      boxes[i].include(edges_[i].a);
      boxes[i].include(edges_[i].b);
    }
    tree_ = Bvh(boxes);
  }
  // Corners at which a way may turn, with the corners before and after.
  struct Corner {
    Vec2 before, at, after;
  };
  std::vector<Corner> turns() const {
    std::vector<Corner> out;
    for (const auto& edge : edges_)
      if (orientation(edge.before, edge.a, edge.b) <= 0) out.push_back({edge.before, edge.a, edge.b});
    return out;
  }
  // A direct way that neither crosses an edge nor passes a corner. Past a corner there is a way by that corner.
  bool sees(Vec2 from, Vec2 to) const {
    const Vec2 ends[] = {from, to};
    return tree_.each(box_of(ends), [&](std::uint32_t index) {
      const auto& edge = edges_[index];
      if (cross_inside(from, to, edge.a, edge.b)) return false;
      if (edge.a != from && edge.a != to && on_segment(edge.a, from, to)) return false;
      return leaves_inwards(edge, from, to) && leaves_inwards(edge, to, from);
    });
  }
  // The nearest point of the boundary, and a little inwards from there.
  std::pair<Vec2, Vec2> nearest(Vec2 point) const {
    Vec2 at, inside;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& edge : edges_) {
      const Vec2 here = nearest_on_segment(point, edge.a, edge.b);
      if (const double far = length(here - point); far < least) {
        least = far;
        at = here;
        inside = here + left_of(unit(edge.b - edge.a)) * inwards_m;
      }
    }
    return {at, inside};
  }

 private:
  struct Edge {
    Vec2 before, a, b;
  };
  void add(const Ring& ring) {
    const auto count = ring.size();
    for (std::size_t i = 0; i < count; ++i)
      edges_.push_back({ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]});
  }
  // Where `from` is the corner at which the edge begins: does the way to `to` begin on the floor?
  static bool leaves_inwards(const Edge& edge, Vec2 from, Vec2 to) {
    if (edge.a != from) return true;
    const bool left_before = orientation(edge.before, edge.a, to) >= 0,
               left_after = orientation(edge.a, edge.b, to) >= 0;
    if (orientation(edge.before, edge.a, edge.b) > 0) return left_before && left_after;
    return left_before || left_after;
  }
  std::vector<Edge> edges_;
  Bvh tree_{{}};
};

// The point itself, or one just inside where it lies on the boundary.
Result<Vec2> standing(const Polygon& area, const Floor& floor, Vec2 point, const char* which) {
  if (locate(area, point) == Place::inside) return point;
  const auto [at, inside] = floor.nearest(point);
  if (length(at - point) <= outside_m && locate(area, inside) == Place::inside) return inside;
  return base::fail(base::Code::not_found, std::string(which) + " is not in the area", {},
                    "Give a point on the floor.");
}

// P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968.
std::optional<std::vector<std::size_t>> search(const Floor& floor, const std::vector<Vec2>& nodes) {
  struct Open {
    double least;
    std::size_t node;
    bool operator<(const Open& other) const { return least != other.least ? least > other.least : node > other.node; }
  };
  constexpr double unknown = std::numeric_limits<double>::infinity();
  std::vector<double> known(nodes.size(), unknown);
  std::vector<std::size_t> before(nodes.size(), 0);
  std::vector<bool> done(nodes.size(), false);
  std::priority_queue<Open> open;
  known[0] = 0;
  open.push({length(nodes[1] - nodes[0]), 0});
  while (!open.empty() && !done[1]) {
    const auto node = open.top().node;
    open.pop();
    if (done[node]) continue;
    done[node] = true;
    for (std::size_t next = 1; next < nodes.size(); ++next) {
      if (done[next]) continue;
      const double whole = known[node] + length(nodes[next] - nodes[node]);
      if (whole >= known[next] || !floor.sees(nodes[node], nodes[next])) continue;
      known[next] = whole;
      before[next] = node;
      open.push({whole + length(nodes[1] - nodes[next]), next});
    }
  }
  if (!done[1]) return std::nullopt;
  std::vector<std::size_t> way{1};
  while (way.back() != 0) way.push_back(before[way.back()]);
  std::ranges::reverse(way);
  return way;
}

}  // namespace

Result<Path> shortest_path(const Polygon& area, Vec2 from, Vec2 to) {
  TRY(check(area));
  const Vec2 ends[] = {from, to};
  TRY(check_points(ends, "the way"));
  const Floor floor(area);
  std::vector<Vec2> nodes{TRY(standing(area, floor, from, "the start")), TRY(standing(area, floor, to, "the end"))};
  for (const auto& corner : floor.turns()) nodes.push_back(corner.at);
  TRY(check_count(nodes.size(), most_turns, "corners to turn at"));
  const auto way = search(floor, nodes);
  if (!way) return base::fail(base::Code::not_found, "there is no way from the start to the end");
  Path path;
  for (const auto node : *way) path.points.push_back(node == 0 ? from : node == 1 ? to : nodes[node]);
  for (std::size_t i = 1; i < path.points.size(); ++i) path.length_m += length(path.points[i] - path.points[i - 1]);
  return path;
}

}  // namespace geometry
