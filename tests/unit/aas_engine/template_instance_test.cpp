// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/templates/instance.h"
#include "formats/aas/check.h"
#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using formats::aas::Version;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing_document::parsed;

const Templates& known() { return Templates::published(); }
const Template& published(std::string_view what) { return **known().find(what); }

Result<InstanceOf> made(std::string_view prefill, std::string_view what = "02006-3-0-1") {
  const Json values = parsed(prefill);
  return instance_of(known(), published(what), {.id = "urn:new", .prefill = &values});
}

const Json* child(const Json& parent, std::string_view member, std::string_view id_short) {
  const Json* list = parent.find(member);
  if (list == nullptr) return nullptr;
  for (const Json& each : list->as_array()) {
    if (each.text("idShort") == id_short) return &each;
  }
  return nullptr;
}

TEST(AasInstance, IsAValidSubmodelOfItsTemplate) {
  for (const Template& each : known().list()) {
    for (const Version version : {Version::v3_0, Version::v3_1}) {
      for (const bool optional : {false, true}) {
        const auto answer = instance_of(known(), each, {.id = "urn:new", .version = version, .optional_too = optional});
        ASSERT_TRUE(answer.ok()) << each.name << ": " << answer.error().message << " " << answer.error().hint;
        const auto& model = formats::aas::metamodel(version);
        EXPECT_TRUE(check(answer->submodel, model.get_class("Submodel"), version).valid()) << each.name;
        for (const Json& description : answer->concept_descriptions)
          EXPECT_TRUE(check(description, model.get_class("ConceptDescription"), version).valid()) << description.dump();
        const Conformance found = conformance(answer->submodel, each);
        EXPECT_TRUE(found.conforms()) << each.source << " " << each.id_short << " " << found.findings.at(0).rule << " "
                                      << found.findings.at(0).message;
      }
    }
  }
}

TEST(AasInstance, OfTheNameplate) {
  const auto answer = instance_of(known(), published("02006-3-0-1"), {.id = "urn:new"});
  ASSERT_TRUE(answer.ok());
  const Json& submodel = answer->submodel;
  EXPECT_EQ(submodel.text("id"), "urn:new");
  EXPECT_EQ(submodel.text("kind"), "Instance");
  EXPECT_EQ(submodel.text("idShort"), "Nameplate");
  EXPECT_EQ(last_key(submodel.find("semanticId")), "https://admin-shell.io/idta/nameplate/3/0/Nameplate");
  EXPECT_EQ(submodel.dump().find("qualifiers"), std::string::npos);
  const Json* name = child(submodel, "submodelElements", "ManufacturerName");
  ASSERT_NE(name, nullptr);
  EXPECT_EQ(name->find("value"), nullptr) << "an example is no value";
  EXPECT_EQ(child(submodel, "submodelElements", "DateOfManufacture") == nullptr,
            element_at(published("02006-3-0-1"), "DateOfManufacture")->cardinality != Cardinality::one);
  EXPECT_THAT(answer->to_do, Contains(HasSubstr("ManufacturerName: give a value")));
  EXPECT_FALSE(answer->concept_descriptions.empty());
}

TEST(AasInstance, PrefillByPathAndNested) {
  const auto answer = made(R"({"ManufacturerName": {"de": "Muster AG"}, "URIOfTheProduct": "https://a.example/1",
    "AssetSpecificProperties": null,
    "Markings": [{"MarkingName": "CE", "MarkingFile": {"value": "/aasx/ce.png", "contentType": "image/png"}}, {"MarkingName": "X"}]})");
  ASSERT_TRUE(answer.ok()) << answer.error().message << answer.error().hint;
  const Json& submodel = answer->submodel;
  EXPECT_EQ(child(submodel, "submodelElements", "ManufacturerName")->at("value"),
            parsed(R"([{"language":"de","text":"Muster AG"}])"));
  const Json* markings = child(submodel, "submodelElements", "Markings");
  ASSERT_NE(markings, nullptr);
  ASSERT_EQ(markings->at("value").size(), 2);
  EXPECT_EQ(markings->at("value").as_array()[0].find("idShort"), nullptr) << "AASd-120";
  EXPECT_EQ(child(markings->at("value").as_array()[1], "value", "MarkingName")->text("value"), "X");
  EXPECT_THAT(answer->to_do, Not(Contains(HasSubstr("ManufacturerName:"))));
  EXPECT_TRUE(conformance(submodel, published("02006-3-0-1")).conforms());
}

