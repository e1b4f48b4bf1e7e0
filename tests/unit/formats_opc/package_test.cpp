// SPDX-License-Identifier: Apache-2.0
#include "formats/opc/package.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/formats_opc/sample_package.h"

namespace formats::opc {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Package opened(const sample::Members& members) { return Package::open(sample::packed(members)).value(); }
std::string refusal(const sample::Members& members, const Limits& limits = {}) {
  const auto package = Package::open(sample::packed(members), limits);
  return package.ok() ? "opened" : package.error().message + " | " + package.error().path;
}

TEST(Package, KnowsItsPartsInOrder) {
  const auto package = opened(sample::members());
  std::vector<std::string> names;
  for (const auto& part : package.parts()) names.push_back(part.name + " " + part.content_type);
  const std::string rels = " application/vnd.openxmlformats-package.relationships+xml";
  EXPECT_THAT(names,
              ElementsAre("/aasx/aasx-origin text/plain", "/aasx/xml/content.xml text/xml",
                          "/aasx/files/Manual.pdf application/pdf", "/custom/unknown.bin ", "/_rels/.rels" + rels,
                          "/aasx/_rels/aasx-origin.rels" + rels, "/aasx/xml/_rels/content.xml.rels" + rels));
  EXPECT_EQ(package.read("/AASX/files/manual.pdf").value(), "%PDF-1.7");
  EXPECT_FALSE(package.read("/nothing").ok());
  EXPECT_THAT(package.notes(), IsEmpty());
  EXPECT_FALSE(package.has_signatures());
}

TEST(Package, FollowsRelationships) {
  const auto package = opened(sample::members());
  EXPECT_THAT(package.relationships(),
              ElementsAre(AllOf(Field(&Relationship::id, "R1"), Field(&Relationship::part, "/aasx/aasx-origin"))));
  EXPECT_THAT(package.relationships("/aasx/xml/content.xml"),
              ElementsAre(Field(&Relationship::part, "/aasx/files/Manual.pdf")));
  EXPECT_THAT(package.relationships("/custom/unknown.bin"), IsEmpty());
}

TEST(Package, UnchangedIsTheSameBytes) {
  const auto bytes = sample::packed(sample::members());
  EXPECT_EQ(Package::open(bytes)->save().value(), bytes);
}

TEST(Package, AChangedPartReplacesOnlyItsBytes) {
  auto package = opened(sample::members());
  ASSERT_TRUE(package.replace("/aasx/xml/content.xml", "<new/>").ok());
  EXPECT_EQ(package.read("/aasx/xml/content.xml").value(), "<new/>");
  EXPECT_EQ(sample::unpacked(package.save().value()),
            sample::with(sample::members(), "aasx/xml/content.xml", "<new/>"));
}

TEST(Package, AddingAPartTouchesTypesAndItsRelationshipOnly) {
  auto package = opened(sample::members());
  ASSERT_TRUE(package.add("/aasx/files/Plan Ä.png", "image/png", "PNG").ok());
  const auto id = package.relate("/aasx/xml/content.xml", sample::link + "aas-suppl", "/aasx/files/Plan Ä.png");
  EXPECT_EQ(id.value(), "R2");
  auto expected = sample::members();
  auto& types = expected.back().second;
  types.insert(types.rfind("</"), R"(<Override PartName="/aasx/files/Plan &#196;.png" ContentType="image/png"/>)");
  auto& relationships = expected[7].second;
  relationships.insert(relationships.rfind("</"), R"(<Relationship Type="http://admin-shell.io/aasx/relationships/)"
                                                  R"(aas-suppl" Target="/aasx/files/Plan &#196;.png" Id="R2"/>)");
  expected.emplace_back("aasx/files/Plan Ä.png", "PNG");
  EXPECT_EQ(sample::unpacked(package.save().value()), expected);
}

TEST(Package, WhatWasAddedCanBeRemovedAgain) {
  auto package = opened(sample::members());
  ASSERT_TRUE(package.add("/aasx/files/plan.png", "image/png", "PNG").ok());
  ASSERT_TRUE(package.relate("/aasx/xml/content.xml", sample::link + "aas-suppl", "/aasx/files/plan.png").ok());
  ASSERT_TRUE(package.remove("/aasx/files/plan.png").ok());
  const auto members = sample::unpacked(package.save().value());
  auto expected = sample::members();
  auto& types = expected.back().second;  // the white space before an element goes with it
  types.erase(types.rfind("\r\n"), 2);
  EXPECT_EQ(members, expected);
}

TEST(Package, RemovingAPartTakesItsRelationshipsAndThoseToIt) {
  auto package = opened(sample::members());
  ASSERT_TRUE(package.remove("/aasx/files/Manual.pdf").ok());
  EXPECT_THAT(package.relationships("/aasx/xml/content.xml"), IsEmpty());
  auto expected = sample::members();
  expected.erase(expected.begin() + 3);
  expected.back().second = sample::types();
  expected[6].second = sample::relationships("");
  EXPECT_EQ(sample::unpacked(package.save().value()), expected);
  ASSERT_TRUE(package.remove("/aasx/xml/content.xml").ok());
  EXPECT_EQ(package.find("/aasx/xml/_rels/content.xml.rels"), nullptr);
}

TEST(Package, CanBeMade) {
  auto package = Package::create();
  ASSERT_TRUE(package.add("/aasx/aasx-origin", "text/plain", "").ok());
  ASSERT_TRUE(package.relate("/", sample::link + "aasx-origin", "/aasx/aasx-origin").ok());
  const auto again = Package::open(package.save().value());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->relationships().at(0).part, "/aasx/aasx-origin");
  EXPECT_EQ(again->find("/_rels/.rels")->content_type, "application/vnd.openxmlformats-package.relationships+xml");
}

TEST(Package, PrefixesEmptyRootsAndUtf16AreEdited) {
  auto members = sample::members();
  const std::string uri = sample::relationships_uri;
  members[7].second = "<r:Relationships xmlns:r=\"" + uri + "\" />";
  auto package = opened(members);
  ASSERT_TRUE(package.relate("/aasx/xml/content.xml", "t", "/aasx/files/Manual.pdf").ok());
  EXPECT_EQ(package.read("/aasx/xml/_rels/content.xml.rels").value(),
            "<r:Relationships xmlns:r=\"" + uri +
                "\" ><r:Relationship Type=\"t\" Target=\"/aasx/files/Manual.pdf\" Id=\"R1\"/></r:Relationships>");
  std::string wide = "\xFF\xFE";
  for (const char c :
       "<Relationships xmlns=\"" + uri + "\"><Relationship Id=\"a\" Type=\"t\" Target=\"x\"/></Relationships>") {
    wide += c;
    wide += '\0';
  }
  members[7].second = wide;
  package = opened(members);
  ASSERT_TRUE(package.relate("/aasx/xml/content.xml", "t", "/aasx/files/Manual.pdf").ok());
  EXPECT_THAT(package.relationships("/aasx/xml/content.xml"),
              ElementsAre(Field(&Relationship::id, "a"), Field(&Relationship::id, "R2")));
}

TEST(Package, SurvivesTheQuirksOfRealPackages) {
  auto members = sample::members();
  members[5].second = sample::relationships(
      sample::relationship("R1", sample::link + "aasx-origin", "/aasx/aasx-origin", " TargetMode=\"External\"") +
      sample::relationship("R2", "core", "custom/unknown.bin") + sample::relationship("R2", "gone", "/gone.xml") +
      sample::relationship("R3", "web", "https://example.com/", " TargetMode=\"External\""));
  const auto package = opened(members);
  const auto& list = package.relationships();
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list[0].part, "/aasx/aasx-origin");
  EXPECT_EQ(list[0].mode, TargetMode::external);
  EXPECT_EQ(list[1].part, "/custom/unknown.bin");
  EXPECT_EQ(list[2].part, "");
  EXPECT_EQ(list[3].part, "");
  EXPECT_THAT(package.notes(), ElementsAre(HasSubstr("two relationships with the id \"R2\""), HasSubstr("/gone.xml")));
}

