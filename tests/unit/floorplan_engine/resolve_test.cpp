// SPDX-License-Identifier: Apache-2.0
// From text to metres.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "domains/floorplan/engine/compile.h"

namespace floorplan::engine {

namespace {

using words::WallDirection;

const Room& room(const Compiled& compiled, std::string_view name) {
  const int index = compiled.plan.room_named(name);
  EXPECT_GE(index, 0) << name;
  return compiled.plan.rooms[static_cast<std::size_t>(std::max(0, index))];
}
Compiled floor_of(std::string_view body, std::string_view after = "", std::string_view before = "") {
  return compile("floorplan\n" + std::string(before) + "\nfloor f {\n" + std::string(body) + "\n}\n" +
                 std::string(after));
}
::testing::AssertionResult near(const Rect& a, const Rect& b) {
  const double off =
      std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.width - b.width), std::abs(a.height - b.height)});
  if (off < 1e-9) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "(" << a.x << ", " << a.y << ") " << a.width << " x " << a.height;
}

// ---- units

TEST(Units, ExplicitThenDefaultThenMetres) {
  auto compiled = floor_of("room A at (0,0) size (500cm x 5m)\nroom B at (10,0) size (5 x 5)");
  EXPECT_DOUBLE_EQ(room(compiled, "A").rect.area(), 25);
  EXPECT_DOUBLE_EQ(room(compiled, "B").rect.area(), 25);
  for (const std::string_view key : {"default_unit", "defaultUnit"}) {
    compiled = floor_of("room A at (0,0) size (10 x 12m) height 9\nroom B size (10 x 10) right-of A gap 2", "",
                        "config { " + std::string(key) + ": ft }");
    EXPECT_TRUE(near(room(compiled, "A").rect, {0, 0, 3.048, 12}));
    EXPECT_TRUE(near(room(compiled, "B").rect, {3.048 + 0.6096, 0, 3.048, 3.048}));
    EXPECT_DOUBLE_EQ(room(compiled, "A").height, 9 * 0.3048);
    EXPECT_EQ(compiled.plan.settings.area_unit, words::AreaUnit::sqft);
  }
}

TEST(Units, APlanInMillimetresIsAsLargeAsOneInMetres) {
  const auto small = floor_of("room A at (1000,0) size (5000 x 4000)\nroom B size (3000 x 4000) right-of A", "",
                              "config { default_unit: mm }");
  EXPECT_TRUE(near(room(small, "A").rect, {1, 0, 5, 4}));
  EXPECT_TRUE(near(room(small, "B").rect, {6, 0, 3, 4}));
  EXPECT_TRUE(small.valid());
}

TEST(Settings, InlineWinsOverFrontMatter) {
  const auto compiled = compile(
      "---\ntitle: My House\nconfig:\n  theme: blueprint\n  wallThickness: 0.3\n  default_unit: ft\n  door_size: (3 x "
      "7)\n---\n"
      "floorplan\nconfig { theme: dark, wall_thickness: 10cm }");
  EXPECT_EQ(compiled.plan.title, "My House");
  EXPECT_EQ(compiled.plan.settings.theme, words::ThemeName::dark);
  EXPECT_DOUBLE_EQ(compiled.plan.settings.wall_thickness, 0.1);
  EXPECT_DOUBLE_EQ(compiled.plan.settings.outer_thickness, 0.125);
  EXPECT_EQ(compiled.plan.settings.unit, words::LengthUnit::ft);
  EXPECT_DOUBLE_EQ(compiled.plan.settings.door_width, 3 * 0.3048);
  EXPECT_DOUBLE_EQ(compiled.plan.settings.double_door_width, 6 * 0.3048);
}

TEST(Settings, DarkModeAndDefaults) {
  EXPECT_EQ(compile("floorplan config { darkMode: true }").plan.settings.theme, words::ThemeName::dark);
  const auto plain = compile("floorplan").plan.settings;
  EXPECT_DOUBLE_EQ(plain.door_width, 0.9);
  EXPECT_DOUBLE_EQ(plain.double_door_width, 1.8);
  EXPECT_DOUBLE_EQ(plain.window_width, 1.5);
  EXPECT_EQ(plain.area_unit, words::AreaUnit::sqm);
}

