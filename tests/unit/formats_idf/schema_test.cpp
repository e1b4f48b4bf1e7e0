// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/schema.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "formats/idf/json_scan.h"
#include "support/energy_schema.h"

namespace {

using formats::idf::Field;
using formats::idf::Schema;

TEST(IdfSchema, FindsTypesInAnyCase) {
  const auto schema = tests::energy_schema();
  ASSERT_NE(schema->find("zOnE"), nullptr);
  EXPECT_EQ(schema->find("zOnE")->name, "Zone");
  EXPECT_EQ(schema->find("zOnE"), schema->find("ZONE"));
  EXPECT_EQ(schema->find("Zon"), nullptr);
  EXPECT_EQ(schema->type_names().front(), "Version");
  EXPECT_EQ(schema->required_types(), std::vector<std::string>{"Building"});
  EXPECT_TRUE(schema->text_of("Zone").starts_with("{\"type\""));
}

std::string packed(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT(*-const-cast): zlib only reads
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// A packed schema is read part by part: quotes, escapes and blanks may fall between two of them anywhere.
TEST(IdfSchema, PackedOrNotTheTextIsTheSameWithoutWhiteSpace) {
  for (std::size_t shift = 0; shift < 12; ++shift) {
    std::string memo(shift, 'x');
    for (int i = 0; i < 30'000; ++i) memo += R"(a \"b\\ )";
    const std::string text =
        "{ \"properties\" : {\n\t\"A\" : { \"memo\" : \"" + memo + "\" ,\r\n \"n\" : [ 1 , 2 ] } } }";
    const auto one = Schema::read(text), other = Schema::read(packed(text));
    ASSERT_TRUE(one.ok() && other.ok());
    EXPECT_TRUE((*one)->text_of("A") == "{\"memo\":\"" + memo + "\",\"n\":[1,2]}");
    EXPECT_TRUE((*other)->text_of("A") == (*one)->text_of("A")) << shift;
  }
}

TEST(IdfSchema, RefusesABrokenPackedOne) {
  const std::string whole = packed(R"({"properties":{"A":{}}})");
  EXPECT_TRUE(Schema::read(whole).ok());
  EXPECT_FALSE(Schema::read(whole.substr(0, whole.size() - 9)).ok());
}

TEST(IdfSchema, KnowsFieldsInTheirOrder) {
  const auto schema = tests::energy_schema();
  const auto& zone = *schema->find("Zone");
  EXPECT_TRUE(zone.named && zone.name_required && !zone.extensible());
  ASSERT_EQ(zone.fields.size(), 5u);
  EXPECT_EQ(zone.fields[0].references, (std::vector<std::string>{"ZoneNames", "ZoneAndZoneListNames"}));
  EXPECT_EQ(zone.fields[1].label, "X Origin");
  EXPECT_EQ(zone.fields[2].kind, Field::Kind::integer);
  EXPECT_EQ(zone.fields[2].minimum, 1);
  EXPECT_EQ(zone.fields[3].kind, Field::Kind::either);
  EXPECT_TRUE(zone.fields[3].above_minimum);
  EXPECT_EQ(*zone.fields[4].choice("tarp"), "TARP");
  EXPECT_EQ(zone.fields[4].choice("none"), nullptr);
  EXPECT_FALSE(schema->find("Version")->named);
  EXPECT_EQ(schema->find("Version")->max_objects, 1u);
}

TEST(IdfSchema, KnowsGroups) {
  const auto schema = tests::energy_schema();
  const auto& list = *schema->find("ZoneList");
  ASSERT_TRUE(list.extensible());
  EXPECT_EQ(list.group_name, "zones");
  EXPECT_TRUE(list.group_fields[0].required);
  EXPECT_EQ(list.group_fields[0].object_lists, std::vector<std::string>{"ZoneNames"});
  EXPECT_TRUE(schema->find("EnergyManagementSystem:Program")->group_required);
  EXPECT_EQ(schema->find("EnergyManagementSystem:Program")->min_groups, 1u);
}

// Up to 9.5 an exclusive bound was a flag beside the bound.
TEST(IdfSchema, ReadsBoundsOfDraft4) {
  const auto schema = Schema::read(R"({"properties": {"T": {
    "patternProperties": {".*": {"properties": {"f": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 5}}}},
    "legacy_idd": {"field_info": {}, "fields": ["f"]}}}})");
  const auto& field = (*schema)->find("T")->fields[0];
  EXPECT_EQ(field.minimum, 0);
  EXPECT_TRUE(field.above_minimum);
  EXPECT_EQ(field.maximum, 5);
  EXPECT_FALSE(field.below_maximum);
}

TEST(IdfSchema, RefusesWhatIsNotOne) {
  for (const char* text :
       {"", "[]", "{}", "{\"properties\": 1}", "{\"properties\": {}}", "{\"properties\": {\"a", "\x1f\x8b nothing"})
    EXPECT_FALSE(Schema::read(text).ok()) << text;
}

TEST(IdfSchema, ATypeWhoseTextIsBrokenIsUnknown) {
  const auto schema = Schema::read(R"({"properties": {"T": {"patternProperties": {}, x}, "U": 7}})");
  ASSERT_TRUE(schema.ok());
  EXPECT_EQ((*schema)->find("T"), nullptr);
  EXPECT_EQ((*schema)->find("U"), nullptr);
}

TEST(JsonScan, FindsMembersOverQuotesAndBrackets) {
  const auto members = formats::idf::members_of(R"( {"a" : {"x": "}\"]"} , "b":[1,{}],"c": "\\" } )");
  ASSERT_TRUE(members);
  ASSERT_EQ(members->size(), 3u);
  EXPECT_EQ((*members)[1].second, "[1,{}]");
  EXPECT_EQ((*members)[2].first, "c");
  EXPECT_FALSE(formats::idf::members_of(R"({"a": "x)"));
  EXPECT_FALSE(formats::idf::members_of(R"({"a": {)"));
}

}  // namespace
