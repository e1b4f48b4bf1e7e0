// SPDX-License-Identifier: Apache-2.0
#include "kernel/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "kernel/event.h"
#include "kernel/view.h"
#include "unit/kernel/after.h"
#include "unit/kernel/random_branch.h"
#include "unit/kernel/random_json.h"

namespace kernel {
namespace {

Element wall(const std::string& id, Json body = 1) {
  Element element;
  element.id = id;
  element.category = "wall";
  element.body = std::move(body);
  return element;
}

Change& operator<<(Change& change, Element element) { return change.put(std::move(element)); }

struct Done : Applied {
  Branch next;
};

Done applied(const Branch& branch, const Change& change, std::int64_t revision = 1) {
  auto result = apply_ops(branch, change.ops);
  EXPECT_TRUE(result.ok()) << result.error().message;
  Branch next = landed(branch, *result, revision);
  return {*std::move(result), std::move(next)};
}

TEST(Apply, RecordsWhatChangedInOrder) {
  Change first;
  first << wall("a") << wall("b");
  const Done one = applied({}, first);
  EXPECT_EQ(one.facts, (std::vector<Fact>{{"element.created", "a"}, {"element.created", "b"}}));
  EXPECT_EQ(one.next.revision, 1);
  EXPECT_EQ(one.next.elements.find("a")->revision, 1);

  Change second;
  second.remove("a") << wall("b", 2);
  const Done two = applied(one.next, second, 2);
  EXPECT_EQ(two.facts, (std::vector<Fact>{{"element.deleted", "a"}, {"element.modified", "b"}}));
  EXPECT_EQ(two.steps.front().old_value.at("body"), Json(1));
  EXPECT_EQ(two.touched.items.front().needs, Permission::remove);
  EXPECT_EQ(one.next.elements.size(), 2U) << "the branch before is untouched";
}

TEST(Apply, DropsWhatChangesNothing) {
  Change change;
  change << wall("a");
  const Done one = applied({}, change);
  const Done again = applied(one.next, change, 2);
  EXPECT_TRUE(again.ops.empty());
  EXPECT_EQ(again.next.revision, 1);
  Change come_and_go;
  come_and_go << wall("x");
  come_and_go.remove("x");
  EXPECT_TRUE(applied(one.next, come_and_go, 2).ops.empty());
}

TEST(Apply, RefusesToRemoveWhatIsNotThere) {
  Change change;
  change.remove("nobody");
  EXPECT_EQ(apply_ops({}, change.ops).error().code, Code::not_found);
}

TEST(Apply, AHostMayGoTogetherWithItsGuests) {
  Element door = wall("door");
  door.refs = {"host"};
  Change first;
  first << door << wall("host");  // in any order
  const Done one = applied({}, first);
  Change only_host;
  only_host.remove("host");
  EXPECT_EQ(apply_ops(one.next, only_host.ops).error().code, Code::host_missing);
  only_host.remove("door");
  EXPECT_EQ(applied(one.next, only_host, 2).next.elements.size(), 0U);
}

TEST(Apply, AnElementCannotSlipOutOfItsCategory) {
  Change first;
  first << wall("a");
  Element column = wall("a");
  column.category = "column";
  column.levels = {"L2"};
  Change second;
  second << column;
  const Done two = applied(applied({}, first).next, second, 2);
  ASSERT_EQ(two.touched.items.size(), 2U);
  EXPECT_EQ(two.touched.items[0].category, "column");
  EXPECT_EQ(two.touched.items[1].category, "wall");
}

TEST(StateSum, IsTheSameOnEveryWay) {
  StateSum there;
  there.add(StateSum::weigh("a", "1"));
  there.add(StateSum::weigh("b", "2"));
  StateSum back;
  back.add(StateSum::weigh("b", "2"));
  back.add(StateSum::weigh("c", "3"));
  back.subtract(StateSum::weigh("c", "3"));
  back.add(StateSum::weigh("a", "1"));
  EXPECT_EQ(there, back);
  EXPECT_EQ(there.hex().size(), 64U);
  there.subtract(StateSum::weigh("a", "1"));
  there.subtract(StateSum::weigh("b", "2"));
  EXPECT_EQ(there, StateSum());
}

// Steps say all there is to say: replayed on the branch before, they give the branch after.
RC_GTEST_PROP(ApplyProperty, StepsRebuildTheState, ()) {
  const Branch before = applied({}, Change{*random_branch::ops({}), {}, {}, {}, {}, {}, {}, {}, false}).next;
  const Done done = applied(before, Change{*random_branch::ops(before), {}, {}, {}, {}, {}, {}, {}, false}, 2);
  const auto forth = ops_of(before, done.steps);
  RC_ASSERT(forth.ok());
  RC_ASSERT(after(before, *forth, 2).sum == done.next.sum);
  const auto back = ops_of(done.next, invert(done.steps));
  RC_ASSERT(back.ok());
  RC_ASSERT(after(done.next, *back, 3).sum == before.sum);
}

// What was planned on an earlier moment of a branch lands on a later one as if it were planned there,
// as long as nothing it writes or rests on differs.
RC_GTEST_PROP(Landed, OnALaterMomentIsTheSameAsApplyingAnew, ()) {
  const Branch base = after({}, *random_branch::ops({}), 1);
  Change meanwhile;
  meanwhile << wall("other", testing_json::value_of_depth(2));
  const Branch moved = applied(base, meanwhile, 2).next;
  const auto ops = *random_branch::ops(base);
  Applied planned = *apply_ops(base, ops);
  Applied anew = *apply_ops(moved, ops);
  const bool removes = std::ranges::any_of(planned.ops, [](const Op& op) { return op.what == Op::What::remove; });
  RC_ASSERT(holds_later(planned) == !removes);
  if (removes) return;
  const Branch on_top = landed(moved, planned, 3);
  const Branch from_new = landed(moved, anew, 3);
  RC_ASSERT(on_top.sum == from_new.sum);
  RC_ASSERT(on_top.revision == from_new.revision);
  RC_ASSERT(planned.stored == anew.stored);
  const auto here = on_top.elements.sorted();
  const auto there = from_new.elements.sorted();
  RC_ASSERT(here.size() == there.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    RC_ASSERT(*here[i].second == *there[i].second);
    RC_ASSERT(here[i].second->revision == there[i].second->revision);
  }
}

TEST(EventBytes, AreCanonical) {
  Event event;
  event.seq = 12;
  event.id = "0198c1a2-0000-7000-8000-000000000000";
  event.workspace = "w_x";
  event.branch = "a \"branch\" of Zoë's\n\x01";
  event.parents = {"aa", "bb"};
  event.principal = human_principal("ada");
  event.idempotency_key = "ключ";
  event.facts = {{"element.created", "a"}, {"element.created", "b"}};
  event.steps = {{"replace", "a", "/ü", Json::object({{"z", 1}, {"a", nullptr}}), Json::array({1.5, "x"})}};
  event.inverse = invert(event.steps);
  event.touched = touched_summary({});
  event.reasoning_commit = "cc";
  event.approval = Json::object({{"id", "c1"}, {"decisions", Json::array()}});
  for (const bool rare : {false, true}) {
    event.clock_back = event.leaves_system = rare;
    event.undo_of = event.redo_of = rare ? "other" : "";
    const std::string bytes = canonical_bytes(event).value();
    EXPECT_EQ(base::canonical_json(base::parse_json(bytes).value()).value(), bytes);
    EXPECT_EQ(canonical_bytes(event, texts_of(event.steps, {}).value()).value(), bytes);
  }
  event.branch = "\xff";
  EXPECT_EQ(canonical_bytes(event).error().code, Code::parse) << "what is not text has no canonical form";
}

TEST(EventBytes, ComeBackAsTheyWere) {
  Event event;
  event.seq = 7;
  event.id = "0198c1a2-0000-7000-8000-000000000000";
  event.workspace = "w_x";
  event.revision = 7;
  event.parents = {"aa", "bb"};
  event.prev = "aa";
  event.time_ms = 1'800'000'000'123;
  event.clock_back = true;
  event.principal = agent_principal("ada", "bot");
  event.toolset = "ids";
  event.tool = "t";
  event.facts = {{"element.created", "a"}};
  event.steps = {{"add", "a", "", {}, Json::object({{"x", 1.5}})}};
  event.inverse = invert(event.steps);
  event.touched = touched_summary({});
  event.undo_of = "other";
  event.leaves_system = true;
  const std::string bytes = canonical_bytes(event).value();
  const Event again = event_from_bytes(bytes).value();
  EXPECT_EQ(canonical_bytes(again).value(), bytes);
  EXPECT_EQ(again.principal, event.principal);
  EXPECT_EQ(again.time_ms, event.time_ms);
  EXPECT_EQ(again.steps.size(), 1U);
}

TEST(EventBytes, DamageIsAnError) {
  EXPECT_FALSE(event_from_bytes("").ok());
  EXPECT_FALSE(event_from_bytes("[]").ok());
  EXPECT_FALSE(event_from_bytes("{}").ok());
  EXPECT_FALSE(event_from_bytes(R"({"seq":1,"rev":1,"time":"now"})").ok());
}

TEST(TouchedSummary, CountsElementsAndJoinsBoxes) {
  Touched touched;
  touched.items.push_back({Permission::modify, "a", "wall", {"L1"}, Box{{0, 0, 0}, {1000, 1000, 1000}}, std::nullopt});
  touched.items.push_back({Permission::modify, "b", "door", {"L1"}, Box{{-500, 0, 0}, {1, 1, 5000}}, std::nullopt});
  const Json summary = touched_summary(touched);
  EXPECT_EQ(
      summary.dump(),
      R"({"n":2,"categories":["door","wall"],"levels":["L1"],"counts":{"door":{"modified":1},"wall":{"modified":1}},)"
      R"("elements":["a","b"],"bbox_before":{"min":[-0.5,0,0],"max":[1,1,5]}})");
  EXPECT_EQ(counts_in_words(summary), "door: 1 modified; wall: 1 modified");
}

TEST(View, RemembersWhatWasRead) {
  auto snapshot = std::make_shared<Snapshot>();
  Change change;
  Element door = wall("door");
  door.refs = {"a"};
  change << wall("a") << door;
  snapshot->branches["main"] = applied({}, change).next;
  View::Context context;
  context.call_id = "call";
  const View view(snapshot, context);
  EXPECT_NE(view.element("a"), nullptr);
  EXPECT_EQ(view.element("z"), nullptr);
  EXPECT_THAT(view.reads().ids, testing::ElementsAre("a", "z"));
  EXPECT_FALSE(view.reads().everything);
  EXPECT_THAT(view.referrers("a"), testing::ElementsAre("door"));
  EXPECT_TRUE(view.reads().ids.contains(referrers_key("a")));
  EXPECT_FALSE(view.reads().everything);
  EXPECT_EQ(view.elements({"d", "", ""}).size(), 1U);
  EXPECT_TRUE(view.reads().everything);
}

// What a plan rests on when it asked who refers to an element.
TEST(Revision, OfASetOfReferrersChangesWithTheSet) {
  const auto hosted = [](const std::string& id) {
    Element door = wall(id);
    door.refs = {"a"};
    return door;
  };
  Change two;
  two << wall("a") << hosted("d1");
  const Branch before = applied({}, two).next;
  const auto stamp_of = [](const Branch& branch) { return revision_of(branch, referrers_key("a")); };

  Change elsewhere;
  elsewhere << wall("b");
  EXPECT_EQ(stamp_of(applied(before, elsewhere).next), stamp_of(before)) << "work elsewhere does not count";
  Change another;
  another << hosted("d2");
  EXPECT_NE(stamp_of(applied(before, another).next), stamp_of(before)) << "one came";
  Change gone;
  gone.remove("d1");
  EXPECT_NE(stamp_of(applied(before, gone).next), stamp_of(before)) << "one went";
}

}  // namespace
}  // namespace kernel
