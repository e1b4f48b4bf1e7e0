// SPDX-License-Identifier: Apache-2.0
#include "kernel/undo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "unit/kernel/random_branch.h"

namespace kernel {
namespace {

using testing::HasSubstr;

const Principal ada{Kind::human, "ada", std::nullopt, "ada"};
const Principal bot{Kind::agent, "ada", "bot", "bot for ada"};

// A workspace in small: applies changes, keeps the log, undoes and redoes as the kernel does.
class History {
 public:
  const Branch& branch() const { return branch_; }
  const std::vector<Event>& log() const { return log_; }
  const Event& last() const { return log_.back(); }

  Event change(const std::vector<Op>& ops, const Principal& by = bot) { return append(ops, by, {}, {}); }
  Event set(const std::string& id, const char* member, Json value, const Principal& by = bot) {
    Element element = *branch_.elements.find(id);
    element.body.set(member, std::move(value));
    return change({put(std::move(element))}, by);
  }
  Result<std::vector<Op>> reversal(const Event& event) const { return plan_reversal(event, later(event), branch_); }
  Event undo(const Event& event, const Principal& by = bot) {
    return append(reversal(event).value(), by, event.id, {});
  }
  Event redo(const Event& undone, const Principal& by = bot) {
    return append(reversal(undone).value(), by, {}, undone.id);
  }

  Result<std::string> undoable(const Principal& by = bot) const { return last_undoable(newest_first(), by, "main"); }
  Result<std::string> redoable(const Principal& by = bot) const { return last_redoable(newest_first(), by, "main"); }

  static Op put(Element element) {
    Op op;
    op.id = element.id;
    op.after = std::make_shared<const Element>(std::move(element));
    return op;
  }
  static Op remove(std::string id) {
    Op op;
    op.what = Op::What::remove;
    op.id = std::move(id);
    return op;
  }

 private:
  Event append(const std::vector<Op>& ops, const Principal& by, std::string undo_of, std::string redo_of) {
    const auto seq = static_cast<std::int64_t>(log_.size()) + 1;
    auto applied = apply_ops(branch_, ops).value();
    Event event;
    event.seq = seq;
    event.id = "ev-" + std::to_string(seq);
    event.principal = by;
    event.tool = "tool-" + std::to_string(seq);
    event.steps = applied.steps;
    event.inverse = invert(applied.steps);
    event.undo_of = std::move(undo_of);
    event.redo_of = std::move(redo_of);
    branch_ = landed(branch_, applied, seq);
    log_.push_back(event);
    return event;
  }
  std::vector<Event> later(const Event& event) const {
    std::set<std::string> own;
    for (const auto& step : event.steps) own.insert(step.id);
    std::vector<Event> found;
    for (const auto& other : log_) {
      const bool same = std::ranges::any_of(other.steps, [&](const Step& step) { return own.contains(step.id); });
      if (other.seq > event.seq && same) found.push_back(other);
    }
    return found;
  }
  std::vector<Event> newest_first() const { return {log_.rbegin(), log_.rend()}; }

  Branch branch_;
  std::vector<Event> log_;
};

Element wall(std::string id) {
  Element element;
  element.id = std::move(id);
  element.category = "wall";
  element.body = Json::object({{"height", 3000}, {"name", "north"}, {"points", Json::array({0, 1, 2})}});
  return element;
}

Element door(std::string id, std::string host) {
  Element element = wall(std::move(id));
  element.category = "door";
  element.refs = {std::move(host)};
  return element;
}

Json height(const History& history, const char* id) { return history.branch().elements.find(id)->body.at("height"); }

// Expects a refusal and returns its blockers.
Json blockers(const Result<std::vector<Op>>& plan) {
  EXPECT_FALSE(plan.ok());
  if (plan.ok()) return Json::array();
  EXPECT_EQ(plan.error().code, Code::stale);
  return plan.error().data->at("blockers");
}

// --- reversal ---

TEST(Reversal, TakesAWriteBack) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event lowered = history.set("W1", "height", 2800);
  history.undo(lowered);
  EXPECT_EQ(height(history, "W1"), Json(3000));
}

TEST(Reversal, OfACreateIsARemove) {
  History history;
  const Event created = history.change({History::put(wall("W1"))});
  const auto ops = history.reversal(created).value();
  ASSERT_EQ(ops.size(), 1U);
  EXPECT_EQ(ops[0].what, Op::What::remove);
  EXPECT_EQ(ops[0].id, "W1");
}

TEST(Reversal, OfARemoveBringsTheElementBack) {
  History history;
  history.change({History::put(wall("W1")), History::put(door("D1", "W1"))});
  const Event removed = history.change({History::remove("D1"), History::remove("W1")});
  history.undo(removed);
  EXPECT_EQ(*history.branch().elements.find("D1"), door("D1", "W1"));
}

TEST(Reversal, LaterWritesElsewhereInTheElementStay) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event lowered = history.set("W1", "height", 2800);
  history.set("W1", "name", "south", ada);
  history.undo(lowered);
  EXPECT_EQ(height(history, "W1"), Json(3000));
  EXPECT_EQ(history.branch().elements.find("W1")->body.at("name"), Json("south"));
}

