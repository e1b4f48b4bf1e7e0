// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/ids/document.h"
#include "sample.h"

namespace formats::ids {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string rewritten(const std::string& xml, Prefix prefix = Prefix::ids) {
  const auto result = read(xml);
  return result.ok() ? write(result->document, prefix) : result.error().message;
}

Document small() {
  Document document;
  document.info = {.title = "Walls & <doors>", .version = "1", .author = "a@b.org", .milestone = "now"};
  Specification specification{.name = "Fire",
                              .ifc_versions = {"IFC4", "IFC4X3_ADD2"},
                              .identifier = "S1",
                              .min_occurs = "0",
                              .max_occurs = "unbounded"};
  specification.applicability.emplace_back(MaterialFacet{.value = "wood"});
  specification.applicability.emplace_back(EntityFacet{.name = "IFCWALL"});
  PropertyFacet property{
      .property_set = "Pset_WallCommon", .base_name = "FireRating", .data_type = "IFCLABEL", .cardinality = "required"};
  property.value = Restriction{.base = "xs:string", .facets = {{"pattern", "R[0-9]+ \"x\""}}};
  specification.requirements.emplace_back(property);
  specification.requirements.emplace_back(ClassificationFacet{.value = "EF", .system = "Uniclass"});
  specification.has_requirements = true;
  document.specifications.push_back(specification);
  return document;
}

TEST(Write, ADocumentInTheOrderOfTheXsd) {
  EXPECT_EQ(write(small()), R"(<?xml version="1.0" encoding="UTF-8"?>
<ids:ids xmlns:ids="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">
  <ids:info>
    <ids:title>Walls &amp; &lt;doors&gt;</ids:title>
    <ids:version>1</ids:version>
    <ids:author>a@b.org</ids:author>
    <ids:milestone>now</ids:milestone>
  </ids:info>
  <ids:specifications>
    <ids:specification name="Fire" ifcVersion="IFC4 IFC4X3_ADD2" identifier="S1">
      <ids:applicability minOccurs="0" maxOccurs="unbounded">
        <ids:entity>
          <ids:name>
            <ids:simpleValue>IFCWALL</ids:simpleValue>
          </ids:name>
        </ids:entity>
        <ids:material>
          <ids:value>
            <ids:simpleValue>wood</ids:simpleValue>
          </ids:value>
        </ids:material>
      </ids:applicability>
      <ids:requirements>
        <ids:property dataType="IFCLABEL" cardinality="required">
          <ids:propertySet>
            <ids:simpleValue>Pset_WallCommon</ids:simpleValue>
          </ids:propertySet>
          <ids:baseName>
            <ids:simpleValue>FireRating</ids:simpleValue>
          </ids:baseName>
          <ids:value>
            <xs:restriction base="xs:string">
              <xs:pattern value="R[0-9]+ &quot;x&quot;"/>
            </xs:restriction>
          </ids:value>
        </ids:property>
        <ids:classification>
          <ids:value>
            <ids:simpleValue>EF</ids:simpleValue>
          </ids:value>
          <ids:system>
            <ids:simpleValue>Uniclass</ids:simpleValue>
          </ids:system>
        </ids:classification>
      </ids:requirements>
    </ids:specification>
  </ids:specifications>
</ids:ids>
)");
}

TEST(Write, WhatIsWrittenIsReadAgain) {
  auto document = small();
  for (const auto prefix : {Prefix::ids, Prefix::none}) {
    const auto again = read(write(document, prefix));
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->problems.empty());
    // The applicability has an order of its own.
    auto sorted = document;
    std::swap(sorted.specifications[0].applicability[0], sorted.specifications[0].applicability[1]);
    EXPECT_EQ(again->document, sorted);
  }
}

// One of each, with all it can hold.
TEST(Write, EveryFacetIsReadAgain) {
  Document document{.info = {.title = "Everything"}};
  Specification specification{.name = "S", .ifc_versions = {"IFC4"}};
  PartOfFacet in_a_group{.relation = "IFCRELASSIGNSTOGROUP", .cardinality = "prohibited", .instructions = "alone"};
  in_a_group.entity = {.name = "IFCGROUP", .predefined_type = "USERDEFINED"};
  specification.applicability.emplace_back(EntityFacet{.name = "IFCWALL", .predefined_type = "SHEAR"});
  specification.applicability.emplace_back(PartOfFacet{.entity = {.name = "IFCSLAB"}});
  specification.requirements.emplace_back(in_a_group);
  specification.requirements.emplace_back(AttributeFacet{.name = "Tag", .value = "T-1", .cardinality = "optional"});
  specification.requirements.emplace_back(
      ClassificationFacet{.value = "EF", .system = "Uniclass", .uri = "https://example.org/EF"});
  specification.requirements.emplace_back(PropertyFacet{.property_set = "Pset_A", .base_name = "B", .value = "c"});
  specification.requirements.emplace_back(MaterialFacet{.value = "wood", .uri = "", .instructions = "ask"});
  specification.has_requirements = true;
  document.specifications.push_back(specification);
  for (const auto prefix : {Prefix::ids, Prefix::none}) {
    const auto again = read(write(document, prefix));
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->problems.empty());
    EXPECT_EQ(again->document, document);
  }
  auto other = document;
  std::get<PartOfFacet>(other.specifications[0].requirements[0]).entity.name = "IFCSYSTEM";
  EXPECT_NE(other, document);
  other = document;
  std::get<AttributeFacet>(other.specifications[0].requirements[1]).value = "T-2";
  EXPECT_NE(other, document);
}

