// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/edit/move.h"

#include <gtest/gtest.h>

#include "unit/bim_engine/building.h"

namespace bim::engine {
namespace {

Model house() {
  return Model({record("bim:level-1", R"({"name":"L1","elevation":3000,"height":2800})"),
                wall("a", 0, 0, 3000, 4000, R"(,"level":"bim:level-1")"),
                record("bim:door-1", R"({"host":"bim:wall-a","offset":1000})"),
                record("bim:window-1", R"({"host":"bim:wall-a","offset":3000})"),
                record("bim:roof-1", R"({"boundary":[[0,0],[1000,0],[0,1000]],"level":"bim:level-1"})"),
                record("bim:room-1", R"({"location":[1,2]})"),
                record("bim:join-1", R"({"elements":["bim:wall-a"],"join_type":"none"})")});
}
Result<Json> after(const char* id, Point by) {
  const Model model = house();
  return moved(*model.find(id), by, model);
}

TEST(Move, AWallGoesWithBothEnds) {
  const Json body = *after("bim:wall-a", {100, -50, 20, true});
  EXPECT_EQ(body.at("start"), *base::parse_json("[100,-50]"));
  EXPECT_EQ(body.at("end"), *base::parse_json("[3100,3950]"));
  EXPECT_EQ(body.at("base_offset"), Json(20));
}

TEST(Move, WhatIsInAWallGoesAlongIt) {
  EXPECT_NEAR(after("bim:door-1", {30, 40, 0, false})->at("offset").as_number(), 1050, 1e-9);
  EXPECT_EQ(after("bim:door-1", {40, -30, 0, false}).error().code, Code::degenerate);
  EXPECT_EQ(after("bim:door-1", {0, 0, 10, true}).error().code, Code::degenerate);
  EXPECT_EQ(after("bim:window-1", {0, 0, 10, true})->at("sill_height"), Json(910));
}

TEST(Move, ARoofRisesFromWhereItsLevelPutsIt) {
  EXPECT_EQ(after("bim:roof-1", {0, 0, 200, true})->at("base_offset"), Json(3000));
}

TEST(Move, WhatHasNoPlaceOfItsOwnStays) {
  EXPECT_EQ(after("bim:join-1", {1, 0, 0, false}).error().code, Code::degenerate);
  EXPECT_EQ(after("bim:room-1", {0, 0, 5, true}).error().code, Code::degenerate);
  EXPECT_EQ(after("bim:level-1", {1, 0, 0, false}).error().code, Code::degenerate);
  EXPECT_EQ(after("bim:level-1", {0, 0, 5, true})->at("elevation"), Json(3005));
}

TEST(Move, ACopyIsTakenByItsHandle) {
  const Model model = house();
  EXPECT_EQ(handle_of(*model.find("bim:wall-a"), model)->z, 3000);
  const Point jamb = *handle_of(*model.find("bim:door-1"), model);
  EXPECT_NEAR(jamb.x, 600, 1e-9);
  EXPECT_NEAR(jamb.y, 800, 1e-9);
  EXPECT_FALSE(handle_of(*model.find("bim:join-1"), model).ok());
}

}  // namespace
}  // namespace bim::engine