TEST(Styles, TheDefaultStyleFillsIn) {
  const auto compiled =
      floor_of("room A at (0,0) size (3 x 3)\nroom B at (3,0) size (3 x 3) style T", "",
               "style S { floor_color: \"#102030\" } style T { wall_color: \"#ABC\" } config { defaultStyle: S }");
  EXPECT_EQ(room(compiled, "A").look.floor_color, 0x102030U);
  EXPECT_EQ(room(compiled, "B").look.wall_color, 0xAABBCCU);
  EXPECT_EQ(room(compiled, "B").look.floor_color, std::nullopt);
}

// ---- positions

struct Beside {
  std::string_view words;
  double x, y;
};
class Positions : public ::testing::TestWithParam<Beside> {};

TEST_P(Positions, BesideAReference) {
  const auto compiled =
      floor_of("room B size (2 x 1) " + std::string(GetParam().words) + "\nroom R at (10,20) size (4 x 6)");
  EXPECT_TRUE(near(room(compiled, "B").rect, {GetParam().x, GetParam().y, 2, 1})) << GetParam().words;
}
INSTANTIATE_TEST_SUITE_P(Directions, Positions,
                         ::testing::Values(Beside{"right-of R", 14, 20}, Beside{"right-of R gap 2", 16, 20},
                                           Beside{"right-of R align bottom", 14, 25},
                                           Beside{"right-of R align center", 14, 22.5},
                                           Beside{"left-of R gap 1", 7, 20}, Beside{"left-of R align top", 8, 20},
                                           Beside{"above R", 10, 19}, Beside{"above R align right gap 1", 12, 18},
                                           Beside{"below R", 10, 26}, Beside{"below R align center", 11, 26},
                                           Beside{"above-right-of R", 14, 19}, Beside{"above-left-of R gap 1", 7, 18},
                                           Beside{"below-right-of R gap 1", 15, 27}, Beside{"below-left-of R", 8, 26}));

TEST(Positions, ExplicitWinsAndChainsAreLong) {
  auto compiled = floor_of("room A at (0,0) size (1 x 1)\nroom B at (9,9) size (1 x 1) right-of A");
  EXPECT_TRUE(near(room(compiled, "B").rect, {9, 9, 1, 1}));
  std::string chain;
  for (int i = 4000; i > 0; --i)
    chain += "room R" + std::to_string(i) + " size (1 x 1) right-of R" + std::to_string(i - 1) + "\n";
  compiled = floor_of(chain + "room R0 at (0,0) size (1 x 1)");
  EXPECT_TRUE(near(room(compiled, "R4000").rect, {4000, 0, 1, 1}));
}

TEST(Positions, SubRoomsCountFromTheirParent) {
  const auto compiled = floor_of(
      "room A size (9 x 9) right-of R composed of [\n"
      "  sub-room B at (1,2) size (3 x 3) composed of [ sub-room C at (1,1) size (1 x 1) ]\n"
      "  sub-room D size (2 x 2) right-of B align bottom\n"
      "]\nroom R at (0,0) size (10 x 4)");
  EXPECT_TRUE(near(room(compiled, "B").rect, {11, 2, 3, 3}));
  EXPECT_TRUE(near(room(compiled, "C").rect, {12, 3, 1, 1}));
  EXPECT_TRUE(near(room(compiled, "D").rect, {14, 3, 2, 2}));
  EXPECT_EQ(room(compiled, "C").parent, compiled.plan.room_named("B"));
  EXPECT_TRUE(compiled.diagnostics.empty());
}

TEST(Positions, StairsAndLiftsStandBesideRoomsAndEachOther) {
  const auto compiled = floor_of(
      "room A at (1,1) size (4 x 4)\nstair S shape straight toward right rise 2.8 width 1 below A\nlift L size (2 x 2) "
      "right-of S");
  const auto& stair = compiled.plan.stairs[0];
  EXPECT_TRUE(stair.placed);
  EXPECT_DOUBLE_EQ(stair.box.x, 1);
  EXPECT_DOUBLE_EQ(stair.box.y, 5);
  EXPECT_TRUE(near(compiled.plan.lifts[0].rect, {stair.box.right(), 5, 2, 2}));
}

