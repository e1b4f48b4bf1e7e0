// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/polygon.h"
#include "geometry/walls.h"

// Rooms as walls enclose them: split at every T- and X-junction, faces, then what the walls take. Metres. Pure, safe on
// any thread; rooms come in the order of their first walls.
namespace geometry {

struct FoundRoom {
  Polygon centre_lines;  // to the centre lines of the walls around it
  // Inside the faces of those walls: GrossFloorArea of Qto_SpaceBaseQuantities, which leaves in what stands in the
  // room.
  std::vector<Polygon> gross;
  // Without walls that end or stand in it, and without the obstacles: NetFloorArea.
  std::vector<Polygon> net;
  std::vector<std::uint32_t> walls;  // around it, ascending

  double centre_line_m2() const { return area(centre_lines); }
  double gross_m2() const { return area(gross); }
  double net_m2() const { return area(net); }
  double gross_perimeter_m() const;  // GrossPerimeter: along the faces, doors and separations included
};

// `obstacles`: outlines of columns, shafts and the like. `tolerance_m`: gaps that do not count (1 mm is usual). What is
// left between walls that stand so close that no floor remains is not a room. Fails as join_walls, arrange and combine
// do.
Result<std::vector<FoundRoom>> find_rooms(std::span<const WallLine> walls, std::span<const Polygon> obstacles,
                                          double tolerance_m);

}  // namespace geometry
