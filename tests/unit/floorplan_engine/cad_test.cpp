// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/cad.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "unit/floorplan_engine/plans.h"

namespace floorplan::engine {
namespace {

using drawing::DxfDrawing;
using drawing::DxfInsert;
using drawing::DxfPolyline;
using drawing::DxfText;
using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;
using words::WallDirection;

template <class What>
std::vector<What> on_layer(const DxfDrawing& drawing, const std::string& layer) {
  std::vector<What> out;
  for (const auto& entity : drawing.entities) {
    const auto* what = std::get_if<What>(&entity.what);
    if (entity.layer == layer && what != nullptr) out.push_back(*what);
  }
  return out;
}

// Living | Kitchen side by side, a store within the living room.
class Cad : public testing::Test {
 protected:
  void SetUp() override {
    test::add_floor(plan_, "Ground");
    living_ = test::add_room(plan_, "Living", {1, 2, 5, 4});
    kitchen_ = test::add_room(plan_, "Kitchen", {6, 2, 3, 4});
  }
  Plan plan_;
  int living_ = 0, kitchen_ = 0;
};

TEST_F(Cad, YGoesUp) {
  const auto rooms = on_layer<DxfPolyline>(cad(plan_), "ROOMS");
  ASSERT_THAT(rooms, SizeIs(2));
  const auto highest = std::ranges::max(rooms[0].points, {}, &drawing::Vec::y);
  const auto lowest = std::ranges::min(rooms[0].points, {}, &drawing::Vec::y);
  EXPECT_DOUBLE_EQ(highest.y, -2) << "the upper edge of the sheet's room is its upper edge in CAD";
  EXPECT_DOUBLE_EQ(lowest.y, -6);
}

TEST_F(Cad, CoordinatesAndLabelsAreInTheChosenUnit) {
  const DxfDrawing feet = cad(plan_, {.unit = words::LengthUnit::ft, .area_unit = words::AreaUnit::sqft});
  EXPECT_EQ(feet.unit, drawing::DxfUnit::foot);
  EXPECT_NEAR(on_layer<DxfPolyline>(feet, "ROOMS")[0].points[0].x, 1 / 0.3048, 1e-9);
  std::vector<std::string> words;
  for (const DxfText& text : on_layer<DxfText>(feet, "LABELS")) words.push_back(text.text);
  EXPECT_THAT(words, Contains(HasSubstr("215 ft²")));
  words.clear();
  for (const DxfText& text : on_layer<DxfText>(cad(plan_), "LABELS")) words.push_back(text.text);
  EXPECT_THAT(words, Contains(HasSubstr("20.0 m²"))) << "5 m x 4 m is 20 square metres, never sq ft";
}

TEST_F(Cad, NeighboursShareOneMergedWall) {
  EXPECT_THAT(on_layer<DxfPolyline>(cad(plan_), "WALLS"), SizeIs(3)) << "outside, and one loop for each room";
}

TEST_F(Cad, ADoorIsABlockInAGap) {
  test::connect_right(plan_, living_, kitchen_, 3, 3.9);
  const DxfDrawing drawing = cad(plan_);
  EXPECT_THAT(on_layer<DxfPolyline>(drawing, "WALLS"), SizeIs(2));
  const auto doors = on_layer<DxfInsert>(drawing, "DOORS");
  ASSERT_THAT(doors, SizeIs(1));
  EXPECT_EQ(doors[0].block, "DOOR");
  EXPECT_NEAR(doors[0].scale_x, 0.9, 1e-9);
}

// Where a point of the block comes to lie: scale, turn, move (as every CAD program does it).
drawing::Vec placed(const DxfInsert& insert, double x, double y) {
  const double angle = insert.angle_deg * std::numbers::pi / 180;
  const double sx = x * insert.scale_x;
  const double sy = y * insert.scale_y;
  return {insert.at.x + (sx * std::cos(angle)) - (sy * std::sin(angle)),
          insert.at.y + (sx * std::sin(angle)) + (sy * std::cos(angle))};
}

TEST_F(Cad, TheLeafOpensIntoItsRoomWhateverTheHinge) {
  test::connect_right(plan_, living_, kitchen_, 3, 3.9);
  for (const bool at_a : {true, false}) {
    plan_.connections[0].hinge_at_a = at_a;
    const DxfInsert door = on_layer<DxfInsert>(cad(plan_), "DOORS").at(0);
    const drawing::Vec tip = placed(door, 0, 1);
    EXPECT_LT(tip.x, 5.5) << "the open leaf reaches into the living room";
    EXPECT_NEAR(door.at.y, at_a ? -3 : -3.9, 1e-9);
    const drawing::Vec shut = placed(door, 1, 0);
    EXPECT_NEAR(shut.y, at_a ? -3.9 : -3, 1e-9);
  }
}

TEST_F(Cad, ADoubleDoorIsADoor) {
  test::connect_right(plan_, living_, kitchen_, 3, 4.6, words::DoorType::double_door);
  const DxfDrawing drawing = cad(plan_);
  ASSERT_THAT(on_layer<DxfInsert>(drawing, "DOORS"), SizeIs(1));
  EXPECT_EQ(on_layer<DxfInsert>(drawing, "DOORS")[0].block, "DOUBLE_DOOR");
  EXPECT_TRUE(on_layer<DxfInsert>(drawing, "WINDOWS").empty());
}

TEST_F(Cad, WindowsAreDrawn) {
  test::add_window(plan_, living_, WallDirection::left, 1, 2.5);
  const auto windows = on_layer<DxfInsert>(cad(plan_), "WINDOWS");
  ASSERT_THAT(windows, SizeIs(1));
  EXPECT_NEAR(windows[0].scale_x, 1.5, 1e-9);
  EXPECT_NEAR(placed(windows[0], 1, 0).y, -4.5, 1e-9);
}

TEST_F(Cad, AnOpenSideIsNoWall) {
  test::open_side(plan_, living_, WallDirection::right);
  EXPECT_THAT(on_layer<DxfPolyline>(cad(plan_), "WALLS"), SizeIs(2));
}

TEST_F(Cad, SubRoomsAreThere) {
  test::add_room(plan_, "Store", {1, 2, 1, 1}, living_);
  const DxfDrawing drawing = cad(plan_);
  EXPECT_THAT(on_layer<DxfPolyline>(drawing, "ROOMS"), SizeIs(3));
  EXPECT_THAT(on_layer<DxfPolyline>(drawing, "WALLS"), SizeIs(4));
}

TEST_F(Cad, StairsAndLiftsAreThere) {
  plan_.floors[0].stairs = {0};
  plan_.floors[0].lifts = {0};
  StairPart flight{.outline = {{2, 3}, {3, 3}, {3, 4}, {2, 4}}, .treads = {{{{2, 3}, {3, 3}}}, {{{2, 3.5}, {3, 3.5}}}}};
  plan_.stairs.push_back(
      {.name = "S", .placed = true, .width = 1, .parts = {flight}, .walk_line = {{2.5, 3}, {2.5, 4}}});
  plan_.lifts.push_back({.name = "L", .rect = {7, 3, 1.1, 1.4}, .placed = true, .doors = {words::ViewDirection::left}});
  const DxfDrawing drawing = cad(plan_);
  EXPECT_THAT(on_layer<drawing::DxfLine>(drawing, "STAIRS"), SizeIs(4)) << "two treads and the arrow's head";
  EXPECT_THAT(on_layer<DxfInsert>(drawing, "LIFTS"), SizeIs(1));
}

TEST_F(Cad, FloorsStandSideBySideAndOneCanBeAskedFor) {
  test::add_floor(plan_, "First");
  test::add_room(plan_, "Attic", {1, 2, 8, 4});
  const auto rooms = on_layer<DxfPolyline>(cad(plan_), "ROOMS");
  ASSERT_THAT(rooms, SizeIs(3));
  EXPECT_GT(rooms[2].points[0].x, 9 + 1) << "right of the ground floor";
  EXPECT_THAT(on_layer<DxfPolyline>(cad(plan_, {.floor = 1}), "ROOMS"), SizeIs(1));
}

TEST_F(Cad, EveryInsertHasItsBlockAndEveryLayerIsListed) {
  test::connect_right(plan_, living_, kitchen_, 3, 3.9);
  const DxfDrawing drawing = cad(plan_);
  for (const auto& entity : drawing.entities) {
    EXPECT_TRUE(std::ranges::any_of(drawing.layers, [&](const auto& layer) { return layer.name == entity.layer; }));
    const auto* insert = std::get_if<DxfInsert>(&entity.what);
    if (insert == nullptr) continue;
    EXPECT_TRUE(std::ranges::any_of(drawing.blocks, [&](const auto& block) { return block.name == insert->block; }));
  }
}

TEST(CadOfNothing, IsAnEmptyDrawing) { EXPECT_TRUE(cad({}).entities.empty()); }

}  // namespace
}  // namespace floorplan::engine
