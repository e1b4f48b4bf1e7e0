// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "world.h"

namespace kernel {
namespace {

using namespace testing_world;
using testing::HasSubstr;
using testing::IsEmpty;

Call on(const std::string& branch, Permission needs = Permission::modify) {
  Call call = World::call(bot, needs);
  call.branch = branch;
  return call;
}

Result<Outcome> create(const World& world, const std::string& name, const std::string& from = "main") {
  return World::wait(
      [&](Kernel::Done done) { world.kernel->create_branch(on(from, Permission::create), name, std::move(done)); });
}

// Asks for it, and lets Ada agree where that waits.
template <class Start>
Result<Outcome> agreed(World& world, Start start, bool approve = true) {
  Result<Outcome> asked = World::wait(start);
  if (!asked.ok() || !asked->approval || asked->event_id) return asked;
  return world.decide(asked->approval->id, approve);
}

Result<Outcome> merge_into(World& world, const std::string& into, const std::string& from,
                           const std::vector<Resolution>& resolutions = {}, bool approve = true) {
  return agreed(
      world, [&](Kernel::Done done) { world.kernel->merge_branch(on(into), from, resolutions, std::move(done)); },
      approve);
}

Result<Outcome> drop(World& world, const std::string& name) {
  return agreed(world, [&](Kernel::Done done) { world.kernel->delete_branch(on("main"), name, std::move(done)); });
}

Result<Outcome> undo(World& world, const std::string& branch) {
  return agreed(world, [&](Kernel::Done done) { world.kernel->undo(on(branch), {}, std::move(done)); });
}

Result<Outcome> redo(World& world, const std::string& branch) {
  return agreed(world, [&](Kernel::Done done) { world.kernel->redo(on(branch), {}, std::move(done)); });
}

std::vector<std::string> problems(const World& world) {
  return world.kernel->verify(World::reading(), true).value().problems;
}

class Branches : public testing::Test {
 protected:
  void SetUp() override {
    world.key_of_ada();
    ASSERT_TRUE(world.change(on("main"), put(note("a", 1))).ok());
    ASSERT_TRUE(create(world, "idea").ok());
    ASSERT_TRUE(world.change(on("idea"), put(note("b", 2))).ok());
  }
  World world;
};

TEST_F(Branches, TheWorkOfAnUndoneMergeCanBeMergedAgain) {
  ASSERT_TRUE(merge_into(world, "main", "idea").ok());
  EXPECT_TRUE(world.body("b").has_value());
  const auto undone = undo(world, "main");
  ASSERT_TRUE(undone.ok()) << undone.error().message;
  EXPECT_FALSE(world.body("b").has_value());
  const auto again = merge_into(world, "main", "idea");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(world.body("b").has_value());
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST_F(Branches, ARedoneMergeNeedsNoOther) {
  ASSERT_TRUE(merge_into(world, "main", "idea").ok());
  ASSERT_TRUE(undo(world, "main").ok());
  ASSERT_TRUE(redo(world, "main").ok());
  EXPECT_THAT(merge_into(world, "main", "idea").error().message, HasSubstr("has nothing that main lacks"));
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST_F(Branches, ComparingTellsWhatMergingWouldDo) {
  ASSERT_TRUE(world.change(on("main"), put(note("a", 5))).ok());
  ASSERT_TRUE(world.change(on("idea"), put(note("a", 6))).ok());
  const Json told = world.kernel->compare_branches(World::reading(), "idea").value();
  EXPECT_EQ(told.text("summary"), "note: 1 created");
  EXPECT_EQ(told.at("ahead").as_integer(), 2);
  EXPECT_EQ(told.at("behind").as_integer(), 1);
  ASSERT_EQ(told.at("conflicts").size(), 1U);
  const Json& conflict = told.at("conflicts").as_array().front();
  EXPECT_EQ(conflict.text("kind"), "modify/modify");
  EXPECT_EQ(conflict.at("base").as_integer(), 1);
  EXPECT_EQ(conflict.at("ours").as_integer(), 5);
  EXPECT_EQ(conflict.at("theirs").as_integer(), 6);
}

TEST_F(Branches, AConflictIsSettledByAResolution) {
  ASSERT_TRUE(world.change(on("main"), put(note("a", 5))).ok());
  ASSERT_TRUE(world.change(on("idea"), put(note("a", 6))).ok());
  const auto refused = merge_into(world, "main", "idea");
  EXPECT_EQ(code_of(refused), Code::merge_conflict);
  ASSERT_TRUE(merge_into(world, "main", "idea", {{"a", "/body", "value", 7}}).ok());
  EXPECT_EQ(world.body("a")->as_integer(), 7);
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST_F(Branches, ADeletedOneIsGoneAndItsNameIsNotUsedAgain) {
  ASSERT_TRUE(merge_into(world, "main", "idea").ok());
  const auto gone =
      World::wait([&](Kernel::Done done) { world.kernel->delete_branch(on("main"), "idea", std::move(done)); });
  ASSERT_TRUE(gone.ok()) << gone.error().message;
  EXPECT_TRUE(gone->event_id) << "all of it was merged, so nobody has to decide";
  EXPECT_EQ(world.kernel->branches(World::reading()).value().size(), 1U);
  EXPECT_THAT(create(world, "idea").error().message, HasSubstr("once"));
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST_F(Branches, DeletingWorkThatWasNeverMergedWaits) {
  const auto asked =
      World::wait([&](Kernel::Done done) { world.kernel->delete_branch(on("main"), "idea", std::move(done)); });
  ASSERT_TRUE(asked.ok());
  ASSERT_TRUE(asked->approval);
  EXPECT_FALSE(asked->event_id);
  ASSERT_TRUE(world.decide(asked->approval->id).ok());
  EXPECT_EQ(world.kernel->branches(World::reading()).value().size(), 1U);
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST_F(Branches, WhatWaitsOnADeletedOneEndsAsStale) {
  const auto ask = [&](Kernel::Done done) { world.kernel->delete_branch(on("main"), "idea", std::move(done)); };
  const auto first = World::wait(ask);
  const auto second = World::wait(ask);
  ASSERT_TRUE(first.ok() && first->approval && second.ok() && second->approval);
  ASSERT_TRUE(world.decide(first->approval->id).ok());
  EXPECT_THAT(world.decide(second->approval->id).error().message, HasSubstr("its branch is gone"));
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST_F(Branches, MainAndParentsStay) {
  ASSERT_TRUE(create(world, "deeper", "idea").ok());
  EXPECT_THAT(drop(world, "main").error().message, HasSubstr("main cannot be deleted"));
  EXPECT_THAT(drop(world, "idea").error().message, HasSubstr("deeper was made from idea"));
}

// --- random histories ---

class History {
 public:
  explicit History(unsigned seed) : chance_(seed) { world.key_of_ada(); }

  void step() {
    const int what = number(100);
    const std::string branch = some_branch();
    if (what < 40) {
      keep(world.change(on(branch), put(some_note())));
    } else if (what < 50) {
      keep(agreed(
          world, [&](Kernel::Done answer) { world.kernel->change(on(branch), remove(some_id()), std::move(answer)); }));
    } else if (what < 56) {
      if (names().size() < 5) keep(create(world, "b" + std::to_string(++made_), branch));
    } else if (what < 72) {
      merge_some(branch);
    } else if (what < 85) {
      keep(undo(world, branch));
    } else if (what < 95) {
      keep(redo(world, branch));
    } else if (branch != "main") {
      keep(drop(world, branch));
    }
  }

  World world;
  int done = 0;
  int merged = 0;
  int settled = 0;

 private:
  int number(int below) { return std::uniform_int_distribution<int>(0, below - 1)(chance_); }
  std::string some_id() { return "e" + std::to_string(number(8)); }
  Element some_note() {
    Element element = note(some_id(), Json::object({{"n", number(4)}, {"m", number(4)}}));
    if (number(4) == 0) element.box = Box{{0, 0, 0}, {1000 + number(3), 1000, 1000}};
    return element;
  }
  std::vector<BranchInfo> names() { return world.kernel->branches(World::reading()).value(); }
  std::string some_branch() {
    const auto all = names();
    return all[static_cast<std::size_t>(number(static_cast<int>(all.size())))].name;
  }
  void keep(const Result<Outcome>& outcome) { done += outcome.ok() ? 1 : 0; }

  void merge_some(const std::string& from) {
    std::string into;
    for (const BranchInfo& info : names()) {
      if (info.name == from) into = info.parent;
    }
    if (into.empty()) return;
    const bool down = number(4) == 0;  // the parent into the branch
    const std::string& receives = down ? from : into;
    const std::string& gives = down ? into : from;
    Call call = World::reading();
    call.branch = receives;
    const Json told = world.kernel->compare_branches(call, gives).value();
    std::vector<Resolution> resolutions;
    for (const Json& conflict : told.at("conflicts").as_array()) {
      const char* const takes[] = {"ours", "theirs"};
      resolutions.push_back(
          {std::string(conflict.text("element")), std::string(conflict.text("path")), takes[number(2)], {}});
    }
    const Result<Outcome> outcome = merge_into(world, receives, gives, resolutions, number(10) != 0);
    keep(outcome);
    merged += outcome.ok() ? 1 : 0;
    settled += outcome.ok() && !resolutions.empty() ? 1 : 0;
  }

  std::mt19937 chance_;
  int made_ = 0;
};

int steps_from(const char* name, int fallback) {
  const char* given = std::getenv(name);
  return given == nullptr ? fallback : std::atoi(given);
}

TEST(BranchHistories, ReplayFromTheLogGivesTheSameState) {
  const int steps = steps_from("LINTEL_HISTORY_STEPS", 400);
  const auto seed =
      static_cast<unsigned>(steps_from("LINTEL_HISTORY_SEED", static_cast<int>(std::random_device()() >> 1)));
  std::cout << steps << " steps, LINTEL_HISTORY_SEED=" << seed << "\n";
  History history(seed);
  for (int i = 0; i < steps; ++i) {
    history.step();
    if (i % 1000 == 999) {
      ASSERT_THAT(problems(history.world), IsEmpty()) << "after step " << i;
    }
  }
  std::cout << history.done << " done, " << history.merged << " merges, " << history.settled << " of them resolved\n";
  EXPECT_GT(history.merged, 0);
  EXPECT_THAT(problems(history.world), IsEmpty());
}

}  // namespace
}  // namespace kernel