TEST(AasInstance, PathsAndObjectsMeet) {
  const auto answer =
      made(R"({"ContactInformation.Street": {"de": "Weg 1"}, "ContactInformation.Phone.TelephoneNumber": {"de": "1"},
    "ContactInformation": {"CityTown": {"de": "Ulm"}, "Phone": {"AvailableTime": {"de": "immer"}}}})",
           "02002");
  ASSERT_TRUE(answer.ok()) << answer.error().message << answer.error().hint;
  const Json* contact = child(answer->submodel, "submodelElements", "ContactInformation");
  ASSERT_NE(contact, nullptr) << answer->submodel.dump();
  EXPECT_EQ(child(*contact, "value", "CityTown")->at("value").as_array()[0].text("text"), "Ulm");
  EXPECT_EQ(child(*contact, "value", "Street")->at("value").as_array()[0].text("text"), "Weg 1");
  const Json* phone = child(*contact, "value", "Phone");
  ASSERT_NE(phone, nullptr);
  EXPECT_EQ(child(*phone, "value", "TelephoneNumber")->at("value").as_array()[0].text("text"), "1");
  EXPECT_EQ(child(*phone, "value", "AvailableTime")->at("value").as_array()[0].text("text"), "immer");
}

// The nameplate leaves its address to another template.
TEST(AasInstance, WhatATemplateLeavesOpenIsFoundElsewhere) {
  ASSERT_TRUE(element_at(published("02006-3-0-1"), "AddressInformation")->children.empty());
  const auto answer = made(R"({"AddressInformation": {"Street": {"de": "Weg 1"}}})");
  ASSERT_TRUE(answer.ok()) << answer.error().message << answer.error().hint;
  const Json* address = child(answer->submodel, "submodelElements", "AddressInformation");
  EXPECT_EQ(child(*address, "value", "Street")->at("value").as_array()[0].text("text"), "Weg 1");
  EXPECT_TRUE(conformance(answer->submodel, published("02006-3-0-1")).conforms());
}

TEST(AasInstance, PrefillThatDoesNotFitIsRefused) {
  struct Refused {
    const char *prefill, *label, *path, *hint;
  };
  const Refused cases[] = {
      {R"({"ManufacturerNam": {"en": "x"}})", "INVALID_PATH", "ManufacturerNam", "ManufacturerName"},
      {R"({"AddressInformation.Stret": {"en": "x"}})", "INVALID_PATH", "AddressInformation.Stret", "Street"},
      {R"({"ManufacturerName": 5})", "TYPE_MISMATCH", "ManufacturerName", "en"},
      {R"({"ManufacturerName": {"not a language!": "x"}})", "TYPE_MISMATCH", "ManufacturerName", ""},
      {R"({"AddressInformation": 5})", "TYPE_MISMATCH", "AddressInformation", "idShorts"},
      {R"({"URIOfTheProduct": ["https://a.example", "https://b.example"]})", "CONSTRAINT_VIOLATION", "URIOfTheProduct",
       "one"},
      {R"([1])", "TYPE_MISMATCH", "prefill", ""},
  };
  for (const Refused& each : cases) {
    const auto answer = made(each.prefill);
    ASSERT_FALSE(answer.ok()) << each.prefill;
    EXPECT_EQ(answer.error().label, each.label) << each.prefill;
    EXPECT_EQ(answer.error().path, each.path) << each.prefill;
    EXPECT_THAT(answer.error().hint, HasSubstr(each.hint)) << each.prefill;
  }
}

