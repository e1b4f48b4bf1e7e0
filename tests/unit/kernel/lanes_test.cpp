// SPDX-License-Identifier: Apache-2.0
// What takes long in one workspace does not hold up another.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kernel/workspace.h"
#include "store/writer.h"
#include "world.h"

namespace kernel {
namespace {

using namespace testing_world;

constexpr std::chrono::seconds patience{30};

Call in(const std::string& key, Permission needs = Permission::modify) {
  Call call = World::call(bot, needs);
  call.workspace_key = key;
  return call;
}

std::future<Result<Outcome>> begin(const World& world, const Call& call, const Kernel::Plan& plan) {
  return std::async(std::launch::async, [&world, call, plan] { return world.change(call, plan); });
}

// Counts up, and takes as long as the test wants: run() tells when a run has begun and ends it when it may.
struct LongPlan {
  struct Run {
    std::promise<void> begun;
    std::promise<void> may_end;
  };
  std::array<Run, 3> runs;
  std::atomic<std::size_t> at = 0;

  Kernel::Plan plan() {
    return [this](const View& view) -> Result<Change> {
      Run& run = runs.at(at++);
      auto change = count_up("n")(view);
      run.begun.set_value();
      run.may_end.get_future().wait();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));  // longer than what the writer would plan itself
      return change;
    };
  }
};

struct Lanes : testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Everywhere, Lanes, testing::Values(Where::in_memory, Where::on_disk),
                         [](const auto& tested) { return tested.param == Where::in_memory ? "in_memory" : "on_disk"; });

TEST_P(Lanes, ALongPlanThatIsMadeAnewDoesNotHoldUpOtherWorkspaces) {
  World world(GetParam());
  LongPlan slow;
  auto counted = begin(world, in("cwd:/a"), slow.plan());
  slow.runs[0].begun.get_future().wait();
  ASSERT_TRUE(world.change(in("cwd:/a"), count_up("n")).ok());  // what it read is changed
  slow.runs[0].may_end.set_value();
  slow.runs[1].begun.get_future().wait();

  auto elsewhere = begin(world, in("cwd:/b"), count_up("n"));
  EXPECT_EQ(elsewhere.wait_for(patience), std::future_status::ready);
  EXPECT_EQ(world.body("n", in("cwd:/a", Permission::read))->at("n").as_integer(), 1);  // readings do not wait either
  auto behind = begin(world, in("cwd:/a"), count_up("n"));
  slow.runs[1].may_end.set_value();
  ASSERT_TRUE(counted.get().ok());
  ASSERT_TRUE(behind.get().ok());
  ASSERT_TRUE(elsewhere.get().ok());
  EXPECT_EQ(slow.at, 2U);  // nobody overtook it again
  EXPECT_EQ(world.body("n", in("cwd:/a", Permission::read))->at("n").as_integer(), 3);
  EXPECT_TRUE(world.kernel->verify(in("cwd:/a", Permission::read), true).value().problems.empty());
}

TEST_P(Lanes, TwoLongPlansOfOneWorkspaceTakeTurns) {
  World world(GetParam());
  LongPlan first;
  LongPlan second;
  auto one = begin(world, in("cwd:/a"), first.plan());
  auto two = begin(world, in("cwd:/a"), second.plan());
  first.runs[0].begun.get_future().wait();
  second.runs[0].begun.get_future().wait();
  ASSERT_TRUE(world.change(in("cwd:/a"), count_up("n")).ok());
  for (LongPlan* each : {&first, &second}) {
    for (LongPlan::Run& run : each->runs) run.may_end.set_value();
  }
  ASSERT_TRUE(one.get().ok());
  ASSERT_TRUE(two.get().ok());
  EXPECT_EQ(world.body("n", in("cwd:/a", Permission::read))->at("n").as_integer(), 3);
  EXPECT_EQ(world.events(in("cwd:/a", Permission::read)).size(), 3U);
}

TEST_P(Lanes, APlanThatFailsWhenMadeAnewGivesTheTurnBack) {
  World world(GetParam());
  LongPlan slow;
  const auto plan = [&slow, inner = slow.plan()](const View& view) -> Result<Change> {
    auto change = inner(view);
    if (slow.at == 2) throw std::runtime_error("a bug");
    return change;
  };
  auto failing = begin(world, in("cwd:/a"), plan);
  slow.runs[0].begun.get_future().wait();
  ASSERT_TRUE(world.change(in("cwd:/a"), count_up("n")).ok());
  for (LongPlan::Run& run : slow.runs) run.may_end.set_value();
  EXPECT_EQ(code_of(failing.get()), Code::internal);
  EXPECT_TRUE(world.change(in("cwd:/a"), count_up("n")).ok());
}

