// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/floorplan_engine/plans.h"

namespace floorplan::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using words::AreaUnit;
using words::LengthUnit;
using words::WallDirection;

class Measure : public testing::Test {
 protected:
  void SetUp() override {
    test::add_floor(plan_, "Ground");
    living_ = test::add_room(plan_, "Living", {0, 0, 5, 5});
    kitchen_ = test::add_room(plan_, "Kitchen", {5, 0, 3, 4});
    store_ = test::add_room(plan_, "Store", {0, 0, 1, 2}, living_);
  }
  Plan plan_;
  int living_ = 0, kitchen_ = 0, store_ = 0;
};

TEST_F(Measure, AFiveByFiveMetreRoomHasTwentyFiveSquareMetres) {
  const Analysis analysis = measure(plan_);
  EXPECT_NEAR(analysis.rooms[0].area, 25, 1e-9);
  EXPECT_NEAR(analysis.rooms[0].volume, 25 * 2.7, 1e-9);
}

TEST_F(Measure, SubRoomsAreReportedButNotCountedTwice) {
  const Analysis analysis = measure(plan_);
  ASSERT_THAT(analysis.rooms, SizeIs(3));
  EXPECT_EQ(analysis.rooms[2].room, store_);
  EXPECT_NEAR(analysis.rooms[2].area, 2, 1e-9);
  EXPECT_EQ(analysis.room_count, 2);
  EXPECT_EQ(analysis.sub_room_count, 1);
  EXPECT_NEAR(analysis.area, 25 + 12, 1e-9);
}

TEST_F(Measure, NetIsWithinTheWallsAndGrossWithThem) {
  const Analysis analysis = measure(plan_);
  const double half_outer = 0.1875 / 2;
  const double half_inner = 0.075;
  // The right wall is inner beside the kitchen (4 m) and outer below it (1 m).
  EXPECT_NEAR(analysis.rooms[1].net, (3 - half_outer - half_inner) * (4 - 0.1875), 1e-3);
  EXPECT_GT(analysis.gross, analysis.area);
  EXPECT_LT(analysis.net, analysis.area);
  EXPECT_NEAR(analysis.floors[0].efficiency, 37.0 / 40, 1e-9);
}

TEST(MeasureOfNothing, HasNoEfficiency) {
  Plan plan;
  test::add_floor(plan, "Empty");
  const Analysis analysis = measure(plan);
  EXPECT_EQ(analysis.floors[0].efficiency, 0);
  EXPECT_EQ(analysis.gross, 0);
}

TEST(Show, LengthsAsPeopleWriteThem) {
  EXPECT_EQ(show_length(3.2, LengthUnit::m), "3.20 m");
  EXPECT_EQ(show_length(10.5 * 0.3048, LengthUnit::ft), "10' 6\"");
  EXPECT_EQ(show_length(5 * 0.3048, LengthUnit::ft), "5'");
  EXPECT_EQ(show_length(11.99 * 0.0254 * 12, LengthUnit::ft), "12'") << "never 11' 12\"";
  EXPECT_EQ(show_length(7 * 0.0254, LengthUnit::ft), "7\"");
  EXPECT_EQ(show_length(0, LengthUnit::ft), "0'");
  EXPECT_EQ(show_length(3.2, LengthUnit::mm), "3200 mm");
  EXPECT_EQ(show_length(3.2, LengthUnit::cm), "320 cm");
  EXPECT_EQ(show_length(std::nan(""), LengthUnit::m), "?");
  EXPECT_EQ(show_area(25, AreaUnit::sqm), "25.0 m²");
  EXPECT_EQ(show_area(25, AreaUnit::sqft), "269 ft²");
}

TEST_F(Measure, TheDoorScheduleSaysWhichWayADoorSwings) {
  test::connect_right(plan_, living_, kitchen_, 1, 1.9);
  const Schedule doors = door_schedule(plan_, {LengthUnit::mm, AreaUnit::sqm});
  EXPECT_THAT(doors.columns, ElementsAre("id", "kind", "floor", "from", "to", "width_mm", "height_mm", "area_sqm",
                                         "opens_into", "swing"));
  ASSERT_THAT(doors.rows, SizeIs(1));
  // Seen from the living room, facing right: the hinge at the upper end is on the left.
  EXPECT_THAT(csv(doors), HasSubstr("door:Living-Kitchen,door,Ground,Living,Kitchen,900,2100,1.89,Living,left\r\n"));
  plan_.connections[0].hinge_at_a = false;
  EXPECT_THAT(csv(door_schedule(plan_, {LengthUnit::mm, AreaUnit::sqm})), HasSubstr(",right\r\n"));
}

TEST_F(Measure, TheWindowScheduleHasSills) {
  test::add_window(plan_, living_, WallDirection::left, 1, 2.5);
  EXPECT_THAT(csv(window_schedule(plan_, {})),
              HasSubstr("window:Living.left,Ground,Living,left,outside,1.5,1.2,0.9,1.8\r\n"));
}

TEST_F(Measure, TheRoomScheduleNamesParents) {
  EXPECT_THAT(csv(room_schedule(plan_, {})), HasSubstr("Store,,Ground,Living,1,2,2.7,2,"));
}

TEST(Csv, QuotesAsRfc4180Says) {
  const Schedule schedule{.columns = {"a", "b"}, .rows = {{std::string("x, \"y\"\r\nz"), 1.5}, {Cell{}, std::nan("")}}};
  EXPECT_EQ(csv(schedule), "a,b\r\n\"x, \"\"y\"\"\r\nz\",1.5\r\n,\r\n");
}

TEST(Csv, ATextIsNeverAFormulaAndANumberNeverAText) {
  const Schedule schedule{
      .columns = {"v"},
      .rows = {{std::string("=cmd()")}, {std::string("+1")}, {std::string("\t@x")}, {-1.5}, {std::string("-")}}};
  EXPECT_EQ(csv(schedule), "v\r\n'=cmd()\r\n'+1\r\n'\t@x\r\n-1.5\r\n'-\r\n");
}

}  // namespace
}  // namespace floorplan::engine
