// SPDX-License-Identifier: Apache-2.0
// What the standard says beyond the official cases, on models of a few lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/ids_engine/small_models.h"

namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)
using ids::engine::Status;
using testing::HasSubstr;

const auto wall = [] { return entity("IFCWALL"); };

// A wall with properties in the set Foo.
formats::ifc::Model wall_with(const std::string& property_records, const std::string& refs) {
  return ifc4("#1=IFCWALL('1',$,'W1',$,$,$,$,$,$);\n#2=IFCPROPERTYSET('2',$,'Foo',$,(" + refs +
              "));\n#3=IFCRELDEFINESBYPROPERTIES('3',$,$,$,(#1),#2);\n" + property_records);
}
formats::ifc::Model wall_with_value(const std::string& value) {
  return wall_with("#10=IFCPROPERTYSINGLEVALUE('Bar',$," + value + ",$);", "#10");
}

// ---- specifications

TEST(Specification, CardinalityDecidesWhatNothingMeans) {
  const auto of = ifc4("#1=IFCSLAB('1',$,'S',$,$,$,$,$,$);");
  auto rule = specification({wall()}, {attribute("Name")});
  const auto required = result(of, rule);
  EXPECT_EQ(required.status, Status::fail);
  EXPECT_THAT(required.reason, HasSubstr("Nothing in the model is applicable"));
  EXPECT_EQ(required.requirements.front().status, Status::not_applicable);
  rule.min_occurs = "0";
  const auto optional = result(of, rule);
  EXPECT_EQ(optional.status, Status::not_applicable);
  EXPECT_THAT(optional.reason, HasSubstr("nothing was checked"));
  rule.max_occurs = "0";
  EXPECT_EQ(result(of, rule).status, Status::pass) << "there must be none, and there is none";
}

TEST(Specification, TheStatusOfAllIsTheWorst) {
  using ids::engine::overall;
  EXPECT_EQ(overall({}), Status::error) << "nothing was checked";
  EXPECT_EQ(overall({Status::pass, Status::fail, Status::error}), Status::error);
  EXPECT_EQ(overall({Status::pass, Status::fail, Status::not_applicable}), Status::fail);
  EXPECT_EQ(overall({Status::warning, Status::not_applicable}), Status::pass);
  EXPECT_EQ(overall({Status::not_applicable, Status::not_applicable}), Status::not_applicable);
}

TEST(Specification, AbsentOccurrencesAreRequired) {
  auto rule = specification({wall()}, {attribute("Name")});
  rule.min_occurs.reset();
  EXPECT_EQ(result(ifc4("#1=IFCSLAB('1',$,'S',$,$,$,$,$,$);"), rule).status, Status::fail);
  rule.max_occurs.reset();
  EXPECT_EQ(result(ifc4("#1=IFCWALL('1',$,'W',$,$,$,$,$,$);\n#2=IFCWALL('2',$,'W',$,$,$,$,$,$);"), rule).status,
            Status::pass);
}

TEST(Specification, ProhibitedOnesIgnoreTheirRequirements) {
  auto rule = specification({wall()}, {attribute("Name")});
  rule.min_occurs = "0";
  rule.max_occurs = "0";
  const auto checked = result(ifc4("#1=IFCWALL('1',$,'W',$,$,$,$,$,$);"), rule);
  EXPECT_EQ(checked.status, Status::fail);
  ASSERT_EQ(checked.failures.size(), 1U);
  EXPECT_EQ(checked.failures.front().requirement, -1);
  EXPECT_EQ(checked.failed, 1);
}

TEST(Specification, CountsElementsOnceAndRequirementsEach) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,'A',$,$,$,$,$,$);\n#2=IFCWALL('2',$,$,$,$,$,$,$,$);\n#3=IFCWALL('3',$,$,'D',$,$,$,$,$);\n#4="
      "IFCDOOR('4',$,$,$,$,$,$,$,$,$,$,$,$);");
  const auto checked = result(of, specification({wall()}, {attribute("Name"), attribute("Description")}));
  EXPECT_EQ(checked.applicable.size(), 3U);
  EXPECT_EQ(checked.failed, 3);
  EXPECT_EQ(checked.passed, 0);
  EXPECT_EQ(checked.requirements[0].failed, 2);
  EXPECT_EQ(checked.requirements[0].passed, 1);
  EXPECT_EQ(checked.requirements[1].failed, 2);
  std::vector<std::pair<formats::ifc::Index, int>> order;
  for (const auto& each : checked.failures) order.emplace_back(each.element, each.requirement);
  EXPECT_THAT(order, testing::ElementsAre(std::pair{0U, 1}, std::pair{1U, 0}, std::pair{1U, 1}, std::pair{2U, 0}));
}

TEST(Specification, TheVersionIsAWarningOnly) {
  auto rule = specification({wall()}, {attribute("Name")});
  rule.ifc_versions = {"IFC2X3"};
  formats::ids::Document document;
  document.specifications.push_back(rule);
  const auto of = ifc4("#1=IFCWALL('1',$,'W',$,$,$,$,$,$);");
  const auto checked = ids::engine::check(document, of);
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(checked->status, Status::pass);
  EXPECT_EQ(checked->specifications.front().status, Status::warning);
  EXPECT_EQ(checked->specifications.front().warnings.size(), 1U);
  EXPECT_FALSE(checked->specifications.front().version_matches);
  ASSERT_EQ(checked->warnings.size(), 1U);
  EXPECT_THAT(checked->warnings.front(), HasSubstr("IFC4"));
}

TEST(Specification, ABadPatternCostsItsOwnSpecification) {
  formats::ids::Document document;
  document.specifications.push_back(specification({wall()}, {attribute("Name")}));
  document.specifications.push_back(specification({wall()}, {attribute("Name"), attribute("Tag", pattern({"(a"}))}));
  const auto of = ifc4("#1=IFCWALL('1',$,'W',$,$,$,$,$,$);");
  const auto checked = ids::engine::check(document, of);
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(checked->status, Status::error);
  EXPECT_EQ(checked->specifications[0].status, Status::pass);
  EXPECT_EQ(checked->specifications[0].passed, 1);
  const auto& bad = checked->specifications[1];
  EXPECT_EQ(bad.status, Status::error);
  EXPECT_THAT(bad.reason, HasSubstr("/ids/specifications/specification[2]/requirements/attribute[2]"));
  EXPECT_THAT(bad.reason, HasSubstr("never closed"));
  EXPECT_EQ(bad.passed + bad.failed, 0);
  for (const auto& each : bad.requirements) EXPECT_EQ(each.status, Status::error);
}

TEST(Specification, AnchorsInPatternsAreWarnedOf) {
  formats::ids::Document document;
  document.specifications.push_back(specification({wall()}, {attribute("Name", pattern({"^W.*$"}))}));
  const auto of = ifc4("#1=IFCWALL('1',$,'W1',$,$,$,$,$,$);");
  const auto checked = ids::engine::check(document, of);
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(checked->status, Status::fail);
  ASSERT_EQ(checked->warnings.size(), 1U);
  EXPECT_THAT(checked->warnings.front(), HasSubstr("requirements/attribute[1]"));
}

TEST(Specification, FailuresAreBoundedAndCountedAll) {
  std::string records;
  for (int i = 1; i <= 5000; ++i)
    records += "#" + std::to_string(i) + "=IFCWALL('" + std::to_string(i) + "',$,$,$,$,$,$,$,$);\n";
  const auto of = ifc4(records);
  formats::ids::Document document;
  document.specifications.push_back(specification({wall()}, {attribute("Name")}));
  for (const auto threads : {1, 4}) {
    const auto checked = ids::engine::check(document, of, {.max_failures = 2100, .threads = threads});
    ASSERT_TRUE(checked.ok());
    const auto& one = checked->specifications.front();
    EXPECT_EQ(one.failed, 5000);
    ASSERT_EQ(one.failures.size(), 2100U);
    for (std::size_t i = 0; i < one.failures.size(); ++i) ASSERT_EQ(one.failures[i].element, i);
  }
}

TEST(Specification, ProgressGrowsToTheEnd) {
  formats::ids::Document document;
  for (int i = 0; i < 5; ++i) document.specifications.push_back(specification({wall()}, {attribute("Name")}));
  const auto of = ifc4("#1=IFCWALL('1',$,'W',$,$,$,$,$,$);");
  std::vector<double> shares;
  const auto tell = [&](double share, const std::string&) { shares.push_back(share); };
  ASSERT_TRUE(ids::engine::check(document, of, {.progress = tell, .threads = 3}).ok());
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_DOUBLE_EQ(shares.back(), 1.0);
}

TEST(Specification, CancelEndsTheCheck) {
  formats::ids::Document document;
  for (int i = 0; i < 5; ++i) document.specifications.push_back(specification({wall()}, {attribute("Name")}));
  const auto of = ifc4("#1=IFCWALL('1',$,'W',$,$,$,$,$,$);");
  base::Cancel cancel;
  const auto stop = [&](double, const std::string&) { cancel.request(); };
  const auto checked = ids::engine::check(document, of, {.cancel = cancel, .progress = stop});
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().code, base::Code::cancelled);
}

// ---- entity

TEST(Entity, ExactClassInUpperCase) {
  const auto of = ifc4("#1=IFCWALLSTANDARDCASE('1',$,$,$,$,$,$,$,$);\n#2=IFCWALL('2',$,$,$,$,$,$,$,$);");
  EXPECT_EQ(applies_to(of, {wall()}), 1U);
  EXPECT_EQ(applies_to(of, {entity("IfcWall")}), 0U);
  EXPECT_EQ(applies_to(of, {entity("ifcwall")}), 0U);
  EXPECT_EQ(applies_to(of, {entity(pattern({"IFCWALL.*"}))}), 2U);
  EXPECT_EQ(applies_to(of, {entity(enumeration({"IFCWALL", "IFCSLAB"}))}), 1U);
  EXPECT_EQ(applies_to(of, {entity("IFCRABBIT")}), 0U);
}

