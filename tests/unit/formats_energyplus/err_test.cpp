// SPDX-License-Identifier: Apache-2.0
#include "formats/energyplus/err.h"

#include <gmock/gmock.h>

#include "formats/energyplus/dictionary.h"

namespace formats::energyplus {
namespace {

constexpr const char* finished =
    R"(Program Version,EnergyPlus, Version 25.2.0-cf7368216c (No OpenGL), YMD=2026.11.17 13:43,
   ************* Beginning Zone Sizing Calculations
   ** Warning ** Fraction of zone controlled is < 1.0.
   **   ~~~   ** ..discovered in Daylighting:Controls="A"
   ** Warning ** Fraction of zone controlled is < 1.0.
   **   ~~~   ** ..discovered in Daylighting:Controls="B"
   ** Severe  ** Node connection error
   ** Severe  ** Node connection error
   ************* Testing Individual Branch Integrity
   ************* ===== Recurring Error Summary =====
   ************* The following recurring error messages occurred.
   *************  ** Warning ** Coil:Heating "C": low temperature
   *************  **   ~~~   **   This error occurred 312 total times;
   *************  **   ~~~   **   during Warmup 0 times;
   ************* EnergyPlus Warmup Error Summary. During Warmup: 1 Warning; 2 Severe Errors.
   ************* EnergyPlus Sizing Error Summary. During Sizing: 6 Warning; 0 Severe Errors.
   ************* EnergyPlus Completed Successfully-- 314 Warning; 2 Severe Errors; Elapsed Time=00hr 00min  2.34sec
)";

TEST(Err, CountsWhatWasSaidAndWhatTheEngineCounted) {
  const auto err = read_err(finished);
  EXPECT_EQ(err.version, "25.2.0-cf7368216c");
  EXPECT_EQ(err.end, ErrorFile::End::completed);
  EXPECT_EQ(err.warnings, 314);
  EXPECT_EQ(err.severe, 2);
  EXPECT_EQ(err.warmup_severe, 2);
  EXPECT_EQ(err.sizing_warnings, 6);
  ASSERT_EQ(err.messages.size(), 4U);
  EXPECT_THAT(err.messages[1].more, testing::ElementsAre(R"(..discovered in Daylighting:Controls="B")"));
  EXPECT_EQ(err.messages[2].severity, Severity::severe);
  EXPECT_EQ(err.messages[2].count, 2);
  EXPECT_EQ(err.messages[2].line, 7);
  EXPECT_EQ(err.messages[3].count, 312);
  EXPECT_TRUE(err.messages[3].recurring);
  EXPECT_THAT(err.messages[3].more, testing::ElementsAre("during Warmup 0 times;"));
}

TEST(Err, AFatalEndIsToldFromNoEnd) {
  const std::string begun = "   ** Severe  ** A\n   **  Fatal  ** B\n";
  EXPECT_EQ(read_err(begun).end, ErrorFile::End::unfinished);
  EXPECT_EQ(read_err(begun).severe, 2);  // counted by us: the engine did not come to it
  const auto ended = read_err(
      begun + "   ************* EnergyPlus Terminated--Fatal Error Detected. 0 Warning; 1 Severe Errors; Elapsed\r\n");
  EXPECT_EQ(ended.end, ErrorFile::End::fatal);
  EXPECT_EQ(ended.severe, 1);
}

TEST(Err, AnyTextIsRead) {
  EXPECT_TRUE(read_err("").messages.empty());
  EXPECT_TRUE(read_err("   **   ~~~   ** nothing before it\n** Warning").messages.empty());
  EXPECT_EQ(read_err("** Warning ** caf\xe9\x1b[2J").messages.at(0).text, "caf\xef\xbf\xbd [2J");
  std::string many;
  for (int i = 0; i < 1500; ++i) many += "** Warning ** " + std::to_string(i) + "\n";
  EXPECT_EQ(read_err(many).messages.size(), 1000U);
  EXPECT_EQ(read_err(many).left_out, 500);
}

TEST(Dictionary, BothStyles) {
  const auto idf = read_dictionary(
      "! Program Version\nOutput:Variable,*,Zone Mean Air Temperature,hourly; !- Zone Average [C]\n"
      "Output:Meter:Cumulative,Electricity:Facility,hourly; !- [J]\nnothing\n");
  ASSERT_EQ(idf.size(), 2U);
  EXPECT_EQ(idf[0].name, "Zone Mean Air Temperature");
  EXPECT_EQ(idf[0].units, "C");
  EXPECT_EQ(idf[0].kind, "Zone Average");
  EXPECT_TRUE(idf[1].is_meter);
  EXPECT_EQ(idf[1].kind, "Cumulative");
  const auto regular = read_dictionary(
      "Var Type (reported time step),Var Report Type,Variable Name [Units]\r\nZone,Meter,Electricity:Facility [J]\r\n");
  ASSERT_EQ(regular.size(), 2U);  // its heading reads like a line of it
  EXPECT_TRUE(regular[1].is_meter);
  EXPECT_EQ(regular[1].units, "J");
}

}  // namespace
}  // namespace formats::energyplus
