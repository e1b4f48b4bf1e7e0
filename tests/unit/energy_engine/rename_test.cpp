// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/references/rename.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/energy_engine/models.h"

namespace {

using energy::engine::Model;
using energy::engine::References;

struct Renamed {
  std::string text;
  std::size_t references = 0, keys = 0;
  std::vector<std::string> mentions;
};

Renamed rename(const Model& model, const char* type, const char* from, const char* to) {
  const References references(model);
  const auto made = energy::engine::rename(model, references, model.find(type, from), to);
  if (!made.ok()) return {.text = made.error().message};
  Renamed done{.text = *edited(model, made->edits), .references = made->references, .keys = made->keys};
  for (const auto& each : made->mentions)
    done.mentions.push_back(model.objects()[each.object].key + ": " + std::string(each.why));
  return done;
}

// The same name in three lists: only the zone is meant.
TEST(EnergyRename, ChangesWhatRefersAndNothingElse) {
  const auto model = tests::idf_model(
      "Zone,Office; ! the "
      "Office\nSchedule:Compact,Office,1;\nZoneList,All,OFFICE,Attic;\nLights,L,office,Office,Office;\n");
  const auto done = rename(model, "Zone", "Office", "Bureau");
  EXPECT_EQ(done.text,
            "Zone,Bureau; ! the "
            "Office\nSchedule:Compact,Office,1;\nZoneList,All,Bureau,Attic;\nLights,L,Bureau,Office,Office;\n");
  EXPECT_EQ(done.references, 2u);
  EXPECT_EQ(done.mentions, std::vector<std::string>{"L: free text"});
}

TEST(EnergyRename, KeysThatCanMeanOnlyOne) {
  const auto model = tests::idf_model("Zone,A;\nOutput:Variable,a,T;\nOutput:Variable,*,T;\nLights,Lamp,A,S;\n");
  const auto done = rename(model, "zone", "A", "B");
  EXPECT_EQ(done.text, "Zone,B;\nOutput:Variable,B,T;\nOutput:Variable,*,T;\nLights,Lamp,B,S;\n");
  EXPECT_EQ(done.keys, 1u);
  EXPECT_EQ(done.references, 1u);
}

// The variable says which of the two: those of lights begin with Lights, those of zones with Zone.
TEST(EnergyRename, AKeyOfTwoNamesIsTheOneOfItsVariable) {
  const auto model = tests::idf_model(
      "Zone,A;Lights,A,A,S;\nOutput:Variable,A,Zone Mean Air Temperature;\nOutput:Variable,A,lights Electricity "
      "Rate;\n");
  EXPECT_EQ(rename(model, "Zone", "A", "B").text,
            "Zone,B;Lights,A,B,S;\nOutput:Variable,B,Zone Mean Air Temperature;\nOutput:Variable,A,lights Electricity "
            "Rate;\n");
  const auto done = rename(model, "Lights", "A", "B");
  EXPECT_EQ(done.text,
            "Zone,A;Lights,B,A,S;\nOutput:Variable,A,Zone Mean Air Temperature;\nOutput:Variable,B,lights Electricity "
            "Rate;\n");
  EXPECT_EQ(done.mentions, std::vector<std::string>{});
}

TEST(EnergyRename, NeverGuesses) {
  const auto model = tests::idf_model(
      "Zone,A;\nSchedule:Compact,a,1;\nOutput:Variable,A,T;\nOutput:Variable,A Lamp,T;\n"
      "EnergyManagementSystem:Program,P,SET x = A;\nOutput:Variable,Electricity:Zone:A,T;\n");
  const auto done = rename(model, "Zone", "A", "B");
  EXPECT_TRUE(done.text.starts_with("Zone,B;\nSchedule:Compact,a,1;\nOutput:Variable,A,T;\n"));
  EXPECT_EQ(done.keys, 0u);
  EXPECT_EQ(done.mentions,
            (std::vector<std::string>{"Output:Variable 2: part of a longer name", "P: program text",
                                      "Output:Variable 3: meter", "Output:Variable 1: two objects have this name"}));
}

TEST(EnergyRename, ANameOfTwoProvidersIsLeft) {
  const auto model = tests::idf_model("Zone,A;ZoneList,A,A;Lights,L,A,S;");
  const auto done = rename(model, "Zone", "A", "B");
  EXPECT_EQ(done.text, "Zone,B;ZoneList,A,B;Lights,L,A,S;");
  EXPECT_EQ(done.mentions, std::vector<std::string>{"L: two objects have this name"});
}

TEST(EnergyRename, InEpjsonToo) {
  const auto model = tests::epjson_model(
      "{\"Zone\": {\"A\": {\"x_origin\": 1.50}},\n \"ZoneList\": {\"L\": {\"zones\": [{\"zone_name\":\"a\"}]}}}");
  EXPECT_EQ(rename(model, "Zone", "A", "B").text,
            "{\"Zone\": {\"B\": {\"x_origin\": 1.50}},\n \"ZoneList\": {\"L\": {\"zones\": [{\"zone_name\":\"B\"}]}}}");
}

TEST(EnergyRename, RefusesBadNames) {
  const auto model = tests::idf_model("Zone,A;Zone,B;Version,25.2;");
  EXPECT_EQ(rename(model, "Zone", "A", "b").text, "there is an object of type Zone with this name already");
  EXPECT_EQ(rename(model, "Zone", "A", " ").text, "the new name is blank");
  EXPECT_EQ(rename(model, "Zone", "A", "a,b").text, "a name may not have a comma, a semicolon or an exclamation mark");
  EXPECT_EQ(rename(model, "Version", "Version 1", "V").text, "Version objects have no name");
  EXPECT_EQ(rename(model, "Zone", "A", "a").text, "Zone,a;Zone,B;Version,25.2;");
}

}  // namespace
