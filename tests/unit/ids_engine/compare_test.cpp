// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

// What changed between two documents, told the way their authors think.
namespace ids::engine {
namespace {

using namespace formats::ids;  // NOLINT(google-build-using-namespace): a document is built in every test
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Kind = Difference::Kind;

IdsValue one_of(std::vector<std::string> items) {
  Restriction out{.base = "xs:string"};
  for (auto& item : items) out.facets.push_back({.name = "enumeration", .value = std::move(item)});
  return out;
}
IdsValue at_most(const std::string& limit) {
  return Restriction{.base = "xs:double", .facets = {{.name = "maxInclusive", .value = limit}}};
}
IdsValue pattern(const std::string& text) {
  return Restriction{.base = "xs:string", .facets = {{.name = "pattern", .value = text}}};
}
PropertyFacet fire_rating(std::optional<IdsValue> value = {}) {
  return {
      .property_set = "Pset_WallCommon", .base_name = "FireRating", .value = std::move(value), .data_type = "IFCLABEL"};
}
Specification walls(std::string identifier = "FS-01") {
  Specification out{.name = "Walls are rated", .ifc_versions = {"IFC4"}, .identifier = std::move(identifier)};
  out.min_occurs = "0";
  out.max_occurs = "unbounded";
  out.applicability = {EntityFacet{.name = "IFCWALL"}};
  out.requirements = {fire_rating(one_of({"REI30", "REI60"}))};
  out.has_requirements = true;
  return out;
}
Document with(std::vector<Specification> specifications) {
  Document out;
  out.info.title = "Fire safety";
  out.specifications = std::move(specifications);
  return out;
}

// One specification before and after a change, and the single difference it makes.
Difference only(const Specification& before, const Specification& after) {
  const auto differences = compare(with({before}), with({after}));
  EXPECT_THAT(differences, SizeIs(1));
  return differences.empty() ? Difference{} : differences.front();
}

TEST(Compare, TheSameDocumentHasNoDifferences) {
  EXPECT_THAT(compare(with({walls()}), with({walls()})), IsEmpty());
  EXPECT_EQ(compare_text({}, false), "The two documents ask for the same.\n");
  EXPECT_TRUE(compare_json({}).at("same").as_bool());
}

TEST(Compare, TheDocumentsOwnInformation) {
  auto after = with({walls()});
  after.info.version = "2.0";
  const auto differences = compare(with({walls()}), after);
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].specification, "");
  EXPECT_EQ(differences[0].place, "version");
  EXPECT_EQ(differences[0].before, "");
  EXPECT_EQ(differences[0].after, "2.0");
}

TEST(Compare, AFacetThatIsNewAndOneThatIsGone) {
  auto after = walls();
  after.requirements.emplace_back(AttributeFacet{.name = "Name"});
  const auto added = only(walls(), after);
  EXPECT_EQ(added.kind, Kind::added);
  EXPECT_EQ(added.specification, "FS-01");
  EXPECT_EQ(added.place, "requirements: Name");
  EXPECT_EQ(added.after, "Name (required)");
  EXPECT_TRUE(added.stricter);
  const auto removed = only(after, walls());
  EXPECT_EQ(removed.kind, Kind::removed);
  EXPECT_EQ(removed.before, "Name (required)");
  EXPECT_FALSE(removed.stricter);
}

TEST(Compare, AValueIsToldWithItsPlace) {
  auto after = walls();
  after.requirements = {fire_rating("REI60")};
  const auto change = only(walls(), after);
  EXPECT_EQ(change.kind, Kind::changed);
  EXPECT_EQ(change.place, "requirements: FireRating in Pset_WallCommon, value");
  EXPECT_EQ(change.before, "one of: REI30 | REI60");
  EXPECT_EQ(change.after, "REI60");
  EXPECT_TRUE(change.stricter);
}

TEST(Compare, APropertyThatMovedToAnotherSetIsChangedNotReplaced) {
  auto after = walls();
  std::get<PropertyFacet>(after.requirements[0]).property_set = "Company_Fire";
  const auto change = only(walls(), after);
  EXPECT_EQ(change.place, "requirements: FireRating in Company_Fire, property set");
  EXPECT_EQ(change.before, "Pset_WallCommon");
}

struct FacetChange {
  Facet before, after;
  std::string place, old_words, new_words;
};

