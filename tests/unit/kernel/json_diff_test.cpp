// SPDX-License-Identifier: Apache-2.0
#include "kernel/json_diff.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "base/utf8.h"
#include "unit/kernel/random_json.h"

namespace kernel {
namespace {

Json json(std::string_view text) { return base::parse_json(text).value(); }

std::vector<Step> diff(std::string_view before, std::string_view after) {
  const Json old_value = json(before);
  const Json new_value = json(after);
  return diff_element("W3", &old_value, &new_value);
}

std::string shown(const std::vector<Step>& steps) { return to_json(steps).dump(); }

TEST(JsonDiff, OneChangedMemberOfABigObjectIsOneStep) {
  Json before = Json::object();
  for (int i = 0; i < 1000; ++i) before.set("member" + std::to_string(i), i);
  Json after = before;
  after.set("member500", "changed");
  EXPECT_EQ(shown(diff_element("W3", &before, &after)),
            R"([{"op":"replace","id":"W3","path":"/member500","old":500,"new":"changed"}])");
}

TEST(JsonDiff, NestedMembersAreNamedByTheirPointer) {
  EXPECT_EQ(shown(diff(R"({"body":{"height":3000,"width":200}})", R"({"body":{"height":2800,"width":200}})")),
            R"([{"op":"replace","id":"W3","path":"/body/height","old":3000,"new":2800}])");
}

TEST(JsonDiff, PointersAreEscapedAsRfc6901Says) {
  EXPECT_EQ(diff(R"({})", R"({"a/b":1})").front().path, "/a~1b");
  EXPECT_EQ(diff(R"({})", R"({"a~b":1})").front().path, "/a~0b");
  EXPECT_EQ(diff(R"({})", R"({"~1":1})").front().path, "/~01");
  EXPECT_EQ(diff(R"({})", R"({"":1})").front().path, "/");
}

TEST(JsonDiff, ACreatedElementIsOneAddOfTheWhole) {
  const Json wall = json(R"({"category":"wall"})");
  EXPECT_EQ(shown(diff_element("W3", nullptr, &wall)),
            R"([{"op":"add","id":"W3","path":"","new":{"category":"wall"}}])");
}

TEST(JsonDiff, ARemovedElementIsOneRemoveOfTheWhole) {
  const Json wall = json(R"({"category":"wall"})");
  EXPECT_EQ(shown(diff_element("W3", &wall, nullptr)),
            R"([{"op":"remove","id":"W3","path":"","old":{"category":"wall"}}])");
}

TEST(JsonDiff, WhatIsEqualNeedsNoStep) {
  EXPECT_TRUE(diff(R"({"a":1,"b":[1,{"c":2}]})", R"({"b":[1.0,{"c":2}],"a":1})").empty());
  EXPECT_TRUE(diff_element("W3", nullptr, nullptr).empty());
}

TEST(JsonDiff, AnItemInsertedIntoAnArrayIsOneStep) {
  EXPECT_EQ(shown(diff("[1,2,3,4]", "[1,2,9,3,4]")), R"([{"op":"add","id":"W3","path":"/2","new":9}])");
}

TEST(JsonDiff, ItemsTakenFromAnArrayAreRemovedFromTheBack) {
  EXPECT_EQ(shown(diff("[1,2,3,4]", "[1,4]")),
            R"([{"op":"remove","id":"W3","path":"/2","old":3},{"op":"remove","id":"W3","path":"/1","old":2}])");
}

TEST(JsonDiff, AMemberOfAnItemIsOneStep) {
  EXPECT_EQ(shown(diff(R"({"rooms":[{"name":"hall","area":5},{"name":"bath"}]})",
                       R"({"rooms":[{"name":"hall","area":6},{"name":"bath"}]})")),
            R"([{"op":"replace","id":"W3","path":"/rooms/0/area","old":5,"new":6}])");
}

TEST(JsonDiff, AnArrayThatGrowsAndChangesIsRemovedAndAdded) {
  EXPECT_EQ(diff("[1,2,3]", "[1,8,9,3]").size(), 3U);  // remove 2; add 8, 9
}

TEST(JsonDiff, NullIsAValueAndNotAnAbsence) {
  EXPECT_EQ(shown(diff(R"({"a":null})", R"({})")), R"([{"op":"remove","id":"W3","path":"/a","old":null}])");
  EXPECT_EQ(shown(diff(R"({})", R"({"a":null})")), R"([{"op":"add","id":"W3","path":"/a","new":null}])");
}

// --- apply ---

void expect_stale(std::optional<Json> element, Step step) {
  const auto result = apply_steps(std::move(element), {step});
  ASSERT_FALSE(result.ok()) << shown({step});
  EXPECT_EQ(result.error().code, Code::stale);
  EXPECT_EQ(result.error().path, step.path);
}

TEST(ApplySteps, RefusesWhereTheOldValueIsNotThere) {
  const Json wall = json(R"({"height":3000,"points":[1,2]})");
  expect_stale(wall, {"replace", "W3", "/height", 2999, 1});
  expect_stale(wall, {"remove", "W3", "/height", 2999, {}});
  expect_stale(wall, {"replace", "W3", "/width", 1, 2});
  expect_stale(wall, {"remove", "W3", "/points/2", 1, {}});
  expect_stale(wall, {"remove", "W3", "", json("{}"), {}});
  expect_stale(std::nullopt, {"remove", "W3", "", {}, {}});
  expect_stale(std::nullopt, {"add", "W3", "/height", {}, 1});
}

TEST(ApplySteps, RefusesToAddWhereThereIsAValue) {
  const Json wall = json(R"({"height":3000})");
  expect_stale(wall, {"add", "W3", "/height", {}, 1});
  expect_stale(wall, {"add", "W3", "", {}, 1});
}

TEST(ApplySteps, RefusesPathsThatLeadNowhere) {
  const Json wall = json(R"({"height":3000,"points":[1,2]})");
  for (const char* path : {"height", "/a/b", "/height/0", "/points/3", "/points/00", "/points/-", "/points/x", "/~2"}) {
    expect_stale(wall, {"add", "W3", path, {}, 1});
  }
}

TEST(ApplySteps, RefusesAnUnknownOperation) { expect_stale(json("{}"), {"move", "W3", "/a", {}, 1}); }

RC_GTEST_PROP(ApplySteps, TheDiffLeadsFromBeforeToAfterAndItsInverseBack, ()) {
  const Json before = *testing_json::any();
  const Json after = *rc::gen::oneOf(testing_json::any(), testing_json::edited(before));
  const auto steps = diff_element("e", &before, &after);
  const auto forth = apply_steps(before, steps);
  RC_ASSERT(forth.ok());
  RC_ASSERT(**forth == after);
  const auto back = apply_steps(after, invert(steps));
  RC_ASSERT(back.ok());
  RC_ASSERT(**back == before);
  RC_ASSERT(steps.empty() == (before == after));
}

RC_GTEST_PROP(ApplySteps, StepsSurviveBeingStored, ()) {
  const Json before = *testing_json::any();
  const Json after = *testing_json::edited(before);
  const auto steps = diff_element("e", &before, &after);
  const auto read = steps_from_json(json(to_json(steps).dump()));
  RC_ASSERT(read.ok());
  RC_ASSERT(to_json(*read) == to_json(steps));
  const auto applied = apply_steps(before, *read);
  RC_ASSERT(applied.ok());
  RC_ASSERT(**applied == after);
}

RC_GTEST_PROP(ApplySteps, CreatingAndRemovingInvertEachOther, ()) {
  const Json element = *testing_json::any();
  const auto created = diff_element("e", nullptr, &element);
  RC_ASSERT(created.size() == 1U);
  RC_ASSERT(**apply_steps(std::nullopt, created) == element);
  RC_ASSERT(!apply_steps(element, invert(created))->has_value());
}

TEST(Spliced, ALongTextIsKeptAsWhatChangedOfIt) {
  const std::string plan(50'000, 'x');
  const Step step{"replace", "W3", "/body/text", Json(plan + "Kitchen" + plan), Json(plan + "Küche" + plan)};
  const auto splice = spliced(step);
  ASSERT_TRUE(splice);
  EXPECT_EQ(splice->op, "splice");
  EXPECT_EQ(splice->at, 50'001);  // both begin with a K
  EXPECT_EQ(splice->old_value.as_string(), "itchen");
  EXPECT_EQ(splice->new_value.as_string(), "üche");
  EXPECT_LT(to_json({*splice}).dump().size(), 200U);
}

TEST(Spliced, ShortTextsAndNewOnesStayWhole) {
  EXPECT_FALSE(spliced({"replace", "W3", "/a", Json("Kitchen"), Json("Bath")}));
  EXPECT_FALSE(spliced({"replace", "W3", "/a", Json(std::string(500, 'x')), Json(std::string(500, 'y'))}));
  EXPECT_FALSE(spliced({"add", "W3", "/a", {}, Json(std::string(500, 'x'))}));
  EXPECT_FALSE(spliced({"replace", "W3", "/a", Json(1), Json(std::string(500, 'x'))}));
}

TEST(Spliced, RefusesAnotherText) {
  const Step splice{"splice", "W3", "/a", Json("cd"), Json("x"), 2};
  EXPECT_EQ((*apply_steps(json(R"({"a":"abcdef"})"), {splice}).value()).dump(), R"({"a":"abxef"})");
  for (const char* other : {R"({"a":"abdcef"})", R"({"a":"a"})", R"({"a":1})", R"({})"})
    expect_stale(json(other), splice);
  expect_stale(json("{}"), {"splice", "W3", "", Json(""), Json("x"), 0});
}

// Characters of one to four bytes, so that a difference may begin and end within one.
RC_GTEST_PROP(Spliced, LeadsThereAndBackAndStaysUtf8, ()) {
  static const std::vector<std::string> letters{"a",      "b",      "\u00e4",     "\u00e5",
                                                "\u20ac", "\u20ad", "\U0001f3e0", "\U0001f3e1"};
  const auto text = [&] {
    std::string out;
    for (const int i : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8)))
      out += letters[static_cast<std::size_t>(i)];
    return out;
  };
  const std::string head = text() + std::string(300, '.');
  const std::string tail = std::string(300, '.') + text();
  const Json before = Json::object({{"t", head + text() + tail}});
  const Json after = Json::object({{"t", head + text() + tail}});
  const auto steps = diff_element("W3", &before, &after);
  std::vector<Step> stored;
  for (const Step& step : steps) {
    const auto splice = spliced(step);
    RC_ASSERT(splice.has_value());
    RC_ASSERT(base::valid_utf8(splice->old_value.as_string()));
    RC_ASSERT(base::valid_utf8(splice->new_value.as_string()));
    stored.push_back(*splice);
  }
  stored = steps_from_json(to_json(stored)).value();
  RC_ASSERT(*apply_steps(before, stored).value() == after);
  RC_ASSERT(*apply_steps(after, invert(stored)).value() == before);
}

TEST(StepsFromJson, RefusesWhatIsNoStep) {
  for (const char* text : {R"({})", R"(["add"])", R"([{"op":"move","path":""}])", R"([{"op":"add","path":""}])",
                           R"([{"op":"remove","path":""}])", R"([{"op":"replace","path":"","old":1}])"}) {
    const auto steps = steps_from_json(json(text));
    ASSERT_FALSE(steps.ok()) << text;
    EXPECT_EQ(steps.error().code, Code::parse);
  }
}

// --- overlap ---

bool overlap(const char* a, const char* b) {
  const Step first{"replace", "W3", a, 1, 2};
  const Step second{"replace", "W3", b, 1, 2};
  EXPECT_EQ(overlaps(first, second), overlaps(second, first));
  return overlaps(first, second);
}

TEST(Overlaps, SamePlaceOrBeneathIt) {
  EXPECT_TRUE(overlap("/body/height", "/body/height"));
  EXPECT_TRUE(overlap("/body", "/body/height"));
  EXPECT_TRUE(overlap("", "/body/height"));
  EXPECT_FALSE(overlap("/body/height", "/body/width"));
  EXPECT_FALSE(overlap("/body/height", "/body/height_mm"));
}

TEST(Overlaps, StepsIntoOneArrayWriteThatArray) {
  EXPECT_TRUE(overlap("/points/0", "/points/7"));
  EXPECT_TRUE(overlap("/points/0/1", "/points/7/0"));
  EXPECT_TRUE(overlap("/rooms/1", "/rooms/0/name"));
  EXPECT_FALSE(overlap("/points/0", "/walls/0"));
}

TEST(Overlaps, MembersOfDifferentItemsAreDifferentPlaces) {
  EXPECT_FALSE(overlap("/rooms/0/name", "/rooms/1/name"));
  EXPECT_TRUE(overlap("/rooms/0/name", "/rooms/0/name"));
}

TEST(Overlaps, NotAcrossElements) {
  EXPECT_FALSE(overlaps({"replace", "W3", "/a", 1, 2}, {"replace", "W4", "/a", 1, 2}));
}

// What the definition is for: edits that do not overlap give the same result in either order.
RC_GTEST_PROP(Overlaps, EditsThatDoNotOverlapCommute, ()) {
  const Json start = *testing_json::any();
  const Json first = *testing_json::edited(start);
  const Json second = *testing_json::edited(start);
  const auto ours = diff_element("e", &start, &first);
  const auto theirs = diff_element("e", &start, &second);
  for (const auto& a : ours) {
    for (const auto& b : theirs) RC_PRE(!overlaps(a, b));
  }
  const auto one = apply_steps(first, theirs);
  const auto other = apply_steps(second, ours);
  RC_ASSERT(one.ok());
  RC_ASSERT(other.ok());
  RC_ASSERT(**one == **other);
}

}  // namespace
}  // namespace kernel
