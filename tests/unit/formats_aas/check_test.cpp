// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/json.h"
#include "formats/aas/rules.h"
#include "unit/formats_aas/codes.h"

namespace formats::aas {
namespace {

using base::Json;

Json json(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  auto parsed = base::parse_json(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return std::move(*parsed);
}

std::vector<std::string> structure(std::string_view type, const std::string& text) {
  return codes(check_structure(json(text), metamodel(Version::v3_0).get_class(type), Version::v3_0));
}

TEST(Structure, EveryKindOfMistakeHasItsCode) {
  using testing::ElementsAre;
  EXPECT_THAT(structure("Key", "{'type':'Submodel','value':'s'}"), ElementsAre());
  EXPECT_THAT(structure("Key", "{'type':'Submodel'}"), ElementsAre("required "));
  EXPECT_THAT(structure("Key", "{'type':'Submodel','value':null}"), ElementsAre("null_value /value"));
  EXPECT_THAT(structure("Key", "{'type':'Submodel','value':1}"), ElementsAre("wrong_type /value"));
  EXPECT_THAT(structure("Key", "{'type':'Submodle','value':'s'}"), ElementsAre("literal /type"));
  EXPECT_THAT(structure("Key", "{'type':'Submodel','value':'s','a/b~':1}"), ElementsAre("unknown_member /a~1b~0"));
  EXPECT_THAT(structure("Key", "{'type':'Submodel','value':''}"), ElementsAre("too_short /value"));
  EXPECT_THAT(structure("Key", "{'type':'Submodel','value':'" + std::string(2001, 'x') + "'}"),
              ElementsAre("too_long /value"));
  EXPECT_THAT(structure("Key", "[]"), ElementsAre("wrong_type "));
  EXPECT_THAT(structure("Key", "{'modelType':'Key','type':'Submodel','value':'s'}"),
              ElementsAre("needless_model_type /modelType"));
  EXPECT_THAT(structure("Submodel", "{'id':'s'}"), ElementsAre("model_type "));
  EXPECT_THAT(structure("Submodel", "{'modelType':'Blob','id':'s'}"), ElementsAre("model_type "));
  EXPECT_THAT(structure("Submodel", "{'modelType':'Submodel','id':'s','submodelElements':[]}"),
              ElementsAre("empty_list /submodelElements"));
  EXPECT_THAT(structure("Submodel", "{'modelType':'Submodel','id':'s','submodelElements':[null,{}]}"),
              ElementsAre("null_value /submodelElements/0", "model_type /submodelElements/1"));
  EXPECT_THAT(structure("Resource", "{'path':'a b'}"), ElementsAre("pattern /path"));
  EXPECT_THAT(structure("AdministrativeInformation", "{'version':'1\\n'}"), ElementsAre("line_break /version"));
  EXPECT_THAT(structure("Blob", "{'modelType':'Blob','contentType':'a/b','value':'QUF'}"),
              ElementsAre("base64 /value"));
  EXPECT_THAT(structure("Blob", "{'modelType':'Blob','contentType':'a/b','value':'*QUFB'}"),
              ElementsAre("base64_characters /value"));
  EXPECT_THAT(structure("LevelType", "{'min':true,'max':true,'nom':1,'typ':false}"), ElementsAre("wrong_type /nom"));
}

TEST(Structure, FixesSayWhatWasMeant) {
  const auto findings =
      check(json("{'type':'Submodle','value':'s'}"), metamodel(Version::v3_0).get_class("Key"), Version::v3_0);
  ASSERT_EQ(findings.list.size(), 1u);
  EXPECT_EQ(findings.list[0].message, "\"Submodle\" is no literal of KeyTypes.");
  EXPECT_EQ(findings.list[0].fix, "Did you mean \"Submodel\"?");
}

TEST(Structure, LengthsAreInCharacters) {
  std::string text = "{'language':'de','text':'";
  for (int i = 0; i < 128; ++i) text += "ä";
  EXPECT_THAT(structure("LangStringNameType", text + "'}"), testing::IsEmpty());
  EXPECT_THAT(structure("LangStringNameType", text + "ä'}"), testing::ElementsAre("too_long /text"));
}

TEST(Check, FindingsAreCountedBeyondTheLimit) {
  Json list = Json::array();
  for (int i = 0; i < 100; ++i) list.push_back(Json(i));
  const auto document = Json::object({{"submodels", list}});
  const auto findings =
      check(document, metamodel(Version::v3_0).get_class("Environment"), Version::v3_0, {.max_findings = 10});
  EXPECT_EQ(findings.list.size(), 10u);
  EXPECT_EQ(findings.errors, 100u);
  EXPECT_EQ(findings.left_out(), 90u);
}

TEST(Check, DepthIsBounded) {
  Json inner = json("{'modelType':'Capability','idShort':'c1'}");
  for (int i = 0; i < 50; ++i) {
    inner =
        Json::object({{"modelType", "SubmodelElementCollection"}, {"idShort", "c1"}, {"value", Json::array({inner})}});
  }
  const auto& type = metamodel(Version::v3_0).get_class("SubmodelElement");
  EXPECT_TRUE(check(inner, type, Version::v3_0).valid());
  const auto findings = check(inner, type, Version::v3_0, {.max_depth = 20});
  ASSERT_EQ(findings.list.size(), 1u);
  EXPECT_EQ(findings.list[0].code, "too_deep");
}

TEST(Check, StructureAndConstraintsTogetherAreAll) {
  const auto document =
      json("{'modelType':'Property','idShort':'1','valueType':'xs:int','value':'x','supplementalSemanticIds':[]}");
  const auto& type = metamodel(Version::v3_0).get_class("Property");
  const auto both = check(document, type, Version::v3_0);
  const auto fast = check_structure(document, type, Version::v3_0);
  const auto deep = check_constraints(document, type, Version::v3_0);
  EXPECT_THAT(codes(fast),
              testing::ElementsAre("pattern /idShort", "empty_list /supplementalSemanticIds", "value_of_type /value"));
  EXPECT_THAT(codes(deep), testing::ElementsAre("main_semantic_id /supplementalSemanticIds"));
  EXPECT_EQ(both.errors, fast.errors + deep.errors);
}

TEST(Check, PointersBeginWhereTheValueStands) {
  const auto findings = check(json("{}"), metamodel(Version::v3_0).get_class("Key"), Version::v3_0, {.at = "/a/0"});
  ASSERT_EQ(findings.list.size(), 2u);
  EXPECT_EQ(findings.list[0].pointer, "/a/0");
  EXPECT_EQ(findings.list[0].instance, 4u);
}

const char* const two_bad_submodels =
    "{'submodels':[{'modelType':'Submodel','id':'s','idShort':'x y','submodelElements':["
    "{'modelType':'Property','idShort':'p1','valueType':'xs:int','value':'bad'},"
    "{'modelType':'SubmodelElementCollection','idShort':'p1','value':[{'modelType':'Range','idShort':'r1','valueType':'"
    "xs:no'}]}]},"
    "{'modelType':'Submodel','id':''}]}";

std::vector<std::string> around(std::string_view pointer) {
  return codes(
      check_around(json(two_bad_submodels), metamodel(Version::v3_0).get_class("Environment"), Version::v3_0, pointer));
}

// The ways lead through the submodel, whose own faults are told with them; other elements are not looked at.
TEST(CheckAround, LooksOnlyAtWhatAChangeCanHaveMadeWrong) {
  using testing::ElementsAre;
  constexpr auto of_submodel = "pattern /submodels/0/idShort";
  constexpr auto same_names = "unique_id_shorts /submodels/0/submodelElements/1";
  constexpr auto value = "value_of_type /submodels/0/submodelElements/0/value";
  constexpr auto literal = "literal /submodels/0/submodelElements/1/value/0/valueType";
  EXPECT_THAT(around("/submodels/1/id"), ElementsAre("too_short /submodels/1/id"));
  EXPECT_THAT(around("/submodels/0/idShort"), ElementsAre(of_submodel, same_names));
  EXPECT_THAT(around("/submodels/0/submodelElements/0/value"), ElementsAre(of_submodel, value, same_names));
  EXPECT_THAT(around("/submodels/0/submodelElements/1/value/0/valueType"),
              ElementsAre(of_submodel, literal, same_names));
  EXPECT_THAT(around("/submodels/0/submodelElements/-"), ElementsAre(of_submodel, literal, same_names));
  EXPECT_THAT(around("/submodels/0/submodelElements/7"), ElementsAre(of_submodel, same_names));
  EXPECT_THAT(around("/submodels/0"), ElementsAre(of_submodel, value, literal, same_names));
  EXPECT_THAT(around("/submodels/0/submodelElements"), ElementsAre(of_submodel, value, literal, same_names));
  EXPECT_THAT(around(""), ElementsAre(of_submodel, value, literal, same_names, "too_short /submodels/1/id"));
  EXPECT_THAT(around("/nothing/here"), ElementsAre());
}

// The tables are read and the patterns compiled when the first thread asks.
TEST(Check, ThreadsShareTheTables) {
  const auto document = json(two_bad_submodels);
  std::vector<std::vector<std::string>> found(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      const auto version = i % 2 == 0 ? Version::v3_0 : Version::v3_1;
      found[i] = codes(check(document, metamodel(version).get_class("Environment"), version));
    });
  }
  for (auto& each : threads) each.join();
  EXPECT_EQ(found[0], found[2]);
  EXPECT_EQ(found[1], found[3]);
  EXPECT_FALSE(found[0].empty());
}

TEST(ClassOfDocument, IsToldByModelTypeOrMembers) {
  const auto& model = metamodel(Version::v3_1);
  const auto name = [&](const std::string& text) { return class_of_document(json(text), model).name; };
  EXPECT_EQ(name("{}"), "Environment");
  EXPECT_EQ(name("[]"), "Environment");
  EXPECT_EQ(name("{'submodels':[]}"), "Environment");
  EXPECT_EQ(name("{'modelType':'Submodel'}"), "Submodel");
  EXPECT_EQ(name("{'modelType':'Reference','submodels':[]}"), "Environment");
  EXPECT_EQ(name("{'id':'a','assetInformation':{},'submodels':[]}"), "AssetAdministrationShell");
  EXPECT_EQ(name("{'id':'a','submodelElements':[]}"), "Submodel");
  EXPECT_EQ(name("{'source':{},'timeStamp':''}"), "EventPayload");
}

TEST(Rules, EachIsUsedAndEachInvariantHasOne) {
  for (const auto& rule : all_rules()) {
    const auto uses = [&](const Class& type) {
      return std::ranges::any_of(type.invariants, [&](const Invariant& each) { return each.name == rule.name; });
    };
    EXPECT_TRUE(std::ranges::any_of(metamodel(Version::v3_0).classes(), uses)) << rule.name;
  }
  for (const auto version : {Version::v3_0, Version::v3_1}) {
    for (const auto& type : metamodel(version).classes()) {
      for (const auto& each : type.invariants) EXPECT_NE(find_rule(each.name), nullptr) << each.name;
    }
  }
}

}  // namespace
}  // namespace formats::aas