TEST(Write, WithoutPrefixToo) {
  EXPECT_THAT(write(small(), Prefix::none), HasSubstr("<simpleValue>wood</simpleValue>"));
  EXPECT_THAT(write(small(), Prefix::none), HasSubstr("<ids xmlns=\"http://standards.buildingsmart.org/IDS\""));
}

TEST(Write, FacetsOfRequirementsStayWhereTheyAre) {
  const auto text = rewritten(document_of(
      R"(<applicability/><requirements><material/><attribute><name><simpleValue>Name</simpleValue></name></attribute></requirements>)"));
  EXPECT_LT(text.find("<ids:material"), text.find("<ids:attribute"));
}

TEST(Write, ControlCharactersCannotBreakIt) {
  Document document;
  document.info.title = std::string("a\x01") + "b\rc";
  const auto again = read(write(document));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->document.info.title, "a\uFFFDb\rc");
}

// Each of these stands in a document, and must stand in what is written.
class WriteKeeps : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(WriteKeeps, WhatItDoesNotKnow) {
  const auto& [inner, kept] = GetParam();
  const auto once = rewritten(document_of(inner));
  EXPECT_THAT(once, HasSubstr(kept));
  EXPECT_EQ(rewritten(once), once);
  const auto without = rewritten(document_of(inner), Prefix::none);
  EXPECT_EQ(read(without)->document, read(once)->document);
}

