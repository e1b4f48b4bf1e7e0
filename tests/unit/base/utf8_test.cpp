// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace base {
namespace {

using testing::ElementsAre;

std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> out;
  for (std::size_t at = 0; at < text.size();) out.push_back(next_character(text, at));
  return out;
}

std::string encoded(const std::vector<char32_t>& list) {
  std::string out;
  for (const char32_t c : list) append_utf8(out, c);
  return out;
}

TEST(Utf8, AcceptsTheEdgesOfEveryLength) {
  for (const char* text : {"", "plain", "\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff",
                           "\U00010000", "\U0010ffff", "eight ch\u00e4racters and more"}) {
    EXPECT_TRUE(valid_utf8(text)) << text;
  }
}

TEST(Utf8, RefusesOverlongSurrogateBeyondAndCutSequences) {
  for (const char* text : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
                           "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe2\x82",
                           "\xf0\x9f\x8f", "\xc3(", "plain text \xe2\x28\xa1 goes on"}) {
    EXPECT_FALSE(valid_utf8(text));
  }
}

TEST(Utf8, EveryCharacterComesBack) {
  for (char32_t c = 0; c <= last_character; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string text = encoded({c});
    ASSERT_EQ(text.size(), c < 0x80 ? 1U : c < 0x800 ? 2U : c < 0x10000 ? 3U : 4U) << std::uint32_t{c};
    const auto read = first_character(text);
    ASSERT_TRUE(read.valid && read.value == c && read.bytes == text.size()) << std::uint32_t{c};
  }
}

TEST(Utf8, WhatIsNoCharacterIsWrittenAsTheReplacement) {
  for (const char32_t c : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}, char32_t{0xFFFFFFFF}}) {
    EXPECT_EQ(encoded({c}), "\uFFFD");
  }
}

// Unicode 15, 3.9, table 3-11 and the examples before it: one replacement for each longest part that begins well.
TEST(Utf8, WhatIsMalformedIsReplacedByItsLongestParts) {
  constexpr char32_t no = replacement_character;
  EXPECT_THAT(characters("a\x80z"), ElementsAre('a', no, 'z'));
  EXPECT_THAT(characters("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"), ElementsAre(no, no, no, no, no, no, no, no, 'A'));
  EXPECT_THAT(characters("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"), ElementsAre(no, no, no, no, no, no, no, no, 'A'));
  EXPECT_THAT(characters("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"), ElementsAre(no, no, no, no, no, 'A', no, no, 'B'));
  EXPECT_THAT(characters("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), ElementsAre(no, no, no, no, 'A'));
  EXPECT_THAT(characters("\xF0\x9F\x8F"), ElementsAre(no));
}

TEST(Utf8, CharactersAreCountedNotBytes) {
  EXPECT_EQ(count_characters(""), 0U);
  EXPECT_EQ(count_characters("W\u00e4nde"), 5U);
  EXPECT_EQ(count_characters("\U0001F3E0\u20ac"), 2U);
  EXPECT_EQ(count_characters("\xE2\x82("), 2U);
}

RC_GTEST_PROP(Utf8Properties, WhateverTheBytesReadingEndsAndGivesText, (const std::string& bytes)) {
  std::size_t at = 0, steps = 0;
  bool valid = true;
  while (at < bytes.size()) {
    const auto read = first_character(std::string_view(bytes).substr(at));
    RC_ASSERT(read.bytes >= 1 && read.bytes <= 4 && at + read.bytes <= bytes.size());
    RC_ASSERT(read.valid || read.value == replacement_character);
    valid = valid && read.valid;
    at += read.bytes;
    ++steps;
  }
  RC_ASSERT(steps == count_characters(bytes));
  RC_ASSERT(valid == valid_utf8(bytes));
  RC_ASSERT(valid_utf8(encoded(characters(bytes))));
}

RC_GTEST_PROP(Utf8Properties, TextComesBackAndItsBytesContinueWhatTheyBelongTo,
              (const std::vector<std::uint32_t>& any)) {
  std::vector<char32_t> list;
  for (const std::uint32_t c : any) list.push_back(c % 0xD800);
  const std::string text = encoded(list);
  RC_ASSERT(valid_utf8(text));
  RC_ASSERT(characters(text) == list);
  const auto begins = std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); });
  RC_ASSERT(static_cast<std::size_t>(begins) == list.size());
}

}  // namespace
}  // namespace base