TEST(Entity, ThePredefinedTypeComesFromTheTypeFirst) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,.PARTITIONING.);\n#2=IFCWALLTYPE('2',$,$,$,$,$,$,$,$,.SHEAR.);\n#3="
      "IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);");
  EXPECT_TRUE(passes(of, wall(), entity("IFCWALL", "SHEAR")));
  EXPECT_FALSE(passes(of, wall(), entity("IFCWALL", "PARTITIONING")));
}

TEST(Entity, ATypeThatSaysNothingLeavesItToTheOccurrence) {
  for (const auto* const nothing : {".NOTDEFINED.", "$"}) {
    const auto of = ifc4("#1=IFCWALL('1',$,$,$,$,$,$,$,.PARTITIONING.);\n#2=IFCWALLTYPE('2',$,$,$,$,$,$,$,$," +
                         std::string(nothing) + ");\n#3=IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);");
    EXPECT_TRUE(passes(of, wall(), entity("IFCWALL", "PARTITIONING"))) << nothing;
  }
}

TEST(Entity, ATypeThatIsNotDefinedSaysSoWhereTheOccurrenceSaysNothing) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCWALLTYPE('2',$,$,$,$,$,$,$,$,.NOTDEFINED.);\n#3="
      "IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);");
  EXPECT_TRUE(passes(of, wall(), entity("IFCWALL", "NOTDEFINED")));
  EXPECT_FALSE(passes(of, wall(), entity("IFCWALL", "SHEAR")));
}

TEST(Entity, UserdefinedIsItsTextAndItself) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCWALLTYPE('2',$,$,$,$,$,$,$,'WALDO',.USERDEFINED.);\n#3="
      "IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);");
  EXPECT_TRUE(passes(of, wall(), entity("IFCWALL", "WALDO")));
  EXPECT_TRUE(passes(of, wall(), entity("IFCWALL", "USERDEFINED")));
  EXPECT_FALSE(passes(of, wall(), entity("IFCWALL", "waldo")));
  EXPECT_THAT(reason(of, wall(), entity("IFCWALL", "SHEAR")), HasSubstr("predefined type is WALDO, expected SHEAR"));
}

TEST(Entity, ResourceTypesHaveTheirOwnText) {
  const auto of = ifc4("#1=IFCLABORRESOURCETYPE('1',$,$,$,$,$,$,$,'CREW',$,$,.USERDEFINED.);");
  EXPECT_TRUE(passes(of, entity("IFCLABORRESOURCETYPE"), entity("IFCLABORRESOURCETYPE", "CREW")));
}

// IFC2X3 has no IfcAirTerminal: an IfcFlowTerminal is one by its type.
constexpr auto air_terminal =
    "#1=IFCFLOWTERMINAL('1',$,'A',$,$,$,$,$);\n#2=IFCAIRTERMINALTYPE('2',$,'T',$,$,$,$,$,$,.GRILLE.);\n"
    "#3=IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);\n#4=IFCFLOWTERMINAL('4',$,'B',$,$,$,$,$);";

TEST(Entity, In2x3TheMappingTableNamesOccurrences) {
  const auto of = ifc2x3(air_terminal);
  EXPECT_EQ(applies_to(of, {entity("IFCAIRTERMINAL")}), 1U);
  EXPECT_EQ(applies_to(of, {entity("IFCAIRTERMINAL", "GRILLE")}), 1U);
  EXPECT_EQ(applies_to(of, {entity("IFCAIRTERMINAL", "DIFFUSER")}), 0U);
  EXPECT_EQ(applies_to(of, {entity("IFCFLOWTERMINAL")}), 2U);
  EXPECT_EQ(applies_to(of, {entity("IFCLAMP")}), 0U);
  EXPECT_EQ(applies_to(of, {entity(enumeration({"IFCLAMP", "IFCAIRTERMINAL"}))}), 1U);
  EXPECT_TRUE(passes(of, entity("IFCAIRTERMINAL"), entity("IFCAIRTERMINAL", "GRILLE")));
  EXPECT_FALSE(passes(of, entity("IFCFLOWTERMINAL"), entity("IFCAIRTERMINAL")));
}

TEST(Entity, In2x3AMappedOccurrenceMayBeASubtype) {
  const auto of = ifc2x3(
      "#1=IFCDISCRETEACCESSORY('1',$,$,$,$,$,$,$);\n#2=IFCVIBRATIONISOLATORTYPE('2',$,$,$,$,$,$,$,$,.SPRING.);\n#3="
      "IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);");
  EXPECT_EQ(applies_to(of, {entity("IFCVIBRATIONISOLATOR", "SPRING")}), 1U);
}

// ---- attribute

TEST(Attribute, EmptyIsNotGiven) {
  for (const auto* const empty : {"$", "''"}) {
    const auto of = ifc4("#1=IFCWALL('1',$," + std::string(empty) + ",$,$,$,$,$,$);");
    EXPECT_FALSE(passes(of, wall(), attribute("Name"))) << empty;
    EXPECT_TRUE(passes(of, wall(), prohibited(attribute("Name")))) << empty;
  }
  EXPECT_FALSE(passes(ifc4("#1=IFCMATERIALLIST(());"), entity("IFCMATERIALLIST"), attribute("Materials")));
  EXPECT_THAT(reason(ifc4("#1=IFCWALL('1',$,'',$,$,$,$,$,$);"), wall(), attribute("Name")),
              HasSubstr("The attribute Name is empty"));
}

TEST(Attribute, OptionalAllowsNullAndNothingEmpty) {
  EXPECT_TRUE(passes(ifc4("#1=IFCWALL('1',$,$,$,$,$,$,$,$);"), wall(), optional(attribute("Name", "W"))));
  EXPECT_FALSE(passes(ifc4("#1=IFCWALL('1',$,'',$,$,$,$,$,$);"), wall(), optional(attribute("Name", "W"))));
  EXPECT_FALSE(passes(ifc4("#1=IFCWALL('1',$,'X',$,$,$,$,$,$);"), wall(), optional(attribute("Name", "W"))));
}

TEST(Attribute, LogicalUnknownIsEmpty) {
  const auto of = ifc4(
      "#1=IFCTASK('1',$,$,$,$,$,$,$,$,.F.,$,$,$);\n#2=IFCPRESENTATIONLAYERWITHSTYLE('L',$,(#3),$,.U.,.T.,.F.,());\n#3="
      "IFCSHAPEREPRESENTATION(#4,$,$,());\n#4=IFCGEOMETRICREPRESENTATIONCONTEXT($,$,3,$,$,$);");
  EXPECT_TRUE(passes(of, entity("IFCTASK"), attribute("IsMilestone", "false")));
  EXPECT_TRUE(passes(of, entity("IFCTASK"), attribute("IsMilestone", "0")));
  EXPECT_FALSE(passes(of, entity("IFCPRESENTATIONLAYERWITHSTYLE"), attribute("LayerOn")));
  EXPECT_FALSE(passes(of, entity("IFCPRESENTATIONLAYERWITHSTYLE"), attribute("LayerOn", "UNKNOWN")));
  EXPECT_TRUE(passes(of, entity("IFCPRESENTATIONLAYERWITHSTYLE"), attribute("LayerFrozen", "true")));
}

TEST(Property, OneThatIsWrittenTwiceMustBeRightBothTimes) {
  const auto of = wall_with(
      "#10=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLABEL('a'),$);\n#11=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLABEL('b'),$);",
      "#10,#11");
  EXPECT_FALSE(passes(of, wall(), property("Foo", "Bar", "a")));
  EXPECT_FALSE(passes(of, wall(), property("Foo", "Bar", "b")));
  EXPECT_TRUE(passes(of, wall(), property("Foo", "Bar", enumeration({"a", "b"}))));
  EXPECT_FALSE(passes(of, wall(), prohibited(property("Foo", "Bar", "b"))));
}

TEST(Property, AProhibitedOneIsNamed) {
  const auto of = wall_with(
      "#10=IFCPROPERTYSINGLEVALUE('Bar',$,$,$);\n#11=IFCPROPERTYSINGLEVALUE('Good',$,IFCLABEL('g'),$);\n"
      "#12=IFCPROPERTYSINGLEVALUE('Bad',$,IFCLABEL('b'),$);\n#13=IFCPROPERTYREFERENCEVALUE('Other',$,$,$);",
      "#10,#11,#12,#13");
  EXPECT_EQ(reason(of, wall(), prohibited(property("Foo", "Bar"))),
            "Bar in Foo is there, without a value, which is prohibited");
  EXPECT_EQ(reason(of, wall(), prohibited(property("Foo", pattern({"Good|Bad"}), "b"))),
            "Bad in Foo is \"b\", which is prohibited");
  EXPECT_EQ(reason(of, wall(), prohibited(property("Foo", "Other"))),
            "Other in Foo is a reference, which is prohibited");
}

TEST(Attribute, AProhibitedOneIsNamed) {
  const auto of = ifc4("#1=IFCWALL('1',$,'W','D',$,$,$,$,$);");
  EXPECT_EQ(reason(of, wall(), prohibited(attribute(pattern({"Name|Description"}), "D"))),
            "Description is \"D\", which is prohibited");
}

