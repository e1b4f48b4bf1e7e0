// SPDX-License-Identifier: Apache-2.0
// Laws that hold for every shape, tried on random ones. RC_PARAMS="seed=…" repeats a failure.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "geometry/arrangement.h"
#include "geometry/clip.h"
#include "geometry/path.h"
#include "geometry/prism.h"
#include "geometry/rooms.h"
#include "geometry/solid.h"
#include "geometry/triangulate.h"

namespace geometry {
namespace {

// A length in metres on a grid of millimetres, so that shapes touch and coincide often.
rc::Gen<double> millimetres(int low, int high) {
  return rc::gen::map(rc::gen::inRange(low, high + 1), [](int mm) { return mm / 1000.0; });
}
rc::Gen<double> coarse(int low, int high) {
  return rc::gen::map(rc::gen::inRange(low, high + 1), [](int half_metres) { return half_metres / 2.0; });
}

// A star: simple whatever the radii are.
Polygon any_star() {
  const int corners = *rc::gen::inRange(3, 12);
  const Vec2 centre{*coarse(-8, 8), *coarse(-8, 8)};
  Polygon polygon;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners, radius = *millimetres(300, 5000);
    polygon.outer.push_back(centre + Vec2{radius * std::cos(angle), radius * std::sin(angle)});
  }
  return polygon;
}
Polygon any_rectangle() {
  const Vec2 low{*coarse(-8, 8), *coarse(-8, 8)};
  return rectangle(low, low + Vec2{*coarse(1, 10), *coarse(1, 10)});
}
Polygon any_polygon() { return *rc::gen::arbitrary<bool>() ? any_star() : any_rectangle(); }
Prism any_prism() {
  const double bottom = *coarse(-4, 4);
  auto prism = Prism::extruded(any_polygon(), bottom, bottom + *coarse(1, 6));
  RC_ASSERT(prism.ok());
  return *rc::gen::arbitrary<bool>() ? std::move(*prism) : prism->turned(*millimetres(0, 6000), {});
}
double m2(const Result<std::vector<Polygon>>& polygons) {
  RC_ASSERT(polygons.ok());
  return area(*polygons);
}
double shared(const Prism& a, const Prism& b) {
  const auto found = overlap(a, b);
  return found ? found->volume_m3 : 0;
}

TEST(GeometryProperty, PlanBooleansAreASet) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Polygon> a{any_polygon()}, b{any_polygon()};
    const double both = m2(combine(a, b, Operation::unite)), common = m2(combine(a, b, Operation::intersect));
    RC_ASSERT(std::abs(both - m2(combine(b, a, Operation::unite))) < 1e-7);
    RC_ASSERT(std::abs(area(a) + area(b) - both - common) < 1e-6);
    RC_ASSERT(std::abs(m2(combine(a, b, Operation::subtract)) + common - area(a)) < 1e-6);
  }));
}

TEST(GeometryProperty, AConvexOutlineComesBackFromAnOffset) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Polygon> a{any_rectangle()};
    const double by = *millimetres(1, 2000);
    const auto out = offset(a, by, Corner::mitre);
    RC_ASSERT(out.ok());
    RC_ASSERT(std::abs(m2(offset(*out, -by, Corner::mitre)) - area(a)) < 1e-6);
    const std::vector<Polygon> star{any_star()};
    const double grown = m2(offset(star, by, Corner::round));
    RC_ASSERT(grown > area(star));
    const auto shrunk =
        offset(*offset(star, by, Corner::round), -by, Corner::round);  // a closing: never less than before
    RC_ASSERT(m2(combine(star, *shrunk, Operation::subtract)) < 1e-2);
  }));
}

TEST(GeometryProperty, PrismsObeyInclusionAndExclusion) {
  EXPECT_TRUE(rc::check([] {
    const auto a = any_prism(), b = any_prism();
    const double common = shared(a, b);
    RC_ASSERT(std::abs(common - shared(b, a)) < 1e-10);
    RC_ASSERT(std::abs(a.without(b).volume_m3() - (a.volume_m3() - common)) < 1e-9);
    RC_ASSERT(shared(a.without(b), b) < 1e-9);
  }));
}

