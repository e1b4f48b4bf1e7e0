// SPDX-License-Identifier: Apache-2.0
#include "kernel/kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <utility>

#include "unit/kernel/world.h"

namespace kernel {
namespace {

using namespace testing_world;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;

// The principal of the rules' example: walls and doors on two storeys, inside a box of 20 × 12 × 7 m.
Policy layout_policy() {
  const std::string text = R"(
[[principal]]
id = ")" + bot.key() + R"("
[[principal.allow]]
do = ["READ"]
[[principal.allow]]
do = ["CREATE", "MODIFY"]
categories = ["wall", "door"]
levels = ["L1", "L2"]
regions = [{ min = [0, 0, 0], max = [20000, 12000, 7000] }]
[[principal]]
id = "human:*"
[[principal.allow]]
do = ["READ", "CREATE", "MODIFY", "DELETE", "APPROVE"]
[toolset.fixtures]
mode = "preview"
gate = ["element.deleted", "branch.merged"]
bulk_above = 50
reasoning_required = true
)";
  auto policy = support::parse_policy(text, "policy.toml");
  EXPECT_TRUE(policy.ok()) << policy.error().message;
  return *policy;
}

Element wall(int number, std::int64_t from_mm, std::int64_t to_mm) {
  Element element = note("wall:" + std::to_string(number), Json::object({{"to", to_mm}}), "wall");
  element.levels = {"L1"};
  element.box = Box{{from_mm * 1000, 0, 0}, {to_mm * 1000, 200'000, 3'000'000}};
  return element;
}

Kernel::Plan walls(int count, std::int64_t to_mm) {
  return [count, to_mm](const View&) -> Result<Change> {
    Change change;
    for (int i = 0; i < count; ++i) change.put(wall(i, 0, to_mm));
    change.summary = "Draw walls";
    return change;
  };
}

Call layout_call(const Principal& who = bot) {
  Call call = World::call(who);
  call.toolset = "fixtures";
  call.reasoning = "the plan asks for it";
  call.dry_run = false;
  return call;
}

class KernelLayout : public testing::Test {
 protected:
  void draw(int count) {
    for (int i = 0; i < count; i += 40) {
      const auto some = [i, count](const View&) -> Result<Change> {
        Change change;
        for (int n = i; n < std::min(i + 40, count); ++n) change.put(wall(n, 0, 5000));
        return change;
      };
      ASSERT_TRUE(world.change(layout_call(), some).ok());
    }
  }
  World world{Where::in_memory, layout_policy()};
};

// ---- evaluation order --------------------------------------------------------------------------

TEST_F(KernelLayout, MovingAWallOutOfTheBoxIsOutOfScope) {
  draw(1);
  const auto outcome = world.change(layout_call(), walls(1, 25'000));
  ASSERT_EQ(code_of(outcome), Code::out_of_scope);
  EXPECT_THAT(outcome.error().message, HasSubstr("policy.toml:"));
}

TEST_F(KernelLayout, SixtyWallsWaitAndAHundredAndOneAreRefused) {
  draw(101);
  const auto sixty = world.change(layout_call(), walls(60, 6000));
  ASSERT_TRUE(sixty.ok()) << sixty.error().message;
  ASSERT_TRUE(sixty->approval.has_value());
  EXPECT_EQ(sixty->approval->state, "awaiting");
  EXPECT_EQ(code_of(world.change(layout_call(), walls(101, 6000))), Code::element_limit);
  EXPECT_EQ(world.body("wall:0")->at("to"), Json(5000)) << "what waits has changed nothing";
}

TEST_F(KernelLayout, DeletingAWallHasNoPermit) {
  draw(1);
  Call call = layout_call();
  call.needs = Permission::remove;
  EXPECT_EQ(code_of(world.change(call, remove("wall:0"))), Code::denied);
  EXPECT_EQ(code_of(world.change(layout_call(), remove("wall:0"))), Code::denied)
      << "a verb that lies is found in the plan";
}

TEST_F(KernelLayout, ADryRunIsJudgedLikeTheChange) {
  draw(101);
  Call call = layout_call();
  call.dry_run = true;
  EXPECT_EQ(code_of(world.change(call, walls(101, 6000))), Code::element_limit);
  EXPECT_EQ(code_of(world.change(call, walls(1, 25'000))), Code::out_of_scope);
}

TEST_F(KernelLayout, AgentsPreviewUnlessToldOtherwiseAndPeopleDoNot) {
  Call call = layout_call();
  call.dry_run.reset();
  const auto preview = world.change(call, walls(1, 5000));
  ASSERT_TRUE(preview.ok());
  EXPECT_TRUE(preview->dry_run);
  EXPECT_FALSE(preview->event_id.has_value());
  EXPECT_FALSE(world.body("wall:0").has_value());
  Call by_hand = call;
  by_hand.principal = ada;
  const auto done = world.change(by_hand, walls(1, 5000));
  ASSERT_TRUE(done.ok());
  EXPECT_FALSE(done->dry_run);
  EXPECT_TRUE(done->event_id.has_value());
}

TEST_F(KernelLayout, AnAgentMustSayWhoItIsAndWhy) {
  Call silent = layout_call();
  silent.reasoning = "  ";
  const auto outcome = world.change(silent, walls(1, 5000));
  ASSERT_EQ(code_of(outcome), Code::identity_missing);
  EXPECT_THAT(outcome.error().hint, HasSubstr("reasoning"));
  Call nameless = layout_call();
  nameless.principal.agent_id.reset();
  EXPECT_EQ(code_of(world.change(nameless, walls(1, 5000))), Code::identity_missing);
}

TEST_F(KernelLayout, IdentityComesBeforePermission) {
  Call call = layout_call();
  call.reasoning.reset();
  call.needs = Permission::remove;
  EXPECT_EQ(code_of(world.change(call, remove("wall:0"))), Code::identity_missing);
}

TEST_F(KernelLayout, RefusalsAreRecordedOnceAMinute) {
  draw(1);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(code_of(world.change(layout_call(), walls(1, 25'000))), Code::out_of_scope);
  world.clock.advance(60'000);
  EXPECT_EQ(code_of(world.change(layout_call(), walls(1, 25'000))), Code::out_of_scope);
  ASSERT_TRUE(world.change(layout_call(), walls(1, 6000)).ok());  // comes after the records in the queue
  std::vector<Event> denials;
  for (const Event& event : world.events()) {
    if (event.facts.front().type == "access.denied") denials.push_back(event);
  }
  ASSERT_EQ(denials.size(), 2U);
  EXPECT_EQ(denials.front().facts.front().element, "1202");
  EXPECT_EQ(denials.front().touched.at("suppressed"), Json(4));
}

TEST(Kernel, RefusalsLeaveNothingOnDisk) {
  World world(Where::on_disk, layout_policy());
  EXPECT_EQ(code_of(world.change(layout_call(), walls(1, 25'000))), Code::out_of_scope);
  EXPECT_FALSE(world.body("wall:0").has_value());
  const auto workspaces = world.state() / "workspaces";
  EXPECT_TRUE(!std::filesystem::exists(workspaces) || std::filesystem::is_empty(workspaces));
}

TEST(Kernel, AReadOnlyServerChangesNothing) {
  World world;
  Call call = World::call();
  call.read_only = true;
  EXPECT_EQ(code_of(world.change(call, put(note("a", 1)))), Code::denied);
}

TEST(Kernel, RefusalsAndDryRunsDrawOnABucket) {
  World world;
  Call call = World::call();
  call.dry_run = true;
  int answered = 0;
  Result<Outcome> last = Outcome{};
  for (int i = 0; i < 150; ++i) {
    last = world.change(call, put(note("a", 1)));
    if (last.ok()) ++answered;
  }
  EXPECT_EQ(answered, 100) << "a burst of a hundred while the clock stands still";
  EXPECT_EQ(code_of(last), Code::rate_limited);
  world.clock.advance(1000);
  EXPECT_TRUE(world.change(call, put(note("a", 1))).ok());
}

Policy few_operations() {
  return support::parse_policy(
             "[[principal]]\nid = \"agent:*\"\nmax_operations_per_session = 2\n[[principal.allow]]\ndo = "
             "[\"READ\", \"CREATE\", \"MODIFY\"]\n",
             "policy.toml")
      .value();
}

TEST(Kernel, OperationsAreCountedPerDayOrPerSession) {
  World world(Where::in_memory, few_operations());
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(world.change(World::call(), count_up("a")).ok());
  const auto third = world.change(World::call(), count_up("a"));
  ASSERT_EQ(code_of(third), Code::session_limit);
  EXPECT_THAT(third.error().message, HasSubstr("max_operations_per_session = 2"));
  Call in_session = World::call();
  in_session.session = "s1";
  EXPECT_TRUE(world.change(in_session, count_up("a")).ok()) << "a session counts by itself";
  world.clock.advance(24 * 3600 * 1000 + 1);
  EXPECT_TRUE(world.change(World::call(), count_up("a")).ok());
}

TEST(Kernel, TheDefaultLimitOfElementsIsForToolsetsThatAreNotDirect) {
  World world(Where::in_memory, support::built_in_policy());
  const auto many = [](const View&) -> Result<Change> {
    Change change;
    for (int i = 0; i < 101; ++i) change.put(note("n" + std::to_string(i), i));
    return change;
  };
  Call call = World::call();
  call.toolset = "bim";
  call.dry_run = false;
  call.reasoning = "many";
  EXPECT_EQ(code_of(world.change(call, many)), Code::element_limit);
  call.toolset = "ids";
  EXPECT_TRUE(world.change(call, many).ok());
}

TEST(Kernel, TheDefaultLimitOfOperationsIsForToolsetsThatAreNotDirect) {
  World world(Where::in_memory, support::built_in_policy());
  Call document = World::call();
  document.toolset = "ids";
  Call model = World::call();
  model.toolset = "bim";
  model.dry_run = false;
  model.reasoning = "counting";
  for (int i = 0; i < 1001; ++i) ASSERT_TRUE(world.change(document, count_up("a")).ok()) << i;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(world.change(model, count_up("a")).ok()) << i;
  EXPECT_EQ(code_of(world.change(model, count_up("a"))), Code::session_limit);
  EXPECT_TRUE(world.change(document, count_up("a")).ok());
}

// ---- what a change is --------------------------------------------------------------------------

TEST(Kernel, DryRunShowsExactlyWhatTheCommitDoes) {
  World world;
  ASSERT_TRUE(world.change(World::call(), put(note("a", Json::object({{"n", 1}, {"m", 2}})))).ok());
  const auto plan = put(note("a", Json::object({{"n", 2}, {"k", Json::array({1, 2})}})));
  Call dry = World::call();
  dry.dry_run = true;
  const auto preview = world.change(dry, plan);
  const auto done = world.change(World::call(), plan);
  ASSERT_TRUE(preview.ok() && done.ok());
  EXPECT_EQ(*preview->patches, to_json(world.events().front().steps));
  EXPECT_EQ(preview->data, done->data);
}

TEST(Kernel, AnEventTellsWhatHappened) {
  World world;
  Call call = World::call();
  call.reasoning = "because";
  const auto done = world.change(call, put(note("a", 1)));
  ASSERT_TRUE(done.ok());
  const Event event = world.events().front();
  EXPECT_EQ(event.id, *done->event_id);
  EXPECT_EQ(event.facts, (std::vector<Fact>{{"element.created", "a"}}));
  EXPECT_EQ(event.principal, bot);
  EXPECT_EQ(event.touched.at("n"), Json(1));
  EXPECT_EQ(event.policy_digest, support::built_in_policy().digest());
  EXPECT_EQ(world.kernel->reasoning_of(World::reading(), event).value(), "because");
  EXPECT_EQ(done->audit.reasoning, "because");
}

TEST(Kernel, ARemovedHostMustNotBeMissed) {
  World world;
  ASSERT_TRUE(world.change(World::call(), put(note("host", 1))).ok());
  Element guest = note("guest", 1);
  guest.refs = {"host"};
  ASSERT_TRUE(world.change(World::call(), put(guest)).ok());
  const auto refused = world.change(World::call(), remove("host"));
  ASSERT_EQ(code_of(refused), Code::host_missing);
  EXPECT_THAT(refused.error().message, HasSubstr("guest"));
  guest.id = "stray";
  guest.refs = {"nobody"};
  EXPECT_EQ(code_of(world.change(World::call(), put(guest))), Code::host_missing);
}

TEST(Kernel, TimeNeverGoesBackInTheLog) {
  World world;
  ASSERT_TRUE(world.change(World::call(), count_up("a")).ok());
  const std::int64_t first_ms = world.events().front().time_ms;
  world.clock.set_wall(first_ms - 3'600'000);
  ASSERT_TRUE(world.change(World::call(), count_up("a")).ok());
  EXPECT_EQ(world.events().front().time_ms, first_ms);
  EXPECT_TRUE(world.events().front().clock_back);
}

TEST(Kernel, MintedIdsAreTheSameWhenPlannedAgain) {
  World world;
  std::vector<std::string> minted;
  const auto plan = [&](const View& view) -> Result<Change> {
    minted.push_back(view.mint_id("wall:"));
    minted.push_back(view.mint_id("wall:"));
    Change change;
    change.put(note(minted.back(), 1));
    return change;
  };
  ASSERT_TRUE(world.change(World::call(), plan).ok());
  EXPECT_NE(minted[0], minted[1]);
  EXPECT_TRUE(world.body(minted[1]).has_value());
}

// ---- idempotency -------------------------------------------------------------------------------

TEST(Kernel, ARepeatedCallIsAnsweredFromMemory) {
  World world;
  Call call = World::call();
  call.idempotency_key = "k1";
  const auto first = world.change(call, count_up("a"));
  const auto again = world.change(call, count_up("a"));
  ASSERT_TRUE(first.ok() && again.ok());
  EXPECT_FALSE(first->replayed);
  EXPECT_TRUE(again->replayed);
  EXPECT_EQ(again->event_id, first->event_id);
  EXPECT_EQ(world.body("a")->at("n"), Json(1));
}

TEST(Kernel, AKeyBelongsToOneCall) {
  World world;
  Call call = World::call();
  call.idempotency_key = "k1";
  ASSERT_TRUE(world.change(call, count_up("a")).ok());
  Call changed = call;
  changed.arguments = Json::object({{"other", true}});
  EXPECT_EQ(code_of(world.change(changed, count_up("a"))), Code::key_reused);
  Call others = call;
  others.principal = other_bot;
  EXPECT_FALSE(world.change(others, count_up("a"))->replayed) << "keys are per principal";
  world.clock.advance(24 * 3600 * 1000);
  EXPECT_FALSE(world.change(call, count_up("a"))->replayed) << "and live for a day";
}

TEST(Kernel, RacingRepetitionsCommitOnce) {
  World world;
  Call call = World::call();
  call.idempotency_key = "k1";
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_TRUE(world.change(call, count_up("a")).ok()); });
  }
  threads.clear();
  EXPECT_EQ(world.body("a")->at("n"), Json(1));
}

// ---- contention --------------------------------------------------------------------------------

TEST(Kernel, EightThreadsOnOneCounterLoseNothing) {
  for (const Where where : {Where::in_memory, Where::on_disk}) {
    World world(where);
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        Call call = World::call(ada);
        for (int n = 0; n < 25; ++n) {
          const auto outcome = world.change(call, count_up("counter"));
          ASSERT_TRUE(outcome.ok()) << outcome.error().message;
        }
      });
    }
    threads.clear();
    EXPECT_EQ(world.body("counter", World::reading(ada))->at("n"), Json(200));
    const auto report = world.kernel->verify(World::reading(ada), true);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_THAT(report->problems, testing::IsEmpty());
    EXPECT_EQ(report->events, 200);
  }
}

TEST(Kernel, ListingsSeeEveryChangeBeforeTheyCommit) {
  World world;
  // Each plan names its element after the number of elements it saw, so two equal pictures collide.
  const auto append = [](const View& view) -> Result<Change> {
    Change change;
    change.put(note("n" + std::to_string(view.elements().size()), 1));
    return change;
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 10; ++n) ASSERT_TRUE(world.change(World::call(ada), append).ok());
    });
  }
  threads.clear();
  EXPECT_TRUE(world.body("n79", World::reading(ada)).has_value());
}

// ---- reads and workspaces ----------------------------------------------------------------------

TEST(Kernel, AReadingThatIsRecordedHasAnEvent) {
  World world;
  const auto outcome = World::wait([&](Kernel::Done done) {
    world.kernel->read_recorded(
        World::reading(),
        [](const View&) -> Result<Kernel::Recorded> {
          return Kernel::Recorded{.data = Json(42), .fact = {"validation.run", "model.ifc"}};
        },
        std::move(done));
  });
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->data, Json(42));
  EXPECT_FALSE(outcome->is_change);
  EXPECT_EQ(world.events().front().id, *outcome->event_id);
  EXPECT_EQ(world.events().front().facts.front(), (Fact{"validation.run", "model.ifc"}));
}

TEST(Kernel, ToOthersAWorkspaceDoesNotExist) {
  World world;
  const auto opened = world.kernel->open_workspace(World::reading(), "mine");
  ASSERT_TRUE(opened.ok());
  Call mine = World::call();
  mine.workspace = opened->handle;
  ASSERT_TRUE(world.change(mine, put(note("a", 1))).ok());
  Call theirs = World::call(eve_bot);
  theirs.workspace = opened->handle;
  EXPECT_EQ(code_of(world.change(theirs, put(note("a", 2)))), Code::not_found);
  EXPECT_EQ(world.kernel->read(theirs, [](const View&) -> Result<Json> { return Json(); }).error().code,
            Code::not_found);
  Call invented = theirs;
  invented.workspace = "w_aaaaaaaaaaaaaaaaaaaaaaaaaa";
  EXPECT_EQ(world.change(theirs, put(note("a", 2))).error().hint,
            world.change(invented, put(note("a", 2))).error().hint);
  EXPECT_FALSE(world.body("a", World::reading(eve_bot)).has_value())
      << "the same key means another workspace for another user";
  EXPECT_THAT(world.kernel->list_workspaces(World::reading(eve_bot), 0, 100).value().workspaces, testing::IsEmpty());
  EXPECT_EQ(world.kernel->list_workspaces(World::reading(), 0, 100).value().workspaces.size(), 1U);
}

Principal with_token(Principal principal) {
  principal.by_token = true;
  return principal;
}

TEST(Kernel, AWorkspaceMadeWithATokenBelongsToThatAgentAndItsPerson) {
  World world(Where::on_disk);
  const Principal alpha = with_token(bot);
  const auto opened = world.kernel->open_workspace(World::reading(alpha), "mine");
  ASSERT_TRUE(opened.ok());
  const auto there = [&](const Principal& who) {
    Call call = World::call(who);
    call.workspace = opened->handle;
    return call;
  };
  ASSERT_TRUE(world.change(there(alpha), put(note("a", 1))).ok());
  for (const bool again : {false, true}) {
    if (again) world.restart();
    EXPECT_EQ(code_of(world.change(there(with_token(other_bot)), put(note("a", 2)))), Code::not_found);
    EXPECT_EQ(code_of(world.change(there(bot), put(note("a", 2)))), Code::not_found) << "its name alone";
    EXPECT_TRUE(world.kernel->read(there(ada), [](const View&) -> Result<Json> { return Json(); }).ok());
    EXPECT_THAT(world.kernel->list_workspaces(World::reading(with_token(other_bot)), 0, 100).value().workspaces,
                testing::IsEmpty());
    EXPECT_THAT(world.kernel->list_workspaces(World::reading(bot), 0, 100).value().workspaces, testing::IsEmpty());
    EXPECT_EQ(world.kernel->list_workspaces(World::reading(alpha), 0, 100).value().workspaces.size(), 1U);
    EXPECT_EQ(world.kernel->list_workspaces(World::reading(ada), 0, 100).value().workspaces.size(), 1U);
  }
  ASSERT_TRUE(world.change(World::call(bot), put(note("b", 1))).ok());
  EXPECT_TRUE(world.body("b", World::reading(other_bot))) << "without tokens the directory's workspace is shared";
  EXPECT_FALSE(world.body("b", World::reading(alpha)));
}

TEST(Kernel, WhatMayNotBeReadIsNotThere) {
  const auto policy = support::parse_policy(R"(
[[principal]]
id = "human:*"
[[principal.allow]]
do = ["READ", "CREATE", "MODIFY", "DELETE"]
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["READ"]
categories = ["wall"]
levels = ["L1"]
[[principal.allow]]
do = ["CREATE", "MODIFY", "DELETE"]
)",
                                            "policy.toml");
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  World world(Where::in_memory, *policy);
  Element secret = note("vault:1", Json::object({{"code", 4711}}), "vault");
  Element hung = note("alarm:1", 1, "alarm");
  hung.refs = {"wall:1"};
  Element far = wall(2, 0, 1000);
  far.levels = {"L1", "L2"};
  for (const Element& element : {wall(1, 0, 1000), secret, hung, far})
    ASSERT_TRUE(world.change(World::call(ada), put(element)).ok());

  std::vector<std::string> seen;
  const auto look = [&](const View& view) -> Result<Json> {
    for (const auto& element : view.elements()) seen.push_back(element->id);
    EXPECT_TRUE(view.element("wall:1"));
    EXPECT_FALSE(view.element("vault:1"));
    EXPECT_FALSE(view.element("wall:2")) << "one of its levels is not covered";
    EXPECT_THAT(view.referrers("wall:1"), testing::IsEmpty());
    return Json();
  };
  ASSERT_TRUE(world.kernel->read(World::reading(), look).ok());
  EXPECT_THAT(seen, testing::ElementsAre("wall:1"));

  EXPECT_EQ(code_of(world.change(World::call(), put(note("vault:1", 1)))), Code::out_of_scope);
  EXPECT_EQ(code_of(world.change(World::call(), remove("vault:1"))), Code::not_found);
  const auto orphaned = world.change(World::call(), remove("wall:1"));
  ASSERT_EQ(code_of(orphaned), Code::host_missing);
  EXPECT_THAT(orphaned.error().message, testing::Not(HasSubstr("alarm")));
  EXPECT_TRUE(world.change(World::call(), put(wall(1, 0, 2000))).ok());
  EXPECT_EQ(world.body("vault:1", World::reading(ada)), Json::object({{"code", 4711}}));
  EXPECT_FALSE(world.kernel->export_log(World::reading(), world.place("export")).ok());
  EXPECT_FALSE(world.kernel->history_of_all_branches(World::reading(), 0, 10).ok());
}

TEST(Kernel, AnElementThatAppearsUnseenIsNotOverwritten) {
  const auto policy = support::parse_policy(R"(
[[principal]]
id = "*"
[[principal.allow]]
do = ["READ", "CREATE", "MODIFY", "DELETE"]
[[principal]]
id = "agent:*"
[[principal.forbid]]
do = ["READ"]
categories = ["vault"]
)",
                                            "policy.toml");
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  World world(Where::in_memory, *policy);
  bool first = true;
  const auto racing = [&](const View& view) -> Result<Change> {
    if (std::exchange(first, false)) {
      EXPECT_TRUE(world.change(World::call(ada), put(note("x", 1, "vault"))).ok());
    }
    EXPECT_FALSE(view.element("x"));
    Change change;
    change.put(note("x", 2));
    return change;
  };
  EXPECT_EQ(code_of(world.change(World::call(), racing)), Code::out_of_scope);
  EXPECT_EQ(world.body("x", World::reading(ada)), Json(1));
}

TEST(Kernel, AHandleCannotNameAPath) {
  World world(Where::on_disk);
  for (const char* handle : {"../secret", "w_../../../../../../../../aa", "w_", ""}) {
    Call call = World::call();
    call.workspace = handle;
    call.workspace_key.clear();
    EXPECT_FALSE(world.change(call, put(note("a", 1))).ok()) << handle;
  }
}

TEST(Kernel, IdleWorkspacesCloseAndWhatWasCommittedStays) {
  World world(Where::on_disk);
  ASSERT_TRUE(world.change(World::call(), put(note("a", 1))).ok());
  const auto unused = world.kernel->open_workspace(World::reading(), "unused").value();
  world.clock.advance(25 * 3600 * 1000);
  world.kernel->expire_idle();
  EXPECT_EQ(world.body("a"), Json(1));
  Call call = World::reading();
  call.workspace = unused.handle;
  EXPECT_EQ(world.kernel->workspace_handle(call).error().code, Code::not_found) << "one that nobody wrote to is gone";
}

TEST(Kernel, MoreWorkspacesThanMayBeOpenTakeTurns) {
  World world(Where::on_disk);
  Kernel::Options options{.policy = support::built_in_policy()};
  options.state_dir = world.place("few");
  options.max_workspaces = 2;
  Kernel few(std::move(options), base::Roots());
  for (int round = 1; round <= 2; ++round) {
    for (const char* key : {"a", "b", "c", "d"}) {
      Call call = World::call();
      call.workspace_key = key;
      const auto done = World::wait([&](Kernel::Done answer) { few.change(call, count_up("n"), std::move(answer)); });
      ASSERT_TRUE(done.ok()) << done.error().message;
      EXPECT_EQ(done->revision, round);
    }
  }
}

TEST(Kernel, AnAgentsBranchesAreItsOwn) {
  const auto policy = support::parse_policy(R"(
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["READ"]
[[principal.allow]]
do = ["CREATE", "MODIFY"]
branches = ["agent/*"]
)",
                                            "policy.toml");
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  World world(Where::in_memory, *policy);
  const auto branch = [&](const std::string& name) {
    return World::wait([&](Kernel::Done done) {
      world.kernel->create_branch(World::call(bot, Permission::create), name, std::move(done));
    });
  };
  EXPECT_FALSE(branch("release").ok());
  const auto made = branch("agent/draft");
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_FALSE(world.change(World::call(), put(note("a", 1))).ok());
  Call there = World::call();
  there.branch = "agent/draft";
  EXPECT_TRUE(world.change(there, put(note("a", 1))).ok());
}

TEST(Kernel, AnUnknownBranchIsNamed) {
  World world;
  Call call = World::call();
  call.branch = "nowhere";
  const auto outcome = world.change(call, put(note("a", 1)));
  ASSERT_EQ(code_of(outcome), Code::not_found);
  EXPECT_THAT(outcome.error().hint, HasSubstr("main"));
}

TEST(Kernel, ListenersLearnOfCommits) {
  World world;
  std::vector<Kernel::Committed> heard;
  world.kernel->on_commit([&](const Kernel::Committed& committed) { heard.push_back(committed); });
  ASSERT_TRUE(world.change(World::call(), put(note("a", 1))).ok());
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard.front().toolset, "ids");
  EXPECT_EQ(heard.front().revision, 1);
}

// What follows a commit is done when its answer is there, and finds what was committed.
TEST(Kernel, SomethingMayFollowACommit) {
  World world;
  std::vector<std::string> done;
  world.kernel->after_commit([&](const Kernel::Committed& committed) -> std::function<void()> {
    if (committed.tool != "follow_me") return nullptr;
    return [&world, &done, committed] {
      Call call = World::call();
      call.workspace = committed.workspace;
      const auto seen = world.kernel->read(call, [](const View& view) -> Result<Json> {
        return Json(view.element("a") ? "seen " + std::to_string(view.last_event_ms()) : "not there");
      });
      done.push_back(committed.workspace_key + " " + committed.branch + " " + seen->data.as_string());
    };
  });
  ASSERT_TRUE(world.change(World::call(), put(note("a", 1))).ok());
  EXPECT_TRUE(done.empty()) << "that was another tool";
  Call call = World::call();
  call.tool = "follow_me";
  const auto outcome = world.change(call, put(note("a", 2)));
  ASSERT_TRUE(outcome.ok());
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0], call.workspace_key + " main seen " + std::to_string(outcome->time_ms));
  // A reading that is recorded is a commit too.
  std::promise<Result<Outcome>> promise;
  world.kernel->read_recorded(
      call, [](const View&) -> Result<Kernel::Recorded> { return Kernel::Recorded{Json(1), {"validation.run", "x"}}; },
      [&](Result<Outcome> answer) { promise.set_value(std::move(answer)); });
  ASSERT_TRUE(promise.get_future().get().ok());
  EXPECT_EQ(done.size(), 2U);
}

}  // namespace
}  // namespace kernel