// The audit (Truth, …) warns of every one that never passes.
TEST(Property, TruthIsWrittenInLowerCaseOrAsADigit) {
  for (const std::string type : {"IFCBOOLEAN", "IFCLOGICAL"}) {
    const auto of = wall_with_value(type + "(.T.)");
    const auto asks = [&](IdsValue value) { return of_type(property("Foo", "Bar", std::move(value)), type); };
    EXPECT_TRUE(passes(of, wall(), of_type(property("Foo", "Bar"), type)));
    for (const auto* good : {"true", "1"}) EXPECT_TRUE(passes(of, wall(), asks(good))) << type << good;
    for (const auto* bad : {"false", "0", "TRUE", "True", "T", ".T.", "unknown"})
      EXPECT_FALSE(passes(of, wall(), asks(bad))) << type << bad;
    EXPECT_TRUE(passes(of, wall(), asks(enumeration({"false", "true"})))) << type;
    EXPECT_FALSE(passes(of, wall(), asks(enumeration({"FALSE", "TRUE"})))) << type;
    EXPECT_FALSE(passes(of, wall(), asks(pattern({".*"})))) << type;
  }
  const auto unknown = wall_with_value("IFCLOGICAL(.U.)");
  for (const auto* never : {"unknown", "UNKNOWN", "U", "false"})
    EXPECT_FALSE(passes(unknown, wall(), of_type(property("Foo", "Bar", never), "IFCLOGICAL"))) << never;
}

TEST(Attribute, DerivedAndInverseOnesNeverCount) {
  const auto of = ifc4("#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#2=IFCWALL('2',$,$,$,$,$,$,$,$);");
  EXPECT_FALSE(passes(of, entity("IFCSIUNIT"), attribute("Dimensions")));
  EXPECT_FALSE(passes(of, wall(), attribute("HasOpenings")));
  EXPECT_TRUE(passes(of, entity("IFCSIUNIT"), attribute("Name", "METRE")));
}

TEST(Attribute, MeasuresAreComparedInSiUnits) {
  const auto of = ifc4(
      "#1=IFCPROJECT('1',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));\n#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);"
      "\n#4=IFCDOOR('4',$,$,$,$,$,$,$,2100.,900.,$,$,$);");
  EXPECT_TRUE(passes(of, entity("IFCDOOR"), attribute("OverallHeight", "2.1")));
  EXPECT_FALSE(passes(of, entity("IFCDOOR"), attribute("OverallHeight", "2100")));
}

TEST(Attribute, SeveralPatternsAreAlternatives) {
  const auto of = ifc4("#1=IFCWALL('1',$,'B7',$,$,$,$,$,$);");
  EXPECT_TRUE(passes(of, wall(), attribute("Name", pattern({"A[0-9]", "B[0-9]"}))));
  EXPECT_FALSE(passes(of, wall(), attribute("Name", pattern({"A[0-9]", "C[0-9]"}))));
}

TEST(Attribute, IntegersAndRealsDiffer) {
  const auto of = ifc4("#1=IFCSTAIRFLIGHT('1',$,$,$,$,$,$,$,42,$,$,$,$);\n#2=IFCSURFACESTYLEREFRACTION(42.,$);");
  EXPECT_TRUE(passes(of, entity("IFCSTAIRFLIGHT"), attribute("NumberOfRisers", "42")));
  EXPECT_FALSE(passes(of, entity("IFCSTAIRFLIGHT"), attribute("NumberOfRisers", "42.0")));
  EXPECT_TRUE(passes(of, entity("IFCSURFACESTYLEREFRACTION"), attribute("RefractionIndex", "42.0")));
}

// ---- property

TEST(Property, ReasonsSayWhatWasFoundAndWhatWasExpected) {
  const auto value = enumeration({"REI30", "REI60"});
  EXPECT_EQ(reason(wall_with_value("IFCLABEL('REI45')"), wall(), property("Foo", "Bar", value)),
            "Bar in Foo is \"REI45\", expected one of REI30, REI60");
  EXPECT_EQ(reason(wall_with_value("IFCLABEL('x')"), wall(), property("Foo", "Baz")),
            "The property Baz of Foo is missing");
  EXPECT_EQ(reason(wall_with_value("IFCLABEL('x')"), wall(), property("Other", "Bar")),
            "The property set Other is missing");
  EXPECT_EQ(reason(wall_with_value("$"), wall(), property("Foo", "Bar")), "Bar in Foo has no value");
  EXPECT_EQ(reason(wall_with_value("IFCLABEL('')"), wall(), property("Foo", "Bar")), "Bar in Foo is empty");
  EXPECT_EQ(reason(wall_with_value("IFCTEXT('x')"), wall(), of_type(property("Foo", "Bar"), "IFCLABEL")),
            "Bar in Foo is of type IFCTEXT, expected IFCLABEL");
  EXPECT_EQ(reason(wall_with_value("IFCLABEL('x')"), wall(), prohibited(property("Foo", "Bar"))),
            "Bar in Foo is \"x\", which is prohibited");
}

TEST(Property, TextsOfModelsAreBoundedAndPrintable) {
  const auto of = wall_with_value("IFCLABEL('" + std::string(100'000, 'x') + "\\X\\07')");
  const auto why = reason(of, wall(), property("Foo", "Bar", "y"));
  EXPECT_LT(why.size(), 1000U);
  for (const auto letter : why) EXPECT_GE(static_cast<unsigned char>(letter), 0x20U);
}

// The tolerance is for floating-point numbers (tolerance.md).
TEST(Values, WholeNumbersAreComparedExactly) {
  const Restriction least{.base = "xs:integer", .facets = {{"minInclusive", "2000001"}}};
  const Restriction below{.base = "xs:integer", .facets = {{"maxExclusive", "2000001"}}};
  const auto number = of_type(property("Foo", "Bar", IdsValue(least)), "IFCINTEGER");
  EXPECT_FALSE(passes(wall_with_value("IFCINTEGER(2000000)"), wall(), number));
  EXPECT_TRUE(passes(wall_with_value("IFCINTEGER(2000001)"), wall(), number));
  EXPECT_TRUE(passes(wall_with_value("IFCINTEGER(2000000)"), wall(),
                     of_type(property("Foo", "Bar", IdsValue(below)), "IFCINTEGER")));
  EXPECT_FALSE(passes(wall_with_value("IFCCOUNTMEASURE(2000000)"), wall(),
                      of_type(property("Foo", "Bar", "2000001"), "IFCCOUNTMEASURE")));
}

// "We cannot have the combination of set and name, regardless of any value" (facet configurations).
TEST(Property, ProhibitedMeansNoneOfThoseThatMatch) {
  const auto foreign = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);#2=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLABEL('x'),$);"
      "#3=IFCPROPERTYSINGLEVALUE('Other',$,IFCLABEL('x'),$);#4=IFCPROPERTYSET('4',$,'Foo_A',$,(#2));"
      "#5=IFCPROPERTYSET('5',$,'Foo_B',$,(#3));#6=IFCRELDEFINESBYPROPERTIES('6',$,$,$,(#1),#4);"
      "#7=IFCRELDEFINESBYPROPERTIES('7',$,$,$,(#1),#5);");
  EXPECT_FALSE(passes(foreign, wall(), prohibited(property(pattern({"Foo_.*"}), "Bar"))));
  EXPECT_TRUE(passes(foreign, wall(), prohibited(property(pattern({"Foo_.*"}), "None"))));
  EXPECT_FALSE(passes(wall_with_value("$"), wall(), prohibited(property("Foo", "Bar"))));
}

TEST(Attribute, ProhibitedMeansNoneOfThoseThatMatch) {
  const auto of = ifc4("#1=IFCWALL('1',$,'Foo',$,$,$,$,'Bar',$);");
  EXPECT_FALSE(passes(of, wall(), prohibited(attribute(enumeration({"Name", "Tag"}), "Foo"))));
  EXPECT_TRUE(passes(of, wall(), prohibited(attribute(enumeration({"Name", "Tag"}), "None"))));
}

TEST(Attribute, ASelectThatHoldsAnEmptyTextIsEmpty) {
  const auto single = entity("IFCPROPERTYSINGLEVALUE");
  EXPECT_FALSE(passes(ifc4("#1=IFCPROPERTYSINGLEVALUE('a',$,IFCLABEL(''),$);"), single, attribute("NominalValue")));
  EXPECT_FALSE(passes(ifc4("#1=IFCPROPERTYSINGLEVALUE('a',$,IFCLOGICAL(.U.),$);"), single, attribute("NominalValue")));
  EXPECT_TRUE(passes(ifc4("#1=IFCPROPERTYSINGLEVALUE('a',$,IFCLABEL('x'),$);"), single, attribute("NominalValue")));
}

TEST(Property, EnumeratedValuesAreInTheUnitOfTheirEnumeration) {
  const auto of = wall_with(
      "#10=IFCPROPERTYENUMERATEDVALUE('Bar',$,(IFCLENGTHMEASURE(50.)),#11);"
      "#11=IFCPROPERTYENUMERATION('e',(IFCLENGTHMEASURE(50.)),#12);#12=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);",
      "#10");
  EXPECT_TRUE(passes(of, wall(), of_type(property("Foo", "Bar", "0.5"), "IFCLENGTHMEASURE")));
}

TEST(Check, AModelThatIsCutOffIsNotChecked) {
  auto cut = formats::ifc::Model::parse(
      "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCWALL('1',$,'W',$,$,$,$,$,$);\n#2=IFCW");
  ASSERT_TRUE(cut.ok());
  formats::ids::Document document;
  document.specifications.push_back(specification({wall()}, {attribute("Name")}));
  const auto checked = ids::engine::check(document, *cut);
  ASSERT_FALSE(checked.ok());
  EXPECT_NE(checked.error().message.find("cut off at line"), std::string::npos) << checked.error().message;
}

// Damage that costs single records only does not stop a check, but whoever reads the report must know.
TEST(Check, DamageOfTheModelIsWarnedOf) {
  std::string records = "#1=IFCWALL('1',$,'W',$,$,$,$,$,$);\n";
  for (int id = 2; id <= 14; ++id) records += "#" + std::to_string(id) + "=IFCWALL('Bob's');\n";
  formats::ids::Document document;
  document.specifications.push_back(specification({wall()}, {attribute("Name")}));
  const auto checked = ids::engine::check(document, ifc4(records));
  ASSERT_TRUE(checked.ok()) << checked.error().message;
  EXPECT_EQ(checked->specifications[0].status, ids::engine::Status::pass);
  ASSERT_EQ(checked->warnings.size(), 11U);
  EXPECT_THAT(checked->warnings.front(), HasSubstr("The model, line 9: the record is left out"));
  EXPECT_EQ(checked->warnings.back(), "The model has 3 more such places");
}

