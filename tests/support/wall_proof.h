// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "geometry/bvh.h"
#include "geometry/prism.h"

// Walls in cells, for tests and measurements: n / 2 cells in rows of ⌊√(n / 2)⌋, 5 m apart; in each one wall along x
// and one along y from its corner, 6,000 × 200 × 3,000 mm with a door of 900 × 2,100 mm at 2.5 m, all turned by 0.3
// rad. Of 1,000 walls 2,867 pairs have boxes that overlap, and they share 802.44 m³.
namespace tests {

inline std::vector<geometry::Prism> proof_walls(int n, geometry::Vec2 origin = {}, double angle_rad = 0.3) {
  using geometry::Prism;
  using geometry::Vec2;
  std::vector<Prism> walls;
  const int row = static_cast<int>(std::sqrt(n / 2));
  for (int cell = 0; cell < n / 2; ++cell) {
    const Vec2 corner{5.0 * (cell % row), 5.0 * (cell / row)};
    for (const bool along_x : {true, false}) {
      const Vec2 along = along_x ? Vec2{1, 0} : Vec2{0, 1}, side = along_x ? Vec2{0, 1} : Vec2{1, 0};
      const auto at = [&](double place) { return corner + along * place + side * 0.1; };
      const auto wall = Prism::bar(at(0), at(6), 0.2, 0, 3), door = Prism::bar(at(2.5), at(3.4), 0.4, 0, 2.1);
      walls.push_back(wall->without(*door).turned(angle_rad, {}).moved({origin.x, origin.y, 0}));
    }
  }
  return walls;
}

struct Clashes {
  std::size_t near = 0, pairs = 0;  // boxes that overlap, bodies that do
  double volume_m3 = 0;
};
inline Clashes clash(const std::vector<geometry::Prism>& walls) {
  std::vector<geometry::Box> boxes;
  for (const auto& wall : walls) boxes.push_back(wall.box());
  Clashes sum;
  geometry::Bvh(boxes).each_pair([&](std::uint32_t i, std::uint32_t j) {
    ++sum.near;
    if (const auto shared = overlap(walls[i], walls[j])) {
      ++sum.pairs;
      sum.volume_m3 += shared->volume_m3;
    }
    return true;
  });
  return sum;
}

}  // namespace tests
