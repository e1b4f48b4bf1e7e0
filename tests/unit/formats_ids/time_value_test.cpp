// SPDX-License-Identifier: Apache-2.0
#include "formats/ids/time_value.h"

#include <gtest/gtest.h>

namespace formats::ids {
namespace {

using enum TimeType;
constexpr auto less = std::partial_ordering::less, equal = std::partial_ordering::equivalent,
               greater = std::partial_ordering::greater, unknown = std::partial_ordering::unordered;

struct Pair {
  TimeType type;
  std::string_view a;
  std::partial_ordering order;
  std::string_view b;
};

class TimeOrder : public ::testing::TestWithParam<Pair> {};

TEST_P(TimeOrder, IsThatOfXmlSchema) {
  const auto [type, first, wanted, second] = GetParam();
  const auto a = time_value(type, first), b = time_value(type, second);
  ASSERT_TRUE(a) << first;
  ASSERT_TRUE(b) << second;
  EXPECT_TRUE(order(type, *a, *b) == wanted) << first << " " << second;
  EXPECT_TRUE(order(type, *b, *a) == (0 <=> wanted)) << second << " " << first;
  EXPECT_TRUE(order(type, *a, *a) == equal) << first;
}

INSTANTIATE_TEST_SUITE_P(
    Dates, TimeOrder,
    ::testing::Values(Pair{date, "2022-01-01", equal, "2022-01-01"}, Pair{date, "2021-12-31", less, "2022-01-01"},
                      Pair{date, "9999-12-31", less, "10000-01-01"}, Pair{date, "-0002-12-31", less, "-0001-01-01"},
                      Pair{date, "2022-01-01Z", equal, "2022-01-01+00:00"},
                      Pair{date, "2022-01-01+01:00", less, "2022-01-01Z"},
                      Pair{date, "2022-01-02+14:00", less, "2022-01-01-14:00"},
                      Pair{date, "2022-01-01Z", unknown, "2022-01-01"}, Pair{date, "2022-01-01Z", less, "2022-01-02"},
                      Pair{date, "2022-01-01-14:00", unknown, "2022-01-02"},
                      Pair{date, "2022-01-03Z", greater, "2022-01-02"}));

// The second half: 3.2.7.4, the table of comparisons.
INSTANTIATE_TEST_SUITE_P(DateTimes, TimeOrder,
                         ::testing::Values(Pair{date_time, "2022-01-01T10:00:00", less, "2022-01-01T10:00:00.1"},
                                           Pair{date_time, "2022-01-01T10:00:00.10", equal, "2022-01-01T10:00:00.1"},
                                           Pair{date_time, "2022-01-01T10:00:00.09", less, "2022-01-01T10:00:00.1"},
                                           Pair{date_time, "2022-01-01T10:00:00+01:00", equal, "2022-01-01T09:00:00Z"},
                                           Pair{date_time, "2022-01-01T00:30:00+01:00", less, "2022-01-01T00:00:00Z"},
                                           Pair{date_time, "2021-12-31T24:00:00", equal, "2022-01-01T00:00:00"},
                                           Pair{date_time, "2000-01-15T00:00:00", less, "2000-02-15T00:00:00"},
                                           Pair{date_time, "2000-01-15T12:00:00", less, "2000-01-16T12:00:00Z"},
                                           Pair{date_time, "2000-01-01T12:00:00", unknown, "1999-12-31T23:00:00Z"},
                                           Pair{date_time, "2000-01-16T12:00:00", unknown, "2000-01-16T12:00:00Z"},
                                           Pair{date_time, "2000-01-16T00:00:00", unknown, "2000-01-16T12:00:00Z"}));

INSTANTIATE_TEST_SUITE_P(Times, TimeOrder,
                         ::testing::Values(Pair{time, "09:00:00", less, "10:00:00"},
                                           Pair{time, "09:00:00.5", greater, "09:00:00"},
                                           Pair{time, "24:00:00", equal, "00:00:00"},
                                           Pair{time, "10:00:00+01:00", equal, "09:00:00Z"},
                                           Pair{time, "10:00:00", unknown, "10:00:00Z"}));

// 3.2.6.2, the table of comparisons.
INSTANTIATE_TEST_SUITE_P(
    Durations, TimeOrder,
    ::testing::Values(Pair{duration, "P1Y", greater, "P364D"}, Pair{duration, "P1Y", unknown, "P365D"},
                      Pair{duration, "P1Y", unknown, "P366D"}, Pair{duration, "P1Y", less, "P367D"},
                      Pair{duration, "P1M", greater, "P27D"}, Pair{duration, "P1M", unknown, "P28D"},
                      Pair{duration, "P1M", unknown, "P31D"}, Pair{duration, "P1M", less, "P32D"},
                      Pair{duration, "P5M", greater, "P149D"}, Pair{duration, "P5M", unknown, "P150D"},
                      Pair{duration, "P5M", unknown, "P153D"}, Pair{duration, "P5M", less, "P154D"},
                      Pair{duration, "P1Y", equal, "P12M"}, Pair{duration, "P1D", equal, "PT24H"},
                      Pair{duration, "PT36H", greater, "P1DT11H59M59.999S"}, Pair{duration, "-P1D", less, "PT0S"},
                      Pair{duration, "-PT0.5S", less, "-PT0.25S"}, Pair{duration, "-PT1.5S", less, "-PT1S"},
                      Pair{duration, "P0D", equal, "-P0Y"}, Pair{duration, "+P2D", equal, "P2D"},
                      Pair{duration, "-P1M", unknown, "-P30D"}, Pair{duration, "-P2Y", less, "-P1Y"}));

TEST(TimeValue, OtherTextsAreNone) {
  for (const auto* text : {"", "later", "2022-1-01", "2022-13-01", "2022-00-01", "2022-02-29", "2022-04-31", "22-01-01",
                           "02022-01-01", "2022-01-01T00:00:00", "2022-01-01+15:00", "2022-01-01+14:01", "2022-01-01z",
                           " 2022-01-01", "1234567890-01-01", "--01-01"}) {
    EXPECT_FALSE(time_value(date, text)) << text;
  }
  for (const auto* text : {"2022-01-01", "2022-01-01T10:00", "2022-01-01T24:00:01", "2022-01-01T24:00:00.1",
                           "2022-01-01T10:60:00", "2022-01-01T10:00:60", "2022-01-01T10:00:00.", "2022-01-01 10:00:00"})
    EXPECT_FALSE(time_value(date_time, text)) << text;
  for (const auto* text : {"P", "PT", "P1DT", "1D", "P1H", "P1M1Y", "P1.5D", "PT1.S", "P1W", "P-1D", "P1234567890D",
                           "P1D ", "PT1S2", "P1Y1Y"})
    EXPECT_FALSE(time_value(duration, text)) << text;
  for (const auto* text : {"10:00", "25:00:00", "10:00:00Y", "2022-01-01"})
    EXPECT_FALSE(time_value(time, text)) << text;
}

TEST(TimeValue, LeapYearsAreThoseOfTheCalendar) {
  EXPECT_TRUE(time_value(date, "2024-02-29"));
  EXPECT_TRUE(time_value(date, "2000-02-29"));
  EXPECT_FALSE(time_value(date, "1900-02-29"));
}

TEST(TimeValue, HasATypeByItsBase) {
  EXPECT_EQ(time_type("xs:dateTime"), date_time);
  EXPECT_EQ(time_type("xs:string"), std::nullopt);
}

}  // namespace
}  // namespace formats::ids