INSTANTIATE_TEST_SUITE_P(
    Things, WriteKeeps,
    ::testing::Values(
        std::pair{"<applicability/><!-- a > b -->", "<!-- a > b -->"},
        std::pair{"<!-- first --><applicability/>", "<!-- first -->\n      <ids:applicability"},
        std::pair{"<applicability><?stamp today?></applicability>", "<?stamp today?>"},
        std::pair{R"(<applicability xmlns:q="urn:q" q:a="1"/>)", R"(xmlns:q="urn:q" q:a="1")"},
        std::pair{R"(<applicability xmlns:ids="urn:other" ids:a="1"/>)", R"(xmlns:ids_="urn:other" ids_:a="1")"},
        std::pair{R"(<applicability xmlns:ids="urn:o" xmlns:ids_="urn:p" ids:a="1" ids_:b="2"/>)",
                  R"(xmlns:ids_="urn:o" ids_:a="1" xmlns:ids__="urn:p" ids__:b="2")"},
        std::pair{R"(<applicability xmlns:q="urn:q" xmlns:r="urn:q" q:a="1" q:b="2"/>)",
                  R"(xmlns:q="urn:q" q:a="1" q:b="2")"},
        std::pair{R"(<applicability xml:lang="de"/>)", R"(<ids:applicability xml:lang="de"/>)"},
        std::pair{R"(<applicability><q:x xmlns:q="urn:q" q:a="1" b="2" xml:lang="de"/></applicability>)",
                  R"(<q:x xmlns:q="urn:q" q:a="1" b="2" xml:lang="de"/>)"},
        std::pair{R"(<applicability><x>a &amp; b</x></applicability>)", ">a &amp; b</x>"},
        std::pair{R"(<applicability><material instructions="one&#xA;two&#x9;three"/></applicability>)",
                  R"(instructions="one&#10;two&#9;three")"},
        std::pair{"<applicability><partOf><!-- of what? --></partOf></applicability>",
                  "<ids:partOf>\n          <!-- of what? -->\n        </ids:partOf>"},
        std::pair{R"(<applicability><entity/></applicability>)", "<ids:entity/>"},
        std::pair{"<applicability><material><value><simpleValue>a<!-- why --></simpleValue></value></material>"
                  "</applicability>",
                  ">a<!-- why --></ids:simpleValue>"},
        std::pair{R"(<applicability><q:x xmlns:q="urn:q">  <y/></q:x></applicability>)",
                  R"(<q:x xmlns:q="urn:q">  <y xmlns="http://standards.buildingsmart.org/IDS"/></q:x>)"},
        std::pair{R"(<applicability><x xmlns=""/></applicability>)", R"(<x xmlns=""/>)"},
        std::pair{"<applicability><material><value><simpleValue>  two\n lines "
                  "</simpleValue></value></material></applicability>",
                  ">  two\n lines </ids:simpleValue>"},
        std::pair{"<applicability><material><value><simpleValue><![CDATA[a<b]]></simpleValue></value></material></"
                  "applicability>",
                  ">a&lt;b<"},
        std::pair{R"(<applicability/><requirements><material instructions=""/></requirements>)",
                  R"(<ids:material instructions=""/>)"},
        std::pair{R"(<applicability/><requirements><material cardinality=""/></requirements>)",
                  R"(<ids:material cardinality=""/>)"},
        std::pair{
            R"(<applicability><material><value><xs:restriction base="xs:string" id="r"><xs:annotation><xs:documentation>why</xs:documentation></xs:annotation><xs:length value="3" fixed="true"/></xs:restriction></value></material></applicability>)",
            R"(<xs:length value="3" fixed="true"/>)"},
        std::pair{
            R"(<applicability><material><value><xs:restriction base="xs:string"><xs:annotation><xs:documentation>why</xs:documentation></xs:annotation><xs:length value="3"/></xs:restriction></value></material></applicability>)",
            "<xs:documentation>why</xs:documentation>"},
        std::pair{
            R"(<applicability><material><value><xs:restriction base="xs:string"><xs:minLength value="1" fixed="false"/></xs:restriction></value></material></applicability>)",
            R"(<xs:minLength value="1" fixed="false"/>)"},
        std::pair{
            R"(<applicability><material><value lang="de"><simpleValue>Holz</simpleValue></value></material></applicability>)",
            R"(<ids:value lang="de">)"},
        std::pair{"<applicability>loose text</applicability>", "loose text"},
        std::pair{"<requirements/>", "<ids:requirements/>"}));

TEST(Write, NothingMissingIsInvented) {
  EXPECT_THAT(rewritten(document_of("<requirements/>")), Not(HasSubstr("applicability")));
  EXPECT_THAT(rewritten("<ids/>"), Not(HasSubstr("info")));
  EXPECT_THAT(rewritten("<ids/>"), Not(HasSubstr("schemaLocation")));
  EXPECT_THAT(rewritten(document_of("", "")), HasSubstr("<ids:specification/>"));
}

TEST(Write, OddSpacesInVersionsStayUntilTheVersionsChange) {
  auto document = read(document_of("<applicability/>", R"(name="S" ifcVersion=" IFC4   IFC2X3")"))->document;
  EXPECT_THAT(write(document), HasSubstr(R"(ifcVersion=" IFC4   IFC2X3")"));
  document.specifications[0].ifc_versions.emplace_back("IFC4X3_ADD2");
  EXPECT_THAT(write(document), HasSubstr(R"(ifcVersion="IFC4 IFC2X3 IFC4X3_ADD2")"));
}

TEST(Write, CommentsAroundTheRootStay) {
  const auto text = rewritten("<!-- before --><ids/><!-- after -->");
  EXPECT_LT(text.find("before"), text.find("<ids:ids"));
  EXPECT_GT(text.find("after"), text.find("<ids:ids"));
}

TEST(Write, NamespacesOfTheRootStayForThoseWhoUseThem) {
  const auto text = rewritten(
      R"(<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:q="urn:q" xmlns:unused="urn:u" q:stamp="1">)"
      R"(<info q:by="me"><title>T<!-- or U --></title></info></ids>)");
  EXPECT_THAT(text, HasSubstr(R"(xmlns:q="urn:q")"));
  EXPECT_THAT(text, HasSubstr(R"(xmlns:unused="urn:u")"));
  EXPECT_THAT(text, HasSubstr(R"( q:stamp="1")"));
  EXPECT_THAT(text, HasSubstr(R"( q:by="me")"));
  EXPECT_THAT(text, HasSubstr("<ids:title>T<!-- or U --></ids:title>"));
  EXPECT_EQ(rewritten(text), text);
}

TEST(Write, TheSchemaLocationIsTheirsWhereTheyHaveOne) {
  const auto text = rewritten(
      R"(<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a  b"/>)");
  EXPECT_THAT(text, HasSubstr(R"(xsi:schemaLocation="a  b")"));
}

}  // namespace
}  // namespace formats::ids
