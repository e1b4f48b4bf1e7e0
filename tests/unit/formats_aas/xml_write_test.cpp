// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/xml_write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/aas/xml_read.h"
#include "unit/formats_aas/sample_documents.h"

namespace formats::aas {
namespace {

using base::Json;
using ::testing::HasSubstr;

const Metamodel& model() { return metamodel(Version::v3_0); }
std::string written(const std::string& json, std::string_view type = "Environment") {
  const auto xml = write_xml(base::parse_json(json).value(), model().get_class(type), model());
  return xml.ok() ? *xml : xml.error().message + " | " + xml.error().path;
}

TEST(WriteXml, IsReadAsTheSameForm) {
  const auto form = read_xml(sample::pretty)->form;
  const auto xml = write_xml(form, model().get_class("Environment"), model());
  ASSERT_TRUE(xml.ok()) << xml.error().message;
  const auto again = read_xml(*xml);
  EXPECT_EQ(again->form, form);
  EXPECT_TRUE(again->problems.empty());
}

TEST(WriteXml, IsPrettyAndInTheOrderOfTheSchema) {
  EXPECT_EQ(written(R"({"submodels":[{"modelType":"Submodel","id":"urn:a<b","idShort":"A","kind":"Template"}]})"),
            R"(<?xml version="1.0" encoding="utf-8"?>
<environment xmlns="https://admin-shell.io/aas/3/0">
  <submodels>
    <submodel>
      <idShort>A</idShort>
      <id>urn:a&lt;b</id>
      <kind>Template</kind>
    </submodel>
  </submodels>
</environment>
)");
  EXPECT_EQ(written("{}"),
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<environment xmlns=\"https://admin-shell.io/aas/3/0\"/>\n");
  EXPECT_THAT(written(R"({"modelType":"Submodel","id":"a"})", "Submodel"), HasSubstr("<submodel xmlns="));
}

TEST(WriteXml, WhatHasNoPlaceIsRefused) {
  EXPECT_THAT(written(R"({"other":1})"), HasSubstr("no property \"other\""));
  EXPECT_THAT(written(R"({"submodels":{}})"),
              HasSubstr("a list is wanted, this is object; XML has no place for that | /submodels"));
  EXPECT_THAT(written(R"({"submodels":[null]})"), HasSubstr("| /submodels/0"));
  EXPECT_THAT(written(R"({"submodels":[{"modelType":"Submodel","id":1}]})"), HasSubstr("| /submodels/0/id"));
  EXPECT_THAT(written(R"({"submodels":[{"id":"a"}]})"), HasSubstr("the modelType of Submodel"));
  EXPECT_THAT(written(R"({"submodels":[{"modelType":"Submodel","id":"\u0001"}]})"), HasSubstr("XML forbids"));
  EXPECT_THAT(written(R"({"submodels":[{"modelType":"Submodel","id":"a","submodelElements":[{"modelType":"Key"}]}]})"),
              HasSubstr("\"Key\" is none of SubmodelElement"));
}

}  // namespace
}  // namespace formats::aas
