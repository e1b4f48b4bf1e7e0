// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>

#include "store/workspace_file.h"
#include "unit/kernel/random_branch.h"
#include "unit/kernel/world.h"

namespace kernel {
namespace {

using namespace testing_world;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;
using testing::IsEmpty;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

Kernel::Plan write_file(const std::string& path, const std::string& bytes) {
  return [=](const View&) -> Result<Change> {
    Change change;
    change.files.push_back({path, bytes, {".txt", ".ids", ".json", ".svg"}});
    change.leaves_system = true;
    return change;
  };
}

std::vector<std::string> problems(const World& world, const Principal& who = bot) {
  const auto report = world.kernel->verify(World::reading(who), true);
  EXPECT_TRUE(report.ok()) << report.error().message;
  return report->problems;
}

std::map<std::string, Element> state(const World& world, const Principal& who = bot,
                                     const std::string& branch = "main") {
  std::map<std::string, Element> all;
  Call call = World::reading(who);
  call.branch = branch;
  const auto look = [&](const View& view) -> Result<Json> {
    for (const auto& element : view.elements()) all.emplace(element->id, *element);
    return Json();
  };
  EXPECT_TRUE(world.kernel->read(call, look).ok());
  return all;
}

// ---- restart -----------------------------------------------------------------------------------

TEST(KernelLog, ARestartKeepsEverything) {
  World world(Where::on_disk);
  Call call = World::call();
  call.idempotency_key = "k";
  call.reasoning = "why";
  ASSERT_TRUE(world.change(call, put(note("a", Json::object({{"z", 1}, {"b", Json::array({1, 2.5, "ü"})}})))).ok());
  Call waits = World::call();
  waits.toolset = "aas";
  const std::string id = world.change(waits, put(note("b", 1)))->approval->id;
  const auto branched =
      World::wait([&](Kernel::Done done) { world.kernel->create_branch(World::call(), "agent/x", std::move(done)); });
  ASSERT_TRUE(branched.ok()) << branched.error().message;
  const auto before = state(world);
  const auto events = world.events();

  world.restart();
  EXPECT_EQ(state(world), before);
  EXPECT_EQ(world.body("a")->dump(), R"({"z":1,"b":[1,2.5,"ü"]})") << "members keep their order";
  EXPECT_EQ(state(world, bot, "agent/x"), before);
  EXPECT_EQ(world.events().size(), events.size());
  EXPECT_EQ(world.kernel->reasoning_of(World::reading(), world.events().back()).value(), "why");
  EXPECT_TRUE(world.change(call, count_up("a"))->replayed);
  EXPECT_TRUE(world.decide(id).ok());
  EXPECT_EQ(world.body("b"), Json(1));
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST(KernelLog, AWorkspaceBelongsToOneProcess) {
  World world(Where::on_disk);
  ASSERT_TRUE(world.change(World::call(), put(note("a", 1))).ok());
  Kernel::Options options{.policy = support::built_in_policy()};
  options.state_dir = world.state();
  options.clock = &world.clock;
  Kernel second(std::move(options), base::Roots());
  EXPECT_EQ(second.read(World::reading(), [](const View&) -> Result<Json> { return Json(); }).error().code,
            Code::unavailable);
}

// ---- undo --------------------------------------------------------------------------------------

TEST(KernelUndo, TakesBackTheLastChangeAndRedoBringsItAgain) {
  World world;
  ASSERT_TRUE(world.change(World::call(), count_up("n")).ok());
  ASSERT_TRUE(world.change(World::call(), count_up("n")).ok());
  const auto undone = world.undo(World::call());
  ASSERT_TRUE(undone.ok()) << undone.error().message;
  EXPECT_EQ(world.body("n")->at("n"), Json(1));
  EXPECT_FALSE(world.events().front().undo_of.empty());
  const auto redone = world.redo(World::call());
  ASSERT_TRUE(redone.ok()) << redone.error().message;
  EXPECT_EQ(world.body("n")->at("n"), Json(2));
  EXPECT_EQ(world.events().front().redo_of, *undone->event_id);
  EXPECT_EQ(code_of(world.redo(World::call())), Code::not_found);
}

TEST(KernelUndo, IsRefusedWhenSomebodyWroteThereSince) {
  World world;
  const auto first = world.change(World::call(), put(note("a", Json::object({{"x", 1}}))));
  ASSERT_TRUE(world.change(World::call(ada), put(note("a", Json::object({{"x", 2}})))).ok());
  EXPECT_EQ(code_of(world.undo(World::call(), *first->event_id)), Code::stale);
}

TEST(KernelUndo, BelongsToWhoDidItAndToTheirPerson) {
  World world;
  const auto done = world.change(World::call(), put(note("a", 1)));
  EXPECT_EQ(code_of(world.undo(World::call(other_bot), *done->event_id)), Code::denied);
  EXPECT_EQ(code_of(world.undo(World::call(other_bot))), Code::not_found);
  EXPECT_TRUE(world.undo(World::call(ada), *done->event_id).ok());
  EXPECT_FALSE(world.body("a").has_value());
}

TEST(KernelUndo, ARepeatedUndoTakesBackOnlyOne) {
  World world;
  ASSERT_TRUE(world.change(World::call(), count_up("n")).ok());
  ASSERT_TRUE(world.change(World::call(), count_up("n")).ok());
  Call call = World::call();
  call.idempotency_key = "undo-1";
  ASSERT_TRUE(world.undo(call).ok());
  EXPECT_TRUE(world.undo(call)->replayed);
  EXPECT_EQ(world.body("n")->at("n"), Json(1));
}

TEST(KernelUndo, IsJudgedAsWhatItDoes) {
  World world;
  Call call = World::call();
  call.toolset = "fixtures";  // deletions wait there
  call.reasoning = "test";
  call.dry_run = false;
  ASSERT_TRUE(world.change(call, put(note("a", 1))).ok());
  Call undo = World::call();
  undo.toolset = "kernel";
  undo.reasoning = "test";
  undo.dry_run = false;
  const auto waits = world.undo(undo);
  ASSERT_TRUE(waits.ok()) << waits.error().message;
  ASSERT_TRUE(waits->approval.has_value()) << "undoing a create is a deletion";
  EXPECT_EQ(waits->approval->min_assurance, "A2");
  const auto done = world.decide(waits->approval->id);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_FALSE(world.body("a").has_value());
  EXPECT_FALSE(world.events().front().undo_of.empty()) << "also after waiting it is known as an undo";
}

TEST(KernelUndo, WhatLeftTheSystemStaysOut) {
  World world;
  const auto done = world.change(World::call(), write_file("out.txt", "x"));
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(code_of(world.undo(World::call(), *done->event_id)), Code::stale);
}

// undo ∘ do = id, and redo ∘ undo = id, over random changes.
RC_GTEST_PROP(KernelUndoProperty, UndoingEverythingGivesNothingAndRedoingTheLastGivesItBack, ()) {
  World world;
  std::vector<std::map<std::string, Element>> states{state(world, ada)};
  const int rounds = *rc::gen::inRange(1, 6);
  for (int i = 0; i < rounds; ++i) {
    Branch branch;
    for (const auto& [id, element] : states.back()) branch.elements.put(id, std::make_shared<const Element>(element));
    const std::vector<Op> ops = *random_branch::ops(branch);
    const auto done = world.change(World::call(ada), [&](const View&) -> Result<Change> {
      Change change;
      change.ops = ops;
      return change;
    });
    RC_ASSERT(done.ok());
    if (state(world, ada) != states.back()) states.push_back(state(world, ada));
  }
  for (std::size_t i = states.size() - 1; i > 0; --i) {
    const auto undone = world.undo(World::call(ada));
    RC_ASSERT(undone.ok());
    RC_ASSERT(state(world, ada) == states[i - 1]);
  }
  if (states.size() > 1) {
    RC_ASSERT(world.redo(World::call(ada)).ok());
    RC_ASSERT(state(world, ada) == states[1]);
  }
  RC_ASSERT(problems(world, ada).empty());
}

// ---- branches ----------------------------------------------------------------------------------

class KernelBranches : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(world.change(World::call(), put(note("a", Json::object({{"x", 1}, {"y", 1}})))).ok());
    const auto made =
        World::wait([&](Kernel::Done done) { world.kernel->create_branch(World::call(), "agent/x", std::move(done)); });
    ASSERT_TRUE(made.ok()) << made.error().message;
  }
  static Call on(const std::string& branch) {
    Call call = World::call();
    call.branch = branch;
    return call;
  }
  Result<Outcome> merge(const std::string& from, const std::string& into, std::vector<Resolution> resolutions = {}) {
    return World::wait([&](Kernel::Done done) {
      world.kernel->merge_branch(on(into), from, std::move(resolutions), std::move(done));
    });
  }
  World world{Where::on_disk};
};

TEST_F(KernelBranches, AreApartAndMergeWhenAHumanSaysSo) {
  ASSERT_TRUE(world.change(on("agent/x"), put(note("a", Json::object({{"x", 2}, {"y", 1}})))).ok());
  ASSERT_TRUE(world.change(on("main"), put(note("a", Json::object({{"x", 1}, {"y", 2}})))).ok());
  const auto waits = merge("agent/x", "main");
  ASSERT_TRUE(waits.ok()) << waits.error().message;
  ASSERT_TRUE(waits->approval.has_value());
  EXPECT_EQ(waits->approval->min_assurance, "A2");
  EXPECT_EQ(world.body("a")->at("x"), Json(1));
  const auto done = world.decide(waits->approval->id);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(*world.body("a"), Json::object({{"x", 2}, {"y", 2}}));
  EXPECT_EQ(world.events().front().parents.size(), 2U);
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST_F(KernelBranches, ASecondMergeBeginsWhereTheFirstEnded) {
  ASSERT_TRUE(world.change(on("agent/x"), put(note("b", 1))).ok());
  ASSERT_TRUE(world.decide(merge("agent/x", "main")->approval->id).ok());
  EXPECT_EQ(code_of(merge("agent/x", "main")), Code::constraint) << "there is nothing left to merge";
  ASSERT_TRUE(world.change(on("main"), put(note("b", 2))).ok());
  ASSERT_TRUE(world.change(on("agent/x"), put(note("c", 1))).ok());
  world.restart();
  const auto second = merge("agent/x", "main");
  ASSERT_TRUE(second.ok()) << second.error().message;
  ASSERT_TRUE(world.decide(second->approval->id).ok());
  EXPECT_EQ(world.body("b"), Json(2)) << "main's later word about b stands";
  EXPECT_EQ(world.body("c"), Json(1));
}

TEST_F(KernelBranches, ConflictsAreListedAndResolved) {
  ASSERT_TRUE(world.change(on("agent/x"), put(note("a", Json::object({{"x", 2}, {"y", 1}})))).ok());
  ASSERT_TRUE(world.change(on("main"), put(note("a", Json::object({{"x", 3}, {"y", 1}})))).ok());
  const auto refused = merge("agent/x", "main");
  ASSERT_EQ(code_of(refused), Code::merge_conflict);
  const Json data = *refused.error().data;
  const Json& conflict = data.at("conflicts").as_array().front();
  EXPECT_EQ(conflict.text("kind"), "modify/modify");
  const auto resolved = merge("agent/x", "main", {{"a", std::string(conflict.text("path")), "theirs", {}}});
  ASSERT_TRUE(resolved.ok()) << resolved.error().message;
  ASSERT_TRUE(world.decide(resolved->approval->id).ok());
  EXPECT_EQ(world.body("a")->at("x"), Json(2));
}

TEST_F(KernelBranches, AMergeIsBoundToBothHeads) {
  ASSERT_TRUE(world.change(on("agent/x"), put(note("b", 1))).ok());
  const auto waits = merge("agent/x", "main");
  ASSERT_TRUE(world.change(on("agent/x"), put(note("b", 2))).ok());
  EXPECT_EQ(code_of(world.decide(waits->approval->id)), Code::stale);
}

TEST_F(KernelBranches, NamesAreCheckedAndTakenOnce) {
  const auto make = [&](const std::string& name) {
    return code_of(
        World::wait([&](Kernel::Done done) { world.kernel->create_branch(World::call(), name, std::move(done)); }));
  };
  EXPECT_EQ(make("agent/x"), Code::constraint);
  EXPECT_EQ(make(""), Code::out_of_range);
  EXPECT_EQ(make("a b"), Code::out_of_range);
}

// ---- proof -------------------------------------------------------------------------------------

TEST(KernelLog, RedactionRemovesTheTextAndKeepsTheChain) {
  World world(Where::on_disk);
  Call call = World::call();
  call.reasoning = "my private reason";
  const auto done = world.change(call, put(note("a", 1)));
  const auto redact = [&](const Principal& who) {
    return World::wait(
        [&](Kernel::Done answer) { world.kernel->redact(World::call(who), *done->event_id, std::move(answer)); });
  };
  EXPECT_EQ(code_of(redact(bot)), Code::denied);
  ASSERT_TRUE(redact(ada).ok());
  EXPECT_EQ(world.events().front().facts.front().type, "log.redacted");
  EXPECT_EQ(world.kernel->reasoning_of(World::reading(), world.events().back()).error().code, Code::not_found);
  EXPECT_THAT(problems(world), IsEmpty());
  EXPECT_EQ(code_of(redact(ada)), Code::not_found);
}

TEST(KernelLog, TheReasonForAProposalGoesFromItsRecordToo) {
  World world;
  Call call = World::call();
  call.toolset = "aas";
  call.reasoning = "my private reason";
  const auto asked = world.change(call, put(note("a", 1)));
  const auto redact = [&](const std::string& id) {
    return World::wait([&](Kernel::Done answer) { world.kernel->redact(World::call(ada), id, std::move(answer)); });
  };
  EXPECT_FALSE(asked->event_id) << "what waits has no event of its own yet";
  EXPECT_EQ(code_of(redact(world.events().front().id)), Code::stale) << "who decides must see it";
  const auto done = world.decide(asked->approval->id);
  ASSERT_TRUE(done.ok());
  ASSERT_TRUE(redact(*done->event_id).ok());
  EXPECT_EQ(world.kernel->pending(asked->approval->id)->reasoning, "");
  for (const Event& event : world.events()) {
    EXPECT_FALSE(world.kernel->reasoning_of(World::reading(), event).ok());
  }
}

TEST(KernelLog, TheReasonOfADecisionGoesToo) {
  World world;
  Call call = World::call();
  call.toolset = "aas";
  const auto asked = world.change(call, put(note("a", 1)));
  Ballot ballot = world.ballot(*world.challenge(asked->approval->id), false);
  ballot.reason = "she asked for it";
  ASSERT_TRUE(world.cast(asked->approval->id, ballot).ok());
  const std::string rejection = world.events().front().id;
  ASSERT_TRUE(World::wait([&](Kernel::Done answer) {
                world.kernel->redact(World::call(ada), rejection, std::move(answer));
              }).ok());
  EXPECT_EQ(world.kernel->pending(asked->approval->id)->ballots.front().reason, "");
}

int run(const std::string& command) { return WEXITSTATUS(std::system((command + " > /dev/null").c_str())); }

TEST(KernelLog, TheExportProvesItself) {
  World world(Where::on_disk);
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(world.change(World::call(ada), count_up("n")).ok());
  Call waits = World::call();
  waits.toolset = "aas";
  ASSERT_TRUE(world.change(waits, put(note("a", 1))).ok());
  const auto out = world.place("export");
  const auto exported = world.kernel->export_log(World::reading(), out);
  ASSERT_TRUE(exported.ok()) << exported.error().message;
  EXPECT_TRUE(std::filesystem::exists(out / "policies" / (support::built_in_policy().digest() + ".toml")));
  EXPECT_THAT(text_of(out / "heads.jsonl"), HasSubstr("\"seq\":256"));
  EXPECT_THAT(text_of(out / "pendings.json"), testing::Not(HasSubstr("form_code")));
  const std::string verify = "python3 " + (out / "verify.py").native();
  EXPECT_EQ(run(verify), 0);

  const std::string events = text_of(out / "events.jsonl");
  std::string altered = events;
  altered.replace(altered.find("test_tool"), 4, "tast");
  std::ofstream(out / "events.jsonl", std::ios::binary) << altered;
  EXPECT_EQ(run(verify), 1) << "an altered event is found";
  std::ofstream(out / "events.jsonl", std::ios::binary) << events.substr(0, events.rfind('\n', events.size() - 2) + 1);
  EXPECT_EQ(run(verify), 1) << "a cut tail is found by the head";
}

TEST(KernelLog, ACutTailIsFoundByTheSignedHeads) {
  World world(Where::on_disk);
  for (int i = 0; i < 256; ++i) ASSERT_TRUE(world.change(World::call(ada), count_up("n")).ok());
  EXPECT_THAT(problems(world), IsEmpty());
  const std::string handle = world.kernel->workspace_handle(World::reading()).value();
  const auto heads = world.state() / "heads" / (handle + ".jsonl");
  ASSERT_TRUE(std::filesystem::exists(heads));
  std::string line = text_of(heads);
  line.replace(line.find("\"seq\":256"), 9, "\"seq\":255");
  std::ofstream(heads, std::ios::binary) << line;
  EXPECT_THAT(problems(world), testing::Contains(HasSubstr("signature")));
}

std::size_t heads_of(const World& world, const std::string& handle) {
  const auto path = world.state() / "heads" / (handle + ".jsonl");
  const std::string text = std::filesystem::exists(path) ? text_of(path) : std::string();
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

// Takes the newest event away, as one with write access to the file could.
void cut_tail(const World& world, const std::string& handle) {
  const auto file = world.state() / "workspaces" / (handle + ".db");
  const std::string sql =
      "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);"
      "[c.execute('DROP TRIGGER '+n) for (n,) in c.execute(\"SELECT name FROM sqlite_master WHERE "
      "type='trigger'\").fetchall()];"
      "c.execute('DELETE FROM events WHERE seq=(SELECT max(seq) FROM events)');c.commit()";
  std::ofstream(world.place("cut.py")) << sql;
  ASSERT_EQ(run("python3 " + world.place("cut.py").native() + " " + file.native()), 0);
}

TEST(KernelLog, AHeadIsSignedAtTheEndAndACutTailIsFound) {
  World world(Where::on_disk);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(world.change(World::call(ada), count_up("n")).ok());
  const std::string handle = world.kernel->workspace_handle(World::reading()).value();
  EXPECT_EQ(heads_of(world, handle), 1U) << "of the first event";
  world.kernel.reset();
  EXPECT_EQ(heads_of(world, handle), 2U);
  cut_tail(world, handle);
  world.start();
  EXPECT_THAT(problems(world), testing::Contains(HasSubstr("signed head 3: the log ends before it")));
}

TEST(KernelLog, AHeadIsSignedWhenAWorkspaceClosesAndNeverTwiceForOneEvent) {
  World world(Where::on_disk);
  ASSERT_TRUE(world.change(World::call(ada), count_up("n")).ok());
  const std::string handle = world.kernel->workspace_handle(World::reading()).value();
  ASSERT_TRUE(world.kernel->close_workspace(World::reading()).ok());
  EXPECT_EQ(heads_of(world, handle), 1U);
  ASSERT_TRUE(world.body("n").has_value());
  ASSERT_TRUE(world.kernel->close_workspace(World::reading()).ok());
  ASSERT_TRUE(world.kernel->export_log(World::reading(), world.place("export")).ok());
  world.restart();
  world.restart();
  EXPECT_EQ(heads_of(world, handle), 1U);
  EXPECT_THAT(problems(world), IsEmpty());
}

TEST(KernelLog, AHeadOlderThanFiveMinutesIsFollowedByAnother) {
  World world(Where::on_disk);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(world.change(World::call(ada), count_up("n")).ok());
  const std::string handle = world.kernel->workspace_handle(World::reading()).value();
  world.kernel->expire_idle();
  EXPECT_EQ(heads_of(world, handle), 1U) << "not yet";
  world.clock.advance(5 * 60 * 1000);
  world.kernel->expire_idle();
  EXPECT_EQ(heads_of(world, handle), 2U) << "by the timer";
  world.clock.advance(5 * 60 * 1000);
  world.kernel->expire_idle();
  EXPECT_EQ(heads_of(world, handle), 2U) << "nothing happened since";
  ASSERT_TRUE(world.change(World::call(ada), count_up("n")).ok());
  EXPECT_EQ(heads_of(world, handle), 3U) << "with the next event";
  ASSERT_TRUE(world.change(World::call(ada), count_up("n")).ok());
  EXPECT_EQ(heads_of(world, handle), 3U);
}

TEST(KernelLog, HistoryIsThatOfOneBranch) {
  World world;
  ASSERT_TRUE(world.change(World::call(), put(note("a", 1))).ok());
  const auto made = World::wait([&](Kernel::Done done) {
    world.kernel->create_branch(World::call(bot, Permission::create), "agent/idea", std::move(done));
  });
  ASSERT_TRUE(made.ok()) << made.error().message;
  Call there = World::reading();
  there.branch = "agent/idea";
  EXPECT_EQ(world.events().size(), 1U);
  ASSERT_EQ(world.events(there).size(), 1U);
  EXPECT_EQ(world.events(there).front().seq, 2);
  there.branch = "agent/ides";
  const auto unknown = world.kernel->history(there, 0, 10);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, Code::not_found);
  EXPECT_THAT(unknown.error().hint, HasSubstr("Did you mean agent/idea?"));
  EXPECT_EQ(world.kernel->history_of_all_branches(World::reading(), 0, 10).value().events.size(), 2U);
}

// ---- files -------------------------------------------------------------------------------------

TEST(KernelFiles, AreWrittenBeforeTheAnswer) {
  World world(Where::on_disk);
  ASSERT_TRUE(world.change(World::call(), write_file("plan.svg", "<svg/>")).ok());
  EXPECT_EQ(text_of(world.files() / "plan.svg"), "<svg/>");
}

TEST(KernelFiles, OutsideTheRootsNothingIsCommitted) {
  World world;
  EXPECT_FALSE(world.change(World::call(), write_file("../escape.txt", "x")).ok());
  EXPECT_FALSE(world.change(World::call(), write_file("no/such/folder.txt", "x")).ok());
  EXPECT_THAT(world.events(), IsEmpty());
}

TEST(KernelFiles, WhereNothingCanBeWrittenNothingIsCommitted) {
  World world;
  std::filesystem::create_directory(world.files() / "taken");
  const auto refused = world.change(World::call(), write_file("taken", "x"));
  ASSERT_EQ(code_of(refused), Code::io);
  EXPECT_THAT(refused.error().message, HasSubstr("\"taken\" is a directory"));
  EXPECT_THAT(refused.error().hint, HasSubstr("Name"));
  EXPECT_THAT(world.events(), IsEmpty());
}

TEST(KernelFiles, WhatCouldNotBeWrittenIsWrittenAtTheNextStart) {
  World world(Where::on_disk);
  const auto obstacle = [&](const View&) -> Result<Change> {
    Change change;
    change.files.push_back({"late.txt", "here at last", {".txt"}});
    return change;
  };
  // The place is fine when the plan is judged, and taken by a directory when the file is due.
  world.kernel->on_commit(
      [&](const Kernel::Committed&) { std::filesystem::create_directory(world.files() / "late.txt"); });
  const auto failed = world.change(World::call(), obstacle);
  ASSERT_EQ(code_of(failed), Code::io);
  EXPECT_THAT(failed.error().message, HasSubstr("was not written"));
  EXPECT_THAT(failed.error().message, HasSubstr("late.txt"));
  EXPECT_THAT(failed.error().hint, HasSubstr("do not repeat"));
  EXPECT_EQ(world.events().size(), 1U);
  std::filesystem::remove(world.files() / "late.txt");
  world.restart();
  EXPECT_FALSE(world.body("whatever").has_value());  // opens the workspace
  EXPECT_EQ(text_of(world.files() / "late.txt"), "here at last");
  const std::string handle = world.kernel->workspace_handle(World::reading()).value();
  world.kernel.reset();
  const auto file = store::WorkspaceFile::open_read_only((world.state() / "workspaces" / (handle + ".db")).native());
  EXPECT_THAT(file.value()->outbox().value(), IsEmpty());
  world.start();
}

TEST(KernelFiles, ARepeatedCallWritesWhatCouldNotBeWrittenOrSaysSoAgain) {
  World world;
  const auto late = write_file("late.txt", "here at last");
  world.kernel->on_commit(
      [&](const Kernel::Committed&) { std::filesystem::create_directory(world.files() / "late.txt"); });
  Call call = World::call();
  call.idempotency_key = "once";
  ASSERT_EQ(code_of(world.change(call, late)), Code::io);
  const auto again = world.change(call, late);
  ASSERT_EQ(code_of(again), Code::io) << "a replayed answer must not claim that the file is there";
  EXPECT_THAT(again.error().message, HasSubstr("was not written"));
  std::filesystem::remove(world.files() / "late.txt");
  const auto done = world.change(call, late);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_TRUE(done->replayed);
  EXPECT_EQ(text_of(world.files() / "late.txt"), "here at last");
  EXPECT_EQ(world.events().size(), 1U);
}

TEST(KernelHistory, NamesPeopleAndSaysWhatWasDoneAndTakenBack) {
  World world;
  const auto made = world.change(World::call(), [](const View&) -> Result<Change> {
    Change change;
    change.put(note("n", 1));
    change.summary = "Write a note";
    return change;
  });
  ASSERT_TRUE(world.undo(World::call()).ok());
  const auto page = world.kernel->history(World::reading(), 0, 10).value();
  EXPECT_EQ(page.names.at(bot.key()), "layout-bot for ada");
  EXPECT_EQ(page.reversed.at(*made->event_id), "Write a note");
  EXPECT_EQ(page.events.back().summary, "Write a note");
  EXPECT_EQ(counts_in_words(page.events.back().touched), "note: 1 created");
}

TEST(KernelHistory, TellsNothingOfWhatTheReaderMayNotSee) {
  World world;
  ASSERT_TRUE(world
                  .change(World::call(),
                          [](const View&) -> Result<Change> {
                            Change change;
                            change.put(note("n", 1, "vault"));
                            change.summary = "Hide the key in the vault";
                            return change;
                          })
                  .ok());
  const auto policy = support::parse_policy(
      "[[principal]]\nid = \"*\"\n[[principal.allow]]\ndo = [\"READ\"]\ncategories = [\"wall\"]\n"
      "[[principal.allow]]\ndo = [\"READ\"]\ntoolsets = [\"kernel\"]\n",
      "policy.toml");
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  ASSERT_TRUE(world.kernel->reload_policy(*policy, ada).ok());
  const auto page = world.kernel->history(World::reading(other_bot), 0, 10);
  ASSERT_TRUE(page.ok()) << page.error().message;
  ASSERT_FALSE(page->events.empty());
  for (const Event& event : page->events) {
    EXPECT_EQ(event.summary, "");
    EXPECT_EQ(event.touched.dump(), "{}");
  }
}

}  // namespace
}  // namespace kernel