TEST(Floors, StandOnEachOther) {
  const auto compiled = compile(
      "floorplan config { floor_thickness: 0.3 } floor a height 3m { room A at (1,2) size (3 x 4) } floor b { room B "
      "at (0,0) size (3 x 3) height 4 } floor c { }");
  const auto& floors = compiled.plan.floors;
  EXPECT_DOUBLE_EQ(floors[0].elevation, 0);
  EXPECT_DOUBLE_EQ(floors[1].elevation, 3.3);
  EXPECT_DOUBLE_EQ(floors[1].height, 4);
  EXPECT_DOUBLE_EQ(floors[2].elevation, 7.6);
  EXPECT_TRUE(near(floors[0].bounds, {1, 2, 3, 4}));
  EXPECT_DOUBLE_EQ(room(compiled, "A").height, 3);
}

// ---- openings of walls

const Opening& only(const Room& room, WallDirection side) {
  EXPECT_EQ(room.side(side).openings.size(), 1U);
  return room.side(side).openings.at(0);
}

TEST(Openings, ADoorWallIsOneNormalDoorInTheMiddle) {
  const auto compiled = floor_of("room A at (0,0) size (6 x 4) walls [top: door, right: window, bottom: open]");
  const auto& a = room(compiled, "A");
  EXPECT_DOUBLE_EQ(only(a, WallDirection::top).from, 2.55);
  EXPECT_DOUBLE_EQ(only(a, WallDirection::top).to, 3.45);
  EXPECT_DOUBLE_EQ(only(a, WallDirection::top).head, 2.1);
  EXPECT_DOUBLE_EQ(only(a, WallDirection::right).from, 1.25);
  EXPECT_DOUBLE_EQ(only(a, WallDirection::right).sill, 0.9);
  EXPECT_DOUBLE_EQ(only(a, WallDirection::bottom).to, 6);
  EXPECT_EQ(only(a, WallDirection::bottom).kind, Opening::Kind::open);
  EXPECT_TRUE(a.side(WallDirection::left).openings.empty());
}

TEST(Openings, SeveralInOneWallInTheirPlaces) {
  const auto compiled = floor_of(
      "room A at (0,0) size (10 x 4) walls [top: window at 70%, top: window at 20% size (1 x 1), top: door at 4m]");
  const auto& openings = room(compiled, "A").side(WallDirection::top).openings;
  ASSERT_EQ(openings.size(), 3U);
  EXPECT_DOUBLE_EQ(openings[0].from, 1.5);
  EXPECT_DOUBLE_EQ(openings[1].from, 4);
  EXPECT_DOUBLE_EQ(openings[2].from, 6.25);
}

TEST(Openings, AWindowOfASmallWallLeavesAFifth) {
  const auto compiled = floor_of("room A at (0,0) size (1 x 4) walls [top: window]");
  EXPECT_DOUBLE_EQ(
      only(room(compiled, "A"), WallDirection::top).to - only(room(compiled, "A"), WallDirection::top).from, 0.8);
}

TEST(Openings, AWindowGivesWayToADoorAndLooksOutside) {
  const auto compiled =
      floor_of("room A at (0,0) size (8 x 4) walls [top: window, bottom: window]\nroom B at (0,4) size (5 x 4)",
               "connect A.top to outside door at 50%");
  const auto& top = room(compiled, "A").side(WallDirection::top).openings;
  ASSERT_EQ(top.size(), 2U);
  EXPECT_LE(top[0].to, top[1].from);
  EXPECT_GE(only(room(compiled, "A"), WallDirection::bottom).from, 5);
}

TEST(Openings, AWallDoorAndItsConnectionAreOneDoor) {
  const auto compiled =
      floor_of("room A at (0,0) size (4 x 4) walls [right: door]\nroom B at (4,0) size (4 x 4) walls [left: door]",
               "connect A.right to B.left door at 25%");
  EXPECT_EQ(only(room(compiled, "A"), WallDirection::right).connection, 0);
  EXPECT_EQ(only(room(compiled, "B"), WallDirection::left).connection, 0);
}

// ---- connections

