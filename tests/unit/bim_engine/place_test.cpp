// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/derive/place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "unit/bim_engine/building.h"

namespace bim::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Code code_of(const Result<void>& result) { return result.ok() ? Code{} : result.error().code; }
Code shape_code(const Model& model, const char* id) { return code_of(check_shape(*model.find(id), model)); }
Code openings_code(const Model& model, const char* host) { return code_of(check_openings(*model.find(host), model)); }

TEST(Place, AWallStandsOnItsLevelAndHasItsTypesThickness) {
  const Model model({record("bim:level-1", R"({"name":"L1","elevation":3000})"),
                     record("bim:type-1", R"({"of":"wall","thickness":300})"),
                     wall("a", 0, 0, 5000, 0, R"(,"level":"bim:level-1","type":"bim:type-1","height":2500)")});
  const Place place = place_of(*model.find("bim:wall-a"), model);
  EXPECT_THAT(place.levels, ElementsAre("L1"));
  EXPECT_EQ(place.box->low, (Vec3{0, -0.15, 3}));
  EXPECT_EQ(place.box->high, (Vec3{5, 0.15, 5.5}));
}

TEST(Place, ADoorIsWhereItsWallIs) {
  const Model model(
      {wall("a", 1000, 1000, 1000, 6000), record("bim:door-1", R"({"host":"bim:wall-a","offset":2000})")});
  const Place place = place_of(*model.find("bim:door-1"), model);
  EXPECT_NEAR(place.box->low.y, 3, 1e-12);
  EXPECT_NEAR(place.box->high.y, 3.9, 1e-12);
  EXPECT_NEAR(place.box->high.z, 2.1, 1e-12);
}

TEST(Place, Rule25AWallHasALength) {
  const Model model({wall("a", 1000, 0, 1000, 0), wall("b", 0, 0, 1, 0)});
  EXPECT_EQ(shape_code(model, "bim:wall-a"), Code::zero_length);
  EXPECT_EQ(shape_code(model, "bim:wall-b"), Code{});
}

TEST(Place, Rule26AnOpeningIsInsideItsHost) {
  const auto with_door = [](const char* door) { return Model({wall("a", 0, 0, 5000, 0), record("bim:door-1", door)}); };
  EXPECT_EQ(openings_code(with_door(R"({"host":"bim:wall-a","offset":4100})"), "bim:wall-a"), Code{});
  EXPECT_EQ(openings_code(with_door(R"({"host":"bim:wall-a","offset":4101})"), "bim:wall-a"),
            Code::opening_outside_host);
  EXPECT_EQ(openings_code(with_door(R"({"host":"bim:wall-a","offset":-1})"), "bim:wall-a"), Code::opening_outside_host);
  EXPECT_EQ(openings_code(with_door(R"({"host":"bim:wall-a","offset":0,"height":3001})"), "bim:wall-a"),
            Code::opening_outside_host);
  const Model nowhere({record("bim:door-1", R"({"host":"bim:wall-a","offset":0})")});
  EXPECT_EQ(shape_code(nowhere, "bim:door-1"), Code::host_missing);
  const Model in_a_room(
      {record("bim:room-1", R"({"location":[0,0]})"), record("bim:door-1", R"({"host":"bim:room-1","offset":0})")});
  EXPECT_EQ(shape_code(in_a_room, "bim:door-1"), Code::constraint);
}

TEST(Place, OpeningsDoNotOverlapUnlessOneIsAboveTheOther) {
  const auto pair = [](const char* a, const char* b) {
    return Model({wall("a", 0, 0, 5000, 0), record("bim:window-1", a), record("bim:window-2", b)});
  };
  const char* const low = R"({"host":"bim:wall-a","offset":1000,"width":1000,"height":1000,"sill_height":0})";
  EXPECT_EQ(openings_code(pair(low, R"({"host":"bim:wall-a","offset":1500})"), "bim:wall-a"), Code::opening_overlap);
  EXPECT_EQ(openings_code(pair(low, R"({"host":"bim:wall-a","offset":2000})"), "bim:wall-a"), Code{});
  EXPECT_EQ(openings_code(pair(low, R"({"host":"bim:wall-a","offset":1000,"sill_height":1000})"), "bim:wall-a"),
            Code{});
}

TEST(Place, AnOpeningInAFloorIsInsideItsOutline) {
  const auto with = [](const char* hole) {
    return Model({record("bim:floor-1", R"({"boundary":[[0,0],[4000,0],[4000,4000],[0,4000]]})"),
                  record("bim:opening-1", hole)});
  };
  const Model inside = with(R"({"host":"bim:floor-1","location":[1000,1000],"width":1000,"height":1000})");
  EXPECT_EQ(openings_code(inside, "bim:floor-1"), Code{});
  EXPECT_NEAR(prism_of(*inside.find("bim:floor-1"), inside)->volume_m3(), (16 - 1) * 0.2, 1e-9);
  EXPECT_EQ(
      openings_code(with(R"({"host":"bim:floor-1","location":[300,1000],"width":1000,"height":1000})"), "bim:floor-1"),
      Code::opening_outside_host);
}

TEST(Place, Rule29NothingReachesOutOfTheModel) {
  const Model model(
      {wall("a", 9999000, 0, 10000000, 0), wall("b", 9999000, 0, 9999999, 0, R"(,"base_offset":9999000)")});
  EXPECT_EQ(shape_code(model, "bim:wall-a"), Code{});
  EXPECT_EQ(shape_code(model, "bim:wall-b"), Code::outside_model);
}

