// SPDX-License-Identifier: Apache-2.0
#include "drawing/fonts.h"

#include <gtest/gtest.h>

#include <string>

namespace drawing {
namespace {

TEST(Fonts, AreEmbedded) {
  for (const Face face : {Face::inter_regular, Face::inter_semibold, Face::dejavu}) {
    EXPECT_GT(font_file(face).size(), 100000U);
  }
  // OpenType with CFF outlines begins with OTTO, TrueType with 0x00010000.
  EXPECT_EQ(font_file(Face::inter_regular)[0], std::byte{'O'});
  EXPECT_EQ(font_file(Face::dejavu)[1], std::byte{1});
}

TEST(TextWidth, IsTheSumOfAdvancesAndGrowsWithTheSize) {
  const double a = text_width("A", 100, Weight::regular);
  const double b = text_width("b", 100, Weight::regular);
  EXPECT_NEAR(text_width("Ab", 100, Weight::regular), a + b, 1e-9);
  EXPECT_NEAR(text_width("Ab", 50, Weight::regular), (a + b) / 2, 1e-9);
  EXPECT_GT(a, 60);
  EXPECT_LT(a, 75);
  EXPECT_EQ(text_width("", 100, Weight::regular), 0);
}

TEST(TextWidth, SemiboldIsWiderThanRegular) {
  EXPECT_GT(text_width("Living Room", 13, Weight::semibold), text_width("Living Room", 13, Weight::regular));
}

TEST(TextWidth, CountsWhatIsSeen) {
  const double plain = text_width("ab", 13, Weight::regular);
  EXPECT_EQ(text_width("a\x01\x7f\u200b\u202e\nb", 13, Weight::regular), plain);
}

TEST(Glyphs, FallBackToDejaVu) {
  const auto line = glyphs("Aא", Weight::regular);
  ASSERT_EQ(line.size(), 2U);
  EXPECT_EQ(line[0].face, Face::inter_regular);
  EXPECT_EQ(line[1].face, Face::dejavu);
  EXPECT_NE(line[1].index, 0);
}

TEST(Glyphs, RunRightToLeftWhereTheirScriptDoes) {
  const auto line = glyphs("a אב c", Weight::regular);
  std::u32string order;
  for (const Glyph& glyph : line) order += glyph.character;
  EXPECT_EQ(order,
            U"a  בא"
            U"c");
}

TEST(Glyphs, TakeAnyBytes) {
  EXPECT_EQ(glyphs("\xff\xc0\xe2\x82", Weight::regular).size(), 3U) << "the last two begin one character";
  for (const Glyph& glyph : glyphs("\xf0\x9f\x8f\xa0", Weight::regular)) EXPECT_EQ(glyph.character, U'\U0001f3e0');
}

}  // namespace
}  // namespace drawing
