// SPDX-License-Identifier: Apache-2.0
// The index by which undo finds events: it finds what a walk through the whole log would.
#include "kernel/filing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "kernel/undo.h"
#include "world.h"

namespace kernel {
namespace {

using namespace testing_world;

const Principal stranger = agent_principal("ada", "stranger");

std::vector<Event> whole_log(const World& world) {
  std::vector<Event> all;
  std::int64_t before = 0;
  do {
    auto page = world.kernel->history(World::reading(), before, 1000).value();
    before = page.next_before;
    std::ranges::move(page.events, std::back_inserter(all));
  } while (before != 0);
  return all;
}

// The event that an undo or redo without an id would take back, whether or not something is in its way.
std::string meant(const Result<Outcome>& tried, const char* done) {
  if (tried.ok()) return std::string(tried->data.text(done));
  return tried.error().code == Code::not_found ? "none" : tried.error().path;
}

Call trial(const Principal& who) {
  Call call = World::call(who);
  call.dry_run = true;
  return call;
}

void expect_same_as_a_walk(const World& world, const Principal& who) {
  const std::vector<Event> log = whole_log(world);
  const auto undoable = last_undoable(log, who, "main");
  const auto redoable = last_redoable(log, who, "main");
  EXPECT_EQ(meant(world.undo(trial(who)), "undone"), undoable.ok() ? *undoable : "none") << log.size();
  EXPECT_EQ(meant(world.redo(trial(who)), "redone"), redoable.ok() ? *redoable : "none") << log.size();
}

TEST(Filing, UndoAndRedoMeanTheSameEventsAsInAWalkThroughTheLog) {
  const auto seed = std::random_device{}();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  World world(Where::on_disk);
  const std::vector<Principal> everybody{bot, other_bot, ada};
  ASSERT_TRUE(world.change(World::call(other_bot), count_up("early")).ok());
  for (int i = 0; i < 1000; ++i) {
    const Principal& who = i < 800 ? everybody[0] : everybody[random() % everybody.size()];
    const unsigned choice = random() % 8;
    if (choice < 6) {
      ASSERT_TRUE(world.change(World::call(who), count_up("n" + std::to_string(random() % 40))).ok());
    } else if (choice == 6) {
      static_cast<void>(world.undo(World::call(who)));
    } else {
      static_cast<void>(world.redo(World::call(who)));
    }
    if (i % 200 != 199) continue;
    for (const Principal& each : everybody) expect_same_as_a_walk(world, each);
    expect_same_as_a_walk(world, stranger);
    if (i == 599) world.restart();
  }
  EXPECT_TRUE(world.kernel->verify(World::reading(), true).value().problems.empty());
}

// What this process wrote is never read again to be filed, from the first event on.
TEST(Filing, TheKeysOfNewEventsAreKnownFromTheFirstOn) {
  ToFile to_file;
  to_file.add(1, {"b"});
  to_file.add(2, {"a"});
  const auto first = to_file.taken(0);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->through, 2);
  EXPECT_THAT(first->keys, testing::ElementsAre(store::FiledKey("a", 2), store::FiledKey("b", 1)));
  EXPECT_FALSE(to_file.taken(2));
  to_file.add(3, {"a"});
  EXPECT_EQ(to_file.taken(2)->through, 3);
  to_file.add(5, {"a"});  // one is missing
  EXPECT_FALSE(to_file.taken(3));
}

TEST(Filing, AnEventFarBackIsStillTakenBackAndWhatTouchedItSinceIsInTheWay) {
  World world(Where::on_disk);
  ASSERT_TRUE(world.change(World::call(other_bot), count_up("free")).ok());
  const auto written = world.change(World::call(other_bot), count_up("shared"));
  for (int i = 0; i < 1100; ++i) ASSERT_TRUE(world.change(World::call(bot), count_up("shared")).ok());
  const auto blocked = world.undo(World::call(other_bot));
  ASSERT_FALSE(blocked.ok());
  EXPECT_EQ(blocked.error().path, *written->event_id);
  EXPECT_EQ(blocked.error().data->at("blockers").size(), 1100U);
  EXPECT_EQ(code_of(world.undo(World::call(stranger))), Code::not_found);
}

}  // namespace
}  // namespace kernel
