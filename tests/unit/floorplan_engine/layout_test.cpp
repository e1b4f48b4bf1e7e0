// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/critique/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "domains/floorplan/engine/compile.h"

namespace floorplan::engine {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

Brief apartment() {
  return {.rooms = {{.name = "Living", .min_area = 22, .max_area = 28},
                    {.name = "Kitchen", .min_area = 9, .max_area = 13},
                    {.name = "Bedroom 1", .min_area = 13, .max_area = 17},
                    {.name = "Bedroom 2", .min_area = 10, .max_area = 14},
                    {.name = "Bath", .min_area = 5, .max_area = 7},
                    {.name = "Store", .min_area = 3, .max_area = 5}},
          .links = {{"Living", "Kitchen"}, {"Bath", "Kitchen", false}}};
}

double overlap(const Rect& a, const Rect& b) {
  const double x = std::min(a.right(), b.right()) - std::max(a.x, b.x);
  const double y = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  return x > 1e-6 && y > 1e-6 ? x * y : 0;
}

TEST(LayoutFromABrief, CompilesAndIsStrictToo) {
  const Layout made = layout(apartment()).value();
  const Compiled compiled = compile(made.dsl);
  EXPECT_TRUE(compiled.valid()) << made.dsl;
  EXPECT_TRUE(compile(made.dsl, formats::floorplan::Dialect::strict).valid()) << made.dsl;
  EXPECT_EQ(compiled.plan.rooms.size(), 7U) << "a hall was added";
  EXPECT_TRUE(made.hall_added);
}

TEST(LayoutFromABrief, RoomsTileTheFootprint) {
  const Layout made = layout(apartment()).value();
  const Plan plan = compile(made.dsl).plan;
  double sum = 0;
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    sum += plan.rooms[i].rect.area();
    for (std::size_t j = i + 1; j < plan.rooms.size(); ++j)
      EXPECT_EQ(overlap(plan.rooms[i].rect, plan.rooms[j].rect), 0);
  }
  EXPECT_NEAR(sum, made.width * made.depth, 1e-6);
}

TEST(LayoutFromABrief, AnEasyBriefIsMet) {
  const Layout made = layout(apartment()).value();
  for (const RoomScore& room : made.rooms) {
    EXPECT_TRUE(room.reachable) << room.name;
    EXPECT_EQ(room.deviation, 0) << room.name << " " << room.area;
    EXPECT_TRUE(room.has_window || !room.needs_window) << room.name;
  }
  for (const LinkScore& link : made.links) EXPECT_TRUE(link.satisfied) << link.a << "-" << link.b;
  EXPECT_GT(made.score, 90);
  for (const char* room : {"Bedroom_1", "Bedroom_2", "Bath"})
    EXPECT_THAT(made.dsl, HasSubstr("connect Hall to " + std::string(room) + " door"));
  for (const Finding& finding : made.findings) EXPECT_NE(finding.severity, Severity::error) << finding.message;
}

TEST(LayoutFromABrief, TheSameSeedGivesTheSamePlan) {
  EXPECT_EQ(layout(apartment()).value().dsl, layout(apartment()).value().dsl);
}

TEST(LayoutFromABrief, TheFootprintAndTheUnitAreObeyed) {
  Brief brief = apartment();
  brief.width = 40 * 0.3048;
  brief.depth = 24 * 0.3048;
  brief.unit = words::LengthUnit::ft;
  brief.area_unit = words::AreaUnit::sqft;
  const Layout made = layout(brief).value();
  EXPECT_THAT(made.dsl, HasSubstr("default_unit: ft, area_unit: sqft"));
  const Rect bounds = compile(made.dsl).plan.floors[0].bounds;
  EXPECT_NEAR(bounds.width, 40 * 0.3048, 1e-6);
  EXPECT_NEAR(bounds.height, 24 * 0.3048, 1e-6);
}

