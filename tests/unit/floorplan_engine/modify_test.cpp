// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/modify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "domains/floorplan/engine/compile.h"
#include "formats/floorplan/print.h"
#include "support/rounds.h"

namespace floorplan::engine {
namespace {

using testing::HasSubstr;
using testing::Not;

using Outcome = OperationOutcome::Result;
using words::AlignmentDirection;
using words::RelativeDirection;
using words::WallDirection;
using words::WallType;

constexpr std::string_view home = R"(floorplan
  define bed (3 x 4)
  style Wet { floor_color: "#DCE6EC" }

  floor Ground {
    # where everybody meets
    room Living at (0, 0) size (5 x 6) walls [top: window, right: solid, bottom: door, left: solid] label "Living room"
    room Hall size (2 x 6) walls [top: solid, right: solid, bottom: solid, left: solid] right-of Living   # narrow
    room Bed size bed walls [top: window] right-of Hall style Wet
    room Suite at (0, 10) size (8 x 5) walls [top: solid, right: solid, bottom: solid, left: solid] composed of [
      sub-room Bath at (0, 0) size (2 x 2) walls [top: solid, right: door, bottom: solid, left: solid]
      sub-room Wardrobe size (2 x 2) walls [top: solid, right: solid, bottom: solid, left: solid] right-of Bath
    ]
    stair Up shape straight toward top rise 3 right-of Bed
  }
  floor First {
    room Attic at (0, 0) size (10 x 6) walls [top: solid, right: solid, bottom: solid, left: solid]
    stair Up at (10, 0) shape straight toward top rise 3
  }
  connect Living.right to Hall.left door at 30% opens into Hall
  connect Hall.right to Bed.left door
  connect Living.bottom to outside door
  vertical Ground.Up to First.Up
)";

Operation op(Action action, std::string target, Parameters parameters = {}) {
  return {action, std::move(target), std::move(parameters)};
}

Modified run(std::string_view dsl, std::vector<Operation> operations, Atomicity atomicity = Atomicity::all_or_nothing) {
  return modify(std::string(dsl), operations, atomicity);
}

// The new text; the test fails if the operation did.
std::string changed(std::string_view dsl, Operation operation) {
  const Modified out = run(dsl, {std::move(operation)});
  EXPECT_TRUE(out.success) << out.outcomes.at(0).message;
  const Compiled compiled = compile(out.dsl);
  EXPECT_TRUE(compiled.valid()) << out.dsl << compiled.diagnostics.at(0).message;
  return out.dsl;
}

std::string refused(std::string_view dsl, Operation operation) {
  const Modified out = run(dsl, {std::move(operation)});
  EXPECT_FALSE(out.success);
  EXPECT_EQ(out.dsl, dsl) << "a failed modification returns the text unchanged";
  return out.outcomes.at(0).message;
}

Rect rect_of(std::string_view dsl, std::string_view room) {
  const Compiled compiled = compile(std::string(dsl));
  const int index = compiled.plan.room_named(room);
  EXPECT_GE(index, 0) << room;
  return index < 0 ? Rect{} : compiled.plan.rooms[static_cast<std::size_t>(index)].rect;
}

TEST(Modify, TheSampleIsValid) {
  const Compiled compiled = compile(std::string(home));
  EXPECT_TRUE(compiled.valid()) << (compiled.diagnostics.empty() ? "" : compiled.diagnostics[0].message);
}

TEST(Modify, EveryActionHasANameADocumentationAndAHandler) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < enum_names(Action{}).size(); ++i) {
    const ActionInfo& one = info(static_cast<Action>(i));
    EXPECT_FALSE(one.doc.empty()) << one.name;
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_EQ(enum_names(Action{})[i], one.name);
  }
}

TEST(AddRoom, GoesAfterTheLastRoomAndBeforeStairs) {
  Parameters p{.name = "Study", .x = 20, .y = 0, .width = 3, .height = 3};
  p.walls[0] = WallType::window;
  const std::string dsl = changed(home, op(Action::add_room, "", p));
  EXPECT_THAT(dsl, HasSubstr("    ]\n    room Study at (20, 0) size (3 x 3) walls [top: window, right: solid, bottom: "
                             "solid, left: solid]\n    stair Up"));
}

TEST(AddRoom, OnAFloorWrittenOnOneLine) {
  const std::string one = "floorplan floor f { room A at (0,0) size (5 x 5) walls [top: solid] }";
  const std::string dsl =
      changed(one, op(Action::add_room, "", {.name = "B", .x = 5, .y = 0, .width = 2, .height = 2}));
  EXPECT_EQ(rect_of(dsl, "B"), (Rect{5, 0, 2, 2}));
}