TEST(Connections, SitOnTheSharedStretch) {
  // A and B share y from 2 to 4.
  const auto compiled =
      floor_of("room A at (0,0) size (4 x 4)\nroom B at (4,2) size (6 x 6)", "connect A.right to B.left door at 50%");
  const auto& connection = compiled.plan.connections[0];
  ASSERT_TRUE(connection.placed);
  EXPECT_DOUBLE_EQ(connection.a[0], 4);
  EXPECT_DOUBLE_EQ(connection.a[1], 2.55);
  EXPECT_DOUBLE_EQ(connection.b[1], 3.45);
  EXPECT_DOUBLE_EQ(only(room(compiled, "A"), WallDirection::right).from, 2.55);
  EXPECT_DOUBLE_EQ(only(room(compiled, "B"), WallDirection::left).from, 0.55);
}

TEST(Connections, SidesAreInferred) {
  const auto compiled = floor_of(
      "room A at (0,0) size (4 x 4)\nroom B at (0,4) size (4 x 4)\nroom C at (-3,0) size (3 x 4)",
      "connect A to B door\nconnect A to C.right opening\nconnect A to outside double-door\nconnect outside to C door");
  const auto& connections = compiled.plan.connections;
  EXPECT_EQ(connections[0].from_side, WallDirection::bottom);
  EXPECT_EQ(connections[0].to_side, WallDirection::top);
  EXPECT_EQ(connections[1].from_side, WallDirection::left);
  // The right side of A is the first of its free ones.
  EXPECT_EQ(connections[2].from_side, WallDirection::right);
  EXPECT_DOUBLE_EQ(connections[2].width, 1.8);
  EXPECT_EQ(connections[3].to_side, WallDirection::left);
  for (const auto& connection : connections) EXPECT_TRUE(connection.placed);
}

TEST(Connections, SubRoomsAndTheirParents) {
  const auto compiled = floor_of(
      "room A at (0,0) size (8 x 8) composed of [ sub-room B at (5,0) size (3 x 3) ]\nroom C at (8,0) size (4 x 4)",
      "connect B to A door\nconnect B.right to C.left door");
  EXPECT_TRUE(compiled.plan.connections[0].placed);
  EXPECT_EQ(compiled.plan.connections[0].from_side, WallDirection::left);
  EXPECT_TRUE(compiled.plan.connections[1].placed);
  EXPECT_TRUE(room(compiled, "A").side(WallDirection::right).openings.empty());
}

struct Swing {
  std::string_view words;
  std::string_view leaf;  // empty: outside
  bool hinge_at_low_end;
};
class Swings : public ::testing::TestWithParam<Swing> {};

// A is left of B; the wall between them runs down the sheet. Inside A, facing right, left is up.
TEST_P(Swings, AreSeenFromInsideTheRoomFacingTheWall) {
  const auto compiled = floor_of("room A at (0,0) size (4 x 4)\nroom B at (4,0) size (5 x 4)", GetParam().words);
  const auto& connection = compiled.plan.connections[0];
  ASSERT_TRUE(connection.placed);
  EXPECT_EQ(connection.leaf_room, GetParam().leaf.empty() ? -1 : compiled.plan.room_named(GetParam().leaf))
      << GetParam().words;
  EXPECT_EQ(connection.hinge_at_a, GetParam().hinge_at_low_end) << GetParam().words;
}
INSTANTIATE_TEST_SUITE_P(
    Doors, Swings,
    ::testing::Values(Swing{"connect A to B door opens into A swing: left", "A", true},
                      Swing{"connect A to B door opens into A swing: right", "A", false},
                      Swing{"connect A to B door opens into B swing: left", "B", false},
                      Swing{"connect A to B door opens into B swing: right", "B", true},
                      // only `opens into`: left for the first room, else right
                      Swing{"connect A to B door opens into A", "A", true},
                      Swing{"connect A to B door opens into B", "B", true},
                      // nothing: into the larger room
                      Swing{"connect A to B door", "B", true}, Swing{"connect B to A door", "B", false},
                      // outer doors open inwards, unless said otherwise
                      Swing{"connect A.top to outside door", "A", true},
                      Swing{"connect A.bottom to outside door", "A", false},
                      Swing{"connect A.top to outside door opens into outside swing: left", "", false}));