// The XSD of IDS gives a prohibited property no value; where one is written all the same it says which are meant.
TEST(Property, ProhibitedWithAValueForbidsThatValue) {
  EXPECT_FALSE(passes(wall_with_value("IFCLABEL('asbestos')"), wall(), prohibited(property("Foo", "Bar", "asbestos"))));
  EXPECT_TRUE(passes(wall_with_value("IFCLABEL('brick')"), wall(), prohibited(property("Foo", "Bar", "asbestos"))));
  EXPECT_TRUE(passes(wall_with_value("$"), wall(), prohibited(property("Foo", "Bar", "asbestos"))));
  EXPECT_TRUE(passes(wall_with_value("IFCTEXT('x')"), wall(), prohibited(of_type(property("Foo", "Bar"), "IFCLABEL"))));
  EXPECT_FALSE(
      passes(wall_with_value("IFCLABEL('x')"), wall(), prohibited(of_type(property("Foo", "Bar"), "IFCLABEL"))));
}

// IDS 1.0 knows single, enumerated, list, bounded and table values.
TEST(Property, ComplexPropertiesAndReferencesHaveNoValueToCheck) {
  const auto complex =
      wall_with("#10=IFCCOMPLEXPROPERTY('Bar',$,'u',(#11));\n#11=IFCPROPERTYSINGLEVALUE('X',$,$,$);", "#10");
  EXPECT_THAT(reason(complex, wall(), property("Foo", "Bar")), HasSubstr("a complex property"));
  const auto reference = wall_with("#10=IFCPROPERTYREFERENCEVALUE('Bar',$,$,$);", "#10");
  EXPECT_THAT(reason(reference, wall(), property("Foo", "Bar")), HasSubstr("a reference"));
}

TEST(Property, BinariesAreTheirDigits) {
  EXPECT_TRUE(passes(wall_with_value("IFCBINARY(\"0FF\")"), wall(), property("Foo", "Bar")));
  EXPECT_THAT(reason(wall_with_value("IFCBINARY(\"0FF\")"), wall(), property("Foo", "Bar", "x")), HasSubstr("0FF"));
}

TEST(Property, OptionalMayBeAbsent) {
  const auto rule = optional(of_type(property("Foo", "Bar", "x"), "IFCLABEL"));
  EXPECT_TRUE(passes(ifc4("#1=IFCWALL('1',$,$,$,$,$,$,$,$);"), wall(), rule));
  EXPECT_FALSE(passes(wall_with_value("$"), wall(), rule)) << "it is there, and has no value";
  EXPECT_TRUE(passes(wall_with_value("IFCLABEL('x')"), wall(), rule));
  EXPECT_FALSE(passes(wall_with_value("IFCLABEL('y')"), wall(), rule));
  EXPECT_FALSE(passes(wall_with_value("IFCTEXT('x')"), wall(), rule));
  EXPECT_FALSE(passes(wall_with_value("IFCLABEL('')"), wall(), rule));
}

TEST(Property, LogicalUnknownIsNoValue) {
  EXPECT_FALSE(passes(wall_with_value("IFCLOGICAL(.U.)"), wall(), property("Foo", "Bar")));
  EXPECT_FALSE(passes(wall_with_value("IFCLOGICAL(.U.)"), wall(), property("Foo", "Bar", "UNKNOWN")));
  EXPECT_TRUE(passes(wall_with_value("IFCLOGICAL(.T.)"), wall(), property("Foo", "Bar", "true")));
}

TEST(Property, EverySetThatMatchesMustHaveIt) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCPROPERTYSET('2',$,'Foo_A',$,(#4));\n#3=IFCPROPERTYSET('3',$,'Foo_B',$,(#"
      "5));\n"
      "#4=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLABEL('x'),$);\n#5=IFCPROPERTYSINGLEVALUE('Baz',$,IFCLABEL('x'),$);\n"
      "#6=IFCRELDEFINESBYPROPERTIES('6',$,$,$,(#1),#2);\n#7=IFCRELDEFINESBYPROPERTIES('7',$,$,$,(#1),#3);");
  EXPECT_FALSE(passes(of, wall(), property(pattern({"Foo_.*"}), "Bar")));
  EXPECT_TRUE(passes(of, wall(), property(pattern({"Foo_.*"}), pattern({"Ba."}), "x")));
  EXPECT_TRUE(passes(of, wall(), property("Foo_A", "Bar")));
}

TEST(Property, OccurrencesOverrideTheirTypePropertyByProperty) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCWALLTYPE('2',$,$,$,$,(#4),$,$,$,.SHEAR.);\n#3=IFCRELDEFINESBYTYPE('3',$,"
      "$,$,(#1),#2);\n"
      "#4=IFCPROPERTYSET('4',$,'Foo',$,(#5,#6));\n#5=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('type'),$);\n#6="
      "IFCPROPERTYSINGLEVALUE('B',$,IFCLABEL('type'),$);\n"
      "#7=IFCPROPERTYSET('7',$,'Foo',$,(#8));\n#8=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('own'),$);\n#9="
      "IFCRELDEFINESBYPROPERTIES('9',$,$,$,(#1),#7);");
  EXPECT_TRUE(passes(of, wall(), property("Foo", "A", "own")));
  EXPECT_TRUE(passes(of, wall(), of_type(property("Foo", "B", "type"), "IFCLABEL")));
  EXPECT_FALSE(passes(of, wall(), of_type(property("Foo", "B", "type"), "IFCTEXT")));
  EXPECT_TRUE(passes(of, entity("IFCWALLTYPE"), property("Foo", "A", "type")));
}

// IFC allows it, and no rule can mean it.
TEST(Property, ASetWithoutANameMatchesNoPattern) {
  const auto named = [](const std::string& name) {
    return ifc4(
        "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCPROPERTYSET('2',$," + name +
        ",$,(#3));\n#3=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLABEL('x'),$);\n#4=IFCRELDEFINESBYPROPERTIES('4',$,$,$,("
        "#1),#2);");
  };
  EXPECT_TRUE(passes(named("'Foo'"), wall(), property(pattern({".*"}), "Bar")));
  EXPECT_FALSE(passes(named("$"), wall(), property(pattern({".*"}), "Bar")));
  EXPECT_FALSE(passes(named("''"), wall(), property(pattern({".*"}), "Bar")));
  EXPECT_TRUE(passes(named("$"), wall(), prohibited(property(pattern({".*"}), "Bar"))));
  EXPECT_EQ(applies_to(named("$"), {property(pattern({".*"}), "Bar")}), 0U);
}

TEST(Check, ClassesThatTheSchemaHasNotAreTold) {
  const auto of =
      ifc4("#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCROAD('2',$,$,$,$,$,$,$,$);\n#3=IFCROAD('3',$,$,$,$,$,$,$,$);");
  const auto checked = ids::engine::check({}, of);
  ASSERT_TRUE(checked.ok());
  ASSERT_EQ(checked->warnings.size(), 1U);
  EXPECT_THAT(checked->warnings[0], HasSubstr("2 records of classes that IFC4 does not know"));
  EXPECT_THAT(checked->warnings[0], HasSubstr("IFCROAD"));
  EXPECT_TRUE(ids::engine::check({}, ifc4("#1=IFCWALL('1',$,$,$,$,$,$,$,$);"))->warnings.empty());
}

// "Ranges have no tolerance" (IDS pull request 318).
TEST(Property, RangesHaveNoTolerance) {
  EXPECT_TRUE(passes(wall_with_value("IFCREAL(5.)"), wall(), property("Foo", "Bar", range("1", "5"))));
  EXPECT_FALSE(passes(wall_with_value("IFCREAL(5.0000001)"), wall(), property("Foo", "Bar", range("1", "5"))));
  EXPECT_FALSE(passes(wall_with_value("IFCREAL(0.9999999)"), wall(), property("Foo", "Bar", range("1", "5"))));
  EXPECT_TRUE(passes(wall_with_value("IFCREAL(5.0000001)"), wall(), property("Foo", "Bar", "5")));
}

// A range speaks of the whole of a bounded value, a simple value of one in it.
TEST(Property, BoundedValuesLieInARangeWithBothBounds) {
  const auto bounded = [](const std::string& upper, const std::string& lower, const std::string& set_point) {
    return wall_with("#10=IFCPROPERTYBOUNDEDVALUE('Bar',$," + upper + "," + lower + ",$," + set_point + ");", "#10");
  };
  const auto both = bounded("IFCREAL(5.)", "IFCREAL(1.)", "IFCREAL(3.)");
  EXPECT_TRUE(passes(both, wall(), property("Foo", "Bar", range("1", "5"))));
  EXPECT_TRUE(passes(both, wall(), property("Foo", "Bar", range("0", "10"))));
  EXPECT_FALSE(passes(both, wall(), property("Foo", "Bar", range("2", "10"))));
  EXPECT_FALSE(passes(both, wall(), property("Foo", "Bar", range("0", "4"))));
  EXPECT_FALSE(passes(bounded("$", "$", "IFCREAL(3.)"), wall(), property("Foo", "Bar", range("1", "5"))));
  EXPECT_FALSE(passes(bounded("IFCREAL(5.)", "$", "$"), wall(), property("Foo", "Bar", range("1", "5"))));
  EXPECT_TRUE(passes(bounded("IFCREAL(5.)", "IFCREAL(1.)", "$"), wall(), property("Foo", "Bar", "2")));
  EXPECT_TRUE(passes(bounded("IFCREAL(5.)", "IFCREAL(1.)", "$"), wall(), property("Foo", "Bar", "5")));
  EXPECT_FALSE(passes(bounded("IFCREAL(5.)", "IFCREAL(1.)", "$"), wall(), property("Foo", "Bar", "6")));
  EXPECT_TRUE(passes(both, wall(), property("Foo", "Bar", "3")));
  EXPECT_FALSE(passes(bounded("$", "$", "$"), wall(), property("Foo", "Bar")));
}

