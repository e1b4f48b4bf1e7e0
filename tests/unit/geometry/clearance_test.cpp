// SPDX-License-Identifier: Apache-2.0
#include "geometry/clearance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace geometry {
namespace {

TEST(Clearance, TheLargestCircle) {
  const auto room = largest_circle(rectangle({0, 0}, {3, 2}));
  ASSERT_TRUE(room.ok());
  EXPECT_NEAR(room->radius_m, 1, 5e-6);
  EXPECT_NEAR(room->centre.y, 1, 5e-6);
  const auto triangle = largest_circle({{{0, 0}, {4, 0}, {0, 3}}, {}});
  EXPECT_NEAR(triangle->radius_m, 1, 5e-6);
  // Between the column and the far corner: touches both walls and the column's corner, r√2 + r = 6√2.
  const Polygon hall{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {{{2, 2}, {4, 2}, {4, 4}, {2, 4}}}};
  EXPECT_NEAR(largest_circle(hall)->radius_m, 6 * std::sqrt(2) / (1 + std::sqrt(2)), 5e-6);
}

TEST(Clearance, AnLTurnsAtItsInnerCorner) {
  // Touches both outer walls and the inner corner at (2, 2): r√2 + r = 2√2.
  const Polygon l{{{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 10}, {0, 10}}, {}};
  EXPECT_NEAR(largest_circle(l)->radius_m, 2 * std::sqrt(2) / (1 + std::sqrt(2)), 5e-6);
}

TEST(Clearance, ACorridorIsAsWideAsItsNarrowestPlace) {
  const auto straight = clear_width(rectangle({0, 0}, {20, 1.2}), {0, 0.6}, {20, 0.6});
  EXPECT_NEAR(*straight, 1.2, 1e-5);
  // 1.5 m wide, with a pier that leaves 0.9 m.
  const Polygon pier{{{0, 0}, {9, 0}, {9, 0.6}, {9.3, 0.6}, {9.3, 0}, {20, 0}, {20, 1.5}, {0, 1.5}}, {}};
  EXPECT_NEAR(*clear_width(pier, {1, 0.75}, {19, 0.75}), 0.9, 1e-5);
  EXPECT_NEAR(*clear_width(pier, {1, 0.75}, {5, 0.75}), 1.5, 1e-5);
  // Round a column there are two ways; the wider counts.
  const Polygon column{{{0, 0}, {10, 0}, {10, 4}, {0, 4}}, {{{5, 1}, {6, 1}, {6, 2.5}, {5, 2.5}}}};
  EXPECT_NEAR(*clear_width(column, {2, 2}, {8, 2}), 1.5, 1e-5);
}

TEST(Clearance, NonsenseIsAnError) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(largest_circle({{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, {}}).ok());
  EXPECT_FALSE(largest_circle(rectangle({0, 0}, {nan, 1})).ok());
  EXPECT_EQ(clear_width(rectangle({0, 0}, {1, 1}), {5, 5}, {0.5, 0.5}).error().code, base::Code::not_found);
}

}  // namespace
}  // namespace geometry
