// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/parts/division.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "domains/floorplan/tools/parts/plan.h"
#include "kernel/event.h"

// A plan as limits, gates, scopes and the log see it.
namespace floorplan::tools {
namespace {

constexpr const char* home = R"(floorplan
  # two storeys
  config { theme: default }
  floor Ground {
    room Hall at (0,0) size (4 x 4) walls [top: window, right: solid, bottom: solid, left: solid]
    room Bath size (2 x 4) walls [top: solid, right: solid, bottom: solid, left: solid] right-of Hall
  }
  floor First {
    room Attic at (0,0) size (4 x 4) walls [top: solid, right: solid, bottom: solid, left: solid]
  }
  connect Hall to Bath door
)";

std::string with(std::string text, const std::string& what, const std::string& instead) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), instead);
}

std::string counts(const std::string& before, const std::string& after) {
  const auto element = [](const std::string& dsl) {
    return std::make_shared<const kernel::Element>(plan_as_element(dsl));
  };
  const auto touched = kernel::touched_by({{std::string(plan_element), element(before), element(after)}}, divide);
  return kernel::counts_in_words(kernel::touched_summary(touched));
}

TEST(Division, KnowsWhatAPlanIsMadeOf) {
  const auto parts = divide(plan_as_element(home));
  std::vector<std::string> ids;
  for (const auto& part : parts.list) ids.push_back(part.id);
  EXPECT_THAT(ids, testing::UnorderedElementsAre("floor Ground", "floor First", "room Hall", "room Bath", "room Attic",
                                                 "opening Hall.top", "opening Hall to Bath"));
  const auto bath = std::ranges::find(parts.list, "room Bath", &kernel::Part::id);
  EXPECT_THAT(bath->levels, testing::ElementsAre("Ground"));
  EXPECT_EQ(bath->box, (kernel::Box{{4000000, 0, 0}, {6000000, 4000000, 2700000}}));
  const auto attic = std::ranges::find(parts.list, "room Attic", &kernel::Part::id);
  EXPECT_EQ(attic->box->min_um[2], 2900000) << "on top of the ground floor and its slab";
}

TEST(Division, CountsARoomThatAnotherPushesAway) {
  EXPECT_EQ(counts(home, with(home, "size (4 x 4) walls [top: window", "size (5 x 4) walls [top: window")),
            "opening: 2 modified; room: 2 modified");
}

TEST(Division, ARoomGoesWithItsOpenings) {
  std::string after = with(
      home, "room Bath size (2 x 4) walls [top: solid, right: solid, bottom: solid, left: solid] right-of Hall", "");
  after = with(after, "connect Hall to Bath door", "");
  EXPECT_EQ(counts(home, after), "opening: 1 deleted; room: 1 deleted");
}

TEST(Division, ANewNameIsAChangeOfTheRoomAndOfWhatIsNamedByIt) {
  std::string after = with(home, "room Hall", "room Lobby");
  after = with(after, "right-of Hall", "right-of Lobby");
  after = with(after, "connect Hall", "connect Lobby");
  EXPECT_EQ(counts(home, after), "opening: 2 modified; room: 1 modified");
}

TEST(Division, ARemarkASettingAndAnIndentAreThePlansOwn) {
  EXPECT_EQ(counts(home, with(home, "two storeys", "2 storeys")), "floorplan: 1 modified");
  EXPECT_EQ(counts(home, with(home, "theme: default", "theme: dark")), "floorplan: 1 modified");
  EXPECT_EQ(counts(home, with(home, "    room Hall", "      room Hall")), "floorplan: 1 modified");
}

TEST(Division, AWholeFloorIsItsRooms) {
  const auto first = std::string(home).find("  floor First");
  const auto end = std::string(home).find("  connect");
  std::string after = home;
  after.erase(first, end - first);
  EXPECT_EQ(counts(home, after), "floor: 1 deleted; room: 1 deleted");
}

TEST(Division, UnreadableTextIsAPlanToo) {
  EXPECT_EQ(counts(home, "?"), "floor: 2 deleted; floorplan: 1 modified; opening: 2 deleted; room: 3 deleted");
  EXPECT_EQ(counts("", "floorplan"), "floorplan: 1 modified");
}

}  // namespace
}  // namespace floorplan::tools