TEST(AddRoom, OnAnEmptyFloorAndOnTheOneAskedFor) {
  const std::string dsl =
      changed("floorplan\n  floor a {}\n  floor b {\n    # nothing yet\n  }\n",
              op(Action::add_room, "", {.name = "R", .floor = "b", .x = 0, .y = 0, .width = 2, .height = 2}));
  EXPECT_THAT(dsl, HasSubstr("floor b {\n    room R at (0, 0)"));
  EXPECT_THAT(dsl, HasSubstr("# nothing yet"));
}

TEST(AddRoom, AsASubRoom) {
  const std::string dsl = changed(
      home, op(Action::add_room, "", {.name = "Niche", .parent = "Living", .x = 1, .y = 1, .width = 1, .height = 1}));
  EXPECT_EQ(rect_of(dsl, "Niche"), (Rect{1, 1, 1, 1}));
  EXPECT_THAT(dsl, HasSubstr("label \"Living room\" composed of [ sub-room Niche"));
}

TEST(AddRoom, ANameThatIsNoWordIsQuoted) {
  const std::string dsl = changed(
      home, op(Action::add_room, "",
               {.name = "My \"big\" Study", .label = "a\nb \\ \"c\"", .x = 20, .y = 0, .width = 2, .height = 2}));
  EXPECT_EQ(rect_of(dsl, "My \"big\" Study"), (Rect{20, 0, 2, 2}));
}

TEST(AddRoom, ANegativePositionIsWritten) {
  const std::string dsl =
      changed(home, op(Action::add_room, "", {.name = "West", .x = -3.5, .y = 0, .width = 2, .height = 2}));
  EXPECT_EQ(rect_of(dsl, "West").x, -3.5);
}

TEST(AddRoom, InAnotherUnit) {
  const std::string dsl =
      changed(home, op(Action::add_room, "",
                       {.name = "Feet", .unit = words::LengthUnit::ft, .x = 100, .y = 0, .width = 10, .height = 10}));
  EXPECT_THAT(dsl, HasSubstr("room Feet at (100ft, 0ft) size (10ft x 10ft)"));
}

TEST(AddRoom, RefusesWhatCannotBe) {
  EXPECT_THAT(refused(home, op(Action::add_room, "", {.name = "Hall", .x = 0, .y = 0, .width = 2, .height = 2})),
              HasSubstr("exists already"));
  EXPECT_THAT(refused(home, op(Action::add_room, "", {.name = "R", .width = 2, .height = 2})), HasSubstr("position"));
  EXPECT_THAT(refused(home, op(Action::add_room, "", {.name = "R", .x = 0, .y = 0, .width = 0, .height = 2})),
              HasSubstr("greater than 0"));
  EXPECT_THAT(refused(home, op(Action::add_room, "", {.name = "", .x = 0, .y = 0, .width = 2, .height = 2})),
              HasSubstr("empty"));
  EXPECT_THAT(
      refused(home,
              op(Action::add_room, "",
                 {.name = "R", .width = 2, .height = 2, .direction = RelativeDirection::below, .reference = "Hal"})),
      HasSubstr("\"Hal\" not found"));
  EXPECT_THAT(refused(home, op(Action::add_room, "",
                               {.name = "R", .floor = "Cellar", .x = 0, .y = 0, .width = 2, .height = 2})),
              HasSubstr("Floor \"Cellar\" not found"));
}

TEST(RemoveRoom, NeighboursKeepTheirPlaceAndConnectionsGo) {
  const Rect bed = rect_of(home, "Bed");
  const std::string dsl = changed(home, op(Action::remove_room, "Hall"));
  EXPECT_EQ(rect_of(dsl, "Bed"), bed);
  EXPECT_THAT(dsl, Not(HasSubstr("Hall")));
  EXPECT_THAT(dsl, HasSubstr("connect Living.bottom to outside door"));
  EXPECT_THAT(dsl, HasSubstr("# where everybody meets"));
}

TEST(RemoveRoom, AStairBesideItKeepsItsPlace) {
  const auto place = [](std::string_view dsl) { return compile(std::string(dsl)).plan.stairs.at(0).box; };
  EXPECT_EQ(place(changed(home, op(Action::remove_room, "Bed"))), place(home));
}

TEST(RemoveRoom, ASubRoomByItsPath) {
  const Rect wardrobe = rect_of(home, "Wardrobe");
  const std::string dsl = changed(home, op(Action::remove_room, "Suite.Bath"));
  EXPECT_EQ(rect_of(dsl, "Wardrobe"), wardrobe);
  EXPECT_THAT(dsl, Not(HasSubstr("Bath")));
}

TEST(ResizeRoom, AlsoOneWhoseSizeHasAName) {
  EXPECT_THAT(changed(home, op(Action::resize_room, "Bed", {.width = 3, .height = 3})),
              HasSubstr("room Bed size (3 x 3) walls"));
}