TEST(Package, SignaturesAreTold) {
  const auto origin = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin";
  auto members = sample::with(sample::members(), "_rels/.rels",
                              sample::relationships(sample::relationship("S", origin, "/custom/unknown.bin")));
  const auto package = opened(members);
  EXPECT_TRUE(package.has_signatures());
  EXPECT_THAT(package.notes(), Contains(HasSubstr("signed")));
}

TEST(Package, HostileNamesAreRefused) {
  for (const std::string name : {"../../etc/passwd", "/etc/passwd", "a/%2e%2e/b", "a\\b", "../", "C:\\x"}) {
    EXPECT_THAT(refusal(sample::with(sample::members(), name, "x")), HasSubstr("a name that")) << name;
  }
  EXPECT_THAT(refusal(sample::with(sample::members(), "AASX/AASX-ORIGIN", "x")), HasSubstr("two parts of one name"));
  EXPECT_THAT(refusal(sample::with(sample::members(), "[content_types].XML", "x")), HasSubstr("two members"));
}

TEST(Package, WhatIsNoPackageIsRefused) {
  EXPECT_THAT(refusal({{"a.txt", "x"}}), HasSubstr("no [Content_Types].xml"));
  EXPECT_FALSE(Package::open("PK not really").ok());
  EXPECT_FALSE(Package::open("").ok());
  const auto whole = sample::packed(sample::members());
  EXPECT_FALSE(Package::open(whole.substr(0, whole.size() / 2)).ok());
  EXPECT_THAT(refusal(sample::with(sample::members(), "_rels/.rels", "<a/>")),
              AllOf(HasSubstr("expected <Relationships>"), HasSubstr("/_rels/.rels")));
  const std::string bomb =
      "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><Relationships>&b;</Relationships>";
  EXPECT_THAT(refusal(sample::with(sample::members(), "_rels/.rels", bomb)), HasSubstr("DOCTYPE"));
  EXPECT_THAT(refusal(sample::with(sample::members(), "[Content_Types].xml", bomb)), HasSubstr("DOCTYPE"));
}