TEST(LayoutFromABrief, WhatCannotBeHadIsInTheScores) {
  Brief brief = apartment();
  brief.width = 6;  // 70 square metres wanted, 36 there
  brief.depth = 6;
  const Layout made = layout(brief).value();
  EXPECT_LT(made.areas, 40);
  EXPECT_LT(made.score, 75);
  EXPECT_GT(made.rooms[0].deviation, 0.2);
}

TEST(LayoutFromABrief, TheFrontDoorIsWhereItWasAskedFor) {
  for (const auto side : {words::WallDirection::top, words::WallDirection::right, words::WallDirection::bottom,
                          words::WallDirection::left}) {
    Brief brief = apartment();
    brief.entrance = side;
    EXPECT_THAT(layout(brief).value().dsl, HasSubstr("." + std::string(words::text(side)) + " to outside door"));
  }
}

TEST(LayoutFromABrief, FewRoomsNeedNoHall) {
  const Layout made = layout({.rooms = {{.name = "Living", .min_area = 20, .max_area = 30},
                                        {.name = "Bath", .min_area = 4, .max_area = 6}}})
                          .value();
  EXPECT_FALSE(made.hall_added);
  EXPECT_THAT(made.rooms, SizeIs(2));
  EXPECT_TRUE(made.rooms[1].reachable);
}

TEST(LayoutFromABrief, OneRoomIsAHouse) {
  const Layout made = layout({.rooms = {{.name = "Studio", .min_area = 30, .max_area = 30}}}).value();
  EXPECT_TRUE(made.rooms[0].reachable);
}

TEST(LayoutFromABrief, NamesThatTheLanguageCannotWriteBecomeLabels) {
  const Layout made = layout({.rooms = {{.name = "Küche \"1\"", .min_area = 10, .max_area = 12},
                                        {.name = "door", .min_area = 10, .max_area = 12}}})
                          .value();
  EXPECT_TRUE(compile(made.dsl).valid()) << made.dsl;
  EXPECT_EQ(compile(made.dsl).plan.rooms[0].label, "Küche \"1\"");
}

TEST(LayoutFromABrief, ABriefThatMakesNoSenseIsRefused) {
  EXPECT_FALSE(layout({}).ok());
  Brief brief = apartment();
  brief.links.push_back({"Living", "Sauna"});
  EXPECT_FALSE(layout(brief).ok());
  brief = apartment();
  brief.rooms[0].min_area = std::nan("");
  EXPECT_FALSE(layout(brief).ok());
  brief = apartment();
  brief.rooms[0].max_area = 1;
  EXPECT_FALSE(layout(brief).ok());
  brief = apartment();
  brief.rooms.push_back(brief.rooms[0]);
  EXPECT_FALSE(layout(brief).ok());
}

// Whatever is asked: the text compiles, and what the report says of rooms is what the plan has.
TEST(LayoutFromABrief, RandomBriefsCompile) {
  std::mt19937 random(20260807);
  const std::vector<std::string> kinds{"Bedroom", "Bath",   "Living",  "Kitchen", "Office",
                                       "Store",   "Dining", "Laundry", "Thing"};
  for (int round = 0; round < 20; ++round) {
    Brief brief{.aspect = 0.5 + (0.1 * static_cast<double>(random() % 20)),
                .seed = static_cast<std::uint32_t>(random())};
    const std::size_t count = 1 + (random() % 16);
    for (std::size_t i = 0; i < count; ++i) {
      const double area = 2 + static_cast<double>(random() % 30);
      brief.rooms.push_back(
          {.name = kinds[random() % kinds.size()] + std::to_string(i), .min_area = area, .max_area = area * 1.3});
    }
    const auto made = layout(brief);
    ASSERT_TRUE(made.ok()) << made.error().message << " round " << round;
    const Plan plan = compile(made->dsl).plan;
    ASSERT_EQ(plan.rooms.size(), made->rooms.size());
    for (std::size_t i = 0; i < plan.rooms.size(); ++i)
      EXPECT_NEAR(plan.rooms[i].rect.area(), made->rooms[i].area, 1e-3);
  }
}

}  // namespace
}  // namespace floorplan::engine