TEST(LanesAtTheEnd, AKernelThatGoesAnswersWhatIsPlannedAnew) {
  auto world = std::make_unique<World>(Where::on_disk);
  LongPlan slow;
  auto counted = begin(*world, in("cwd:/a"), slow.plan());
  slow.runs[0].begun.get_future().wait();
  ASSERT_TRUE(world->change(in("cwd:/a"), count_up("n")).ok());
  slow.runs[0].may_end.set_value();
  slow.runs[1].begun.get_future().wait();
  auto going = std::async(std::launch::async, [&] { world->kernel.reset(); });
  slow.runs[1].may_end.set_value();
  EXPECT_TRUE(counted.get().ok());
  going.wait();
}

struct Opening : testing::Test {
  TemporaryDirectory directory;
  base::ManualClock clock{1'800'000'000'000};
  SeededEntropy entropy{7};
  Adoptions adoptions{nullptr};

  Workspaces::Options options(std::size_t max_open = 256) {
    return {.directory = directory.path,
            .vfs = {},
            .max_open = max_open,
            .secret = "secret",
            .opened = {},
            .closing = {},
            .patience = std::chrono::milliseconds(50)};
  }
  static std::string made(Workspaces& workspaces) {
    const auto workspace = workspaces.create(ada, "large").value();
    std::promise<void> kept;
    store::Writer writer;
    writer.submit(
        {.file = workspace->file,
         .event_id = {},
         .apply =
             [&](store::WorkspaceFile& file) { return file.put_value("workspace", to_json(workspace->record).dump()); },
         .done = [&](Result<void>) { kept.set_value(); },
         .lost = {}});
    kept.get_future().wait();
    return workspace->record.handle;
  }
};

TEST_F(Opening, OneWorkspaceDoesNotHoldUpAnother) {
  std::string large;
  std::string other;
  {
    Workspaces before(options(), clock, entropy, adoptions);
    large = made(before);
    other = made(before);
  }
  std::promise<void> begun;
  std::promise<void> may_end;
  auto slow = options();
  slow.opened = [&](const std::shared_ptr<Workspace>& workspace) {
    if (workspace->record.handle != large) return;
    begun.set_value();
    may_end.get_future().wait();
  };
  Workspaces workspaces(slow, clock, entropy, adoptions);
  const auto open_large = [&] { return workspaces.by_handle(large); };
  auto opening = std::async(std::launch::async, open_large);
  begun.get_future().wait();
  auto second = std::async(std::launch::async, open_large);  // waits for the first, and opens nothing twice
  auto elsewhere = std::async(std::launch::async, [&] { return workspaces.by_handle(other); });
  EXPECT_EQ(elsewhere.wait_for(patience), std::future_status::ready);
  may_end.set_value();
  ASSERT_TRUE(elsewhere.get().ok());
  const auto opened = opening.get();
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_EQ(*second.get(), *opened);
}

TEST(ManyAtOnce, MoreWorkspacesThanMayBeOpenAtOnceAreServedInTurn) {
  const World world(Where::on_disk);
  Kernel::Options few{.policy = support::built_in_policy()};
  few.state_dir = world.place("few");
  few.max_workspaces = 3;
  Kernel kernel(std::move(few), base::Roots());
  const auto count = [&](int i) {
    return World::wait(
        [&](Kernel::Done done) { kernel.change(in("cwd:/" + std::to_string(i % 8)), count_up("n"), std::move(done)); });
  };
  std::vector<std::future<Result<Outcome>>> counts;
  for (int i = 0; i < 24; ++i) counts.push_back(std::async(std::launch::async, count, i));
  for (auto& each : counts) {
    const auto counted = each.get();
    EXPECT_TRUE(counted.ok()) << counted.error().message;
  }
  EXPECT_LE(kernel.load().open_workspaces, 3U);
}

// Somebody was given its handle.
TEST_F(Opening, OneThatNobodyWroteToOutlivesAShortageOfRoom) {
  Workspaces workspaces(options(2), clock, entropy, adoptions);
  std::vector<std::string> handles;
  for (int i = 0; i < 6; ++i) handles.push_back(made(workspaces));
  for (const std::string& handle : handles) {
    const auto found = workspaces.by_handle(handle);
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ((*found)->record.label, "large");
  }
}

TEST_F(Opening, WhereAllAreInUseTheErrorSaysSo) {
  Workspaces workspaces(options(2), clock, entropy, adoptions);
  const auto first = workspaces.create(ada, "first");
  const auto second = workspaces.create(ada, "second");
  const auto third = workspaces.create(ada, "third");
  ASSERT_FALSE(third.ok());
  EXPECT_EQ(third.error().code, Code::unavailable);
  EXPECT_NE(third.error().message.find("all of the 2 workspaces"), std::string::npos);
}

}  // namespace
}  // namespace kernel