TEST(Reversal, IsBlockedByALaterWriteToTheSamePlace) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event lowered = history.set("W1", "height", 2800);
  const Event raised = history.set("W1", "height", 2900, ada);
  const auto plan = history.reversal(lowered);
  EXPECT_EQ(
      blockers(plan).dump(),
      R"([{"reason":"a later change wrote","element":"W1","path":"/body/height","event_id":"ev-3","tool":"tool-3"}])");
  for (const std::string& part : {raised.id, raised.tool, std::string("W1 /body/height")}) {
    EXPECT_THAT(plan.error().message, HasSubstr(part));
  }
}

TEST(Reversal, IsBlockedByALaterWriteIntoTheSameArray) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event moved = history.set("W1", "points", Json::array({9, 1, 2}));
  history.set("W1", "points", Json::array({9, 1, 2, 3}), ada);
  EXPECT_EQ(blockers(history.reversal(moved)).size(), 1U);
}

TEST(Reversal, OfACreateIsBlockedByAnyLaterWrite) {
  History history;
  const Event created = history.change({History::put(wall("W1"))});
  history.set("W1", "height", 2800, ada);
  EXPECT_EQ(blockers(history.reversal(created)).as_array()[0].text("event_id"), "ev-2");
}

TEST(Reversal, AnUndoneWriteNoLongerBlocks) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event first = history.set("W1", "height", 2800);
  const Event second = history.set("W1", "height", 2900);
  history.undo(second);
  history.undo(first);
  EXPECT_EQ(height(history, "W1"), Json(3000));
}

TEST(Reversal, ARedoneWriteBlocksAgain) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event first = history.set("W1", "height", 2800);
  const Event second = history.set("W1", "height", 2900);
  history.redo(history.undo(second));
  EXPECT_EQ(blockers(history.reversal(first)).as_array()[0].text("event_id"), second.id);
}

TEST(Reversal, AnUndoOfSomethingOlderIsALaterWrite) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event older = history.set("W1", "height", 2800);
  const Event event = history.change({History::put(wall("W2"))});
  history.undo(older);
  EXPECT_TRUE(history.reversal(event).ok());
  EXPECT_EQ(blockers(history.reversal(older)).as_array()[0].text("reason"), "it was taken back already");
}

TEST(Reversal, IsNotDoneTwice) {
  History history;
  const Event created = history.change({History::put(wall("W1"))});
  const Event undone = history.undo(created);
  EXPECT_EQ(blockers(history.reversal(created)).as_array()[0].text("event_id"), undone.id);
  history.redo(undone);
  EXPECT_EQ(blockers(history.reversal(undone)).as_array()[0].text("reason"), "it was taken back already");
}

TEST(Reversal, OfACreateIsBlockedByWhoRefersToItNow) {
  History history;
  const Event created = history.change({History::put(wall("W1"))});
  history.change({History::put(door("D1", "W1"))}, ada);
  const auto plan = history.reversal(created);
  EXPECT_EQ(blockers(plan).dump(), R"([{"reason":"W1 is now referred to by","element":"D1","path":"/refs"}])");
  EXPECT_THAT(plan.error().message, HasSubstr("D1"));
}

TEST(Reversal, OfHostAndGuestTogetherIsFree) {
  History history;
  const Event created = history.change({History::put(wall("W1")), History::put(door("D1", "W1"))});
  history.undo(created);
  EXPECT_EQ(history.branch().elements.size(), 0U);
}

TEST(Reversal, OfARemoveIsBlockedWhenTheHostIsGone) {
  History history;
  history.change({History::put(wall("W1")), History::put(door("D1", "W1"))});
  const Event removed = history.change({History::remove("D1")});
  history.change({History::remove("W1")}, ada);
  const Json list = blockers(history.reversal(removed));
  ASSERT_EQ(list.size(), 1U);
  EXPECT_THAT(list.as_array()[0].text("reason"), HasSubstr("host W1 is gone"));
}

TEST(Reversal, OfWhatLeftTheSystemIsRefused) {
  History history;
  Event exported = history.change({History::put(wall("W1"))});
  exported.leaves_system = true;
  EXPECT_THAT(blockers(history.reversal(exported)).as_array()[0].text("reason"), HasSubstr("left the system"));
}

TEST(Reversal, OfAnEventWithoutStepsIsRefused) {
  Event denial;
  denial.id = "ev-1";
  EXPECT_EQ(blockers(plan_reversal(denial, {}, Branch{})).size(), 1U);
}

TEST(Reversal, EventsOfOtherBranchesDoNotBlock) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event lowered = history.set("W1", "height", 2800);
  Event elsewhere = history.set("W1", "height", 2800 + 1);
  History fresh;
  fresh.change({History::put(wall("W1"))});
  fresh.set("W1", "height", 2800);
  elsewhere.branch = "agent/x";
  EXPECT_TRUE(plan_reversal(lowered, {elsewhere}, fresh.branch()).ok());
}

