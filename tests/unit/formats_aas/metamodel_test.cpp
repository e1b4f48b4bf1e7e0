// SPDX-License-Identifier: Apache-2.0
// A few facts that are known by heart, and laws that hold in both tables.
#include "formats/aas/metamodel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace formats::aas {
namespace {

constexpr Version both[] = {Version::v3_0, Version::v3_1};

std::vector<std::string_view> names(const auto& items) {
  std::vector<std::string_view> found;
  for (const auto& each : items) found.push_back(each.name);
  return found;
}

TEST(Metamodel, HasTheClassesOfPart1) {
  for (const auto version : both) {
    const auto& model = metamodel(version);
    EXPECT_EQ(model.classes().size(), 50u);
    EXPECT_EQ(std::ranges::count_if(model.classes(), [](const Class& each) { return !each.is_abstract; }), 38);
    EXPECT_EQ(model.enumerations().size(), 11u);
  }
}

TEST(Metamodel, PropertiesAreInTheOrderOfTheXmlSequence) {
  const auto& property = metamodel(Version::v3_0).get_class("Property");
  EXPECT_THAT(names(property.properties),
              testing::ElementsAre("extensions", "category", "idShort", "displayName", "description", "semanticId",
                                   "supplementalSemanticIds", "qualifiers", "embeddedDataSpecifications", "valueType",
                                   "value", "valueId"));
  EXPECT_EQ(property.element, "property");
  EXPECT_EQ(property.model_type, "Property");
  EXPECT_TRUE(property.find("valueType")->required);
  EXPECT_EQ(property.find("valueType")->enumeration->name, "DataTypeDefXsd");
  EXPECT_EQ(property.find("idShort")->string->most, 128u);
  EXPECT_EQ(property.find("qualifiers")->least_items, 1u);
  EXPECT_EQ(property.find("nothing"), nullptr);
}

TEST(Metamodel, KnowsWhatMayStandForWhat) {
  const auto& model = metamodel(Version::v3_1);
  const auto& element = model.get_class("SubmodelElement");
  EXPECT_TRUE(element.is_abstract && element.is_open());
  EXPECT_EQ(element.concrete.size(), 14u);
  EXPECT_EQ(element.by_model_type("Blob"), model.find_class("Blob"));
  EXPECT_EQ(element.by_element("blob"), model.find_class("Blob"));
  EXPECT_EQ(element.by_model_type("Submodel"), nullptr);
  EXPECT_TRUE(model.get_class("RelationshipElement").is_open());
  EXPECT_FALSE(model.get_class("Reference").is_open());
  EXPECT_TRUE(model.get_class("Range").is_a(model.get_class("HasSemantics")));
  EXPECT_FALSE(model.get_class("Key").is_a(model.get_class("HasSemantics")));
  EXPECT_EQ(model.find_element("dataSpecificationIec61360"), model.find_class("DataSpecificationIec61360"));
}

TEST(Metamodel, VersionsDiffer) {
  const auto& old = metamodel(Version::v3_0);
  const auto& now = metamodel(Version::v3_1);
  EXPECT_EQ(version_of_namespace("https://admin-shell.io/aas/3/1"), Version::v3_1);
  EXPECT_EQ(version_of_namespace("http://www.admin-shell.io/aas/2/0"), std::nullopt);
  EXPECT_FALSE(old.find_enumeration("AssetKind")->has("Role"));
  EXPECT_TRUE(now.find_enumeration("AssetKind")->has("Role"));
  EXPECT_TRUE(old.get_class("Entity").find("entityType")->required);
  EXPECT_FALSE(now.get_class("Entity").find("entityType")->required);
  EXPECT_EQ(old.get_class("Submodel").find("id")->string->most, 2000u);
  EXPECT_EQ(now.get_class("Submodel").find("id")->string->most, 2048u);
  EXPECT_FALSE(old.get_pattern("id_short").matches("a-b"));
  EXPECT_TRUE(now.get_pattern("id_short").matches("a-b"));
}

TEST(Metamodel, SetsAreOfTheirEnumeration) {
  for (const auto version : both) {
    for (const auto& set : metamodel(version).sets()) {
      if (set.enumeration == nullptr) continue;
      for (const auto literal : set.literals) EXPECT_TRUE(set.enumeration->has(literal)) << set.name << ' ' << literal;
    }
    EXPECT_TRUE(metamodel(version).get_set("AasIdentifiables").has("Submodel"));
    EXPECT_FALSE(metamodel(version).get_set("AasIdentifiables").has("Blob"));
  }
}

TEST(Metamodel, EveryPatternCompilesAndMatchesWholeTexts) {
  for (const auto version : both) {
    for (const auto& each : metamodel(version).patterns()) EXPECT_FALSE(each.matches("\xff")) << each.name();
    const auto& number = metamodel(version).get_pattern("version_type");
    EXPECT_TRUE(number.matches("10"));
    EXPECT_FALSE(number.matches("10\n"));
    EXPECT_FALSE(number.matches("010"));
  }
}

TEST(Metamodel, EveryPropertyHasWhatItsKindNeeds) {
  for (const auto version : both) {
    for (const auto& each : metamodel(version).classes()) {
      EXPECT_EQ(each.is_abstract, each.element.empty()) << each.name;
      EXPECT_EQ(each.is_abstract, each.properties.empty()) << each.name;
      for (const auto& property : each.properties) {
        EXPECT_EQ(property.kind == Kind::string, property.string != nullptr) << each.name << ' ' << property.name;
        EXPECT_EQ(property.kind == Kind::enumeration, property.enumeration != nullptr);
        EXPECT_EQ(property.kind == Kind::object || property.kind == Kind::list, property.type != nullptr);
      }
    }
  }
}

}  // namespace
}  // namespace formats::aas
