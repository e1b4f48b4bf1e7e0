// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/ids/document.h"
#include "formats/xml/tree.h"
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

// ids.xsd: absent is required, and an entity cannot say anything else.
TEST(Read, CardinalityOfAFacet) {
  const auto specification = only(R"(<applicability/><requirements>
      <entity instructions="all of them"><name><simpleValue>IFCWALL</simpleValue></name></entity>
      <material/><material cardinality="optional"/><material cardinality="prohibited"/><material cardinality="often"/>
      </requirements>)");
  std::vector<std::string_view> words;
  for (const auto& facet : specification.requirements) words.push_back(text(cardinality(facet)));
  EXPECT_THAT(words, ElementsAre("required", "required", "optional", "prohibited", "required"));
  EXPECT_EQ(std::get<EntityFacet>(specification.requirements[0]).instructions, "all of them");
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

// XML Schema's names get our prefix; a prefix that means nothing, or something else, is left for the audit to tell.
TEST(Read, TheBaseOfARestrictionKeepsAPrefixThatIsNotOfXmlSchema) {
  const auto base = [](const std::string& written) {
    const auto specification =
        only(R"(<applicability xmlns:other="urn:other"><material><value><xs:restriction base=")" + written +
             R"("/></value></material></applicability>)");
    return std::get<Restriction>(*std::get<MaterialFacet>(specification.applicability.at(0)).value).base;
  };
  EXPECT_EQ(base("xs:double"), "xs:double");
  EXPECT_EQ(base("xsd:double"), "xsd:double");
  EXPECT_EQ(base("other:double"), "other:double");
  EXPECT_EQ(base("double"), "double");
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
        Broken{"<applicability/><applicability/>", "<applicability> does not belong here", at + "/applicability"},
        Broken{"<applicability/><requirements><door/></requirements>", "<door> does not belong here",
               at + "/requirements/door"},
        Broken{R"(<applicability><material><colour/></material></applicability>)", "<colour> does not belong here",
               at + "/applicability/material[1]/colour"},
        Broken{"<applicability><material><value><simpleValue>a</simpleValue><simpleValue>b</simpleValue></value>"
               "</material></applicability>",
               "<simpleValue> does not belong here", at + "/applicability/material[1]/value/simpleValue"},
        Broken{"<applicability><material><value><list/></value></material></applicability>",
               "<list> does not belong here", at + "/applicability/material[1]/value/list"},
        Broken{"<applicability><partOf/></applicability>", "lacks <entity>", at + "/applicability/partOf[1]"},
        Broken{R"(<applicability often="yes"/>)", "no attribute \"often\"", at + "/applicability"},
        Broken{R"(<applicability/><requirements often="yes"/>)", "no attribute \"often\"", at + "/requirements"},
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

TEST(Read, WhatStandsBetweenTheKnownIsTold) {
  const auto told = [](const std::string& xml) {
    std::vector<std::string> lines;
    for (const auto& each : good(xml).problems) lines.push_back(each.position + " " + each.message);
    return lines;
  };
  EXPECT_THAT(told(head + "<info><title>Wa<b>ll</b>s</title></info><specifications><group/></specifications></ids>"),
              ElementsAre("/ids/info/title/b <b> does not belong here in IDS 1.0",
                          "/ids/specifications/group <group> does not belong here in IDS 1.0",
                          "/ids/specifications there is no <specification>"));
  EXPECT_THAT(told(head + "<info><colour/></info><extra/></ids>"),
              ElementsAre("/ids/info/colour <colour> does not belong here in IDS 1.0", "/ids/info <info> lacks <title>",
                          "/ids/extra <extra> does not belong here in IDS 1.0", "/ids <ids> lacks <specifications>"));
  EXPECT_THAT(told(document_of("<applicability/>", R"(name="S" ifcVersion="IFC4" colour="red")")),
              ElementsAre(at + R"( <specification> has no attribute "colour" in IDS 1.0)"));
  EXPECT_THAT(good(head + "<info><title>Wa<b>ll</b>s</title></info></ids>").document.info.title, "Was");
}

TEST(Read, AnotherNamespaceIsTold) {
  const auto read = good(R"(<ids xmlns="urn:mine"><info><title>T</title></info></ids>)");
  EXPECT_EQ(read.document.info.title, "T");
  EXPECT_THAT(read.problems, Contains(Field(&ReadProblem::message, HasSubstr("not \"urn:mine\""))));
  EXPECT_THAT(good("<ids/>").problems, Contains(Field(&ReadProblem::message, HasSubstr("not none"))));
}

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
  const auto version = [](const std::string& inner, const std::string& attributes = R"(name="S" ifcVersion="IFC4")") {
    return good(R"(<ids xmlns="http://standards.buildingsmart.org/IDS"><info><title>T</title></info><specifications>)"
                "<specification " +
                attributes + ">" + inner + "</specification></specifications></ids>")
        .ids_version;
  };
  EXPECT_EQ(version("<applicability/>"), "1.0");
  EXPECT_EQ(version("<applicability/>", R"(name="S" ifcVersion="IFC4" use="required")"), "0.9.3");
  EXPECT_EQ(version("<applicability><property measure=\"IfcLabel\"/></applicability>"), "0.9.6");
  EXPECT_EQ(version("<applicability><property><name><simpleValue>FireRating</simpleValue></name></property>"
                    "</applicability>"),
            "0.9.6");
}

TEST(Read, WhatIsNoIdsIsRefused) {
  EXPECT_THAT(read("").error().message, HasSubstr("no element found"));
  EXPECT_THAT(read("GIF89a").error().path, HasSubstr("line 1"));
  EXPECT_THAT(read("<ids>").error().message, HasSubstr("not XML"));
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
  std::string nested;
  for (int i = 0; i < 100; ++i) nested += "<a xmlns:a" + std::to_string(i) + "=\"u\">";
  EXPECT_THAT(read("<ids>" + nested).error().message, HasSubstr("more than 64 namespaces in scope"));
}

TEST(Read, ItsBoundsMayBeNarrower) {
  const auto refusal = [](std::string_view text, const xml::Limits& limits) {
    const auto tree = xml::parse(text, limits);
    return tree.ok() ? "read" : tree.error().message;
  };
  EXPECT_EQ(refusal("<ids>text<!-- comment --><?stamp?></ids>", {.nodes = 4}), "read");
  for (const std::string text : {"<ids><a/><a/></ids>", "<ids>text<a/></ids>", "<ids><!-- a --><!-- b --></ids>",
                                 "<ids><?a?><?b?></ids>", "<ids><a/>text</ids>"})
    EXPECT_THAT(refusal(text, {.nodes = 2}), HasSubstr("more than 2 nodes")) << text;
  EXPECT_EQ(refusal("<ids> </ids>", {.bytes = 12}), "read");
  EXPECT_THAT(refusal(std::string(3U << 20, ' ') + "<ids/>", {.bytes = 2U << 20}), HasSubstr("larger than 2 MiB"));
}

TEST(Read, OnlySoManyProblemsAreTold) {
  std::string many;
  for (int i = 0; i < 1500; ++i) many += "<wall/>";
  EXPECT_EQ(good(document_of("<applicability>" + many + "</applicability>")).problems.size(), 1000U);
}

TEST(Read, OtherEncodings) {
  const std::string latin =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><ids><info><title>W\xE4nde</title></info></ids>";
  EXPECT_EQ(good(latin).document.info.title, "Wände");
}

}  // namespace
}  // namespace formats::ids