TEST(Place, AnOutlineThatCrossesItselfIsNoFloor) {
  const Model model({record("bim:floor-1", R"({"boundary":[[0,0],[4000,4000],[4000,0],[0,4000]]})")});
  EXPECT_EQ(shape_code(model, "bim:floor-1"), Code::degenerate);
}

TEST(Place, AColumnGoesUpToItsTopLevel) {
  const Model model(
      {record("bim:level-1", R"({"name":"L1"})"), record("bim:level-2", R"({"name":"L2","elevation":6000})"),
       record("bim:column-1", R"({"location":[0,0],"width":400,"level":"bim:level-1","top_level":"bim:level-2"})"),
       record("bim:column-2", R"({"location":[0,0],"level":"bim:level-2","top_level":"bim:level-1"})"),
       record("bim:column-3", R"({"location":[0,0],"profile":"circle","width":500,"height":1000})")});
  EXPECT_NEAR(prism_of(*model.find("bim:column-1"), model)->volume_m3(), 0.4 * 0.4 * 6, 1e-12);
  EXPECT_THAT(place_of(*model.find("bim:column-1"), model).levels, ElementsAre("L1", "L2"));
  EXPECT_EQ(shape_code(model, "bim:column-2"), Code::degenerate);
  const double circle = std::numbers::pi * 0.25 * 0.25;
  EXPECT_NEAR(prism_of(*model.find("bim:column-3"), model)->volume_m3(), circle, circle * 0.002);
}

TEST(Place, Rule27UnionAndIntersectCommuteAndSubtractDoesNot) {
  const auto volume = [](const char* a, const char* b, const char* operation) {
    const Model model(
        {wall("a", 0, 0, 4000, 0), wall("b", 2000, -2000, 2000, 1000),
         record("bim:solid-1", std::string(R"({"element_a":"bim:wall-)") + a + R"(","element_b":"bim:wall-)" + b +
                                   R"(","operation":")" + operation + "\"}")});
    return solid_of(*model.find("bim:solid-1"), model)->volume_m3();
  };
  const double one = 4 * 0.2 * 3, other = 3 * 0.2 * 3, shared = 0.2 * 0.2 * 3;
  EXPECT_NEAR(volume("a", "b", "union"), one + other - shared, 1e-9);
  EXPECT_NEAR(volume("b", "a", "union"), one + other - shared, 1e-9);
  EXPECT_NEAR(volume("a", "b", "intersect"), shared, 1e-9);
  EXPECT_NEAR(volume("b", "a", "intersect"), shared, 1e-9);
  EXPECT_NEAR(volume("a", "b", "subtract"), one - shared, 1e-9);
  EXPECT_NEAR(volume("b", "a", "subtract"), other - shared, 1e-9);
}

TEST(Place, ABooleanOfWhatDoesNotMeetIsEmptyAndRefused) {
  const Model model(
      {wall("a", 0, 0, 4000, 0), wall("b", 0, 9000, 4000, 9000),
       record("bim:solid-1", R"({"element_a":"bim:wall-a","element_b":"bim:wall-b","operation":"intersect"})")});
  const auto checked = check_shape(*model.find("bim:solid-1"), model);
  EXPECT_EQ(checked.error().code, Code::degenerate);
  EXPECT_THAT(checked.error().message, HasSubstr("nothing is left"));
}

// Slopes of 45° over 6 × 4 m, 100 mm upright: every shape has the volume of its outline times that.
TEST(Place, RoofsSlopeFromTheirEaves) {
  const auto roof = [](const char* shape) {
    return record("bim:roof-1",
                  std::string(R"({"boundary":[[0,0],[6000,0],[6000,4000],[0,4000]],"slope":45,"shape":")") + shape +
                      R"(","thickness":70.710678118654755,"base_offset":3000})");
  };
  const std::vector<std::pair<const char*, double>> rises{{"shed", 4}, {"gable", 2}, {"hip", 2}};
  for (const auto& [shape, rise] : rises) {
    const Model model({roof(shape)});
    EXPECT_EQ(shape_code(model, "bim:roof-1"), Code{}) << shape;
    const Solid solid = *solid_of(*model.find("bim:roof-1"), model);
    EXPECT_NEAR(solid.volume_m3(), 24 * 0.1, 1e-9) << shape;
    EXPECT_NEAR(solid.box().high.z, 3 + rise + 0.1, 1e-9) << shape;
    EXPECT_NEAR(solid.box().low.z, 3, 1e-9) << shape;
  }
}

TEST(Place, ValuesAreHeldToTheTable) {
  const auto code = [](const char* id, const char* body) { return code_of(check_values(record(id, body))); };
  EXPECT_EQ(code("bim:wall-a", R"({"start":[0,0],"end":[1,0]})"), Code{});
  EXPECT_EQ(code("bim:wall-a", R"({"start":[0,0]})"), Code::missing);
  EXPECT_EQ(code("bim:wall-a", R"({"start":[0,0],"end":[1,0],"colour":"red"})"), Code::unknown_parameter);
  EXPECT_EQ(code("bim:wall-a", R"({"start":[0,0],"end":[1,0],"height":"3 m"})"), Code::wrong_type);
  EXPECT_EQ(code("bim:spaceship-a", "{}"), Code::constraint);
}

}  // namespace
}  // namespace bim::engine
