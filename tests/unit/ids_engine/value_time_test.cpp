// SPDX-License-Identifier: Apache-2.0
// Bounds on IfcDate, IfcDateTime, IfcTime and IfcDuration, which models keep as texts.
#include <gtest/gtest.h>

#include "domains/ids/engine/value/value.h"

namespace ids::engine {
namespace {

bool allowed(const char* base, const char* facet, const char* bound, const std::string& value) {
  const auto matcher = Matcher::make(formats::ids::Restriction{base, {{facet, bound, false, {}}}, {}});
  EXPECT_TRUE(matcher.ok());
  return matcher->matches(ModelValue(value));
}

TEST(BoundsOfTime, FractionsAndTimeZonesCount) {
  EXPECT_TRUE(allowed("xs:dateTime", "minInclusive", "2022-01-01T10:00:00", "2022-01-01T10:00:00.5"));
  EXPECT_FALSE(allowed("xs:dateTime", "maxInclusive", "2022-01-01T10:00:00", "2022-01-01T10:00:00.5"));
  EXPECT_TRUE(allowed("xs:dateTime", "maxExclusive", "2022-01-01T10:00:00Z", "2022-01-01T10:30:00+01:00"));
  EXPECT_TRUE(allowed("xs:date", "minInclusive", "2022-01-01+00:00", "2022-01-01Z"));
  EXPECT_TRUE(allowed("xs:time", "minExclusive", "09:00:00Z", "09:30:00.25Z"));
}

TEST(BoundsOfTime, DurationsAreAsLongAsTheyAre) {
  EXPECT_TRUE(allowed("xs:duration", "maxInclusive", "P2D", "PT36H"));
  EXPECT_FALSE(allowed("xs:duration", "maxInclusive", "P2D", "PT49H"));
  EXPECT_TRUE(allowed("xs:duration", "minInclusive", "PT90M", "PT1H30M"));
  EXPECT_FALSE(allowed("xs:duration", "minExclusive", "PT90M", "PT1H30M"));
}

TEST(BoundsOfTime, WhatHasNoOrderIsNotWithin) {
  for (const auto* facet : {"minInclusive", "maxInclusive", "minExclusive", "maxExclusive"}) {
    EXPECT_FALSE(allowed("xs:duration", facet, "P1M", "P30D")) << facet;
    EXPECT_FALSE(allowed("xs:date", facet, "2022-01-01", "2022-01-01Z")) << facet;
    EXPECT_FALSE(allowed("xs:date", facet, "soon", "2022-01-01")) << facet;
    EXPECT_FALSE(allowed("xs:date", facet, "2022-01-01", "soon")) << facet;
  }
}

}  // namespace
}  // namespace ids::engine
