// SPDX-License-Identifier: Apache-2.0
#include "base/swar.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "base/wide.h"

namespace base::swar {
namespace {

// Calls test(text, place, byte) for every byte at every place of texts up to two words and more, beside neighbours from
// both ends of ASCII and from beyond it.
template <class Test>
void for_every_byte_everywhere(const Test& test) {
  for (const int neighbour : {0x20, 0x7e, 0x80, 0xff}) {
    for (std::size_t size = 1; size <= 19; ++size) {
      for (std::size_t place = 0; place < size; ++place) {
        std::string text(size, static_cast<char>(neighbour));
        for (int byte = 0; byte < 256; ++byte) {
          text[place] = static_cast<char>(byte);
          test(text, place, static_cast<unsigned char>(byte));
        }
      }
    }
  }
}

TEST(Words, AControlIsFoundWhereItStands) {
  for_every_byte_everywhere([](const std::string& text, std::size_t place, unsigned char byte) {
    ASSERT_EQ(find(text, controls), byte < 0x20 ? place : text.size()) << int{byte} << " at " << place;
    ASSERT_EQ(find(text, first_control), byte < 0x20 ? place : text.size()) << int{byte} << " at " << place;
  });
}

TEST(Words, ACharacterIsFoundWhereItStands) {
  for (const char wanted : {'"', '\\', '\n', '\x7f', '\0'}) {
    for_every_byte_everywhere([&](const std::string& text, std::size_t place, unsigned char byte) {
      const auto is_wanted = [&](std::uint64_t word) { return equal_to(word, wanted); };
      ASSERT_EQ(find(text, is_wanted), static_cast<char>(byte) == wanted ? place : text.size()) << int{byte};
      const auto is_first = [&](std::uint64_t word) { return first_equal_to(word, wanted); };
      ASSERT_EQ(find(text, is_first), static_cast<char>(byte) == wanted ? place : text.size()) << int{byte};
    });
  }
}

TEST(Words, TheFirstOfSeveralIsFound) {
  const auto is_quote = [](std::uint64_t word) { return equal_to(word, '"'); };
  EXPECT_EQ(find("a\"b\"\"c", is_quote), 1U);
  EXPECT_EQ(find("0123456789\"b\"", is_quote), 10U);
  EXPECT_EQ(find("", is_quote), 0U);
}

TEST(Words, WhatIsBeyondAsciiIsFound) {
  for (std::size_t size = 1; size <= 19; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      std::string text(size, 'q');
      EXPECT_EQ(find(text, beyond_ascii), size);
      text[place] = '\xc3';
      EXPECT_EQ(find(text, beyond_ascii), place);
    }
  }
}

TEST(Words, OnlyLettersOfAsciiLoseTheirCase) {
  const auto is_letter = [](unsigned char byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; };
  for_every_byte_everywhere([&](const std::string& text, std::size_t place, unsigned char byte) {
    std::string other = text;
    other[place] = static_cast<char>(byte ^ 0x20);
    ASSERT_EQ(equals_ignoring_case(text, other), is_letter(byte)) << int{byte} << " at " << place;
    ASSERT_TRUE(equals_ignoring_case(text, text));
    ASSERT_FALSE(equals_ignoring_case(text, other.substr(1)));
  });
}

TEST(Words, TextsAreTheSameIfEveryByteIs) {
  for (std::size_t size = 0; size <= 26; ++size) {
    const std::string text = std::string("abcdefghijklmnopqrstuvwxyz").substr(0, size);
    EXPECT_TRUE(are_same(text, std::string(text)));
    EXPECT_FALSE(are_same(text, text + '\0'));
    for (std::size_t place = 0; place < size; ++place) {
      std::string other = text;
      other[place] = '\x80';
      EXPECT_FALSE(are_same(text, other)) << size << " at " << place;
    }
  }
}

TEST(Words, ASpecialByteIsSeenWhereverItStands) {
  for (std::size_t size = 0; size <= 50; ++size) {
    std::string text(size, 'q');
    EXPECT_FALSE(wide::has_special(text, '\xEF'));
    for (std::size_t place = 0; place < size; ++place) {
      for (const char special : {'\xEF', '\0', '\x1f'}) {
        text[place] = special;
        EXPECT_TRUE(wide::has_special(text, '\xEF')) << size << " at " << place;
      }
      text[place] = 'q';
    }
  }
}

}  // namespace
}  // namespace base::swar
