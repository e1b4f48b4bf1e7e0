// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/model/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "unit/bim_engine/building.h"

namespace bim::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Parameter& parameter(const char* category, const char* name) {
  return *parameter_named(*category_named(category), name);
}
Result<Json> kept(const char* category, const char* name, const char* given) {
  return value_of(parameter(category, name), *base::parse_json(given), name);
}

TEST(Parameters, TheTableHoldsTogether) {
  std::set<std::string_view> names;
  for (const Category& category : categories()) {
    EXPECT_TRUE(names.insert(category.name).second) << category.name;
    std::set<std::string_view> own;
    for (const Parameter& each : category.parameters) {
      EXPECT_TRUE(own.insert(each.name).second) << category.name << "." << each.name;
      EXPECT_FALSE(each.doc.empty()) << category.name << "." << each.name;
      const bool among = each.kind == Kind::choice || each.kind == Kind::element || each.kind == Kind::elements;
      EXPECT_EQ(each.among.empty(), !among) << category.name << "." << each.name;
    }
  }
  for (const Category& category : categories()) {
    for (const Parameter& each : category.parameters) {
      if (each.kind != Kind::element && each.kind != Kind::elements) continue;
      std::string_view rest = each.among;
      while (!rest.empty()) {
        const std::string_view one = rest.substr(0, rest.find('|'));
        EXPECT_TRUE(names.contains(one)) << each.name << ": " << one;
        rest = one.size() == rest.size() ? "" : rest.substr(one.size() + 1);
      }
    }
  }
}

TEST(Parameters, LengthsAreMillimetresOrHaveTheirUnit) {
  EXPECT_EQ(*kept("wall", "height", "3000"), Json(3000));
  EXPECT_EQ(*kept("wall", "height", "\"3 m\""), Json(3000));
  EXPECT_EQ(*kept("wall", "height", "\"3.25m\""), Json(3250));
  EXPECT_EQ(*kept("wall", "thickness", "\"10 ft\""), Json(3048));
  EXPECT_EQ(kept("wall", "height", "\"high\"").error().code, Code::wrong_type);
  EXPECT_EQ(kept("wall", "height", "0").error().code, Code::out_of_range);
  EXPECT_EQ(kept("wall", "height", "-5").error().code, Code::out_of_range);
  EXPECT_EQ(kept("wall", "height", "true").error().code, Code::wrong_type);
  EXPECT_EQ(*kept("level", "elevation", "-3000"), Json(-3000));
}

TEST(Parameters, PointsAreAcceptedInBothForms) {
  EXPECT_EQ(*kept("wall", "start", "[1, 2]"), *base::parse_json("[1,2]"));
  EXPECT_EQ(*kept("wall", "start", R"({"x":1,"y":2,"z":3})"), *base::parse_json("[1,2]"));
  EXPECT_EQ(kept("wall", "start", "[1]").error().code, Code::out_of_range);
  EXPECT_EQ(kept("wall", "start", "\"here\"").error().code, Code::wrong_type);
  EXPECT_EQ(kept("wall", "start", "[10000001, 0]").error().code, Code::outside_model);
  EXPECT_TRUE(kept("wall", "start", "[10000000, -10000000]").ok());
}

TEST(Parameters, AnOutlineMayRepeatItsFirstPoint) {
  EXPECT_EQ(kept("floor", "boundary", "[[0,0],[1,0],[1,1],[0,0]]")->size(), 3U);
  EXPECT_EQ(kept("floor", "boundary", "[[0,0],[1,0]]").error().code, Code::out_of_range);
}

TEST(Parameters, AChoiceThatIsNotThereNamesTheNearest) {
  const auto error = kept("wall", "function", "\"structual\"").error();
  EXPECT_EQ(error.code, Code::unknown_name);
  EXPECT_THAT(error.hint, HasSubstr("structural"));
}

TEST(Parameters, ReferencesAreToldOnce) {
  EXPECT_THAT(references(record("bim:wall-a", R"({"level":"bim:level-1","type":"bim:type-1","name":"x"})")),
              ElementsAre("bim:type-1", "bim:level-1"));
  EXPECT_THAT(references(record("bim:join-a", R"({"elements":["bim:wall-1","bim:wall-2","bim:wall-1"]})")),
              ElementsAre("bim:wall-1", "bim:wall-2"));
}

}  // namespace
}  // namespace bim::engine
