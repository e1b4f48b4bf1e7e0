// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "domains/aas/engine/templates/allowed.h"
#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/templates/match.h"
#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_document::parsed;

std::string rule(std::string_view cardinality, std::string_view more = "") {
  return R"("qualifiers":[{"type":"SMT/Cardinality","value":")" + std::string(cardinality) + "\"}" + std::string(more) +
         "],";
}
std::string means(std::string_view id) {
  return R"("semanticId":{"type":"ExternalReference","keys":[{"type":"GlobalReference","value":")" + std::string(id) +
         "\"}]},";
}
std::string property(std::string_view id_short, std::string_view more = "") {
  return R"({"modelType":"Property",)" + std::string(more) + R"("valueType":"xs:int","idShort":")" +
         std::string(id_short) + "\"}";
}

Json submodel_with(std::string_view elements, std::string_view kind) {
  return parsed("{" + means("urn:t:1") + R"("modelType":"Submodel","id":"urn:t","idShort":"Tt","kind":")" +
                std::string(kind) + R"(","submodelElements":[)" + std::string(elements) + "]}");
}

Template of(std::string_view elements) {
  const Json environment = Json::object({{"submodels", Json::array({submodel_with(elements, "Template")})}});
  return compiled(environment, "t.json", "3.0")->at(0);
}

// "rule pointer" of each error.
std::vector<std::string> errors(const Template& by, std::string_view elements) {
  std::vector<std::string> out;
  for (const RuleFinding& each : conformance(submodel_with(elements, "Instance"), by, "/submodels/0").findings) {
    if (each.severity == RuleSeverity::error) out.push_back(each.rule + " " + each.pointer);
  }
  return out;
}

TEST(AasConformance, Cardinalities) {
  const Template one = of(property("Aa", rule("One")));
  EXPECT_THAT(errors(one, ""), ElementsAre("cardinality One /submodels/0"));
  EXPECT_THAT(errors(one, property("Aa")), IsEmpty());
  const Template numbered = of(property("Aa__00__", means("urn:a") + rule("OneToMany")));
  EXPECT_THAT(errors(numbered, ""), ElementsAre("cardinality OneToMany /submodels/0"));
  EXPECT_THAT(errors(numbered, property("Aa00", means("urn:a")) + "," + property("Aa01", means("urn:a"))), IsEmpty());
  const Template at_most = of(property("Aa", means("urn:a") + rule("ZeroToOne")));
  EXPECT_THAT(errors(at_most, ""), IsEmpty());
  EXPECT_THAT(errors(at_most, property("Aa", means("urn:a")) + "," + property("Bb", means("urn:a"))),
              ElementsAre("cardinality ZeroToOne /submodels/0"));
}

TEST(AasConformance, AnUnknownCardinalityIsNotCheckable) {
  const Template three = of(property("Aa", rule("Three")));
  const Conformance found = conformance(submodel_with("", "Instance"), three);
  EXPECT_TRUE(found.conforms());
  EXPECT_EQ(found.not_checkable, 1);
  EXPECT_EQ(found.expected, 0);
}

TEST(AasConformance, TypesAndMeanings) {
  const Template typed = of(property("Aa", means("urn:a") + rule("One")));
  EXPECT_THAT(
      errors(typed, R"({"modelType":"Range","valueType":"xs:int","idShort":"Aa",)" + means("urn:a") + R"("min":"1"})"),
      ElementsAre("modelType Property /submodels/0/submodelElements/0"));
  EXPECT_THAT(errors(typed, property("Aa", means("urn:b"))), ElementsAre("semanticId /submodels/0/submodelElements/0"));
  EXPECT_THAT(errors(typed, property("Aa")), ElementsAre("semanticId /submodels/0/submodelElements/0"));
  EXPECT_THAT(errors(typed, R"({"modelType":"Property","valueType":"xs:string","idShort":"Aa",)" + means("urn:a") +
                                R"("value":"1"})"),
              ElementsAre("valueType xs:int /submodels/0/submodelElements/0"));
  EXPECT_THAT(errors(typed, property("Other", means("urn:a"))), IsEmpty()) << "what it means is what counts";
  Json other = submodel_with(property("Aa", means("urn:a")), "Instance");
  other.erase("semanticId");
  EXPECT_EQ(conformance(other, typed).findings.at(0).rule, "semanticId");
}

