// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/table/cells.h"
#include "formats/table/table.h"
#include "formats/table/xlsx_cells.h"
#include "formats/zip/zip.h"

namespace formats::table {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using testing::HasSubstr;

// A workbook with one sheet made of this XML, and what stands beside it.
struct Parts {
  std::string sheet_data, strings, styles, workbook_extra;
};
std::string workbook(const Parts& parts) {
  zip::Writer writer;
  writer.add("xl/_rels/workbook.xml.rels",
             "<Relationships><Relationship Id='r1' Type='x/worksheet' Target='worksheets/one.xml'/></Relationships>");
  writer.add("xl/workbook.xml", "<workbook xmlns:r='r'>" + parts.workbook_extra +
                                    "<sheets><sheet name='One' sheetId='1' r:id='r1'/></sheets></workbook>");
  writer.add("xl/worksheets/one.xml", "<worksheet><sheetData>" + parts.sheet_data + "</sheetData></worksheet>");
  if (!parts.strings.empty()) writer.add("xl/sharedStrings.xml", "<sst>" + parts.strings + "</sst>");
  if (!parts.styles.empty()) writer.add("xl/styles.xml", "<styleSheet>" + parts.styles + "</styleSheet>");
  return std::move(writer).finish();
}
Rows rows_of(const Parts& parts) {
  const auto sheets = read_xlsx(workbook(parts));
  EXPECT_TRUE(sheets.ok()) << sheets.error().message << " " << sheets.error().path;
  return sheets.ok() && sheets->size() == 1 ? sheets->at(0).rows : Rows{};
}
std::string error_of(const Parts& parts, const Limits& limits = {}) {
  const auto sheets = read_xlsx(workbook(parts), limits);
  return sheets.ok() ? "" : sheets.error().message;
}

TEST(XlsxRead, EveryKindOfCell) {
  const Parts parts{
      .sheet_data =
          "<row r='1'><c r='A1' t='s'><v>1</v></c><c r='B1' t='inlineStr'><is><t>in</t><r><t>line</t></r></is></c>"
          "<c r='C1' t='b'><v>1</v></c><c r='D1'><v>0.10000000000000001</v></c><c r='E1' t='e'><v>#N/A</v></c>"
          "<c r='F1' t='str'><f>A1&amp;\"x\"</f><v>made</v></c><c r='G1' t='d'><v>2026-11-15</v></c></row>",
      .strings =
          "<si><t>no</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh sb='0' eb='1'><t>phonetic</t></rPh></si>"};
  EXPECT_EQ(rows_of(parts), (Rows{{"rich text", "inline", "TRUE", "0.1", "#N/A", "made", "2026-11-15"}}));
}

TEST(XlsxRead, DatesByTheirFormat) {
  const std::string styles =
      "<numFmts><numFmt numFmtId='164' formatCode='dd\\.mm\\.yyyy'/><numFmt numFmtId='165' formatCode='0.0 "
      "\"days\"'/></numFmts>"
      "<cellStyleXfs><xf numFmtId='14'/></cellStyleXfs>"
      "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='165'/></cellXfs>";
  const std::string cells =
      "<row r='1'><c r='A1' s='0'><v>46341</v></c><c r='B1' s='1'><v>46341</v></c><c r='C1' s='2'><v>46341.4375</v></c>"
      "<c r='D1' s='3'><v>1.5</v></c><c r='E1' s='1'><v>0.75</v></c><c r='F1' s='1'><v>1e300</v></c></row>";
  EXPECT_EQ(rows_of({.sheet_data = cells, .styles = styles}),
            (Rows{{"46341", "2026-11-15", "2026-11-15T10:30:00", "1.5", "18:00:00", "1e+300"}}));
  const std::string from_1904 = "<workbookPr date1904='1'/>";
  EXPECT_EQ(rows_of({.sheet_data = "<row r='1'><c r='A1' s='1'><v>44879</v></c></row>",
                     .styles = styles,
                     .workbook_extra = from_1904}),
            (Rows{{"2026-11-15"}}));
}

TEST(XlsxRead, CellsOutOfOrderAndWithoutPlaces) {
  EXPECT_EQ(rows_of({.sheet_data = "<row r='3'><c r='C3'><v>3</v></c><c r='A3'><v>1</v></c></row>"
                                   "<row r='1'><c r='B1'><v>2</v></c></row>"}),
            (Rows{{"", "2"}, {}, {"1", "", "3"}}));
  EXPECT_EQ(rows_of({.sheet_data = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"}),
            (Rows{{"1", "2"}, {"3"}}));
}

TEST(XlsxRead, EscapedCharacters) {
  EXPECT_EQ(rows_of({.sheet_data = "<row><c t='inlineStr'><is><t>a_x000D_b _x005F_x0041_</t></is></c></row>"}),
            (Rows{{"a\rb _x0041_"}}));
}

TEST(XlsxRead, BrokenWorkbooksAreErrorsThatSayWhere) {
  EXPECT_THAT(error_of({.sheet_data = "<row><c r='B7' t='s'><v>9</v></c></row>"}), HasSubstr("cell B7"));
  EXPECT_THAT(error_of({.sheet_data = "<row><c r='7B'><v>9</v></c></row>"}), HasSubstr("\"7B\" is not a cell"));
  EXPECT_THAT(error_of({.sheet_data = "<row><c><v>9</c></row>"}), HasSubstr("XML is broken"));
  EXPECT_FALSE(read_xlsx("no archive").ok());
  EXPECT_FALSE(read_xlsx("").ok());
  zip::Writer empty;
  empty.add("word/document.xml", "<x/>");
  const auto other = read_xlsx(std::move(empty).finish());
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("no workbook"));
}

TEST(XlsxRead, EntitiesAreRefused) {
  zip::Writer writer;
  writer.add("xl/workbook.xml", "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><workbook>&b;</workbook>");
  const auto sheets = read_xlsx(std::move(writer).finish());
  ASSERT_FALSE(sheets.ok());
  EXPECT_THAT(sheets.error().message, HasSubstr("document type"));
  EXPECT_THAT(sheets.error().path, HasSubstr("xl/workbook.xml, line 1"));
}

TEST(XlsxRead, AFarCornerIsCountedNotBuilt) {
  EXPECT_THAT(error_of({.sheet_data = "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>"}),
              HasSubstr("more than"));
  EXPECT_THAT(error_of({.sheet_data = "<row r='1'><c r='AAA1'><v>1</v></c></row>"}, {.max_columns = 100}),
              HasSubstr("100 columns"));
  std::string wide;
  for (int row = 1; row <= 20; ++row) wide += "<row><c r='CV" + std::to_string(row) + "'><v>1</v></c></row>";
  EXPECT_THAT(error_of({.sheet_data = wide}, {.max_cells = 1000}), HasSubstr("1000 cells"));
}

TEST(XlsxRead, OneLongStringUsedOftenIsBounded) {
  std::string cells;
  for (int i = 0; i < 600; ++i) cells += "<row><c t='s'><v>0</v></c></row>";
  EXPECT_THAT(error_of({.sheet_data = cells, .strings = "<si><t>" + std::string(10'000, 'x') + "</t></si>"},
                       {.max_bytes = 1'000'000}),
              HasSubstr("bytes of text"));
}

TEST(XlsxRead, ABombIsRefused) {
  EXPECT_NE(error_of({.sheet_data = std::string(3'000'000, ' ')}, {.max_bytes = 500'000}), "");
}

TEST(XlsxWrite, WhatWasWrittenIsReadBack) {
  const std::vector<Sheet> sheets{
      {"Walls & doors", {{"Name", "Count"}, {"=cmd|' /C calc'!A0", "12"}, {}, {"", "a\r\n\tb", "_x0041_", " blank "}}},
      {"Second", {{"Außenwand", "墙", "🏠"}}}};
  const auto read = read_xlsx(write_xlsx(sheets, {{.numbers = {1}}}));
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ(read->at(0).name, "Walls & doors");
  EXPECT_EQ(read->at(0).rows, sheets[0].rows);
  EXPECT_EQ(read->at(1).rows, sheets[1].rows);
}

std::string part(const std::string& xlsx, std::string_view name) {
  const auto archive = zip::Archive::open(xlsx);
  EXPECT_TRUE(archive.ok());
  auto text = archive->read(name);
  EXPECT_TRUE(text.ok()) << name;
  return text.ok() ? *text : "";
}

TEST(XlsxWrite, HeadersAreFrozenAndFilterable) {
  const std::string xlsx =
      write_xlsx({{"S", {{"A", "B"}, {"1", "2"}, {"", "1.0"}}}}, {{.widths = {30}, .numbers = {1}}});
  const std::string sheet = part(xlsx, "xl/worksheets/sheet1.xml");
  EXPECT_THAT(sheet, HasSubstr("state=\"frozen\""));
  EXPECT_THAT(sheet, HasSubstr("<autoFilter ref=\"A1:B3\"/>"));
  EXPECT_THAT(sheet, HasSubstr("width=\"30.000000\""));
  EXPECT_THAT(sheet, HasSubstr("<c r=\"A2\" s=\"0\" t=\"s\">"));
  EXPECT_THAT(sheet, HasSubstr("<c r=\"B2\" s=\"3\"><v>2</v></c>"));
  EXPECT_THAT(sheet, HasSubstr("<c r=\"B3\" s=\"0\" t=\"s\">"));  // a number would lose its zero
  EXPECT_THAT(part(xlsx, "xl/workbook.xml"), HasSubstr("&#39;S&#39;!$A$1:$B$3"));
}

TEST(XlsxWrite, FormulasStayText) {
  const std::string sheet = part(write_xlsx({{"S", {{"A"}, {"=1+1"}}}}), "xl/worksheets/sheet1.xml");
  EXPECT_EQ(sheet.find("<f>"), std::string::npos);
  EXPECT_THAT(sheet, HasSubstr("<c r=\"A2\" s=\"2\" t=\"s\">"));
}

TEST(XlsxWrite, NamesAreLegalAndUnique) {
  const std::string long_name(50, 'n');
  const auto read =
      read_xlsx(write_xlsx({{"a/b", {}}, {"A_B", {}}, {long_name, {}}, {long_name, {}}, {"", {}}, {"'x'", {}}}));
  ASSERT_TRUE(read.ok()) << read.error().message;
  std::vector<std::string> names;
  for (const auto& sheet : *read) names.push_back(sheet.name);
  EXPECT_THAT(names, testing::ElementsAre("a_b", "A_B (2)", std::string(30, 'n') + "…", std::string(26, 'n') + "… (2)",
                                          "Sheet", "x"));
}

TEST(XlsxWrite, ACellHoldsWhatASpreadsheetTakes) {
  const auto read = read_xlsx(write_xlsx({{"S",
                                           {{std::string(40'000, 'x')},
                                            {"\xFF"
                                             "bad"}}}}));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->at(0).rows[0][0], std::string(32'766, 'x') + "…");
  EXPECT_EQ(read->at(0).rows[1][0],
            "\uFFFD"
            "bad");
}

TEST(XlsxWrite, TheSameSheetsGiveTheSameBytes) {
  const std::vector<Sheet> sheets{{"S", {{"a", "b"}, {"c"}}}};
  EXPECT_EQ(write_xlsx(sheets), write_xlsx(sheets));
  EXPECT_TRUE(read_xlsx(write_xlsx({})).ok());
}

TEST(Cells, Columns) {
  EXPECT_EQ(column_name(0), "A");
  EXPECT_EQ(column_name(26), "AA");
  EXPECT_EQ(column_name(16'383), "XFD");
  for (const std::size_t column : {0U, 25U, 26U, 701U, 702U, 16'383U}) {
    EXPECT_EQ(cell_place(column_name(column) + "7")->column, column);
  }
  for (const char* bad : {"", "A", "7", "A0", "XFE1", "A1048577", "a1", "A1B", "AAAAA1", "A99999999999"}) {
    EXPECT_FALSE(cell_place(bad)) << bad;
  }
}

TEST(Cells, DateFormats) {
  for (const char* code : {"yyyy-mm-dd", "[$-407]d/m/yy", "h:mm"}) EXPECT_TRUE(is_date_format(code)) << code;
  for (const char* code : {"General", "0.00", "0 \"days\"", "[Red]0", "\\d0", "#,##0"}) {
    EXPECT_FALSE(is_date_format(std::string_view(code))) << code;
  }
}

}  // namespace
}  // namespace formats::table
