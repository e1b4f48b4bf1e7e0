// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "domains/energy/engine/results/peaks.h"
#include "domains/energy/engine/results/query.h"
#include "domains/energy/engine/results/series.h"
#include "domains/energy/engine/results/tables.h"

namespace energy::engine {
namespace {

using testing::HasSubstr;

TEST(EnergySeries, TimestampsAreTheEndsOfIntervals) {
  EXPECT_EQ(timestamp({.year = 2020, .month = 2, .day = 28, .hour = 24}), "2020-02-29T00:00:00");
  EXPECT_EQ(timestamp({.month = 12, .day = 31, .hour = 24}), "2018-01-01T00:00:00");
  EXPECT_EQ(timestamp({.month = 7, .day = 21, .hour = 13, .minute = 15}), "2017-07-21T13:15:00");
  EXPECT_EQ(timestamp({.year = 2020, .month = 2}), "2020-03-01T00:00:00");  // a month
  EXPECT_EQ(timestamp({}), "");
}

constexpr const char* two_days = R"(Program Version,EnergyPlus, Version 25.2.0-x, YMD=2026.11.17 13:43
7,1,CORE,Zone Mean Air Temperature [C] !Hourly
8,1,ATTIC,Zone Mean Air Temperature [C] !Hourly
9,1,Electricity:Facility [J] !Hourly
10,1,CORE,Zone Mean Air Temperature [C] !RunPeriod
End of Data Dictionary
1,SUMMER,  39.72,-104.75,  -7.00,1726.00
2,1, 7,21, 0, 1, 0.00,60.00,SummerDesignDay
7,20
9,100
2,1, 7,21, 0,24, 0.00,60.00,SummerDesignDay
7,22
8,40
9,300
1,RUN PERIOD 1,  39.72,-104.75,  -7.00,1726.00
2,1, 1, 1, 0, 1, 0.00,60.00,Monday
7,10
9,7
5,1
10,10
End of Data
)";

Series two() { return series_of(formats::energyplus::read_eso(two_days).value()); }

std::vector<std::string> keys(const Series& series, const SeriesQuery& query) {
  std::vector<std::string> out;
  const auto found = matching(series, query);
  if (!found.ok()) return {found.error().message, found.error().hint};
  for (const auto at : *found)
    out.push_back(series.variables[at].key + "/" + std::string(name(series.variables[at].frequency)));
  return out;
}

TEST(EnergySeries, AnyKeyAndFrequency) {
  const auto series = two();
  EXPECT_THAT(keys(series, {"zone mean*"}), testing::ElementsAre("CORE/Hourly", "ATTIC/Hourly", "CORE/RunPeriod"));
  EXPECT_THAT(keys(series, {.variable = "Zone Mean Air Temperature", .key = "c?re", .frequency = Frequency::hourly}),
              testing::ElementsAre("CORE/Hourly"));
  EXPECT_THAT(keys(series, {"Zone Mean Air Temperatur"})[1], HasSubstr("Did you mean Zone Mean Air Temperature?"));
  EXPECT_THAT(keys(series, {"Zone Mean Air Temperature", "Cellar"})[1], HasSubstr("ATTIC, CORE"));
  EXPECT_THAT(keys(series, {.variable = "Electricity*", .frequency = Frequency::daily})[1], HasSubstr("Hourly"));
  EXPECT_THAT(keys(series, {.variable = "Electricity*", .environment = "winter"})[1],
              HasSubstr("SUMMER, RUN PERIOD 1"));
}

TEST(EnergySeries, EnvironmentsAndPages) {
  const auto series = two();
  const auto all = points(series, 0, {}, 0, 100);
  EXPECT_EQ(all.total, 3);
  EXPECT_EQ(all.page[1].timestamp, "2017-07-22T00:00:00");
  EXPECT_EQ(points(series, 0, {.environment = "sizing"}, 0, 100).total, 2);
  EXPECT_EQ(points(series, 0, {.environment = "annual"}, 0, 100).page.at(0).value, 10);
  EXPECT_EQ(points(series, 0, {.environment = "run*"}, 0, 100).total, 1);
  const auto second = points(series, 0, {}, 1, 1);
  EXPECT_EQ(second.total, 3);
  ASSERT_EQ(second.page.size(), 1U);
  EXPECT_EQ(second.page[0].value, 22);
}

// Hour 24 belongs to the day that it ends.
TEST(EnergySeries, GathersByDay) {
  const auto series = two();
  const auto mean = points(series, 0, {.per = Per::day}, 0, 10);
  ASSERT_EQ(mean.total, 2);
  EXPECT_EQ(mean.page[0].value, 21);
  EXPECT_EQ(mean.page[0].values, 2);
  EXPECT_EQ(points(series, 2, {.per = Per::day}, 0, 10).page[0].value, 400);  // energies add up
  EXPECT_EQ(points(series, 2, {.per = Per::environment, .measure = Measure::maximum}, 0, 10).page[0].value, 300);
  const auto all = statistics(series, 2, {});
  EXPECT_EQ(all.count, 3);
  EXPECT_EQ(all.sum, 407);
  EXPECT_EQ(all.maximum_at, "2017-07-22T00:00:00");
}

Cell cell(const char* table, const char* row, const char* column, const char* value, const char* report = "R") {
  return {report, "Entire Facility", table, row, column, "W", value};
}

TEST(EnergyTables, CellsBecomeTables) {
  const std::vector<Cell> cells{cell("T", "a", "x", " 1.0"), cell("T", "a", "y", "2"), cell("T", "b", "y", "3"),
                                cell("U", "a", "x", "4")};
  const auto tables = tables_of(cells);
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_THAT(tables[0].rows[0].values, testing::ElementsAre("1.0", "2"));
  EXPECT_THAT(tables[0].rows[1].values, testing::ElementsAre("", "3"));
}

TEST(EnergyTables, WhatDiffersIsFound) {
  const std::vector<Cell> before{cell("T", "a", "x", "100.00"), cell("T", "a", "y", "-"), cell("T", "gone", "x", "1")};
  const std::vector<Cell> after{cell("T", "a", "x", "  101.00"), cell("T", "a", "y", "-"), cell("T", "new", "x", "1")};
  const auto found = compare(before, after, 0);
  EXPECT_EQ(found.compared, 4U);
  EXPECT_EQ(found.same, 1U);
  ASSERT_EQ(found.differences.size(), 3U);
  EXPECT_DOUBLE_EQ(*found.differences[0].percent, 1);
  EXPECT_EQ(found.differences[1].after, nullptr);
  EXPECT_EQ(found.differences[2].before, nullptr);
  EXPECT_EQ(compare(before, after, 0.02).differences.size(), 2U);
}

TEST(EnergyPeaks, PartsAddToTheLoadOrLessenIt) {
  constexpr const char* gains = "Peak Cooling Sensible Heat Gain Components";
  constexpr const char* losses = "Peak Heating Sensible Heat Gain Components";
  constexpr const char* report = "SensibleHeatGainSummary";
  const std::vector<Cell> cells{
      cell("Zone Sensible Cooling", "CORE", "User Design Load", "3000", "HVACSizingSummary"),
      cell("Zone Sensible Cooling", "CORE", "Date/Time Of Peak {TIMESTAMP}", "7/21 14:30:00", "HVACSizingSummary"),
      cell("Zone Sensible Cooling", "ATTIC", "User Design Load", "1000", "HVACSizingSummary"),
      cell("Zone Sensible Heating", "CORE", "User Design Load", "500", "HVACSizingSummary"),
      cell(gains, "Total Facility", "Time of Peak {TIMESTAMP}", "02-JUL-07:15", report),
      cell(gains, "Total Facility", "Lights Sensible Heat Addition", "900", report),
      cell(gains, "Total Facility", "Window Heat Addition", "100", report),
      cell(gains, "Total Facility", "Infiltration Heat Removal", "-50", report),
      cell(gains, "Total Facility", "HVAC Terminal Unit Sensible Air Cooling", "-950", report),
      cell(losses, "Total Facility", "Infiltration Heat Removal", "-400", report),
      cell(losses, "CORE", "Infiltration Heat Removal", "-400", report)};
  const auto peaks = peak_loads(cells);
  EXPECT_EQ(peaks.cooling.design_load_w, 4000);
  EXPECT_EQ(peaks.cooling.zones[0].zone, "CORE");
  EXPECT_EQ(peaks.cooling.zones[0].time, "7/21 14:30:00");
  EXPECT_EQ(peaks.cooling.time, "02-JUL-07:15");
  ASSERT_EQ(peaks.cooling.components.size(), 3U);
  EXPECT_EQ(peaks.cooling.components[0].percent, 90);
  EXPECT_EQ(peaks.cooling.components[2].watts, -50);
  EXPECT_EQ(peaks.heating.components[0].watts, 400);
  EXPECT_EQ(peaks.heating.zones[0].components.size(), 1U);
  std::vector<std::string> flags;
  for (const auto& flag : peaks.flags) flags.push_back(flag.code);
  EXPECT_THAT(flags, testing::ElementsAre("one_part_dominates", "one_part_dominates", "much_infiltration"));
}

TEST(EnergyPeaks, WhatIsMissingIsSaid) {
  const auto peaks = peak_loads({});
  ASSERT_EQ(peaks.flags.size(), 2U);
  EXPECT_EQ(peaks.flags[0].code, "no_sizing");
  std::vector<Cell> cells{cell("Zone Sensible Cooling", "CORE", "User Design Load", "3000", "HVACSizingSummary")};
  EXPECT_THAT(peak_loads(cells).flags[0].message, HasSubstr("does not ask for the report SensibleHeatGainSummary"));
  cells.push_back(cell("Peak Cooling Sensible Heat Gain Components", "CORE", "Time of Peak {TIMESTAMP}", "-",
                       "SensibleHeatGainSummary"));
  EXPECT_THAT(peak_loads(cells).flags[0].message, HasSubstr("this run had none"));
}

}  // namespace
}  // namespace energy::engine
