// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/document/document.h"

#include <gtest/gtest.h>

#include "domains/energy/engine/types/types.h"

namespace energy::engine {
namespace {

using base::Json;

TEST(EnergyTypes, OfAVersion) {
  const auto* lights = type_facts("LIGHTS", {25, 2, 0});
  ASSERT_NE(lights, nullptr);
  EXPECT_EQ(lights->name, "Lights");
  EXPECT_EQ(lights->group, "Internal Gains");
  EXPECT_TRUE(lights->named);
  ASSERT_EQ(lights->zones.size(), 1u);
  EXPECT_EQ(lights->zones[0].slot, 1u);
  EXPECT_EQ(lights->zones[0].name, "zone_or_zonelist_or_space_or_spacelist_name");
  EXPECT_EQ(type_facts("Lights", {9, 5, 0})->zones[0].name, "zone_or_zonelist_name");
  EXPECT_FALSE(type_facts("Timestep", {25, 2, 0})->named);
}

TEST(EnergyTypes, ComeAndGo) {
  EXPECT_NE(type_facts("RunPeriod:CustomRange", {8, 9, 0}), nullptr);
  EXPECT_EQ(type_facts("RunPeriod:CustomRange", {25, 2, 0}), nullptr);
  EXPECT_EQ(type_facts("Space", {9, 5, 0}), nullptr);
  EXPECT_NE(type_facts("Space", {9, 6, 0}), nullptr);
  EXPECT_EQ(type_facts("Sauna", {25, 2, 0}), nullptr);
}

TEST(EnergyTypes, VersionsAsTheyAreWritten) {
  EXPECT_EQ(Version::parse(" 25.2 ")->text(), "25.2.0");
  EXPECT_EQ(Version::parse("9.0.1")->brief(), "9.0");
  for (const char* text : {"", "25", "25.x", "25.2.0.1", "-1.2", "newest"}) EXPECT_FALSE(Version::parse(text)) << text;
}

TEST(EnergyDocument, ObjectsOfAnIdfFile) {
  const auto source = Source::read("Version,25.2;\nZONE, Core , ! name\n 1.50;\nSauna,a;\nLights,L,CORE,S;\n").value();
  EXPECT_EQ(source.format(), Format::idf);
  EXPECT_EQ(source.version_text(), "25.2");
  ASSERT_EQ(source.size(), 4u);
  EXPECT_EQ(source.body(1), Json::object({{"type", "Zone"}, {"fields", Json::array({"Core", "1.50"})}}));
  EXPECT_EQ(source.body(2).text("type"), "Sauna");
  EXPECT_EQ(source.facts(2), nullptr);
  EXPECT_EQ(source.zones(1), std::vector<std::string>{"Core"});
  EXPECT_EQ(source.zones(3), std::vector<std::string>{"Core"}) << "as the zone spells itself";
}

TEST(EnergyDocument, ObjectsOfAnEpjsonFile) {
  const auto source = Source::read(R"({"Zone": {"A": {}, "B": {"x_origin": 1}}, "Lights": {"L": {
    "zone_or_zonelist_or_space_or_spacelist_name": "b"}}})")
                          .value();
  EXPECT_EQ(source.format(), Format::epjson);
  ASSERT_EQ(source.size(), 3u);
  EXPECT_EQ(source.body(1).text("key"), "B");
  EXPECT_EQ(source.body(1).at("value"), Json::object({{"x_origin", 1}}));
  EXPECT_EQ(source.zones(2), std::vector<std::string>{"B"});
}

TEST(EnergyDocument, LabelsAreNamesOrTypes) {
  EXPECT_EQ(label_of(Json::object({{"type", "Zone"}, {"fields", Json::array({"Core"})}})), "Core");
  EXPECT_EQ(label_of(Json::object({{"type", "Timestep"}, {"fields", Json::array({"4"})}})), "Timestep");
  EXPECT_EQ(label_of(Json::object({{"type", "Zone"}, {"key", "A"}, {"value", Json::object()}})), "A");
}

TEST(EnergyDocument, FormatsByName) {
  EXPECT_EQ(format_of_name("a/B.IDF"), Format::idf);
  EXPECT_EQ(format_of_name("b.epJSON"), Format::epjson);
  EXPECT_EQ(format_of_name("b.json"), Format::epjson);
  EXPECT_FALSE(format_of_name("b.imf"));
}

}  // namespace
}  // namespace energy::engine