TEST(Reversal, ALongListIsNamedInPartAndGivenInFull) {
  History history;
  history.change({History::put(wall("W1"))});
  const Event lowered = history.set("W1", "height", 1);
  for (int i = 2; i < 12; ++i) history.set("W1", "height", i);
  const auto plan = history.reversal(lowered);
  EXPECT_EQ(blockers(plan).size(), 10U);
  EXPECT_THAT(plan.error().message, HasSubstr("and 5 more"));
}

RC_GTEST_PROP(Reversal, UndoAfterDoChangesNothing, ()) {
  History history;
  history.change(*random_branch::ops(Branch{}));
  const Branch before = history.branch();
  const auto ops = *random_branch::ops(before);
  const std::size_t logged = history.log().size();
  const Event done = history.change(ops);
  RC_PRE(!done.steps.empty());
  const Branch after = history.branch();
  const Event undone = history.undo(done);
  RC_ASSERT(history.branch().sum == before.sum);
  history.redo(undone);
  RC_ASSERT(history.branch().sum == after.sum);
  RC_ASSERT(history.log().size() == logged + 3);
}

RC_GTEST_PROP(Reversal, UndoingAllFromTheBackEmptiesTheBranch, ()) {
  History history;
  std::vector<Event> done;
  for (int i = 0; i < 4; ++i) {
    const Event event = history.change(*random_branch::ops(history.branch()));
    if (!event.steps.empty()) done.push_back(event);
  }
  for (auto it = done.rbegin(); it != done.rend(); ++it) {
    RC_ASSERT(history.undoable().value() == it->id);
    history.undo(*it);
  }
  RC_ASSERT(history.branch().elements.size() == 0U);
  RC_ASSERT(!history.undoable().ok());
}

// --- which event ---

TEST(LastUndoable, IsOnesOwnNewestWrite) {
  History history;
  const Event mine = history.change({History::put(wall("W1"))});
  history.change({History::put(wall("W2"))}, ada);
  EXPECT_EQ(history.undoable().value(), mine.id);
}

TEST(LastUndoable, PassesByWhatWasUndoneAndWhatWroteNothing) {
  History history;
  const Event first = history.change({History::put(wall("W1"))});
  const Event second = history.set("W1", "height", 1);
  history.change({});
  EXPECT_EQ(history.undoable().value(), second.id);
  history.undo(second);
  EXPECT_EQ(history.undoable().value(), first.id);
  history.undo(first);
  EXPECT_EQ(history.undoable().error().code, Code::not_found);
}

TEST(LastUndoable, ARedoneEventCountsAsItsRedo) {
  History history;
  const Event created = history.change({History::put(wall("W1"))});
  const Event redone = history.redo(history.undo(created));
  EXPECT_EQ(history.undoable().value(), redone.id);
}

TEST(LastUndoable, AnotherPersonsUndoCountsToo) {
  History history;
  const Event created = history.change({History::put(wall("W1"))});
  history.undo(created, ada);
  EXPECT_EQ(history.undoable().error().code, Code::not_found);
}

TEST(LastUndoable, LooksAtOneBranch) {
  History history;
  history.change({History::put(wall("W1"))});
  EXPECT_EQ(last_undoable({history.last()}, bot, "agent/x").error().code, Code::not_found);
}

TEST(LastRedoable, IsTheNewestUndoNotYetRedone) {
  History history;
  const Event first = history.change({History::put(wall("W1"))});
  const Event second = history.set("W1", "height", 1);
  const Event undo_second = history.undo(second);
  const Event undo_first = history.undo(first);
  EXPECT_EQ(history.redoable().value(), undo_first.id);
  history.redo(undo_first);
  EXPECT_EQ(history.redoable().value(), undo_second.id);
  history.redo(undo_second);
  EXPECT_EQ(height(history, "W1"), Json(1));
  EXPECT_EQ(history.redoable().error().code, Code::not_found);
}

TEST(LastRedoable, EndsWithTheNextChangeOfOnesOwn) {
  History history;
  history.undo(history.change({History::put(wall("W1"))}));
  history.change({History::put(wall("W2"))}, ada);
  EXPECT_TRUE(history.redoable().ok());
  history.change({History::put(wall("W3"))});
  EXPECT_EQ(history.redoable().error().code, Code::not_found);
}

TEST(LastRedoable, IsOnesOwn) {
  History history;
  history.undo(history.change({History::put(wall("W1"))}));
  EXPECT_EQ(history.redoable(ada).error().code, Code::not_found);
}

TEST(LastRedoable, AnUndoneRedoCanBeRedone) {
  History history;
  const Event created = history.change({History::put(wall("W1"))});
  const Event redone = history.redo(history.undo(created));
  const Event again = history.undo(redone);
  EXPECT_EQ(history.redoable().value(), again.id);
}

}  // namespace
}  // namespace kernel
