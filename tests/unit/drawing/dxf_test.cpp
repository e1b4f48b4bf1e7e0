// SPDX-License-Identifier: Apache-2.0
#include "drawing/dxf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <sstream>

namespace drawing {
namespace {

using testing::HasSubstr;

struct Group {
  int code;
  std::string value;
};
std::vector<Group> groups(const std::string& file) {
  std::vector<Group> out;
  std::istringstream in(file);
  std::string code;
  std::string value;
  while (std::getline(in, code) && std::getline(in, value)) out.push_back({std::stoi(code), value});
  return out;
}
// The values of one code within the entities of a type.
std::vector<std::string> values(const std::string& file, const std::string& type, int code) {
  std::vector<std::string> out;
  std::string current;
  for (const Group& group : groups(file)) {
    if (group.code == 0) current = group.value;
    if (group.code == code && current == type) out.push_back(group.value);
  }
  return out;
}

TEST(Dxf, IsR2000WithTheUnitOfItsCoordinates) {
  const std::string file = dxf({.unit = DxfUnit::foot});
  EXPECT_THAT(file, HasSubstr("$ACADVER\n  1\nAC1015\n"));
  EXPECT_THAT(file, HasSubstr("$INSUNITS\n 70\n2\n"));
  EXPECT_TRUE(file.ends_with("  0\nEOF\n"));
}

TEST(Dxf, EveryHandleIsUniqueAndBelowTheSeed) {
  DxfDrawing drawing{.blocks = {{"DOOR", {{"0", DxfLine{{0, 0}, {1, 0}}}}}}};
  for (int i = 0; i < 50; ++i) drawing.entities.push_back({"WALLS", DxfInsert{.block = "DOOR"}});
  std::set<std::string> seen;
  unsigned long seed = 0;
  unsigned long largest = 0;
  bool next_is_seed = false;
  for (const Group& group : groups(dxf(drawing))) {
    if (group.code == 9) next_is_seed = group.value == "$HANDSEED";
    if (group.code != 5 && group.code != 105) continue;
    const unsigned long handle = std::stoul(group.value, nullptr, 16);
    if (next_is_seed) {
      seed = handle;
      next_is_seed = false;
      continue;
    }
    EXPECT_TRUE(seen.insert(group.value).second) << group.value;
    largest = std::max(largest, handle);
  }
  EXPECT_GT(seed, largest);
}

TEST(Dxf, TextBeyondAsciiIsEscaped) {
  EXPECT_EQ(dxf_text("Küche 12 m²"), "K\\U+00FCche 12 m\\U+00B2");
  EXPECT_EQ(dxf_text("🛁"), "\\U+D83D\\U+DEC1");
  EXPECT_EQ(dxf_text("\xff"), "\\U+FFFD");
}

TEST(Dxf, TextCannotBecomeACodeOrALine) {
  EXPECT_EQ(dxf_text("a\n  0\nEOF"), "a   0 EOF");
  EXPECT_EQ(dxf_text("100%%d"), "100%\\U+0025d");
  EXPECT_EQ(dxf_text("\\U+0041"), "\\U+005CU+0041");
  EXPECT_EQ(dxf_text("^J"), "\\U+005EJ");
  EXPECT_EQ(dxf_text(std::string_view("a\0b\x07", 4)), "ab");
}

TEST(Dxf, NamesAreLegal) {
  EXPECT_EQ(dxf_name("Level 1/A"), "Level_1_A");
  EXPECT_EQ(dxf_name(""), "0");
}

TEST(Dxf, NumbersThatAreNoneBecomeZero) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string file =
      dxf({.entities = {{"A", DxfLine{{nan, 1e308}, {std::numeric_limits<double>::infinity(), 2.5}}}}});
  EXPECT_THAT(values(file, "LINE", 10), testing::ElementsAre("0.0"));
  EXPECT_THAT(values(file, "LINE", 20), testing::ElementsAre("1000000000000.0"));
  EXPECT_THAT(values(file, "LINE", 21), testing::ElementsAre("2.5"));
}

TEST(Dxf, ALayerIsListedOnceWhateverItsCase) {
  const std::string file = dxf({.layers = {{"Walls"}}, .entities = {{"WALLS", DxfCircle{}}, {"walls", DxfCircle{}}}});
  EXPECT_THAT(values(file, "LAYER", 2), testing::ElementsAre("0", "Walls"));
}

TEST(Dxf, AnInsertOfAnUnknownBlockIsLeftOut) {
  EXPECT_TRUE(values(dxf({.entities = {{"A", DxfInsert{.block = "NO"}}}}), "INSERT", 2).empty());
}

}  // namespace
}  // namespace drawing
