// SPDX-License-Identifier: Apache-2.0
#include "geometry/path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace geometry {
namespace {

TEST(Path, StraightWhereNothingStandsInTheWay) {
  const auto path = shortest_path(rectangle({0, 0}, {10, 6}), {1, 1}, {4, 5});
  ASSERT_TRUE(path.ok());
  EXPECT_DOUBLE_EQ(path->length_m, 5);
  EXPECT_EQ(path->points, (std::vector<Vec2>{{1, 1}, {4, 5}}));
}

TEST(Path, RoundAColumn) {
  const Polygon hall{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {{{4, 4}, {6, 4}, {6, 6}, {4, 6}}}};
  const auto path = shortest_path(hall, {1, 5}, {9, 5});
  ASSERT_TRUE(path.ok());
  EXPECT_NEAR(path->length_m, 2 * std::hypot(3, 1) + 2, 1e-12);
  EXPECT_EQ(path->points.size(), 4u);
}

TEST(Path, RoundTheCornerOfAnL) {
  const Polygon l{{{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 10}, {0, 10}}, {}};
  const auto path = shortest_path(l, {9, 1}, {1, 9});
  EXPECT_NEAR(path->length_m, 2 * std::hypot(7, 1), 1e-12);
  EXPECT_EQ(path->points[1], (Vec2{2, 2}));
}

TEST(Path, FromDoorToDoorOnTheBoundaryOfATurnedRoom) {
  for (const double angle : {0.0, 0.3, 1.1, 2.7}) {
    const Vec2 about{3, 4};
    const Polygon l = turned({{{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 10}, {0, 10}}, {}}, angle, about);
    const auto at = [&](Vec2 point) { return about + turned(point - about, angle); };
    const auto path = shortest_path(l, at({10, 1}), at({1, 10}));
    ASSERT_TRUE(path.ok()) << path.error().message;
    EXPECT_NEAR(path->length_m, 2 * std::hypot(8, 1), 1e-5);
  }
}

TEST(Path, AlongWallsThroughCollinearCorners) {
  // Three niches with corners in one line: the way runs along it.
  const Polygon comb{{{0, 0},
                      {7, 0},
                      {7, 2},
                      {6, 2},
                      {6, 1},
                      {5, 1},
                      {5, 2},
                      {4, 2},
                      {4, 1},
                      {3, 1},
                      {3, 2},
                      {2, 2},
                      {2, 1},
                      {1, 1},
                      {1, 2},
                      {0, 2}},
                     {}};
  const auto path = shortest_path(comb, {0.5, 1.5}, {6.5, 1.5});
  ASSERT_TRUE(path.ok());
  EXPECT_NEAR(path->length_m, 2 * std::hypot(0.5, 0.5) + 5, 1e-12);
}

TEST(Path, EndsOutsideAreNotFound) {
  const auto room = rectangle({0, 0}, {4, 4});
  EXPECT_EQ(shortest_path(room, {5, 1}, {1, 1}).error().code, base::Code::not_found);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(shortest_path(room, {nan, 1}, {1, 1}).ok());
  EXPECT_FALSE(shortest_path({{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, {}}, {0.5, 0.1}, {0.5, 0.2}).ok());
  EXPECT_DOUBLE_EQ(shortest_path(room, {1, 1}, {1, 1})->length_m, 0);
}

TEST(Path, TooManyCornersAreRefused) {
  Polygon star;
  for (int i = 0; i < 6000; ++i) {
    const double angle = i * std::numbers::pi / 3000, radius = i % 2 == 0 ? 10 : 9;
    star.outer.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  EXPECT_EQ(shortest_path(star, {0, 0}, {1, 1}).error().code, base::Code::out_of_range);
}

}  // namespace
}  // namespace geometry
