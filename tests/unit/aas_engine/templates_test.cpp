// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/templates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/text.h"
#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_document::parsed;

TEST(AasTemplates, AFilesPlaceTellsWhatItIs) {
  const Published nameplate = published_as("Digital nameplate/3/0/1/IDTA 02006-3-0-1_Template_Digital Nameplate.aasx");
  EXPECT_EQ(nameplate.name, "Digital nameplate");
  EXPECT_EQ(nameplate.version, "3.0.1");
  EXPECT_EQ(nameplate.label, "Digital Nameplate");
  EXPECT_THAT(nameplate.numbers, ElementsAre("02006-3-0-1"));

  // A single group is the part of a series.
  const Published part =
      published_as("Digital Battery Passport/7_Circularity/1/0/1/IDTA 02035-7_DBP-Part-7_Circularity.json");
  EXPECT_EQ(part.name, "Digital Battery Passport, 7 Circularity");
  EXPECT_THAT(part.numbers, ElementsAre("02035-7", "02035-7-1-0-1"));

  EXPECT_THAT(published_as("Technical_Data/2/0/1/IDTA 02003_2-0-1_Template_TechnicalData.aasx").numbers,
              ElementsAre("02003-2-0-1"));
  EXPECT_THAT(published_as("Purchase Order/1/0/IDTA-02050_Template_PurchaseOrder.json").numbers,
              ElementsAre("02050", "02050-1-0"));

  // Somebody's own file, without folders.
  const Published own = published_as("My_Pump.json");
  EXPECT_EQ(own.name, "My Pump");
  EXPECT_EQ(own.version, "");
  EXPECT_TRUE(own.numbers.empty());
  EXPECT_EQ(published_as("IDTA 02006-3-0_Template_Digital Nameplate.aasx").version, "3.0");
  EXPECT_EQ(published_as("").name, "");
}

Json template_environment(std::string_view elements) {
  return parsed(
      R"({"submodels":[{"modelType":"Submodel","id":"urn:own","idShort":"Own","kind":"Template","semanticId":)"
      R"({"type":"ExternalReference","keys":[{"type":"GlobalReference","value":"urn:own:1"}]},)"
      R"("submodelElements":[)" +
      std::string(elements) + "]}]}");
}

Cardinality cardinality_of(std::string_view type, std::string_view value) {
  const auto made =
      compiled(template_environment(R"({"modelType":"Capability","idShort":"Ab","qualifiers":[{"type":")" +
                                    std::string(type) + R"(","value":")" + std::string(value) + R"("}]})"),
               "own.json", "3.0");
  return made->at(0).root().children.at(0).cardinality;
}

TEST(AasTemplates, CardinalitiesInAllSpellings) {
  for (const char* type : {"SMT/Cardinality", "Cardinality", "Multiplicity", "SMT/SMT/Cardinality"}) {
    EXPECT_EQ(cardinality_of(type, "One"), Cardinality::one);
    EXPECT_EQ(cardinality_of(type, "ZeroToOne"), Cardinality::zero_to_one);
    EXPECT_EQ(cardinality_of(type, "ZerotoMany "), Cardinality::zero_to_many);
    EXPECT_EQ(cardinality_of(type, "ZerotToOne"), Cardinality::zero_to_one);
    EXPECT_EQ(cardinality_of(type, "OneToMany"), Cardinality::one_to_many);
    EXPECT_EQ(cardinality_of(type, "Three"), Cardinality::unknown);
    EXPECT_EQ(cardinality_of(type, "True"), Cardinality::unknown);
  }
  EXPECT_EQ(cardinality_of("FormTitle", "One"), Cardinality::unsaid);
}

TEST(AasTemplates, AreFoundByWhatPeopleCallThem) {
  const Templates& all = Templates::published();
  const std::string newest = "https://admin-shell.io/idta/nameplate/3/0/Nameplate";
  for (const char* what : {"https://admin-shell.io/idta/nameplate/3/0/Nameplate", "02006", "02006-3-0",
                           "IDTA 02006-3-0-1", "IDTA 02006_3-0-1", "Digital Nameplate", "digital nameplate",
                           "Digital Nameplate 3.0", "Nameplate V3.0", "Digital Nameplate 3"}) {
    const auto found = all.find(what);
    ASSERT_TRUE(found.ok()) << what;
    EXPECT_EQ((*found)->semantic_id, newest) << what;
    EXPECT_EQ((*found)->version, "3.0.1") << what;
  }
  EXPECT_EQ((*all.find("02035-7"))->name, "Digital Battery Passport, 7 Circularity");
  EXPECT_EQ((*all.find("Circularity"))->name, "Digital Battery Passport, 7 Circularity");
  EXPECT_EQ((*all.find("Asset Interfaces Description 1.0"))->version, "1.0.1");
  EXPECT_EQ((*all.find("Asset Interfaces Description"))->version, "1.1");
}

TEST(AasTemplates, OfWhatIsPublishedInPartsOneMustBeNamed) {
  for (const char* what : {"Digital Battery Passport", "digital battery passport 1.0", "02035", "IDTA 02035"}) {
    const auto found = Templates::published().find(what);
    ASSERT_FALSE(found.ok()) << what;
    EXPECT_EQ(found.error().label, "TEMPLATE_NOT_FOUND");
    for (const char* part : {"1 Digital Nameplate", "4 Technical Data", "7 Circularity"})
      EXPECT_THAT(found.error().hint, HasSubstr(part)) << what;
  }
}

