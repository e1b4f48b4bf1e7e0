// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace base {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;

TEST(Printable, HidesControlsAndBidirectionalOverrides) {
  EXPECT_EQ(printable("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(printable(std::string_view("a\0b\x1b[31mc\x7f", 10)), "a b [31mc ");
  EXPECT_EQ(printable("x\u0085\u009by"), "x  y");
  EXPECT_EQ(printable("\u202auser\u202e\u2066\u2069 \u200e"), " user    \u200e");
}

TEST(Printable, ReplacesWhatIsNoUtf8ByItsLongestParts) {
  EXPECT_EQ(printable("a\xff"
                      "b"),
            "a\ufffd"
            "b");
  EXPECT_EQ(printable("\xe2\x82"
                      "b"),
            "\ufffd"
            "b");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\ufffd\ufffd\ufffd");
  EXPECT_EQ(printable("\xf0\x9f\x8f"), "\ufffd");
}

TEST(Printable, CutsBetweenCharactersAndSaysSo) {
  EXPECT_EQ(printable("12345", 5), "12345");
  EXPECT_EQ(printable("123456", 5), "12\u2026");
  EXPECT_EQ(printable("\u00e4\u00e4\u00e4\u00e4", 6), "\u00e4\u2026");
  EXPECT_EQ(printable("abc", 2), "ab");
  EXPECT_EQ(printable("\U0001F3E0", 3), "\u2026");
  for (std::size_t limit = 0; limit < 40; ++limit) {
    const auto out = printable("\u00e4\u20ac\U0001F3E0\xff plain \u00e4\u20ac\U0001F3E0\xff", limit);
    EXPECT_LE(out.size(), limit);
    EXPECT_TRUE(valid_utf8(out));
  }
}

TEST(Words, AreTrimmedSplitJoinedAndLowered) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_EQ(join(Words{"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(join(Words{}, ", "), "");
  EXPECT_EQ(lower_ascii("ABC xyz \u00c4[@"), "abc xyz \u00c4[@");
  EXPECT_EQ(upper_ascii("ABC xyz \u00e4[{"), "ABC XYZ \u00e4[{");
  EXPECT_TRUE(equals_ignoring_case("Content-Type", "content-TYPE"));
  EXPECT_FALSE(equals_ignoring_case("ab", "abc"));
  EXPECT_FALSE(equals_ignoring_case("[", "{"));
}

TEST(Glob, MatchesTheWholeText) {
  EXPECT_TRUE(glob_match("feature/*", "feature/roof"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("", ""));
  EXPECT_TRUE(glob_match("a*b*c", "a-b-b-c"));
  EXPECT_TRUE(glob_match("**x", "xx"));
  EXPECT_TRUE(glob_match("level-?", "level-2"));
  EXPECT_TRUE(glob_match("[a]\\*", "[a]\\b"));
  EXPECT_FALSE(glob_match("feature/*", "main"));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_FALSE(glob_match("?", ""));
  EXPECT_FALSE(glob_match("a*b", "a-b-c"));
  EXPECT_FALSE(glob_match("main", "Main"));
}

TEST(Glob, AQuestionMarkTakesOneCharacterOfAnyLength) {
  EXPECT_TRUE(glob_match("B?ro", "B\u00fcro"));
  EXPECT_TRUE(glob_match("*?", "\U0001F3E0"));
  EXPECT_FALSE(glob_match("??", "\u00fc"));
  EXPECT_TRUE(glob_match("?", "\xff"));
}

TEST(Glob, AgreesWithThePlainDefinition) {
  struct Definition {
    static bool matches(std::string_view p, std::string_view t) {
      if (p.empty()) return t.empty();
      if (p[0] == '*') return matches(p.substr(1), t) || (!t.empty() && matches(p, t.substr(1)));
      return !t.empty() && (p[0] == '?' || p[0] == t[0]) && matches(p.substr(1), t.substr(1));
    }
  };
  std::mt19937 random(7);
  const auto draw = [&](std::string_view letters, std::size_t longest) {
    std::string out(random() % (longest + 1), ' ');
    for (auto& c : out) c = letters[random() % letters.size()];
    return out;
  };
  for (int i = 0; i < 20'000; ++i) {
    const auto pattern = draw("ab*?", 7);
    const auto text = draw("ab", 9);
    ASSERT_EQ(glob_match(pattern, text), Definition::matches(pattern, text)) << pattern << " on " << text;
  }
}

TEST(Glob, EndsOnPatternsMadeToBeSlow) {
  std::string pattern;
  for (int i = 0; i < 1'000; ++i) pattern += "*a";
  EXPECT_FALSE(glob_match(pattern + "b", std::string(5'000, 'a')));
}

TEST(Nearest, FindsWhatWasProbablyMeant) {
  const Words tools{"create_wall", "create_door", "delete_wall", "rooms"};
  EXPECT_EQ(nearest("create_wal", tools), "create_wall");
  EXPECT_EQ(nearest("craete_wall", tools), "create_wall");
  EXPECT_EQ(nearest("CREATE_DOOR", tools), "create_door");
  EXPECT_EQ(nearest("room", tools), "rooms");
  EXPECT_EQ(nearest("orom", Words{"room"}), "room") << "neighbours swapped count once";
}

TEST(Nearest, SaysNothingRatherThanNonsense) {
  EXPECT_EQ(nearest("xyz", Words{"create_wall", "rooms"}), std::nullopt);
  EXPECT_EQ(nearest("", Words{"a"}), std::nullopt);
  EXPECT_EQ(nearest("a", Words{"b", ""}), std::nullopt) << "every letter changed is not a likeness";
  EXPECT_EQ(nearest("wall", Words{}), std::nullopt);
  EXPECT_EQ(nearest(std::string(100'000, 'a'), Words{std::string(100'000, 'a')}), std::nullopt);
}

TEST(Hex, GoesBothWays) {
  EXPECT_EQ(hex(std::string_view("\x00\xff\x1a", 3)), "00ff1a");
  EXPECT_EQ(unhex("00FF1a"), std::string("\x00\xff\x1a", 3));
  EXPECT_EQ(unhex(""), "");
  for (const char* text : {"0", "0g", "g0", "0x", " 0", "00 "}) EXPECT_EQ(unhex(text), std::nullopt) << text;
}

TEST(Base64, FollowsRfc4648Section10) {
  const std::vector<std::pair<std::string, std::string>> samples{{"", ""},
                                                                 {"f", "Zg=="},
                                                                 {"fo", "Zm8="},
                                                                 {"foo", "Zm9v"},
                                                                 {"foob", "Zm9vYg=="},
                                                                 {"fooba", "Zm9vYmE="},
                                                                 {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, encoded] : samples) {
    EXPECT_EQ(base64(plain), encoded);
    EXPECT_EQ(unbase64(encoded), plain);
    const auto unpadded = encoded.substr(0, encoded.find('='));
    EXPECT_EQ(base64url(plain), unpadded);
    EXPECT_EQ(unbase64url(unpadded), plain);
  }
  EXPECT_EQ(base64("\xfb\xff\xbf"), "+/+/");
  EXPECT_EQ(base64url("\xfb\xff\xbf"), "-_-_");
}

TEST(Base64, HasOneTextForEveryByteString) {
  for (const char* text :
       {"Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zm9v\n", "Zm 9v", "-_-_", "Zg==Zg==", "=Zg="}) {
    EXPECT_EQ(unbase64(text), std::nullopt) << text;
  }
  for (const char* text : {"Zg==", "Z", "Zh", "Zm9", "+/+/", "Zm9vY"})
    EXPECT_EQ(unbase64url(text), std::nullopt) << text;
}

TEST(Base64, ReadsBackEveryByteAtEveryPlace) {
  for (std::size_t length = 1; length < 7; ++length) {
    for (int value = 0; value < 256; ++value) {
      const std::string bytes(length, static_cast<char>(value));
      ASSERT_EQ(unbase64(base64(bytes)), bytes);
      ASSERT_EQ(unbase64url(base64url(bytes)), bytes);
    }
  }
}

TEST(Percent, DecodesStrictly) {
  EXPECT_EQ(percent_decode("a%20b+c%C3%A4"), "a b+c\u00e4");
  EXPECT_EQ(percent_decode("%00"), std::string(1, '\0'));
  EXPECT_EQ(percent_decode("%2"), std::nullopt);
  EXPECT_EQ(percent_decode("%"), std::nullopt);
  EXPECT_EQ(percent_decode("%zz"), std::nullopt);
  EXPECT_EQ(percent_decode("a%4"), std::nullopt);
  EXPECT_EQ(percent_decode("%41"), "A");
}

TEST(Iso8601, WritesMilliseconds) {
  EXPECT_EQ(iso8601(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(iso8601(1'794'738'956'123), "2026-11-15T10:35:56.123Z");
  EXPECT_EQ(iso8601(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(iso8601(951'782'400'000), "2000-02-29T00:00:00.000Z");
  EXPECT_EQ(iso8601(std::numeric_limits<std::int64_t>::max()), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(iso8601(std::numeric_limits<std::int64_t>::min()), "0000-01-01T00:00:00.000Z");
}

TEST(Iso8601, ReadsZoneAndFraction) {
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_iso8601("2026-11-15T10:35:56.123Z"), 1'794'738'956'123);
  EXPECT_EQ(parse_iso8601("2026-11-15T11:35:56.123+01:00"), 1'794'738'956'123);
  EXPECT_EQ(parse_iso8601("2026-11-15t05:05:56.1239-05:30"), 1'794'738'956'123);
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:00.5z"), 500);
  EXPECT_EQ(parse_iso8601("1969-12-31T23:59:59.999Z"), -1);
}

TEST(Iso8601, RefusesWhatIsNoInstant) {
  for (const char* text :
       {"", "2026-11-15", "2026-11-15T10:35:56", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-11-15T24:00:00Z", "2026-11-15T10:60:00Z", "2026-11-15T10:00:61Z", "2026-11-15T10:00:00.Z",
        "2026-11-15T10:00:00Zx", "2026-11-15 10:00:00Z", "2026-11-15T10:00:00+1", "2026-11-15T10:00:00+01:60",
        "26-11-15T10:00:00Z", "2026-11-15T10:00:00+24:00", "+026-11-15T10:00:00Z"}) {
    EXPECT_EQ(parse_iso8601(text), std::nullopt) << text;
  }
}

TEST(Iso8601, GoesBothWays) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 5'000; ++i) {
    const auto ms = static_cast<std::int64_t>(random() % 315'000'000'000'000) - 62'000'000'000'000;
    ASSERT_EQ(parse_iso8601(iso8601(ms)), ms);
  }
}

}  // namespace
}  // namespace base