TEST(ResizeRoom, ThatWouldPushASubRoomOutIsRefused) {
  EXPECT_THAT(refused(home, op(Action::resize_room, "Suite", {.width = 1, .height = 1})),
              HasSubstr("would break the plan"));
}

TEST(MoveRoom, FromBesideAnotherToAPlace) {
  const std::string dsl = changed(home, op(Action::move_room, "Hall", {.x = 30, .y = 2}));
  EXPECT_THAT(
      dsl,
      HasSubstr(
          "room Hall at (30, 2) size (2 x 6) walls [top: solid, right: solid, bottom: solid, left: solid]   # narrow"));
}

TEST(MoveRoom, FromAPlaceToBesideAnother) {
  const std::string dsl = changed(
      home, op(Action::move_room, "Suite", {.direction = RelativeDirection::below, .reference = "Living", .gap = 1.5}));
  EXPECT_EQ(rect_of(dsl, "Suite").y, 7.5);
  EXPECT_THAT(dsl, HasSubstr("room Suite size (8 x 5) walls [top: solid, right: solid, bottom: solid, left: solid] "
                             "below Living gap 1.5 composed of ["));
}

TEST(MoveRoom, InACircleIsRefused) {
  EXPECT_THAT(
      refused(home, op(Action::move_room, "Hall", {.direction = RelativeDirection::right_of, .reference = "Bed"})),
      HasSubstr("would break the plan"));
}

TEST(RenameRoom, EverythingThatNamesItFollows) {
  const std::string dsl = changed(home, op(Action::rename_room, "Hall", {.newName = "Entrance hall"}));
  EXPECT_THAT(dsl, Not(HasSubstr("Hall")));
  EXPECT_THAT(dsl, HasSubstr("room \"Entrance hall\" size"));
  EXPECT_THAT(dsl, HasSubstr("right-of \"Entrance hall\" style Wet"));
  EXPECT_THAT(dsl,
              HasSubstr("connect Living.right to \"Entrance hall\".left door at 30% opens into \"Entrance hall\""));
}

TEST(RenameRoom, SubRoomsToo) {
  const std::string dsl = changed(home, op(Action::rename_room, "Bath", {.newName = "Shower"}));
  EXPECT_THAT(dsl, HasSubstr("sub-room Shower at"));
  EXPECT_THAT(dsl, HasSubstr("right-of Shower"));
}

TEST(UpdateWalls, AddsWhatIsMissing) {
  EXPECT_THAT(changed(home, op(Action::update_walls, "Bed",
                               [] {
                                 Parameters p;
                                 p.walls = {std::nullopt, WallType::window, WallType::door, std::nullopt};
                                 return p;
                               }())),
              HasSubstr("walls [top: window, right: window, bottom: door] right-of Hall"));
}

TEST(UpdateWalls, OfARoomWithoutWalls) {
  Parameters p;
  p.walls[3] = WallType::open;
  EXPECT_THAT(changed("floorplan floor f { room A at (0,0) size (3x3) label \"x\" }", op(Action::update_walls, "A", p)),
              HasSubstr("size (3x3) walls [left: open] label"));
}

TEST(AddLabel, ReplacesInsertsAndRemoves) {
  EXPECT_THAT(changed(home, op(Action::add_label, "Living", {.label = "Saloon"})), HasSubstr("label \"Saloon\"\n"));
  EXPECT_THAT(changed(home, op(Action::add_label, "Suite", {.label = "1.5"})),
              HasSubstr("] label \"1.5\" composed of ["));
  EXPECT_THAT(changed(home, op(Action::add_label, "Living", {.label = ""})), Not(HasSubstr("label")));
}

TEST(ConvertToRelative, KeepsEveryRoomWhereItWas) {
  const std::string grid = R"(floorplan
  floor f {
    room A at (0,0) size (4 x 4) walls [top: solid]
    room B at (4,0) size (4 x 4) walls [top: solid]
    room C at (4,4) size (4 x 2) walls [top: solid]
    room D at (10,1) size (2 x 2) walls [top: solid]   # one metre lower, two metres off
  })";
  const std::string dsl = changed(grid, op(Action::convert_to_relative, "", {.anchorRoom = "A"}));
  EXPECT_THAT(dsl, HasSubstr("room B size (4 x 4) walls [top: solid] right-of A"));
  EXPECT_THAT(dsl, HasSubstr("room C size (4 x 2) walls [top: solid] below B"));
  EXPECT_THAT(dsl, HasSubstr("room D size (2 x 2) walls [top: solid] right-of B gap 2 align center   # one metre"));
  for (const char* name : {"A", "B", "C", "D"}) EXPECT_EQ(rect_of(dsl, name), rect_of(grid, name)) << name;
}

TEST(CopyRoom, SubRoomsGetNamesOfTheirOwn) {
  const std::string dsl = changed(home, op(Action::copy_room, "Suite", {.newName = "Suite2", .x = 0, .y = 20}));
  EXPECT_EQ(rect_of(dsl, "Bath_2"), (Rect{0, 20, 2, 2}));
  EXPECT_EQ(rect_of(dsl, "Wardrobe_2"), (Rect{2, 20, 2, 2}));
}

