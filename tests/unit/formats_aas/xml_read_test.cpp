// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/xml_read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/formats_aas/sample_documents.h"

namespace formats::aas {
namespace {

using base::Json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string in_environment(std::string_view inner) {
  return "<environment xmlns=\"https://admin-shell.io/aas/3/0\">" + std::string(inner) + "</environment>";
}
std::string in_submodel(std::string_view inner, std::string_view before = "") {
  return in_environment("<submodels><submodel" + std::string(before) + "><id>urn:x</id>" + std::string(inner) +
                        "</submodel></submodels>");
}
// "refused /path: message", one for each problem.
std::vector<std::string> problems(std::string_view xml) {
  std::vector<std::string> result;
  const auto read = read_xml(xml);
  if (!read.ok()) return {"failed: " + read.error().message};
  for (const auto& each : read->problems) {
    result.push_back((each.weight == Weight::refused ? "refused " : "ignored ") + each.path + ": " + each.message);
  }
  return result;
}

TEST(ReadXml, GivesTheJsonForm) {
  const auto read = read_xml(sample::pretty);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_THAT(read->problems, IsEmpty());
  EXPECT_EQ(read->type->name, "Environment");
  EXPECT_EQ(read->version, "3.0");
  EXPECT_EQ(read->checked, Version::v3_0);
  const Json& form = read->form;
  const auto at = [&](std::string_view pointer) { return form.pointer(pointer)->dump(); };
  EXPECT_EQ(at("/submodels/0/modelType"), R"("Submodel")");
  EXPECT_EQ(at("/submodels/0/description/0/text"), R"("Plate & name\nsecond line")");
  EXPECT_EQ(at("/submodels/0/description/1"), R"({"language":"de","text":"Schild <Name>"})");
  EXPECT_EQ(at("/submodels/0/submodelElements/1/value/0/value"), R"("007")");
  EXPECT_EQ(at("/submodels/0/submodelElements/1/value/1/value"), R"("")");
  EXPECT_EQ(at("/submodels/0/submodelElements/2/orderRelevant"), "true");
  EXPECT_EQ(at("/submodels/0/submodelElements/3/inputVariables/0/value"),
            R"({"modelType":"Range","idShort":"Limits","valueType":"xs:int","min":"1","max":"2"})");
  EXPECT_EQ(at("/conceptDescriptions/0/embeddedDataSpecifications/0/dataSpecificationContent/modelType"),
            R"("DataSpecificationIec61360")");
}

TEST(ReadXml, PrefixBomLineEndsAndCommentsDoNotMatter) {
  const auto form = read_xml(sample::pretty)->form;
  for (const auto& xml : {sample::explorer(), sample::prefixed(), sample::of_3_1()}) {
    const auto read = read_xml(xml);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_TRUE(read->problems.empty()) << read->problems.front().message;
    if (xml != sample::prefixed()) {
      EXPECT_EQ(read->form, form);
    }
  }
  EXPECT_EQ(read_xml(sample::of_3_1())->checked, Version::v3_1);
}

TEST(ReadXml, OneElementAloneIsADocument) {
  const auto read = read_xml(R"(<submodel xmlns="https://admin-shell.io/aas/3/1"><id>urn:a</id></submodel>)");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->type->name, "Submodel");
  EXPECT_EQ(read->form.dump(), R"({"modelType":"Submodel","id":"urn:a"})");
}

TEST(ReadXml, OtherVersionsAreTold) {
  const auto newer = read_xml(sample::replaced(sample::pretty, "aas/3/0", "aas/3/2"));
  ASSERT_TRUE(newer.ok());
  EXPECT_EQ(newer->version, "3.2");
  EXPECT_EQ(newer->checked, std::nullopt);
  const auto older = read_xml(R"(<aasenv xmlns="http://www.admin-shell.io/aas/2/0"/>)");
  EXPECT_THAT(older.error().message, HasSubstr("metamodel 2.0, which is too old"));
  EXPECT_THAT(older.error().hint, HasSubstr("Package Explorer"));
  EXPECT_THAT(read_xml("<environment/>").error().message, HasSubstr("no namespace"));
  EXPECT_THAT(read_xml("<a xmlns='urn:x'/>").error().message, HasSubstr("\"urn:x\""));
  EXPECT_THAT(read_xml("<a xmlns='https://admin-shell.io/aas/3/0'/>").error().message, HasSubstr("<a>"));
}

TEST(ReadXml, WhatAasCoreRefusesIsRefused) {
  EXPECT_THAT(problems(in_submodel("<unknown/>")), ElementsAre(HasSubstr("refused /submodels/0/unknown")));
  EXPECT_THAT(problems(in_submodel("<x:idShort xmlns:x='urn:y'>a</x:idShort>")),
              ElementsAre(AllOf(HasSubstr("refused /submodels/0/idShort"), HasSubstr("urn:y"))));
  EXPECT_THAT(problems(in_environment("<submodels><property/></submodels>")),
              ElementsAre(HasSubstr("expected an element of the class Submodel")));
  EXPECT_THAT(problems(in_environment("<submodels>text</submodels>")), ElementsAre(HasSubstr("refused /submodels:")));
  EXPECT_THAT(problems(in_environment("text")), ElementsAre(HasSubstr("refused : elements are wanted")));
  EXPECT_THAT(problems(in_submodel("<kind>Other</kind>")), ElementsAre(HasSubstr("a literal of ModellingKind")));
  EXPECT_THAT(problems(in_submodel("<kind/>")), ElementsAre(HasSubstr("found nothing")));
  EXPECT_THAT(problems(in_submodel("<idShort>a<b/></idShort>")), ElementsAre(HasSubstr("no elements")));
  EXPECT_THAT(problems(in_submodel("", " a='1'")), ElementsAre(HasSubstr("refused /submodels/0: the attribute")));
  EXPECT_THAT(problems(in_submodel("<kind a='1'>Instance</kind>")), ElementsAre(HasSubstr("refused")));
  EXPECT_THAT(problems(in_submodel("<submodelElements><operation><inputVariables><operationVariable><value/>"
                                   "</operationVariable></inputVariables></operation></submodelElements>")),
              ElementsAre(HasSubstr("/submodelElements/0/inputVariables/0/value: an element of the class "
                                    "SubmodelElement is missing")));
  const auto list = [](std::string_view flag) {
    return in_submodel("<submodelElements><submodelElementList><orderRelevant>" + std::string(flag) +
                       "</orderRelevant><typeValueListElement>Blob</typeValueListElement></submodelElementList>"
                       "</submodelElements>");
  };
  EXPECT_THAT(problems(list("yes")), ElementsAre(HasSubstr("true or false, found \"yes\"")));
  EXPECT_THAT(problems(list(" true")), ElementsAre(HasSubstr("refused")));
  const auto blob = [](std::string_view value) {
    return in_submodel("<submodelElements><blob><value>" + std::string(value) +
                       "</value><contentType>a/b</contentType></blob></submodelElements>");
  };
  EXPECT_THAT(problems(blob("AAE")), ElementsAre(HasSubstr("text in base64")));
  EXPECT_THAT(problems(blob("")), ElementsAre(HasSubstr("text in base64")));
  EXPECT_THAT(problems(blob("A A\nE=")), IsEmpty());
}

TEST(ReadXml, WhatAasCoreOverlooksIsIgnoredAndTold) {
  EXPECT_THAT(problems(in_submodel("<idShort>a</idShort><idShort>b</idShort>")),
              ElementsAre("ignored /submodels/0/idShort: <idShort> stands here twice; the last counts"));
  EXPECT_EQ(read_xml(in_submodel("<idShort>a</idShort><idShort>b</idShort>"))
                ->form.pointer("/submodels/0/idShort")
                ->as_string(),
            "b");
  EXPECT_THAT(problems(in_submodel("<idShort a='1'>x</idShort>")), ElementsAre(HasSubstr("ignored")));
  EXPECT_THAT(problems(in_submodel("<idShort>x</idShort>tail")), ElementsAre(HasSubstr("ignored /submodels/0:")));
}

TEST(ReadXml, AnyOrderIsRead) {
  const auto read = read_xml(in_submodel("<idShort>a</idShort>"));
  EXPECT_EQ(read->form.pointer("/submodels/0")->dump(), R"({"modelType":"Submodel","id":"urn:x","idShort":"a"})");
}

TEST(ReadXml, HostileDocumentsAreRefused) {
  EXPECT_FALSE(read_xml("").ok());
  EXPECT_FALSE(read_xml("<environment").ok());
  EXPECT_THAT(read_xml("<!DOCTYPE e [<!ENTITY a 'b'>]>" + in_environment("&a;")).error().message, HasSubstr("DOCTYPE"));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<submodelElementCollection><value>";
  EXPECT_THAT(read_xml(in_submodel("<submodelElements>" + deep)).error().message, HasSubstr("nested"));
  std::string many;
  for (int i = 0; i < 3000; ++i) many += "<unknown/>";
  EXPECT_EQ(read_xml(in_submodel(many))->problems.size(), 1000U);
}

// Every place is where its value stands.
void expect_places(const std::string& xml, const Json& value, const Located& place) {
  ASSERT_EQ(place.children.size(), value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Located& child = place.children[i];
    if (!child.has_place()) continue;
    EXPECT_EQ(xml[child.begin], '<');
    EXPECT_EQ(xml[child.end - 1], '>');
    EXPECT_GE(child.begin, place.inner_begin);
    EXPECT_LE(child.end, place.inner_end);
    if (value.is_object()) {
      EXPECT_THAT(xml.substr(child.begin, 60), HasSubstr(value.as_object()[i].first));
    }
    expect_places(xml, value.is_object() ? value.as_object()[i].second : value.as_array()[i], child);
  }
}

TEST(ReadXml, KnowsThePlaceOfEveryValue) {
  for (const auto& xml : {sample::pretty, sample::explorer(), sample::prefixed(), sample::compact()}) {
    const auto read = read_xml(xml, Places::kept);
    ASSERT_TRUE(read.ok());
    expect_places(xml, read->form, read->places);
  }
  const std::string twice = in_submodel("<idShort>a</idShort><x/><idShort>b</idShort><category>c</category>");
  const auto read = read_xml(twice, Places::kept);
  expect_places(twice, read->form, read->places);
}

}  // namespace
}  // namespace formats::aas
