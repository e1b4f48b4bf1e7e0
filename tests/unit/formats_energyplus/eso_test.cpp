// SPDX-License-Identifier: Apache-2.0
#include "formats/energyplus/eso.h"

#include <gmock/gmock.h>

#include "formats/energyplus/eso_table.h"

namespace formats::energyplus {
namespace {

using testing::ElementsAre;

constexpr const char* small = R"(Program Version,EnergyPlus, Version 25.2.0-cf7368216c (No OpenGL), YMD=2026.11.17 13:43
1,5,Environment Title[],Latitude[deg],Longitude[deg],Time Zone[],Elevation[m]
2,8,Day of Simulation[],Month[],Day of Month[],DST Indicator[1=yes 0=no],Hour[],StartMinute[],EndMinute[],DayType
3,5,Cumulative Day of Simulation[],Month[],Day of Month[],DST Indicator[1=yes 0=no],DayType  ! When Daily
4,2,Cumulative Days of Simulation[],Month[]  ! When Monthly Report Variables Requested
5,1,Cumulative Days of Simulation[] ! When Run Period Report Variables Requested
6,1,Calendar Year of Simulation[] ! When Annual Report Variables Requested
7,1,CORE_ZN,Zone Mean Air Temperature [C] !Hourly
8,7,CORE_ZN,Zone Mean Air Temperature [C] !Daily [Value,Min,Hour,Minute,Max,Hour,Minute]
9,1,Electricity:Facility [J] !Each Call
End of Data Dictionary
1,DENVER, SUMMER,  39.72,-104.75,  -7.00,1726.00
2,1, 7,21, 0, 1, 0.00,60.00,SummerDesignDay
7,21.5
9,1.5E+06
2,1, 7,21, 0,24, 0.00,60.00,SummerDesignDay
7,22.5
3,1, 7,21, 0,SummerDesignDay
8,22.0,21.5,1,60,22.5,24,60
1,RUN PERIOD 1,  39.72,-104.75,  -7.00,1726.00
4,31, 1
12,4
End of Data
 Number of Records Written=         5
)";

TEST(Eso, BecomesTheTableOfReadVars) {
  const auto eso = read_eso(small);
  ASSERT_TRUE(eso.ok());
  EXPECT_EQ(table_of(*eso),
            "Date/Time,CORE_ZN:Zone Mean Air Temperature [C](Hourly),CORE_ZN:Zone Mean Air Temperature [C](Daily),"
            "Electricity:Facility [J](Each Call)\n"
            " 07/21  01:00:00,21.5,,1500000\n"
            " 07/21  24:00:00,22.5,,\n"
            " 07/21,,22,\n");
}

TEST(Eso, ReadsEveryKindOfLine) {
  const auto eso = read_eso(small);
  ASSERT_TRUE(eso.ok());
  EXPECT_EQ(eso->version, "25.2.0-cf7368216c");
  EXPECT_TRUE(eso->complete);
  ASSERT_EQ(eso->variables.size(), 3U);
  EXPECT_EQ(eso->variables[1].frequency, "Daily");
  EXPECT_EQ(eso->variables[0].key, "CORE_ZN");
  EXPECT_EQ(eso->variables[0].units, "C");
  EXPECT_TRUE(eso->variables[2].is_meter);
  EXPECT_EQ(eso->variables[2].name, "Electricity:Facility");
  EXPECT_EQ(eso->variables[2].frequency, "Each Call");
  ASSERT_EQ(eso->environments.size(), 2U);
  EXPECT_EQ(eso->environments[0].title, "DENVER, SUMMER");
  EXPECT_DOUBLE_EQ(eso->environments[0].latitude, 39.72);
  EXPECT_DOUBLE_EQ(eso->environments[0].elevation_m, 1726);
  EXPECT_TRUE(eso->environments[0].design_day);
  EXPECT_FALSE(eso->environments[1].design_day);
  EXPECT_THAT(eso->columns[0].values, ElementsAre(21.5, 22.5));
  EXPECT_THAT(eso->columns[0].times, ElementsAre(0U, 1U));
  EXPECT_THAT(eso->columns[1].values, ElementsAre(22.0));
  EXPECT_EQ(eso->times[1].hour, 24);
  EXPECT_EQ(eso->times[2].day, 21);
  EXPECT_EQ(eso->times[3].month, 1);
  EXPECT_EQ(eso->times[3].environment, 1U);
}

TEST(Eso, WhatIsNotOneIsRefusedAndWhatIsCutIsRead) {
  EXPECT_FALSE(read_eso("1,2,3\n").ok());
  const std::string all = small;
  const auto cut = read_eso(std::string_view(all).substr(0, all.find("7,22.5") + 3));
  ASSERT_TRUE(cut.ok());
  EXPECT_FALSE(cut->complete);
  EXPECT_THAT(cut->columns[0].values, ElementsAre(21.5, 2));
}

}  // namespace
}  // namespace formats::energyplus
