// SPDX-License-Identifier: Apache-2.0
#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <latch>
#include <memory>
#include <stdexcept>
#include <vector>

namespace base {
namespace {

// A pool waits for its jobs where it ends, so it is declared after all that they use.
TEST(WorkerPool, RunsEveryJobOnceBeforeItIsGone) {
  std::vector<std::atomic<int>> runs(1'000);
  {
    WorkerPool pool(4);
    for (auto& count : runs) ASSERT_TRUE(pool.post([&count] { ++count; }));
  }
  for (const auto& count : runs) ASSERT_EQ(count, 1);
}

TEST(WorkerPool, RunsJobsSideBySide) {
  std::latch both(2);  // neither job ends before the other has begun
  WorkerPool pool(2);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(pool.post([&] { both.arrive_and_wait(); }));
  both.wait();
}

TEST(WorkerPool, RefusesWhatTheQueueCannotHold) {
  std::promise<void> gate;
  std::promise<void> begun;
  std::atomic<int> ran = 0;
  const auto open = gate.get_future().share();
  WorkerPool pool(1, 2);
  ASSERT_TRUE(pool.post([&] {
    begun.set_value();
    open.wait();
  }));
  begun.get_future().wait();
  EXPECT_TRUE(pool.post([&] { ++ran; }));
  EXPECT_TRUE(pool.post([&] { ++ran; }));
  EXPECT_FALSE(pool.post([&] { ++ran; }));
  gate.set_value();
  pool.stop();
  EXPECT_EQ(ran, 2);
}

TEST(WorkerPool, FinishesWhatWasPostedAndRefusesTheRestOnceStopped) {
  std::atomic<int> ran = 0;
  WorkerPool pool(2);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(pool.post([&] { ++ran; }));
  pool.stop();
  EXPECT_EQ(ran, 50);
  EXPECT_FALSE(pool.post([&] { ++ran; }));
  pool.stop();
  EXPECT_EQ(ran, 50);
}

// A line that holds its threads, and would take all others, does not hold up another line.
TEST(WorkerPool, LinesTakeTurnsAndNoneHasAllThreads) {
  std::promise<void> gate;
  std::promise<void> reached;
  const auto open = gate.get_future().share();
  std::latch held(2);
  WorkerPool pool({.threads = 4, .per_line = 2});
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(pool.post(
        [&held, open, i] {
          if (i < 2) held.count_down();
          open.wait();
        },
        "many"));
  }
  held.wait();
  ASSERT_TRUE(pool.post([&] { reached.set_value(); }, "one"));
  EXPECT_EQ(reached.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
  EXPECT_EQ(pool.load().queued, 8U);
  gate.set_value();
  pool.stop();
  EXPECT_EQ(pool.load().running, 0U);
}

TEST(WorkerPool, OneLineCannotFillTheQueue) {
  std::promise<void> gate;
  std::promise<void> begun;
  const auto open = gate.get_future().share();
  WorkerPool pool({.threads = 1, .max_queued = 8});
  ASSERT_TRUE(pool.post(
      [&] {
        begun.set_value();
        open.wait();
      },
      "many"));
  begun.get_future().wait();
  EXPECT_TRUE(pool.post([] {}, "many"));
  EXPECT_TRUE(pool.post([] {}, "many"));
  EXPECT_FALSE(pool.post([] {}, "many"));
  EXPECT_TRUE(pool.post([] {}, "one"));
  EXPECT_EQ(pool.load().refused, 1U);
  gate.set_value();
}

TEST(WorkerPool, AnUnusedPoolStops) {
  WorkerPool pool(8);
  pool.stop();
  EXPECT_FALSE(pool.post([] {}));
}

TEST(WorkerPool, SurvivesAJobThatThrows) {
  std::promise<int> answer;
  WorkerPool pool(1);
  testing::internal::CaptureStderr();
  ASSERT_TRUE(pool.post([] { throw std::runtime_error("broken"); }));
  ASSERT_TRUE(pool.post([] { throw 7; }));
  ASSERT_TRUE(pool.post([&] { answer.set_value(42); }));
  EXPECT_EQ(answer.get_future().get(), 42);
  pool.stop();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("a background job failed: broken"), std::string::npos);
}

TEST(WorkerPool, AJobMayPostAnother) {
  std::promise<void> done;
  WorkerPool pool(1);
  ASSERT_TRUE(pool.post([&] { EXPECT_TRUE(pool.post([&] { done.set_value(); })); }));
  done.get_future().wait();
}

TEST(WorkerPool, TakesJobsThatOwnThings) {
  std::promise<int> answer;
  WorkerPool pool(1);
  auto owned = std::make_unique<int>(5);
  ASSERT_TRUE(pool.post([&answer, owned = std::move(owned)] { answer.set_value(*owned); }));
  EXPECT_EQ(answer.get_future().get(), 5);
}

TEST(Cancel, CopiesShareOneFlag) {
  Cancel cancel;
  const Cancel copy = cancel;
  EXPECT_FALSE(copy.requested());
  cancel.request();
  EXPECT_TRUE(copy.requested());
  EXPECT_FALSE(Cancel().requested());
}

TEST(Cancel, CallbacksRunOnceOnTheCancellingThread) {
  Cancel cancel;
  std::vector<std::thread::id> ran_on;
  cancel.on_request([&] { ran_on.push_back(std::this_thread::get_id()); });
  EXPECT_TRUE(ran_on.empty());
  std::thread canceller([&] { cancel.request(); });
  const auto canceller_id = canceller.get_id();
  canceller.join();
  cancel.request();
  EXPECT_EQ(ran_on, std::vector{canceller_id});
}

TEST(Cancel, ALateCallbackRunsAtOnce) {
  Cancel cancel;
  cancel.request();
  std::thread::id ran_on;
  cancel.on_request([&] { ran_on = std::this_thread::get_id(); });
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(Cancel, ACallbackSeesTheFlagAndMayAddAnother) {
  Cancel cancel;
  std::vector<int> order;
  cancel.on_request([&] {
    EXPECT_TRUE(cancel.requested());
    order.push_back(1);
    cancel.on_request([&] { order.push_back(2); });
    cancel.request();
  });
  cancel.on_request([&] { order.push_back(3); });
  cancel.request();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(Cancel, RacingRequestsAndCallbacksLoseNoneAndRepeatNone) {
  for (int round = 0; round < 200; ++round) {
    Cancel cancel;
    std::atomic<int> ran = 0;
    std::latch start(4);
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
      threads.emplace_back([&] {
        start.arrive_and_wait();
        for (int j = 0; j < 10; ++j) cancel.on_request([&] { ++ran; });
      });
      threads.emplace_back([&] {
        start.arrive_and_wait();
        cancel.request();
      });
    }
    for (auto& thread : threads) thread.join();
    ASSERT_EQ(ran, 20);
  }
}

}  // namespace
}  // namespace base