TEST(AasInstance, ValuesThatTheTemplateDoesNotAllowAreRefused) {
  const Json environment = parsed(
      R"({"submodels":[{"modelType":"Submodel","id":"urn:own","idShort":"Own","kind":"Template","submodelElements":[
      {"modelType":"Property","idShort":"Aa","valueType":"xs:int","qualifiers":[{"type":"EitherOr","value":"g"},{"type":"AllowedRange","value":"[0,9]"}]},
      {"modelType":"Property","idShort":"Bb","valueType":"xs:int","qualifiers":[{"type":"EitherOr","value":"g"}]}]}]})");
  const Template either = compiled(environment, "own.json", "3.0")->at(0);
  for (const char* prefill : {R"({"Aa": 10})", R"({"Aa": 1, "Bb": 2})"}) {
    const Json values = parsed(prefill);
    const auto answer = instance_of(known(), either, {.id = "urn:new", .prefill = &values});
    ASSERT_FALSE(answer.ok()) << prefill;
    EXPECT_EQ(answer.error().label, "CONSTRAINT_VIOLATION");
  }
  const Json good = parsed(R"({"Bb": 10})");
  EXPECT_TRUE(instance_of(known(), either, {.id = "urn:new", .prefill = &good}).ok());
}

TEST(AasInstance, TheCallersIdsAreNotRepaired) {
  EXPECT_EQ(instance_of(known(), published("02006"), {.id = ""}).error().label, "VALIDATION_FAILED");
  EXPECT_EQ(instance_of(known(), published("02006"), {.id = "urn:a", .id_short = "no idShort"}).error().label,
            "VALIDATION_FAILED");
}

Template own(std::string_view elements) {
  const Json environment =
      parsed(R"({"submodels":[{"modelType":"Submodel","id":"urn:own","idShort":"Own","kind":"Template",)"
             R"("submodelElements":[)" +
             std::string(elements) + "]}]}");
  return compiled(environment, "own.json", "3.0")->at(0);
}
constexpr const char* exactly_one = R"("qualifiers":[{"type":"Cardinality","value":"One"}],)";
constexpr const char* one_or_more = R"("qualifiers":[{"type":"Cardinality","value":"OneToMany"}],)";

TEST(AasInstance, ATemplatesDefectsAreRepairedAndSaid) {
  const Template bad =
      own(std::string(R"({"modelType":"SubmodelElementList","idShort":"List","typeValueListElement":"Range",)") +
          exactly_one + R"("value":[{"modelType":"Property","idShort":"Item",)" + exactly_one +
          R"("valueType":"xs:int"}]},)" + R"({"modelType":"Property","idShort":"not {valid} ä",)" + exactly_one +
          R"("valueType":"xs:int"},)" + R"({"modelType":"Entity","idShort":"Part",)" + exactly_one +
          R"("entityType":"SelfManagedEntity"},)" + R"({"modelType":"RelationshipElement","idShort":"Rel",)" +
          exactly_one + R"("x":1},)" + R"({"modelType":"Property","idShort":"Same",)" + exactly_one +
          R"("valueType":"xs:int"},)" + R"({"modelType":"File","idShort":"Same",)" + exactly_one + R"("x":1},)" +
          R"({"modelType":"Nonsense","idShort":"Nn"})");
  for (const Version version : {Version::v3_0, Version::v3_1}) {
    const auto answer = instance_of(known(), bad, {.id = "urn:new", .version = version});
    ASSERT_TRUE(answer.ok()) << answer.error().message << answer.error().hint;
    EXPECT_TRUE(check(answer->submodel, formats::aas::metamodel(version).get_class("Submodel"), version).valid());
    EXPECT_THAT(answer->repaired, Contains(HasSubstr("AASd-120")));
    EXPECT_THAT(answer->repaired, Contains(HasSubstr("AASd-108")));
    EXPECT_THAT(answer->repaired, Contains(HasSubstr("AASd-014")));
    EXPECT_THAT(answer->repaired, Contains(HasSubstr("idShort")));
  }
}

TEST(AasInstance, NumbersAreFilledIn) {
  const Template numbered = own(std::string(R"({"modelType":"Property","idShort":"Phone__00__",)") + one_or_more +
                                R"("valueType":"xs:string"})");
  const Json values = parsed(R"({"Phone": ["1", "2"]})");
  const auto answer = instance_of(known(), numbered, {.id = "urn:new", .prefill = &values});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(child(answer->submodel, "submodelElements", "Phone00")->text("value"), "1");
  EXPECT_EQ(child(answer->submodel, "submodelElements", "Phone01")->text("value"), "2");
  EXPECT_TRUE(conformance(answer->submodel, numbered).conforms());
}

