// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/value/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using formats::ids::IdsValue;
using formats::ids::Restriction;
using ids::engine::Matcher;
using ids::engine::ModelValue;
using ids::engine::same_number;

Matcher simple(std::string text) { return *Matcher::make(IdsValue(std::move(text))); }
Matcher restricted(std::vector<formats::ids::XsFacet> facets, std::string base = "xs:string") {
  return *Matcher::make(IdsValue(Restriction{.base = std::move(base), .facets = std::move(facets)}));
}
ModelValue text(std::string value) { return value; }
ModelValue whole(std::int64_t value) { return value; }
ModelValue real(double value) { return value; }
ModelValue truth(bool value) { return value; }

TEST(Matcher, TextsAreEqualOrNot) {
  EXPECT_TRUE(simple("REI60").matches(text("REI60")));
  EXPECT_FALSE(simple("REI60").matches(text("rei60")));
  EXPECT_FALSE(simple("REI60").matches(text("REI60 ")));
  EXPECT_TRUE(simple("1").matches(text("1")));
  EXPECT_FALSE(simple("1").matches(text("1.0")));
}

TEST(Matcher, BooleansHaveFourSpellings) {
  for (const auto* const yes : {"true", "1"}) EXPECT_TRUE(simple(yes).matches(truth(true))) << yes;
  for (const auto* const no : {"false", "0"}) EXPECT_TRUE(simple(no).matches(truth(false))) << no;
  for (const auto* const other : {"TRUE", "True", "yes", "false", "0", ""}) {
    EXPECT_FALSE(simple(other).matches(truth(true))) << other;
  }
}

TEST(Matcher, IntegersAreWrittenWithoutPoint) {
  EXPECT_TRUE(simple("42").matches(whole(42)));
  EXPECT_TRUE(simple("+42").matches(whole(42)));
  EXPECT_TRUE(simple("-7").matches(whole(-7)));
  for (const auto* const other : {"42.0", "42.", "4.2e1", "42a", "", "+", "+-42", "99999999999999999999"}) {
    EXPECT_FALSE(simple(other).matches(whole(42))) << other;
  }
}

TEST(Matcher, RealsAreWrittenInManyWays) {
  for (const auto* const same : {"42", "42.", "42.0", "4.2e1", "4.2E+1", "+42", "420e-1"}) {
    EXPECT_TRUE(simple(same).matches(real(42))) << same;
  }
  for (const auto* const other : {"42,0", "0x2A", "42.3", "", ".", "e1", "4.2e", " 42", "inf", "nan", "42f"}) {
    EXPECT_FALSE(simple(other).matches(real(42))) << other;
  }
  EXPECT_TRUE(simple(".5").matches(real(0.5)));
  EXPECT_FALSE(simple("1e999").matches(real(1e308)));
  EXPECT_FALSE(simple("NaN").matches(real(std::nan(""))));
}

TEST(Matcher, NothingEqualsNothing) {
  EXPECT_FALSE(simple("").matches(ModelValue()));
  EXPECT_FALSE(restricted({{"pattern", ".*"}}).matches(ModelValue()));
  EXPECT_FALSE(Matcher::make(IdsValue())->matches(ModelValue()));
  EXPECT_TRUE(Matcher::make(IdsValue())->any());
  EXPECT_TRUE(Matcher::make(IdsValue())->matches(text("x")));
}

// The table of the standard's page on tolerance: its bounds are equal, a little beyond them is not.
TEST(Tolerance, FollowsTheStandardsTable) {
  for (const auto v : {100000., 1000., 1., 0.1, 0.001, 1e-6, 0., -1e-6, -0.001, -0.1, -1., -1000., -1e6}) {
    const auto delta = std::fabs(v) * 1e-6 + 1e-6;
    for (const auto sign : {-1., 1.}) {
      EXPECT_TRUE(same_number(v + sign * delta * 0.999999, v)) << v;
      EXPECT_TRUE(same_number(v + sign * delta, v)) << v;
      EXPECT_FALSE(same_number(v + sign * delta * 1.001, v)) << v;
    }
  }
  const auto infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(same_number(1e308, infinity));
  EXPECT_FALSE(same_number(infinity, 1e308));
  EXPECT_FALSE(same_number(std::nan(""), 0));
}

