// SPDX-License-Identifier: Apache-2.0
// The rules by which documents are written: places of facets, versions, occurrences, restrictions, texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "domains/ids/engine/document/facet_place.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/engine/edit/facet_rules.h"
#include "domains/ids/engine/edit/restriction.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "formats/ifc/version.h"

namespace ids::engine {
namespace {

using base::Code;
using base::Json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace doc = formats::ids;

doc::PropertyFacet property(const std::string& name) {
  doc::PropertyFacet facet;
  facet.property_set = "Pset_WallCommon";
  facet.base_name = name;
  facet.data_type = "IFCLABEL";
  return facet;
}

// Walls, asked for a FireRating and a Name.
doc::Specification walls() {
  doc::Specification out;
  out.name = "Walls";
  out.ifc_versions = {"IFC4"};
  out.applicability.emplace_back(doc::EntityFacet{"IFCWALL", {}, {}, {}});
  out.requirements.emplace_back(property("FireRating"));
  out.requirements.emplace_back(doc::AttributeFacet{"Name", {}, {}, {}, {}});
  return out;
}

TEST(FacetPlace, IsFoundByItsIdOrByLocationAndIndex) {
  const auto specification = walls();
  EXPECT_EQ(find_facet(specification, "requirements[1]", std::nullopt, std::nullopt)->id(), "requirements[1]");
  EXPECT_EQ(find_facet(specification, "applicability[0]", Location::applicability, 0)->id(), "applicability[0]");
  EXPECT_EQ(find_facet(specification, std::nullopt, Location::applicability, 0)->id(), "applicability[0]");
  EXPECT_EQ(find_facet(specification, std::nullopt, std::nullopt, 1)->id(), "requirements[1]");
  EXPECT_EQ(find_facet(specification, std::nullopt, std::nullopt, 1)->spec_id, "Walls");
}

TEST(FacetPlace, WhatNamesNoneIsRefused) {
  const auto specification = walls();
  const auto code = [&](std::optional<std::string> id, std::optional<Location> location,
                        std::optional<std::int64_t> index) {
    const auto found = find_facet(specification, id, location, index);
    return found.ok() ? Code::internal : found.error().code;
  };
  for (const char* id : {"", "requirements", "requirements[]", "requirements[x]", "requirements[1", "requirements[1]]",
                         "wishes[0]", "requirements[-1]"}) {
    EXPECT_EQ(code(id, std::nullopt, std::nullopt), Code::out_of_range) << id;
  }
  EXPECT_EQ(code("requirements[2]", std::nullopt, std::nullopt), Code::not_found);
  EXPECT_EQ(code("requirements[1]", Location::applicability, std::nullopt), Code::constraint);
  EXPECT_EQ(code("requirements[1]", std::nullopt, 0), Code::constraint);
  EXPECT_EQ(code(std::nullopt, Location::requirements, std::nullopt), Code::missing);
}

TEST(Versions, EveryOneIsTakenByEitherNameInAnyCase) {
  for (const auto& fact : formats::ifc::version_facts) {
    const std::string ids(fact.ids);
    EXPECT_THAT(ifc_versions({std::string(fact.release), " " + ids + " "}).value(), ElementsAre(ids));
  }
  EXPECT_THAT(ifc_versions({"ifc4x3", "Ifc2x3"}).value(), ElementsAre("IFC4X3_ADD2", "IFC2X3"));
  EXPECT_EQ(ifc_versions({"IFC5"}).error().message, "Invalid IFC version: IFC5. Valid versions: IFC2X3, IFC4, IFC4X3");
  EXPECT_EQ(ifc_versions({}).error().code, Code::missing);
}

TEST(Occurrences, AreTheThreePairsOfIds) {
  doc::Specification specification;
  ASSERT_TRUE(set_occurs(specification, Json(), Json()).ok());
  EXPECT_EQ(specification.cardinality(), doc::Cardinality::optional);
  ASSERT_TRUE(set_occurs(specification, Json(1), Json("Unbounded")).ok());
  EXPECT_EQ(specification.cardinality(), doc::Cardinality::required);
  ASSERT_TRUE(set_occurs(specification, Json("0"), Json(0)).ok());
  EXPECT_EQ(specification.cardinality(), doc::Cardinality::prohibited);
  EXPECT_EQ(set_occurs(specification, Json(2), Json()).error().code, Code::out_of_range);
  set_occurs(specification, Occurrence::required);
  EXPECT_EQ(specification.cardinality(), doc::Cardinality::required);
}

RestrictionTarget target(const std::string& parameter) {
  RestrictionTarget out;
  out.parameter_name = parameter;
  out.base_type = "xs:string";
  return out;
}

TEST(Restriction, GoesToTheFacetAddedLastElseToTheLastThatHasTheParameter) {
  auto specification = walls();
  std::vector<std::string> notes;
  const std::vector<doc::XsFacet> values{{"enumeration", "REI60", false, {}}};
  const FacetPlace first{"Walls", Location::requirements, 0};
  EXPECT_EQ(restrict_parameter(specification, target("value"), first, "enumeration", values, notes)->id(),
            "requirements[0]");
  EXPECT_EQ(restrict_parameter(specification, target("value"), std::nullopt, "enumeration", values, notes)->id(),
            "requirements[1]");
  EXPECT_EQ(restrict_parameter(specification, target("predefined_type"), first, "enumeration",
                               {{"enumeration", "SOLIDWALL", false, {}}}, notes)
                ->id(),
            "applicability[0]");
  EXPECT_EQ(restrict_parameter(specification, target("colour"), first, "enumeration", values, notes).error().code,
            Code::not_found);
}

TEST(Restriction, AddsUpAndGivesWay) {
  auto specification = walls();
  std::vector<std::string> notes;
  auto& facet = std::get<doc::PropertyFacet>(specification.requirements[0]);
  facet.value = "old";
  auto where = target("value");
  where.facet_id = "requirements[0]";
  const auto add = [&](const char* kind, const char* text) {
    return restrict_parameter(specification, where, std::nullopt, kind, {{kind, text, false, {}}}, notes).ok();
  };
  ASSERT_TRUE(add("enumeration", "A") && add("enumeration", "B") && add("enumeration", "A"));
  EXPECT_THAT(notes, Contains("The restriction replaces the value 'old'."));
  ASSERT_TRUE(add("minLength", "1") && add("minLength", "2"));
  std::string kept;
  for (const auto& each : std::get<doc::Restriction>(*facet.value).facets) kept += each.name + " " + each.value + "; ";
  EXPECT_EQ(kept, "enumeration A; enumeration B; minLength 2; ");
  EXPECT_FALSE(add("maxLength", "1"));
}

TEST(FacetRules, AnApplicabilityFacetLosesWhatItCannotCarry) {
  doc::Facet facet = property("FireRating");
  std::get<doc::PropertyFacet>(facet).cardinality = "optional";
  std::get<doc::PropertyFacet>(facet).instructions = "Ask the fire brigade.";
  std::vector<std::string> notes;
  ASSERT_TRUE(normalise(facet, Location::applicability, {"IFC4"}, notes).ok());
  EXPECT_TRUE(std::get<doc::PropertyFacet>(facet).cardinality.empty());
  EXPECT_TRUE(std::get<doc::PropertyFacet>(facet).instructions.empty());
  EXPECT_THAT(notes, ElementsAre(HasSubstr("`instructions`"), HasSubstr("`optional`")));
}

TEST(FacetRules, ANameThatDoesNotExistIsRefusedWithItsAuditCode) {
  auto specification = walls();
  std::get<doc::EntityFacet>(specification.applicability[0]).name = "IFCRABBIT";
  std::vector<std::string> notes;
  const auto admitted = admit(specification, Location::applicability, 0, notes);
  ASSERT_FALSE(admitted.ok());
  EXPECT_EQ(admitted.error().code, Code::unknown_name);
  ASSERT_NE(admitted.error().data, nullptr);
  EXPECT_EQ(admitted.error().data->at("audit_code"), base::Json(103));
}

TEST(DocumentRules, TextsAreThoseThatXmlCanHold) {
  for (const char* good : {"", "plain", "tab\tline\nreturn\r", "W\u00e4nde \U0001F3E0"}) {
    EXPECT_TRUE(check_texts(Json::array({Json::object({{"a", good}})})).ok()) << good;
  }
  for (const std::string& bad :
       {std::string("a\x01"), std::string("\0", 1), std::string("\uFFFE"), std::string("x\uFFFF")}) {
    EXPECT_FALSE(check_texts(Json::array({Json::object({{"a", bad}})})).ok());
  }
}

TEST(DocumentRules, AnAuthorThatIsNoAddressIsLeftOutOfExports) {
  doc::Document document;
  document.info.author = "me";
  std::vector<std::string> notes;
  EXPECT_EQ(exportable(document, notes).info.author, std::nullopt);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("'me'")));
  document.info.author = "me@example.com";
  notes.clear();
  EXPECT_EQ(exportable(document, notes).info.author, "me@example.com");
  EXPECT_THAT(notes, IsEmpty());
}

}  // namespace
}  // namespace ids::engine
