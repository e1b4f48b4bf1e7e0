// SPDX-License-Identifier: Apache-2.0
// RFC 8785, with the samples of its sections 3.2.2, 3.2.3 and of appendix B.
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>

#include "base/json.h"

namespace base {
namespace {

std::string canonical(std::string_view text) {
  const auto json = parse_json(text);
  if (!json.ok()) return "not parsed: " + json.error().message;
  const auto out = canonical_json(*json);
  return out.ok() ? *out : "refused: " + out.error().message;
}

std::string canonical_number(std::uint64_t bits) {
  const auto out = canonical_json(Json(std::bit_cast<double>(bits)));
  return out.ok() ? *out : "refused";
}

TEST(CanonicalJson, WritesTheSampleOfSection322) {
  EXPECT_EQ(canonical(R"({
  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
})"),
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST(CanonicalJson, SortsTheSampleOfSection323) {
  EXPECT_EQ(canonical(R"({
  "\u20ac": "Euro Sign",
  "\r": "Carriage Return",
  "\ufb33": "Hebrew Letter Dalet With Dagesh",
  "1": "One",
  "\ud83d\ude00": "Emoji: Grinning Face",
  "\u0080": "Control",
  "\u00f6": "Latin Small Letter O With Diaeresis"
})"),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
            "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
            "\"\U0001F600\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
}

TEST(CanonicalJson, SortsSurrogatesBelowTheLastOfTheBasicPlane) {
  EXPECT_EQ(canonical("{\"a\ufb33\":1,\"a\U0001F600\":2}"), "{\"a\U0001F600\":2,\"a\ufb33\":1}");
  EXPECT_EQ(canonical("{\"\ue000\":1,\"\uffff\":2,\"\ud7ff\":3,\"\U00010000\":4,\"\U0010ffff\":5}"),
            "{\"\ud7ff\":3,\"\U00010000\":4,\"\U0010ffff\":5,\"\ue000\":1,\"\uffff\":2}");
  EXPECT_EQ(canonical(R"({"b":1,"ab":2,"a":3,"":4,"A":5})"), R"({"":4,"A":5,"a":3,"ab":2,"b":1})");
}

TEST(CanonicalJson, SortsAtEveryDepthAndKeepsArraysAsTheyAre) {
  EXPECT_EQ(canonical(R"({"b":[{"z":1,"y":[3,1,2]}],"a":{"d":{},"c":[]}})"),
            R"({"a":{"c":[],"d":{}},"b":[{"y":[3,1,2],"z":1}]})");
}

TEST(CanonicalJson, FormatsTheNumbersOfAppendixB) {
  EXPECT_EQ(canonical_number(0x0000000000000000), "0");
  EXPECT_EQ(canonical_number(0x8000000000000000), "0");
  EXPECT_EQ(canonical_number(0x0000000000000001), "5e-324");
  EXPECT_EQ(canonical_number(0x8000000000000001), "-5e-324");
  EXPECT_EQ(canonical_number(0x7fefffffffffffff), "1.7976931348623157e+308");
  EXPECT_EQ(canonical_number(0xffefffffffffffff), "-1.7976931348623157e+308");
  EXPECT_EQ(canonical_number(0x4340000000000000), "9007199254740992");
  EXPECT_EQ(canonical_number(0xc340000000000000), "-9007199254740992");
  EXPECT_EQ(canonical_number(0x4430000000000000), "295147905179352830000");
  EXPECT_EQ(canonical_number(0x7fffffffffffffff), "refused");
  EXPECT_EQ(canonical_number(0x7ff0000000000000), "refused");
  EXPECT_EQ(canonical_number(0x44b52d02c7e14af5), "9.999999999999997e+22");
  EXPECT_EQ(canonical_number(0x44b52d02c7e14af6), "1e+23");
  EXPECT_EQ(canonical_number(0x44b52d02c7e14af7), "1.0000000000000001e+23");
  EXPECT_EQ(canonical_number(0x444b1ae4d6e2ef4e), "999999999999999700000");
  EXPECT_EQ(canonical_number(0x444b1ae4d6e2ef4f), "999999999999999900000");
  EXPECT_EQ(canonical_number(0x444b1ae4d6e2ef50), "1e+21");
  EXPECT_EQ(canonical_number(0x3eb0c6f7a0b5ed8c), "9.999999999999997e-7");
  EXPECT_EQ(canonical_number(0x3eb0c6f7a0b5ed8d), "0.000001");
  EXPECT_EQ(canonical_number(0x41b3de4355555553), "333333333.3333332");
  EXPECT_EQ(canonical_number(0x41b3de4355555554), "333333333.33333325");
  EXPECT_EQ(canonical_number(0x41b3de4355555555), "333333333.3333333");
  EXPECT_EQ(canonical_number(0x41b3de4355555556), "333333333.3333334");
  EXPECT_EQ(canonical_number(0x41b3de4355555557), "333333333.33333343");
  EXPECT_EQ(canonical_number(0xbecbf647612f3696), "-0.0000033333333333333333");
  EXPECT_EQ(canonical_number(0x43143ff3c1cb0959), "1424953923781206.2");
}

TEST(CanonicalJson, WritesIntegersAndEqualRealsAlike) {
  EXPECT_EQ(canonical("[1,1.0,10e-1,-0.0,100]"), "[1,1,1,0,100]");
}

TEST(CanonicalJson, RefusesIntegersThatNotEveryReaderKnows) {
  EXPECT_EQ(canonical("9007199254740991"), "9007199254740991");
  EXPECT_EQ(canonical("-9007199254740991"), "-9007199254740991");
  for (const char* text : {"9007199254740992", "-9007199254740992", "9223372036854775807", "-9223372036854775808"}) {
    const auto out = canonical_json(*parse_json(text));
    ASSERT_FALSE(out.ok()) << text;
    EXPECT_EQ(out.error().code, Code::out_of_range);
    EXPECT_EQ(out.error().hint, "Write integers beyond 2^53 - 1 as strings.");
  }
}

TEST(CanonicalJson, RefusesAtAnyDepth) {
  EXPECT_FALSE(canonical_json(Json::array({Json::object({{"x", std::numeric_limits<double>::infinity()}})})).ok());
  EXPECT_FALSE(canonical_json(Json("\xff")).ok());
  EXPECT_FALSE(canonical_json(Json::object({{"\xed\xa0\x80", 1}})).ok());
}

}  // namespace
}  // namespace base