TEST(AasTemplates, WhatIsNotFoundIsNamedWithTheNearest) {
  for (const char* what :
       {"Digital Nameplat", "a nameplate please", "02006-9-9", "https://admin-shell.io/idta/nameplate/9/0/Nameplate"}) {
    const auto found = Templates::published().find(what);
    ASSERT_FALSE(found.ok()) << what;
    EXPECT_EQ(found.error().label, "TEMPLATE_NOT_FOUND");
    EXPECT_THAT(found.error().hint, HasSubstr("ameplate")) << what;
  }
  for (const std::string& what : {std::string(), std::string("  "), std::string(100'000, 'a'), std::string(3000, '0')})
    EXPECT_EQ(Templates::published().find(what).error().label, "TEMPLATE_NOT_FOUND");
}

TEST(AasTemplates, ASubmodelsIsFoundByItsSemanticId) {
  const Templates& all = Templates::published();
  const Json submodel = parsed(
      R"({"semanticId":{"type":"ExternalReference","keys":[{"type":"GlobalReference","value":"https://admin-shell.io/idta/nameplate/3/0/Nameplate"}]}})");
  ASSERT_NE(all.of_submodel(submodel), nullptr);
  EXPECT_EQ(all.of_submodel(submodel)->id_short, "Nameplate");
  EXPECT_EQ(all.of_submodel(parsed("{}")), nullptr);
  EXPECT_EQ(all.of_submodel(parsed(R"({"semanticId":{"keys":[{"value":7}, 8, "urn:x"]}})")), nullptr);
}

TEST(AasTemplates, OnesOwnComeBesideThePublished) {
  auto own = compiled(template_environment(""), "Own things/2/0/IDTA 02006-9-0_Template_Mine.json", "3.1");
  ASSERT_TRUE(own.ok());
  const Templates all = Templates::published().with(*own, {{.id = "urn:c", .preferred_name = "Mine"}});
  EXPECT_EQ(all.list().size(), Templates::published().list().size() + 1);
  EXPECT_EQ((*all.find("urn:own:1"))->id, "urn:own");
  EXPECT_EQ((*all.find("Own things"))->metamodel, "3.1");
  EXPECT_EQ((*all.find("02006-9-0"))->id, "urn:own");
  EXPECT_EQ(all.meaning_of("urn:c")->preferred_name, "Mine");
  EXPECT_FALSE(Templates::published().meaning_of("urn:c"));
}

TEST(AasTemplates, MeaningsAreKnownOffline) {
  const auto meaning = Templates::published().meaning_of("0112/2///61987#ABA565#009");
  ASSERT_TRUE(meaning);
  EXPECT_THAT(base::lower_ascii(meaning->preferred_name), HasSubstr("manufacturer"));
  const auto found = Templates::published().search_meanings("MANUFACTURER", 5);
  EXPECT_EQ(found.size(), 5);
  EXPECT_TRUE(Templates::published().search_meanings("no such thing at all", 5).empty());
}

TEST(AasTemplates, VersionsAreComparedByNumber) {
  EXPECT_TRUE(is_newer("3.0.1", "3.0"));
  EXPECT_TRUE(is_newer("1.10", "1.9"));
  EXPECT_FALSE(is_newer("1.0", "1.0"));
  EXPECT_FALSE(is_newer("", "1.0"));
  EXPECT_TRUE(is_newer("1", ""));
}

TEST(AasTemplates, AreReadByManyThreadsAtOnce) {
  std::vector<std::jthread> threads;
  std::atomic<std::size_t> elements = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (const Template& each : Templates::published().list()) elements += each.root().children.size();
    });
  }
  threads.clear();
  EXPECT_GT(elements, 400U);
}

// --- a folder of somebody's own templates holds anything ---

TEST(AasTemplates, NonsenseIsCompiledToLittle) {
  for (const char* text :
       {R"({"submodels":5})", R"({"submodels":[5,{"kind":"Template"},{"kind":7}]})",
        R"({"submodels":[{"kind":"Template","submodelElements":[1,"a",{"modelType":3,"qualifiers":[5,{"type":4}]}]}]})",
        R"({"submodels":[{"kind":"Template","semanticId":5,"administration":[],"submodelElements":{}}]})",
        R"({"conceptDescriptions":[5,{"embeddedDataSpecifications":[{"dataSpecificationContent":7}]}]})"}) {
    const Json environment = parsed(text);
    EXPECT_TRUE(compiled(environment, "x.json", "3.0").ok()) << text;
    concepts_of(environment);
  }
}

TEST(AasTemplates, DepthAndSizeAreBounded) {
  Json deep = Json::object({{"modelType", "Property"}});
  for (int i = 0; i < 100; ++i)
    deep = Json::object({{"modelType", "SubmodelElementCollection"}, {"idShort", "C"}, {"value", Json::array({deep})}});
  const auto made = compiled(
      Json::object({{"submodels",
                     Json::array({Json::object({{"kind", "Template"}, {"submodelElements", Json::array({deep})}})})}}),
      "deep.json", "3.0");
  ASSERT_TRUE(made.ok());
  int depth = 0;
  for (const Element* at = &made->at(0).root(); !at->children.empty(); at = &at->children[0]) ++depth;
  EXPECT_EQ(depth, max_template_depth);

  Json elements = Json::array();
  for (std::size_t i = 0; i <= max_template_elements; ++i)
    elements.push_back(Json::object({{"modelType", "Property"}}));
  const auto refused = compiled(
      Json::object({{"submodels",
                     Json::array({Json::object({{"kind", "Template"}, {"submodelElements", std::move(elements)}})})}}),
      "huge.json", "3.0");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("20000"));
}

}  // namespace
}  // namespace aas::engine
