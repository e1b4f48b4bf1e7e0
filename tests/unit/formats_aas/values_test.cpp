// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "support/rounds.h"

namespace formats::aas {
namespace {

class Values : public testing::Test {
 protected:
  static std::mt19937_64 seeded() {
    const auto seed = std::random_device{}();
    RecordProperty("seed", std::to_string(seed));
    std::cout << "seed " << seed << '\n';
    return std::mt19937_64(seed);
  }
  static bool has(std::string_view type, std::string_view text) {
    static const ValueTypes types(metamodel(Version::v3_0));
    return types.has(type, text);
  }
};

struct Sample {
  std::string_view type;
  std::vector<std::string_view> good;
  std::vector<std::string_view> bad;
};
const Sample samples[] = {
    {"xs:string", {"", "a", "ä"}, {"\x01"}},
    {"xs:boolean", {"true", "0"}, {"TRUE", "", "true "}},
    {"xs:date",
     {"2020-02-29", "-0001-02-29", "12020-02-29Z"},
     {"2021-02-29", "0000-01-01", "1900-02-29", "-0004-02-29", "2020-04-31"}},
    {"xs:dateTime",
     {"2020-02-29T24:00:00", "2000-01-01T00:00:00.5+14:00"},
     {"2021-02-29T00:00:00", "2020-01-01T24:00:01"}},
    {"xs:gMonthDay", {"--02-29", "--12-31"}, {"--02-30", "--04-31", "--13-01"}},
    {"xs:double", {"1e308", "INF", "-INF", "NaN", "1e-999", "+.5"}, {"1e309", "+INF", "nan", "inf", "1e"}},
    {"xs:float", {"3.4028235e38", "1e-60", "NaN"}, {"3.5e38", "-1e39", "1e309"}},
    {"xs:duration", {"P1Y", "-PT0.5S", "P1Y2M3DT4H5M6S"}, {"P", "PT", "P1S"}},
    {"xs:anyURI", {"", "http://a/b?c#d", "urn:a:b"}, {"%zz"}},
    {"xs:unsignedLong", {"18446744073709551615", "-0"}, {"18446744073709551616", "-1"}},
    {"xs:integer", {"123456789012345678901234567890"}, {"1.0", ""}},
    {"xs:int", {"0000000000000000000000001", "+1"}, {"2147483648"}},
    {"xs:nothing", {}, {"", "1"}},
};

TEST_F(Values, Samples) {
  for (const auto& each : samples) {
    for (const auto text : each.good) EXPECT_TRUE(has(each.type, text)) << each.type << ' ' << text;
    for (const auto text : each.bad) EXPECT_FALSE(has(each.type, text)) << each.type << ' ' << text;
  }
}

std::string with_year(std::int64_t year, unsigned month, unsigned day) {
  const auto pad = [](std::string digits, std::size_t width) {
    return std::string(width > digits.size() ? width - digits.size() : 0, '0') + digits;
  };
  return (year < 0 ? "-" : "") + pad(std::to_string(year < 0 ? -year : year), 4) + '-' + pad(std::to_string(month), 2) +
         '-' + pad(std::to_string(day), 2);
}

// std::chrono counts years astronomically: XML's -1 is its 0.
TEST_F(Values, DaysAreThoseOfTheCalendar) {
  auto random = seeded();
  for (unsigned i = 0; i < support::rounds(20000); ++i) {
    const auto year = static_cast<std::int64_t>(random() % 60000) - 30000;
    const auto month = static_cast<unsigned>(random() % 12 + 1);
    const auto day = static_cast<unsigned>(random() % 31 + 1);
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year < 0 ? year + 1 : year)),
                                           std::chrono::month(month), std::chrono::day(day)};
    EXPECT_EQ(has("xs:date", with_year(year, month, day)), date.ok() && year != 0) << with_year(year, month, day);
  }
}

template <class Integer>
void try_integers(std::mt19937_64& random, std::string_view type, bool (*has)(std::string_view, std::string_view)) {
  __extension__ using Wide = __int128;
  const auto text_of = [](Wide value) {
    std::string digits;
    for (Wide rest = value < 0 ? -value : value; rest > 0; rest /= 10)
      digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    return (value < 0 ? "-" : "") + (digits.empty() ? "0" : digits);
  };
  constexpr Wide least = +std::numeric_limits<Integer>::min();
  constexpr Wide most = +std::numeric_limits<Integer>::max();
  std::vector<Wide> tried = {least, least - 1, most, most + 1, 0, 1};
  for (unsigned i = 0; i < support::rounds(500); ++i)
    tried.push_back(static_cast<Wide>(static_cast<std::int64_t>(random())) >> (random() % 64));
  for (const Wide value : tried) {
    const bool negative_unsigned = least == 0 && value < 0;
    EXPECT_EQ(has(type, text_of(value)), value >= least && value <= most && !negative_unsigned)
        << type << ' ' << text_of(value);
  }
}