TEST(Bounds, HaveNoTolerance) {
  const auto at_least = restricted({{"minInclusive", "42"}}, "xs:double");
  EXPECT_TRUE(at_least.matches(real(42)));
  EXPECT_FALSE(at_least.matches(real(41.999999)));
  EXPECT_TRUE(at_least.matches(real(1e300)));
  const auto more_than = restricted({{"minExclusive", "42"}}, "xs:double");
  EXPECT_FALSE(more_than.matches(real(42)));
  EXPECT_TRUE(more_than.matches(real(42.000001)));
  const auto below = restricted({{"minExclusive", "0"}, {"maxExclusive", "10"}}, "xs:double");
  EXPECT_TRUE(below.matches(real(5)));
  EXPECT_TRUE(below.matches(whole(9)));
  EXPECT_FALSE(below.matches(whole(10)));
  EXPECT_FALSE(below.matches(real(0)));
  EXPECT_FALSE(below.matches(truth(true)));
  EXPECT_FALSE(below.matches(real(std::nan(""))));
  EXPECT_FALSE(restricted({{"maxInclusive", "ten"}}, "xs:double").matches(real(1)));
}

TEST(Bounds, OfDatesGoByTheirOrder) {
  const auto since = restricted({{"minInclusive", "2022-01-01"}}, "xs:date");
  EXPECT_TRUE(since.matches(text("2022-01-01")));
  EXPECT_TRUE(since.matches(text("2023-05-01")));
  EXPECT_FALSE(since.matches(text("2021-12-31")));
  EXPECT_FALSE(since.matches(text("later")));
  const auto until = restricted({{"maxInclusive", "2022-01-01"}}, "xs:date");
  EXPECT_TRUE(until.matches(text("2022-01-01")));
  EXPECT_FALSE(until.matches(text("2022-01-02")));
  const auto between = restricted({{"minExclusive", "2022-01-01"}, {"maxExclusive", "2022-12-31"}}, "xs:date");
  EXPECT_FALSE(between.matches(text("2022-01-01")));
  EXPECT_TRUE(between.matches(text("2022-06-01")));
  EXPECT_FALSE(between.matches(text("2022-12-31")));
}

// A number that a model keeps as text is a number.
TEST(Bounds, OfNumbersHoldForTextsThatAreNumbers) {
  const auto positive = restricted({{"minExclusive", "0"}}, "xs:double");
  EXPECT_TRUE(positive.matches(text("2.5")));
  EXPECT_FALSE(positive.matches(text("-2.5")));
  EXPECT_FALSE(positive.matches(text("two")));
}

TEST(Bounds, OfWholeNumbersAreExact) {
  const auto between = restricted({{"minExclusive", "1"}, {"maxInclusive", "3"}}, "xs:integer");
  EXPECT_FALSE(between.matches(whole(1)));
  EXPECT_TRUE(between.matches(whole(3)));
  EXPECT_FALSE(between.matches(whole(4)));
  EXPECT_FALSE(restricted({{"minInclusive", "one"}}, "xs:integer").matches(whole(1)));
}

TEST(Restriction, SeveralPatternsAreAlternatives) {
  const auto either = restricted({{"pattern", "A[0-9]"}, {"pattern", "B[0-9]"}});
  EXPECT_TRUE(either.matches(text("A1")));
  EXPECT_TRUE(either.matches(text("B1")));
  EXPECT_FALSE(either.matches(text("C1")));
}

TEST(Restriction, PatternsNeverMatchNumbers) {
  EXPECT_FALSE(restricted({{"pattern", ".*"}}).matches(real(42)));
  EXPECT_FALSE(restricted({{"pattern", ".*"}}).matches(whole(42)));
  EXPECT_FALSE(restricted({{"pattern", ".*"}}).matches(truth(true)));
}

TEST(Restriction, KindsOfFacetAllHold) {
  const auto both = restricted({{"enumeration", "A1"}, {"enumeration", "A22"}, {"pattern", "A[0-9]"}});
  EXPECT_TRUE(both.matches(text("A1")));
  EXPECT_FALSE(both.matches(text("A22")));
  EXPECT_FALSE(both.matches(text("A2")));
  const auto counted = restricted({{"enumeration", "1"}, {"enumeration", "5"}, {"maxInclusive", "3"}}, "xs:integer");
  EXPECT_TRUE(counted.matches(whole(1)));
  EXPECT_FALSE(counted.matches(whole(5)));
}

