// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/document/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/opc/package.h"
#include "unit/aas_engine/document.h"
#include "unit/formats_opc/sample_package.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)
using testing::ElementsAre;
using testing::HasSubstr;

const std::string xml =
    "\xEF\xBB\xBF<environment xmlns=\"https://admin-shell.io/aas/3/1\">\r\n  <submodels>\r\n    <submodel>\r\n"
    "      <!-- kept --><idShort>Nameplate</idShort>\r\n      <id>urn:nameplate</id>\r\n      <submodelElements>\r\n"
    "        <property><idShort>Serial</idShort><valueType>xs:string</valueType><value>A1</value></property>\r\n"
    "      </submodelElements>\r\n    </submodel>\r\n  </submodels>\r\n</environment>";

Json with_serial(Json environment, const char* serial) {
  environment["submodels"].as_array()[0]["submodelElements"].as_array()[0].set("value", serial);
  return environment;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  return text.replace(text.find(what), what.size(), with);
}

TEST(AasDocument, XmlKeepsAllButWhatChanged) {
  const auto document = opened(xml);
  ASSERT_TRUE(document.ok()) << document.error().message;
  EXPECT_EQ(document->packing, Packing::xml);
  EXPECT_EQ(document->metamodel, "3.1");
  EXPECT_EQ(*saved(xml, document->environment), xml);
  EXPECT_EQ(*saved(xml, with_serial(document->environment, "B2")), replaced(xml, ">A1<", ">B2<"));
}

TEST(AasDocument, JsonIsOfMetamodel30UnlessToldOtherwise) {
  const std::string json = "\xEF\xBB\xBF" + nameplate().pretty();
  const auto document = opened(json);
  ASSERT_TRUE(document.ok()) << document.error().message;
  EXPECT_EQ(document->packing, Packing::json);
  EXPECT_EQ(document->metamodel, "3.0");
  EXPECT_EQ(opened(json, formats::aas::Version::v3_1)->metamodel, "3.1");
  EXPECT_EQ(*saved(json, document->environment), json);
  EXPECT_EQ(*saved(json, with_serial(document->environment, "B2")), replaced(json, "\"A1\"", "\"B2\""));
}

TEST(AasDocument, WhatIsAloneInItsFileStaysAlone) {
  const std::string json = nameplate().at("submodels").as_array()[0].pretty();
  const auto document = opened(json);
  ASSERT_TRUE(document.ok()) << document.error().message;
  EXPECT_EQ(document->root, "Submodel");
  EXPECT_EQ(document->environment.at("submodels").size(), 1U);
  EXPECT_EQ(*saved(json, with_serial(document->environment, "B2")), replaced(json, "\"A1\"", "\"B2\""));
  const auto more = saved(json, nameplate());
  ASSERT_FALSE(more.ok());
  EXPECT_THAT(more.error().message, HasSubstr("no place for more"));
}

TEST(AasDocument, OfAPackageOnlyTheFileThatChangedIsAnother) {
  const std::string package = sample::packed(sample::with(sample::members(), "aasx/xml/content.xml", xml));
  const auto document = opened(package);
  ASSERT_TRUE(document.ok()) << document.error().message;
  EXPECT_EQ(document->packing, Packing::aasx);
  EXPECT_THAT(document->files, ElementsAre("/aasx/xml/content.xml"));
  EXPECT_EQ(*saved(package, document->environment), package);
  const auto now = formats::opc::Package::open(*saved(package, with_serial(document->environment, "B2")));
  const auto before = formats::opc::Package::open(package);
  for (const auto& part : before->parts()) {
    const bool changed = part.name == "/aasx/xml/content.xml";
    EXPECT_EQ(*now->read(part.name), changed ? replaced(xml, ">A1<", ">B2<") : *before->read(part.name)) << part.name;
  }
}

TEST(AasDocument, EachSubmodelStaysInItsFileOfThePackage) {
  const std::string second = R"({"submodels": [{"modelType": "Submodel", "id": "urn:second"}]})";
  auto members = sample::with(sample::members(), "aasx/xml/content.xml", xml);
  members = sample::with(members, "aasx/second.json", second);
  members = sample::with(
      members, "aasx/_rels/aasx-origin.rels",
      sample::relationships(sample::relationship("R1", sample::link + "aas-spec", "/aasx/xml/content.xml") +
                            sample::relationship("R2", sample::link + "aas-spec", "/aasx/second.json")));
  const std::string package = sample::packed(members);
  const auto document = opened(package);
  ASSERT_TRUE(document.ok()) << document.error().message;
  EXPECT_EQ(document->environment.at("submodels").size(), 2U);
  EXPECT_THAT(document->warnings, testing::Contains(HasSubstr("metamodel 3.0"))) << "JSON does not say";
  EXPECT_EQ(*saved(package, document->environment), package);
  Json more = document->environment;
  more["submodels"].as_array()[1].set("idShort", "Second");
  more["submodels"].push_back(parsed(R"({"modelType": "Submodel", "id": "urn:third"})"));
  const auto now = formats::opc::Package::open(*saved(package, more));
  EXPECT_THAT(*now->read("/aasx/xml/content.xml"), HasSubstr("urn:third")) << "what is new goes to the first";
  EXPECT_THAT(*now->read("/aasx/second.json"), HasSubstr("\"idShort\""));
}

TEST(AasDocument, SaysWhatItCannotRead) {
  for (const char* bad : {"", "hello", "[]", "{\"a\":", "<a/>", "PK\x03\x04",
                          "<environment xmlns=\"http://www.admin-shell.io/aas/2/0\"/>"}) {
    const auto document = opened(bad);
    ASSERT_FALSE(document.ok()) << bad;
    EXPECT_FALSE(document.error().message.empty());
  }
}

}  // namespace
}  // namespace aas::engine
