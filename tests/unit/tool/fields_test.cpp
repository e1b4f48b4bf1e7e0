// SPDX-License-Identifier: Apache-2.0
#include "tool/fields.h"

#include <gtest/gtest.h>

#include <array>
#include <ostream>

namespace {

using base::Code;
using base::Json;

enum class Unit : std::uint8_t { metre, millimetre };
constexpr std::array<const char*, 2> enum_names(Unit) { return {"m", "mm"}; }

struct Point {
  double x = 0;
  double y = 0;
  static constexpr auto fields =
      tool::fields(tool::field("x", &Point::x, "Across."), tool::field("y", &Point::y, "Up."));
};

struct Args {
  std::string name;
  std::optional<std::string> note;
  std::int64_t depth = 3;
  Unit unit = Unit::metre;
  std::vector<Point> outline;
  Json extra;
  std::int32_t small = 1;
  static constexpr auto fields = tool::fields(
      tool::field("name", &Args::name, "What it is called.", {.min_length = 1, .max_length = 8, .alias = "title"}),
      tool::field("note", &Args::note, "A remark."),
      tool::with_default("depth", &Args::depth, "Levels.", {.minimum = 1, .maximum = 10}),
      tool::with_default("unit", &Args::unit, "Of lengths."), tool::with_default("outline", &Args::outline, "Corners."),
      tool::with_default("extra", &Args::extra, "Anything."), tool::with_default("small", &Args::small, "32 bits."));
};

Json json(std::string_view text) {
  auto parsed = base::parse_json(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? *parsed : Json();
}

TEST(Fields, GiveTheSchema) {
  EXPECT_EQ(tool::object_schema<Args>(true), json(R"({
    "type": "object",
    "properties": {
      "name": {"type": "string", "minLength": 1, "maxLength": 8, "description": "What it is called."},
      "note": {"type": "string", "description": "A remark."},
      "depth": {"type": "integer", "minimum": 1, "maximum": 10, "description": "Levels.", "default": 3},
      "unit": {"type": "string", "enum": ["m", "mm"], "description": "Of lengths.", "default": "m"},
      "outline": {"type": "array", "description": "Corners.", "default": [], "items": {
        "type": "object", "additionalProperties": false, "required": ["x", "y"],
        "properties": {"x": {"type": "number", "description": "Across."}, "y": {"type": "number", "description": "Up."}}}},
      "extra": {"description": "Anything.", "default": null},
      "small": {"type": "integer", "description": "32 bits.", "default": 1}
    },
    "required": ["name"],
    "additionalProperties": false})"));
}

TEST(Fields, DecodeWhatTheSchemaAllows) {
  const auto args = tool::decode<Args>(
      json(R"({"name":"hall","depth":4.0,"unit":"mm","outline":[{"x":1,"y":2.5}],"extra":{"a":[1]},"note":null})"));
  ASSERT_TRUE(args.ok()) << args.error().message;
  EXPECT_EQ(args->name, "hall");
  EXPECT_EQ(args->depth, 4);
  EXPECT_EQ(args->unit, Unit::millimetre);
  ASSERT_EQ(args->outline.size(), 1U);
  EXPECT_EQ(args->outline[0].y, 2.5);
  EXPECT_FALSE(args->note);
  EXPECT_EQ(args->extra, json(R"({"a":[1]})"));
}

TEST(Fields, AcceptTheAlias) {
  const auto args = tool::decode<Args>(json(R"({"title":"hall"})"));
  ASSERT_TRUE(args.ok());
  EXPECT_EQ(args->name, "hall");
}

TEST(Fields, EncodeIsTheInverseOfDecode) {
  const Json sent = json(R"({"name":"hall","depth":7,"unit":"mm","outline":[{"x":1,"y":2}],"extra":null,"small":5})");
  const auto args = tool::decode<Args>(sent);
  ASSERT_TRUE(args.ok());
  EXPECT_EQ(tool::encode(*args), sent);
}

// What came -> the code, the place, the sentence.
struct Wrong {
  const char* sent;
  Code code;
  const char* path;
  const char* message;
  friend void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.sent; }
};

class WrongArguments : public testing::TestWithParam<Wrong> {};

TEST_P(WrongArguments, AreAnsweredWithFieldValueAndWhatIsAllowed) {
  const auto args = tool::decode<Args>(json(GetParam().sent));
  ASSERT_FALSE(args.ok());
  EXPECT_EQ(args.error().code, GetParam().code);
  EXPECT_EQ(args.error().path, GetParam().path);
  EXPECT_EQ(args.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Table, WrongArguments,
    testing::Values(
        Wrong{R"({})", Code::missing, "name", "'name' is required (string)"},
        Wrong{R"({"name":5})", Code::wrong_type, "name", "'name' must be a string, but 5 came"},
        Wrong{R"({"name":""})", Code::out_of_range, "name", "'name' must have at least 1 characters, but has 0"},
        Wrong{R"({"name":"123456789"})", Code::out_of_range, "name",
              "'name' must have at most 8 characters, but has 9"},
        Wrong{R"({"name":"a","depth":11})", Code::out_of_range, "depth",
              "'depth' must be between 1 and 10, but 11 came"},
        Wrong{R"({"name":"a","depth":2.5})", Code::wrong_type, "depth", "'depth' must be an integer, but 2.5 came"},
        Wrong{R"({"name":"a","depth":"4"})", Code::wrong_type, "depth", "'depth' must be an integer, but \"4\" came"},
        Wrong{R"({"name":"a","small":3000000000})", Code::out_of_range, "small",
              "'small' must be between -2147483648 and 2147483647, but 3000000000 came"},
        Wrong{R"({"name":"a","unit":"mmm"})", Code::unknown_name, "unit",
              "'unit' must be one of m, mm, but \"mmm\" came"},
        Wrong{R"({"name":"a","outline":{}})", Code::wrong_type, "outline",
              "'outline' must be an array, but object came"},
        Wrong{R"({"name":"a","outline":[{"x":1}]})", Code::missing, "outline[0].y",
              "'outline[0].y' is required (number)"},
        Wrong{R"([])", Code::wrong_type, "arguments", "'arguments' must be an object, but array came"}));

TEST(Fields, NameTheNearestForAnUnknownParameter) {
  const auto args = tool::decode<Args>(json(R"({"name":"a","dept":4})"));
  ASSERT_FALSE(args.ok());
  EXPECT_EQ(args.error().code, Code::unknown_parameter);
  EXPECT_EQ(args.error().hint, "Did you mean 'depth'?");
}

TEST(Fields, NameTheNearestForAMisspeltParameterThatIsRequired) {
  const auto args = tool::decode<Args>(json(R"({"nmae":"a"})"));
  ASSERT_FALSE(args.ok());
  EXPECT_EQ(args.error().hint, "Did you mean 'name'?");
  EXPECT_NE(args.error().data->dump().find(R"("hint":"Did you mean 'name'?")"), std::string::npos);
}

TEST(Fields, ReportEveryProblemAtOnce) {
  const auto args = tool::decode<Args>(json(R"({"depth":0,"unit":7})"));
  ASSERT_FALSE(args.ok());
  EXPECT_EQ(args.error().message,
            "'name' is required (string); 'depth' must be between 1 and 10, but 0 came; "
            "'unit' must be one of m, mm, but 7 came");
  EXPECT_EQ(args.error().data->at("problems").size(), 3U);
}

}  // namespace