TEST(Property, ListsEnumerationsAndTablesOfferEachValue) {
  const auto list = wall_with("#10=IFCPROPERTYLISTVALUE('Bar',$,(IFCREAL(1.),IFCREAL(7.)),$);", "#10");
  EXPECT_TRUE(passes(list, wall(), property("Foo", "Bar", "7")));
  EXPECT_FALSE(passes(list, wall(), property("Foo", "Bar", range("6", "8")))) << "every value, not just one";
  EXPECT_TRUE(passes(list, wall(), property("Foo", "Bar", range("1", "7"))));
  EXPECT_FALSE(passes(list, wall(), property("Foo", "Bar", "2")));
  const auto table = wall_with("#10=IFCPROPERTYTABLEVALUE('Bar',$,(IFCLABEL('X')),(IFCREAL(2.)),$,$,$,$);", "#10");
  EXPECT_TRUE(passes(table, wall(), of_type(property("Foo", "Bar", "2"), "IFCREAL")));
  EXPECT_TRUE(passes(table, wall(), of_type(property("Foo", "Bar", "X"), "IFCLABEL")));
  EXPECT_FALSE(passes(table, wall(), of_type(property("Foo", "Bar"), "IFCTEXT")));
  const auto curve = wall_with(
      "#10=IFCPROPERTYTABLEVALUE('Bar',$,(IFCLABEL('X'),IFCLABEL('Y')),(IFCREAL(2.),IFCREAL(9.)),$,$,$,$);", "#10");
  EXPECT_FALSE(passes(curve, wall(), of_type(property("Foo", "Bar", range("1", "5")), "IFCREAL")));
  EXPECT_TRUE(passes(curve, wall(), of_type(property("Foo", "Bar", range("1", "9")), "IFCREAL")));
  const auto empty = wall_with("#10=IFCPROPERTYENUMERATEDVALUE('Bar',$,$,$);", "#10");
  EXPECT_FALSE(passes(empty, wall(), property("Foo", "Bar")));
}

TEST(Property, QuantitiesArePropertiesWithTheirMeasure) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCELEMENTQUANTITY('2',$,'Qto',$,$,(#4));\n#3=IFCRELDEFINESBYPROPERTIES('3'"
      ",$,$,$,(#1),#2);\n"
      "#4=IFCQUANTITYAREA('Net',$,#5,2.,$);\n#5=IFCSIUNIT(*,.AREAUNIT.,.CENTI.,.SQUARE_METRE.);");
  EXPECT_TRUE(passes(of, wall(), of_type(property("Qto", "Net"), "IFCAREAMEASURE")));
  EXPECT_FALSE(passes(of, wall(), of_type(property("Qto", "Net"), "IFCLENGTHMEASURE")));
  // A square centimetre is a ten thousandth of a square metre: the prefix is squared.
  EXPECT_TRUE(passes(of, wall(), property("Qto", "Net", range("0.000199", "0.000201"))));
  EXPECT_FALSE(passes(of, wall(), property("Qto", "Net", "0.02")));
}

TEST(Property, PredefinedSetsAreSetsOfTheirAttributes) {
  const auto of = ifc4(
      "#1=IFCDOOR('1',$,$,$,$,$,$,$,$,$,$,$,$);\n#2=IFCDOORPANELPROPERTIES('2',$,'Panel',$,$,.SWINGING.,0.5,.LEFT.,$);"
      "\n#3=IFCRELDEFINESBYPROPERTIES('3',$,$,$,(#1),#2);");
  EXPECT_TRUE(passes(of, entity("IFCDOOR"),
                     of_type(property("Panel", "PanelOperation", "SWINGING"), "IFCDOORPANELOPERATIONENUM")));
  EXPECT_TRUE(passes(of, entity("IFCDOOR"), property("Panel", "PanelWidth", "0.5")));
  EXPECT_FALSE(passes(of, entity("IFCDOOR"), property("Panel", "PanelDepth")));
}

TEST(Property, MaterialsHaveSetsToo) {
  const auto four = ifc4(
      "#1=IFCMATERIAL('Steel',$,$);\n#2=IFCMATERIALPROPERTIES('Pset_M',$,(#3),#1);\n#3=IFCPROPERTYSINGLEVALUE('Density'"
      ",$,IFCREAL(7850.),$);");
  EXPECT_TRUE(passes(four, entity("IFCMATERIAL"), property("Pset_M", "Density", "7850")));
  EXPECT_EQ(applies_to(four, {property("Pset_M", "Density")}), 1U);
  const auto two = ifc2x3(
      "#1=IFCMATERIAL('Steel');\n#2=IFCEXTENDEDMATERIALPROPERTIES(#1,(#3),$,'Pset_M');\n#3=IFCPROPERTYSINGLEVALUE('"
      "Density',$,IFCREAL(7850.),$);");
  EXPECT_TRUE(passes(two, entity("IFCMATERIAL"), property("Pset_M", "Density", "7850")));
  EXPECT_FALSE(passes(two, entity("IFCMATERIAL"), property("Pset_M", "Other")));
  EXPECT_EQ(applies_to(two, {property("Pset_M", "Density")}), 1U);
}

TEST(Property, ProfilesHaveSetsToo) {
  const auto of = ifc4(
      "#1=IFCCIRCLEPROFILEDEF(.AREA.,'C',$,1.);\n#2=IFCPROFILEPROPERTIES('Pset_P',$,(#3),#1);\n#3="
      "IFCPROPERTYSINGLEVALUE('Mass',$,IFCREAL(2.),$);");
  EXPECT_TRUE(passes(of, entity("IFCCIRCLEPROFILEDEF"), property("Pset_P", "Mass", "2")));
}

TEST(Property, ProjectsHaveSetsToo) {
  const auto of = ifc4(
      "#1=IFCPROJECT('1',$,$,$,$,$,$,$,$);\n#2=IFCPROPERTYSET('2',$,'Foo',$,(#4));\n#3=IFCRELDEFINESBYPROPERTIES('3',$,"
      "$,$,(#1),#2);\n#4=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLABEL('x'),$);");
  EXPECT_TRUE(passes(of, entity("IFCPROJECT"), property("Foo", "Bar", "x")));
  EXPECT_EQ(applies_to(of, {property("Foo", "Bar")}), 1U);
}

// ---- units

TEST(Units, AreConvertedToSi) {
  struct Case {
    std::string unit, value, type, si;
  };
  const std::vector<Case> cases{
      {"#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);", "IFCLENGTHMEASURE(2000.)", "IFCLENGTHMEASURE", "2"},
      {"#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);", "IFCPOSITIVELENGTHMEASURE(2000.)", "IFCPOSITIVELENGTHMEASURE",
       "2"},
      {"#3=IFCSIUNIT(*,.VOLUMEUNIT.,.DECI.,.CUBIC_METRE.);", "IFCVOLUMEMEASURE(5000.)", "IFCVOLUMEMEASURE", "5"},
      {"#3=IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.);", "IFCMASSMEASURE(5000.)", "IFCMASSMEASURE", "5"},
      {"#3=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);", "IFCMASSMEASURE(5.)", "IFCMASSMEASURE", "5"},
      {"#3=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);", "IFCTHERMODYNAMICTEMPERATUREMEASURE(20.)",
       "IFCTHERMODYNAMICTEMPERATUREMEASURE", "293.15"},
      {"#3=IFCCONVERSIONBASEDUNIT(#4,.LENGTHUNIT.,'FOOT',#5);\n#4=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n#5="
       "IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#6);\n"
       "#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
       "IFCLENGTHMEASURE(10.)", "IFCLENGTHMEASURE", "3.048"},
      {"#3=IFCCONVERSIONBASEDUNITWITHOFFSET(#4,.THERMODYNAMICTEMPERATUREUNIT.,'fahrenheit',#5,-459.67);\n#4="
       "IFCDIMENSIONALEXPONENTS(0,0,0,0,1,0,0);\n"
       "#5=IFCMEASUREWITHUNIT(IFCTHERMODYNAMICTEMPERATUREMEASURE(1.8),#6);\n#6=IFCSIUNIT(*,."
       "THERMODYNAMICTEMPERATUREUNIT.,$,.KELVIN.);",
       "IFCTHERMODYNAMICTEMPERATUREMEASURE(68.)", "IFCTHERMODYNAMICTEMPERATUREMEASURE", "293.15"},
      {"#3=IFCDERIVEDUNIT((#4,#5),.LINEARVELOCITYUNIT.,$);\n#4=IFCDERIVEDUNITELEMENT(#6,1);\n#5=IFCDERIVEDUNITELEMENT(#"
       "7,-1);\n"
       "#6=IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.);\n#7=IFCCONVERSIONBASEDUNIT(#8,.TIMEUNIT.,'hour',#9);\n#8="
       "IFCDIMENSIONALEXPONENTS(0,0,1,0,0,0,0);\n"
       "#9=IFCMEASUREWITHUNIT(IFCTIMEMEASURE(3600.),#30);\n#30=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);",
       "IFCLINEARVELOCITYMEASURE(36.)", "IFCLINEARVELOCITYMEASURE", "10"},
  };
  for (const auto& each : cases) {
    const auto of = ifc4("#1=IFCPROJECT('1',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));\n" + each.unit +
                         "\n#20=IFCWALL('20',$,$,$,$,$,$,$,$);\n#21=IFCPROPERTYSET('21',$,'Foo',$,(#23));\n"
                         "#22=IFCRELDEFINESBYPROPERTIES('22',$,$,$,(#20),#21);\n#23=IFCPROPERTYSINGLEVALUE('Bar',$," +
                         each.value + ",$);");
    EXPECT_EQ(reason(of, wall(), of_type(property("Foo", "Bar", each.si), each.type)), "") << each.unit;
  }
}

