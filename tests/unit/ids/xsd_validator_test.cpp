// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/runtime/xsd_validator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "formats/ids/document.h"
#include "unit/formats_ids/sample.h"

namespace ids::runtime {
namespace {

using formats::ids::document_of;
using formats::ids::ids_xsd;

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A schema of our own that leans on the namespace of XML Schema as ids.xsd does: by an address on the web.
const std::string little_xsd =
    R"(<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:little" elementFormDefault="qualified">
  <xs:import namespace="http://www.w3.org/2001/XMLSchema" schemaLocation="http://www.w3.org/2001/XMLSchema.xsd"/>
  <xs:element name="value"><xs:complexType>
    <xs:sequence><xs:element ref="xs:restriction" minOccurs="0"/></xs:sequence><xs:attributeGroup ref="xs:occurs"/>
  </xs:complexType></xs:element>
</xs:schema>)";

class Validate : public ::testing::Test {
 protected:
  std::string xsd(const std::string& text) {
    path_ = std::filesystem::path(::testing::TempDir()) /
            (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".xsd");
    std::ofstream(path_) << text;
    return path_.string();
  }
  void TearDown() override { std::filesystem::remove(path_); }
  static std::string value(const std::string& inner, const std::string& attributes = "") {
    return "<value xmlns=\"urn:little\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" " + attributes + ">" + inner +
           "</value>";
  }
  std::filesystem::path path_;
};

TEST_F(Validate, RestrictionsWithoutTheNetwork) {
  const auto path = xsd(little_xsd);
  XsdValidator validate(path);
  const auto findings = [&](const std::string& xml) { return validate(xml).value(); };
  EXPECT_THAT(findings(value("")), IsEmpty());
  EXPECT_THAT(
      findings(value(
          R"(<xs:restriction base="xs:string"><xs:pattern value="x"/><xs:maxLength value="3" fixed="true"/></xs:restriction>)")),
      IsEmpty());
  EXPECT_THAT(
      findings(value(
          R"(<xs:restriction><xs:annotation><xs:documentation>a <b/></xs:documentation></xs:annotation></xs:restriction>)")),
      IsEmpty());
  EXPECT_THAT(findings(value(R"(<xs:restriction base="xs:string"><xs:pattern/></xs:restriction>)")), SizeIs(1));
  EXPECT_THAT(findings(value(R"(<xs:restriction base="xs:string"><xs:length value="-1"/></xs:restriction>)")),
              SizeIs(1));
  EXPECT_THAT(findings(value(R"(<xs:restriction base="xs:string"><xs:assertion test="1"/></xs:restriction>)")),
              SizeIs(1));
  EXPECT_THAT(findings(value("", R"(minOccurs="0" maxOccurs="unbounded")")), IsEmpty());
  EXPECT_THAT(findings(value("", R"(maxOccurs="many")")), SizeIs(1));
}

TEST_F(Validate, TellsTheLine) {
  const auto findings = XsdValidator(xsd(little_xsd))(value("\n<other/>")).value();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].line, 2);
  EXPECT_THAT(findings[0].message, HasSubstr("not expected"));
  EXPECT_EQ(findings[0].position, "/value/other");
}

TEST_F(Validate, TellsWhichOfManyAndWhyOnce) {
  const auto path = xsd(R"(<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="colour"><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType>
  <xs:element name="ids"><xs:complexType><xs:sequence><xs:element name="specifications"><xs:complexType><xs:sequence>
    <xs:element name="specification" type="colour" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>)");
  const auto findings = XsdValidator(path)(
                            "<ids><specifications><specification>red</specification>\n"
                            "<!-- two --><specification>green</specification>\n"
                            "<specification>blue</specification></specifications></ids>")
                            .value();
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_EQ(findings[0].position, "/ids/specifications/specification[2]");
  EXPECT_THAT(findings[0].message, HasSubstr("'green' is not an element of the set {'red'}"));
  EXPECT_EQ(findings[1].position, "/ids/specifications/specification[3]");
  EXPECT_EQ(findings[1].line, 3);
}