TEST(Compare, EveryKindOfFacetIsToldByItsParts) {
  const std::vector<FacetChange> changes{
      {PartOfFacet{.relation = "IFCRELAGGREGATES", .entity = {.name = "IFCSLAB"}},
       PartOfFacet{.relation = "IFCRELNESTS", .entity = {.name = "IFCSLAB"}}, "requirements: part of IFCSLAB, relation",
       "IFCRELAGGREGATES", "IFCRELNESTS"},
      {ClassificationFacet{.value = "EF_25", .system = "Uniclass"},
       ClassificationFacet{.value = "EF_30", .system = "Uniclass"}, "requirements: classification in Uniclass, value",
       "EF_25", "EF_30"},
      {ClassificationFacet{.system = "Uniclass"},
       ClassificationFacet{.system = "Uniclass", .uri = "https://example.org"},
       "requirements: classification in Uniclass, uri", "", "https://example.org"},
      {MaterialFacet{.value = "wood"}, MaterialFacet{.value = "steel"}, "requirements: material, value", "wood",
       "steel"},
      {MaterialFacet{}, MaterialFacet{.value = "steel"}, "requirements: material, value", "any", "steel"},
      {AttributeFacet{.name = "Tag"}, AttributeFacet{.name = "Tag", .value = "T"}, "requirements: Tag, value", "any",
       "T"},
  };
  for (const auto& [before, after, place, old_words, new_words] : changes) {
    auto first = walls(), second = walls();
    first.requirements = {before};
    second.requirements = {after};
    const auto change = only(first, second);
    EXPECT_EQ(change.kind, Kind::changed);
    EXPECT_EQ(change.place, place);
    EXPECT_EQ(change.before, old_words);
    EXPECT_EQ(change.after, new_words);
  }
}

TEST(Compare, OccurrencesThatIdsDoesNotHaveAreToldAsWritten) {
  auto after = walls();
  after.min_occurs = "2";
  EXPECT_EQ(only(walls(), after).after, "2 to unbounded times");
  after.min_occurs.reset();
  after.max_occurs.reset();
  EXPECT_EQ(only(walls(), after).after, "1 to 1 times");
}

TEST(Compare, AnEmptyListOfRequirementsIsThereOrNot) {
  auto before = walls(), after = walls();
  before.requirements.clear();
  before.has_requirements = false;
  after.requirements.clear();
  const auto change = only(before, after);
  EXPECT_EQ(change.place, "requirements");
  EXPECT_EQ(change.before, "absent");
  EXPECT_EQ(change.after, "there, without facets");
}

TEST(Compare, FieldsOfASpecification) {
  auto after = walls();
  after.description = "New";
  EXPECT_EQ(only(walls(), after).place, "description");
  after = walls();
  after.ifc_versions = {"IFC4", "IFC4X3_ADD2"};
  EXPECT_EQ(only(walls(), after).after, "IFC4 IFC4X3_ADD2");
  after = walls();
  after.min_occurs = "1";
  const auto change = only(walls(), after);
  EXPECT_EQ(change.before, "optional");
  EXPECT_EQ(change.after, "required");
  EXPECT_TRUE(change.stricter);
  EXPECT_FALSE(only(after, walls()).stricter);
}

// ---- stricter, where that can be told

struct Step {
  std::optional<IdsValue> before, after;
  bool stricter, stricter_back;
};

TEST(Compare, WhatIsStricterOfValues) {
  const IdsValue range = Restriction{
      .base = "xs:double", .facets = {{.name = "minInclusive", .value = "1"}, {.name = "maxInclusive", .value = "3"}}};
  const IdsValue open = Restriction{.base = "xs:double", .facets = {{.name = "maxExclusive", .value = "3"}}};
  const IdsValue lengths = Restriction{
      .base = "xs:string", .facets = {{.name = "minLength", .value = "2"}, {.name = "maxLength", .value = "9"}}};
  const IdsValue length = Restriction{.base = "xs:string", .facets = {{.name = "length", .value = "5"}}};
  const std::vector<Step> steps{
      {std::nullopt, "REI60", true, false},
      {one_of({"A", "B"}), one_of({"A"}), true, false},
      {one_of({"A", "B"}), "B", true, false},
      {one_of({"A", "B"}), one_of({"B", "C"}), false, false},
      {at_most("3"), at_most("2.5"), true, false},
      {at_most("3"), range, true, false},
      {at_most("3"), open, true, false},
      {lengths, length, true, false},
      {at_most("3"), lengths, false, false},
      {pattern("A.*"), pattern("AB.*"), false, false},
      {at_most("1e999"), at_most("2"), false, false},
  };
  for (const auto& step : steps) {
    auto before = walls(), after = walls();
    before.requirements = {fire_rating(step.before)};
    after.requirements = {fire_rating(step.after)};
    SCOPED_TRACE(only(before, after).before + " -> " + only(before, after).after);
    EXPECT_EQ(only(before, after).stricter, step.stricter);
    EXPECT_EQ(only(after, before).stricter, step.stricter_back);
  }
}

