// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace base {
namespace {

using testing::HasSubstr;

class Log : public testing::Test {
 protected:
  ~Log() override { log::set_level(log::Level::info); }

  // What a message of each level leaves on stderr.
  static std::string all_levels() {
    testing::internal::CaptureStderr();
    log::debug("one");
    log::info("two");
    log::warn("three");
    log::error("four");
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(Log, ShowsInfoAndAboveByDefault) {
  const auto shown = all_levels();
  EXPECT_THAT(shown, testing::MatchesRegex("[0-9-]+T[0-9:.]+Z info: two\n[^\n]+ warning: three\n[^\n]+ error: four\n"));
}

TEST_F(Log, LevelsAreSetByName) {
  EXPECT_TRUE(log::set_level("DEBUG"));
  EXPECT_THAT(all_levels(), HasSubstr("debug: one"));
  EXPECT_TRUE(log::set_level("Warning"));
  EXPECT_THAT(all_levels(), testing::Not(HasSubstr("two")));
  EXPECT_TRUE(log::set_level("warn"));
  EXPECT_TRUE(log::set_level("error"));
  EXPECT_THAT(all_levels(), testing::Not(HasSubstr("three")));
  EXPECT_TRUE(log::set_level("off"));
  EXPECT_EQ(all_levels(), "");
  EXPECT_FALSE(log::set_level("loud"));
  EXPECT_EQ(all_levels(), "") << "an unknown name changes nothing";
}

TEST_F(Log, AMessageIsOneLineWhateverItHolds) {
  testing::internal::CaptureStderr();
  log::warn("a\nb\x1b[2J {} %s \xff");
  const auto shown = testing::internal::GetCapturedStderr();
  EXPECT_THAT(shown, testing::EndsWith(" warning: a b [2J {} %s \ufffd\n"));
}

TEST_F(Log, NothingReachesStdout) {
  testing::internal::CaptureStdout();
  all_levels();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace base