TEST(Units, ThePropertysOwnBeatsTheProjects) {
  const auto of = ifc4(
      "#1=IFCPROJECT('1',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));\n#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);"
      "\n"
      "#4=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);\n#5=IFCWALL('5',$,$,$,$,$,$,$,$);\n#6=IFCPROPERTYSET('6',$,'Foo',$"
      ",(#8));\n"
      "#7=IFCRELDEFINESBYPROPERTIES('7',$,$,$,(#5),#6);\n#8=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLENGTHMEASURE(200.),#4)"
      ";");
  EXPECT_TRUE(passes(of, wall(), property("Foo", "Bar", "2")));
}

// ---- classification

TEST(Classification, ReferencesStandForTheirAncestorsAndTheirSystem) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);\n#3=IFCCLASSIFICATIONREFERENCE($"
      ",'EF_25',$,#2,$,$);\n"
      "#4=IFCCLASSIFICATIONREFERENCE($,'EF_25_10',$,#3,$,$);\n#5=IFCRELASSOCIATESCLASSIFICATION('5',$,$,$,(#1),#4);");
  EXPECT_TRUE(passes(of, wall(), classification("Uniclass", "EF_25_10")));
  EXPECT_TRUE(passes(of, wall(), classification("Uniclass", "EF_25")));
  EXPECT_FALSE(passes(of, wall(), classification("Uniclass", "EF")));
  EXPECT_FALSE(passes(of, wall(), classification("OmniClass")));
  EXPECT_FALSE(passes(of, wall(), prohibited(classification("Uniclass"))));
  EXPECT_THAT(reason(of, wall(), classification("Uniclass", "X")),
              HasSubstr("classified as EF_25_10 in Uniclass, expected X in Uniclass"));
}

// As of sets: what has no name cannot be meant by one.
TEST(Classification, ASystemWithoutANameMatchesNoPattern) {
  for (const auto* const name : {"$", "''"}) {
    const auto of = ifc4("#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCCLASSIFICATION($,$,$," + std::string(name) +
                         ",$,$,$);\n#3=IFCRELASSOCIATESCLASSIFICATION('3',$,$,$,(#1),#2);");
    EXPECT_EQ(applies_to(of, {classification(pattern({".*"}))}), 0U) << name;
    EXPECT_FALSE(passes(of, wall(), classification(pattern({".*"})))) << name;
  }
}

TEST(Classification, SystemAndValueAreOfOneReference) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCCLASSIFICATION($,$,$,'A',$,$,$);\n#3=IFCCLASSIFICATION($,$,$,'B',$,$,$);"
      "\n"
      "#4=IFCCLASSIFICATIONREFERENCE($,'1',$,#2,$,$);\n#5=IFCCLASSIFICATIONREFERENCE($,'2',$,#3,$,$);\n"
      "#6=IFCRELASSOCIATESCLASSIFICATION('6',$,$,$,(#1),#4);\n#7=IFCRELASSOCIATESCLASSIFICATION('7',$,$,$,(#1),#5);");
  EXPECT_TRUE(passes(of, wall(), classification("A", "1")));
  EXPECT_FALSE(passes(of, wall(), classification("A", "2")));
}

TEST(Classification, OccurrencesOverrideTheirTypeSystemBySystem) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCWALLTYPE('2',$,$,$,$,$,$,$,$,.SHEAR.);\n#3=IFCRELDEFINESBYTYPE('3',$,$,$"
      ",(#1),#2);\n"
      "#4=IFCCLASSIFICATION($,$,$,'A',$,$,$);\n#5=IFCCLASSIFICATIONREFERENCE($,'own',$,#4,$,$);\n#6="
      "IFCCLASSIFICATIONREFERENCE($,'type',$,#4,$,$);\n"
      "#7=IFCRELASSOCIATESCLASSIFICATION('7',$,$,$,(#1),#5);\n#8=IFCRELASSOCIATESCLASSIFICATION('8',$,$,$,(#2),#6);");
  EXPECT_TRUE(passes(of, wall(), classification("A", "own")));
  EXPECT_FALSE(passes(of, wall(), classification("A", "type")));
}

TEST(Classification, In2x3TheCodeIsItemReference) {
  const auto of = ifc2x3(
      "#1=IFCWALL('1',$,$,$,$,$,$,$);\n#2=IFCCLASSIFICATION('S','E',$,'Uniclass');\n#3=IFCCLASSIFICATIONREFERENCE($,'"
      "EF_25','N',#2);\n#5=IFCRELASSOCIATESCLASSIFICATION('5',$,$,$,(#1),#3);");
  EXPECT_TRUE(passes(of, wall(), classification("Uniclass", "EF_25")));
}

TEST(Classification, MaterialsMayBeClassified) {
  const auto of = ifc4(
      "#1=IFCMATERIAL('M',$,$);\n#2=IFCCLASSIFICATION($,$,$,'A',$,$,$);\n#3=IFCCLASSIFICATIONREFERENCE($,'1',$,#2,$,$);"
      "\n#4=IFCEXTERNALREFERENCERELATIONSHIP($,$,#3,(#1));");
  EXPECT_TRUE(passes(of, entity("IFCMATERIAL"), classification("A", "1")));
  EXPECT_EQ(applies_to(of, {classification("A")}), 1U);
}

TEST(Classification, MaterialsAndConstraintsOf2x3MayBeClassified) {
  const auto of = ifc2x3(
      "#1=IFCMATERIAL('M');\n#2=IFCMATERIAL('Plain');\n#3=IFCCLASSIFICATION('S','E',$,'A');\n"
      "#4=IFCCLASSIFICATIONREFERENCE($,'1','N',#3);\n#5=IFCCLASSIFICATIONREFERENCE($,'2','N',#3);\n"
      "#6=IFCMATERIALCLASSIFICATIONRELATIONSHIP((#4,#5),#1);\n"
      "#7=IFCMETRIC('C',$,.HARD.,$,$,$,$,.EQUALTO.,$,IFCLABEL('x'));\n"
      "#8=IFCCONSTRAINTCLASSIFICATIONRELATIONSHIP(#7,(#5));");
  EXPECT_EQ(applies_to(of, {entity("IFCMATERIAL"), classification("A", "1")}), 1U);
  EXPECT_EQ(applies_to(of, {classification("A", "2")}), 2U);
  EXPECT_TRUE(passes(of, entity("IFCMETRIC"), classification("A", "2")));
  EXPECT_FALSE(passes(of, entity("IFCMATERIAL"), classification("A"))) << "one of them has none";
}

TEST(Classification, NotationsOf2x3AreCodesOfTheSystemOfTheirItem) {
  const auto of = ifc2x3(
      "#1=IFCWALL('1',$,$,$,$,$,$,$);\n#2=IFCCLASSIFICATION('S','E',$,'A');\n"
      "#3=IFCCLASSIFICATIONNOTATIONFACET('EF_25');\n#4=IFCCLASSIFICATIONNOTATION((#3));\n"
      "#5=IFCCLASSIFICATIONITEM(#3,#2,'Walls');\n#6=IFCRELASSOCIATESCLASSIFICATION('6',$,$,$,(#1),#4);");
  EXPECT_TRUE(passes(of, wall(), classification("A", "EF_25")));
  EXPECT_FALSE(passes(of, wall(), classification("A", "EF_30")));
  EXPECT_FALSE(passes(of, wall(), classification("B", "EF_25")));
}

// Materials, profiles, properties: whatever IfcResourceObjectSelect has.
TEST(Classification, ResourcesOfLaterVersionsMayBeClassified) {
  const std::string records =
      "#1=IFCMATERIALLAYERSET((#2),'Set',$);\n#2=IFCMATERIALLAYER($,0.1,$,$,$,$,$);\n"
      "#3=IFCRECTANGLEPROFILEDEF(.AREA.,'P',$,1.,2.);\n#4=IFCPROPERTYSINGLEVALUE('Q',$,$,$);\n"
      "#5=IFCCLASSIFICATION($,$,$,'A',$,$,$);\n#6=IFCCLASSIFICATIONREFERENCE($,'1',$,#5,$,$);\n"
      "#7=IFCEXTERNALREFERENCERELATIONSHIP($,$,#6,(#1,#3,#4));";
  for (const auto* version : {"IFC4", "IFC4X3_ADD2"}) {
    const auto of = model(version, records);
    for (const auto* name : {"IFCMATERIALLAYERSET", "IFCRECTANGLEPROFILEDEF", "IFCPROPERTYSINGLEVALUE"})
      EXPECT_TRUE(passes(of, entity(name), classification("A", "1"))) << version << name;
    EXPECT_EQ(applies_to(of, {classification("A")}), 3U) << version;
  }
}

TEST(Classification, CirclesEnd) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#3=IFCCLASSIFICATIONREFERENCE($,'A',$,#4,$,$);\n#4=IFCCLASSIFICATIONREFERENCE("
      "$,'B',$,#3,$,$);\n#5=IFCRELASSOCIATESCLASSIFICATION('5',$,$,$,(#1),#4);");
  EXPECT_FALSE(passes(of, wall(), classification("X", "A")));
}

// ---- material

TEST(Material, NamesAndCategoriesAtEveryLevel) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCMATERIALLAYERSETUSAGE(#3,.AXIS2.,.POSITIVE.,0.,$);\n#3="
      "IFCMATERIALLAYERSET((#4,#6),'Set',$);\n"
      "#4=IFCMATERIALLAYER(#5,0.1,$,'Layer',$,'LayerCategory',$);\n#5=IFCMATERIAL('Brick',$,'brick');\n#6="
      "IFCMATERIALLAYER($,0.1,$,$,$,$,$);\n#7=IFCRELASSOCIATESMATERIAL('7',$,$,$,(#1),#2);");
  for (const auto* const name : {"Set", "Layer", "LayerCategory", "Brick", "brick"})
    EXPECT_TRUE(passes(of, wall(), material(name))) << name;
  EXPECT_FALSE(passes(of, wall(), material("Steel")));
  EXPECT_THAT(reason(of, wall(), material("Steel")), HasSubstr("Brick"));
  EXPECT_TRUE(passes(of, wall(), material()));
  EXPECT_FALSE(passes(of, wall(), prohibited(material("Brick"))));
}

