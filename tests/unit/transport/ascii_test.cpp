// SPDX-License-Identifier: Apache-2.0
#include "transport/ascii.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"

namespace transport {
namespace {

constexpr std::size_t two_words_and_more = 19;

TEST(Ascii, OnlyLettersOfAsciiLoseTheirCaseWhereverTheyStand) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    for (std::size_t at = 0; at < two_words_and_more; ++at) {
      std::string given(two_words_and_more, 'q');
      std::string lowered(two_words_and_more, 'Q');
      given[at] = c;
      lowered[at] = ascii_lower(c);
      EXPECT_TRUE(base::equals_ignoring_case(given, lowered)) << byte << " at " << at;
      lowered[at] = static_cast<char>(ascii_lower(c) ^ 0x20);
      const bool letter = ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z';
      EXPECT_EQ(base::equals_ignoring_case(given, lowered), letter) << byte << " at " << at;
    }
  }
}

TEST(Ascii, TextsOfDifferentLengthDiffer) {
  EXPECT_FALSE(base::equals_ignoring_case("mcp-session-id", "mcp-session-i"));
  EXPECT_TRUE(base::equals_ignoring_case("", ""));
}

}  // namespace
}  // namespace transport
