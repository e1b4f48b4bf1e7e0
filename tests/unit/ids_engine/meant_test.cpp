// SPDX-License-Identifier: Apache-2.0
// What was probably meant: sets that were not named, classes that have subtypes, predefined types that do not exist.
#include "domains/ids/engine/edit/meant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/edit/facet_rules.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "small_models.h"

namespace ids::engine {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
namespace doc = formats::ids;
using small_models::enumeration;
using small_models::pattern;

doc::Specification about(doc::IdsValue entity, std::vector<std::string> versions = {"IFC4"}) {
  doc::Specification out;
  out.name = "S";
  out.min_occurs = "0";
  out.max_occurs = "unbounded";
  out.ifc_versions = std::move(versions);
  out.applicability.emplace_back(doc::EntityFacet{.name = std::move(entity)});
  return out;
}

struct Chosen {
  doc::IdsValue set;
  std::vector<std::string> notes;
};
Chosen chosen(const doc::Specification& specification, doc::IdsValue property, doc::IdsValue set = {}) {
  doc::Facet facet = doc::PropertyFacet{.property_set = std::move(set), .base_name = std::move(property)};
  Chosen out;
  choose_standard_sets(facet, specification, out.notes);
  out.set = std::get<doc::PropertyFacet>(facet).property_set;
  return out;
}

// Names that the audit would refuse for one of the versions help nobody.
TEST(StandardSets, NoneIsTakenWhereAVersionHasNone) {
  for (const auto* const property : {"NetVolume", "Colour"}) {
    const auto slab = chosen(about("IFCSLAB", {"IFC2X3", "IFC4"}), property);
    EXPECT_EQ(slab.set, doc::IdsValue()) << property;
    EXPECT_THAT(slab.notes, ElementsAre(AllOf(HasSubstr(property), HasSubstr("but not for IFC")))) << property;
  }
  EXPECT_EQ(chosen(about("IFCSLAB"), "NetVolume").set, doc::IdsValue("Qto_SlabBaseQuantities"));
}

TEST(StandardSets, OneIsTakenByItsName) {
  const auto wall = chosen(about("IFCWALL"), "FireRating");
  EXPECT_EQ(wall.set, doc::IdsValue("Pset_WallCommon"));
  EXPECT_THAT(wall.notes, ElementsAre(AllOf(HasSubstr("Pset_WallCommon"), HasSubstr("FireRating"))));
  EXPECT_EQ(chosen(about("IfcWallStandardCase"), "FireRating").set, doc::IdsValue("Pset_WallCommon"));
  EXPECT_EQ(chosen(about("IFCWALLTYPE"), "FireRating").set, doc::IdsValue("Pset_WallCommon"));
}

TEST(StandardSets, SeveralAreAnEnumeration) {
  const auto both = chosen(about(enumeration({"IFCWALL", "IFCDOOR"})), "FireRating");
  EXPECT_EQ(both.set, enumeration({"Pset_WallCommon", "Pset_DoorCommon"}));
  EXPECT_THAT(both.notes, ElementsAre(AllOf(HasSubstr("Pset_WallCommon, Pset_DoorCommon"), HasSubstr("one of"))));
  EXPECT_EQ(chosen(about("IFCWALL", {"IFC4", "IFC4X3_ADD2"}), "FireRating").set, doc::IdsValue("Pset_WallCommon"));
  EXPECT_EQ(chosen(about("IFCWALL", {"IFC2X3"}), "FireRating").set,
            enumeration({"Pset_ConcreteElementGeneral", "Pset_WallCommon"}));
}

TEST(StandardSets, WhereNoneIsKnownOrOneIsGivenNothingChanges) {
  EXPECT_EQ(chosen(about("IFCWALL"), "Colour").set, doc::IdsValue());
  EXPECT_EQ(chosen(about(pattern({"IFCWALL.*"})), "FireRating").set, doc::IdsValue());
  EXPECT_EQ(chosen(about("IFCWALL"), pattern({"Fire.*"})).set, doc::IdsValue());
  EXPECT_EQ(chosen(doc::Specification{.name = "S", .ifc_versions = {"IFC4"}}, "FireRating").set, doc::IdsValue());
  EXPECT_EQ(chosen(about("IFCWALL"), "FireRating", "Mine").set, doc::IdsValue("Mine"));
  EXPECT_THAT(chosen(about("IFCWALL"), "FireRating", "Mine").notes, IsEmpty());
}

TEST(StandardSets, AreTakenForWholeSpecificationsToo) {
  auto specification = about("IFCDOOR");
  specification.requirements.emplace_back(doc::PropertyFacet{.base_name = "FireExit", .data_type = "IFCBOOLEAN"});
  std::vector<std::string> notes;
  ASSERT_THAT(prepare(specification, notes), IsEmpty());
  EXPECT_EQ(std::get<doc::PropertyFacet>(specification.requirements[0]).property_set, doc::IdsValue("Pset_DoorCommon"));
}

// ---- any set

std::vector<AuditFinding> audited(doc::PropertyFacet facet) {
  doc::Document document;
  document.specifications.push_back(about("IFCWALL"));
  document.specifications[0].requirements.emplace_back(std::move(facet));
  document.specifications[0].has_requirements = true;
  return audit(document);
}

TEST(AnySet, IsWarnedOfWhereThePropertyMustBeThere) {
  const doc::PropertyFacet any{.property_set = pattern({".+"}), .base_name = "Colour", .cardinality = "required"};
  const auto findings = audited(any);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(findings[0].warning);
  EXPECT_THAT(findings[0].message, AllOf(HasSubstr("every property set"), HasSubstr("Colour")));
  EXPECT_THAT(findings[0].hint, HasSubstr("Name the set"));
  for (const char* const each : {".*", "(.)*", "[^\\n]+"}) {
    EXPECT_THAT(audited({.property_set = pattern({each}), .base_name = "Colour"}), SizeIs(1)) << each;
  }
}

TEST(AnySet, IsFineWhereItMayNotBeThereOrTheSetIsNarrower) {
  EXPECT_THAT(audited({.property_set = pattern({".+"}), .base_name = "Asbestos", .cardinality = "prohibited"}),
              IsEmpty());
  EXPECT_THAT(audited({.property_set = pattern({"My_.*"}), .base_name = "Colour"}), IsEmpty());
  EXPECT_THAT(audited({.property_set = "Mine", .base_name = "Colour"}), IsEmpty());
}

TEST(AnySet, StandsInTheReport) {
  const auto model = small_models::ifc4("#1=IFCWALL('0000000000000000000001',$,$,$,$,$,$,$,$);");
  doc::Document document;
  document.specifications.push_back(about("IFCWALL"));
  document.specifications[0].requirements.emplace_back(
      doc::PropertyFacet{.property_set = pattern({".+"}), .base_name = "Colour", .cardinality = "required"});
  const auto result = check(document, model);
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result->warnings, Contains(HasSubstr("every property set")));
}