TEST(Package, LimitsHold) {
  const auto big = sample::with(sample::members(), "aasx/files/zero.bin", std::string(5U << 20U, '\0'));
  EXPECT_THAT(refusal(big, {.total_bytes = 4U << 20U}), HasSubstr("unpacks to more bytes"));
  EXPECT_THAT(refusal(big, {.part_bytes = 4U << 20U}), HasSubstr("unpacks to 5242880 bytes"));
  EXPECT_THAT(refusal(big, {.members = 5}), HasSubstr("members"));
  EXPECT_THAT(refusal(big, {.relationships = 2}), HasSubstr("relationships"));
}

TEST(Package, ThousandsOfPartsAreRead) {
  auto members = sample::members();
  for (int i = 0; i < 9000; ++i) members.emplace_back("aasx/files/f" + std::to_string(i), "x");
  auto package = opened(members);
  EXPECT_EQ(package.parts().size(), 9007U);
  ASSERT_TRUE(package.replace("/aasx/files/f8999", "y").ok());
  EXPECT_EQ(sample::unpacked(package.save().value()).back().second, "y");
}

TEST(Package, EditsThatMakeNoSenseAreRefused) {
  auto package = opened(sample::members());
  EXPECT_FALSE(package.add("/aasx/AASX-origin", "a/b", "").ok());
  EXPECT_FALSE(package.add("aasx", "a/b", "").ok());
  EXPECT_FALSE(package.add("/../x", "a/b", "").ok());
  EXPECT_FALSE(package.add("/_rels/x.rels", "a/b", "").ok());
  EXPECT_FALSE(package.add("/[Content_Types].xml", "a/b", "").ok());
  EXPECT_FALSE(package.replace("/nothing", "").ok());
  EXPECT_FALSE(package.replace("/_rels/.rels", "").ok());
  EXPECT_FALSE(package.remove("/_rels/.rels").ok());
  EXPECT_FALSE(package.relate("/nothing", "t", "/aasx/aasx-origin").ok());
  EXPECT_FALSE(package.relate("/", "t", "/nothing").ok());
  EXPECT_FALSE(package.changed());
}

}  // namespace
}  // namespace formats::opc