TEST(Compare, WhatAppliesToMoreIsStricter) {
  auto after = walls();
  after.applicability = {EntityFacet{.name = one_of({"IFCSLAB", "IFCWALL"})}};
  EXPECT_TRUE(only(walls(), after).stricter);
  EXPECT_FALSE(only(after, walls()).stricter);
  after = walls();
  after.applicability.emplace_back(MaterialFacet{.value = "concrete"});
  EXPECT_FALSE(only(walls(), after).stricter);
  EXPECT_TRUE(only(after, walls()).stricter);
}

TEST(Compare, ProhibitingMoreIsStricter) {
  auto before = walls(), after = walls();
  auto prohibited = fire_rating("REI30");
  prohibited.cardinality = "prohibited";
  before.requirements = {prohibited};
  prohibited.value.reset();
  after.requirements = {prohibited};
  EXPECT_TRUE(only(before, after).stricter);
  EXPECT_FALSE(only(after, before).stricter);
}

TEST(Compare, RequiringWhatWasOptionalIsStricter) {
  auto before = walls();
  std::get<PropertyFacet>(before.requirements[0]).cardinality = "optional";
  const auto change = only(before, walls());
  EXPECT_EQ(change.place, "requirements: FireRating in Pset_WallCommon, cardinality");
  EXPECT_TRUE(change.stricter);
}

// ---- which specification is which

TEST(Compare, IdentifiersDecideThenNames) {
  auto renamed = walls();
  renamed.name = "Walls carry a fire class";
  EXPECT_EQ(only(walls(), renamed).place, "name");
  EXPECT_EQ(only(walls(), walls("FS-99")).place, "identifier");
}

TEST(Compare, LikenessDecidesWhereBothChanged) {
  auto after = walls("X-7");
  after.name = "All walls of the building are fire rated";
  const auto differences = compare(with({walls()}), with({after}));
  ASSERT_THAT(differences, SizeIs(2));
  EXPECT_EQ(differences[0].place, "name");
  EXPECT_EQ(differences[1].place, "identifier");
}

// Two that could both be it: the likest is, wherever it stands; the other is new.
TEST(Compare, TheLikestOfSeveralIsTheSame) {
  auto near = walls("N-1"), nearer = walls("N-2");
  near.name = "Walls are marked";
  near.requirements.emplace_back(AttributeFacet{.name = "Tag"});
  nearer.name = "Walls are rated now";
  const auto differences = compare(with({walls()}), with({near, nearer}));
  ASSERT_THAT(differences, SizeIs(3));
  EXPECT_EQ(differences[0].kind, Kind::added);
  EXPECT_EQ(differences[0].specification, "N-1");
  EXPECT_EQ(differences[1].kind, Kind::changed);
  EXPECT_EQ(differences[1].specification, "N-2");
  EXPECT_EQ(differences[1].before, "Walls are rated");
}

TEST(Compare, ANewPropertyIsToldWithItsType) {
  auto before = walls();
  before.requirements.clear();
  EXPECT_EQ(only(before, walls()).after, "FireRating in Pset_WallCommon: one of: REI30 | REI60 (IFCLABEL, required)");
}

TEST(Compare, WhatIsUnlikeIsRemovedAndAdded) {
  Specification doors{.name = "Doors have marks", .ifc_versions = {"IFC4"}, .identifier = "DW-01"};
  doors.applicability = {EntityFacet{.name = "IFCDOOR"}};
  doors.requirements = {AttributeFacet{.name = "Tag"}};
  const auto differences = compare(with({walls()}), with({doors}));
  ASSERT_THAT(differences, SizeIs(2));
  EXPECT_EQ(differences[0].kind, Kind::removed);
  EXPECT_EQ(differences[0].before, "Walls are rated, for IFCWALL, with 1 requirement");
  EXPECT_EQ(differences[1].kind, Kind::added);
  EXPECT_EQ(differences[1].specification, "DW-01");
}

TEST(Compare, TheFewestMovesExplainANewOrder) {
  const auto named = [](const std::string& identifier) {
    auto out = walls(identifier);
    out.name = identifier;
    return out;
  };
  const auto differences = compare(with({named("A"), named("B"), named("C"), named("D")}),
                                   with({named("D"), named("A"), named("B"), named("C")}));
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].kind, Kind::moved);
  EXPECT_EQ(differences[0].specification, "D");
  EXPECT_EQ(differences[0].before, "place 4");
  EXPECT_EQ(differences[0].after, "place 1");
}

