// SPDX-License-Identifier: Apache-2.0
// What is an error here is one of EnergyPlus 25.2; tests/peers/energy_types.py asks it for every type.
#include "domains/energy/engine/validate/validate.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/energy_engine/models.h"

namespace {

using energy::engine::Model;
using energy::engine::Severity;

std::vector<std::string> found(const Model& model) {
  std::vector<std::string> lines;
  for (const auto& each : validate(model)) {
    lines.push_back(std::string(each.severity == Severity::error ? "E " : "W ") + std::string(each.code) + " " +
                    each.type + " " + each.name + (each.field.empty() ? "" : "." + each.field));
  }
  return lines;
}
std::vector<std::string> of_idf(const std::string& text) { return found(tests::idf_model("Building,B;" + text)); }
std::vector<std::string> of_epjson(const std::string& text) {
  return found(tests::epjson_model("{\"Building\": {\"B\": {}}, " + text + "}"));
}

using Lines = std::vector<std::string>;

TEST(EnergyValidate, GoodIsGood) {
  EXPECT_EQ(of_idf("Version,25.2;Zone,A,1,2,autosize,tarp;ZoneList,L,a;Schedule:Compact,S,1;Lights,X,L,S;"), Lines{});
  EXPECT_EQ(found(tests::idf_model("Zone,A;")), Lines{"E missing_object Building "});
}

TEST(EnergyValidate, ValuesOfFields) {
  EXPECT_EQ(of_idf("Zone,A,x;"), Lines{"E wrong_type Zone A.x_origin"});
  EXPECT_EQ(of_idf("Zone,A,,0;"), Lines{"E out_of_range Zone A.multiplier"});
  EXPECT_EQ(of_idf("Zone,A,,1.5;"), Lines{"W rounded Zone A.multiplier"});
  EXPECT_EQ(of_idf("Zone,A,,,0;"), Lines{"E out_of_range Zone A.volume"});
  EXPECT_EQ(of_idf("Zone,A,,,large;"), Lines{"E wrong_type Zone A.volume"});
  EXPECT_EQ(of_idf("Zone,A,,,,none;"), Lines{"E not_a_choice Zone A.inside_algorithm"});
  EXPECT_EQ(of_idf("Schedule:Compact,S,autosize;"), Lines{"E wrong_type Schedule:Compact S.data[0].field"});
}

TEST(EnergyValidate, SaysWhatIsAllowed) {
  const auto findings = validate(tests::idf_model("Building,B;Zone,A,,,-1;"));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "\"-1\" must be above 0");
  EXPECT_EQ(findings[0].hint, "Allowed: a number above 0 or one of Autocalculate.");
  EXPECT_EQ(findings[0].line, 1);
}

TEST(EnergyValidate, RequiredFieldsAndGroups) {
  EXPECT_EQ(of_idf("Zone,A;Lights,L,A;"), Lines{"E missing_field Lights L.schedule_name"});
  EXPECT_EQ(of_idf("Zone,A;ZoneList,L,A,,A;"), Lines{"E missing_field ZoneList L.zones[1].zone_name"});
  EXPECT_EQ(of_idf("Shading:Zone:Detailed,S,1,2,3,4,5;"),
            Lines{"E missing_field Shading:Zone:Detailed S.vertices[1].z"});
  EXPECT_EQ(of_idf("EnergyManagementSystem:Program,P;"),
            Lines{"E missing_field EnergyManagementSystem:Program P.lines"});
  EXPECT_EQ(of_epjson(R"("EnergyManagementSystem:Program": {"P": {"lines": []}})"),
            Lines{"E too_few_groups EnergyManagementSystem:Program P.lines"});
}

TEST(EnergyValidate, NamesAndCounts) {
  EXPECT_EQ(of_idf("Zone,;"), Lines{"E missing_name Zone .name"});
  EXPECT_EQ(of_idf("Zone,A\n;"), Lines{"E bad_name Zone A\n.name"});
  EXPECT_EQ(of_idf("Zone,A;Zone,A;"), Lines{"E duplicate_name Zone A"});
  EXPECT_EQ(of_idf("Zone,A;Zone,a;"), Lines{"W duplicate_name Zone a"});
  EXPECT_EQ(of_idf("Version,25.2;Version,25.2;"), Lines{"E too_many_objects Version Version 2"});
}

TEST(EnergyValidate, TheFileItself) {
  EXPECT_EQ(of_idf("Zon,A;"), Lines{"E unknown_type Zon "});
  EXPECT_EQ(of_idf("Zone,A,1,2,3,TARP,6;"), Lines{"E too_many_fields Zone A"});
  EXPECT_EQ(of_idf("Zone,A,1 ! x\n 2;"), Lines{"W missing_comma Zone A"});
  EXPECT_EQ(of_idf("Zone,A"), Lines{"E syntax Zone "});
  EXPECT_EQ(of_idf("HVACTemplate:Thermostat,T;"), Lines{"W needs_expansion HVACTemplate:Thermostat T"});
}

TEST(EnergyValidate, EpjsonIsReadToTheLetter) {
  EXPECT_EQ(of_epjson(R"("zone": {"A": {}})"), Lines{"E unknown_type zone "});
  EXPECT_EQ(of_epjson(R"("Zone": {"A": {"inside_algorithm": "tarp"}})"),
            Lines{"E not_a_choice Zone A.inside_algorithm"});
  EXPECT_EQ(of_epjson(R"("Zone": {"A": {"multiplier": 2.0}})"), Lines{"E wrong_type Zone A.multiplier"});
  EXPECT_EQ(of_epjson(R"("Zone": {"A": {"x_origin": "1.5", "volume": null}})"),
            (Lines{"E wrong_type Zone A.x_origin", "E wrong_type Zone A.volume"}));
  EXPECT_EQ(of_epjson(R"("Zone": {"A": {"colour": 1}})"), Lines{"W unknown_field Zone A.colour"});
  EXPECT_EQ(of_epjson(R"("Zone": [])").size() + of_epjson(R"("Zone": {"A": 1})").size(), 2u);
}

TEST(EnergyValidate, ReferencesThatLeadNowhereAreWarnings) {
  EXPECT_EQ(of_idf("Zone,A;Schedule:Compact,S,1;Lights,L,S,A;"),
            (Lines{"W unresolved_reference Lights L.zone_name", "W unresolved_reference Lights L.schedule_name"}));
}

}  // namespace
