// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.h"

namespace base {
namespace {

using testing::HasSubstr;

Json parsed(std::string_view text) {
  auto result = parse_json(text);
  EXPECT_TRUE(result.ok()) << text << ": " << (result.ok() ? "" : result.error().message);
  return result.ok() ? *result : Json();
}

std::string refused(std::string_view text, const JsonLimits& limits = {}) {
  const auto result = parse_json(text, limits);
  if (result.ok()) return "accepted as " + result->dump();
  EXPECT_EQ(result.error().code, Code::parse);
  return result.error().message;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

// ---- values ----

TEST(Json, APartMayBecomeTheWhole) {
  Json json = parsed(R"([[1, "a text that is too long to stand in the value itself"]])");
  json = std::move(json.as_array()[0]);
  EXPECT_EQ(json.dump(), R"([1,"a text that is too long to stand in the value itself"])");
  json = json.as_array()[1];
  EXPECT_EQ(json.as_string(), "a text that is too long to stand in the value itself");
  Json& same = json;
  json = std::move(same);
  EXPECT_EQ(json.as_string(), "a text that is too long to stand in the value itself");
}

TEST(Json, WhatWasMovedFromIsOfItsKindAndEmpty) {
  Json text = "a text that is too long to stand in the value itself";
  Json list = Json::array({1, 2});
  Json object = Json::object({{"a", 1}});
  const Json all = Json::array({std::move(text), std::move(list), std::move(object)});
  EXPECT_EQ(all.size(), 3U);
  EXPECT_TRUE(text.is_string() && text.as_string().empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(list.is_array() && list.empty());               // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(object.is_object() && object.empty());          // NOLINT(bugprone-use-after-move)
}

// In memory that ends where the text does, which the sanitizers watch.
TEST(Json, NothingIsReadBeyondTheEnd) {
  for (const std::string start :
       {"", "[", "[1", "[\n", "{\"a\"", "{\"a\":", "{\"a\":\"", "\"\\u00", "tru", "-", "[1]", "{}\n"}) {
    for (std::size_t blanks = 0; blanks < 40; ++blanks) {
      const std::string text = start + std::string(blanks, ' ');
      const std::vector<char> exact(text.begin(), text.end());
      const bool good = start == "[1]" || start == "{}\n";
      EXPECT_EQ(parse_json({exact.data(), exact.size()}).ok(), good) << start << blanks;
    }
  }
}

TEST(Json, ObjectsKeepTheOrderOfTheirMembers) {
  auto room = Json::object({{"name", "hall"}, {"area_m2", 25}});
  room.set("height_m", 2.5).set("area_m2", 26);
  room["tags"].push_back("warm").push_back(nullptr);
  EXPECT_EQ(room.dump(), R"({"name":"hall","area_m2":26,"height_m":2.5,"tags":["warm",null]})");
  EXPECT_TRUE(room.erase("name"));
  EXPECT_FALSE(room.erase("name"));
  EXPECT_EQ(room.size(), 3u);
}

TEST(Json, NamesItsType) {
  EXPECT_EQ(Json().type_name(), "null");
  EXPECT_EQ(Json(true).type_name(), "boolean");
  EXPECT_EQ(Json(1).type_name(), "integer");
  EXPECT_EQ(Json(1.5).type_name(), "number");
  EXPECT_EQ(Json("x").type_name(), "string");
  EXPECT_EQ(Json::array().type_name(), "array");
  EXPECT_EQ(Json::object().type_name(), "object");
}

TEST(Json, FindAsksGentlyAndAtInsists) {
  const auto json = parsed(R"({"a":{"b":"text"},"n":null})");
  EXPECT_EQ(json.find("x"), nullptr);
  EXPECT_EQ(Json(1).find("x"), nullptr);
  EXPECT_EQ(json.at("a").text("b"), "text");
  EXPECT_EQ(json.text("n", "fallback"), "fallback");
  EXPECT_THROW(json.at("x"), CheckFailed);
}

TEST(Json, ReadingTheWrongTypeIsABugOfOurs) {
  EXPECT_THROW(Json("1").as_integer(), CheckFailed);
  EXPECT_THROW(Json(1.0).as_integer(), CheckFailed);
  EXPECT_THROW(Json(1).as_string(), CheckFailed);
  EXPECT_THROW(Json(1).as_bool(), CheckFailed);
  EXPECT_THROW(Json().as_number(), CheckFailed);
  EXPECT_THROW(Json::array().as_object(), CheckFailed);
  EXPECT_THROW(Json::object().as_array(), CheckFailed);
  EXPECT_THROW(Json(1).set("a", 1), CheckFailed);
  EXPECT_THROW(Json("s").push_back(1), CheckFailed);
  EXPECT_DOUBLE_EQ(Json(3).as_number(), 3.0);
}

TEST(Json, SizeCountsMembersAndElements) {
  EXPECT_EQ(parsed("[1,2,3]").size(), 3u);
  EXPECT_EQ(parsed(R"({"a":1})").size(), 1u);
  EXPECT_EQ(Json("four").size(), 0u);
  EXPECT_TRUE(Json().empty());
}

TEST(JsonEquality, IgnoresOrderOfMembersAndTheKindOfNumber) {
  EXPECT_EQ(parsed(R"({"a":1,"b":[2.0]})"), parsed(R"({"b":[2],"a":1.0})"));
  EXPECT_NE(parsed(R"({"a":1})"), parsed(R"({"a":2})"));
  EXPECT_NE(parsed(R"({"a":1})"), parsed(R"({"b":1})"));
  EXPECT_NE(parsed(R"({"a":1})"), parsed(R"({"a":1,"b":2})"));
  EXPECT_NE(parsed("[1,2]"), parsed("[2,1]"));
  EXPECT_NE(Json(), Json(false));
  EXPECT_NE(Json(0), Json(false));
  EXPECT_NE(Json("1"), Json(1));
}

TEST(JsonEquality, DoesNotRoundIntegers) {
  EXPECT_NE(Json(std::int64_t{9007199254740993}), Json(9007199254740992.0));
  EXPECT_EQ(Json(std::int64_t{9007199254740992}), Json(9007199254740992.0));
  EXPECT_NE(Json(std::numeric_limits<std::int64_t>::max()), Json(9223372036854775808.0));
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()), Json(-9223372036854775808.0));
  EXPECT_NE(Json(1), Json(1.5));
  EXPECT_NE(Json(std::numeric_limits<double>::quiet_NaN()), Json(std::numeric_limits<double>::quiet_NaN()));
}

TEST(JsonPointer, FollowsRfc6901Section5) {
  const auto json =
      parsed(R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})");
  EXPECT_EQ(json.pointer(""), &json);
  EXPECT_EQ(*json.pointer("/foo"), parsed(R"(["bar","baz"])"));
  EXPECT_EQ(*json.pointer("/foo/0"), Json("bar"));
  EXPECT_EQ(*json.pointer("/"), Json(0));
  EXPECT_EQ(*json.pointer("/a~1b"), Json(1));
  EXPECT_EQ(*json.pointer("/c%d"), Json(2));
  EXPECT_EQ(*json.pointer("/e^f"), Json(3));
  EXPECT_EQ(*json.pointer("/g|h"), Json(4));
  EXPECT_EQ(*json.pointer("/i\\j"), Json(5));
  EXPECT_EQ(*json.pointer("/k\"l"), Json(6));
  EXPECT_EQ(*json.pointer("/ "), Json(7));
  EXPECT_EQ(*json.pointer("/m~0n"), Json(8));
}

TEST(JsonPointer, LeadsNowhereWhenItIsWrong) {
  const auto json = parsed(R"({"foo":["bar"],"~":1})");
  for (const char* pointer : {"foo", "/foo/1", "/foo/-", "/foo/00", "/foo/0x", "/foo/+0", "/foo/ 0", "/foo/",
                              "/foo/0/x", "/~", "/~2", "/foo/99999999999999999999", "/nothing/here"}) {
    EXPECT_EQ(json.pointer(pointer), nullptr) << pointer;
  }
}

// ---- writing ----

TEST(JsonDump, EscapesWhatMustBeEscapedAndNothingElse) {
  EXPECT_EQ(Json("\"\\/\b\f\n\r\t").dump(), R"("\"\\/\b\f\n\r\t")");
  EXPECT_EQ(Json(std::string("\0\x1f\x7f", 3)).dump(), "\"\\u0000\\u001f\x7f\"");
  EXPECT_EQ(Json("h\u00e4user \u2028\u2029 \U0001F3E0").dump(), "\"h\u00e4user \u2028\u2029 \U0001F3E0\"");
}

TEST(JsonDump, FindsAnEscapeAtEveryPlaceInARun) {
  for (std::size_t length = 1; length < 40; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (const char special : {'"', '\\', '\n', '\x01', '\x1f'}) {
        std::string text(length, '\xff');  // the neighbours with the highest bits
        text[at] = special;
        std::string out;
        append_json_string(out, text);
        const auto escape_length = special == '\x01' || special == '\x1f' ? 5u : 1u;
        ASSERT_EQ(out.size(), length + 2 + escape_length) << "at " << at << " of " << length;
        ASSERT_EQ(out[at + 1], '\\');
      }
    }
  }
}