TEST(Connections, SameNamesOnTwoFloorsArePairedByFloor) {
  const auto compiled = compile(
      "floorplan\nfloor f { room A at (0,0) size (4 x 4) }\n"
      "floor g { room A at (0,0) size (4 x 4)\n room B at (4,0) size (4 x 4) }\nconnect A to B door");
  EXPECT_TRUE(compiled.plan.connections[0].placed);
  EXPECT_EQ(compiled.plan.connections[0].from, 1);
}

// ---- stairs

const Stair& stair_of(const Compiled& compiled) { return compiled.plan.stairs.at(0); }

double area(const StairPart& part) {
  double sum = 0;
  for (std::size_t i = 0; i < part.outline.size(); ++i) {
    const auto& p = part.outline[i];
    const auto& q = part.outline[(i + 1) % part.outline.size()];
    sum += p[0] * q[1] - q[0] * p[1];
  }
  return std::abs(sum) / 2;
}

TEST(Stairs, StraightIsStepsTimesTread) {
  const auto compiled = floor_of("stair S at (1, 10) shape straight toward bottom rise 10ft width 4ft", "",
                                 "config { default_unit: ft }");
  const auto& stair = stair_of(compiled);
  EXPECT_EQ(stair.steps, 18);
  EXPECT_TRUE(near(stair.box, {0.3048, 3.048, 4 * 0.3048, 16.5 * 0.3048}));
  ASSERT_EQ(stair.parts.size(), 1U);
  EXPECT_EQ(stair.parts[0].treads.size(), 18U);
  EXPECT_DOUBLE_EQ(stair.parts[0].z_to, stair.rise);
  // It climbs downwards on the sheet: the first tread is at the top.
  EXPECT_NEAR(stair.parts[0].treads[0][0][1], 3.048, 1e-9);
  EXPECT_NEAR(stair.walk_line.back()[1], 3.048 + 16.5 * 0.3048, 1e-9);
}

struct Shape {
  std::string_view words;
  double width, height;  // of the box
  std::size_t parts;
  std::size_t treads;  // together
};
class StairShapes : public ::testing::TestWithParam<Shape> {};

TEST_P(StairShapes, HaveTheirPartsAndBox) {
  const auto& expected = GetParam();
  const auto compiled =
      floor_of("stair S at (5, 7) " + std::string(expected.words) + " rise 3.2 riser 20cm tread 30cm width 1");
  const auto& stair = stair_of(compiled);
  EXPECT_NEAR(stair.box.width, expected.width, 1e-6) << expected.words;
  EXPECT_NEAR(stair.box.height, expected.height, 1e-6) << expected.words;
  EXPECT_DOUBLE_EQ(stair.box.x, 5);
  EXPECT_DOUBLE_EQ(stair.box.y, 7);
  EXPECT_EQ(stair.parts.size(), expected.parts) << expected.words;
  std::size_t treads = 0;
  double height = 0;
  for (const auto& part : stair.parts) {
    treads += part.treads.size();
    EXPECT_GT(area(part), 0);
    EXPECT_NEAR(part.z_from, height, 1e-9);
    height = part.z_to;
    for (const auto& point : part.outline) {
      EXPECT_GE(point[0], 5 - 1e-6);
      EXPECT_LE(point[1], stair.box.bottom() + 1e-6);
    }
  }
  EXPECT_EQ(treads, expected.treads) << expected.words;
  EXPECT_NEAR(height, 3.2, 1e-9) << expected.words;
  EXPECT_GE(stair.walk_line.size(), 2U);
}

// 16 steps of 0.3 m, 1 m wide.
INSTANTIATE_TEST_SUITE_P(
    All, StairShapes,
    ::testing::Values(
        Shape{"shape straight toward top", 1, 4.8, 1, 16}, Shape{"shape straight toward left", 4.8, 1, 1, 16},
        Shape{"shape L-shaped from bottom turn left", 3.4, 3.4, 3, 16},
        Shape{"shape L-shaped from bottom turn right runs 4, 12", 4.6, 2.2, 3, 16},
        Shape{"shape L-shaped from left turn left landing (2 x 1.5)", 4.4, 3.9, 3, 16},
        Shape{"shape U-shaped from bottom turn right", 2.1, 3.4, 3, 16},
        Shape{"shape U-shaped from left turn left landing (1.2 x 2.5)", 3.6, 2.5, 3, 16},
        Shape{"shape double-L from bottom turn right runs 5, 6, 5", 3.8, 2.5, 5, 16},
        Shape{"shape winder from bottom turn right winders 4 runs 6, 6", 2.8, 2.8, 3, 16},
        Shape{"shape spiral rotation clockwise outer-radius 1", 2, 2, 1, 16},
        Shape{"shape custom from bottom [flight 8, turn left landing (1 x 1), flight 8]", 3.4, 3.4, 3, 16},
        Shape{"shape custom from bottom [flight 6 width 2m, turn right winders 4, flight 6]", 3.8, 3.8, 3, 16}));