TEST(Openings, AreAddedAndTakenOut) {
  const std::string two = changed(home, op(Action::add_opening, "Living", [] {
                                    Parameters p{.width = 1, .height = 1.2};
                                    p.side = WallDirection::left;
                                    p.type = WallType::window;
                                    p.position = 25;
                                    return p;
                                  }()));
  EXPECT_THAT(two, HasSubstr("left: window at 25% size (1 x 1.2)]"));
  Parameters where;
  where.side = WallDirection::left;
  EXPECT_THAT(changed(two, op(Action::remove_opening, "Living", where)), HasSubstr("bottom: door, left: solid]"));
}

TEST(Connections, AreAddedAfterTheLastAndTakenOut) {
  Parameters p;
  p.from = "Suite";
  p.to = "outside";
  p.fromSide = WallDirection::bottom;
  p.doorType = words::DoorType::double_door;
  const std::string dsl = changed(home, op(Action::add_connection, "", p));
  EXPECT_THAT(dsl, HasSubstr("to outside door\n  connect Suite.bottom to outside double-door\n  vertical"));
  EXPECT_EQ(changed(dsl, op(Action::remove_connection, "", {.from = "outside", .to = "Suite"})), home);
  EXPECT_THAT(refused(home, op(Action::remove_connection, "", {.from = "Bed", .to = "Suite"})),
              HasSubstr("0 connections"));
}

TEST(Elements, StairsLiftsAndLinks) {
  Parameters lift{.name = "Lift", .x = 20, .y = 0, .width = 1.6, .height = 1.8};
  lift.doors = {{words::ViewDirection::left}};
  const std::string with = changed(home, op(Action::add_lift, "", lift));
  EXPECT_THAT(with, HasSubstr("lift Lift at (20, 0) size (1.6 x 1.8) doors (left)"));
  EXPECT_EQ(changed(with, op(Action::remove_element, "Lift")), home);
  // A stair that goes takes its link along; two are needed to make one.
  EXPECT_THAT(changed(home, op(Action::remove_element, "Up")), Not(HasSubstr("vertical")));
  Parameters stair{.name = "Back", .x = 20, .y = 0};
  stair.shape = words::StairShape::u_shaped;
  stair.toward = words::ViewDirection::bottom;
  stair.turn = words::TurnDirection::left;
  stair.rise = 3;
  EXPECT_THAT(changed(home, op(Action::add_stair, "", stair)),
              HasSubstr("stair Back at (20, 0) shape U-shaped from bottom turn left rise 3"));
}

TEST(Floors, AreAddedRenamedAndRemoved) {
  const std::string with = changed(home, op(Action::add_floor, "", {.name = "Roof"}));
  EXPECT_EQ(compile(with).plan.floors.size(), 3U);
  EXPECT_THAT(changed(home, op(Action::rename_floor, "First", {.newName = "Upper"})),
              HasSubstr("vertical Ground.Up to Upper.Up"));
  const std::string ground = changed(home, op(Action::remove_floor, "First"));
  EXPECT_THAT(ground, Not(HasSubstr("vertical")));
  EXPECT_THAT(changed("floorplan\n", op(Action::add_floor, "", {.name = "F"})), HasSubstr("floorplan\n  floor F {\n"));
}

// Floors may have rooms of the same name; a connection means the pair on one floor.
constexpr std::string_view namesakes = R"(floorplan
  floor f1 {
    room A at (0, 0) size (4 x 4) walls [top: solid]
    room H at (4, 0) size (4 x 4) walls [top: solid]
  }
  floor f2 {
    room A at (0, 0) size (4 x 4) walls [top: solid]
    room B at (4, 0) size (4 x 4) walls [top: solid]
    room C size (4 x 4) walls [top: solid] below A
  }
  connect A.right to B.left door opens into A
  connect A.right to H.left door opens into A
)";

TEST(Namesakes, RenameTouchesOnlyTheUsesOfItsRoom) {
  const std::string first = changed(namesakes, op(Action::rename_room, "A", {.newName = "Q"}));
  EXPECT_THAT(first, HasSubstr("connect A.right to B.left door opens into A\n"));
  EXPECT_THAT(first, HasSubstr("connect Q.right to H.left door opens into Q\n"));
  EXPECT_THAT(first, HasSubstr("below A"));
  const std::string second = changed(namesakes, op(Action::rename_room, "f2.A", {.newName = "Q"}));
  EXPECT_THAT(second, HasSubstr("connect Q.right to B.left door opens into Q\n"));
  EXPECT_THAT(second, HasSubstr("connect A.right to H.left door opens into A\n"));
  EXPECT_THAT(second, HasSubstr("below Q"));
  EXPECT_EQ(second, changed(namesakes, op(Action::rename_room, "A", {.newName = "Q", .floor = "f2"})));
}

