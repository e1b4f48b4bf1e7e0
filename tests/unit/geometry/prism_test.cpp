// SPDX-License-Identifier: Apache-2.0
#include "geometry/prism.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "support/wall_proof.h"

namespace geometry {
namespace {

Prism box(Vec3 low, Vec3 high) { return *Prism::extruded(rectangle({low.x, low.y}, {high.x, high.y}), low.z, high.z); }

TEST(Prism, AWallLosesItsDoorExactly) {
  const auto wall = Prism::bar({0, 0}, {6, 0}, 0.2, 0, 3), door = Prism::bar({2.5, 0}, {3.4, 0}, 0.3, 0, 2.1);
  const auto cut = wall->without(*door);
  EXPECT_DOUBLE_EQ(cut.volume_m3(), 3.222);
  EXPECT_EQ(cut.slabs().size(), 3u);
  // Both sides, the ends, the feet beside the door, the top, and the reveal.
  EXPECT_NEAR(cut.surface_m2(),
              2 * (6 * 3 - 0.9 * 2.1) + 2 * 0.2 * 3 + 0.2 * (6 - 0.9) + 0.2 * 6 + 0.2 * (2 * 2.1 + 0.9), 1e-12);
  EXPECT_NEAR(wall->surface_m2(), 2 * (6 * 3 + 6 * 0.2 + 0.2 * 3), 1e-12);
}

TEST(Prism, TwoTogetherCountWhatTheyShareOnce) {
  const Prism both = box({0, 0, 0}, {2, 1, 1}).with(box({1, 0, 0}, {3, 1, 2}));
  EXPECT_DOUBLE_EQ(both.volume_m3(), 2 + 4 - 1);
  EXPECT_DOUBLE_EQ(box({0, 0, 0}, {1, 1, 1}).with(box({5, 5, 5}, {6, 6, 6})).volume_m3(), 2);
}

TEST(Prism, OpeningsThatOnlyTouchChangeNothing) {
  const auto wall = Prism::bar({0, 0}, {6, 0}, 0.2, 0, 3);
  for (const auto& other : {Prism::bar({6, 0}, {7, 0}, 0.2, 0, 3), Prism::bar({1, 0.2}, {2, 0.2}, 0.2, 0, 3),
                            Prism::bar({1, 0}, {2, 0}, 0.2, 3, 4)}) {
    EXPECT_EQ(wall->without(*other).slabs().size(), 1u);
    EXPECT_FALSE(overlap(*wall, *other).has_value());
    EXPECT_EQ(distance(*wall, *other), 0);
  }
}

TEST(Prism, TheProofOfAThousandWalls) {
  const auto walls = tests::proof_walls(1000);
  const auto found = tests::clash(walls);
  EXPECT_NEAR(found.volume_m3, 802.44, 5e-10);
  EXPECT_EQ(found.near, 2867u);
  double volume = 0;
  for (const auto& wall : walls) volume += wall.volume_m3();
  EXPECT_NEAR(volume, 3222, 1e-9);
}

TEST(Prism, TheProofHoldsFiveHundredKilometresAway) {
  // Coordinates there are rounded to 6e-11 m, so the walls themselves are a little different.
  EXPECT_NEAR(tests::clash(tests::proof_walls(1000, {500'000, 500'000})).volume_m3, 802.44, 1e-6);
}

TEST(Prism, AnOverlapKnowsItsPlace) {
  const auto shared = overlap(box({0, 0, 0}, {4, 1, 3}), box({3, 0, 1}, {9, 9, 2}));
  ASSERT_TRUE(shared.has_value());
  EXPECT_DOUBLE_EQ(shared->volume_m3, 1);
  EXPECT_EQ(shared->at, (Vec3{3.5, 0.5, 1.5}));
  EXPECT_EQ(shared->box, (Box{{3, 0, 1}, {4, 1, 2}}));
}

TEST(Prism, TwoParallelSlopingWallsDoNotClash) {
  const auto one = Prism::bar({0, 0}, {10, 10}, 0.2, 0, 3);
  const Vec2 aside = left_of(unit(Vec2{1, 1})) * 2.1;
  const auto other = Prism::bar(aside, Vec2{10, 10} + aside, 0.2, 0, 3);
  EXPECT_FALSE(overlap(*one, *other).has_value());
  EXPECT_NEAR(distance(*one, *other), 1.9, 1e-12);
}

TEST(Prism, DistancesGoUpwardsToo) {
  EXPECT_DOUBLE_EQ(distance(box({0, 0, 0}, {1, 1, 1}), box({4, 0, 5}, {5, 1, 6})), 5);
  EXPECT_EQ(distance(box({0, 0, 0}, {1, 1, 1}), {}), std::numeric_limits<double>::infinity());
}

TEST(Prism, AnyOutlineCanBeExtrudedAndCut) {
  const Polygon l{{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}, {}};
  const auto prism = Prism::extruded(l, -1, 1);
  ASSERT_TRUE(prism.ok());
  EXPECT_DOUBLE_EQ(prism->volume_m3(), 14);
  EXPECT_NEAR(prism->surface_m2(), 2 * 7 + 16 * 2, 1e-12);
  const auto rest = prism->without(box({0.5, 0.5, 0}, {9, 9, 9}));
  EXPECT_DOUBLE_EQ(rest.volume_m3(), 14 - (0.5 * 3.5 + 0.5 * 3));
  const auto plan = rest.cut_at(0.5), below = rest.cut_at(-0.5), above = rest.cut_at(1);
  EXPECT_NEAR(area(*plan), 7 - (0.5 * 3.5 + 0.5 * 3), 1e-9);
  EXPECT_NEAR(area(*below), 7, 1e-9);
  EXPECT_TRUE(above->empty());
}

TEST(Prism, NonsenseIsAnError) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Prism::bar({1, 1}, {1, 1}, 0.2, 0, 3).error().code, base::Code::zero_length);
  EXPECT_EQ(Prism::bar({0, 0}, {1, 1}, 0.2, 3, 3).error().code, base::Code::degenerate);
  for (const double bad : {nan, inf, -inf, 1e300}) {
    EXPECT_FALSE(Prism::bar({0, bad}, {1, 1}, 0.2, 0, 3).ok());
    EXPECT_FALSE(Prism::bar({0, 0}, {1, 1}, bad, 0, 3).ok());
    EXPECT_FALSE(Prism::bar({0, 0}, {1, 1}, 0.2, 0, bad).ok());
    EXPECT_FALSE(Prism::extruded(rectangle({0, 0}, {1, bad}), 0, 1).ok());
    EXPECT_FALSE(box({0, 0, 0}, {1, 1, 1}).cut_at(bad).ok());
  }
  EXPECT_FALSE(Prism::bar({0, 0}, {1, 1}, -0.2, 0, 3).ok());
}

}  // namespace
}  // namespace geometry
