// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/convert/convert.h"

#include <gtest/gtest.h>

#include <string>

#include "base/json.h"
#include "unit/energy_engine/models.h"

namespace {

std::string epjson(const std::string& idf) {
  const auto made = to_epjson(tests::idf_model(idf));
  return made.ok() ? base::parse_json(*made)->dump() : made.error().message;
}

TEST(EnergyConvert, ToEpjson) {
  EXPECT_EQ(epjson("Version,25.2;ZoneList,L,A,,B;version,26.1;"),
            R"({"Version":{"Version 1":{"version_identifier":"25.2"},"Version 2":{"version_identifier":"26.1"}},)"
            R"("ZoneList":{"L":{"zones":[{"zone_name":"A"},{},{"zone_name":"B"}]}}})");
  EXPECT_EQ(epjson("Zone,A,1.5,2,AutoSize,tarp;"),
            R"({"Zone":{"A":{"x_origin":1.5,"multiplier":2,"volume":"Autocalculate","inside_algorithm":"TARP"}}})");
  EXPECT_EQ(epjson("Zone,A;zone,A;"), "two objects of type Zone have the name \"A\"");
  EXPECT_EQ(epjson("Zone,A,,,,,,;"), R"({"Zone":{"A":{"":[{},{}]}}})");
  EXPECT_EQ(epjson("Lights,L,A,Caf\xE9,S;"), R"({"Lights":{"L":{"zone_name":"A","schedule_name":"Caf)"
                                             "\uFFFD"
                                             R"(","subcategory":"S"}}})");
}

TEST(EnergyConvert, ToIdf) {
  const auto made = to_idf(tests::epjson_model(R"({"Zone": {"A": {"multiplier": 2, "x_origin": 1.5}},
    "ZoneList": {"L": {"zones": [{"zone_name": "A"}, {}]}}, "Version": {"v": {"version_identifier": "25.2"}}})"));
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(*made,
            "Version,25.2;\n\n"
            "Zone,\n"
            "    A,                       !- Name\n"
            "    1.5,                     !- X Origin {m}\n"
            "    2;                       !- Multiplier\n\n"
            "ZoneList,\n"
            "    L,                       !- Name\n"
            "    A,                       !- Zone Name 1\n"
            "    ;                        !- Zone Name 2\n\n");
}

TEST(EnergyConvert, WhatIdfCannotHoldIsRefused) {
  const auto made = to_idf(tests::epjson_model(R"({"Lights": {"L": {"subcategory": "a, b"}}})"));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().path, "Lights \"L\", subcategory");
}

}  // namespace
