// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "unit/floorplan_engine/plans.h"

namespace floorplan::engine {
namespace {

using drawing::Scene;
using drawing::Solid;
using words::WallDirection;

const Solid* find(const Scene& scene, const std::string& id) {
  for (const Solid& solid : scene.solids) {
    if (solid.id == id) return &solid;
  }
  return nullptr;
}

struct Extent {
  std::array<float, 3> low{1e9F, 1e9F, 1e9F}, high{-1e9F, -1e9F, -1e9F};
};
Extent extent(const std::vector<Solid>& solids, const std::string& prefix) {
  Extent out;
  for (const Solid& solid : solids) {
    if (!solid.id.starts_with(prefix)) continue;
    for (const auto& triangle : solid.triangles) {
      for (const auto& corner : triangle.corners) {
        for (std::size_t k = 0; k < 3; ++k) {
          out.low[k] = std::min(out.low[k], corner[k]);
          out.high[k] = std::max(out.high[k], corner[k]);
        }
      }
    }
  }
  return out;
}

// Six times the volume, by the divergence theorem: right only if all faces look outwards.
double volume6(const std::vector<Solid>& solids, const std::string& prefix) {
  double sum = 0;
  for (const Solid& solid : solids) {
    if (!solid.id.starts_with(prefix)) continue;
    for (const auto& triangle : solid.triangles) {
      const auto& [a, b, c] = triangle.corners;
      sum += (static_cast<double>(a[0]) * ((static_cast<double>(b[1]) * c[2]) - (static_cast<double>(b[2]) * c[1]))) +
             (static_cast<double>(a[1]) * ((static_cast<double>(b[2]) * c[0]) - (static_cast<double>(b[0]) * c[2]))) +
             (static_cast<double>(a[2]) * ((static_cast<double>(b[0]) * c[1]) - (static_cast<double>(b[1]) * c[0])));
    }
  }
  return sum;
}

class SceneTest : public testing::Test {
 protected:
  void SetUp() override {
    test::add_floor(plan_, "Ground");
    living_ = test::add_room(plan_, "Living", {0, 0, 5, 4});
    kitchen_ = test::add_room(plan_, "Kitchen", {5, 0, 3, 4});
  }
  double wall_volume(const Plan& plan) const { return volume6(scene(plan).solids, "walls:") / 6; }
  Plan plan_;
  int living_ = 0, kitchen_ = 0;
};

// Walls stand on y = 0, so the faces left out below do not count: the volume is exact.
TEST_F(SceneTest, WallsHaveTheirVolumeAndLookOutwards) {
  const double outline = ((8 + 0.1875) * (4 + 0.1875)) - ((8 - 0.1875) * (4 - 0.1875));
  const double between = 0.15 * (4 - 0.1875);
  EXPECT_NEAR(wall_volume(plan_), (outline + between) * 2.7, 0.01);
}

TEST_F(SceneTest, ADoorIsATrueHole) {
  const double whole = wall_volume(plan_);
  test::connect_right(plan_, living_, kitchen_, 1, 1.9);
  EXPECT_NEAR(whole - wall_volume(plan_), 0.9 * 2.1 * 0.15, 0.005);
  EXPECT_NE(find(scene(plan_), "door:Living-Kitchen"), nullptr);
}

TEST_F(SceneTest, AWindowHasSillAndHeadAndAPane) {
  const double whole = wall_volume(plan_);
  test::add_window(plan_, living_, WallDirection::left, 1, 2.5);
  EXPECT_NEAR(whole - wall_volume(plan_), 1.5 * 1.2 * 0.1875, 0.005);
  const Scene made = scene(plan_);
  bool translucent = false;
  for (const Solid& solid : made.solids) {
    if (solid.id == "window:Living.left") {
      translucent = translucent || made.materials[static_cast<std::size_t>(solid.material)].colour.a < 255;
    }
  }
  EXPECT_TRUE(translucent);
}

TEST_F(SceneTest, OpenSidesHaveNoWall) {
  const double whole = wall_volume(plan_);
  test::open_side(plan_, kitchen_, WallDirection::left);
  EXPECT_NEAR(whole - wall_volume(plan_), 0.15 * (4 - 0.1875) * 2.7, 0.01);
}

TEST_F(SceneTest, SubRoomsHaveWallsAndFloors) {
  const double whole = wall_volume(plan_);
  test::add_room(plan_, "Store", {0, 0, 1, 1}, living_);
  EXPECT_GT(wall_volume(plan_), whole + 0.5);
  EXPECT_NE(find(scene(plan_), "room:Store"), nullptr);
}

TEST_F(SceneTest, StoreysAreStackedByHeightAndSlab) {
  test::add_floor(plan_, "First");
  test::add_room(plan_, "Attic", {0, 0, 8, 4});
  const Scene made = scene(plan_);
  EXPECT_NEAR(extent(made.solids, "room:Attic").low[1], 2.9, 1e-5);
  EXPECT_NEAR(extent(made.solids, "walls:First").high[1], 5.6, 1e-5);
  const Scene alone = scene(plan_, {.floor = 1});
  EXPECT_NEAR(extent(alone.solids, "room:Attic").low[1], 0, 1e-5);
  EXPECT_EQ(find(alone, "room:Living"), nullptr);
}

TEST_F(SceneTest, WallsCanBeCutToLookInside) {
  test::add_window(plan_, living_, WallDirection::left, 1, 2.5);
  StairPart flight{.outline = {{1, 1}, {2, 1}, {2, 3}, {1, 3}}, .z_from = 0, .z_to = 2.9};
  for (int i = 0; i < 4; ++i) flight.treads.push_back({{{1, 1 + (0.5 * i)}, {2, 1 + (0.5 * i)}}});
  plan_.floors[0].stairs = {0};
  plan_.stairs.push_back({.name = "Main", .box = {1, 1, 1, 2}, .placed = true, .parts = {flight}});
  const Scene made = scene(plan_, {.floor = 0, .cut_height = 1.2});
  for (const Solid& solid : made.solids) {
    for (const auto& triangle : solid.triangles) {
      for (const auto& corner : triangle.corners) EXPECT_LE(corner[1], 1.2F + 1e-5F) << solid.id;
    }
  }
}

TEST_F(SceneTest, StylesGiveTheirColours) {
  test::room(plan_, living_).look.floor_color = 0x123456;
  test::room(plan_, living_).look.wall_color = 0xabcdef;
  const Scene made = scene(plan_);
  const Solid* floor = find(made, "room:Living");
  ASSERT_NE(floor, nullptr);
  EXPECT_EQ(made.materials[static_cast<std::size_t>(floor->material)].colour, drawing::colour(0x123456));
  EXPECT_NE(find(made, "walls:Ground/#abcdef"), nullptr);
}

TEST_F(SceneTest, ElevationLiftsTheFloor) {
  test::room(plan_, kitchen_).elevation = -0.5;
  EXPECT_NEAR(extent(scene(plan_).solids, "room:Kitchen").high[1], -0.5, 1e-5);
}

TEST_F(SceneTest, StairsAreStepsAndTheSlabAboveHasAWell) {
  StairPart flight{.outline = {{1, 1}, {2, 1}, {2, 3}, {1, 3}}, .z_from = 0, .z_to = 2.9};
  for (int i = 0; i < 4; ++i) flight.treads.push_back({{{1, 1 + (0.5 * i)}, {2, 1 + (0.5 * i)}}});
  plan_.floors[0].stairs = {0};
  plan_.stairs.push_back(
      {.name = "Main", .box = {1, 1, 1, 2}, .placed = true, .rise = 2.9, .width = 1, .tread = 0.5, .parts = {flight}});
  test::add_floor(plan_, "First");
  test::add_room(plan_, "Attic", {0, 0, 8, 4});
  const Scene made = scene(plan_);
  const Solid* stair = find(made, "stair:Main");
  ASSERT_NE(stair, nullptr);
  EXPECT_EQ(stair->triangles.size(), 4 * 12U);
  EXPECT_NEAR(extent(made.solids, "stair:Main").high[1], 2.9, 1e-5);
  EXPECT_NEAR(extent(made.solids, "stair:Main").high[2], 3, 1e-5) << "the last step ends with the flight";
  // The attic's floor has no triangle over the well.
  for (const auto& triangle : find(made, "room:Attic")->triangles) {
    const float x = (triangle.corners[0][0] + triangle.corners[1][0] + triangle.corners[2][0]) / 3;
    const float z = (triangle.corners[0][2] + triangle.corners[1][2] + triangle.corners[2][2]) / 3;
    EXPECT_FALSE(x > 1 && x < 2 && z > 1 && z < 3);
  }
}

TEST(SceneOfNothing, IsEmpty) { EXPECT_TRUE(scene({}).solids.empty()); }

}  // namespace
}  // namespace floorplan::engine
