// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/edit.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/energy_schema.h"

namespace {

using formats::idf::Edits;
using formats::idf::File;

const std::string two_zones =
    "! A model\r\n"
    "Zone,\r\n"
    "  Core,          !- Name\r\n"
    "  1.50,          !- X Origin {m}\r\n"
    "  2;             !- Multiplier\r\n"
    "\r\n"
    "  Zone, Attic, 0; ! on one line\r\n"
    "! The end";

std::string set(const std::string& text, std::size_t object, const std::vector<std::string>& values,
                const char* type = "Zone") {
  const auto file = File::parse(text);
  Edits edits(*file);
  edits.set(object, values, *tests::energy_schema()->find(type));
  return edits.apply();
}

TEST(IdfEdit, NothingChangedIsTheSameBytes) { EXPECT_EQ(set(two_zones, 0, {"Core", "1.50", "2"}), two_zones); }

TEST(IdfEdit, AValueChangesItsOwnLineAndKeepsTheColumn) {
  auto wanted = two_zones;
  wanted.replace(wanted.find("Core,          !"), 16, "North Core,    !");
  EXPECT_EQ(set(two_zones, 0, {"North Core", "1.50", "2"}), wanted);
  wanted = two_zones;
  wanted.replace(wanted.find("1.50,          !"), 16, ",              !");
  EXPECT_EQ(set(two_zones, 0, {"Core", "", "2"}), wanted);
  EXPECT_EQ(set(wanted, 0, {"Core", "1.50", "2"}), two_zones);
}

TEST(IdfEdit, NewValuesGetLinesAndComments) {
  auto wanted = two_zones;
  wanted.replace(
      wanted.find("2;             !- Multiplier\r\n"), 30,
      "2,             !- Multiplier\r\n  7,             !- Volume\r\n  TARP;          !- Inside Algorithm\r\n");
  EXPECT_EQ(set(two_zones, 0, {"Core", "1.50", "2", "7", "TARP"}), wanted);
  // And away again.
  EXPECT_EQ(set(wanted, 0, {"Core", "1.50", "2"}), two_zones);
}

TEST(IdfEdit, AnObjectOnOneLineStaysThere) {
  auto wanted = two_zones;
  wanted.replace(wanted.find("Attic, 0;"), 9, "Attic, 0,4,Autocalculate;");
  EXPECT_EQ(set(two_zones, 1, {"Attic", "0", "4", "Autocalculate"}), wanted);
  EXPECT_EQ(set(wanted, 1, {"Attic", "0"}), two_zones);
}

TEST(IdfEdit, ARemovedObjectTakesItsLinesOnly) {
  const auto file = File::parse(two_zones);
  Edits edits(*file);
  edits.remove(0);
  EXPECT_EQ(edits.apply(), "! A model\r\n\r\n  Zone, Attic, 0; ! on one line\r\n! The end");
  const auto row = File::parse("Zone,A;Zone,B;Zone,C;");
  Edits of_row(*row);
  of_row.remove(1);
  EXPECT_EQ(of_row.apply(), "Zone,A;Zone,C;");
}

TEST(IdfEdit, NewObjectsAreWrittenInTheUsualStyle) {
  const auto file = File::parse("Zone,A;");
  const auto schema = tests::energy_schema();
  Edits edits(*file);
  edits.add(std::vector<std::string>{"S", "0", "0", "3", "1", "0", "3"}, *schema->find("Shading:Zone:Detailed"));
  edits.add(std::vector<std::string>{"*", "Zone Mean Air Temperature"}, *schema->find("Output:Variable"));
  edits.add({}, *schema->find("Version"));
  EXPECT_EQ(edits.apply(),
            "Zone,A;\n\n"
            "Shading:Zone:Detailed,\n"
            "    S,                       !- Name\n"
            "    0,0,3,                   !- X,Y,Z ==> Vertex 1 {m}\n"
            "    1,0,3;                   !- X,Y,Z ==> Vertex 2 {m}\n\n"
            "Output:Variable,*,Zone Mean Air Temperature;\n\n"
            "Version,;\n");
}

TEST(IdfEdit, AnObjectThatDoesNotEndIsEditedToo) {
  EXPECT_EQ(set("Zone,\n A", 0, {"B", "1"}), "Zone,\n B,\n 1;");
  EXPECT_EQ(set("Zone,\n A,\n 1", 0, {"A"}), "Zone,\n A;");
}

TEST(IdfEdit, WhatFollowsOnTheLastLineStays) {
  EXPECT_EQ(set("Zone,A, ! c\n 1,\n 2;Zone,B;", 0, {"A"}), "Zone,A; ! c\nZone,B;");
}

TEST(IdfEdit, KnowsWhatCannotBeWritten) {
  EXPECT_FALSE(formats::idf::unwritable("Café 5"));
  EXPECT_FALSE(formats::idf::unwritable(""));
  for (const char* text : {"a,b", "a;", "a!b", "a\nb", " a", "a ", "\xE9"})
    EXPECT_TRUE(formats::idf::unwritable(text)) << text;
}

}  // namespace
