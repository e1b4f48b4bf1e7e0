// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/ids/document.h"
#include "sample.h"

namespace formats::ids {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Read good(const std::string& xml) {
  auto result = read(xml);
  EXPECT_TRUE(result.ok()) << result.error().message;
  return result.ok() ? std::move(result).value() : Read{};
}

Specification only(const std::string& inner) {
  auto document = good(document_of(inner)).document;
  return document.specifications.empty() ? Specification{} : document.specifications.front();
}

TEST(Read, TellsWhatADocumentSays) {
  const auto read = good(head + R"(<info><title>Walls</title><author>a@b.org</author><date>2026-01-31</date></info>
    <specifications>
      <specification name="Fire" ifcVersion="IFC2X3 IFC4" identifier="S1" description="why" instructions="how">
        <applicability minOccurs="1" maxOccurs="unbounded">
          <entity><name><simpleValue>IFCWALL</simpleValue></name><predefinedType><simpleValue>SHEAR</simpleValue></predefinedType></entity>
        </applicability>
        <requirements description="needs">
          <property dataType="IFCLABEL" cardinality="optional" uri="https://example.org/FireRating" instructions="ask">
            <propertySet><simpleValue>Pset_WallCommon</simpleValue></propertySet>
            <baseName><simpleValue>FireRating</simpleValue></baseName>
            <value><xs:restriction base="xs:string"><xs:enumeration value="REI30"/><xs:enumeration value="REI60"/></xs:restriction></value>
          </property>
        </requirements>
      </specification>
    </specifications></ids>)");
  EXPECT_THAT(read.problems, IsEmpty());
  EXPECT_EQ(read.ids_version, "1.0");
  EXPECT_EQ(read.document.info.title, "Walls");
  EXPECT_EQ(read.document.info.author, "a@b.org");
  ASSERT_EQ(read.document.specifications.size(), 1U);
  const auto& specification = read.document.specifications.front();
  EXPECT_THAT(specification.ifc_versions, ElementsAre("IFC2X3", "IFC4"));
  EXPECT_EQ(specification.identifier, "S1");
  EXPECT_EQ(specification.requirements_description, "needs");
  EXPECT_EQ(specification.cardinality(), Cardinality::required);
  const auto& entity = std::get<EntityFacet>(specification.applicability.front());
  EXPECT_EQ(std::get<std::string>(entity.name), "IFCWALL");
  EXPECT_EQ(std::get<std::string>(*entity.predefined_type), "SHEAR");
  const auto& property = std::get<PropertyFacet>(specification.requirements.front());
  EXPECT_EQ(property.data_type, "IFCLABEL");
  EXPECT_EQ(property.uri, "https://example.org/FireRating");
  EXPECT_EQ(cardinality(specification.requirements.front()), Cardinality::optional);
  const auto& rule = std::get<Restriction>(*property.value);
  EXPECT_EQ(rule.base, "xs:string");
  ASSERT_EQ(rule.facets.size(), 2U);
  EXPECT_EQ(rule.facets[1].value, "REI60");
}

TEST(Read, KnowsEveryFacet) {
  const auto specification = only(R"(<applicability/><requirements>
      <partOf relation="IFCRELAGGREGATES" cardinality="prohibited"><entity><name><simpleValue>IFCSLAB</simpleValue></name></entity></partOf>
      <classification><value><simpleValue>EF</simpleValue></value><system><simpleValue>Uniclass</simpleValue></system></classification>
      <attribute><name><simpleValue>Name</simpleValue></name></attribute>
      <material uri="u"><value><simpleValue>wood</simpleValue></value></material></requirements>)");
  std::vector<std::string_view> kinds;
  for (const auto& facet : specification.requirements) kinds.push_back(kind(facet));
  EXPECT_THAT(kinds, ElementsAre("partOf", "classification", "attribute", "material"));
  EXPECT_EQ(std::get<PartOfFacet>(specification.requirements[0]).relation, "IFCRELAGGREGATES");
  EXPECT_EQ(cardinality(specification.requirements[0]), Cardinality::prohibited);
}

// XML Schema: absent minOccurs and maxOccurs are 1; IDS gives a meaning to three pairs only.
TEST(Read, CardinalityOfASpecification) {
  const auto of = [](const std::string& attributes) {
    return only("<applicability " + attributes + "/>").cardinality();
  };
  EXPECT_EQ(of(R"(maxOccurs="unbounded")"), Cardinality::required);
  EXPECT_EQ(of(R"(minOccurs="0" maxOccurs="unbounded")"), Cardinality::optional);
  EXPECT_EQ(of(R"(minOccurs="0" maxOccurs="0")"), Cardinality::prohibited);
  EXPECT_EQ(of(""), std::nullopt);
  EXPECT_EQ(of(R"(minOccurs="2" maxOccurs="unbounded")"), std::nullopt);
}

TEST(Read, AnyPrefixWillDo) {
  const auto read =
      good(R"(<a:ids xmlns:a="http://standards.buildingsmart.org/IDS"><a:info><a:title>T</a:title></a:info>
    <a:specifications><a:specification name="S" ifcVersion="IFC4"><a:applicability><a:material><a:value>
    <r:restriction xmlns:r="http://www.w3.org/2001/XMLSchema" base="r:string"><r:pattern value="x"/></r:restriction>
    </a:value></a:material></a:applicability></a:specification></a:specifications></a:ids>)");
  EXPECT_THAT(read.problems, IsEmpty());
  const auto& material = std::get<MaterialFacet>(read.document.specifications.at(0).applicability.at(0));
  EXPECT_EQ(std::get<Restriction>(*material.value).base, "xs:string");
}

TEST(Read, ProblemsHaveAPlace) {
  const auto read = good(document_of("<applicability>\n<entity><name>IFCWALL</name></entity></applicability>"));
  ASSERT_FALSE(read.problems.empty());
  EXPECT_THAT(read.problems[0].message, HasSubstr("<simpleValue>"));
  EXPECT_EQ(read.problems[0].line, 2);
  EXPECT_GT(read.problems[0].column, 0);
  EXPECT_EQ(read.problems[0].position, "/ids/specifications/specification[1]/applicability/entity[1]/name");
}

struct Broken {
  std::string inner, message, position;
};
class ReadBroken : public ::testing::TestWithParam<Broken> {};

TEST_P(ReadBroken, IsReadAndTold) {
  const auto read = good(document_of(GetParam().inner));
  EXPECT_THAT(read.problems, Contains(Field(&ReadProblem::message, HasSubstr(GetParam().message))));
  EXPECT_THAT(read.problems, Contains(Field(&ReadProblem::position, GetParam().position)));
}

const std::string at = "/ids/specifications/specification[1]";
INSTANTIATE_TEST_SUITE_P(
    Documents, ReadBroken,
    ::testing::Values(
        Broken{"<requirements/>", "lacks <applicability>", at},
        Broken{"<requirements/><applicability/>", "comes too late", at + "/applicability"},
        Broken{"<applicability><material/><entity><name><simpleValue>X</simpleValue></name></entity></applicability>",
               "comes too late", at + "/applicability/entity[1]"},
        Broken{"<applicability><wall/></applicability>", "<wall> does not belong here", at + "/applicability/wall"},
        Broken{"<applicability><attribute/></applicability>", "lacks <name>", at + "/applicability/attribute[1]"},
        Broken{"<applicability><classification/></applicability>", "lacks <system>",
               at + "/applicability/classification[1]"},
        Broken{"<applicability><material><value/></material></applicability>", "neither <simpleValue> nor",
               at + "/applicability/material[1]/value"},
        Broken{
            R"(<applicability><entity colour="red"><name><simpleValue>X</simpleValue></name></entity></applicability>)",
            "no attribute \"colour\"", at + "/applicability/entity[1]"},
        Broken{
            R"(<applicability><material><value><xs:restriction base="xs:string"><xs:pattern/></xs:restriction></value></material></applicability>)",
            "lacks the attribute \"value\"", at + "/applicability/material[1]/value/restriction/pattern"}));

TEST(Read, OldVersionsAreRecognised) {
  const auto by_location = good(
      R"(<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" )"
      R"(xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/0.9.7/ids.xsd">)"
      R"(<info><title>T</title></info><specifications/></ids>)");
  EXPECT_EQ(by_location.ids_version, "0.9.7");
  EXPECT_THAT(by_location.problems, Contains(Field(&ReadProblem::message, HasSubstr("IFC4X3_ADD2 instead of IFC4X3"))));
  const std::string bare =
      R"(<ids xmlns="http://standards.buildingsmart.org/IDS"><info><title>T</title></info><specifications>)"
      R"(<specification name="S" ifcVersion="IFC4"><applicability/><requirements>)"
      R"(<attribute minOccurs="0"><name><simpleValue>Name</simpleValue></name></attribute>)"
      R"(</requirements></specification></specifications></ids>)";
  EXPECT_EQ(good(bare).ids_version, "0.9.6");
}