TEST(AasInstance, InitialValuesAreTakenIfTheyAreOfTheType) {
  const Template initial = own(
      R"({"modelType":"Property","idShort":"Aa","valueType":"xs:int","qualifiers":[{"type":"Cardinality","value":"One"},{"type":"SMT/InitialValue","value":"5"}]},)"
      R"({"modelType":"Property","idShort":"Bb","valueType":"xs:int","qualifiers":[{"type":"Cardinality","value":"One"},{"type":"SMT/DefaultValue","value":"five"}]})");
  const auto answer = instance_of(known(), initial, {.id = "urn:new"});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(child(answer->submodel, "submodelElements", "Aa")->text("value"), "5");
  EXPECT_EQ(child(answer->submodel, "submodelElements", "Bb")->find("value"), nullptr);
  EXPECT_THAT(answer->repaired,
              Contains(HasSubstr("DefaultValue is not of the valueType or not allowed; left out: Bb")));
}

TEST(AasInstance, CategoriesAreTakenOverWhereTheMetamodelAllowsThem) {
  const Template sorted = own(
      R"({"modelType":"Property","idShort":"Aa","category":"PARAMETER","valueType":"xs:int","qualifiers":[{"type":"Cardinality","value":"One"}]},)"
      R"({"modelType":"Property","idShort":"Bb","category":"IMPORTANT","valueType":"xs:int","qualifiers":[{"type":"Cardinality","value":"One"}]})");
  const auto old = instance_of(known(), sorted, {.id = "urn:new"});
  ASSERT_TRUE(old.ok());
  EXPECT_EQ(child(old->submodel, "submodelElements", "Aa")->text("category"), "PARAMETER");
  EXPECT_EQ(child(old->submodel, "submodelElements", "Bb")->find("category"), nullptr);
  EXPECT_THAT(old->repaired, Contains(HasSubstr("AASd-090); left out: Bb")));
  const auto later = instance_of(known(), sorted, {.id = "urn:new", .version = Version::v3_1});
  ASSERT_TRUE(later.ok());
  EXPECT_EQ(child(later->submodel, "submodelElements", "Bb")->text("category"), "IMPORTANT");
}

// A list of different things: AASd-114 allows one meaning only.
TEST(AasInstance, ItemsThatMeanDifferentThings) {
  const auto item = [](std::string_view meaning) {
    return std::string(R"({"modelType":"Property",)") + exactly_one +
           R"("semanticId":{"type":"ExternalReference","keys":[{"type":"GlobalReference","value":")" +
           std::string(meaning) + R"("}]},"valueType":"xs:int"})";
  };
  const Template mixed =
      own(std::string(R"({"modelType":"SubmodelElementList","idShort":"List","typeValueListElement":"Property",)") +
          exactly_one + R"("valueTypeListElement":"xs:int","value":[)" + item("urn:a") + "," + item("urn:b") + "]}");
  const auto answer = instance_of(known(), mixed, {.id = "urn:new"});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(child(answer->submodel, "submodelElements", "List")->at("value").size(), 2);
  EXPECT_TRUE(conformance(answer->submodel, mixed).conforms());
  EXPECT_THAT(answer->repaired, Contains(HasSubstr("AASd-114")));
}

// --- whatever a template is like, what is made of it is valid ---

