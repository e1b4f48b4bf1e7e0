// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/modify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>

#include "base/text.h"
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

using namespace action;  // NOLINT(google-build-using-namespace): what is given reads as it is called

// op<AddLabel>("Hall", Label{"narrow"}); what the action does not take does not compile.
template <class Asked, class... Given>
Operation op(std::string target, const Given&... given) {
  Asked asked;
  ((static_cast<Given&>(asked) = given), ...);
  return {std::move(target), std::move(asked)};
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

// --- the table ---

TEST(Modify, EveryActionHasANameADocumentationAndAHandler) {
  std::set<std::string_view> names;
  ASSERT_EQ(all_actions().size(), enum_names(Action{}).size());
  for (std::size_t i = 0; i < enum_names(Action{}).size(); ++i) {
    const ActionInfo& one = info(static_cast<Action>(i));
    EXPECT_FALSE(one.doc.empty()) << one.name;
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_EQ(enum_names(Action{})[i], one.name);
    EXPECT_EQ(all_actions()[i].name, one.name);
    // Asked for nothing in particular, it says in its own name what it needs.
    const auto action = static_cast<Action>(i);
    EXPECT_EQ(operation_of(action, "", {}).action(), action);
    const Modified out = run("floorplan\n  floor F {}\n", {operation_of(action, "", {})});
    EXPECT_THAT(out.outcomes.at(0).message, testing::StartsWith(std::string(one.name) + " needs ")) << one.name;
  }
}

std::set<std::string_view> names_of(std::span<const ParameterInfo> parameters) {
  std::set<std::string_view> out;
  for (const auto& parameter : parameters) {
    EXPECT_TRUE(out.insert(parameter.name).second) << parameter.name << " is there twice";
    EXPECT_TRUE(parameter.doc.ends_with(".")) << parameter.name << ": " << parameter.doc;
  }
  return out;
}

TEST(Modify, EveryParameterIsTakenByAnActionAndNoActionTakesAnother) {
  std::set<std::string_view> taken;
  for (const auto& action : all_actions()) taken.merge(names_of(action.parameters));
  EXPECT_EQ(taken, names_of(all_parameters()));
}

TEST(Modify, TheTableInTheDocumentationIsTheTableInTheCode) {
  std::ifstream file(LINTEL_SOURCE_DIR "/docs/floorplan.md");
  ASSERT_TRUE(file.is_open());
  std::string expected;
  for (const auto& action : all_actions()) {
    expected += "| `" + std::string(action.name) + "` | " + (action.target.empty() ? "–" : std::string(action.target)) +
                " | " + std::string(action.doc) + " |\n";
  }
  std::string actual;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| `") && base::split(line, '|').size() == 5) actual += line + "\n";
  }
  EXPECT_EQ(actual, expected);
}

TEST(Modify, AnActionGetsWhatItTakesAndNothingElse) {
  AllParameters all;
  all.newName = "Q";
  all.floor = "f2";
  all.label = "not for rename_room";
  const Operation operation = operation_of(Action::rename_room, "A", all);
  EXPECT_EQ(operation.target, "A");
  const auto& given = std::get<RenameRoom>(operation.parameters);
  EXPECT_EQ(given.newName, "Q");
  EXPECT_EQ(given.floor, "f2");
  EXPECT_THAT(info(Action::rename_room).parameters,
              testing::ElementsAre(testing::Field(&ParameterInfo::name, "newName"),
                                   testing::Field(&ParameterInfo::name, "floor")));
}

// Several parameters can be given in two forms; which one counts is part of the interface.
TEST(Modify, OfTwoFormsTheOneThatSaysMoreCounts) {
  AddRoom given;
  given.width = 1;
  given.height = 2;
  given.size = Extent{.width = 3};
  EXPECT_EQ(given.wide(), 3);
  EXPECT_EQ(given.deep(), 2);
  given.x = 1;
  given.position = Corner{.x = 5, .y = 6};
  EXPECT_EQ(given.across(), 5);
  EXPECT_EQ(given.down(), 6);
  given.walls = Sides{.top = WallType::door, .left = WallType::open};
  given.top = WallType::window;
  EXPECT_EQ(given.wall(WallDirection::top), WallType::window);
  EXPECT_EQ(given.wall(WallDirection::left), WallType::open);
  EXPECT_EQ(given.wall(WallDirection::right), std::nullopt);
  EXPECT_EQ(given.beside().has_value(), false);
  given.alignment = AlignmentDirection::bottom;
  given.relativePosition = Beside{.reference = "Hall"};
  EXPECT_EQ(given.beside()->alignment, AlignmentDirection::bottom);
  given.relativePosition->alignment = AlignmentDirection::center;
  EXPECT_EQ(given.beside()->alignment, AlignmentDirection::center);
}

TEST(AddRoom, GoesAfterTheLastRoomAndBeforeStairs) {
  const std::string dsl = changed(
      home, op<AddRoom>("", Name{"Study"}, X{20}, Y{0}, Width{3}, Height{3}, Walls{Sides{.top = WallType::window}}));
  EXPECT_THAT(dsl, HasSubstr("    ]\n    room Study at (20, 0) size (3 x 3) walls [top: window, right: solid, bottom: "
                             "solid, left: solid]\n    stair Up"));
}

TEST(AddRoom, OnAFloorWrittenOnOneLine) {
  const std::string one = "floorplan floor f { room A at (0,0) size (5 x 5) walls [top: solid] }";
  const std::string dsl = changed(one, op<AddRoom>("", Name{"B"}, X{5}, Y{0}, Width{2}, Height{2}));
  EXPECT_EQ(rect_of(dsl, "B"), (Rect{5, 0, 2, 2}));
}

TEST(AddRoom, OnAnEmptyFloorAndOnTheOneAskedFor) {
  const std::string dsl = changed("floorplan\n  floor a {}\n  floor b {\n    # nothing yet\n  }\n",
                                  op<AddRoom>("", Name{"R"}, OnFloor{"b"}, X{0}, Y{0}, Width{2}, Height{2}));
  EXPECT_THAT(dsl, HasSubstr("floor b {\n    room R at (0, 0)"));
  EXPECT_THAT(dsl, HasSubstr("# nothing yet"));
}

TEST(AddRoom, AsASubRoom) {
  const std::string dsl =
      changed(home, op<AddRoom>("", Name{"Niche"}, Parent{"Living"}, X{1}, Y{1}, Width{1}, Height{1}));
  EXPECT_EQ(rect_of(dsl, "Niche"), (Rect{1, 1, 1, 1}));
  EXPECT_THAT(dsl, HasSubstr("label \"Living room\" composed of [ sub-room Niche"));
}

TEST(AddRoom, ANameThatIsNoWordIsQuoted) {
  const std::string dsl = changed(
      home, op<AddRoom>("", Name{"My \"big\" Study"}, Label{"a\nb \\ \"c\""}, X{20}, Y{0}, Width{2}, Height{2}));
  EXPECT_EQ(rect_of(dsl, "My \"big\" Study"), (Rect{20, 0, 2, 2}));
}

TEST(AddRoom, ANegativePositionIsWritten) {
  const std::string dsl = changed(home, op<AddRoom>("", Name{"West"}, X{-3.5}, Y{0}, Width{2}, Height{2}));
  EXPECT_EQ(rect_of(dsl, "West").x, -3.5);
}

TEST(AddRoom, InAnotherUnit) {
  const std::string dsl =
      changed(home, op<AddRoom>("", Name{"Feet"}, Unit{words::LengthUnit::ft}, X{100}, Y{0}, Width{10}, Height{10}));
  EXPECT_THAT(dsl, HasSubstr("room Feet at (100ft, 0ft) size (10ft x 10ft)"));
}

TEST(AddRoom, RefusesWhatCannotBe) {
  EXPECT_THAT(refused(home, op<AddRoom>("", Name{"Hall"}, X{0}, Y{0}, Width{2}, Height{2})),
              HasSubstr("exists already"));
  EXPECT_THAT(refused(home, op<AddRoom>("", Name{"R"}, Width{2}, Height{2})), HasSubstr("position"));
  EXPECT_THAT(refused(home, op<AddRoom>("", Name{"R"}, X{0}, Y{0}, Width{0}, Height{2})), HasSubstr("greater than 0"));
  EXPECT_THAT(refused(home, op<AddRoom>("", Name{""}, X{0}, Y{0}, Width{2}, Height{2})), HasSubstr("empty"));
  EXPECT_THAT(
      refused(home, op<AddRoom>("", Name{"R"}, Width{2}, Height{2},
                                RelativePosition{Beside{.direction = RelativeDirection::below, .reference = "Hal"}})),
      HasSubstr("\"Hal\" not found"));
  EXPECT_THAT(refused(home, op<AddRoom>("", Name{"R"}, OnFloor{"Cellar"}, X{0}, Y{0}, Width{2}, Height{2})),
              HasSubstr("Floor \"Cellar\" not found"));
}

TEST(RemoveRoom, NeighboursKeepTheirPlaceAndConnectionsGo) {
  const Rect bed = rect_of(home, "Bed");
  const std::string dsl = changed(home, op<RemoveRoom>("Hall"));
  EXPECT_EQ(rect_of(dsl, "Bed"), bed);
  EXPECT_THAT(dsl, Not(HasSubstr("Hall")));
  EXPECT_THAT(dsl, HasSubstr("connect Living.bottom to outside door"));
  EXPECT_THAT(dsl, HasSubstr("# where everybody meets"));
}

TEST(RemoveRoom, AStairBesideItKeepsItsPlace) {
  const auto place = [](std::string_view dsl) { return compile(std::string(dsl)).plan.stairs.at(0).box; };
  EXPECT_EQ(place(changed(home, op<RemoveRoom>("Bed"))), place(home));
}

TEST(RemoveRoom, ASubRoomByItsPath) {
  const Rect wardrobe = rect_of(home, "Wardrobe");
  const std::string dsl = changed(home, op<RemoveRoom>("Suite.Bath"));
  EXPECT_EQ(rect_of(dsl, "Wardrobe"), wardrobe);
  EXPECT_THAT(dsl, Not(HasSubstr("Bath")));
}

TEST(ResizeRoom, AlsoOneWhoseSizeHasAName) {
  EXPECT_THAT(changed(home, op<ResizeRoom>("Bed", Width{3}, Height{3})), HasSubstr("room Bed size (3 x 3) walls"));
}

TEST(ResizeRoom, ThatWouldPushASubRoomOutIsRefused) {
  EXPECT_THAT(refused(home, op<ResizeRoom>("Suite", Width{1}, Height{1})), HasSubstr("would break the plan"));
}

TEST(MoveRoom, FromBesideAnotherToAPlace) {
  const std::string dsl = changed(home, op<MoveRoom>("Hall", X{30}, Y{2}));
  EXPECT_THAT(
      dsl,
      HasSubstr(
          "room Hall at (30, 2) size (2 x 6) walls [top: solid, right: solid, bottom: solid, left: solid]   # narrow"));
}

TEST(MoveRoom, FromAPlaceToBesideAnother) {
  const std::string dsl = changed(
      home, op<MoveRoom>("Suite", RelativePosition{Beside{
                                      .direction = RelativeDirection::below, .reference = "Living", .gap = 1.5}}));
  EXPECT_EQ(rect_of(dsl, "Suite").y, 7.5);
  EXPECT_THAT(dsl, HasSubstr("room Suite size (8 x 5) walls [top: solid, right: solid, bottom: solid, left: solid] "
                             "below Living gap 1.5 composed of ["));
}

TEST(MoveRoom, InACircleIsRefused) {
  EXPECT_THAT(refused(home, op<MoveRoom>("Hall", RelativePosition{Beside{.direction = RelativeDirection::right_of,
                                                                         .reference = "Bed"}})),
              HasSubstr("would break the plan"));
}

TEST(RenameRoom, EverythingThatNamesItFollows) {
  const std::string dsl = changed(home, op<RenameRoom>("Hall", NewName{"Entrance hall"}));
  EXPECT_THAT(dsl, Not(HasSubstr("Hall")));
  EXPECT_THAT(dsl, HasSubstr("room \"Entrance hall\" size"));
  EXPECT_THAT(dsl, HasSubstr("right-of \"Entrance hall\" style Wet"));
  EXPECT_THAT(dsl,
              HasSubstr("connect Living.right to \"Entrance hall\".left door at 30% opens into \"Entrance hall\""));
}

TEST(RenameRoom, SubRoomsToo) {
  const std::string dsl = changed(home, op<RenameRoom>("Bath", NewName{"Shower"}));
  EXPECT_THAT(dsl, HasSubstr("sub-room Shower at"));
  EXPECT_THAT(dsl, HasSubstr("right-of Shower"));
}

TEST(UpdateWalls, AddsWhatIsMissing) {
  EXPECT_THAT(changed(home, op<UpdateWalls>("Bed", Right{WallType::window}, Bottom{WallType::door})),
              HasSubstr("walls [top: window, right: window, bottom: door] right-of Hall"));
}

TEST(UpdateWalls, OfARoomWithoutWalls) {
  EXPECT_THAT(changed("floorplan floor f { room A at (0,0) size (3x3) label \"x\" }",
                      op<UpdateWalls>("A", Left{WallType::open})),
              HasSubstr("size (3x3) walls [left: open] label"));
}

TEST(AddLabel, ReplacesInsertsAndRemoves) {
  EXPECT_THAT(changed(home, op<AddLabel>("Living", Label{"Saloon"})), HasSubstr("label \"Saloon\"\n"));
  EXPECT_THAT(changed(home, op<AddLabel>("Suite", Label{"1.5"})), HasSubstr("] label \"1.5\" composed of ["));
  EXPECT_THAT(changed(home, op<AddLabel>("Living", Label{""})), Not(HasSubstr("label")));
}

TEST(ConvertToRelative, KeepsEveryRoomWhereItWas) {
  const std::string grid = R"(floorplan
  floor f {
    room A at (0,0) size (4 x 4) walls [top: solid]
    room B at (4,0) size (4 x 4) walls [top: solid]
    room C at (4,4) size (4 x 2) walls [top: solid]
    room D at (10,1) size (2 x 2) walls [top: solid]   # one metre lower, two metres off
  })";
  const std::string dsl = changed(grid, op<ConvertToRelative>("", AnchorRoom{"A"}));
  EXPECT_THAT(dsl, HasSubstr("room B size (4 x 4) walls [top: solid] right-of A"));
  EXPECT_THAT(dsl, HasSubstr("room C size (4 x 2) walls [top: solid] below B"));
  EXPECT_THAT(dsl, HasSubstr("room D size (2 x 2) walls [top: solid] right-of B gap 2 align center   # one metre"));
  for (const char* name : {"A", "B", "C", "D"}) EXPECT_EQ(rect_of(dsl, name), rect_of(grid, name)) << name;
}

TEST(CopyRoom, SubRoomsGetNamesOfTheirOwn) {
  const std::string dsl = changed(home, op<CopyRoom>("Suite", NewName{"Suite2"}, X{0}, Y{20}));
  EXPECT_EQ(rect_of(dsl, "Bath_2"), (Rect{0, 20, 2, 2}));
  EXPECT_EQ(rect_of(dsl, "Wardrobe_2"), (Rect{2, 20, 2, 2}));
}

TEST(Openings, AreAddedAndTakenOut) {
  const std::string two = changed(home, op<AddOpening>("Living", action::Side{WallDirection::left},
                                                       OpeningType{WallType::window}, At{25}, Width{1}, Height{1.2}));
  EXPECT_THAT(two, HasSubstr("left: window at 25% size (1 x 1.2)]"));
  EXPECT_THAT(changed(two, op<RemoveOpening>("Living", action::Side{WallDirection::left})),
              HasSubstr("bottom: door, left: solid]"));
}

TEST(Connections, AreAddedAfterTheLastAndTakenOut) {
  const std::string dsl =
      changed(home, op<AddConnection>("", From{"Suite"}, To{"outside"}, FromSide{WallDirection::bottom},
                                      DoorType{words::DoorType::double_door}));
  EXPECT_THAT(dsl, HasSubstr("to outside door\n  connect Suite.bottom to outside double-door\n  vertical"));
  EXPECT_EQ(changed(dsl, op<RemoveConnection>("", From{"outside"}, To{"Suite"})), home);
  EXPECT_THAT(refused(home, op<RemoveConnection>("", From{"Bed"}, To{"Suite"})), HasSubstr("0 connections"));
}

TEST(Elements, StairsLiftsAndLinks) {
  const std::vector<words::ViewDirection> left{words::ViewDirection::left};
  const std::string with =
      changed(home, op<AddLift>("", Name{"Lift"}, X{20}, Y{0}, Width{1.6}, Height{1.8}, Doors{left}));
  EXPECT_THAT(with, HasSubstr("lift Lift at (20, 0) size (1.6 x 1.8) doors (left)"));
  EXPECT_EQ(changed(with, op<RemoveElement>("Lift")), home);
  // A stair that goes takes its link along; two are needed to make one.
  EXPECT_THAT(changed(home, op<RemoveElement>("Up")), Not(HasSubstr("vertical")));
  EXPECT_THAT(
      changed(home, op<AddStair>("", Name{"Back"}, X{20}, Y{0}, Shape{words::StairShape::u_shaped},
                                 Toward{words::ViewDirection::bottom}, Turn{words::TurnDirection::left}, Rise{3})),
      HasSubstr("stair Back at (20, 0) shape U-shaped from bottom turn left rise 3"));
}

TEST(Floors, AreAddedRenamedAndRemoved) {
  const std::string with = changed(home, op<AddFloor>("", Name{"Roof"}));
  EXPECT_EQ(compile(with).plan.floors.size(), 3U);
  EXPECT_THAT(changed(home, op<RenameFloor>("First", NewName{"Upper"})), HasSubstr("vertical Ground.Up to Upper.Up"));
  const std::string ground = changed(home, op<RemoveFloor>("First"));
  EXPECT_THAT(ground, Not(HasSubstr("vertical")));
  EXPECT_THAT(changed("floorplan\n", op<AddFloor>("", Name{"F"})), HasSubstr("floorplan\n  floor F {\n"));
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
  const std::string first = changed(namesakes, op<RenameRoom>("A", NewName{"Q"}));
  EXPECT_THAT(first, HasSubstr("connect A.right to B.left door opens into A\n"));
  EXPECT_THAT(first, HasSubstr("connect Q.right to H.left door opens into Q\n"));
  EXPECT_THAT(first, HasSubstr("below A"));
  const std::string second = changed(namesakes, op<RenameRoom>("f2.A", NewName{"Q"}));
  EXPECT_THAT(second, HasSubstr("connect Q.right to B.left door opens into Q\n"));
  EXPECT_THAT(second, HasSubstr("connect A.right to H.left door opens into A\n"));
  EXPECT_THAT(second, HasSubstr("below Q"));
  EXPECT_EQ(second, changed(namesakes, op<RenameRoom>("A", NewName{"Q"}, OnFloor{"f2"})));
}

TEST(Namesakes, RemoveTakesOnlyTheConnectionsOfItsRoom) {
  const Modified first = run(namesakes, {op<RemoveRoom>("A")});
  EXPECT_THAT(first.dsl, HasSubstr("connect A.right to B.left"));
  EXPECT_THAT(first.dsl, Not(HasSubstr("to H.left")));
  EXPECT_EQ(first.outcomes.at(0).message, "Room \"A\" removed; 1 connection went with it");
  const std::string second = changed(namesakes, op<RemoveRoom>("f2.A"));
  EXPECT_THAT(second, HasSubstr("connect A.right to H.left"));
  EXPECT_THAT(second, Not(HasSubstr("to B.left")));
  const std::string floor = changed(namesakes, op<RemoveFloor>("f1"));
  EXPECT_THAT(floor, HasSubstr("connect A.right to B.left"));
  EXPECT_THAT(floor, Not(HasSubstr("to H.left")));
}

TEST(Namesakes, TheFloorChoosesTheRoom) {
  const auto upper = [](const std::string& dsl) { return dsl.substr(dsl.find("floor f2")); };
  EXPECT_THAT(upper(changed(namesakes, op<ResizeRoom>("A", OnFloor{"f2"}, Width{3}, Height{3}))),
              HasSubstr("room A at (0, 0) size (3 x 3)"));
  EXPECT_THAT(upper(changed(namesakes, op<AddLabel>("f2.A", Label{"up"}))),
              HasSubstr("room A at (0, 0) size (4 x 4) walls [top: solid] label \"up\""));
  EXPECT_EQ(refused(namesakes, op<RemoveRoom>("H", OnFloor{"f2"})), "Room \"H\" not found on floor \"f2\"");
  EXPECT_EQ(refused(namesakes, op<RemoveRoom>("H", OnFloor{"f3"})), "Floor \"f3\" not found");
  const std::string deep = changed(home, op<AddLabel>("Ground.Suite.Bath", Label{"wet"}));
  EXPECT_THAT(deep, HasSubstr("label \"wet\""));
}

TEST(Namesakes, AConnectionOnAFloorMustBeWritable) {
  EXPECT_THAT(changed(namesakes, op<AddConnection>("", OnFloor{"f2"}, From{"f2.A"}, To{"C"})),
              HasSubstr("connect A to C door\n"));
  EXPECT_EQ(refused(namesakes, op<AddConnection>("", OnFloor{"f1"}, From{"A"}, To{"B"})),
            "Room \"B\" not found on floor \"f1\"");
  EXPECT_THAT(refused(namesakes, op<AddConnection>("", OnFloor{"f2"}, From{"A"}, To{"outside"})),
              HasSubstr("floor \"f1\" has rooms of these names too"));
  EXPECT_THAT(refused(namesakes, op<AddConnection>("", From{"f2.A"}, To{"outside"})),
              HasSubstr("floor \"f1\" has rooms of these names too"));
}

TEST(Namesakes, AConnectionIsRemovedOnTheFloorAskedFor) {
  EXPECT_THAT(changed(namesakes, op<RemoveConnection>("", From{"f2.A"}, To{"B"})), Not(HasSubstr("to B.left")));
  EXPECT_THAT(changed(namesakes, op<RemoveConnection>("", OnFloor{"f1"}, From{"A"}, To{"H"})),
              Not(HasSubstr("to H.left")));
  EXPECT_EQ(refused(namesakes, op<RemoveConnection>("", OnFloor{"f1"}, From{"A"}, To{"B"})),
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
      const Modified out = run(broken, {op<RenameRoom>(room, NewName{"Z"})}, atomicity);
      EXPECT_TRUE(out.success) << out.outcomes.at(0).message;
    }
  }
}

TEST(Modify, SaysWhichParameterNamesNothing) {
  const auto path = [](Operation operation) { return run(home, {std::move(operation)}).outcomes.at(0).path; };
  EXPECT_EQ(path(op<AddConnection>("", From{"Living"}, To{"Moon"})), "params.to");
  EXPECT_EQ(path(op<AddConnection>("", From{"Moon"}, To{"Living"})), "params.from");
  EXPECT_EQ(path(op<AddConnection>("", From{"Living"}, To{"Bed"}, OpensInto{"Moon"})), "params.opensInto");
  EXPECT_EQ(path(op<ConvertToRelative>("", AnchorRoom{"Moon"})), "params.anchorRoom");
  EXPECT_EQ(
      path(op<ConvertToRelative>("", AnchorRoom{"Living"}, TargetRooms{std::vector<std::string>{"Hall", "Moon"}})),
      "params.targetRooms[1]");
  EXPECT_EQ(
      path(op<AlignRooms>("Living", Alignment{AlignmentDirection::top}, TargetRooms{std::vector<std::string>{"Moon"}})),
      "params.targetRooms[0]");
  EXPECT_EQ(path(op<AddRoom>("", Name{"N"}, Parent{"Moon"})), "params.parent");
  EXPECT_EQ(path(op<RemoveFloor>("Moon")), "target");
}

TEST(Modify, SaysThatATargetIsMissing) {
  EXPECT_EQ(refused(home, op<RemoveRoom>("")), "remove_room needs a target: the name of a room");
  EXPECT_EQ(refused(home, op<RemoveElement>("")), "remove_element needs a target: the name of a stair or lift");
}

TEST(Connections, AHeightAloneTakesTheStandardWidth) {
  EXPECT_THAT(
      changed(home, op<AddConnection>("", Height{2.4}, From{"Suite"}, To{"outside"}, FromSide{WallDirection::left})),
      HasSubstr("connect Suite.left to outside door size (0.9 x 2.4)"));
  EXPECT_THAT(changed(home, op<AddOpening>("Suite", Height{1}, action::Side{WallDirection::left},
                                           OpeningType{WallType::window})),
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
       {op<AddRoom>("", Name{"N"}, X{30}, Y{0}, Width{2}, Height{2}), op<AddConnection>("", From{"Bed"}, To{"outside"}),
        op<AddFloor>("", Name{"Roof"}), op<RemoveRoom>("Hall"), op<RemoveFloor>("First"),
        op<SetConfig>("", Key{words::ConfigKey::default_unit}, Value{"ft"})}) {
    EXPECT_FALSE(unix_only(changed(windows, operation))) << info(operation.action()).name;
  }
}

TEST(Floors, TheFirstIsIndentedToItsClosingBrace) {
  const Modified out =
      run("floorplan\n", {op<AddFloor>("", Name{"F"}), op<AddRoom>("", Name{"R"}, X{0}, Y{0}, Width{2}, Height{2})});
  EXPECT_THAT(out.dsl, HasSubstr("floorplan\n  floor F {\n    room R at (0, 0)"));
  EXPECT_THAT(out.dsl, testing::EndsWith("\n  }\n")) << out.dsl;
}

TEST(Stairs, RunsMustBeWhatTheGrammarTakes) {
  AddStair p;
  p.name = "S";
  p.x = 20;
  p.y = 0;
  p.shape = words::StairShape::u_shaped;
  p.toward = words::ViewDirection::bottom;
  p.turn = words::TurnDirection::left;
  p.rise = 3;
  p.runs = std::vector<std::int64_t>{8};
  EXPECT_EQ(refused(home, op<AddStair>("", p)), "U-shaped stairs have two or more runs");
  p.shape = words::StairShape::double_l;
  EXPECT_THAT(changed(home, op<AddStair>("", p)), HasSubstr("runs 8"));
  p.runs = std::vector<std::int64_t>{5, 5, 4, 4};
  EXPECT_EQ(refused(home, op<AddStair>("", p)), "double-L stairs have one to three runs");
}

TEST(Messages, AreSentences) {
  const auto message = [](Operation operation) { return run(home, {std::move(operation)}).outcomes.at(0).message; };
  EXPECT_EQ(message(op<ResizeRoom>("Hall", Unit{words::LengthUnit::ft}, Width{15.5}, Height{15})),
            "Room \"Hall\" is now (15.5ft x 15ft)");
  EXPECT_EQ(message(op<ResizeRoom>("Hall", Width{2}, Height{7})), "Room \"Hall\" is now (2 x 7) m");
  EXPECT_EQ(message(op<AddConnection>("", From{"Suite"}, To{"outside"}, FromSide{WallDirection::left},
                                      DoorType{words::DoorType::opening})),
            "\"Suite\" and \"outside\" are joined by an opening");
  EXPECT_EQ(message(op<RemoveFloor>("First")), "Floor \"First\" removed with its 1 room");
}

TEST(StylesAndSettings, AreWrittenWhereTheGrammarWantsThem) {
  DefineStyle style;
  style.name = "Dry";
  style.floorColor = "#EEEEEE";
  style.roughness = 0.5;
  EXPECT_THAT(changed(home, op<DefineStyle>("", style)),
              HasSubstr("}\n  style Dry { floor_color: \"#EEEEEE\", roughness: 0.5 }\n"));
  EXPECT_THAT(changed(home, op<RemoveStyle>("Wet")), Not(HasSubstr("Wet")));
  SetConfig unit;
  unit.key = words::ConfigKey::default_unit;
  unit.value = "ft";
  const std::string dsl = changed(home, op<SetConfig>("", unit));
  EXPECT_THAT(dsl, HasSubstr("  config { default_unit: ft }\n"));
  unit.value = "m";
  EXPECT_THAT(changed(dsl, op<SetConfig>("", unit)), HasSubstr("config { default_unit: m }"));
  unit.value = "m } floor x {";
  EXPECT_THAT(refused(dsl, op<SetConfig>("", unit)), HasSubstr("not a value"));
}

TEST(AlignRooms, MovesThemToTheLine) {
  AlignRooms p;
  p.targetRooms = {{"Suite"}};
  p.alignment = AlignmentDirection::right;
  EXPECT_EQ(rect_of(changed(home, op<AlignRooms>("Living", p)), "Suite").right(), 5);
}

TEST(Mirror, TwiceIsTheSamePlan) {
  for (const Axis axis : {Axis::horizontal, Axis::vertical}) {
    const std::string once = changed(home, op<MirrorFloor>("", WhichAxis{axis}));
    const std::string twice = changed(once, op<MirrorFloor>("", WhichAxis{axis}));
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
  const auto left_to_right = op<MirrorFloor>("", WhichAxis{Axis::horizontal});
  const std::string once = changed(plan, left_to_right);
  EXPECT_THAT(once, HasSubstr("top: window at 4.5m"));
  EXPECT_THAT(once, HasSubstr("bottom: door at 80%"));
  EXPECT_THAT(changed(once, left_to_right), HasSubstr("top: window at 0.5m"));
}

TEST(AllOrNothing, AnErrorThatALaterOperationMendsIsNone) {
  // Half-way, the sub-room lies outside its parent.
  const Modified out = run(home, {op<ResizeRoom>("Suite", Width{3}, Height{5}), op<RemoveRoom>("Wardrobe")});
  EXPECT_TRUE(out.success) << out.outcomes[0].message;
}

TEST(AllOrNothing, TheGuiltyOperationIsNamed) {
  const Modified out = run(home, {op<AddLabel>("Living", Label{"L"}), op<ResizeRoom>("Suite", Width{1}, Height{1}),
                                  op<AddLabel>("Hall", Label{"H"})});
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
    const auto action = static_cast<Action>(below(static_cast<unsigned>(all_actions().size())));
    return operation_of(action, target(plan, action), parameters(plan));
  }

 private:
  AllParameters parameters(const Plan& plan) {
    AllParameters p;
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
      p.relativePosition = beside(plan);
    }
    p.alignment = static_cast<AlignmentDirection>(below(5));
    if (below(6) == 0) p.unit = static_cast<words::LengthUnit>(below(5));
    for (auto* wall : {&p.top, &p.right, &p.bottom, &p.left}) {
      if (chance()) *wall = static_cast<WallType>(below(4));
    }
    p.anchorRoom = room(plan);
    p.targetRooms = {{room(plan), room(plan)}};
    if (chance()) p.targetRooms.reset();
    p.axis = static_cast<Axis>(below(2));
    p.from = chance() ? room(plan) : "outside";
    p.to = room(plan);
    p.side = p.fromSide = static_cast<WallDirection>(below(4));
    p.type = static_cast<WallType>(below(4));
    p.at = below(101);
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
    return p;
  }
  Beside beside(const Plan& plan) {
    Beside out{.direction = static_cast<RelativeDirection>(below(8)), .reference = room(plan)};
    if (chance()) out.gap = below(10) / 4.0;
    if (chance()) out.alignment = static_cast<AlignmentDirection>(below(5));
    return out;
  }
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
        ASSERT_EQ(out.dsl, dsl) << info(operation.action()).name;
        continue;
      }
      ++applied;
      const Compiled after = compile(out.dsl);
      ASSERT_TRUE(after.valid()) << info(operation.action()).name << " " << operation.target << ": "
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
