// SPDX-License-Identifier: Apache-2.0
#include "geometry/solid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "support/wall_proof.h"

namespace geometry {
namespace {

Prism box(Vec3 low, Vec3 high) { return *Prism::extruded(rectangle({low.x, low.y}, {high.x, high.y}), low.z, high.z); }
Solid solid(const Prism& prism) { return *Solid::from_prism(prism); }

Mesh tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

TEST(Solid, BooleansOfBoxes) {
  const auto a = solid(box({0, 0, 0}, {2, 2, 2})), b = solid(box({1, 1, 1}, {3, 3, 3}));
  EXPECT_NEAR(combine(a, b, Operation::unite)->volume_m3(), 15, 1e-12);
  EXPECT_NEAR(combine(a, b, Operation::intersect)->volume_m3(), 1, 1e-12);
  EXPECT_NEAR(combine(a, b, Operation::subtract)->volume_m3(), 7, 1e-12);
  EXPECT_NEAR(combine(a, b, Operation::subtract)->surface_m2(), 24, 1e-12);
  EXPECT_TRUE(combine(a, solid(box({5, 5, 5}, {6, 6, 6})), Operation::intersect)->empty());
  EXPECT_NEAR(combine(a, {}, Operation::unite)->volume_m3(), 8, 1e-12);
  EXPECT_TRUE(combine({}, a, Operation::subtract)->empty());
}

TEST(Solid, FacesThatCoincideAreOne) {
  const auto a = solid(box({0, 0, 0}, {1, 1, 1})), b = solid(box({1, 0, 0}, {2, 1, 1}));
  const auto both = combine(a, b, Operation::unite);
  EXPECT_NEAR(both->volume_m3(), 2, 1e-12);
  EXPECT_NEAR(both->surface_m2(), 10, 1e-12);
  EXPECT_TRUE(combine(a, b, Operation::intersect)->empty());
  EXPECT_TRUE(combine(a, a, Operation::subtract)->empty());
}

TEST(Solid, APrismKeepsItsVolumeAndSurface) {
  for (const Vec2 origin : {Vec2{}, Vec2{500'000, -500'000}}) {
    const auto walls = tests::proof_walls(4, origin);
    for (const auto& wall : walls) {
      const auto made = solid(wall);
      EXPECT_NEAR(made.volume_m3(), wall.volume_m3(), 1e-9);
      EXPECT_NEAR(made.surface_m2(), wall.surface_m2(), 1e-8);
      EXPECT_TRUE(closure_of(made.mesh()).closed());
    }
  }
}

TEST(Solid, TheProofOfWallsBySolids) {
  const auto walls = tests::proof_walls(60);
  std::vector<Solid> solids;
  for (const auto& wall : walls) solids.push_back(solid(wall));
  double ours = 0;
  for (std::size_t i = 0; i < walls.size(); ++i)
    for (std::size_t j = i + 1; j < walls.size(); ++j)
      if (overlap(walls[i].box(), walls[j].box()))
        ours += combine(solids[i], solids[j], Operation::intersect)->volume_m3();
  EXPECT_NEAR(ours, tests::clash(walls).volume_m3, 1e-9);
}

TEST(Solid, AMeshIsTakenAsItIsOrRefusedWithAReason) {
  EXPECT_NEAR(Solid::from_mesh(tetrahedron())->volume_m3(), 1.0 / 6, 1e-15);
  Mesh inside_out = tetrahedron();
  for (auto& each : inside_out.triangles) std::swap(each[0], each[1]);
  EXPECT_NEAR(Solid::from_mesh(inside_out)->volume_m3(), 1.0 / 6, 1e-15);
  Mesh soup;  // every triangle with points of its own, as files have them
  for (const auto& each : tetrahedron().triangles) {
    const auto begin = static_cast<std::uint32_t>(soup.points.size());
    for (const auto index : each) soup.points.push_back(tetrahedron().points[index]);
    soup.triangles.push_back({begin, begin + 1, begin + 2});
  }
  EXPECT_NEAR(Solid::from_mesh(soup)->volume_m3(), 1.0 / 6, 1e-15);

  Mesh open = tetrahedron();
  open.triangles.pop_back();
  EXPECT_EQ(closure_of(open).open_edges, 3u);
  EXPECT_EQ(Solid::from_mesh(open).error().message,
            "the solid cannot be made: the surface is open: 3 edges have a face on one side only");
  Mesh twisted = tetrahedron();
  std::swap(twisted.triangles[0][0], twisted.triangles[0][1]);
  EXPECT_EQ(closure_of(twisted).twisted_edges, 3u);
  EXPECT_FALSE(Solid::from_mesh(twisted).ok());
}

TEST(Solid, PointsAreWeldedWithinADistance) {
  Mesh near = tetrahedron();
  near.points.push_back({1e-7, 0, 0});
  near.triangles[0][0] = 4;
  EXPECT_FALSE(closure_of(welded(near)).closed());
  EXPECT_TRUE(closure_of(welded(near, 1e-6)).closed());
  EXPECT_EQ(welded(near, 1e-6).points.size(), 4u);
}

TEST(Solid, HostileMeshesAreErrors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {nan, 1e300, std::numeric_limits<double>::infinity()}) {
    Mesh mesh = tetrahedron();
    mesh.points[2].y = bad;
    EXPECT_FALSE(Solid::from_mesh(mesh).ok());
    EXPECT_FALSE(Solid::from_mesh(tetrahedron())->cut({0, 0, bad}, {0, 0, 1}).ok());
  }
  Mesh beyond = tetrahedron();
  beyond.triangles[1][1] = 9;
  EXPECT_EQ(Solid::from_mesh(beyond).error().path, "triangles[1]");
  EXPECT_FALSE(Solid::from_mesh({}).ok());
  EXPECT_FALSE(Solid::from_mesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}}).ok());  // flat
  EXPECT_FALSE(Solid::from_mesh(tetrahedron())->cut({}, {}).ok());
}

