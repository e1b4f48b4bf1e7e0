// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/templates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/value/value.h"

// Ready-made specifications: every one must be something that we would not complain about ourselves.
namespace ids::engine {
namespace {

using formats::ids::Document;
using testing::HasSubstr;

TEST(Templates, TheListIsWhatPeopleBeginWith) {
  std::set<std::string_view> names;
  for (const auto& one : templates()) names.insert(one.name);
  EXPECT_EQ(names, (std::set<std::string_view>{"asset-handover", "doors-and-windows", "energy-basics", "fire-safety",
                                               "georeferencing-and-project", "loin-basics", "mep-equipment",
                                               "spaces-and-rooms", "structure", "walls-and-slabs"}));
}

TEST(Templates, AnUnknownNameIsAnswered) {
  const auto document = from_template("fire-saftey");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, base::Code::unknown_name);
  EXPECT_THAT(document.error().hint, HasSubstr("Did you mean fire-safety?"));
  EXPECT_THAT(document.error().hint, HasSubstr("loin-basics"));
}

// EN 13501-2: what bears, what bears and separates, with or without mechanical impact.
TEST(Templates, FireClassesAsTheStandardWritesThem) {
  const auto document = from_template("fire-safety").value();
  const auto& facet = std::get<formats::ids::PropertyFacet>(document.specifications[0].requirements[0]);
  const auto matcher = Matcher::make(facet.value.value()).value();
  for (const auto* const good : {"R 60", "RE 30", "RE30", "REI 90", "REI-M 90", "REI-M90", "REI 90-M", "REI90",
                                 "EI-M 60", "EI2 30-C", "EW 30", "REW 30", "REIM 120", "F90-A", "60"}) {
    EXPECT_EQ(matcher.matches_text(good), good != std::string("F90-A")) << good;
  }
  for (const auto* const bad : {"", "REI", "RI 60", "M 60", "-M 60", "REI-X 60", "REI 61", "rei 60", "REI 600"})
    EXPECT_FALSE(matcher.matches_text(bad)) << bad;
}

class EveryTemplate : public testing::TestWithParam<Template> {
 protected:
  void SetUp() override {
    auto read = from_template(GetParam().name);
    ASSERT_TRUE(read) << read.error().message;
    document = *std::move(read);
  }
  Document document;
};

TEST_P(EveryTemplate, SaysWhatItIs) {
  EXPECT_EQ(document.info.title, GetParam().title);
  EXPECT_TRUE(GetParam().doc.ends_with('.'));
  EXPECT_TRUE(document.info.description.has_value());
  EXPECT_TRUE(document.info.purpose.has_value());
  EXPECT_TRUE(document.before.empty()) << "the licence of the file is not the document's";
}

TEST_P(EveryTemplate, HasSpecificationsThatExplainThemselves) {
  EXPECT_GE(document.specifications.size(), 4U);
  EXPECT_LE(document.specifications.size(), 12U);
  std::set<std::string> identifiers, names;
  for (const auto& one : document.specifications) {
    EXPECT_TRUE(identifiers.insert(one.identifier).second) << one.identifier;
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_TRUE(one.description.ends_with('.')) << one.identifier;
    EXPECT_TRUE(one.instructions.ends_with('.')) << one.identifier;
    EXPECT_TRUE(one.cardinality().has_value()) << one.identifier;
    EXPECT_THAT(one.ifc_versions, testing::IsSupersetOf({"IFC4", "IFC4X3_ADD2"})) << one.identifier;
  }
}

TEST_P(EveryTemplate, HasNothingToAudit) {
  for (const auto& finding : audit(document))
    ADD_FAILURE() << finding.code << " " << finding.position << ": " << finding.message << " " << finding.hint;
}

TEST_P(EveryTemplate, IsWrittenAsItWasRead) {
  const auto again = formats::ids::read(formats::ids::write(document));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->problems.empty());
  EXPECT_EQ(again->document.specifications, document.specifications);
  EXPECT_EQ(again->document.info, document.info);
}

INSTANTIATE_TEST_SUITE_P(Templates, EveryTemplate, testing::ValuesIn(templates().begin(), templates().end()),
                         [](const auto& one) {
                           std::string name(one.param.name);
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace ids::engine