TEST(Restriction, EnumerationsCastLikeSimpleValues) {
  const auto numbers = restricted({{"enumeration", "42"}, {"enumeration", "43.0"}}, "xs:double");
  EXPECT_TRUE(numbers.matches(real(42)));
  EXPECT_TRUE(numbers.matches(real(43)));
  EXPECT_FALSE(numbers.matches(whole(43)));
  EXPECT_TRUE(numbers.matches(text("43.0")));
}

TEST(Restriction, LengthsCountCharacters) {
  const auto two = restricted({{"length", "2"}});
  EXPECT_TRUE(two.matches(text("äЖ")));
  EXPECT_TRUE(two.matches(text("a\xF0\x9F\x8F\xA0")));
  EXPECT_FALSE(two.matches(text("a")));
  const auto some = restricted({{"minLength", "2"}, {"maxLength", "3"}});
  EXPECT_FALSE(some.matches(text("a")));
  EXPECT_TRUE(some.matches(text("abc")));
  EXPECT_FALSE(some.matches(text("abcd")));
  EXPECT_FALSE(restricted({{"length", "two"}}).matches(text("ab")));
  EXPECT_FALSE(restricted({{"length", "-1"}}).matches(text("")));
}

TEST(Restriction, BadPatternsAreErrors) {
  const auto made = Matcher::make(IdsValue(Restriction{.base = "xs:string", .facets = {{"pattern", "("}}}));
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.error().message, testing::HasSubstr("never closed at character 1"));
}

TEST(BoundedValues, LieWithinARangeWithBothEnds) {
  const auto range = restricted({{"minInclusive", "1"}, {"maxInclusive", "5"}}, "xs:double");
  EXPECT_TRUE(range.contains_range(1., 5.));
  EXPECT_TRUE(range.contains_range(2., 3.));
  EXPECT_FALSE(range.contains_range(0., 3.));
  EXPECT_FALSE(range.contains_range(2., 6.));
  EXPECT_FALSE(range.contains_range(2., std::nullopt));
  EXPECT_FALSE(range.contains_range(std::nullopt, std::nullopt));
  EXPECT_TRUE(restricted({{"minInclusive", "1"}}, "xs:double").contains_range(2., std::nullopt));
  EXPECT_TRUE(simple("3").lies_between(1., 5.));
  EXPECT_TRUE(simple("5").lies_between(1., 5.));
  EXPECT_FALSE(simple("6").lies_between(1., 5.));
  EXPECT_FALSE(simple("3").lies_between(std::nullopt, std::nullopt));
}

TEST(Shown, SaysWhatIsExpected) {
  EXPECT_EQ(simple("REI60").shown(), "\"REI60\"");
  EXPECT_EQ(restricted({{"enumeration", "REI30"}, {"enumeration", "REI60"}}).shown(), "one of REI30, REI60");
  EXPECT_EQ(restricted({{"pattern", "DT[0-9]{2}"}}).shown(), "text like DT[0-9]{2}");
  EXPECT_EQ(restricted({{"minInclusive", "2.4"}, {"maxExclusive", "3"}}).shown(), "at least 2.4 and less than 3");
  EXPECT_EQ(restricted({{"maxLength", "3"}}).shown(), "at most 3 characters long");
  std::vector<formats::ids::XsFacet> many;
  for (int i = 0; i < 100; ++i) many.push_back({"enumeration", std::to_string(i)});
  EXPECT_THAT(restricted(many).shown(), testing::EndsWith("10, 11 and 88 more"));
  EXPECT_EQ(ids::engine::shown(text("a\x01z")), "\"a z\"");
  EXPECT_EQ(ids::engine::shown(real(0.1)), "0.1");
  EXPECT_EQ(ids::engine::shown(truth(false)), "false");
  EXPECT_EQ(ids::engine::shown(whole(-7)), "-7");
  EXPECT_EQ(ids::engine::shown(ModelValue()), "unknown");
}

}  // namespace
