// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <gtest/gtest.h>

#include <ctime>

namespace base {
namespace {

TEST(SystemClock, AgreesWithTheOperatingSystem) {
  const std::int64_t before = std::int64_t{std::time(nullptr)} * 1000;
  const auto now = system_clock().unix_ms();
  EXPECT_GE(now, before);
  EXPECT_LE(now, (std::int64_t{std::time(nullptr)} + 1) * 1000);
}

TEST(SystemClock, SteadyTimeNeverDecreases) {
  auto last = system_clock().steady_ms();
  for (int i = 0; i < 10'000; ++i) {
    const auto now = system_clock().steady_ms();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(ManualClock, AdvancesBothTimesAndStepsTheWallAlone) {
  ManualClock clock(1'000);
  clock.advance(500);
  EXPECT_EQ(clock.unix_ms(), 1'500);
  EXPECT_EQ(clock.steady_ms(), 500);
  clock.set_wall(10);
  EXPECT_EQ(clock.unix_ms(), 10);
  EXPECT_EQ(clock.steady_ms(), 500);
}

}  // namespace
}  // namespace base