TEST(Stairs, ACurvedFlightIsARing) {
  const auto compiled = floor_of("stair S at (0,0) shape curved from bottom arc 90° radius 2m rise 3 width 1");
  const auto& stair = stair_of(compiled);
  ASSERT_EQ(stair.parts.size(), 1U);
  EXPECT_NEAR(area(stair.parts[0]), std::acos(0) / 2 * (2.5 * 2.5 - 1.5 * 1.5), 0.02);
  EXPECT_NEAR(stair.box.width, 2.5, 1e-6);
  EXPECT_NEAR(stair.box.height, 2.5, 1e-6);
  EXPECT_EQ(stair.parts[0].treads.size(), static_cast<std::size_t>(stair.steps));
}

TEST(Stairs, ALandingOfATurnIsASquareOfTheFlightsWidth) {
  const auto compiled = floor_of("stair S at (0,0) shape L-shaped from bottom turn left rise 3 width 1.2");
  EXPECT_NEAR(area(stair_of(compiled).parts[1]), 1.44, 1e-9);
  EXPECT_EQ(stair_of(compiled).parts[1].kind, StairPart::Kind::landing);
}

TEST(Verticals, LeadToStairsAndLifts) {
  const auto compiled = compile(
      "floorplan\nfloor f { stair S at (0,0) shape straight toward top\n lift L at (5,5) size (1 x 1) }\n"
      "floor g { lift L at (5,5) size (1 x 1) }\nvertical f.L to g.L");
  ASSERT_EQ(compiled.plan.verticals.size(), 1U);
  EXPECT_TRUE(compiled.plan.verticals[0].is_lift);
  using Link = std::pair<int, int>;
  EXPECT_THAT(compiled.plan.verticals[0].stairs_or_lifts, ::testing::ElementsAre(Link{0, 0}, Link{1, 1}));
}

// ---- size

TEST(Large, FiveThousandRoomsOfAnyKindAreAnswered) {
  std::string grid, pile, chaos;
  for (int i = 0; i < 5000; ++i) {
    const auto name = "R" + std::to_string(i);
    grid += "room " + name + " at (" + std::to_string(i % 70 * 4) + "," + std::to_string(i / 70 * 4) +
            ") size (4 x 4) walls [top: door]\n";
    pile += "room " + name + " at (0,0) size (4 x 4) walls [top: window]\n";
    chaos += "room A right-of B size (4 x 4)\n";
  }
  EXPECT_TRUE(floor_of(grid).valid());
  EXPECT_FALSE(floor_of(pile).diagnostics.empty());
  EXPECT_FALSE(floor_of(chaos).valid());
}

TEST(Hostile, NumbersStayFinite) {
  const auto compiled =
      floor_of("room A at (-" + std::string(400, '9') + ",0) size (" + std::string(400, '9') +
               "m x 1mm) height 1\n"
               "stair S at (0,0) shape curved from top radius 99999999 rise 99999 width 0.0000001\n"
               "stair T at (0,0) shape custom from top [flight 999999, turn left winders 99999 720°]\n"
               "lift L size (1 x 1) right-of A gap " +
               std::string(300, '9'));
  for (const auto& each : compiled.plan.rooms) {
    EXPECT_TRUE(std::isfinite(each.rect.x) && std::isfinite(each.rect.right()));
  }
  for (const auto& stair : compiled.plan.stairs) {
    EXPECT_TRUE(std::isfinite(stair.box.width) && stair.steps <= 5000);
  }
}

}  // namespace
}  // namespace floorplan::engine
