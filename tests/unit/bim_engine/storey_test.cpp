// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/derive/storey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/bim_engine/building.h"

namespace bim::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(Storey, APartitionMakesTwoRooms) {
  const Model model(with(two_rooms(), {record("bim:room-1", R"({"location":[2000,3000],"name":"West"})"),
                                       record("bim:room-2", R"({"location":[8000,3000],"name":"East"})"),
                                       record("bim:room-3", R"({"location":[20000,3000],"name":"Outside"})")}));
  const StoreyShapes shapes = *storey_shapes(model, 0);
  ASSERT_EQ(shapes.spaces.size(), 2U);
  for (const char* id : {"bim:room-1", "bim:room-2"}) {
    const geometry::FoundRoom& room = shapes.spaces[shapes.rooms.at(id)];
    EXPECT_NEAR(room.centre_line_m2(), 30, 1e-9);
    EXPECT_NEAR(room.net_m2(), 27.84, 1e-6);
  }
  EXPECT_FALSE(shapes.rooms.contains("bim:room-3"));
}

TEST(Storey, WallsAreMitredAtCornersAndStopAtTees) {
  const Model model(two_rooms());
  const StoreyShapes shapes = *storey_shapes(model, 0);
  double volume = 0;
  for (const auto& [id, prism] : shapes.bodies) volume += prism.volume_m3();
  // The ring around, and the partition between its inner faces: nothing twice.
  EXPECT_NEAR(volume, ((10.2 * 6.2 - 9.8 * 5.8) + 0.2 * 5.8) * 3, 1e-6);
  EXPECT_NEAR(shapes.bodies.at("bim:wall-t").volume_m3(), 0.2 * 5.8 * 3, 1e-6);
  EXPECT_EQ(shapes.joins.size(), 6U);
}

TEST(Storey, PeopleMayDecideHowWallsJoin) {
  const std::vector<Record> corner{wall("a", 0, 0, 4000, 0), wall("b", 4000, 0, 4000, 3000)};
  const auto volumes = [&](const char* type) {
    std::vector<Record> records = corner;
    if (*type != '\0')
      records.push_back(
          record("bim:join-1", std::string(R"({"elements":["bim:wall-a","bim:wall-b"],"join_type":")") + type + "\"}"));
    const StoreyShapes shapes = *storey_shapes(Model(records), 0);
    return std::pair(shapes.bodies.at("bim:wall-a").volume_m3() / 0.6,
                     shapes.bodies.at("bim:wall-b").volume_m3() / 0.6);
  };
  EXPECT_NEAR(volumes("").first, 4, 1e-6);  // mitred: as long on one face as it is short on the other
  EXPECT_NEAR(volumes("").second, 3, 1e-6);
  EXPECT_NEAR(volumes("butt").first, 4.1, 1e-6);  // the first goes through
  EXPECT_NEAR(volumes("butt").second, 2.9, 1e-6);
  EXPECT_NEAR(volumes("none").first, 4, 1e-6);
  EXPECT_NEAR(volumes("none").second, 3, 1e-6);
}

TEST(Storey, ADoorIsCutOutOfItsWall) {
  const Model model({wall("a", 0, 0, 6000, 0), record("bim:door-1", R"({"host":"bim:wall-a","offset":2500})")});
  EXPECT_NEAR(storey_shapes(model, 0)->bodies.at("bim:wall-a").volume_m3(), 3.222, 1e-9);
}

TEST(Storey, WhatAChangeRegeneratesIsExactlyWhatHasAnotherShape) {
  const std::vector<Record> before =
      with(two_rooms(),
           {record("bim:room-1", R"({"location":[2000,3000]})"), record("bim:room-2", R"({"location":[8000,3000]})"),
            record("bim:door-1", R"({"host":"bim:wall-t","offset":1000})"),
            record("bim:column-1", R"({"location":[20000,0]})"), wall("far", 30000, 0, 40000, 0)});
  std::vector<Record> after = before;
  std::ranges::replace_if(
      after, [](const Record& each) { return each.id == "bim:wall-t"; }, wall("t", 6000, 0, 6000, 6000));
  // The partition with its door, both rooms; walls a and c only where it was and is: it is cut by them, not they.
  EXPECT_THAT(*regenerated(Model(before), Model(after), {"bim:wall-t"}),
              ElementsAre("bim:door-1", "bim:room-1", "bim:room-2", "bim:wall-t"));
  EXPECT_THAT(*regenerated(Model(before), Model(before), {"bim:wall-t"}), IsEmpty());
}

TEST(Storey, AThickerTypeRegeneratesItsWallsAndWhatTheyBound) {
  const auto building = [](const char* thickness) {
    std::vector<Record> records = two_rooms();
    records[4] = wall("t", 5000, 0, 5000, 6000, R"(,"type":"bim:type-1")");
    records.push_back(record("bim:type-1", std::string(R"({"of":"wall","thickness":)") + thickness + "}"));
    records.push_back(record("bim:room-1", R"({"location":[2000,3000]})"));
    return Model(records);
  };
  EXPECT_THAT(*regenerated(building("200"), building("300"), {"bim:type-1"}),
              UnorderedElementsAre("bim:wall-t", "bim:room-1"));
}

TEST(Storey, StoreysDoNotMix) {
  const Model model({record("bim:level-2", R"({"name":"L2","elevation":3000})"), wall("a", 0, 0, 4000, 0),
                     wall("b", 4000, 0, 4000, 3000, R"(,"level":"bim:level-2")")});
  EXPECT_THAT(elevations_of(model), ElementsAre(0, 3));
  EXPECT_THAT(storey_shapes(model, 0)->joins, IsEmpty());
  EXPECT_THAT(storey_shapes(model, 3)->walls, ElementsAre("bim:wall-b"));
}

}  // namespace
}  // namespace bim::engine
