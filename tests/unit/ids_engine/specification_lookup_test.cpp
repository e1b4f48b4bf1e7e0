// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/specification_lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ids::engine {
namespace {

using ::testing::HasSubstr;

const std::vector<SpecificationName> list{{"F", "Fire"}, {"", "Doors"}, {"S-1", "Twice"}, {"", "Twice"}, {"", "#1"}};

TEST(SpecificationLookup, FindsByIdentifierNameAndPlace) {
  struct Case {
    std::string wanted;
    std::size_t position;
  };
  for (const auto& [wanted, position] :
       {Case{"F", 0}, Case{"Fire", 0}, Case{"Doors", 1}, Case{"S-1", 2}, Case{"#2", 1}, Case{"#4", 3}}) {
    const auto found = find_specification(list, wanted);
    ASSERT_TRUE(found.ok()) << wanted;
    EXPECT_EQ(*found, position) << wanted;
  }
}

TEST(SpecificationLookup, AnIdentifierComesBeforeANameAndANameBeforeAPlace) {
  EXPECT_EQ(*find_specification(list, "#1"), 4U);
  const std::vector<SpecificationName> crossed{{"", "B"}, {"B", "A"}};
  EXPECT_EQ(*find_specification(crossed, "B"), 1U);
}

TEST(SpecificationLookup, ADocumentIsSearchedTheSameWay) {
  formats::ids::Document document;
  document.specifications.resize(2);
  document.specifications[0].identifier = "F";
  document.specifications[1].name = "Doors";
  for (const std::string wanted : {"Doors", "#2"}) EXPECT_EQ(*find_specification(document, wanted), 1U) << wanted;
  EXPECT_EQ(spec_id(document.specifications[0]), "F");
  EXPECT_EQ(spec_id(document.specifications[1]), "Doors");
}

TEST(SpecificationLookup, SeveralByOneNameAreToldApart) {
  const auto found = find_specification(list, "Twice");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, base::Code::constraint);
  EXPECT_EQ(found.error().hint, "Use one of S-1, #4.");
}

TEST(SpecificationLookup, WhatIsNotThereIsRefusedWithTheNearest) {
  for (const std::string wanted : {"Dors", "", "#", "#0", "#6", "#1x", "#99999999999999999999"}) {
    const auto found = find_specification(list, wanted);
    ASSERT_FALSE(found.ok()) << wanted;
    EXPECT_EQ(found.error().code, base::Code::not_found) << wanted;
    EXPECT_EQ(found.error().message, "Specification not found: " + wanted);
  }
  EXPECT_EQ(find_specification(list, "Dors").error().hint, "Did you mean `Doors`?");
  EXPECT_THAT(find_specification(list, "nothing like it").error().hint, HasSubstr("There are: F, Doors"));
  EXPECT_THAT(find_specification(std::vector<SpecificationName>{}, "F").error().hint, HasSubstr("add_specification"));
}

// Elements that a caller may not see keep their place and nothing else.
TEST(SpecificationLookup, WithoutANameItHasOnlyItsPlace) {
  const std::vector<SpecificationName> hidden{{"", ""}, {"B", ""}};
  EXPECT_EQ(*find_specification(hidden, "#1"), 0U);
  EXPECT_FALSE(find_specification(hidden, "").ok());
  EXPECT_EQ(find_specification(hidden, "something else").error().hint, "There are: B.");
}

}  // namespace
}  // namespace ids::engine