TEST(Namesakes, RemoveTakesOnlyTheConnectionsOfItsRoom) {
  const Modified first = run(namesakes, {op(Action::remove_room, "A")});
  EXPECT_THAT(first.dsl, HasSubstr("connect A.right to B.left"));
  EXPECT_THAT(first.dsl, Not(HasSubstr("to H.left")));
  EXPECT_EQ(first.outcomes.at(0).message, "Room \"A\" removed; 1 connection went with it");
  const std::string second = changed(namesakes, op(Action::remove_room, "f2.A"));
  EXPECT_THAT(second, HasSubstr("connect A.right to H.left"));
  EXPECT_THAT(second, Not(HasSubstr("to B.left")));
  const std::string floor = changed(namesakes, op(Action::remove_floor, "f1"));
  EXPECT_THAT(floor, HasSubstr("connect A.right to B.left"));
  EXPECT_THAT(floor, Not(HasSubstr("to H.left")));
}

TEST(Namesakes, TheFloorChoosesTheRoom) {
  const auto upper = [](const std::string& dsl) { return dsl.substr(dsl.find("floor f2")); };
  EXPECT_THAT(upper(changed(namesakes, op(Action::resize_room, "A", {.floor = "f2", .width = 3, .height = 3}))),
              HasSubstr("room A at (0, 0) size (3 x 3)"));
  EXPECT_THAT(upper(changed(namesakes, op(Action::add_label, "f2.A", {.label = "up"}))),
              HasSubstr("room A at (0, 0) size (4 x 4) walls [top: solid] label \"up\""));
  EXPECT_EQ(refused(namesakes, op(Action::remove_room, "H", {.floor = "f2"})), "Room \"H\" not found on floor \"f2\"");
  EXPECT_EQ(refused(namesakes, op(Action::remove_room, "H", {.floor = "f3"})), "Floor \"f3\" not found");
  const std::string deep = changed(home, op(Action::add_label, "Ground.Suite.Bath", {.label = "wet"}));
  EXPECT_THAT(deep, HasSubstr("label \"wet\""));
}

TEST(Namesakes, AConnectionOnAFloorMustBeWritable) {
  EXPECT_THAT(changed(namesakes, op(Action::add_connection, "", {.floor = "f2", .from = "f2.A", .to = "C"})),
              HasSubstr("connect A to C door\n"));
  EXPECT_EQ(refused(namesakes, op(Action::add_connection, "", {.floor = "f1", .from = "A", .to = "B"})),
            "Room \"B\" not found on floor \"f1\"");
  EXPECT_THAT(refused(namesakes, op(Action::add_connection, "", {.floor = "f2", .from = "A", .to = "outside"})),
              HasSubstr("floor \"f1\" has rooms of these names too"));
  EXPECT_THAT(refused(namesakes, op(Action::add_connection, "", {.from = "f2.A", .to = "outside"})),
              HasSubstr("floor \"f1\" has rooms of these names too"));
}

TEST(Namesakes, AConnectionIsRemovedOnTheFloorAskedFor) {
  EXPECT_THAT(changed(namesakes, op(Action::remove_connection, "", {.from = "f2.A", .to = "B"})),
              Not(HasSubstr("to B.left")));
  EXPECT_THAT(changed(namesakes, op(Action::remove_connection, "", {.floor = "f1", .from = "A", .to = "H"})),
              Not(HasSubstr("to H.left")));
  EXPECT_EQ(refused(namesakes, op(Action::remove_connection, "", {.floor = "f1", .from = "A", .to = "B"})),
            "0 connections join \"A\" and \"B\"");
}

TEST(Modify, APlanThatHadAnErrorCanBeRenamedIn) {
  const std::string broken =
      "floorplan\n  floor f {\n    room A at (0,0) size (4 x 4) walls [top: solid]\n"
      "    room B size (4 x 4) walls [top: solid] right-of Nowhere\n  }\n  connect A.right to B.left door\n"
      "  connect A.right to Gone.left door\n";
  ASSERT_FALSE(compile(broken).valid());
  for (const auto atomicity : {Atomicity::all_or_nothing, Atomicity::each_alone}) {
    for (const char* room : {"A", "B"}) {
      const Modified out = run(broken, {op(Action::rename_room, room, {.newName = "Z"})}, atomicity);
      EXPECT_TRUE(out.success) << out.outcomes.at(0).message;
    }
  }
}

