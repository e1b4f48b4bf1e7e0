// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "base/text.h"
#include "formats/floorplan/codes.h"
#include "formats/floorplan/lexer.h"

namespace formats::floorplan {
namespace {

using ::testing::ElementsAre;

// The four unions of the seed that tools mirror.
TEST(Words, TheSeedsEnumerations) {
  EXPECT_THAT(enum_names(WallType{}), ElementsAre("solid", "door", "window", "open"));
  EXPECT_THAT(enum_names(RelativeDirection{}), ElementsAre("right-of", "left-of", "above", "below", "above-right-of",
                                                           "above-left-of", "below-right-of", "below-left-of"));
  EXPECT_THAT(enum_names(AlignmentDirection{}), ElementsAre("top", "bottom", "left", "right", "center"));
  EXPECT_THAT(enum_names(WallDirection{}), ElementsAre("top", "right", "bottom", "left"));
}

// The origin's grammar reserves these 152 words.
TEST(Words, ReservedWordsAreThoseOfTheOrigin) {
  static constexpr std::string_view reserved =
      "L-shaped U-shaped above above-left-of above-right-of ada align along arc areaUnit area_unit at author below "
      "below-left-of below-right-of blueprint both bottom center clockwise closed cm commercial composed config "
      "connect "
      "counterclockwise curved custom dark darkMode dark_mode default defaultHeight defaultStyle defaultUnit "
      "default_height default_style default_unit define description door doorHeight doorSize doorWidth door_height "
      "door_size door_width doors double-L double-door elevation false flight floor floorThickness floor_color "
      "floor_texture floor_thickness floorplan fontFamily fontSize font_family font_size from ft full gap glass "
      "handrail "
      "headroom height in inner inner-radius into label landing left left-of lift m material metalness mm none nosing "
      "of "
      "open opening opens outer outer-radius outside radius residential right right-of rise riser room rotation "
      "roughness "
      "runs shape showDimensions showLabels show_dimensions show_labels size solid spiral sqft sqm stair stairCode "
      "stair_code straight stringer stringers style sub-room swing theme title to top toward tread true turn version "
      "vertical wallThickness wall_color wall_texture wall_thickness walls width winder winders window windowHeight "
      "windowSill windowSize windowWidth window_height window_sill window_size window_width x";
  std::set<std::string_view> expected;
  for (const auto word : base::split(reserved, ' ')) expected.insert(word);
  const std::set<std::string_view> actual(keywords().begin(), keywords().end());
  std::vector<std::string_view> difference;
  std::ranges::set_symmetric_difference(expected, actual, std::back_inserter(difference));
  EXPECT_THAT(difference, ElementsAre());
  EXPECT_EQ(actual.size(), 152U);
}

TEST(Words, EveryWordHasAMeaningAndIsFound) {
  for (const auto& words : all_words()) {
    EXPECT_FALSE(words.doc.empty()) << words.name;
    ASSERT_EQ(words.texts.size(), words.docs.size());
    for (std::size_t i = 0; i < words.texts.size(); ++i) {
      EXPECT_FALSE(words.docs[i].empty()) << words.texts[i];
      EXPECT_TRUE(is_keyword(words.texts[i])) << words.texts[i];
    }
  }
}

TEST(Codes, AreKebabCaseAndUnique) {
  std::set<std::string_view> seen;
  for (const auto& finding : all_findings()) {
    EXPECT_TRUE(seen.insert(finding.code).second) << finding.code;
    EXPECT_TRUE(std::ranges::all_of(finding.code, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; }))
        << finding.code;
    EXPECT_EQ(find_info(finding.code), &finding);
  }
  EXPECT_EQ(find_info("no-such-code"), nullptr);
}

std::string_view strict_text(StrictSeverity severity) {
  return severity == StrictSeverity::error ? "error" : severity == StrictSeverity::warning ? "warning" : "–";
}

TEST(Codes, TheTableInTheDocumentationIsTheTableInTheCode) {
  std::ifstream file(LINTEL_SOURCE_DIR "/docs/floorplan.md");
  ASSERT_TRUE(file.is_open());
  std::string expected;
  for (const auto& finding : all_findings()) {
    expected += "| `" + std::string(finding.code) + "` | " + std::string(text(finding.severity)) + " | " +
                std::string(strict_text(finding.strict)) + " | " + std::string(finding.meaning) + " |\n";
  }
  std::string actual;
  for (std::string line; std::getline(file, line);) {
    const auto cells = base::split(line, '|');
    if (line.starts_with("| `") && cells.size() == 6) actual += line + "\n";
  }
  EXPECT_EQ(actual, expected);
}

TEST(LineIndex, CountsCharactersAndKnowsTheEnd) {
  const LineIndex lines(
      "ab\nK\xC3\xBC"
      "che\n");
  EXPECT_EQ(lines.place(0).line, 1);
  EXPECT_EQ(lines.place(1).column, 2);
  EXPECT_EQ(lines.place(3).line, 2);
  EXPECT_EQ(lines.place(6).column, 3);
  EXPECT_EQ(lines.place(999).line, 3);
  EXPECT_EQ(lines.place(999).column, 1);
  EXPECT_EQ(lines.line_begin(2), 3U);
  EXPECT_EQ(lines.line_begin(99), 10U);
}

}  // namespace
}  // namespace formats::floorplan
