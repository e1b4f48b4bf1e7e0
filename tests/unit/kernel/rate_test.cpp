// SPDX-License-Identifier: Apache-2.0
#include "kernel/rate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace kernel {
namespace {

constexpr std::int64_t noon = 1'800'000'000'000;

int taken(TokenBuckets& buckets, std::string_view key, int tries) {
  int count = 0;
  for (int i = 0; i < tries; ++i) count += buckets.take(key) == 0 ? 1 : 0;
  return count;
}

TEST(TokenBuckets, LetABurstPassThenFiftyASecond) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {});
  EXPECT_EQ(taken(buckets, "bot", 150), 100);
  clock.advance(1000);
  EXPECT_EQ(taken(buckets, "bot", 150), 50);
}

TEST(TokenBuckets, SayHowLongToWaitAndMeanIt) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {50, 100});
  EXPECT_EQ(taken(buckets, "bot", 100), 100);
  EXPECT_EQ(buckets.take("bot"), 20);
  clock.advance(19);
  EXPECT_EQ(buckets.take("bot"), 1);
  clock.advance(1);
  EXPECT_EQ(buckets.take("bot"), 0);
}

TEST(TokenBuckets, NeverHoldMoreThanTheBurst) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {50, 100});
  EXPECT_EQ(buckets.take("bot"), 0);
  clock.advance(std::int64_t{1} << 60);
  EXPECT_EQ(taken(buckets, "bot", 150), 100);
}

TEST(TokenBuckets, SmallStepsOfTimeAddUp) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {3, 1});
  int count = 0;
  for (int ms = 0; ms < 10'000; ++ms) {
    count += buckets.take("bot") == 0 ? 1 : 0;
    clock.advance(1);
  }
  EXPECT_EQ(count, 30);
}

TEST(TokenBuckets, PrincipalsDoNotShare) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {1, 1});
  EXPECT_EQ(buckets.take("a"), 0);
  EXPECT_NE(buckets.take("a"), 0);
  EXPECT_EQ(buckets.take("b"), 0);
}

TEST(TokenBuckets, SettingTheWallClockChangesNothing) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {1, 1});
  EXPECT_EQ(buckets.take("a"), 0);
  clock.set_wall(noon + 3'600'000);
  EXPECT_EQ(buckets.take("a"), 1000);
  clock.set_wall(0);
  EXPECT_EQ(buckets.take("a"), 1000);
}

TEST(TokenBuckets, RememberTenThousandKeysAndForgetTheOldest) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {1, 1});
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(buckets.take(std::to_string(i)), 0);
  EXPECT_NE(buckets.take("0"), 0) << "still remembered, and now the most recent";
  EXPECT_EQ(buckets.take("one more"), 0);
  EXPECT_EQ(buckets.size(), 10'000U);
  EXPECT_NE(buckets.take("0"), 0) << "was used after 1, so 1 was dropped";
  EXPECT_EQ(buckets.take("1"), 0) << "forgotten: begins afresh";
  EXPECT_EQ(buckets.size(), 10'000U);
}

TEST(Windows, CountUpToTheLimitThenWaitForTheEnd) {
  base::ManualClock clock(noon);
  WindowLimiter windows(clock);
  const RateLimit limit{3, 60};
  EXPECT_EQ(windows.take("bot ids", limit), 0);
  clock.advance(10'000);
  EXPECT_EQ(windows.take("bot ids", limit), 0);
  EXPECT_EQ(windows.take("bot ids", limit), 0);
  EXPECT_EQ(windows.take("bot ids", limit), 50'000);
  clock.advance(49'999);
  EXPECT_EQ(windows.take("bot ids", limit), 1);
  clock.advance(1);
  EXPECT_EQ(windows.take("bot ids", limit), 0);
}

TEST(Windows, BeginWithTheFirstCallAfterAPause) {
  base::ManualClock clock(noon);
  WindowLimiter windows(clock);
  const RateLimit limit{1, 60};
  EXPECT_EQ(windows.take("bot", limit), 0);
  clock.advance(90'000);
  EXPECT_EQ(windows.take("bot", limit), 0);
  EXPECT_EQ(windows.take("bot", limit), 60'000);
}

TEST(Windows, NoLimitIsNotRemembered) {
  base::ManualClock clock(noon);
  WindowLimiter windows(clock);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(windows.take("bot", RateLimit{}), 0);
  EXPECT_EQ(windows.size(), 0U);
}

TEST(Windows, AreBounded) {
  base::ManualClock clock(noon);
  WindowLimiter windows(clock, 10);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(windows.take(std::to_string(i), {1, 60}), 0);
  EXPECT_EQ(windows.size(), 10U);
}

TEST(Windows, ThreadsTogetherGetExactlyTheLimit) {
  base::ManualClock clock(noon);
  WindowLimiter windows(clock);
  std::atomic<int> passed = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) passed += windows.take("bot", {1234, 60}) == 0 ? 1 : 0;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(passed, 1234);
}

TEST(TokenBuckets, ThreadsTogetherGetExactlyTheBurst) {
  base::ManualClock clock(noon);
  TokenBuckets buckets(clock, {50, 100});
  std::atomic<int> passed = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&] { passed += taken(buckets, "bot", 1000); });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(passed, 100);
}

TEST(RateLimiter, RefusesWithTheCodeAndSaysWhenToComeBack) {
  base::ManualClock clock(noon);
  RateLimiter limiter(clock);
  const Principal bot = agent_principal("ada", "bot");
  const RateLimit limit{1, 3600};
  EXPECT_TRUE(limiter.call(bot, "ids", limit));
  const auto refused = limiter.call(bot, "ids", limit);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::rate_limited);
  EXPECT_EQ(refused.error().message, "rate limit of toolset ids reached: 1 calls per 3600 s");
  EXPECT_EQ(refused.error().hint, "Try again in 3600 s.");
  EXPECT_TRUE(limiter.call(bot, "aas", limit)) << "counted per toolset";
  EXPECT_TRUE(limiter.call(agent_principal("ada", "other"), "ids", limit)) << "and per principal";
}

TEST(RateLimiter, FreeCallsHaveABucketOfTheirOwn) {
  base::ManualClock clock(noon);
  RateLimiter limiter(clock);
  const Principal bot = agent_principal("ada", "bot");
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(limiter.free_call(bot)) << i;
  const auto refused = limiter.free_call(bot);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::rate_limited);
  EXPECT_TRUE(limiter.call(bot, "ids", {5, 60}));
}

}  // namespace
}  // namespace kernel