TEST(Material, OccurrencesOverrideTheirType) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCWALLTYPE('2',$,$,$,$,$,$,$,$,.SHEAR.);\n#3=IFCRELDEFINESBYTYPE('3',$,$,$"
      ",(#1),#2);\n#4=IFCMATERIAL('Own',$,$);\n#5=IFCMATERIAL('Type',$,$);\n"
      "#6=IFCRELASSOCIATESMATERIAL('6',$,$,$,(#1),#4);\n#7=IFCRELASSOCIATESMATERIAL('7',$,$,$,(#2),#5);");
  EXPECT_TRUE(passes(of, wall(), material("Own")));
  EXPECT_FALSE(passes(of, wall(), material("Type")));
}

TEST(Material, In2x3Too) {
  const auto of = ifc2x3(
      "#1=IFCWALL('1',$,$,$,$,$,$,$);\n#2=IFCMATERIALLAYERSETUSAGE(#3,.AXIS2.,.POSITIVE.,0.);\n#3=IFCMATERIALLAYERSET(("
      "#4),'Set');\n#4=IFCMATERIALLAYER(#5,0.1,$);\n#5=IFCMATERIAL('Brick');\n#7=IFCRELASSOCIATESMATERIAL('7',$,$,$,(#"
      "1),#2);");
  EXPECT_TRUE(passes(of, wall(), material("Brick")));
  EXPECT_TRUE(passes(of, wall(), material("Set")));
}

// ---- partOf

// A pump in a space in a storey in a building in a project.
constexpr auto pump =
    "#1=IFCPUMP('1',$,$,$,$,$,$,$,$);\n#2=IFCSPACE('2',$,$,$,$,$,$,$,$,$,$);\n#3=IFCBUILDINGSTOREY('3',$,$,$,$,$,$,$,$,"
    "$);\n"
    "#4=IFCBUILDING('4',$,$,$,$,$,$,$,$,$,$,$);\n#5=IFCPROJECT('5',$,$,$,$,$,$,$,$);\n"
    "#6=IFCRELCONTAINEDINSPATIALSTRUCTURE('6',$,$,$,(#1),#2);\n#7=IFCRELAGGREGATES('7',$,$,$,#3,(#2));\n"
    "#8=IFCRELAGGREGATES('8',$,$,$,#4,(#3));\n#9=IFCRELAGGREGATES('9',$,$,$,#5,(#4));";
constexpr auto contained = "IFCRELCONTAINEDINSPATIALSTRUCTURE";

TEST(PartOf, ContainmentEndsAtTheContainer) {
  const auto of = ifc4(pump);
  EXPECT_TRUE(passes(of, entity("IFCPUMP"), part_of(contained, entity("IFCSPACE"))));
  for (const auto* const name : {"IFCBUILDINGSTOREY", "IFCBUILDING", "IFCSITE", "IFCPROJECT"}) {
    EXPECT_FALSE(passes(of, entity("IFCPUMP"), part_of(contained, entity(name)))) << name;
    EXPECT_TRUE(passes(of, entity("IFCPUMP"), prohibited(part_of(contained, entity(name))))) << "not directly " << name;
  }
  EXPECT_EQ(reason(of, entity("IFCPUMP"), part_of(contained, entity("IFCSITE"))),
            "It is part of IfcSpace, expected IFCSITE");
  EXPECT_FALSE(passes(of, entity("IFCPUMP"), part_of("IFCRELAGGREGATES", entity("IFCSPACE"))));
  EXPECT_FALSE(passes(of, entity("IFCSPACE"), part_of(contained, entity("IFCBUILDINGSTOREY"))));
  EXPECT_TRUE(passes(of, entity("IFCSPACE"), part_of("IFCRELAGGREGATES", entity("IFCBUILDING"))));
}

TEST(PartOf, PartsAreContainedWhereTheirWholeIs) {
  const auto of = ifc4(
      "#1=IFCBEAM('1',$,$,$,$,$,$,$,$);\n#2=IFCELEMENTASSEMBLY('2',$,$,$,$,$,$,$,$,$);\n#3=IFCRELAGGREGATES('3',$,$,$,#"
      "2,(#1));\n"
      "#4=IFCSPACE('4',$,$,$,$,$,$,$,$,$,$);\n#5=IFCRELCONTAINEDINSPATIALSTRUCTURE('5',$,$,$,(#2),#4);");
  EXPECT_TRUE(passes(of, entity("IFCBEAM"), part_of(contained, entity("IFCSPACE"))));
  EXPECT_FALSE(passes(of, entity("IFCBEAM"), part_of(contained, entity("IFCELEMENTASSEMBLY"))));
  EXPECT_FALSE(passes(of, entity("IFCBEAM"), part_of("IFCRELAGGREGATES", entity("IFCSPACE"))));
}

TEST(PartOf, GroupsOfGroups) {
  const auto of = ifc4(
      "#1=IFCPUMP('1',$,$,$,$,$,$,$,$);\n#2=IFCGROUP('2',$,$,$,$);\n#3=IFCSYSTEM('3',$,$,$,$);\n#4="
      "IFCRELASSIGNSTOGROUP('4',$,$,$,(#1),$,#2);\n#5=IFCRELASSIGNSTOGROUP('5',$,$,$,(#2),$,#3);");
  EXPECT_TRUE(passes(of, entity("IFCPUMP"), part_of("IFCRELASSIGNSTOGROUP", entity("IFCGROUP"))));
  EXPECT_TRUE(passes(of, entity("IFCPUMP"), part_of("IFCRELASSIGNSTOGROUP", entity("IFCSYSTEM"))));
  EXPECT_FALSE(passes(of, entity("IFCPUMP"), part_of("IFCRELASSIGNSTOGROUP", entity("IFCZONE"))));
}

TEST(PartOf, SeveralGroupsCountEach) {
  const auto of = ifc4(
      "#1=IFCPUMP('1',$,$,$,$,$,$,$,$);\n#2=IFCGROUP('2',$,$,$,$);\n#3=IFCSYSTEM('3',$,$,$,$);\n#4="
      "IFCRELASSIGNSTOGROUP('4',$,$,$,(#1),$,#2);\n#5=IFCRELASSIGNSTOGROUP('5',$,$,$,(#1),$,#3);");
  EXPECT_TRUE(passes(of, entity("IFCPUMP"), part_of("IFCRELASSIGNSTOGROUP", entity("IFCSYSTEM"))));
}

TEST(PartOf, DoorsFillOpeningsThatVoidWalls) {
  const auto of = ifc4(
      "#1=IFCDOOR('1',$,$,$,$,$,$,$,$,$,$,$,$);\n#2=IFCOPENINGELEMENT('2',$,$,$,$,$,$,$,$);\n#3=IFCWALL('3',$,$,$,$,$,$"
      ",$,.SHEAR.);\n"
      "#4=IFCRELFILLSELEMENT('4',$,$,$,#2,#1);\n#5=IFCRELVOIDSELEMENT('5',$,$,$,#3,#2);");
  constexpr auto relation = "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT";
  EXPECT_TRUE(passes(of, entity("IFCDOOR"), part_of(relation, wall())));
  EXPECT_TRUE(passes(of, entity("IFCDOOR"), part_of(relation, entity("IFCWALL", "SHEAR"))));
  EXPECT_TRUE(passes(of, entity("IFCDOOR"), part_of(relation, entity("IFCOPENINGELEMENT"))));
  EXPECT_TRUE(passes(of, entity("IFCOPENINGELEMENT"), part_of(relation, wall())));
  EXPECT_FALSE(passes(of, entity("IFCDOOR"), part_of(relation, entity("IFCSLAB"))));
  EXPECT_FALSE(passes(of, wall(), part_of(relation, entity(pattern({".*"})))));
  // ids.xsd has them only together; each alone is read as it says.
  EXPECT_TRUE(passes(of, entity("IFCDOOR"), part_of("IFCRELFILLSELEMENT", entity("IFCOPENINGELEMENT"))));
  EXPECT_FALSE(passes(of, entity("IFCDOOR"), part_of("IFCRELFILLSELEMENT", wall())));
  EXPECT_TRUE(passes(of, entity("IFCOPENINGELEMENT"), part_of("IFCRELVOIDSELEMENT", wall())));
  EXPECT_FALSE(passes(of, entity("IFCDOOR"), part_of("IFCRELCONNECTSELEMENTS", wall()))) << "no relation of IDS";
  EXPECT_TRUE(passes(of, entity("IFCDOOR"), part_of(wall())));
}

TEST(PartOf, WithoutRelationEveryOneCounts) {
  const auto of = ifc4(std::string(pump) +
                       "\n#10=IFCSYSTEM('10',$,$,$,$);\n#11=IFCRELASSIGNSTOGROUP('11',$,$,$,(#2),$,#10);\n#12="
                       "IFCFLOWMETER('12',$,$,$,$,$,$,$,$);\n#13=IFCRELNESTS('13',$,$,$,#1,(#12));");
  for (const auto* const name : {"IFCPUMP", "IFCSPACE", "IFCSYSTEM", "IFCBUILDINGSTOREY", "IFCPROJECT"}) {
    EXPECT_TRUE(passes(of, entity("IFCFLOWMETER"), part_of(entity(name)))) << name;
  }
  EXPECT_FALSE(passes(of, entity("IFCFLOWMETER"), part_of(entity("IFCFLOWMETER"))));
  EXPECT_FALSE(passes(of, entity("IFCFLOWMETER"), prohibited(part_of(entity("IFCSYSTEM")))));
}

