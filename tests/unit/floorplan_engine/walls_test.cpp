// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/walls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/floorplan_engine/plans.h"

namespace floorplan::engine {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using words::WallDirection;

double area(const std::vector<Box>& boxes) {
  double sum = 0;
  for (const Box& box : boxes) sum += metres(box.x1 - box.x0) * metres(box.y1 - box.y0);
  return sum;
}

TEST(Region, UnionHasOneOutlineAndNoNeedlessCorners) {
  const std::vector<Box> cross{{0, 10, 30, 20}, {10, 0, 20, 30}};
  const std::vector<Loop> loops = outlines(cross);
  ASSERT_THAT(loops, SizeIs(1));
  EXPECT_THAT(loops[0], SizeIs(12));
}

TEST(Region, AHoleIsALoopOfItsOwnAgainstTheClock) {
  const std::vector<Box> plate{{0, 0, 100, 100}};
  const std::vector<Box> hole{{40, 40, 60, 60}};
  const std::vector<Loop> loops = outlines(plate, hole);
  ASSERT_THAT(loops, SizeIs(2));
  const auto twice_area = [](const Loop& loop) {
    Tick sum = 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Corner a = loop[i];
      const Corner b = loop[(i + 1) % loop.size()];
      sum += (a.x * b.y) - (b.x * a.y);
    }
    return sum;
  };
  EXPECT_EQ(twice_area(loops[0]) + twice_area(loops[1]), 2 * (10'000 - 400));
  EXPECT_LT(std::min(twice_area(loops[0]), twice_area(loops[1])), 0);
}

TEST(Region, BoxesThatTouchInACornerStayTwoLoops) {
  EXPECT_THAT(outlines(std::vector<Box>{{0, 0, 10, 10}, {10, 10, 20, 20}}), SizeIs(2));
}

TEST(Region, CoverIsDisjointAndComplete) {
  const std::vector<Box> boxes{{0, 0, 20, 20}, {10, 10, 30, 30}, {5, 5, 8, 40}};
  double sum = 0;
  for (const Box& box : cover(boxes)) sum += static_cast<double>((box.x1 - box.x0) * (box.y1 - box.y0));
  EXPECT_EQ(sum, 400 + 300 + (3 * 20));
}

TEST(Region, NumbersThatAreNoneAreHarmless) {
  EXPECT_EQ(ticks(std::nan("")), 0);
  EXPECT_EQ(ticks(1e308), ticks(1e7));
}

class TwoRooms : public testing::Test {
 protected:
  void SetUp() override {
    test::add_floor(plan_, "Ground");
    left_ = test::add_room(plan_, "Left", {0, 0, 4, 3});
    right_ = test::add_room(plan_, "Right", {4, 0, 4, 3});
  }
  Plan plan_;
  int left_ = 0, right_ = 0;
};

TEST_F(TwoRooms, ShareOneWallThinnerThanTheOuterOnes) {
  const Walls body = walls(plan_, 0);
  int inner = 0;
  for (const Stretch& stretch : body.stretches) {
    if (!stretch.outer) ++inner;
    EXPECT_EQ(stretch.thickness, stretch.outer ? 1875 : 1500);
  }
  EXPECT_EQ(inner, 1);
  // One outer outline and one for each room.
  EXPECT_THAT(outlines(body.footprint()), SizeIs(3));
}

TEST_F(TwoRooms, ADoorIsAGapUpToItsHead) {
  test::connect_right(plan_, left_, right_, 1, 1.9);
  const Walls body = walls(plan_, 0);
  ASSERT_THAT(body.holes, SizeIs(1));
  EXPECT_EQ(body.holes[0].id, "door:Left-Right");
  EXPECT_NEAR(body.holes[0].width(), 0.9, 1e-9);
  const double whole = area(cover(body.at(2.5)));
  EXPECT_NEAR(whole - area(cover(body.at(1.0))), 0.9 * 0.15, 1e-3);
  EXPECT_THAT(outlines(body.at(1.0)), SizeIs(2)) << "the two rooms are one space through the door";
}

TEST_F(TwoRooms, AWallThatSaysDoorUnderAConnectionIsOneDoor) {
  test::connect_right(plan_, left_, right_, 1, 1.9);
  test::room(plan_, left_).side(WallDirection::right).openings.push_back({.from = 1.05, .to = 1.95, .head = 2.1});
  EXPECT_THAT(walls(plan_, 0).holes, SizeIs(1));
}

TEST_F(TwoRooms, AnOpenSideHasNoWallWhateverTheNeighbourSays) {
  test::open_side(plan_, left_, WallDirection::right);
  const Walls body = walls(plan_, 0);
  EXPECT_THAT(outlines(body.footprint()), SizeIs(2));
  EXPECT_TRUE(body.holes.empty());
}

TEST_F(TwoRooms, ASubRoomHasItsWallsInside) {
  test::add_room(plan_, "Store", {0, 0, 1, 1}, left_);
  EXPECT_THAT(outlines(walls(plan_, 0).footprint()), SizeIs(4));
}

TEST_F(TwoRooms, TheSmallestRoomAtAPoint) {
  const int store = test::add_room(plan_, "Store", {0, 0, 1, 1}, left_);
  const RoomsAt rooms(plan_, 0);
  EXPECT_EQ(rooms.find(0.5, 0.5), store);
  EXPECT_EQ(rooms.find(2, 2), left_);
  EXPECT_EQ(rooms.find(6, 2), right_);
  EXPECT_EQ(rooms.find(9, 2), -1);
}

}  // namespace
}  // namespace floorplan::engine