// Long texts are written in pieces; an escape may stand at the end of one, or at the start of the next.
TEST(JsonDump, EscapesWhereTheLongTextsAreDivided) {
  constexpr std::size_t piece = 65536;
  for (const char special : {'"', '\n', '\x01'}) {
    for (std::size_t at = piece - 10; at < piece + 10; ++at) {
      std::string text(2 * piece + 5, 'x');
      text[0] = special;
      text[at] = special;
      text.back() = special;
      const std::string plain(at - 1, 'x');
      const std::string rest(text.size() - at - 2, 'x');
      const std::string escape = special == '"' ? "\\\"" : special == '\n' ? "\\n" : "\\u0001";
      ASSERT_TRUE(Json(text).dump() == "\"" + escape + plain + escape + rest + escape + "\"") << "at " << at;
    }
  }
}

TEST(JsonDump, WritesTheShortestNumbersThatReadBackAlike) {
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).dump(), "-9223372036854775808");
  EXPECT_EQ(Json(0.1).dump(), "0.1");
  EXPECT_EQ(Json(25.0).dump(), "25");
  EXPECT_EQ(Json(5e-324).dump(), "5e-324");
  EXPECT_EQ(Json(1.7976931348623157e308).dump(), "1.7976931348623157e+308");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(), "null");
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).dump(), "null");
  for (const double value :
       {9007199254740993e3, 1e18, 1.2345678901234567e18, 9223372036854774784.0, 1e19, 1e20, 1e21}) {
    EXPECT_EQ(parsed(Json(value).dump()), Json(value)) << Json(value).dump();
  }
}

