// SPDX-License-Identifier: Apache-2.0
#include "geometry/clip.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <vector>

namespace geometry {
namespace {

double m2(const Result<std::vector<Polygon>>& polygons) { return polygons.ok() ? area(*polygons) : -1; }

TEST(Clip, CombinesSquares) {
  const std::vector<Polygon> a{rectangle({0, 0}, {2, 2})}, b{rectangle({1, 1}, {3, 3})};
  EXPECT_DOUBLE_EQ(m2(combine(a, b, Operation::unite)), 7);
  EXPECT_DOUBLE_EQ(m2(combine(a, b, Operation::intersect)), 1);
  EXPECT_DOUBLE_EQ(m2(combine(a, b, Operation::subtract)), 3);
  EXPECT_DOUBLE_EQ(m2(combine(b, {}, Operation::intersect)), 0);
}

TEST(Clip, HolesAndIslandsComeOutAsSuch) {
  const std::vector<Ring> rings{rectangle({0, 0}, {10, 10}).outer, rectangle({1, 1}, {9, 9}).outer,
                                rectangle({2, 2}, {8, 8}).outer};
  const auto made = polygons_of(rings, Fill::even_odd);
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->size(), 2u);
  EXPECT_EQ((*made)[0].holes.size(), 1u);
  EXPECT_GT(signed_area((*made)[0].outer), 0);
  EXPECT_LT(signed_area((*made)[0].holes[0]), 0);
  EXPECT_DOUBLE_EQ(area(*made), 100 - 64 + 36);
  EXPECT_DOUBLE_EQ(m2(polygons_of(rings, Fill::non_zero)), 100);
}

TEST(Clip, IsAsGoodFarFromTheOrigin) {
  const Vec2 far{499'999.25, 5'000'000.5};
  const std::vector<Polygon> a{rectangle(far, far + Vec2{2, 2})}, b{rectangle(far + Vec2{1, 1}, far + Vec2{3, 3})};
  EXPECT_NEAR(m2(combine(a, b, Operation::unite)), 7, 1e-8);
}

TEST(Clip, CrossedOutlinesAreTakenAsTheyCover) {
  const std::vector<Polygon> bow{{{{0, 0}, {2, 2}, {2, 0}, {0, 2}}, {}}};
  EXPECT_DOUBLE_EQ(m2(united(bow)), 2);
}

TEST(Clip, AnOutlineThatRunsAlongItselfIsTakenAsItCovers) {  // found by the fuzzer
  const Ring ring{{10.4, 10.4}, {10.4, 4.4}, {5.3, 6}, {5.1, 9}, {9, 9},    {9, 0},       {0, 0},
                  {9, 9},       {9, 5.3},    {6, 5.1}, {9, 9},   {9, 11.9}, {11.9, 11.9}, {11.9, 10.4},
                  {10.4, 10.4}, {0.1, 0.1},  {1, 0.1}, {1, 1},   {0.1, 1},  {0.1, 0.1},   {1, 0.1}};
  const std::vector<Polygon> a{{ring, {}}}, b{{{{0.1, 0.1}, {1, 1}, {0.1, 1}}, {}}};
  EXPECT_NEAR(m2(combine(a, b, Operation::unite)) + m2(combine(a, b, Operation::intersect)),
              m2(united(a)) + m2(united(b)), 1e-6);
}

TEST(Clip, OffsetsOutAndIn) {
  const std::vector<Polygon> square{rectangle({0, 0}, {10, 6})};
  EXPECT_NEAR(m2(offset(square, -0.1, Corner::mitre)), 9.8 * 5.8, 1e-9);
  EXPECT_NEAR(m2(offset(square, 0.1, Corner::mitre)), 10.2 * 6.2, 1e-9);
  EXPECT_NEAR(m2(offset(square, 1, Corner::round)), 60 + 32 + std::numbers::pi, 1e-3);
  EXPECT_DOUBLE_EQ(m2(offset(square, -3.1, Corner::mitre)), 0);
  const std::vector<Polygon> frame{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{{1, 1}, {3, 1}, {3, 3}, {1, 3}}}}};
  EXPECT_NEAR(m2(offset(frame, -0.25, Corner::mitre)), 3.5 * 3.5 - 2.5 * 2.5, 1e-9);
}

TEST(Clip, HostileInputIsAnError) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Polygon> good{rectangle({0, 0}, {1, 1})};
  for (const double bad : {nan, 1e300, -1e8, std::numeric_limits<double>::infinity()}) {
    const std::vector<Polygon> wrong{{{{0, 0}, {bad, 0}, {1, 1}}, {}}};
    EXPECT_FALSE(combine(good, wrong, Operation::unite).ok());
    EXPECT_FALSE(offset(good, bad, Corner::round).ok());
    EXPECT_FALSE(polygons_of(std::vector<Ring>{wrong[0].outer}, Fill::even_odd).ok());
  }
  const std::vector<Polygon> nothing{{{}, {}}, {{{0, 0}}, {{}}}, {{{0, 0}, {1, 1}}, {}}};
  EXPECT_DOUBLE_EQ(m2(united(nothing)), 0);
  std::vector<Polygon> combs;  // 25 million crossings
  for (int i = 0; i < 5000; ++i) {
    combs.push_back(rectangle({i * 1.0, -1}, {i + 0.5, 6000}));
    combs.push_back(rectangle({-1, i * 1.0}, {6000, i + 0.5}));
  }
  EXPECT_EQ(united(combs).error().code, base::Code::out_of_range);
}

}  // namespace
}  // namespace geometry