TEST(Modify, SaysWhichParameterNamesNothing) {
  const auto path = [](Operation operation) { return run(home, {std::move(operation)}).outcomes.at(0).path; };
  EXPECT_EQ(path(op(Action::add_connection, "", {.from = "Living", .to = "Moon"})), "params.to");
  EXPECT_EQ(path(op(Action::add_connection, "", {.from = "Moon", .to = "Living"})), "params.from");
  EXPECT_EQ(path(op(Action::add_connection, "", {.from = "Living", .to = "Bed", .opensInto = "Moon"})),
            "params.opensInto");
  EXPECT_EQ(path(op(Action::convert_to_relative, "", {.anchorRoom = "Moon"})), "params.anchorRoom");
  EXPECT_EQ(path(op(Action::convert_to_relative, "",
                    {.anchorRoom = "Living", .targetRooms = std::vector<std::string>{"Hall", "Moon"}})),
            "params.targetRooms[1]");
  EXPECT_EQ(path(op(Action::align_rooms, "Living",
                    {.alignment = AlignmentDirection::top, .targetRooms = std::vector<std::string>{"Moon"}})),
            "params.targetRooms[0]");
  EXPECT_EQ(path(op(Action::add_room, "", {.name = "N", .parent = "Moon"})), "params.parent");
  EXPECT_EQ(path(op(Action::remove_floor, "Moon")), "target");
}

TEST(Modify, SaysThatATargetIsMissing) {
  EXPECT_EQ(refused(home, op(Action::remove_room, "")), "remove_room needs a target: the name of a room");
  EXPECT_EQ(refused(home, op(Action::remove_element, "")),
            "remove_element needs a target: the name of a stair or lift");
}

TEST(Connections, AHeightAloneTakesTheStandardWidth) {
  EXPECT_THAT(changed(home, op(Action::add_connection, "",
                               {.height = 2.4, .from = "Suite", .to = "outside", .fromSide = WallDirection::left})),
              HasSubstr("connect Suite.left to outside door size (0.9 x 2.4)"));
  EXPECT_THAT(changed(home, op(Action::add_opening, "Suite",
                               {.height = 1, .side = WallDirection::left, .type = WallType::window})),
              HasSubstr("left: window size (1.5 x 1)"));
}

TEST(LineEnds, AreThoseOfThePlan) {
  std::string windows;
  for (const char c : home) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const auto unix_only = [](const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) return true;
    }
    return text.find("\r\r") != std::string::npos;
  };
  for (const auto& operation :
       {op(Action::add_room, "", {.name = "N", .x = 30, .y = 0, .width = 2, .height = 2}),
        op(Action::add_connection, "", {.from = "Bed", .to = "outside"}), op(Action::add_floor, "", {.name = "Roof"}),
        op(Action::remove_room, "Hall"), op(Action::remove_floor, "First"),
        op(Action::set_config, "", {.key = words::ConfigKey::default_unit, .value = "ft"})}) {
    EXPECT_FALSE(unix_only(changed(windows, operation))) << info(operation.action).name;
  }
}

TEST(Floors, TheFirstIsIndentedToItsClosingBrace) {
  const Modified out =
      run("floorplan\n", {op(Action::add_floor, "", {.name = "F"}),
                          op(Action::add_room, "", {.name = "R", .x = 0, .y = 0, .width = 2, .height = 2})});
  EXPECT_THAT(out.dsl, HasSubstr("floorplan\n  floor F {\n    room R at (0, 0)"));
  EXPECT_THAT(out.dsl, testing::EndsWith("\n  }\n")) << out.dsl;
}

TEST(Stairs, RunsMustBeWhatTheGrammarTakes) {
  Parameters p{.name = "S",
               .x = 20,
               .y = 0,
               .shape = words::StairShape::u_shaped,
               .toward = words::ViewDirection::bottom,
               .turn = words::TurnDirection::left,
               .rise = 3,
               .runs = std::vector<std::int64_t>{8}};
  EXPECT_EQ(refused(home, op(Action::add_stair, "", p)), "U-shaped stairs have two or more runs");
  p.shape = words::StairShape::double_l;
  EXPECT_THAT(changed(home, op(Action::add_stair, "", p)), HasSubstr("runs 8"));
  p.runs = std::vector<std::int64_t>{5, 5, 4, 4};
  EXPECT_EQ(refused(home, op(Action::add_stair, "", p)), "double-L stairs have one to three runs");
}

TEST(Messages, AreSentences) {
  const auto message = [](Operation operation) { return run(home, {std::move(operation)}).outcomes.at(0).message; };
  EXPECT_EQ(message(op(Action::resize_room, "Hall", {.unit = words::LengthUnit::ft, .width = 15.5, .height = 15})),
            "Room \"Hall\" is now (15.5ft x 15ft)");
  EXPECT_EQ(message(op(Action::resize_room, "Hall", {.width = 2, .height = 7})), "Room \"Hall\" is now (2 x 7) m");
  EXPECT_EQ(
      message(op(
          Action::add_connection, "",
          {.from = "Suite", .to = "outside", .fromSide = WallDirection::left, .doorType = words::DoorType::opening})),
      "\"Suite\" and \"outside\" are joined by an opening");
  EXPECT_EQ(message(op(Action::remove_floor, "First")), "Floor \"First\" removed with its 1 room");
}

