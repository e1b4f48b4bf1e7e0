// SPDX-License-Identifier: Apache-2.0
#include "geometry/walls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "geometry/clip.h"

namespace geometry {
namespace {

std::vector<Polygon> all(const JoinedWalls& joined) {
  std::vector<Polygon> out;
  for (const auto& outlines : joined.outlines) out.insert(out.end(), outlines.begin(), outlines.end());
  return out;
}
// No two outlines overlap: together they cover as much as each for itself.
void expect_apart(const JoinedWalls& joined) { EXPECT_NEAR(area(all(joined)), area(*united(all(joined))), 1e-7); }

TEST(Walls, CornersAreMitred) {
  const auto joined = join_walls(std::vector<WallLine>{{{0, 0}, {4, 0}, 0.2}, {{4, 0}, {4, 3}, 0.2}}, 1e-3);
  ASSERT_TRUE(joined.ok());
  EXPECT_NEAR(area(joined->outlines[0]), 4 * 0.2, 1e-12);
  EXPECT_NEAR(area(joined->outlines[1]), 3 * 0.2, 1e-12);
  EXPECT_EQ(joined->outlines[0][0].outer, (Ring{{0, -0.1}, {4.1, -0.1}, {3.9, 0.1}, {0, 0.1}}));
  ASSERT_EQ(joined->joins.size(), 1u);
  EXPECT_EQ(joined->joins[0].kind, JoinKind::corner);
  expect_apart(*joined);
}

TEST(Walls, CornersOfDifferentThicknessAndAngle) {
  for (const double degrees : {30.0, 60.0, 90.0, 135.0, 200.0, 300.0}) {
    const double angle = degrees * std::numbers::pi / 180;
    const Vec2 far{5 * std::cos(angle), 5 * std::sin(angle)};
    const auto joined = join_walls(std::vector<WallLine>{{{5, 0}, {0, 0}, 0.3}, {{0, 0}, far, 0.2}}, 1e-3);
    ASSERT_TRUE(joined.ok());
    expect_apart(*joined);
    for (const auto& outline : all(*joined)) EXPECT_TRUE(check(outline).ok());
    EXPECT_EQ(united(all(*joined))->size(), 1u) << degrees;
  }
}

TEST(Walls, TeesStopAtTheFace) {
  for (const double end : {0.0, 0.1, 0.05}) {  // on the centre line, at the face, between
    const auto joined = join_walls(std::vector<WallLine>{{{0, 0}, {10, 0}, 0.2}, {{5, 6}, {5, end}, 0.1}}, 1e-3);
    ASSERT_TRUE(joined.ok());
    EXPECT_NEAR(area(joined->outlines[0]), 2, 1e-12);
    EXPECT_NEAR(area(joined->outlines[1]), 0.1 * 5.9, 1e-12);
    ASSERT_EQ(joined->joins.size(), 1u);
    EXPECT_EQ(joined->joins[0].kind, JoinKind::tee);
    EXPECT_EQ(joined->joins[0].walls, (std::vector<std::uint32_t>{1, 0}));
  }
}

TEST(Walls, ASlantedTeeFollowsTheFace) {
  const auto joined = join_walls(std::vector<WallLine>{{{0, 0}, {10, 0}, 0.2}, {{5, 0}, {8, 3}, 0.2}}, 1e-3);
  ASSERT_TRUE(joined.ok());
  expect_apart(*joined);
  EXPECT_EQ(united(all(*joined))->size(), 1u);
}

TEST(Walls, CrossesCutTheThinner) {
  const auto joined = join_walls(std::vector<WallLine>{{{0, 3}, {6, 3}, 0.1}, {{3, 0}, {3, 6}, 0.3}}, 1e-3);
  ASSERT_TRUE(joined.ok());
  EXPECT_EQ(joined->outlines[0].size(), 2u);
  EXPECT_NEAR(area(joined->outlines[0]), 0.1 * (6 - 0.3), 1e-8);
  EXPECT_NEAR(area(joined->outlines[1]), 0.3 * 6, 1e-12);
  EXPECT_EQ(joined->joins[0].kind, JoinKind::cross);
  EXPECT_EQ(joined->joins[0].walls, (std::vector<std::uint32_t>{1, 0}));
}

TEST(Walls, ThreeEndsShareTheirNode) {
  const auto joined =
      join_walls(std::vector<WallLine>{{{0, 0}, {4, 0}, 0.2}, {{4, 0}, {8, 0}, 0.2}, {{4, 0}, {4, 3}, 0.2}}, 1e-3);
  ASSERT_TRUE(joined.ok());
  expect_apart(*joined);
  EXPECT_NEAR(area(*united(all(*joined))), 8 * 0.2 + 2.9 * 0.2, 1e-8);
}

TEST(Walls, EndsStaySquareWhereAsked) {
  const auto joined =
      join_walls(std::vector<WallLine>{{{0, 0}, {4, 0}, 0.2, End::joined, End::square}, {{4, 0}, {4, 3}, 0.2}}, 1e-3);
  EXPECT_TRUE(joined->joins.empty());
  EXPECT_NEAR(area(joined->outlines[0]), 0.8, 1e-12);
  EXPECT_EQ(joined->outlines[0][0].outer[1], (Vec2{4, -0.1}));
}

TEST(Walls, VerySharpCornersStaySquare) {
  const auto joined = join_walls(std::vector<WallLine>{{{0, 0}, {4, 0}, 0.2}, {{0, 0}, {4, 0.05}, 0.2}}, 1e-3);
  ASSERT_TRUE(joined.ok());
  for (const auto& outline : all(*joined)) EXPECT_NEAR(area(outline), 0.8, 0.01);
}

TEST(Walls, NonsenseIsAnError) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(join_walls(std::vector<WallLine>{{{0, 0}, {1, 0}, 0.1}, {{0, 0}, {0, 0}, 0.1}}, 1e-3).error().path,
            "walls[1]");
  EXPECT_FALSE(join_walls(std::vector<WallLine>{{{0, 0}, {1, 0}, -0.1}}, 1e-3).ok());
  EXPECT_FALSE(join_walls(std::vector<WallLine>{{{0, 0}, {1, 0}, nan}}, 1e-3).ok());
  EXPECT_FALSE(join_walls(std::vector<WallLine>{{{0, nan}, {1, 0}, 0.1}}, 1e-3).ok());
  EXPECT_FALSE(led_on(std::vector<WallLine>{{{0, 0}, {1e9, 0}, 0.1}}, 1e-3).ok());
}

}  // namespace
}  // namespace geometry
