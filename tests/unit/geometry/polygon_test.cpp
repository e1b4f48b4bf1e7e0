// SPDX-License-Identifier: Apache-2.0
#include "geometry/polygon.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "geometry/orientation.h"
#include "geometry/triangulate.h"

namespace geometry {
namespace {

Polygon frame() { return {{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{{1, 1}, {1, 3}, {3, 3}, {3, 1}}}}; }

TEST(Polygon, MeasuresWhatAHandComputes) {
  EXPECT_DOUBLE_EQ(area(frame()), 12);
  EXPECT_DOUBLE_EQ(perimeter(frame()), 24);
  EXPECT_EQ(centroid(frame()), (Vec2{2, 2}));
  const Polygon l{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}, {}};
  EXPECT_DOUBLE_EQ(area(l), 4);
  EXPECT_NEAR(centroid(l).x, (2 * 1 + 2 * 0.5) / 4, 1e-15);
  EXPECT_NEAR(centroid(l).y, (2 * 0.5 + 2 * 2.0) / 4, 1e-15);
}

TEST(Polygon, MeasuresAsWellFarAway) {
  Polygon far = frame();
  for (auto* ring : {&far.outer, &far.holes[0]})
    for (auto& point : *ring) point = point + Vec2{5e6, -5e6};
  EXPECT_DOUBLE_EQ(area(far), 12);
  EXPECT_EQ(centroid(far), (Vec2{5e6 + 2, -5e6 + 2}));
}

TEST(Polygon, OrientationIsExactWhereDoublesAreNot) {
  // On the line y = x to the last bit, and one bit beside it (C. Kettner and others, "Classroom examples of robustness
  // problems").
  const Vec2 b{12, 12}, c{24, 24};
  EXPECT_EQ(orientation({0.5, 0.5}, b, c), 0);
  EXPECT_EQ(orientation({0.5, std::nextafter(0.5, 1)}, b, c), 1);
  EXPECT_EQ(orientation({std::nextafter(0.5, 1), 0.5}, b, c), -1);
  int wrong = 0;
  for (int i = 0; i < 256; ++i)
    for (int j = 0; j < 256; ++j) {
      const double step = std::ldexp(1, -53);
      const int expected = i == j ? 0 : i > j ? -1 : 1;
      wrong += orientation({0.5 + i * step, 0.5 + j * step}, b, c) != expected && ((i | j) & 1) == 0;
    }
  EXPECT_EQ(wrong, 0);
}

TEST(Polygon, PointsAreInsideOutsideOrOnTheBoundary) {
  EXPECT_EQ(locate(frame(), {0.5, 0.5}), Place::inside);
  EXPECT_EQ(locate(frame(), {2, 2}), Place::outside);
  EXPECT_EQ(locate(frame(), {5, 2}), Place::outside);
  EXPECT_EQ(locate(frame(), {1, 2}), Place::boundary);
  EXPECT_EQ(locate(frame(), {4, 4}), Place::boundary);
  EXPECT_EQ(locate(frame(), {-1, 4}), Place::outside);  // in line with an edge
}

TEST(Polygon, WhatCannotBeBuiltIsRefusedWithThePlace) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    Polygon polygon;
    std::string path;
  } cases[] = {
      {{{{0, 0}, {1, 0}}, {}}, "outline[2]"},                        // two corners
      {{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, {}}, "outline[0]"},        // a bow
      {{{{0, 0}, {1, 0}, {1, 0}, {0, 1}}, {}}, "outline[1]"},        // twice in a row
      {{{{0, 0}, {1, 0}, {2, 0}}, {}}, "outline[0]"},                // flat
      {{{{0, 0}, {4, 0}, {4, 4}, {6, 4}, {4, 4}, {0, 4}}, {}}, ""},  // a spike
      {{{{0, 0}, {1, 0}, {1, nan}}, {}}, "points[2]"},
      {{{{0, 0}, {1e300, 0}, {1, 1}}, {}}, "points[1]"},
      {{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{{5, 5}, {6, 5}, {6, 6}}}}, "holes[0]"},  // outside
      {{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{{1, 1}, {5, 1}, {2, 2}}}}, ""},          // through the outline
      {{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{{1, 1}, {8, 1}, {8, 8}}, {{6, 3}, {7, 3}, {7, 4}}}}, "holes[1]"},
  };
  for (const auto& each : cases) {
    const auto said = check(each.polygon);
    ASSERT_FALSE(said.ok());
    EXPECT_TRUE(each.path.empty() || said.error().path == each.path)
        << said.error().path << ": " << said.error().message;
  }
  EXPECT_TRUE(check(frame()).ok());
  const Polygon touching{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{{0, 2}, {2, 1}, {2, 3}}}};
  EXPECT_TRUE(check(touching).ok()) << check(touching).error().message;
}

TEST(Polygon, TheFirstMeetingSaysWhere) {
  const auto found = first_meeting({{{0, 0}, {2, 2}, {2, 0}, {0, 2}}, {}});
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->at, (Vec2{1, 1}));
}

TEST(Polygon, OutlinesMadeToTakeLongAreRefused) {
  Polygon comb;  // every edge's box overlaps every other's
  for (int i = 0; i < 20000; ++i) comb.outer.push_back(i % 2 == 0 ? Vec2{i * 1e-4, 0} : Vec2{1e3 + i * 1e-4, 1e3});
  comb.outer.push_back({2e3, -1});
  const auto said = check(comb);
  ASSERT_FALSE(said.ok());
  Polygon huge;
  huge.outer.resize(most_points + 1);
  EXPECT_EQ(check(huge).error().code, base::Code::out_of_range);
}

TEST(Polygon, TrianglesFillIt) {
  for (bool reversed : {false, true}) {
    Polygon polygon = frame();
    if (reversed) {
      std::ranges::reverse(polygon.outer);
      std::ranges::reverse(polygon.holes[0]);
    }
    const auto triangles = triangulate(polygon);
    ASSERT_TRUE(triangles.ok());
    EXPECT_EQ(triangles->size(), 8u);
    const auto points = points_of(polygon);
    double sum = 0;
    for (const auto& t : *triangles) {
      const double one = signed_area(std::vector{points[t[0]], points[t[1]], points[t[2]]});
      EXPECT_GT(one, 0);
      sum += one;
    }
    EXPECT_DOUBLE_EQ(sum, 12);
  }
}

TEST(Polygon, ConvexPiecesAreFewAndConvex) {
  const auto pieces = convex_pieces(frame());
  ASSERT_TRUE(pieces.ok());
  EXPECT_LE(pieces->size(), 8u);
  double sum = 0;
  for (const auto& ring : *pieces) {
    sum += signed_area(ring);
    for (std::size_t i = 0; i < ring.size(); ++i)
      EXPECT_GE(orientation(ring[i], ring[(i + 1) % ring.size()], ring[(i + 2) % ring.size()]), 0);
  }
  EXPECT_DOUBLE_EQ(sum, 12);
  EXPECT_EQ(convex_pieces(rectangle({0, 0}, {2, 3}))->size(), 1u);
}

TEST(Polygon, WhatCrossesItselfCannotBeFilled) {
  EXPECT_FALSE(triangulate({{{0, 0}, {2, 2}, {2, 0}, {0, 3}}, {}}).ok());
  EXPECT_FALSE(triangulate({{{0, 0}, {2, 2}}, {}}).ok());
  EXPECT_FALSE(triangulate({frame().outer, {{}}}).ok());
  EXPECT_FALSE(triangulate({frame().outer, {{{1, 1}, {2, 2}}}}).ok());
}

}  // namespace
}  // namespace geometry
