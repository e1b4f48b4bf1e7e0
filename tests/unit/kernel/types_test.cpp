// SPDX-License-Identifier: Apache-2.0
#include "kernel/types.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/ids.h"

namespace kernel {
namespace {

Box box(std::int64_t low, std::int64_t high) { return {{low, low, low}, {high, high, high}}; }

Element wall() {
  Element element;
  element.id = "bim:w1";
  element.category = "wall";
  element.levels = {"L1", "L2"};
  element.box = Box{{0, -5, 10}, {6'000'000, 200'000, 3'000'000}};
  element.refs = {"bim:l1"};
  element.body = Json::object({{"height_mm", 3000}});
  element.revision = 7;
  return element;
}

TEST(Principals, AreNamedByKindAndId) {
  const Principal ada = human_principal("ada");
  EXPECT_EQ(ada.key(), "human:" + ada.user_id);
  EXPECT_FALSE(ada.agent_id);
  const Principal claude = agent_principal("ada", "claude-code");
  EXPECT_EQ(claude.key(), "agent:" + *claude.agent_id);
  EXPECT_EQ(claude.label, "claude-code for ada");
}

TEST(Principals, HaveTheSameIdsEveryTime) {
  EXPECT_EQ(human_principal("ada"), human_principal("ada"));
  EXPECT_EQ(agent_principal("ada", "cursor"), agent_principal("ada", "cursor"));
  EXPECT_TRUE(base::is_uuid(human_principal("ada").user_id));
  EXPECT_TRUE(base::is_uuid(*agent_principal("ada", "cursor").agent_id));
}

TEST(Principals, AnAgentBelongsToItsUser) {
  EXPECT_EQ(agent_principal("ada", "cursor").user_id, human_principal("ada").user_id);
  EXPECT_NE(agent_principal("ada", "cursor").agent_id, agent_principal("bob", "cursor").agent_id);
  EXPECT_NE(agent_principal("ada", "cursor").agent_id, agent_principal("ada", "zed").agent_id);
}

TEST(Principals, NamesDoNotRunIntoEachOther) {
  EXPECT_NE(agent_principal("a", "b c").agent_id, agent_principal("a b", "c").agent_id);
  EXPECT_NE(agent_principal("ada", "").agent_id, human_principal("ada").user_id);
}

TEST(Principals, EqualityIgnoresTheLabel) {
  Principal a = human_principal("ada");
  a.label = "Ada Lovelace";
  EXPECT_EQ(a, human_principal("ada"));
  EXPECT_NE(a, human_principal("bob"));
}

TEST(Principals, AsJson) {
  const Principal ada = human_principal("ada");
  EXPECT_EQ(to_json(ada), Json::object({{"kind", "human"}, {"user_id", ada.user_id}, {"agent_id", nullptr}}));
  const Principal bot = agent_principal("ada", "bot");
  EXPECT_EQ(to_json(bot), Json::object({{"kind", "agent"}, {"user_id", ada.user_id}, {"agent_id", *bot.agent_id}}));
}

TEST(Permissions, HaveTheSeedsNames) {
  for (const char* text : {"READ", "CREATE", "MODIFY", "DELETE", "APPROVE"}) {
    const auto permission = permission_named(text);
    ASSERT_TRUE(permission) << text;
    EXPECT_EQ(name(*permission), text);
  }
  EXPECT_FALSE(permission_named("read"));
  EXPECT_FALSE(permission_named(""));
  EXPECT_FALSE(permission_named("REMOVE"));
}

TEST(Tiers, HaveTheSeedsNames) {
  EXPECT_EQ(name(Tier::low), "LOW");
  EXPECT_EQ(name(Tier::medium), "MEDIUM");
  EXPECT_EQ(name(Tier::high), "HIGH");
  EXPECT_EQ(name(Tier::critical), "CRITICAL");
}

TEST(Boxes, ContainThemselvesAndWhatIsSmaller) {
  EXPECT_TRUE(box(0, 10).contains(box(0, 10)));
  EXPECT_TRUE(box(0, 10).contains(box(3, 3)));
  EXPECT_FALSE(box(0, 10).contains(box(0, 11)));
  EXPECT_FALSE(box(0, 10).contains(box(-1, 10)));
}

TEST(Boxes, OneAxisOutsideIsOutside) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Box inner = box(1, 9);
    inner.max_um[axis] = 11;
    EXPECT_FALSE(box(0, 10).contains(inner)) << axis;
    inner = box(1, 9);
    inner.min_um[axis] = -1;
    EXPECT_FALSE(box(0, 10).contains(inner)) << axis;
  }
}

TEST(Boxes, ABoxInsideOutDoesNotSlipThrough) { EXPECT_FALSE(box(5, 6).contains(box(100, -100))); }

TEST(Elements, SurviveStorage) {
  const auto back = element_from_json("bim:w1", to_json(wall()));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, wall());
}

TEST(Elements, EqualityIgnoresTheRevisionOnly) {
  Element other = wall();
  other.revision = 99;
  EXPECT_EQ(other, wall());
  const auto differs = [](auto change) {
    Element element = wall();
    change(element);
    return !(element == wall());
  };
  EXPECT_TRUE(differs([](Element& e) { e.id = "bim:w2"; }));
  EXPECT_TRUE(differs([](Element& e) { e.category = "door"; }));
  EXPECT_TRUE(differs([](Element& e) { e.levels.pop_back(); }));
  EXPECT_TRUE(differs([](Element& e) { e.box.reset(); }));
  EXPECT_TRUE(differs([](Element& e) { e.refs.clear(); }));
  EXPECT_TRUE(differs([](Element& e) { e.body = nullptr; }));
}

TEST(Elements, StoreOnlyWhatTheyHave) {
  Element document;
  document.id = "ids:document";
  document.category = "document";
  EXPECT_EQ(to_json(document), Json::object({{"category", "document"}, {"body", nullptr}}));
  EXPECT_EQ(*element_from_json("ids:document", to_json(document)), document);
}

TEST(Elements, CoordinatesBeyondJsonNumbersAreTexts) {
  Element far = wall();
  far.box = box(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(to_json(far).pointer("/box/max/0")->as_string(), "9223372036854775807");
  ASSERT_TRUE(base::canonical_json(to_json(far)));
  EXPECT_EQ(*element_from_json("bim:w1", to_json(far)), far);
}

TEST(Elements, DamagedOnesAreRefusedWithTheirPlace) {
  const auto place = [](std::string_view text) {
    const auto read = element_from_json("x", base::parse_json(text).value());
    EXPECT_FALSE(read) << text;
    EXPECT_EQ(read.ok() ? Code::internal : read.error().code, Code::parse);
    return read.ok() ? "" : read.error().path;
  };
  EXPECT_EQ(place(R"([])"), "x");
  EXPECT_EQ(place(R"({"body":1})"), "category");
  EXPECT_EQ(place(R"({"category":"wall"})"), "body");
  EXPECT_EQ(place(R"({"category":3,"body":1})"), "category");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"levels":"L1"})"), "levels");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"refs":[1]})"), "refs");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"box":{"min":[0,0],"max":[1,1,1]}})"), "box.min");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"box":{"min":[0,0,0]}})"), "box.max");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"box":{"min":[0,0,0],"max":[1,1,0.5]}})"), "box.max");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"box":{"min":[0,0,0],"max":[1,1,"9x"]}})"), "box.max");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"box":{"min":[2,0,0],"max":[1,1,1]}})"), "box");
  EXPECT_EQ(place(R"({"category":"wall","body":1,"colour":"red"})"), "colour");
}

TEST(Changes, AreWrittenInOrder) {
  Change change;
  change.put(wall()).remove("bim:d4");
  ASSERT_EQ(change.ops.size(), 2U);
  EXPECT_EQ(change.ops[0].what, Op::What::put);
  EXPECT_EQ(change.ops[0].id, "bim:w1");
  EXPECT_EQ(*change.ops[0].after, wall());
  EXPECT_EQ(change.ops[1].what, Op::What::remove);
  EXPECT_EQ(change.ops[1].id, "bim:d4");
  EXPECT_FALSE(change.ops[1].after);
}

}  // namespace
}  // namespace kernel
