// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ids::tools {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// validate_ids on a machine without the XSD.
class WithoutXsd : public ::testing::Test {
 protected:
  static doc::Document document() {
    doc::Document out;
    out.info.title = "T";
    out.info.date = "2026-12-31";
    doc::Specification specification;
    specification.name = "S";
    specification.ifc_versions = {"IFC4"};
    specification.max_occurs = "unbounded";
    specification.applicability.push_back(doc::EntityFacet{"IFCWALL", {}, {}, {}});
    out.specifications.push_back(std::move(specification));
    return out;
  }

  runtime::XsdValidator nowhere_{"/nowhere/ids.xsd"};
};

TEST_F(WithoutXsd, ItIsSaidThatTheXsdWasNotUsed) {
  const auto found = validate(document(), nowhere_);
  EXPECT_TRUE(found.valid);
  EXPECT_THAT(found.errors, IsEmpty());
  EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("not validated against the XSD")));
}

TEST_F(WithoutXsd, WhatOnlyTheXsdWouldFindIsFound) {
  auto broken = document();
  broken.info.date = "tomorrow";
  broken.specifications[0].extra.attributes.emplace_back("colour", "red");
  const auto found = validate(broken, nowhere_);
  EXPECT_FALSE(found.valid);
  EXPECT_THAT(found.errors, Contains(HasSubstr("date")));
  EXPECT_THAT(found.errors, Contains(HasSubstr("colour")));
  ASSERT_FALSE(found.details.empty());
  EXPECT_EQ(found.details[0].code, 306);
  EXPECT_EQ(found.details[0].level, "structure");
  EXPECT_EQ(found.details[0].position, "/ids/info/date");
}

}  // namespace
}  // namespace ids::tools