TEST(Compare, EqualSpecificationsPairUpInTheirOrder) {
  EXPECT_THAT(compare(with({walls(), walls(), walls()}), with({walls(), walls(), walls()})), IsEmpty());
  EXPECT_THAT(compare(with({walls(), walls(), walls()}), with({walls(), walls()})), SizeIs(1));
}

// Thousands of specifications that resemble each other and share neither identifier nor name: every pair tried
// against every other would take minutes under the sanitizers.
TEST(Compare, ManyAlikeAreStillBounded) {
  std::vector<Specification> before, after;
  for (int i = 0; i < 5000; ++i) {
    before.push_back(walls("B" + std::to_string(i)));
    before.back().name = "Walls before " + std::to_string(i);
    after.push_back(walls("A" + std::to_string(i)));
    after.back().name = "Walls after " + std::to_string(i);
  }
  EXPECT_GE(compare(with(before), with(after)).size(), 5000U);
}

// ---- shown

TEST(CompareText, ReadsLikeAList) {
  auto after = walls();
  after.requirements = {fire_rating("REI60"), AttributeFacet{.name = "Name"}};
  auto changed = with({after});
  changed.info.version = "2.0";
  EXPECT_EQ(compare_text(compare(with({walls()}), changed), false),
            "Document\n"
            "  ~ version\n"
            "      before  nothing\n"
            "      after   2.0\n"
            "\n"
            "FS-01\n"
            "  ~ requirements: FireRating in Pset_WallCommon, value  (stricter)\n"
            "      before  one of: REI30 | REI60\n"
            "      after   REI60\n"
            "  + requirements: Name  (stricter)\n"
            "      Name (required)\n"
            "\n"
            "3 differences: 1 added, 2 changed; 2 stricter than before.\n");
}

// + added, - removed, > moved, ~ changed; each has its colour.
TEST(CompareText, EveryKindHasItsSign) {
  auto gone = walls("GONE"), fresh = walls("NEW");
  gone.name = "Stairs have a width";
  gone.applicability = {EntityFacet{.name = "IFCSTAIR"}};
  gone.requirements = {AttributeFacet{.name = "Tag"}};
  fresh.name = "Spaces are zoned";
  fresh.applicability = {EntityFacet{.name = "IFCSPACE"}};
  fresh.requirements = {MaterialFacet{.value = "air"}};
  const auto differences = compare(with({walls("A"), walls("B"), gone}), with({walls("B"), walls("A"), fresh}));
  const auto plain = compare_text(differences, false);
  EXPECT_THAT(plain, HasSubstr("  > order"));
  EXPECT_THAT(plain, HasSubstr("  + "));
  EXPECT_THAT(plain, HasSubstr("  - "));
  EXPECT_THAT(plain, HasSubstr("1 added, 1 removed, 1 moved"));
  const auto coloured = compare_text(differences, true);
  for (const auto* const start : {"\x1b[36m>", "\x1b[32m+", "\x1b[31m-"}) EXPECT_THAT(coloured, HasSubstr(start));
  const auto json = compare_json(differences).dump();
  for (const auto* const kind : {"added", "removed", "moved"})
    EXPECT_THAT(json, HasSubstr("\"kind\":\"" + std::string(kind) + "\""));
}

TEST(CompareText, ColoursAreOursAlone) {
  auto after = walls();
  after.description = "\x1b[2Jgone";
  const auto differences = compare(with({walls()}), with({after}));
  EXPECT_THAT(compare_text(differences, true), HasSubstr("\x1b[33m~ description\x1b[0m"));
  EXPECT_THAT(compare_text(differences, true), testing::Not(HasSubstr("\x1b[2J")));
  EXPECT_EQ(compare_text(differences, false).find('\x1b'), std::string::npos);
}

TEST(CompareJson, HasCountsAndDifferences) {
  auto after = walls();
  after.requirements = {fire_rating("REI60")};
  EXPECT_EQ(compare_json(compare(with({walls()}), with({after}))).dump(),
            R"({"same":false,"added":0,"removed":0,"changed":1,"moved":0,"stricter":1,"differences":[)"
            R"({"kind":"changed","specification":"FS-01","place":"requirements: FireRating in Pset_WallCommon, value",)"
            R"("before":"one of: REI30 | REI60","after":"REI60","stricter":true}]})");
}

}  // namespace
}  // namespace ids::engine
