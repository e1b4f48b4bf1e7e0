// SPDX-License-Identifier: Apache-2.0
// Built with a table of words that has `glass` among the wall types and `diagonal-of` among the directions:
// what the seed asks for when the grammar grows (scenarios 15 and 16).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/floorplan/lexer.h"
#include "formats/floorplan/parse.h"
#include "formats/floorplan/print.h"
#include "formats/floorplan/words.h"

namespace formats::floorplan {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::string_view plan =
    "floorplan\n"
    "floor f { room A at (0,0) size (2 x 2) walls [top: glass]\n"
    "room B size (2 x 2) walls [top: solid] diagonal-of A }\n";

TEST(AlteredWords, TheLexerKnowsThem) {
  EXPECT_TRUE(is_keyword("diagonal-of"));
  const auto lexed = lex("diagonal-of A", 0, Dialect::strict);
  ASSERT_EQ(lexed.tokens.size(), 3U);
  EXPECT_EQ(lexed.tokens[0].text, "diagonal-of");
}

TEST(AlteredWords, TheParserReadsThemInBothDialects) {
  for (const auto dialect : {Dialect::lenient, Dialect::strict}) {
    const auto parsed = parse(std::string(plan), dialect);
    ASSERT_TRUE(parsed.ok());
    const auto& rooms = parsed.document.floors[0].rooms;
    EXPECT_EQ(rooms[0].walls[0].type.value, WallType::glass);
    EXPECT_EQ(rooms[1].relative->direction.value, RelativeDirection::diagonal_of);
    EXPECT_TRUE(same_model(parse(print(parsed.document)).document, parsed.document));
  }
}

TEST(AlteredWords, SchemasAndTheResourceHaveThem) {
  EXPECT_THAT(enum_names(WallType{}), Contains("glass"));
  EXPECT_THAT(enum_names(RelativeDirection{}), Contains("diagonal-of"));
  for (const auto& words : all_words()) {
    const std::vector<std::string_view> texts(words.texts.begin(), words.texts.end());
    const bool wall = words.name == "WallType";
    if (!wall && words.name != "RelativeDirection") continue;
    EXPECT_THAT(texts, Contains(wall ? "glass" : "diagonal-of"));
  }
}

TEST(AlteredWords, HintsOfferThem) {
  const auto parsed = parse("floorplan floor f { room A at (0,0) size (2 x 2) walls [top: glas] }");
  ASSERT_EQ(parsed.diagnostics.size(), 1U);
  EXPECT_THAT(parsed.diagnostics[0].hint, HasSubstr("`glass`"));
  ASSERT_TRUE(parsed.diagnostics[0].fix);
  EXPECT_EQ(parsed.diagnostics[0].fix->edits[0].text, "glass");
  const auto direction = parse("floorplan floor f { room A size (2 x 2) diagonl-of B }");
  EXPECT_FALSE(direction.ok());
}

}  // namespace
}  // namespace formats::floorplan