TEST(Read, WhatIsNoIdsIsRefused) {
  EXPECT_THAT(read("").error().message, HasSubstr("no element found"));
  EXPECT_THAT(read("GIF89a").error().path, HasSubstr("line 1"));
  EXPECT_THAT(read("<ids>").error().message, HasSubstr("no XML"));
  EXPECT_THAT(read("<notIds/>").error().message, HasSubstr("not <ids>"));
}

TEST(Read, DocumentTypesAndEntitiesAreRefused) {
  const std::string laughs = R"(<!DOCTYPE ids [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><ids>&b;</ids>)";
  EXPECT_THAT(read(laughs).error().message, HasSubstr("<!DOCTYPE>"));
  EXPECT_THAT(read(R"(<!DOCTYPE ids SYSTEM "file:///etc/passwd"><ids/>)").error().message, HasSubstr("<!DOCTYPE>"));
  EXPECT_FALSE(read("<ids>&unknown;</ids>").ok());
}

TEST(Read, IsBounded) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_THAT(read("<ids>" + deep).error().message, HasSubstr("deep"));
  std::string attributes;
  for (int i = 0; i < 1000; ++i) attributes += " a" + std::to_string(i) + "=\"\"";
  EXPECT_THAT(read("<ids" + attributes + "/>").error().message, HasSubstr("attributes"));
  std::string namespaces;
  for (int i = 0; i < 1000; ++i) namespaces += " xmlns:a" + std::to_string(i) + "=\"u\"";
  EXPECT_THAT(read("<ids" + namespaces + "/>").error().message, HasSubstr("namespaces"));
}

TEST(Read, OtherEncodings) {
  const std::string latin =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><ids><info><title>W\xE4nde</title></info></ids>";
  EXPECT_EQ(good(latin).document.info.title, "Wände");
}

}  // namespace
}  // namespace formats::ids
