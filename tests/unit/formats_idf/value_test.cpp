// SPDX-License-Identifier: Apache-2.0
// The right answers are those of EnergyPlus 25.2 --convert-only.
#include "formats/idf/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>

#include "support/energy_schema.h"

namespace {

using formats::idf::File;
using formats::idf::Reading;
using formats::idf::Value;

// The values of the first object as `field=value`, groups as `field#group=value`; texts in quotes.
std::string read(const std::string& text) {
  const auto schema = tests::energy_schema();
  const auto file = File::parse(text);
  const auto& object = file->objects().front();
  const auto& type = *schema->find(file->type(object));
  std::vector<Reading> readings;
  const auto done = read_object(*file, object, type, readings);
  std::string out;
  for (const auto& each : readings) {
    const auto& field = each.in_group() ? type.group_fields[each.field] : type.fields[each.field];
    out += field.name + (each.in_group() ? "#" + std::to_string(each.group) : "") + "=";
    out += each.value.is_number() ? text_of(each.value) : "'" + std::string(each.value.text) + "'";
    out += each.value.rounded ? "~ " : " ";
  }
  if (done.groups > 0) out += std::to_string(done.groups) + " groups ";
  if (done.surplus > 0) out += std::to_string(done.surplus) + " surplus ";
  if (done.too_many >= 0) out += "too many at " + std::to_string(done.too_many) + " ";
  if (done.pieces) out += "pieces ";
  if (!out.empty()) out.pop_back();
  return out;
}

TEST(IdfValue, Numbers) {
  EXPECT_EQ(read("Zone,A,1.50;"), "name='A' x_origin=1.5");
  EXPECT_EQ(read("Zone,A,+3;"), "name='A' x_origin=3");
  EXPECT_EQ(read("Zone,A, 1e2  ;"), "name='A' x_origin=100");
  EXPECT_EQ(read("Zone,A,5.;"), "name='A' x_origin=5");
  EXPECT_EQ(read("Zone,A,12345678901234567890;"), "name='A' x_origin=12345678901234567168");
  EXPECT_EQ(read("Zone,A,1e-400;"), "name='A' x_origin=0");
  for (const char* text : {"1.5D3", "1_000", "- 1", "--1", "0x10", "1 m", "abc"})
    EXPECT_EQ(read("Zone,A," + std::string(text) + ";"), "name='A' x_origin='" + std::string(text) + "'");
  // Only blanks may follow a number.
  EXPECT_EQ(read("Zone,A,1\t;"), "name='A' x_origin='1'");
}

TEST(IdfValue, IntegersAreRoundedAndForgiving) {
  EXPECT_EQ(read("Zone,A,,2.5;"), "name='A' multiplier=3~");
  EXPECT_EQ(read("Zone,A,,-2.5;"), "name='A' multiplier=-3~");
  EXPECT_EQ(read("Zone,A,,4.0;"), "name='A' multiplier=4");
  EXPECT_EQ(read("Zone,A,,1e0;"), "name='A' multiplier=1");
  EXPECT_EQ(read("Zone,A,,4 x;"), "name='A' multiplier=4~");
  EXPECT_EQ(read("Zone,A,,+1;"), "name='A' multiplier='+1'");
  EXPECT_EQ(read("Zone,A,,.5;"), "name='A' multiplier='.5'");
  EXPECT_EQ(read("Zone,A,,2147483648;"), "name='A' multiplier='2147483648'");
}

TEST(IdfValue, ChoicesAndSentinelsGetTheirSpelling) {
  EXPECT_EQ(read("Zone,A,,,AUTOSIZE,tarp;"), "name='A' volume='Autocalculate' inside_algorithm='TARP'");
  EXPECT_EQ(read("Zone,A,,,autocalculate,other;"), "name='A' volume='Autocalculate' inside_algorithm='other'");
  EXPECT_EQ(read("Zone,A,,,-2;"), "name='A' volume=-2");
}

TEST(IdfValue, TextsKeepLineEndsWithinAndBehind) {
  EXPECT_EQ(read("ZoneList,L,\n  A\n B  ;"), "name='L' zone_name#0='A\n B' 1 groups");
  EXPECT_EQ(read("ZoneList,L,A\r\n;"), "name='L' zone_name#0='A\r\n' 1 groups");
}

TEST(IdfValue, GroupsOfBlanksKeepTheirPlace) {
  EXPECT_EQ(read("ZoneList,L,A,,B,,;"), "name='L' zone_name#0='A' zone_name#2='B' 5 groups");
  EXPECT_EQ(read("Shading:Zone:Detailed,S,1,2,3,,,,7;"), "name='S' x#0=1 y#0=2 z#0=3 x#2=7 3 groups");
  EXPECT_EQ(read("Shading:Zone:Detailed,S,1,2,3,,;"), "name='S' x#0=1 y#0=2 z#0=3 1 groups");
}

TEST(IdfValue, WithoutACommaBeforeACommentTheLastValueWins) {
  EXPECT_EQ(read("Zone,\n Zoe ! no comma\n Second, 1;"), "name='Second' x_origin=1 pieces");
  EXPECT_EQ(read("Zone,A,1 \n 2;"), "name='A' x_origin=2 pieces");
  EXPECT_EQ(read("ZoneList,L,A ! x\n B ! y\n C, D;"),
            "name='L' zone_name#0='A' zone_name#1='B' zone_name#2='C' zone_name#3='D' 4 groups pieces");
  EXPECT_EQ(
      read("Schedule:Compact,S,a\n b,1 \n 2,3 x,4\t,5!c\n6;"),
      "name='S' field#0='a\n b' field#1=1 field#2=2 field#3='3 x' field#4='4' field#5=5 field#6=6 7 groups pieces");
}

TEST(IdfValue, BeyondTheLastFieldOnlyBlanks) {
  EXPECT_EQ(read("Zone,A,,,,,,, ;"), "name='A' 3 surplus");
  EXPECT_EQ(read("Zone,A,,,,,x;"), "name='A' too many at 11");
}

TEST(IdfValue, InfiniteIsANumberToTheEngine) {
  EXPECT_TRUE(std::isinf(formats::idf::read_value({.kind = formats::idf::Field::Kind::number}, "1e400").number));
  EXPECT_TRUE(std::isnan(formats::idf::read_value({.kind = formats::idf::Field::Kind::number}, "nan").number));
}

}  // namespace