TEST(AasConformance, WhatTheTemplateDoesNotKnowIsAllowed) {
  const Conformance found = conformance(submodel_with(property("Aa") + "," + property("Mine"), "Instance"),
                                        of(property("Aa", rule("One"))), "/x");
  EXPECT_TRUE(found.conforms());
  EXPECT_EQ(found.information, 1);
  EXPECT_EQ(found.findings.at(0).pointer, "/x/submodelElements/1");
}

TEST(AasConformance, AllowedValuesAndRanges) {
  const Template in_range = of(property("Aa", rule("One", R"(,{"type":"SMT/AllowedRange","value":"[0,100]"})")));
  EXPECT_THAT(errors(in_range, property("Aa", R"("value":"100",)")), IsEmpty());
  EXPECT_THAT(errors(in_range, property("Aa", R"("value":"101",)")),
              ElementsAre("AllowedRange [0,100] /submodels/0/submodelElements/0"));
  const Template one_of = of(property("Aa", rule("One", R"(,{"type":"AllowedValue","value":"1|2|3\\d"})")));
  EXPECT_THAT(errors(one_of, property("Aa", R"("value":"2",)")), IsEmpty());
  EXPECT_THAT(errors(one_of, property("Aa", R"("value":"35",)")), IsEmpty());
  EXPECT_THAT(errors(one_of, property("Aa", R"("value":"4",)")),
              ElementsAre("AllowedValue 1|2|3\\d /submodels/0/submodelElements/0"));
}

