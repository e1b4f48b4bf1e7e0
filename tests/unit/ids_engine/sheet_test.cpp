// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/sheet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "domains/ids/engine/library/templates.h"

// Requirements as people keep them in spreadsheets.
namespace ids::engine {
namespace {

using namespace formats::ids;  // NOLINT(google-build-using-namespace): documents are built in every test
using formats::table::Sheet;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

IdsValue one_of(std::vector<std::string> items, std::string base = "xs:string") {
  Restriction out{.base = std::move(base)};
  for (auto& item : items) out.facets.push_back({.name = "enumeration", .value = std::move(item)});
  return out;
}
IdsValue restriction(std::string base, std::vector<std::pair<std::string, std::string>> facets) {
  Restriction out{.base = std::move(base)};
  for (auto& [name, value] : facets) out.facets.push_back({.name = name, .value = value});
  return out;
}

// ---- values

struct Cell {
  IdsValue value;
  std::string text;
};

TEST(SheetValue, IsWrittenTheWayPeopleWriteIt) {
  const std::vector<Cell> cells{
      {"REI60", "REI60"},
      {"5\" pipe", "5\" pipe"},
      {std::monostate{}, "(empty)"},
      {one_of({"REI30", "REI60"}), "one of: REI30 | REI60"},
      {restriction("xs:string", {{"pattern", "EW-[0-9]{3}|X"}}), "pattern: EW-[0-9]{3}|X"},
      {restriction("xs:double", {{"minInclusive", "2.4"}, {"maxInclusive", "3"}}), ">= 2.4; <= 3"},
      {restriction("xs:double", {{"minExclusive", "0"}}), "> 0"},
      {restriction("xs:string", {{"minLength", "5"}, {"maxLength", "50"}}), "length: 5..50"},
      {restriction("xs:string", {{"maxLength", "50"}}), "length: ..50"},
      {restriction("xs:string", {{"length", "5"}}), "length: 5"},
      {restriction("xs:string", {{"pattern", "A"}, {"pattern", "B"}}), "pattern: A; pattern: B"},
      {restriction("xs:decimal", {{"totalDigits", "5"}}), "xs:totalDigits: 5; base: xs:decimal"},
      {restriction("xs:string", {}), "xs:restriction"},
      // Texts that would be read as something else.
      {"", "\"\""},
      {" REI60", "\" REI60\""},
      {"pattern: A", "\"pattern: A\""},
      {"A | B", "\"A | B\""},
      {"> 30 dB", "\"> 30 dB\""},
      {"2,5", "\"2,5\""},
      {"yes", "\"yes\""},
      {"\"quoted\"", "\"\"\"quoted\"\"\""},
      {"a\r\nb", "\"a&#13;\nb\""},
      {one_of({"A|B", "C;D", "", "x"}), "one of: \"A|B\" | \"C;D\" | \"\" | \"x\""},
      {restriction("xs:string", {{"pattern", "a;b"}}), "pattern: \"a;b\""},
  };
  for (const auto& cell : cells) {
    EXPECT_EQ(value_text(cell.value), cell.text);
    const auto read = value_from_text(cell.text, "");
    ASSERT_TRUE(read) << cell.text << ": " << read.error().message;
    EXPECT_EQ(*read, cell.value) << cell.text;
  }
}

TEST(SheetValue, TheDataTypeImpliesTheBase) {
  const auto bounds = restriction("xs:integer", {{"minInclusive", "1"}});
  EXPECT_EQ(value_text(bounds, "IFCCOUNTMEASURE"), ">= 1");
  EXPECT_EQ(value_text(bounds), ">= 1; base: xs:integer");
  EXPECT_EQ(*value_from_text(">= 1", "IFCCOUNTMEASURE"), bounds);
  EXPECT_EQ(*value_from_text(">= 1; base: xs:integer", "IFCLENGTHMEASURE"), bounds);
}

TEST(SheetValue, HabitsOfSpreadsheets) {
  EXPECT_EQ(*value_from_text("yes", "IFCBOOLEAN"), IdsValue("true"));
  EXPECT_EQ(*value_from_text("x", "IFCBOOLEAN"), IdsValue("true"));
  EXPECT_EQ(*value_from_text("Nein", "IFCBOOLEAN"), IdsValue("false"));
  EXPECT_EQ(*value_from_text("TRUE", "IFCBOOLEAN"), IdsValue("true"));
  EXPECT_EQ(*value_from_text("FALSE", "IFCLOGICAL"), IdsValue("false"));
  EXPECT_EQ(*value_from_text("yes", "IFCLABEL"), IdsValue("yes"));
  EXPECT_EQ(*value_from_text("2,5", "IFCLENGTHMEASURE"), IdsValue("2.5"));
  EXPECT_EQ(*value_from_text("2,5", "IFCLABEL"), IdsValue("2,5"));
  EXPECT_EQ(*value_from_text("≥ 2,4 ; ≤ 3", "IFCLENGTHMEASURE"),
            restriction("xs:double", {{"minInclusive", "2.4"}, {"maxInclusive", "3"}}));
  EXPECT_EQ(*value_from_text("min: 2; max: 3", "IFCREAL"),
            restriction("xs:double", {{"minInclusive", "2"}, {"maxInclusive", "3"}}));
  EXPECT_EQ(*value_from_text("REI30 | REI60", "IFCLABEL"), one_of({"REI30", "REI60"}));
  EXPECT_EQ(*value_from_text("Einer von: A|B", "IFCLABEL"), one_of({"A", "B"}));
  EXPECT_EQ(*value_from_text("Muster : A.*", ""), restriction("xs:string", {{"pattern", "A.*"}}));
  EXPECT_EQ(*value_from_text("pattern: a;b", ""), restriction("xs:string", {{"pattern", "a;b"}}));
  EXPECT_EQ(*value_from_text("\xC2\xA0REI60 ", ""), IdsValue("REI60"));
  EXPECT_EQ(*value_from_text("  ", ""), IdsValue(std::monostate{}));
}

TEST(SheetValue, WhatCannotBeReadSaysWhatToWrite) {
  const auto bound = value_from_text("> 30 dB", "");
  ASSERT_FALSE(bound);
  EXPECT_THAT(bound.error().message, HasSubstr("30 dB"));
  EXPECT_THAT(bound.error().hint, HasSubstr("quotes"));
  EXPECT_FALSE(value_from_text("length: many", ""));
  EXPECT_FALSE(value_from_text("length: ..", ""));
  EXPECT_FALSE(value_from_text("length: 5..x", ""));
}

// ---- reading what people made

FromSheet read(std::vector<std::vector<std::string>> rows) {
  auto out = from_sheet(Sheet{"", std::move(rows)});
  EXPECT_TRUE(out) << out.error().message;
  return out ? *std::move(out) : FromSheet{};
}

PropertyFacet property(std::string set, std::string name, std::optional<std::string> type = {},
                       std::optional<IdsValue> value = {}, std::string cardinality = "") {
  return {.property_set = std::move(set),
          .base_name = std::move(name),
          .value = std::move(value),
          .data_type = std::move(type),
          .cardinality = std::move(cardinality)};
}

TEST(FromSheetTest, ATableOfEntitiesAndPropertiesIsEnough) {
  const auto out = read({{"IFC Entity", "Pset", "Property name", "Data type", "Value", "Mandatory"},
                         {"IfcWall", "Pset_WallCommon", "FireRating", "IfcLabel", "REI30 | REI60", "yes"},
                         {"IfcWall", "Pset_WallCommon", "IsExternal", "Boolean", "x", "optional"},
                         {"", "Pset_WallCommon", "LoadBearing", "", "", ""},
                         {"IfcDoor", "", "Pset_DoorCommon.FireExit", "", "", "x"}});
  EXPECT_THAT(out.problems, IsEmpty());
  ASSERT_THAT(out.specifications, SizeIs(2));
  const auto& walls = out.specifications[0];
  EXPECT_EQ(walls.name, "IfcWall");
  EXPECT_THAT(walls.ifc_versions, ElementsAre("IFC4"));
  EXPECT_EQ(walls.cardinality(), Cardinality::optional);
  EXPECT_THAT(walls.applicability, ElementsAre(Facet(EntityFacet{.name = "IFCWALL"})));
  EXPECT_THAT(
      walls.requirements,
      ElementsAre(Facet(property("Pset_WallCommon", "FireRating", "IFCLABEL", one_of({"REI30", "REI60"}), "required")),
                  Facet(property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", "true", "optional")),
                  Facet(property("Pset_WallCommon", "LoadBearing"))));
  EXPECT_TRUE(walls.has_requirements);
  EXPECT_THAT(out.specifications[1].requirements,
              ElementsAre(Facet(property("Pset_DoorCommon", "FireExit", {}, {}, "required"))));
}

TEST(FromSheetTest, ColumnsThatNothingReadsAreTold) {
  const auto out = read({{"IFC Entity", "Pset", "Property name", "Colour", "Pset", "Valeu", ""},
                         {"IfcWall", "Pset_WallCommon", "FireRating", "red", "Mine", "REI60", "x"}});
  EXPECT_THAT(out.problems, IsEmpty());
  EXPECT_THAT(out.warnings, ElementsAre(HasSubstr("`Colour` is not known"), HasSubstr("`Pset` means the same"),
                                        AllOf(HasSubstr("`Valeu` is not known"), HasSubstr("Did you mean `Value`?"))));
  EXPECT_THAT(read({{"IFC Entity", "Pset", "Property name"}, {"IfcWall", "A", "B"}}).warnings, IsEmpty());
}

TEST(FromSheetTest, GermanHeadingsAndSpecificationsOnlyInTheirFirstRow) {
  const auto out =
      read({{"Projekt Schule am Park"},
            {},
            {"Spezifikation", "IFC-Version", "IFC-Klasse", "Merkmalsgruppe", "Merkmal", "Datentyp", "Wert", "Pflicht",
             "Baustoff"},
            {"Wände", "IFC4.3, IFC 4", "IfcWall", "Pset_WallCommon", "IsExternal", "Ja/Nein", "", "Pflicht", ""},
            {"", "", "", "Pset_WallCommon", "FireRating", "Text", "", "kann", ""},
            {"", "", "", "", "", "", "", "", "Beton"},
            {"Decken", "2x3 TC1", "IfcSlab", "Pset_SlabCommon", "LoadBearing", "", "", "darf nicht", ""}});
  EXPECT_THAT(out.problems, IsEmpty());
  ASSERT_THAT(out.specifications, SizeIs(2));
  EXPECT_EQ(out.specifications[0].name, "Wände");
  EXPECT_THAT(out.specifications[0].ifc_versions, ElementsAre("IFC4X3_ADD2", "IFC4"));
  EXPECT_THAT(out.specifications[0].requirements,
              ElementsAre(Facet(property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", {}, "required")),
                          Facet(property("Pset_WallCommon", "FireRating", "IFCLABEL", {}, "optional")),
                          Facet(MaterialFacet{.value = "Beton"})));
  EXPECT_THAT(out.specifications[1].ifc_versions, ElementsAre("IFC2X3"));
  EXPECT_THAT(out.specifications[1].requirements,
              ElementsAre(Facet(property("Pset_SlabCommon", "LoadBearing", {}, {}, "prohibited"))));
}

TEST(FromSheetTest, SeveralEntitiesOfOneSpecificationAreOneFacet) {
  const auto out = read({{"Specification", "Entity", "Attribute"},
                         {"Named", "IfcWall", "Name"},
                         {"Named", "IfcSlab", ""},
                         {"Named", "ifcwall", ""},
                         {"Roofs", "IfcRoof, IfcSlab", "Name"}});
  EXPECT_THAT(out.problems, IsEmpty());
  ASSERT_THAT(out.specifications, SizeIs(2));
  EXPECT_THAT(out.specifications[0].applicability,
              ElementsAre(Facet(EntityFacet{.name = one_of({"IFCWALL", "IFCSLAB"})})));
  EXPECT_THAT(out.specifications[1].applicability,
              ElementsAre(Facet(EntityFacet{.name = one_of({"IFCROOF", "IFCSLAB"})})));
}

// ids.xsd: one entity facet in an applicability. What cannot be one list is left out and told.
TEST(FromSheetTest, EntitiesThatAreNoListNeedSpecificationsOfTheirOwn) {
  const auto out = read({{"Specification", "Entity", "Predefined type", "Attribute"},
                         {"Named", "IfcWall", "", "Name"},
                         {"Named", "IfcSlab", "FLOOR", "Name"},
                         {"Named", "pattern: IFCDOOR.*", "", "Name"}});
  ASSERT_THAT(out.problems, SizeIs(2));
  for (const auto& problem : out.problems) {
    EXPECT_EQ(problem.column, "Entity");
    EXPECT_EQ(problem.message, "the specification applies to another entity already");
    EXPECT_THAT(problem.hint, HasSubstr("one of: IFCWALL | IFCSLAB"));
  }
  ASSERT_THAT(out.specifications, SizeIs(1));
  EXPECT_THAT(out.specifications[0].applicability, ElementsAre(Facet(EntityFacet{.name = "IFCWALL"})));
}

TEST(FromSheetTest, ARelationMakesAPartOfWithoutBeingNamed) {
  const auto out = read({{"Specification", "Entity", "Relation", "Attribute"},
                         {"Doors", "IfcDoor", "", ""},
                         {"Doors", "IfcBuildingStorey", "contained in", ""}});
  EXPECT_THAT(out.problems, IsEmpty());
  ASSERT_THAT(out.specifications, SizeIs(1));
  EXPECT_THAT(out.specifications[0].applicability, ElementsAre(Facet(EntityFacet{.name = "IFCDOOR"})));
  EXPECT_THAT(out.specifications[0].requirements,
              ElementsAre(Facet(PartOfFacet{.relation = "IFCRELCONTAINEDINSPATIALSTRUCTURE",
                                            .entity = {.name = "IFCBUILDINGSTOREY"}})));
}

TEST(FromSheetTest, RowsOfOneSpecificationNeedNotStandTogether) {
  const auto out = read({{"ID", "Specification", "Entity", "Attribute"},
                         {"A", "Walls", "IfcWall", "Name"},
                         {"B", "Doors", "IfcDoor", "Tag"},
                         {"A", "", "", "Description"}});
  ASSERT_THAT(out.specifications, SizeIs(2));
  EXPECT_THAT(out.specifications[0].requirements, SizeIs(2));
}

TEST(FromSheetTest, WhatLaterRowsDescribeBelongsToTheirFacet) {
  const auto out = read({{"Specification", "Description", "Entity", "Attribute"},
                         {"Walls", "All walls", "IfcWall", "Name"},
                         {"Walls", "The mark on the plan", "", "Tag"}});
  EXPECT_THAT(out.problems, IsEmpty());
  ASSERT_THAT(out.specifications, SizeIs(1));
  EXPECT_EQ(out.specifications[0].description, "All walls");
  EXPECT_EQ(std::get<AttributeFacet>(out.specifications[0].requirements[1]).instructions, "The mark on the plan");
}

TEST(FromSheetTest, EveryKindOfFacetByItsName) {
  const auto out = read({{"Specification", "Part", "Facet", "Entity", "Relation", "System", "Value"},
                         {"S", "applies to", "entity", "IfcWall", "", "", ""},
                         {"S", "applies to", "material", "", "", "", "concrete"},
                         {"S", "requires", "part of", "IfcBuildingStorey", "contained in", "", ""},
                         {"S", "Anforderung", "Klassifikation", "", "", "Uniclass 2015", "pattern: EF_.*"}});
  EXPECT_THAT(out.problems, IsEmpty());
  ASSERT_THAT(out.specifications, SizeIs(1));
  EXPECT_THAT(out.specifications[0].applicability,
              ElementsAre(Facet(EntityFacet{.name = "IFCWALL"}), Facet(MaterialFacet{.value = "concrete"})));
  EXPECT_THAT(out.specifications[0].requirements,
              ElementsAre(Facet(PartOfFacet{.relation = "IFCRELCONTAINEDINSPATIALSTRUCTURE",
                                            .entity = {.name = "IFCBUILDINGSTOREY"}}),
                          Facet(ClassificationFacet{.value = restriction("xs:string", {{"pattern", "EF_.*"}}),
                                                    .system = "Uniclass 2015"})));
}

struct BadRow {
  std::vector<std::string> cells;
  std::string column, message;
};

TEST(FromSheetTest, ARowThatCannotBeReadIsLeftOutAndTold) {
  const std::vector<BadRow> rows{
      {{"S", "IFC5", "", "", "", "", "", "", ""}, "IFC versions", "\"IFC5\" is not an IFC version"},
      {{"S", "", "often", "", "", "", "", "", ""}, "Occurrence", "\"often\" does not say how often"},
      {{"S", "", "", "where", "", "", "", "", ""}, "Part", "\"where\" is not a part of a specification"},
      {{"S", "", "", "", "gadget", "", "", "", ""}, "Facet", "\"gadget\" is not a facet"},
      {{"S", "", "", "", "", "", "FireRating", "", ""}, "Property set", "a property needs its property set"},
      {{"S", "", "", "", "", "Pset_A", "", "", ""}, "Property", "a property needs its name"},
      {{"S", "", "", "", "", "Pset_A", "B", "sometimes", ""}, "Cardinality", "\"sometimes\" is not a cardinality"},
      {{"S", "", "", "", "", "Pset_A", "B", "", "> much"}, "Value", "\"much\" is not a number"},
      {{"S", "", "", "", "", "", "", "", "REI60"}, "Value", "a value without a property, an attribute or a material"},
      {{"", "", "", "", "", "Pset_A", "B", "", ""}, "Specification", "the row belongs to no specification"},
  };
  for (const auto& row : rows) {
    const auto out =
        read({{"Specification", "IFC version", "Occurrence", "Part", "Facet", "Pset", "Property", "Required", "Value"},
              row.cells});
    ASSERT_THAT(out.problems, SizeIs(1)) << row.message;
    EXPECT_EQ(out.problems[0].row, 2U);
    EXPECT_EQ(out.problems[0].column, row.column);
    EXPECT_EQ(out.problems[0].message, row.message);
    EXPECT_NE(out.problems[0].hint, "");
    for (const auto& one : out.specifications) EXPECT_THAT(one.requirements, IsEmpty());
  }
}

TEST(FromSheetTest, ASecondNameForAnIdentifierIsTold) {
  const auto out = read({{"ID", "Specification", "Entity"}, {"A", "Walls", "IfcWall"}, {"A", "Doors", ""}});
  ASSERT_THAT(out.problems, SizeIs(1));
  EXPECT_EQ(out.problems[0].row, 3U);
  EXPECT_EQ(out.specifications[0].name, "Walls");
}

TEST(FromSheetTest, WithoutHeadingsTheKnownOnesAreNamed) {
  const auto out = from_sheet(Sheet{"", {{"a", "b"}, {"1", "2"}}});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().hint, HasSubstr("Property set"));
  EXPECT_FALSE(from_sheet(Sheet{}));
}

TEST(FromSheetTest, ProblemsAreBounded) {
  std::vector<std::vector<std::string>> rows{{"Specification", "Facet"}};
  for (int i = 0; i < 5000; ++i) rows.push_back({"S", "gadget"});
  EXPECT_THAT(read(rows).problems, SizeIs(max_sheet_problems));
}

// ---- there and back

std::vector<Specification> through_csv(const Document& document, char separator = ',') {
  const auto sheet = formats::table::read_csv(formats::table::write_csv(to_sheet(document), separator));
  EXPECT_TRUE(sheet) << sheet.error().message;
  if (!sheet) return {};
  const auto out = from_sheet(*sheet);
  EXPECT_TRUE(out) << out.error().message;
  if (!out) return {};
  for (const auto& problem : out->problems)
    ADD_FAILURE() << problem.row << " " << problem.column << ": " << problem.message;
  return out->specifications;
}

TEST(ToSheet, RepeatsNumberAndNameAndLeavesTheRestEmptyBelow) {
  Document document;
  Specification walls{.name = "Walls", .ifc_versions = {"IFC4"}, .identifier = "W-1", .description = "All"};
  walls.min_occurs = "1";
  walls.max_occurs = "unbounded";
  walls.applicability = {EntityFacet{.name = "IFCWALL"}};
  walls.requirements = {property("Pset_WallCommon", "FireRating", "IFCLABEL", "REI60", "required")};
  walls.has_requirements = true;
  document.specifications = {walls};
  const auto sheet = to_sheet(document);
  ASSERT_THAT(sheet.rows, SizeIs(3));
  EXPECT_THAT(sheet.rows[0],
              ElementsAre("Spec. no.", "Specification", "Identifier", "IFC versions", "Occurrence", "Description",
                          "Instructions", "Part", "Facet", "Entity", "Predefined type", "Property set", "Property",
                          "Attribute", "Data type", "Value", "System", "Relation", "Cardinality", "Facet instructions",
                          "URI", "Requirements description"));
  EXPECT_THAT(sheet.rows[1], ElementsAre("1", "Walls", "W-1", "IFC4", "required", "All", "", "applies to", "entity",
                                         "IFCWALL", "", "", "", "", "", "", "", "", "", "", "", ""));
  EXPECT_THAT(sheet.rows[2],
              ElementsAre("1", "Walls", "", "", "", "", "", "requires", "property", "", "", "Pset_WallCommon",
                          "FireRating", "", "IFCLABEL", "REI60", "", "", "required", "", "", ""));
}

// Entities are read in any case and from loose lists; what would come back otherwise is spelt out.
TEST(ToSheet, OddEntityNamesComeBack) {
  for (const IdsValue& name :
       {IdsValue("IfcWall"), IdsValue("IFCWALL, IFCSLAB"), IdsValue(""), IdsValue(std::monostate{}),
        one_of({"IfcWall", "IFCSLAB"}), one_of({"IFCWALL"}, "xs:token"), restriction("xs:string", {}),
        restriction("xs:string", {{"pattern", "Ifc.*"}}),
        restriction("xs:string", {{"pattern", "IFC.*"}, {"enumeration", "IfcWall"}})}) {
    Document document;
    Specification walls{.name = "Walls", .ifc_versions = {"IFC4"}};
    walls.min_occurs = "1";
    walls.max_occurs = "unbounded";
    walls.applicability = {EntityFacet{.name = name}};
    document.specifications = {walls};
    EXPECT_EQ(through_csv(document), document.specifications) << value_text(name);
  }
}

TEST(ToSheet, EveryTemplateComesBack) {
  for (const auto& one : templates()) {
    const auto document = from_template(one.name);
    ASSERT_TRUE(document);
    EXPECT_EQ(through_csv(*document), document->specifications) << one.name;
    EXPECT_EQ(through_csv(*document, ';'), document->specifications) << one.name;
    const auto workbook = formats::table::read_xlsx(formats::table::write_xlsx({to_sheet(*document)}));
    ASSERT_TRUE(workbook) << workbook.error().message;
    const auto back = from_sheet(workbook->at(0));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->specifications, document->specifications) << one.name;
  }
}

// Texts that break naive formats: separators, quotes, keywords, formulas, blanks, line breaks, other scripts.
rc::Gen<std::string> awkward() {
  const auto pieces = rc::gen::elementOf(std::vector<std::string>{"a",
                                                                  "REI60",
                                                                  " ",
                                                                  "\n",
                                                                  "\r\n",
                                                                  "\t",
                                                                  "|",
                                                                  " | ",
                                                                  ";",
                                                                  "; ",
                                                                  ":",
                                                                  ",",
                                                                  "\"",
                                                                  "\"\"",
                                                                  "'",
                                                                  "=1+1",
                                                                  "-",
                                                                  "@",
                                                                  "pattern: ",
                                                                  "one of: ",
                                                                  "length: ",
                                                                  ">= ",
                                                                  "< ",
                                                                  "2",
                                                                  "2,5",
                                                                  ".",
                                                                  "..",
                                                                  "5..50",
                                                                  "base: ",
                                                                  "xs:pattern: ",
                                                                  "xs:restriction",
                                                                  "(empty)",
                                                                  "yes",
                                                                  "x",
                                                                  "IfcWall",
                                                                  "IFCWALL",
                                                                  "&#13;",
                                                                  "&",
                                                                  "Ä",
                                                                  "墙",
                                                                  "\xC2\xA0",
                                                                  "\xEF\xBB\xBF",
                                                                  "REQUIRED",
                                                                  "optional",
                                                                  "Label",
                                                                  "IFC4.3",
                                                                  "#",
                                                                  "\\",
                                                                  "^$",
                                                                  "true"});
  return rc::gen::map(rc::gen::resize(6, rc::gen::container<std::vector<std::string>>(pieces)),
                      [](const std::vector<std::string>& parts) {
                        std::string out;
                        for (const auto& part : parts) out += part;
                        return out;
                      });
}

rc::Gen<XsFacet> xs_facet() {
  return rc::gen::map(
      rc::gen::tuple(
          rc::gen::elementOf(std::vector<std::string>{"enumeration", "enumeration", "pattern", "minInclusive",
                                                      "maxInclusive", "minExclusive", "maxExclusive", "length",
                                                      "minLength", "maxLength", "totalDigits", "whiteSpace"}),
          rc::gen::oneOf(awkward(), rc::gen::elementOf(std::vector<std::string>{"1", "50", "2.5", "-1e3", "5"})),
          rc::gen::weightedElement<bool>({{9, false}, {1, true}})),
      [](std::tuple<std::string, std::string, bool> parts) {
        return XsFacet{.name = std::get<0>(parts), .value = std::get<1>(parts), .fixed = std::get<2>(parts)};
      });
}

rc::Gen<IdsValue> value() {
  const auto simple = rc::gen::map(awkward(), [](std::string text) { return IdsValue(std::move(text)); });
  const auto restricted =
      rc::gen::map(rc::gen::pair(rc::gen::elementOf(std::vector<std::string>{"xs:string", "xs:double", "xs:integer",
                                                                             "xs:boolean", "xs:date", ""}),
                                 rc::gen::resize(5, rc::gen::container<std::vector<XsFacet>>(xs_facet()))),
                   [](std::pair<std::string, std::vector<XsFacet>> parts) {
                     return IdsValue(Restriction{.base = parts.first, .facets = parts.second});
                   });
  return rc::gen::oneOf(simple, restricted, rc::gen::just(IdsValue(std::monostate{})));
}

template <class T>
std::optional<T> maybe(const rc::Gen<T>& gen) {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  return *gen;
}

std::string one_cardinality() {
  return *rc::gen::oneOf(awkward(),
                         rc::gen::elementOf(std::vector<std::string>{"", "required", "optional", "prohibited"}));
}

EntityFacet any_entity(bool own) {
  return {.name = *value(), .predefined_type = maybe(value()), .instructions = own ? *awkward() : ""};
}

Facet any_facet() {
  const auto type =
      rc::gen::oneOf(awkward(), rc::gen::elementOf(std::vector<std::string>{"IFCLABEL", "IFCBOOLEAN", "IFCREAL",
                                                                            "IFCCOUNTMEASURE", "IfcLabel", "IFCDATE"}));
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      return any_entity(true);
    case 1:
      return PartOfFacet{.relation = maybe(rc::gen::oneOf(awkward(), rc::gen::just(std::string("IFCRELAGGREGATES")))),
                         .entity = any_entity(false),
                         .cardinality = one_cardinality(),
                         .instructions = *awkward()};
    case 2:
      return ClassificationFacet{.value = maybe(value()),
                                 .system = maybe(value()),
                                 .uri = maybe(awkward()),
                                 .cardinality = one_cardinality(),
                                 .instructions = *awkward()};
    case 3:
      return AttributeFacet{
          .name = *value(), .value = maybe(value()), .cardinality = one_cardinality(), .instructions = *awkward()};
    case 4:
      return PropertyFacet{.property_set = *value(),
                           .base_name = *value(),
                           .value = maybe(value()),
                           .data_type = maybe(type),
                           .uri = maybe(awkward()),
                           .cardinality = one_cardinality(),
                           .instructions = *awkward()};
    default:
      return MaterialFacet{.value = maybe(value()),
                           .uri = maybe(awkward()),
                           .cardinality = one_cardinality(),
                           .instructions = *awkward()};
  }
}

Specification any_specification() {
  Specification out{.name = *awkward(),
                    .ifc_versions = *rc::gen::resize(
                        3, rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(
                               std::vector<std::string>{"IFC2X3", "IFC4", "IFC4X3_ADD2", "IFC4X3", "IFC5"}))),
                    .identifier = *awkward(),
                    .description = *awkward(),
                    .instructions = *awkward()};
  const auto occurs = rc::gen::elementOf(std::vector<std::string>{"0", "1", "5", "unbounded"});
  out.min_occurs = maybe(occurs);
  out.max_occurs = maybe(occurs);
  out.requirements_description = *awkward();
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) out.applicability.push_back(any_facet());
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) out.requirements.push_back(any_facet());
  out.has_requirements = !out.requirements.empty() || *rc::gen::arbitrary<bool>();
  return out;
}