TEST(Solid, PlansAndSections) {
  const auto wall = Prism::bar({0, 0}, {6, 0}, 0.2, 0, 3), door = Prism::bar({2.5, 0}, {3.4, 0}, 0.3, 0, 2.1);
  const auto made = solid(wall->without(*door).moved({1000, 2000, 0}));
  const auto plan = made.cut({0, 0, 1}, {0, 0, 1});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->polygons.size(), 2u);
  EXPECT_NEAR(area(plan->polygons), 0.2 * 5.1, 1e-8);
  EXPECT_NEAR(box_of(plan->polygons[0].outer).low.y, 1999.9, 1e-8);
  // Along the wall, seen from the south: x to the right, z up.
  const auto section = made.cut({1000, 2000, 0}, {0, -1, 0});
  ASSERT_TRUE(section.ok());
  EXPECT_EQ(section->right, (Vec3{1, 0, 0}));
  EXPECT_EQ(section->up, (Vec3{0, 0, 1}));
  EXPECT_NEAR(area(section->polygons), 6 * 3 - 0.9 * 2.1, 1e-8);
  EXPECT_NEAR(box_of(section->polygons[0].outer).high.y, 3, 1e-9);
  // A face in the plane counts where the solid is on the normal's side.
  EXPECT_NEAR(area(made.cut({0, 0, 0}, {0, 0, 1})->polygons), 0.2 * 5.1, 1e-8);
  EXPECT_TRUE(made.cut({0, 0, 3}, {0, 0, 1})->polygons.empty());
  EXPECT_NEAR(area(made.cut({0, 0, 3}, {0, 0, -1})->polygons), 0.2 * 6, 1e-8);
}

TEST(Solid, ACutThroughAPipeHasAHole) {
  const auto pipe = solid(box({0, 0, 0}, {4, 4, 4}).without(box({1, 1, -1}, {3, 3, 5})));
  const auto cut = pipe.cut({0, 0, 2}, {0, 0, 1});
  ASSERT_EQ(cut->polygons.size(), 1u);
  EXPECT_EQ(cut->polygons[0].holes.size(), 1u);
  EXPECT_NEAR(area(cut->polygons), 12, 1e-9);
}

}  // namespace
}  // namespace geometry