class RandomTemplate {
 public:
  explicit RandomTemplate(std::uint32_t seed) : random_(seed) {}
  Json environment() {
    Json submodel =
        Json::object({{"modelType", "Submodel"}, {"id", "urn:random"}, {"idShort", name()}, {"kind", "Template"}});
    submodel.set("semanticId", reference());
    submodel.set("submodelElements", elements(0));
    return Json::object({{"submodels", Json::array({submodel})}});
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  std::string one_of(std::initializer_list<const char*> words) { return *(words.begin() + below(words.size())); }
  std::string name() {
    return one_of({"Aa", "Bb", "Cc__00__", "Dd{00}", "{arbitrary}", "x", "9", "", "with blank", "ä", "Ee"});
  }
  Json reference() {
    return Json::object(
        {{"type", one_of({"ExternalReference", "ModelReference", "Nothing"})},
         {"keys", Json::array({Json::object({{"type", one_of({"GlobalReference", "Submodel", "Property", "Nonsense"})},
                                             {"value", one_of({"urn:a", "urn:b", "", "urn:\x01"})}})})}});
  }
  Json elements(int depth) {
    Json out = Json::array();
    for (std::size_t i = below(5); i-- > 0;) out.push_back(element(depth));
    return out;
  }
  Json element(int depth) {
    const std::string type =
        one_of({"Property", "Range", "MultiLanguageProperty", "File", "Blob", "ReferenceElement", "RelationshipElement",
                "AnnotatedRelationshipElement", "Entity", "Operation", "Capability", "BasicEventElement", "Nonsense",
                "SubmodelElementCollection", "SubmodelElementList"});
    Json out = Json::object({{"modelType", type}, {"idShort", name()}});
    out.set("qualifiers", Json::array({Json::object({{"type", "SMT/Cardinality"},
                                                     {"value", one_of({"One", "OneToMany", "ZeroToOne", "Three"})}}),
                                       Json::object({{"type", one_of({"InitialValue", "EitherOr", "AllowedRange"})},
                                                     {"value", one_of({"5", "x"})}})}));
    if (below(2) == 0) out.set("semanticId", reference());
    if (below(2) == 0) out.set("supplementalSemanticIds", Json::array({reference()}));
    if (below(3) != 0) out.set("valueType", one_of({"xs:int", "xs:string", "xs:nothing"}));
    for (const char* member : {"first", "second", "observed", "semanticIdListElement"}) {
      if (below(3) == 0) out.set(member, reference());
    }
    for (const char* member : {"contentType", "entityType", "direction", "state", "typeValueListElement",
                               "valueTypeListElement", "globalAssetId"}) {
      if (below(3) == 0)
        out.set(member, one_of({"SelfManagedEntity", "Property", "xs:int", "input", "on", "text/plain", ""}));
    }
    if (depth < 3) {
      for (const char* member : {"value", "statements", "annotations"}) out.set(member, elements(depth + 1));
      out.set("inputVariables",
              Json::array({Json::object({{"value", type == "Operation" ? element(depth + 1) : Json()}})}));
    }
    return out;
  }

  std::mt19937 random_;
};

TEST(AasInstance, IsValidWhateverTheTemplate) {
  const std::uint32_t seed = std::random_device()();
  std::size_t tried = 0;
  for (std::uint32_t i = 0; i < 150; ++i) {
    const auto templates = compiled(RandomTemplate(seed + i).environment(), "random.json", "3.0");
    ASSERT_TRUE(templates.ok());
    for (const Version version : {Version::v3_0, Version::v3_1}) {
      const auto answer =
          instance_of(known(), templates->at(0), {.id = "urn:new", .version = version, .optional_too = i % 2 == 0});
      ASSERT_TRUE(answer.ok()) << "seed " << seed + i << ": " << answer.error().message << " " << answer.error().hint;
      EXPECT_TRUE(check(answer->submodel, formats::aas::metamodel(version).get_class("Submodel"), version).valid())
          << "seed " << seed + i;
      conformance(answer->submodel, templates->at(0));
      ++tried;
    }
  }
  std::cout << tried << " submodels from seed " << seed << '\n';
}

TEST(AasInstance, PrefillIsBounded) {
  Json deep = 1;
  for (int i = 0; i < 100; ++i) deep = Json::object({{"A", deep}});
  EXPECT_EQ(instance_of(known(), published("02006"), {.id = "urn:a", .prefill = &deep}).error().label, "INVALID_PATH");
  std::string dots;
  for (int i = 0; i < 10'000; ++i) dots += "A.";
  const Json dotted = Json::object({{dots, 1}});
  EXPECT_EQ(instance_of(known(), published("02006"), {.id = "urn:a", .prefill = &dotted}).error().label,
            "INVALID_PATH");
  Json many_items = Json::array();
  for (int i = 0; i < 30'000; ++i) many_items.push_back(Json::object({}));
  const Json markings = Json::object({{"Markings", many_items}});
  EXPECT_FALSE(instance_of(known(), published("02006"), {.id = "urn:a", .prefill = &markings}).ok());
}

}  // namespace
}  // namespace aas::engine
