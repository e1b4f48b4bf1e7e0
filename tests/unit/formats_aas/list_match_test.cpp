// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/list_match.h"

#include <gtest/gtest.h>

#include <string>

namespace formats::aas {
namespace {

using base::Json;

// "0 2! +": the first stayed, the second was the third and moved, the third is new.
std::string matched(const std::string& old, const std::string& now) {
  const auto before = base::parse_json(old).value(), after = base::parse_json(now).value();
  std::string text;
  for (const auto& each : match_items(before.as_array(), after.as_array())) {
    text += (text.empty() ? "" : " ") + (each.old ? std::to_string(*each.old) + (each.in_place ? "" : "!") : "+");
  }
  return text;
}

TEST(ListMatch, EqualItems) {
  EXPECT_EQ(matched("[1,2,3]", "[1,2,3]"), "0 1 2");
  EXPECT_EQ(matched("[]", "[1]"), "+");
  EXPECT_EQ(matched("[1]", "[]"), "");
  EXPECT_EQ(matched("[1,2,3]", "[1,3]"), "0 2");
  EXPECT_EQ(matched("[1,3]", "[1,2,3]"), "0 + 1");
  EXPECT_EQ(matched("[1,1,1]", "[1,1]"), "0 1");
  EXPECT_EQ(matched("[1,2,3,4]", "[4,1,2,3]"), "3! 0 1 2");
}

TEST(ListMatch, ItemsWithAnIdentity) {
  EXPECT_EQ(
      matched(R"([{"idShort":"a","v":1},{"idShort":"b","v":1}])", R"([{"idShort":"b","v":2},{"idShort":"a","v":2}])"),
      "1! 0");
  EXPECT_EQ(matched(R"([{"id":"a","idShort":"x"},{"id":"b","idShort":"x"}])", R"([{"id":"b","idShort":"y"}])"), "1");
}

TEST(ListMatch, ItemsWithoutOneGoByTheirPlace) {
  EXPECT_EQ(matched("[1,2,3]", "[1,9,3]"), "0 1 2");
  EXPECT_EQ(matched("[1,2,3]", "[8,9,3]"), "0 1 2");
  EXPECT_EQ(matched("[1,2]", "[1,2,3]"), "0 1 +");
  EXPECT_EQ(matched(R"([{"modelType":"A"}])", R"([{"modelType":"B"}])"), "+");
}

TEST(ListMatch, LongListsTakeNoTime) {
  Json::Array old, now;
  for (int i = 0; i < 50'000; ++i) old.emplace_back(i);
  for (int i = 50'000; i-- > 0;) now.emplace_back(i);
  const auto result = match_items(old, now);
  EXPECT_EQ(result.front().old, 49'999U);
  for (auto& each : now) each = each.as_integer() + 100'000;
  EXPECT_TRUE(match_items(old, now)[49'999].in_place);
}

}  // namespace
}  // namespace formats::aas