// ---- entities

std::vector<std::string> notes_on(doc::EntityFacet facet, std::vector<std::string> versions = {"IFC4"}) {
  doc::Specification specification;
  specification.name = "S";
  specification.ifc_versions = std::move(versions);
  specification.applicability.emplace_back(std::move(facet));
  std::vector<std::string> notes;
  EXPECT_TRUE(admit(specification, Location::applicability, 0, notes).ok());
  return notes;
}

TEST(EntityNotes, SubtypesThatAreNotCoveredAreOffered) {
  EXPECT_THAT(notes_on({.name = "IFCWALL"}),
              ElementsAre(AllOf(HasSubstr("IFCWALL does not cover"), HasSubstr("IFCWALLSTANDARDCASE"),
                                HasSubstr("add_enumeration_restriction"),
                                HasSubstr(R"(["IFCWALL","IFCWALLELEMENTEDCASE","IFCWALLSTANDARDCASE"])"))));
  EXPECT_THAT(notes_on({.name = "IFCWALL"}, {"IFC2X3"}), ElementsAre(HasSubstr("IFCWALLSTANDARDCASE")));
  EXPECT_THAT(notes_on({.name = enumeration({"IFCWALL", "IFCWALLSTANDARDCASE"})}),
              ElementsAre(AllOf(HasSubstr("IFCWALLELEMENTEDCASE"))));
  EXPECT_THAT(notes_on({.name = enumeration({"IFCWALL", "IFCWALLSTANDARDCASE"})}, {"IFC2X3"}), IsEmpty());
  EXPECT_THAT(notes_on({.name = "IFCSPACE"}), IsEmpty());
  EXPECT_THAT(notes_on({.name = pattern({"IFCWALL.*"})}), IsEmpty());
}

TEST(EntityNotes, APredefinedTypeThatDoesNotExistHasItsHint) {
  EXPECT_THAT(notes_on({.name = "IFCSLAB", .predefined_type = "GROUND"}, {"IFC4X3_ADD2"}),
              Contains(AllOf(HasSubstr("`GROUND`"), HasSubstr("user-defined"), HasSubstr("FLOOR"))));
  EXPECT_THAT(notes_on({.name = "IFCWALL", .predefined_type = "SOLID"}),
              Contains(AllOf(HasSubstr("`SOLID`"), HasSubstr("Did you mean SOLIDWALL?"))));
  EXPECT_THAT(notes_on({.name = "IFCWALL", .predefined_type = "SOLIDWALL"}), Each(Not(HasSubstr("user-defined"))));
  EXPECT_THAT(notes_on({.name = "IFCWALL", .predefined_type = "MOVABLE"}, {"IFC2X3", "IFC4"}),
              Each(Not(HasSubstr("user-defined"))));
}

// ---- all errors of a batch

TEST(Prepare, FindsEveryFacetThatCannotBeWithItsPlace) {
  auto specification = about("IFCWALLL");
  specification.requirements.emplace_back(doc::AttributeFacet{.name = "Name"});
  specification.requirements.emplace_back(doc::AttributeFacet{.name = "Nane"});
  specification.requirements.emplace_back(
      doc::PropertyFacet{.property_set = "Mine", .base_name = "X", .cardinality = "sometimes"});
  std::vector<std::string> notes;
  const auto errors = prepare(specification, notes);
  ASSERT_THAT(errors, SizeIs(3));
  EXPECT_EQ(errors[0].path, "applicability[0]");
  EXPECT_EQ(errors[1].path, "requirements[1]");
  EXPECT_EQ(errors[2].path, "requirements[2].cardinality");
}

}  // namespace
}  // namespace ids::engine
