// SPDX-License-Identifier: Apache-2.0
// A workspace of format 2, as the program of that time left it, opens and loses nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "store/database.h"
#include "unit/kernel/world.h"

namespace kernel {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* handle = "w_6k5hyndmkix66cr5bztnlvd4kw";
constexpr std::int64_t when_it_was_made = 1'794'832'400'000;

class FormatTwo : public testing::Test {
 protected:
  FormatTwo() {
    fs::copy(fs::path(LINTEL_SOURCE_DIR) / "tests/fixtures/format_2", state(), fs::copy_options::recursive);
  }

  fs::path state() const { return directory_.path / "state"; }
  fs::path files() const { return directory_.path / "files"; }
  std::string database() const { return (state() / "workspaces" / (std::string(handle) + ".db")).native(); }

  std::unique_ptr<Kernel> open() {
    fs::create_directories(files());
    Kernel::Options options{.state_dir = state(), .policy = support::built_in_policy()};
    options.clock = &clock_;
    return std::make_unique<Kernel>(std::move(options), base::Roots::open({files()}).value());
  }
  static Call call(Permission needs = Permission::read) {
    Call made = testing_world::World::call(human_principal("root"), needs);
    made.workspace_key.clear();
    made.workspace = handle;
    return made;
  }
  static std::int64_t version_of(const std::string& path) {
    auto database = store::Database::open(path, {.read_only = true, .vfs = {}}).value();
    auto query = database.query("PRAGMA user_version").value();
    EXPECT_TRUE(query.step().value());
    return query.integer(0);
  }
  void say_where_the_file_belongs() const {
    auto database = store::Database::open(this->database(), {}).value();
    const std::string sql = "UPDATE outbox SET path = '" + (files() / "left.ids").native() + "'";
    ASSERT_TRUE(database.execute(sql.c_str()).ok());
  }

  testing_world::TemporaryDirectory directory_;
  base::ManualClock clock_{when_it_was_made};
};

TEST_F(FormatTwo, OpensWithItsWholeLogAndLeavesACopy) {
  auto kernel = open();
  const auto history = kernel->history(call(), 0, 100);
  ASSERT_TRUE(history.ok()) << history.error().message;
  EXPECT_GE(history->events.size(), 5U);
  const auto report = kernel->verify(call(), true);
  ASSERT_TRUE(report.ok());
  EXPECT_THAT(report->problems, testing::IsEmpty());
  kernel.reset();
  EXPECT_EQ(version_of(database()), 3);
  EXPECT_EQ(version_of(database() + ".format-2"), 2);
}

TEST_F(FormatTwo, WhatACrashLeftIsStillWritten) {
  say_where_the_file_belongs();
  auto kernel = open();
  ASSERT_TRUE(kernel->history(call(), 0, 1).ok());
  kernel.reset();
  std::ifstream in(files() / "left.ids");
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), "left by a crash");
}

TEST_F(FormatTwo, ChangesThatWaitedEndStaleAndSayWhy) {
  auto kernel = open();
  const auto all_ended = [&] {
    return std::ranges::all_of(kernel->pendings(call(), true).value(),
                               [](const Pending& pending) { return pending.state == "stale"; });
  };
  ASSERT_TRUE(kernel->history(call(), 0, 1).ok());
  for (int i = 0; i < 500 && !all_ended(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const auto pendings = kernel->pendings(call(), true);
  ASSERT_TRUE(pendings.ok()) << pendings.error().message;
  EXPECT_EQ(pendings->size(), 2U);
  for (const auto& pending : *pendings) {
    EXPECT_EQ(pending.state, "stale") << pending.id;
  }
  const auto history = kernel->history(call(), 0, 100);
  const auto ended = std::ranges::count_if(
      history->events, [](const Event& event) { return event.facts.front().type == "change.stale"; });
  EXPECT_EQ(ended, 2);
  EXPECT_THAT(kernel->reasoning_of(call(), history->events.front()).value(), HasSubstr("before files"));
}

// Killed at any moment, it is either as it was or as it will be.
TEST_F(FormatTwo, AKillLeavesItWhole) {
  for (int round = 0; round < 25; ++round) {
    SCOPED_TRACE(round);
    fs::remove_all(state());
    fs::copy(fs::path(LINTEL_SOURCE_DIR) / "tests/fixtures/format_2", state(), fs::copy_options::recursive);
    const pid_t child = ::fork();
    if (child == 0) {
      const auto file = store::WorkspaceFile::open(database());
      ::_exit(file.ok() ? 0 : 1);
    }
    ASSERT_GT(child, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(400 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    auto kernel = open();
    const auto report = kernel->verify(call(), true);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_THAT(report->problems, testing::IsEmpty());
    EXPECT_GE(report->events, 5);
  }
}

}  // namespace
}  // namespace kernel