TEST(PartOf, UserdefinedWholes) {
  const auto of = ifc4(
      "#1=IFCPUMP('1',$,$,$,$,$,$,$,$);\n#2=IFCINVENTORY('2',$,$,$,'BUNNY',.USERDEFINED.,$,$,$,$,$);\n#3="
      "IFCRELASSIGNSTOGROUP('3',$,$,$,(#1),$,#2);");
  const auto grouped = [](const char* type) { return part_of("IFCRELASSIGNSTOGROUP", entity("IFCINVENTORY", type)); };
  EXPECT_TRUE(passes(of, entity("IFCPUMP"), grouped("USERDEFINED")));
  EXPECT_TRUE(passes(of, entity("IFCPUMP"), grouped("BUNNY")));
  EXPECT_FALSE(passes(of, entity("IFCPUMP"), grouped("HARE")));
}

TEST(PartOf, CirclesEnd) {
  const auto of = ifc4(
      "#1=IFCSLAB('1',$,$,$,$,$,$,$,$);\n#2=IFCSLAB('2',$,$,$,$,$,$,$,$);\n#3=IFCRELAGGREGATES('3',$,$,$,#1,(#2));\n#4="
      "IFCRELAGGREGATES('4',$,$,$,#2,(#1));\n#5=IFCRELASSIGNSTOGROUP('5',$,$,$,(#1),$,#1);");
  for (const auto* const relation : {"IFCRELAGGREGATES", "IFCRELASSIGNSTOGROUP", contained, ""}) {
    EXPECT_FALSE(passes(of, entity("IFCSLAB"), part_of(relation, wall()))) << relation;
  }
}

// ---- applicability

TEST(Applicability, EveryKindOfFacetSelects) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,'A',$,$,$,$,$,$);\n#2=IFCWALL('2',$,'B',$,$,$,$,$,$);\n#3=IFCSLAB('3',$,'A',$,$,$,$,$,$);\n"
      "#4=IFCPROPERTYSET('4',$,'Foo',$,(#5));\n#5=IFCPROPERTYSINGLEVALUE('Bar',$,IFCLABEL('x'),$);\n#6="
      "IFCRELDEFINESBYPROPERTIES('6',$,$,$,(#1,#3),#4);\n"
      "#7=IFCMATERIAL('Brick',$,$);\n#8=IFCRELASSOCIATESMATERIAL('8',$,$,$,(#1),#7);\n#9=IFCCLASSIFICATION($,$,$,'Sys',"
      "$,$,$);\n"
      "#10=IFCRELASSOCIATESCLASSIFICATION('10',$,$,$,(#2,#3),#9);\n#11=IFCBUILDINGSTOREY('11',$,$,$,$,$,$,$,$,$);\n#12="
      "IFCRELCONTAINEDINSPATIALSTRUCTURE('12',$,$,$,(#2),#11);");
  EXPECT_EQ(applies_to(of, {wall()}), 2U);
  EXPECT_EQ(applies_to(of, {attribute("Name", "A")}), 2U);
  EXPECT_EQ(applies_to(of, {attribute("Name")}), 7U);  // walls, slab, set, property, material, classification
  EXPECT_EQ(applies_to(of, {property("Foo", "Bar", "x")}), 2U);
  EXPECT_EQ(applies_to(of, {material("Brick")}), 1U);
  EXPECT_EQ(applies_to(of, {classification("Sys")}), 2U);
  EXPECT_EQ(applies_to(of, {part_of(entity("IFCBUILDINGSTOREY"))}), 1U);
  EXPECT_EQ(applies_to(of, {attribute("Name", "A"), wall(), property("Foo", "Bar")}), 1U);
  EXPECT_EQ(applies_to(of, {classification("Sys"), part_of(contained, entity("IFCBUILDINGSTOREY"))}), 1U);
  EXPECT_EQ(applies_to(of, {}), 0U);
}

// ---- hostile models

TEST(HostileModels, MissingReferencesAndWrongKindsAreNothing) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,#99,$,$,$,$,$,$);\n#2=IFCWALL('2');\n#3=IFCRELDEFINESBYPROPERTIES('3',$,$,$,(#1,#2,#98),#97);"
      "\n#4=IFCRELDEFINESBYTYPE('4',$,$,$,(#1),#1);\n"
      "#5=IFCPROPERTYSET('5',$,'Foo',$,(#96,#1,#7,5,'x'));\n#6=IFCRELDEFINESBYPROPERTIES('6',$,$,$,(#1),#5);\n#7="
      "IFCPROPERTYSINGLEVALUE('Bar',$,IFCNOSUCHTYPE(),#1);\n"
      "#8=IFCRELASSOCIATESMATERIAL('8',$,$,$,(#1),#95);\n#9=IFCMATERIALLIST((#9,#9));\n#10=IFCRELASSOCIATESMATERIAL('"
      "10',$,$,$,(#2),#9);\n"
      "#11=IFCRELASSOCIATESCLASSIFICATION('11',$,$,$,(#1),#1);\n#12=IFCNOTHING(1);\n#13=IFCELEMENTQUANTITY('13',$,'Qto'"
      ",$,$,(#14));\n#14=IFCQUANTITYLENGTH('L',$,#14,1E400,$);\n"
      "#15=IFCRELDEFINESBYPROPERTIES('15',$,$,$,(#1),#13);");
  const std::vector<Facet> facets{entity("IFCWALL", "X"),
                                  attribute(pattern({".*"}), "x"),
                                  property(pattern({".*"}), pattern({".*"}), "1"),
                                  classification("A", "b"),
                                  material("m"),
                                  part_of(entity(pattern({".*"}), "x"))};
  for (const auto& each : facets) {
    const auto checked = result(of, specification({wall()}, {each}));
    EXPECT_EQ(checked.applicable.size(), 2U);
    EXPECT_EQ(checked.failed, 2) << formats::ids::kind(each);
    applies_to(of, {each});
  }
}

// ---- words

TEST(Describe, FacetsAreSentences) {
  using ids::engine::describe;
  EXPECT_EQ(describe(property("Pset_WallCommon", "FireRating", enumeration({"REI30", "REI60"})), true),
            "FireRating in Pset_WallCommon must be one of REI30, REI60");
  EXPECT_EQ(describe(of_type(property("P", "F"), "IFCLABEL"), true), "F in P must be given (IFCLABEL)");
  EXPECT_EQ(describe(prohibited(property("P", "F")), true), "F in P must not be given");
  EXPECT_EQ(describe(optional(attribute("Name", "x")), true), "Name must be \"x\" where it is given");
  EXPECT_EQ(describe(wall(), false), "IFCWALL");
  EXPECT_EQ(describe(entity("IFCWALL", "SHEAR"), true), "Must be IFCWALL of type SHEAR");
  EXPECT_EQ(describe(classification("Uniclass", "EF"), true), "Must be classified as EF in Uniclass");
  EXPECT_EQ(describe(material(), false), "with a material");
  EXPECT_EQ(describe(prohibited(material("lead")), true), "Must not have the material lead");
  EXPECT_EQ(describe(part_of(contained, entity("IFCSPACE")), true),
            "Must be part of IFCSPACE by IFCRELCONTAINEDINSPATIALSTRUCTURE");
  EXPECT_EQ(describe(attribute("Name", pattern({"(bad"})), true), "Name must be text like (bad");
}

TEST(Property, AListOfNumbersIsAValue) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n"
      "#2=IFCPROPERTYSINGLEVALUE('Bearing',$,IFCCOMPOUNDPLANEANGLEMEASURE((42,0,0)),$);\n"
      "#3=IFCPROPERTYSET('3',$,'Site',$,(#2));\n#4=IFCRELDEFINESBYPROPERTIES('4',$,$,$,(#1),#3);");
  EXPECT_TRUE(passes(of, wall(), property("Site", "Bearing")));
  EXPECT_FALSE(passes(of, wall(), property("Site", "Bearing", "42")));
}

TEST(Classification, ASystemWrittenTwiceIsOneSystem) {
  const auto of = ifc4(
      "#1=IFCWALL('1',$,$,$,$,$,$,$,$);\n#2=IFCWALLTYPE('2',$,$,$,$,$,$,$,$,.SHEAR.);\n"
      "#3=IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);\n"
      "#10=IFCCLASSIFICATION($,$,$,'Foobar',$,$,$);\n#11=IFCCLASSIFICATION($,$,$,'Foobar',$,$,$);\n"
      "#12=IFCCLASSIFICATIONREFERENCE($,'1',$,#10,$,$);\n#13=IFCCLASSIFICATIONREFERENCE($,'22',$,#11,$,$);\n"
      "#14=IFCRELASSOCIATESCLASSIFICATION('14',$,$,$,(#2),#12);\n"
      "#15=IFCRELASSOCIATESCLASSIFICATION('15',$,$,$,(#1),#13);");
  EXPECT_TRUE(passes(of, wall(), classification("Foobar", "22")));
  EXPECT_FALSE(passes(of, wall(), classification("Foobar", "1")));
}

TEST(Material, EveryAssociationCounts) {
  const auto of = ifc2x3(
      "#1=IFCWALL('1',$,$,$,$,$,$,$);\n#2=IFCMATERIAL('Brick');\n#3=IFCMATERIAL('Plaster');\n"
      "#4=IFCRELASSOCIATESMATERIAL('4',$,$,$,(#1),#2);\n#5=IFCRELASSOCIATESMATERIAL('5',$,$,$,(#1),#3);");
  EXPECT_TRUE(passes(of, wall(), material("Brick")));
  EXPECT_TRUE(passes(of, wall(), material("Plaster")));
  EXPECT_FALSE(passes(of, wall(), material("Glass")));
  EXPECT_FALSE(passes(of, wall(), prohibited(material("Plaster"))));
}

}  // namespace