TEST(StylesAndSettings, AreWrittenWhereTheGrammarWantsThem) {
  Parameters style;
  style.name = "Dry";
  style.floorColor = "#EEEEEE";
  style.roughness = 0.5;
  EXPECT_THAT(changed(home, op(Action::define_style, "", style)),
              HasSubstr("}\n  style Dry { floor_color: \"#EEEEEE\", roughness: 0.5 }\n"));
  EXPECT_THAT(changed(home, op(Action::remove_style, "Wet")), Not(HasSubstr("Wet")));
  Parameters unit;
  unit.key = words::ConfigKey::default_unit;
  unit.value = "ft";
  const std::string dsl = changed(home, op(Action::set_config, "", unit));
  EXPECT_THAT(dsl, HasSubstr("  config { default_unit: ft }\n"));
  unit.value = "m";
  EXPECT_THAT(changed(dsl, op(Action::set_config, "", unit)), HasSubstr("config { default_unit: m }"));
  unit.value = "m } floor x {";
  EXPECT_THAT(refused(dsl, op(Action::set_config, "", unit)), HasSubstr("no value"));
}

TEST(AlignRooms, MovesThemToTheLine) {
  Parameters p;
  p.targetRooms = {{"Suite"}};
  p.alignment = AlignmentDirection::right;
  EXPECT_EQ(rect_of(changed(home, op(Action::align_rooms, "Living", p)), "Suite").right(), 5);
}

TEST(Mirror, TwiceIsTheSamePlan) {
  for (const Axis axis : {Axis::horizontal, Axis::vertical}) {
    Parameters p;
    p.axis = axis;
    const std::string once = changed(home, op(Action::mirror, "", p));
    const std::string twice = changed(once, op(Action::mirror, "", p));
    const auto bounds = compile(std::string(home)).plan.floors.at(0).bounds;
    for (const char* name : {"Living", "Hall", "Bed", "Suite", "Bath", "Wardrobe"}) {
      const Rect before = rect_of(home, name);
      const Rect seen = rect_of(once, name);
      if (axis == Axis::horizontal) {
        EXPECT_NEAR(seen.x - bounds.x, bounds.right() - before.right(), 1e-5) << name;
        EXPECT_NEAR(seen.y, before.y, 1e-5) << name;
      } else {
        EXPECT_NEAR(seen.y - bounds.y, bounds.bottom() - before.bottom(), 1e-5) << name;
      }
      const Rect again = rect_of(twice, name);
      EXPECT_NEAR(again.x, before.x, 1e-5) << name;
      EXPECT_NEAR(again.y, before.y, 1e-5) << name;
    }
    EXPECT_THAT(once, HasSubstr("# where everybody meets"));
  }
}

TEST(Mirror, AnOpeningKeepsItsDistanceFromTheCornerItFaced) {
  const std::string plan =
      "floorplan floor f { room A at (0,0) size (6 x 4) walls [top: window at 0.5m size (1 x 1), bottom: door at 20%] "
      "}";
  Parameters p;
  p.axis = Axis::horizontal;
  const std::string once = changed(plan, op(Action::mirror, "", p));
  EXPECT_THAT(once, HasSubstr("top: window at 4.5m"));
  EXPECT_THAT(once, HasSubstr("bottom: door at 80%"));
  EXPECT_THAT(changed(once, op(Action::mirror, "", p)), HasSubstr("top: window at 0.5m"));
}

TEST(AllOrNothing, AnErrorThatALaterOperationMendsIsNone) {
  // Half-way, the sub-room lies outside its parent.
  const Modified out =
      run(home, {op(Action::resize_room, "Suite", {.width = 3, .height = 5}), op(Action::remove_room, "Wardrobe")});
  EXPECT_TRUE(out.success) << out.outcomes[0].message;
}

TEST(AllOrNothing, TheGuiltyOperationIsNamed) {
  const Modified out = run(home, {op(Action::add_label, "Living", {.label = "L"}),
                                  op(Action::resize_room, "Suite", {.width = 1, .height = 1}),
                                  op(Action::add_label, "Hall", {.label = "H"})});
  EXPECT_FALSE(out.success);
  EXPECT_EQ(out.outcomes[0].result, Outcome::skipped);
  EXPECT_EQ(out.outcomes[1].result, Outcome::error);
  EXPECT_EQ(out.outcomes[2].result, Outcome::skipped);
  EXPECT_EQ(out.dsl, home);
}

// --- a law: whatever is done, the text parses and refers to nothing that is not there ---

class RandomOperations {
 public:
  explicit RandomOperations(unsigned seed) : random_(seed) {}

