// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "formats/table/cells.h"
#include "formats/table/table.h"
#include "support/rounds.h"

namespace formats::table {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using testing::HasSubstr;

Rows rows_of(std::string_view csv) {
  const auto sheet = read_csv(csv);
  EXPECT_TRUE(sheet.ok()) << sheet.error().message;
  return sheet.ok() ? sheet->rows : Rows{};
}

TEST(Csv, CellsAndRows) {
  EXPECT_EQ(rows_of("a,b\n1,2\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("a,b\r\n1,2"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("a,\n,b\n"), (Rows{{"a", ""}, {"", "b"}}));
  EXPECT_EQ(rows_of("a,"), (Rows{{"a", ""}}));
  EXPECT_EQ(rows_of("a\n\nb\n"), (Rows{{"a"}, {}, {"b"}}));
  EXPECT_EQ(rows_of(""), Rows{});
}

TEST(Csv, TheSeparatorIsToldFromTheFirstLine) {
  EXPECT_EQ(rows_of("a;b\n1,5;2\n"), (Rows{{"a", "b"}, {"1,5", "2"}}));
  EXPECT_EQ(rows_of("a\tb\n1\t2\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("\"x,y,z\";b\n"), (Rows{{"x,y,z", "b"}}));
  EXPECT_EQ(rows_of("sep=;\r\na;b,c,d\n"), (Rows{{"a", "b,c,d"}}));
}

TEST(Csv, QuotesHoldSeparatorsQuotesAndLineBreaks) {
  EXPECT_EQ(rows_of("\"a,b\",\"say \"\"yes\"\"\",\"two\nlines\"\n"), (Rows{{"a,b", "say \"yes\"", "two\nlines"}}));
  EXPECT_EQ(rows_of("5\" pipe,x\n"), (Rows{{"5\" pipe", "x"}}));
}

TEST(Csv, EncodingsOfSpreadsheets) {
  EXPECT_EQ(rows_of("\xEF\xBB\xBFT\xC3\xBCr,1\n"), (Rows{{"Tür", "1"}}));
  EXPECT_EQ(rows_of("T\xFCr;5 \x80\n"), (Rows{{"Tür", "5 €"}}));
  const auto utf16 = read_csv("\xFF\xFE\x61");
  ASSERT_FALSE(utf16.ok());
  EXPECT_THAT(utf16.error().hint, HasSubstr("UTF-8"));
  EXPECT_FALSE(read_csv(std::string_view("PK\0\3", 4)).ok());
}

TEST(Csv, AQuoteThatDoesNotEndIsAnErrorWithItsLine) {
  const auto sheet = read_csv("a,b\n1,\"2\n3\n");
  ASSERT_FALSE(sheet.ok());
  EXPECT_EQ(sheet.error().path, "line 2");
}

TEST(Csv, LimitsHold) {
  EXPECT_FALSE(read_csv("a,b,c", {.max_columns = 2}).ok());
  EXPECT_FALSE(read_csv("a\nb\nc", {.max_rows = 2}).ok());
  EXPECT_FALSE(read_csv("a,b\nc,d", {.max_cells = 3}).ok());
  EXPECT_FALSE(read_csv("abcdef", {.max_bytes = 5}).ok());
  EXPECT_TRUE(read_csv("a,b\nc,d", {.max_bytes = 7, .max_rows = 2, .max_columns = 2, .max_cells = 4}).ok());
}

TEST(Csv, NothingWrittenIsAFormula) {
  const Sheet sheet{.rows = {{"=1+1", "+49 30", "-x", "@SUM(A1)", "\t=1", "-5", "-2.5e3", "a=b"}}};
  EXPECT_EQ(write_csv(sheet), "'=1+1,'+49 30,'-x,'@SUM(A1),\"'\t=1\",-5,-2.5e3,a=b\r\n");
}

TEST(Csv, Numbers) {
  for (const char* number : {"0", "-5", "12.25", "1e-3", "0.5"}) EXPECT_TRUE(reads_like_number(number)) << number;
  for (const char* text : {"", "-", "007", "1e999", "nan", "inf", "0x10", "1 ", "1,5", ".5", "+1", "-=1"}) {
    EXPECT_FALSE(reads_like_number(text)) << text;
  }
}

std::string random_cell(std::mt19937_64& random) {
  static const std::vector<std::string> pieces{"a",    "=", "'", "\"", ",", ";",  "\n",
                                               "\r\n", "-", "7", " ",  "é", "\t", "sep="};
  std::string out;
  for (auto n = random() % 5; n > 0; --n) out += pieces[random() % pieces.size()];
  return out;
}

TEST(Csv, WhatWasWrittenIsReadBack) {
  for (unsigned round = 0; round < support::rounds(5000); ++round) {
    std::mt19937_64 random(round);
    Sheet sheet{.rows = {{"first", "second", "third"}}};  // the line that tells the separator
    for (auto n = random() % 4; n > 0; --n) {
      sheet.rows.emplace_back();
      for (auto m = random() % 4; m > 0; --m) sheet.rows.back().push_back(random_cell(random));
    }
    const char separator = ",;\t"[random() % 3];
    EXPECT_EQ(rows_of(write_csv(sheet, separator)), sheet.rows) << "seed " << round << "\n"
                                                                << write_csv(sheet, separator);
  }
}

}  // namespace
}  // namespace formats::table
