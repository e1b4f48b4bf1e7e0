// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/json_locate.h"

#include <gtest/gtest.h>

#include <string>

#include "base/json.h"

namespace formats::aas {
namespace {

using base::Json;

void expect_at(const std::string& text, const Json& value, const Located& place, std::size_t value_begin) {
  EXPECT_EQ(base::parse_json(text.substr(value_begin, place.end - value_begin)).value(), value);
  ASSERT_EQ(place.children.size(), value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Located& child = place.children[i];
    const Json& inner = value.is_object() ? value.as_object()[i].second : value.as_array()[i];
    const bool container = inner.is_object() || inner.is_array();
    if (value.is_object()) {
      EXPECT_EQ(text[child.begin], '"');
    }
    expect_at(text, inner, child, child.inner_begin - (container ? 1 : 0));
  }
}

TEST(JsonLocate, FindsEveryValue) {
  for (const std::string text :
       {R"( {"a" : [1, -2.5e3,true,null , "x\"]}\\" ], "b\u0041":{"c":{}, "d" :[]}} )", "[]", "{}", "[[[1]],2]"}) {
    const auto place = locate_json(text);
    ASSERT_TRUE(place.ok()) << text;
    expect_at(text, base::parse_json(text).value(), *place, place->inner_begin - 1);
  }
  const auto scalar = locate_json(" 12 ");
  EXPECT_EQ(scalar->inner_begin, 1U);
  EXPECT_EQ(scalar->end, 3U);
}

TEST(JsonLocate, BrokenTextEnds) {
  for (const std::string_view text : {"", "{", "[1", "{\"a", "{\"a\"", "{\"a\":", "[,", "\"abc", "{1:2}", "\"\\"}) {
    EXPECT_FALSE(locate_json(text).ok()) << text;
  }
  EXPECT_FALSE(locate_json(std::string(100'000, '[')).ok());
}

}  // namespace
}  // namespace formats::aas