TEST(GeometryProperty, SolidsAndPrismsAgree) {
  EXPECT_TRUE(rc::check([] {
    const auto a = any_prism(), b = any_prism();
    const auto sa = Solid::from_prism(a), sb = Solid::from_prism(b);
    RC_ASSERT(sa.ok() && sb.ok());
    const double least = std::min(a.volume_m3(), b.volume_m3()), common = shared(a, b);
    const auto volume = [&](const Solid& x, const Solid& y, Operation how) { return combine(x, y, how)->volume_m3(); };
    RC_ASSERT(std::abs(sa->volume_m3() - a.volume_m3()) <= 1e-9 * a.volume_m3());
    RC_ASSERT(std::abs(volume(*sa, *sb, Operation::intersect) - common) <= 1e-9 * least);
    RC_ASSERT(std::abs(volume(*sb, *sa, Operation::intersect) - common) <= 1e-9 * least);
    RC_ASSERT(std::abs(volume(*sa, *sb, Operation::unite) - volume(*sb, *sa, Operation::unite)) <= 1e-9 * least);
    RC_ASSERT(std::abs(volume(*sa, *sb, Operation::unite) - (a.volume_m3() + b.volume_m3() - common)) <= 1e-9 * least);
    RC_ASSERT(std::abs(volume(*sa, *sb, Operation::subtract) - (a.volume_m3() - common)) <= 1e-9 * least);
  }));
}

TEST(GeometryProperty, FacesCoverTheArea) {
  EXPECT_TRUE(rc::check([] {
    const auto frame = rectangle({0, 0}, {8, 8}).outer;
    std::vector<Line> lines;
    for (std::size_t i = 0; i < 4; ++i) lines.push_back({frame[i], frame[(i + 1) % 4]});
    const int count = *rc::gen::inRange(0, 12);
    for (int i = 0; i < count; ++i)
      lines.push_back({{*coarse(0, 16), *coarse(0, 16)}, {*millimetres(0, 8000), *millimetres(0, 8000)}});
    const auto made = arrange(lines, 1e-6);
    RC_ASSERT(made.ok());
    double sum = 0;
    for (const auto& face : made->faces) sum += area(face.polygon);
    RC_ASSERT(std::abs(sum - 64) < 1e-4);
    for (const auto& piece : made->pieces) RC_ASSERT(!piece.lines.empty());
  }));
}

TEST(GeometryProperty, TrianglesAndConvexPiecesFill) {
  EXPECT_TRUE(rc::check([] {
    const auto polygon = any_star();
    const auto triangles = triangulate(polygon);
    RC_ASSERT(triangles.ok());
    RC_ASSERT(triangles->size() == polygon.outer.size() - 2);
    double sum = 0;
    const auto pieces = convex_pieces(polygon);
    RC_ASSERT(pieces.ok());
    for (const auto& piece : *pieces) sum += signed_area(piece);
    RC_ASSERT(std::abs(sum - area(polygon)) < 1e-9);
  }));
}

TEST(GeometryProperty, AWayIsNoShorterThanTheLineAndNoLongerThanADetour) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Polygon> hall{rectangle({-20, -20}, {20, 20})};
    const auto floor = combine(hall, std::vector<Polygon>{any_polygon(), any_rectangle()}, Operation::subtract);
    RC_ASSERT(floor.ok());
    const Vec2 from{-19, *coarse(-30, 30)}, to{19, *coarse(-30, 30)}, by{*coarse(-30, 30), 19};
    if (!check((*floor)[0]).ok()) return;  // the obstacles touch in a point
    const auto direct = shortest_path((*floor)[0], from, to), back = shortest_path((*floor)[0], to, from);
    const auto first = shortest_path((*floor)[0], from, by), second = shortest_path((*floor)[0], by, to);
    RC_ASSERT(direct.ok() && back.ok() && first.ok() && second.ok());
    RC_ASSERT(direct->length_m >= length(to - from) - 1e-9);
    RC_ASSERT(std::abs(direct->length_m - back->length_m) < 1e-6);
    RC_ASSERT(direct->length_m <= first->length_m + second->length_m + 1e-6);
  }));
}

TEST(GeometryProperty, RoomsAndWallsFillTheHouse) {
  EXPECT_TRUE(rc::check([] {
    const double thickness = *millimetres(50, 400);
    const auto frame = rectangle({0, 0}, {12, 9}).outer;
    std::vector<WallLine> walls;
    for (std::size_t i = 0; i < 4; ++i) walls.push_back({frame[i], frame[(i + 1) % 4], thickness});
    const int across = *rc::gen::inRange(0, 3), along = *rc::gen::inRange(0, 3);
    for (int i = 1; i <= across; ++i) walls.push_back({{i * 3.0, 0}, {i * 3.0, 9}, thickness});
    for (int i = 1; i <= along; ++i) walls.push_back({{0, i * 2.5}, {12, i * 2.5}, thickness});
    const auto rooms = find_rooms(walls, {}, 1e-3);
    const auto joined = join_walls(walls, 1e-3);
    RC_ASSERT(rooms.ok() && joined.ok());
    RC_ASSERT(static_cast<int>(rooms->size()) == (across + 1) * (along + 1));
    double sum = 0;
    for (const auto& room : *rooms) sum += room.net_m2();
    for (const auto& outlines : joined->outlines) sum += area(outlines);
    RC_ASSERT(std::abs(sum - (12 + thickness) * (9 + thickness)) < 1e-5);
  }));
}

}  // namespace
}  // namespace geometry