TEST_F(Values, IntegersHaveTheirLimits) {
  auto random = seeded();
  try_integers<std::int8_t>(random, "xs:byte", has);
  try_integers<std::int16_t>(random, "xs:short", has);
  try_integers<std::int32_t>(random, "xs:int", has);
  try_integers<std::int64_t>(random, "xs:long", has);
  try_integers<std::uint8_t>(random, "xs:unsignedByte", has);
  try_integers<std::uint16_t>(random, "xs:unsignedShort", has);
  try_integers<std::uint32_t>(random, "xs:unsignedInt", has);
  try_integers<std::uint64_t>(random, "xs:unsignedLong", has);
}

std::string random_text(std::mt19937_64& random, std::u32string_view alphabet, std::size_t longest) {
  std::string text;
  for (std::size_t length = random() % (longest + 1); length > 0; --length)
    base::append_utf8(text, alphabet[random() % alphabet.size()]);
  return text;
}

TEST_F(Values, XmlCharactersAreThoseOfThePattern) {
  auto random = seeded();
  const auto& pattern = metamodel(Version::v3_0).get_pattern("xml_serializable_string");
  const std::u32string alphabet =
      std::u32string(U"aaaaaaaabcdeé中\t\n\r \x7f\u0085\uFFFD\uFEFF\uF000\U0001F3E0\U0010FFFF\uFFEF") +
      U"\u0001\u001f\uFFFE\uFFFF" + std::u32string(30, U'x');
  for (unsigned i = 0; i < support::rounds(20000); ++i) {
    const auto text = random_text(random, alphabet, 30);
    EXPECT_EQ(has_only_xml_characters(text), pattern.matches(text)) << base::hex(text);
  }
}

// The quick ways to say yes never say it of what the pattern does not match.
TEST_F(Values, ShortcutsAgreeWithTheirPatterns) {
  auto random = seeded();
  for (const auto version : {Version::v3_0, Version::v3_1}) {
    for (const auto* name : {"id_short", "bcp_47"}) {
      const auto& quick = metamodel(version).get_pattern(name);
      const Pattern slow("without a shortcut", quick.expression());
      for (unsigned i = 0; i < support::rounds(10000); ++i) {
        const auto text = random_text(random, U"abXY09_- ä\n", 7);
        EXPECT_EQ(quick.matches(text), slow.matches(text)) << name << ' ' << text;
      }
    }
  }
}

TEST_F(Values, LiteralsAreFoundAndOthersAreNot) {
  auto random = seeded();
  for (const auto& each : metamodel(Version::v3_1).enumerations()) {
    for (std::size_t i = 0; i < each.literals.size(); ++i) EXPECT_EQ(each.position(each.literals[i]), i);
    EXPECT_FALSE(each.has(""));
    for (unsigned i = 0; i < support::rounds(1000); ++i) {
      std::string other(each.literals[random() % each.literals.size()]);
      other[random() % other.size()] ^= 1;
      EXPECT_EQ(each.has(other), std::ranges::find(each.literals, other) != each.literals.end()) << other;
    }
  }
}

TEST_F(Values, Base64) {
  auto random = seeded();
  for (unsigned i = 0; i < support::rounds(2000); ++i) {
    std::string bytes(random() % 20, ' ');
    for (char& each : bytes) each = static_cast<char>(random());
    EXPECT_EQ(look_at_base64(base::base64(bytes)), Base64::good);
  }
  EXPECT_EQ(look_at_base64("QUFB\r\nQUFB"), Base64::good);
  for (const auto* text : {"QUFB=", "-QUFB", "QU=FB", "QQ==x"})
    EXPECT_EQ(look_at_base64(text), Base64::strange_characters) << text;
  for (const auto* text : {"Q", "QQ", "QUF", "QQ=", "QUFBQ", "\xC3\xA4QUFB"})
    EXPECT_EQ(look_at_base64(text), Base64::bad) << text;
}

}  // namespace
}  // namespace formats::aas
