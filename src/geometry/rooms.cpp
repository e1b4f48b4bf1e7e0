// SPDX-License-Identifier: Apache-2.0
#include "geometry/rooms.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "geometry/arrangement.h"
#include "geometry/bvh.h"
#include "geometry/clip.h"

namespace geometry {
namespace {

std::vector<std::uint32_t> walls_around(const Arrangement& arrangement, const Face& face) {
  std::vector<std::uint32_t> walls;
  for (const auto piece : face.pieces)
    walls.insert(walls.end(), arrangement.pieces[piece].lines.begin(), arrangement.pieces[piece].lines.end());
  std::ranges::sort(walls);
  const auto twice = std::ranges::unique(walls);
  walls.erase(twice.begin(), twice.end());
  return walls;
}

// The outline of a wall, or of an obstacle.
struct Body {
  static constexpr std::uint32_t no_wall = 0xffffffff;
  Polygon outline;
  std::uint32_t wall = no_wall;
};
std::vector<Body> bodies_of(const JoinedWalls& joined, std::span<const Polygon> obstacles) {
  std::vector<Body> bodies;
  for (std::uint32_t wall = 0; wall < joined.outlines.size(); ++wall)
    for (const auto& outline : joined.outlines[wall]) bodies.push_back({outline, wall});
  for (const auto& each : obstacles) bodies.push_back({each, Body::no_wall});
  return bodies;
}
Bvh tree_of(const std::vector<Body>& bodies) {
  std::vector<Box> boxes;
  for (const auto& body : bodies) boxes.push_back(box_of(body.outline.outer));
  return Bvh(boxes);
}

// The outlines near a place: those of the walls named, or all the others.
enum class Which : unsigned char { named, others };
std::vector<Polygon> picked(const std::vector<Body>& bodies, const Bvh& tree, const Box& near,
                            const std::vector<std::uint32_t>& walls, Which which) {
  std::vector<Polygon> out;
  for (const auto index : tree.overlapping(near))
    if (std::ranges::binary_search(walls, bodies[index].wall) == (which == Which::named))
      out.push_back(bodies[index].outline);
  return out;
}

}  // namespace

double FoundRoom::gross_perimeter_m() const {
  double sum = 0;
  for (const auto& each : gross) sum += perimeter(each);
  return sum;
}

Result<std::vector<FoundRoom>> find_rooms(std::span<const WallLine> walls, std::span<const Polygon> obstacles,
                                          double tolerance_m) {
  const auto led = TRY(led_on(walls, tolerance_m));
  const auto joined = TRY(join_walls(led, tolerance_m));
  std::vector<Line> lines;
  for (const auto& wall : led) lines.push_back({wall.start, wall.end});
  const auto arrangement = TRY(arrange(lines, tolerance_m));
  const auto bodies = bodies_of(joined, obstacles);
  const auto tree = tree_of(bodies);
  std::vector<FoundRoom> rooms;
  for (const auto& face : arrangement.faces) {
    FoundRoom room{face.polygon, {}, {}, walls_around(arrangement, face)};
    const Box near = box_of(face.polygon.outer);
    const auto around = picked(bodies, tree, near, room.walls, Which::named);
    room.gross = TRY(combine(std::span(&face.polygon, 1), around, Operation::subtract));
    if (!(room.gross_m2() > tolerance_m * perimeter(face.polygon.outer))) continue;
    room.net = TRY(combine(room.gross, picked(bodies, tree, near, room.walls, Which::others), Operation::subtract));
    rooms.push_back(std::move(room));
  }
  std::ranges::sort(rooms, [](const FoundRoom& a, const FoundRoom& b) {
    const Vec2 p = centroid(a.centre_lines), q = centroid(b.centre_lines);
    if (a.walls != b.walls) return a.walls < b.walls;
    return p.x != q.x ? p.x < q.x : p.y < q.y;
  });
  return rooms;
}

}  // namespace geometry