RC_GTEST_PROP(SheetValueProperty, EveryValueComesBackWithEveryDataType, ()) {
  const auto type = *rc::gen::elementOf(std::vector<std::string>{"", "IFCLABEL", "IFCBOOLEAN", "IFCLOGICAL", "IFCREAL",
                                                                 "IFCINTEGER", "IFCDATE", "IFCNONSENSE"});
  for (const auto& original : *rc::gen::container<std::vector<IdsValue>>(50, value())) {
    const auto text = value_text(original, type);
    const auto back = value_from_text(text, type);
    if (!back || *back != original) RC_FAIL("cell of " + type + ": " + text);
  }
}

RC_GTEST_PROP(SheetProperty, EveryDocumentComesBackThroughCsv, ()) {
  Document document;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) document.specifications.push_back(any_specification());
  const auto csv = formats::table::write_csv(to_sheet(document));
  RC_LOG() << csv << "\n";
  const auto sheet = formats::table::read_csv(csv);
  RC_ASSERT(sheet.ok());
  const auto out = from_sheet(*sheet);
  RC_ASSERT(out.ok());
  for (const auto& problem : out->problems)
    RC_LOG() << problem.row << " " << problem.column << ": " << problem.message << "\n";
  RC_ASSERT(out->problems.empty());
  RC_ASSERT((out->specifications == document.specifications));
}

RC_GTEST_PROP(SheetProperty, AnyTextIsReadOrRefusedButNeverBreaks, ()) {
  std::vector<std::vector<std::string>> rows{
      {"Specification", "Entity", "Property set", "Property", "Data type", "Value", "Cardinality"}};
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
    std::vector<std::string> row;
    for (int cell = *rc::gen::inRange(0, 9); cell > 0; --cell) row.push_back(*awkward());
    rows.push_back(std::move(row));
  }
  const auto out = from_sheet(Sheet{"", rows});
  RC_ASSERT(out.ok());
  RC_ASSERT(out->specifications.size() <= rows.size());
}

}  // namespace
}  // namespace ids::engine