TEST(AasConformance, RulesForValues) {
  EXPECT_EQ(is_in_range("(0;1]", "0"), false);
  EXPECT_EQ(is_in_range("0..5", "5"), true);
  EXPECT_EQ(is_in_range("[,5]", "-1e300"), true);
  EXPECT_EQ(is_in_range("about five", "5"), std::nullopt);
  EXPECT_EQ(is_in_range("[0,5]", "five"), std::nullopt);
  EXPECT_EQ(is_allowed("(((", "x"), std::nullopt);
  EXPECT_EQ(is_allowed("(a*)*b", std::string(100'000, 'a')), false);
}

TEST(AasConformance, EitherOrIsExactlyOne) {
  const std::string group = R"(,{"type":"SMT/EitherOr","value":"G"})";
  const Template either = of(property("Aa", rule("One", group)) + "," + property("Bb", rule("One", group)));
  EXPECT_THAT(errors(either, ""), ElementsAre("EitherOr G /submodels/0"));
  EXPECT_THAT(errors(either, property("Bb")), IsEmpty());
  EXPECT_THAT(errors(either, property("Aa") + "," + property("Bb")), ElementsAre("EitherOr G /submodels/0"));
}

TEST(AasConformance, ListsAndCollections) {
  const Template nested = of(
      R"({"modelType":"SubmodelElementCollection","idShort":"Cc",)" + rule("One") + R"("value":[)" +
      R"({"modelType":"SubmodelElementList","idShort":"Ll","typeValueListElement":"Property","valueTypeListElement":"xs:int",)" +
      rule("One") + R"("value":[{"modelType":"Property",)" + means("urn:i") + rule("OneToMany") +
      R"("valueType":"xs:int"}]}]})");
  const auto collection = [](const std::string& items) {
    return R"({"modelType":"SubmodelElementCollection","idShort":"Cc","value":[{"modelType":"SubmodelElementList","idShort":"Ll",)"
           R"("typeValueListElement":"Property","valueTypeListElement":"xs:int","value":[)" +
           items + "]}]}";
  };
  EXPECT_THAT(errors(nested, collection(R"({"modelType":"Property","valueType":"xs:int",)" + means("urn:i") +
                                        R"("value":"1"})")),
              IsEmpty());
  EXPECT_THAT(errors(nested, collection("")),
              ElementsAre("cardinality OneToMany /submodels/0/submodelElements/0/value/0"));
  EXPECT_THAT(errors(nested, collection(R"({"modelType":"Property","valueType":"xs:int"})")), IsEmpty())
      << "an item without a meaning of its own means what its list says";
  EXPECT_THAT(
      errors(nested, collection(R"({"modelType":"Property",)" + means("urn:other") + R"("valueType":"xs:int"})")),
      ElementsAre("semanticId /submodels/0/submodelElements/0/value/0/value/0"));
}

TEST(AasConformance, CompletenessCountsValues) {
  const Template all =
      of(property("Aa", rule("One")) + "," + property("Bb", rule("One")) + "," + property("Cc", rule("ZeroToOne")) +
         R"(,{"modelType":"SubmodelElementCollection","idShort":"Dd",)" + rule("One") + R"("value":[)" +
         property("Ee", rule("One", R"(,{"type":"ExampleValue","value":"7"})")) + "]}");
  const Conformance found =
      conformance(submodel_with(property("Aa", R"("value":"1",)") + "," + property("Bb"), "Instance"), all);
  EXPECT_EQ(found.expected, 3);
  EXPECT_EQ(found.filled, 1);
  EXPECT_EQ(found.optional_expected, 1);
  EXPECT_EQ(found.percent(), 33);
  std::vector<std::string> to_do;
  for (const ToDo& each : found.to_do) to_do.push_back(each.path + ": " + each.what + " at " + each.pointer);
  EXPECT_THAT(to_do,
              ElementsAre("Bb: give a value at /submodelElements/1", "Dd: add at ", "Dd.Ee: add at ", "Cc: add at "));
  EXPECT_EQ(found.to_do.at(2).example, Json("7"));
  EXPECT_EQ(found.to_do.at(2).rule, "Ee, One, Property xs:int, example 7");
}

TEST(AasConformance, RulesByPath) {
  const Templates& known = Templates::published();
  const Template& nameplate = **known.find("02006-3-0-1");
  EXPECT_THAT(rule_at(known, nameplate, "ManufacturerName"), HasSubstr("ManufacturerName, One, MultiLanguageProperty"));
  EXPECT_THAT(rule_at(known, nameplate, "Nameplate/ManufacturerName"), HasSubstr("One"));
  EXPECT_THAT(rule_at(known, nameplate, "Nameplate/Markings[0]/MarkingName"), HasSubstr("MarkingName, One"));
  EXPECT_EQ(rule_at(known, nameplate, "Nothing.Of.This"), "");
  EXPECT_EQ(rule_at(known, nameplate, ""), "");
  EXPECT_EQ(rule_at(known, nameplate, std::string(100'000, '.')), "");
}

TEST(AasConformance, PlacesForNumbersInIdShorts) {
  EXPECT_EQ(stem_of("Phone__00__").text, "Phone");
  EXPECT_EQ(stem_of("Phone{00}").text, "Phone");
  EXPECT_TRUE(stem_of("Phone{00}").numbered);
  EXPECT_EQ(stem_of("Phone_1").text, "Phone_1");
  EXPECT_FALSE(stem_of("{arbitrary}").numbered);
}

TEST(AasConformance, NonsenseIsCompared) {
  const Template some = of(property("Aa", rule("One")));
  for (const char* text :
       {"{}", "5", R"({"submodelElements":5})", R"({"submodelElements":[5,null,{"idShort":7,"semanticId":[]}]})"})
    EXPECT_FALSE(conformance(parsed(text), some).conforms()) << text;
}

// Large rules on many elements: the work is bounded.
TEST(AasConformance, WorkIsBounded) {
  std::string rules, elements;
  for (int i = 0; i < 3000; ++i) rules += (i == 0 ? "" : ",") + property("P" + std::to_string(i));
  const Template wide = of(R"({"modelType":"SubmodelElementCollection","idShort":"Cc__00__",)" + means("urn:c") +
                           rule("ZeroToMany") + R"("value":[)" + rules + "]}");
  for (int i = 0; i < 3000; ++i)
    elements += (i == 0 ? "" : ",") + (R"({"modelType":"SubmodelElementCollection",)" + means("urn:c") +
                                       R"("idShort":"Cc)" + std::to_string(i) + "\"}");
  const Conformance found = conformance(submodel_with(elements, "Instance"), wide);
  EXPECT_FALSE(found.conforms());
  EXPECT_EQ(found.findings.at(0).rule, "too large");
}

}  // namespace
}  // namespace aas::engine