// Nobody reads more than a thousand of them.
TEST_F(Validate, OnlySoManyFindingsAreTold) {
  const auto path = xsd(R"(<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType>
    <xs:sequence><xs:element name="b" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>)");
  std::string many;
  for (int i = 0; i < 1500; ++i) many += "<b>x</b>";
  EXPECT_THAT(XsdValidator(path)("<a>" + many + "</a>").value(), SizeIs(1000));
}

TEST_F(Validate, WhatIsNoXmlIsAFinding) {
  XsdValidator validate(xsd(little_xsd));
  for (const std::string text :
       {"", "GIF89a", "<value", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>"}) {
    EXPECT_FALSE(validate(text).value().empty()) << text;
  }
}

TEST_F(Validate, AnAbsentOrBrokenXsdIsAnError) {
  EXPECT_EQ(XsdValidator("/nowhere/ids.xsd")("<a/>").error().code, base::Code::unavailable);
  EXPECT_EQ(
      XsdValidator(xsd("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element/></xs:schema>"))("<a/>")
          .error()
          .code,
      base::Code::unavailable);
  EXPECT_EQ(XsdValidator(xsd("no XML"))("<a/>").error().code, base::Code::unavailable);
}

TEST_F(Validate, AChangedXsdIsReadAgain) {
  const std::string other =
      R"(<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>)";
  XsdValidator validate(xsd(little_xsd));
  EXPECT_THAT(validate("<a/>").value(), SizeIs(1));
  xsd(other);
  EXPECT_THAT(validate("<a/>").value(), IsEmpty());
}

TEST_F(Validate, ManyThreadsAtOnce) {
  XsdValidator validate(xsd(little_xsd));
  const std::string xml = value(
      "<other/>", R"(xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:other other.xsd")");
  std::vector<std::thread> threads;
  std::array<std::size_t, 4> found{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 20; ++round) found[i] += validate(xml).value().size();
    });
  }
  for (auto& each : threads) each.join();
  EXPECT_THAT(found, ::testing::Each(20U));
}

// Each has a compiled XSD of its own, and the library keeps nothing of either.
TEST_F(Validate, TwoValidatorsDoNotDisturbEachOther) {
  XsdValidator first(xsd(little_xsd));
  EXPECT_THAT(first(value("")).value(), IsEmpty());
  {
    XsdValidator second(path_.string());
    EXPECT_THAT(second(value("<other/>")).value(), SizeIs(1));
  }
  EXPECT_THAT(first(value("<other/>")).value(), SizeIs(1));
}

// The library is opened by the first who needs it; here in a process of its own that may open no file.
TEST(ValidateDeathTest, WithoutLibxml2DocumentsAreNotValidatedAndToldSo) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto message = [] {
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    rlimit none = files;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &none);
    const auto findings = XsdValidator("/nowhere/ids.xsd")("<a/>");
    setrlimit(RLIMIT_NOFILE, &files);
    return findings.ok() ? "validated" : findings.error().message;
  };
  EXPECT_EXIT((std::fputs(message().c_str(), stderr), std::exit(0)), ::testing::ExitedWithCode(0),
              "documents cannot be validated against the XSD: libxml2 is not installed");
}

TEST(ValidateIds, WhatWeWriteIsValid) {
  const auto xsd = ids_xsd();
  if (!xsd) GTEST_SKIP() << "IDS_XSD_CACHE_DIR does not lead to ids.xsd";
  XsdValidator validate(*xsd);
  const auto document = formats::ids::read(document_of(
      R"(<requirements><material/><entity><name><simpleValue>IFCWALL</simpleValue></name></entity></requirements>
    <applicability maxOccurs="unbounded"><material/><entity><name><xs:restriction base="xs:string"><xs:pattern value="IFC.*"/></xs:restriction></name></entity></applicability>)"));
  EXPECT_THAT(validate(formats::ids::write(document->document)).value(), IsEmpty());
  EXPECT_THAT(validate(document_of("<requirements/>")).value(), SizeIs(1));
}

}  // namespace
}  // namespace ids::runtime