TEST(JsonDump, PrettyIndentsByTwoSpaces) {
  EXPECT_EQ(parsed(R"({"a":[1,{"b":null}],"c":[],"d":{}})").pretty(), R"({
  "a": [
    1,
    {
      "b": null
    }
  ],
  "c": [],
  "d": {}
})");
}

TEST(JsonDump, AppendsToWhatIsThere) {
  std::string out = "data: ";
  parsed("[true,false]").dump_to(out);
  EXPECT_EQ(out, "data: [true,false]");
}

// ---- parsing ----

TEST(ParseJson, ReadsEveryKindOfValue) {
  const auto json = parsed(" {\"a\":[null,true,false,-1,1.5e3,\"\\u00e9\\ud83c\\udfe0\\n\"],\"\":{}} \n");
  EXPECT_EQ(json.dump(), "{\"a\":[null,true,false,-1,1500,\"\u00e9\U0001F3E0\\n\"],\"\":{}}");
  EXPECT_EQ(parsed("7"), Json(7));
  EXPECT_EQ(parsed("\"lone\""), Json("lone"));
  EXPECT_EQ(parsed("null"), Json());
}

TEST(ParseJson, KeepsIntegersExactAndMakesLargerOnesReal) {
  EXPECT_EQ(parsed("9223372036854775807").as_integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parsed("-9223372036854775808").as_integer(), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(parsed("9223372036854775808").is_integer());
  EXPECT_EQ(parsed("9223372036854775808").as_number(), 9223372036854775808.0);
  EXPECT_EQ(parsed("18446744073709551615").as_number(), 18446744073709551616.0);
  EXPECT_EQ(parsed("18446744073709551616").as_number(), 18446744073709551616.0);
  EXPECT_EQ(parsed("-9223372036854775809").as_number(), -9223372036854775808.0);
  EXPECT_EQ(parsed("123456789012345678901234567890").as_number(), 1.2345678901234568e29);
  EXPECT_FALSE(parsed("1.0").is_integer());
}

TEST(ParseJson, ALargeIntegerChangesNothingAroundIt) {
  const auto json = parsed(R"({"big":99999999999999999999,"exact":9223372036854775807,"low":-9223372036854775808,
                               "text":"99999999999999999999 \" -99999999999999999999","real":1e5,"real2":0.5})");
  EXPECT_EQ(json.at("big").as_number(), 1e20);
  EXPECT_EQ(json.at("exact").as_integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(json.at("low").as_integer(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(json.at("text").as_string(), "99999999999999999999 \" -99999999999999999999");
  EXPECT_EQ(json.at("real").as_number(), 1e5);
  EXPECT_EQ(json.at("real2").as_number(), 0.5);
}

TEST(ParseJson, RefusesNumbersThatAreNone) {
  for (const char* text : {"1e999", "-1e999", "[1e400]", "01", "+1", "1.", ".5", "-", "1e", "0x10", "NaN", "Infinity",
                           "099999999999999999999", "99999999999999999999x", "[99999999999999999999,1e999]", "1-2"}) {
    EXPECT_THAT(refused(text), HasSubstr("not valid JSON")) << text;
  }
  EXPECT_THAT(refused("1e999"), HasSubstr("too large"));
  // Beyond double even though it is written as an integer.
  EXPECT_THAT(refused(std::string(400, '9')), HasSubstr("too large"));
}

TEST(ParseJson, RefusesWhatIsNoUnicode) {
  for (const char* text : {R"("\ud800")", R"("\udc00")", R"("\ud800\ud800")", R"("\ud800\u0041")", R"("\ud800A")",
                           R"("\ud800\n")", R"({"\udfff":1})", R"("\udc00\ud800")"}) {
    EXPECT_THAT(refused(text), HasSubstr("surrogate")) << text;
  }
  for (const char* text :
       {"\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "\xff"}) {
    EXPECT_THAT(refused(text), HasSubstr("not UTF-8"));
  }
}

TEST(ParseJson, RefusesBrokenText) {
  EXPECT_EQ(refused(""), "not valid JSON: the text is empty");
  EXPECT_EQ(refused(" \n "), "not valid JSON: the text is empty");
  EXPECT_THAT(refused("\"open"), HasSubstr("not closed"));
  EXPECT_THAT(refused("\"a\nb\""), HasSubstr("control character"));
  EXPECT_THAT(refused(R"("\x41")"), HasSubstr("bad escape"));
  EXPECT_THAT(refused("nul"), HasSubstr("true, false or null"));
  for (const char* text : {"[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "[1 2]", "{\"a\" 1}", "[", "]", "{", "[1]]", "1 2",
                           "{}{}", "// c\n1", "[1]x", "{\"a\"}", "{1:2}", ",", ":"}) {
    EXPECT_THAT(refused(text), HasSubstr("not valid JSON")) << text;
  }
  EXPECT_THAT(refused(std::string_view("1\0", 2)), HasSubstr("not valid JSON"));
  EXPECT_THAT(parse_json("[1,]").error().hint, HasSubstr("trailing comma"));
}

TEST(ParseJson, RefusesRepeatedMemberNames) {
  EXPECT_THAT(refused(R"({"a":1,"a":2})"), HasSubstr("\"a\" appears twice"));
  EXPECT_TRUE(
      valid_utf8(refused("{\"" + std::string(79, 'x') + "\u00e4\":1,\"" + std::string(79, 'x') + "\u00e4\":2}")));
  EXPECT_THAT(refused(R"([{"x":{"k":1,"j":2,"\u006b":3}}])"), HasSubstr("\"k\" appears twice"));
  for (const int members : {2, 16, 17, 500}) {
    std::string text = "{";
    for (int i = 0; i < members - 1; ++i) text.append("\"m").append(std::to_string(i)).append("\":0,");
    EXPECT_EQ(parsed(text + "\"other\":1}").size(), static_cast<std::size_t>(members));
    EXPECT_THAT(refused(text + "\"m0\":1}"), HasSubstr("\"m0\" appears twice")) << members;
  }
}

TEST(ParseJson, BoundsDepthExactly) {
  EXPECT_TRUE(parse_json(nested(128)).ok());
  EXPECT_EQ(refused(nested(129)), "not valid JSON: nested deeper than 128 levels");
  EXPECT_THAT(refused(nested(200'000)), HasSubstr("nested deeper"));
  EXPECT_THAT(refused(std::string(200'000, '[')), HasSubstr("not valid JSON"));
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
  EXPECT_THAT(refused(objects), HasSubstr("not valid JSON"));
  EXPECT_THAT(refused(objects + "{}" + std::string(200'000, '}')), HasSubstr("nested deeper"));
  EXPECT_TRUE(parse_json("[[],{}]", {.max_depth = 2}).ok());
  EXPECT_THAT(refused("[[[]]]", {.max_depth = 2}), HasSubstr("deeper than 2"));
  EXPECT_THAT(refused("[[{}]]", {.max_depth = 2}), HasSubstr("deeper than 2"));
  EXPECT_TRUE(parse_json("[[1]]", {.max_depth = 2}).ok());
  EXPECT_THAT(refused("[[[1]]]", {.max_depth = 2}), HasSubstr("deeper than 2"));
  EXPECT_TRUE(parse_json(nested(128)).ok()) << "a lower limit must not linger";
}

TEST(ParseJson, BoundsSize) {
  EXPECT_TRUE(parse_json("[1,2]", {.max_bytes = 5}).ok());
  const auto result = parse_json("[1,23]", {.max_bytes = 5});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "JSON text of 6 bytes is too large");
  EXPECT_EQ(result.error().hint, "At most 5 bytes are read.");
}

TEST(ParseJson, ReadsLargeTextsAndSmallOnesInTurn) {
  const std::string large = "[\"" + std::string(3 << 20, 'x') + "\"]";
  std::string numbers = "[0";
  for (int i = 1; i < 60'000; ++i) numbers.append(",").append(std::to_string(i));
  numbers += "]";
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(parsed(large).dump(), large);
    EXPECT_EQ(parsed("[]").size(), 0u);
    EXPECT_EQ(parsed(numbers).dump(), numbers);
    EXPECT_EQ(parsed(std::string(5'000, ' ') + "7"), Json(7));
  }
}

TEST(ParseJson, IsIndependentPerThread) {
  const auto work = [](int salt) {
    for (int i = 0; i < 500; ++i) {
      const auto text =
          "{\"value\":[" + std::to_string(i * salt) + ",\"" + std::string(static_cast<std::size_t>(i), 'y') + "\"]}";
      ASSERT_EQ(parsed(text).dump(), text);
    }
  };
  std::thread other(work, 3);
  work(5);
  other.join();
}

}  // namespace
}  // namespace base