  Operation next(const Plan& plan) {
    Operation out;
    out.action = static_cast<Action>(below(static_cast<unsigned>(enum_names(Action{}).size())));
    out.target = target(plan, out.action);
    Parameters& p = out.parameters;
    p.name = p.newName = name();
    if (chance()) p.label = name();
    if (chance()) p.floor = floor(plan);
    if (below(8) == 0) p.parent = room(plan);
    p.width = 0.5 + below(80) / 8.0;
    p.height = 0.5 + below(80) / 8.0;
    if (chance()) {
      p.x = static_cast<double>(below(60)) - 20.5;
      p.y = static_cast<double>(below(60)) - 20;
    } else {
      p.direction = static_cast<RelativeDirection>(below(8));
      p.reference = room(plan);
      if (chance()) p.gap = below(10) / 4.0;
      if (chance()) p.alignment = static_cast<AlignmentDirection>(below(5));
    }
    if (!p.alignment) p.alignment = static_cast<AlignmentDirection>(below(5));
    if (below(6) == 0) p.unit = static_cast<words::LengthUnit>(below(5));
    for (auto& wall : p.walls) {
      if (chance()) wall = static_cast<WallType>(below(4));
    }
    p.anchorRoom = room(plan);
    p.targetRooms = {{room(plan), room(plan)}};
    if (chance()) p.targetRooms.reset();
    p.axis = static_cast<Axis>(below(2));
    p.from = chance() ? room(plan) : "outside";
    p.to = room(plan);
    p.side = p.fromSide = static_cast<WallDirection>(below(4));
    p.type = static_cast<WallType>(below(4));
    p.position = below(101);
    p.index = below(2);
    p.shape = static_cast<words::StairShape>(below(8));
    p.toward = static_cast<words::ViewDirection>(below(4));
    p.turn = static_cast<words::TurnDirection>(below(2));
    p.rise = 3;
    p.outerRadius = p.radius = 1.5;
    p.winders = 3;
    p.floorColor = "#A0B0C0";
    p.style = chance() ? "Wet" : name();
    p.key = words::ConfigKey::wall_thickness;
    p.value = "0.2";
    if (plan.floors.size() > 1)
      p.links = {{plan.floors[0].id + "." + element(plan, 0), plan.floors[1].id + "." + element(plan, 1)}};
    return out;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  bool chance() { return below(2) == 0; }
  std::string name() {
    static const std::vector<std::string> names{"A", "B",     "Cellar",     "My Study",  "room",
                                                "x", "Ünder", "say \"hi\"", "R&D <lab>", "back\\slash",
                                                "5", "a.b",   "#1"};
    return names[below(static_cast<unsigned>(names.size()))];
  }
  std::string room(const Plan& plan) {
    return plan.rooms.empty() ? "Nobody" : plan.rooms[below(static_cast<unsigned>(plan.rooms.size()))].name;
  }
  std::string floor(const Plan& plan) {
    return plan.floors.empty() ? "Nowhere" : plan.floors[below(static_cast<unsigned>(plan.floors.size()))].id;
  }
  std::string element(const Plan& plan, int on) {
    for (const auto& stair : plan.stairs) {
      if (stair.floor == on) return stair.name;
    }
    return "None";
  }
  std::string target(const Plan& plan, Action action) {
    switch (action) {
      case Action::rename_floor:
      case Action::remove_floor:
        return floor(plan);
      case Action::remove_element:
      case Action::move_element:
        return plan.stairs.empty() ? "None" : plan.stairs[below(static_cast<unsigned>(plan.stairs.size()))].name;
      case Action::remove_style:
        return "Wet";
      default:
        return room(plan);
    }
  }
  std::mt19937 random_;
};

constexpr unsigned sequences = support::rounds(10'000);

TEST(Modify, TenThousandSequencesNeverBreakAPlan) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomOperations operations(seed);
  std::size_t applied = 0;
  for (unsigned sequence = 0; sequence < sequences; ++sequence) {
    std::string dsl(home);
    for (int step = 0; step < 4; ++step) {
      const Operation operation = operations.next(compile(dsl).plan);
      const Modified out = run(dsl, {operation}, sequence % 2 == 0 ? Atomicity::all_or_nothing : Atomicity::each_alone);
      if (!out.success) {
        ASSERT_EQ(out.dsl, dsl) << info(operation.action).name;
        continue;
      }
      ++applied;
      const Compiled after = compile(out.dsl);
      ASSERT_TRUE(after.valid()) << info(operation.action).name << " " << operation.target << ": "
                                 << after.diagnostics.at(0).message << "\nbefore:\n"
                                 << dsl << "\nafter:\n"
                                 << out.dsl;
      dsl = out.dsl;
    }
  }
  EXPECT_GT(applied, sequences) << "the operations must mostly be possible, or the law says nothing";
}

}  // namespace
}  // namespace floorplan::engine
