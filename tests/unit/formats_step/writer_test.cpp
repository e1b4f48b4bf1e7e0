// SPDX-License-Identifier: Apache-2.0
// What is written is read back the same.
#include "formats/step/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "formats/step/strings.h"

namespace {

using formats::step::decoded;
using formats::step::encoded;
using formats::step::File;
using formats::step::Value;
using formats::step::Writer;

TEST(StepWriter, a_file_looks_like_this) {
  Writer writer({.description = {"ViewDefinition [ReferenceView]"},
                 .name = "Bob's house",
                 .time_stamp = "2020-01-01T00:00:00",
                 .authors = {"Ann", "Bob"},
                 .preprocessor = "lintel",
                 .schemas = {"IFC4"}});
  writer.begin(1, "IFCWALL");
  writer.string("2O2Fr$t4X7Zf8NOew3FLOH").null().derived().string("Außenwand").integer(-3).real(0.25);
  writer.boolean(true).enumeration("SOLIDWALL").reference(7).binary("0FF");
  writer.references({1, 2}).open().open().close().close().open("IFCLABEL").string("x").close();
  writer.end();
  writer.begin(2, "IFCDOOR");
  writer.end();
  EXPECT_EQ(std::move(writer).finish(),
            "ISO-10303-21;\n"
            "HEADER;\n"
            "FILE_DESCRIPTION(('ViewDefinition [ReferenceView]'),'2;1');\n"
            "FILE_NAME('Bob''s house','2020-01-01T00:00:00',('Ann','Bob'),(),'lintel','','');\n"
            "FILE_SCHEMA(('IFC4'));\n"
            "ENDSEC;\n"
            "DATA;\n"
            "#1=IFCWALL('2O2Fr$t4X7Zf8NOew3FLOH',$,*,'Au\\X2\\00DF\\X0\\enwand',-3,0.25,.T.,.SOLIDWALL.,#7,\"0FF\",(#1,"
            "#2),(()),"
            "IFCLABEL('x'));\n"
            "#2=IFCDOOR();\n"
            "ENDSEC;\n"
            "END-ISO-10303-21;\n");
}

std::string real(double value) {
  Writer writer({});
  writer.begin(1, "A");
  writer.real(value);
  writer.end();
  const std::string bytes = std::move(writer).finish();
  const std::size_t at = bytes.find("#1=A(") + 5;
  return bytes.substr(at, bytes.find(')', at) - at);
}

TEST(StepWriter, reals_have_a_point_and_the_fewest_digits) {
  EXPECT_EQ(real(0), "0.");
  EXPECT_EQ(real(-1), "-1.");
  EXPECT_EQ(real(0.1), "0.1");
  EXPECT_EQ(real(1e-5), "1.E-05");
  EXPECT_EQ(real(1.5e300), "1.5E+300");
  EXPECT_EQ(real(1e22), "1.E+22");
  EXPECT_EQ(real(std::numeric_limits<double>::denorm_min()), "5.E-324");
}

TEST(StepWriter, strings_use_only_characters_of_every_edition) {
  EXPECT_EQ(encoded("it's \\ ok"), "it''s \\\\ ok");
  EXPECT_EQ(encoded("äö"), "\\X2\\00E400F6\\X0\\");
  EXPECT_EQ(encoded("ä😀"), "\\X2\\00E4\\X0\\\\X4\\0001F600\\X0\\");
  EXPECT_EQ(encoded("a\nb"), "a\\X2\\000A\\X0\\b");
  EXPECT_EQ(encoded("\xfc"), "\\X2\\00FC\\X0\\");
}

TEST(StepWriter, misuse_is_a_bug) {
  Writer writer({});
  EXPECT_THROW(writer.null(), base::CheckFailed);
  EXPECT_THROW(writer.begin(1, "NO NAME"), base::CheckFailed);
  Writer other({});
  other.begin(1, "A");
  EXPECT_THROW(other.real(std::nan("")), base::CheckFailed);
  EXPECT_THROW(other.real(std::numeric_limits<double>::infinity()), base::CheckFailed);
  EXPECT_THROW(other.enumeration("A.B"), base::CheckFailed);
  EXPECT_THROW(other.binary("0fg"), base::CheckFailed);
  EXPECT_THROW(other.close(), base::CheckFailed);
  other.open();
  EXPECT_THROW(other.end(), base::CheckFailed);
  EXPECT_THROW(std::move(other).finish(), base::CheckFailed);
}

// ---- any values

struct Any {
  Value::Kind kind = Value::Kind::null;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  std::uint32_t reference = 0;
  std::vector<Any> items;
};

std::string any_text() {
  std::string text;
  for (const char32_t c : *rc::gen::container<std::vector<char32_t>>(
           rc::gen::oneOf(rc::gen::inRange<char32_t>(1, 0x80),
                          rc::gen::element<char32_t>('\'', '\\', 'X', '2', 'S', 0xe4, 0x20ac, 0x1f600),
                          rc::gen::inRange<char32_t>(0x80, 0xd800))))
    text += decoded([&] {
      const char* digits = "0123456789ABCDEF";
      std::string hex;
      for (int shift = 28; shift >= 0; shift -= 4) hex += digits[c >> shift & 0xf];
      return "\\X4\\" + hex + "\\X0\\";
    }());
  return text;
}
double any_real() {
  while (true) {
    const double value = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
    if (std::isfinite(value)) return value;
  }
}
std::string any_word() {
  return "A" + *rc::gen::container<std::string>(
                   rc::gen::oneOf(rc::gen::inRange('A', 'Z'), rc::gen::inRange('0', '9'), rc::gen::just('_')));
}

Any any_value(int depth) {
  Any any;
  any.kind = static_cast<Value::Kind>(*rc::gen::inRange(0, depth > 0 ? 10 : 8));
  any.integer = *rc::gen::arbitrary<std::int64_t>();
  any.real = any_real();
  any.reference = *rc::gen::arbitrary<std::uint32_t>();
  any.text = any.kind == Value::Kind::string   ? any_text()
             : any.kind == Value::Kind::binary ? "0" + std::string(*rc::gen::inRange<std::size_t>(0, 5), 'F')
                                               : any_word();
  if (any.kind != Value::Kind::list && any.kind != Value::Kind::typed) return any;
  for (int left = *rc::gen::inRange(0, 4); left > 0; --left) any.items.push_back(any_value(depth - 1));
  return any;
}

void write(Writer& writer, const Any& any) {
  switch (any.kind) {
    case Value::Kind::null:
      writer.null();
      return;
    case Value::Kind::derived:
      writer.derived();
      return;
    case Value::Kind::integer:
      writer.integer(any.integer);
      return;
    case Value::Kind::real:
      writer.real(any.real);
      return;
    case Value::Kind::string:
      writer.string(any.text);
      return;
    case Value::Kind::enumeration:
      writer.enumeration(any.text);
      return;
    case Value::Kind::binary:
      writer.binary(any.text);
      return;
    case Value::Kind::reference:
      writer.reference(any.reference);
      return;
    case Value::Kind::list:
      writer.open();
      break;
    case Value::Kind::typed:
      writer.open(any.text);
      break;
  }
  for (const Any& each : any.items) write(writer, each);
  writer.close();
}

void expect_same(const Value& value, const Any& any) {
  RC_ASSERT(value.kind() == any.kind);
  switch (any.kind) {
    case Value::Kind::integer:
      RC_ASSERT(value.integer() == any.integer);
      break;
    case Value::Kind::real:
      RC_ASSERT(std::bit_cast<std::uint64_t>(value.number()) == std::bit_cast<std::uint64_t>(any.real));
      break;
    case Value::Kind::string:
      RC_ASSERT(value.string() == any.text);
      break;
    case Value::Kind::binary:
      RC_ASSERT(value.raw() == '"' + any.text + '"');
      break;
    case Value::Kind::reference:
      RC_ASSERT(value.reference() == any.reference);
      break;
    case Value::Kind::enumeration:
    case Value::Kind::typed:
      RC_ASSERT(value.word() == any.text);
      break;
    default:
      break;
  }
  RC_ASSERT(value.items().size() == any.items.size());
  std::size_t i = 0;
  for (const Value& each : value.items()) expect_same(each, any.items[i++]);
}

struct AnyRecord {
  std::uint32_t id;
  std::string type;
  std::vector<Any> values;
};

RC_GTEST_PROP(StepWriterLaw, what_is_written_is_read_back, ()) {
  std::vector<AnyRecord> all;
  for (const std::uint32_t id : *rc::gen::unique<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>())) {
    all.push_back({id, any_word(), {}});
    for (int left = *rc::gen::inRange(0, 5); left > 0; --left) all.back().values.push_back(any_value(3));
  }
  const std::string name = any_text();
  Writer writer({.name = name, .schemas = {"IFC4X3_ADD2"}});
  for (const auto& record : all) {
    writer.begin(record.id, record.type);
    for (const Any& each : record.values) write(writer, each);
    writer.end();
  }
  const auto file = File::parse(std::move(writer).finish());
  RC_ASSERT(file.ok());
  RC_ASSERT(file->problems().empty());
  RC_ASSERT(file->schema_name() == "IFC4X3_ADD2");
  RC_ASSERT(file->header("FILE_NAME")[0] == name);
  RC_ASSERT(file->records().size() == all.size());
  for (File::Index i = 0; i < all.size(); ++i) {
    RC_ASSERT(file->find(all[i].id) == i);
    RC_ASSERT(file->types()[file->records()[i].type] == all[i].type);
    RC_ASSERT(file->arguments(i).size() == all[i].values.size());
    std::size_t k = 0;
    for (const Value& each : file->arguments(i)) expect_same(each, all[i].values[k++]);
  }
}

RC_GTEST_PROP(StepStringLaw, any_bytes_decode_to_utf8_that_encodes_to_the_same, ()) {
  const auto bytes = *rc::gen::container<std::string>(rc::gen::oneOf(
      rc::gen::arbitrary<char>(), rc::gen::element('\\', 'X', '2', '4', '0', 'S', 'P', 'B', 'D', '8', '\'')));
  const std::string text = decoded(bytes);
  RC_ASSERT(base::valid_utf8(text));
  RC_ASSERT(decoded(encoded(text)) == text);
}

// Records copied argument by argument from one file to another.
TEST(StepWriter, values_are_copied_as_written) {
  const auto file = File::parse(
      "ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;#1=A(1.50,'\\X\\E9',(#2 ,$),);ENDSEC;END-ISO-10303-21;");
  Writer writer({});
  writer.begin(1, "A");
  for (const Value& each : file->arguments(0)) writer.copy(each);
  writer.end();
  EXPECT_THAT(std::move(writer).finish(), testing::HasSubstr("#1=A(1.50,'\\X\\E9',(#2 ,$),$);"));
}

}  // namespace
