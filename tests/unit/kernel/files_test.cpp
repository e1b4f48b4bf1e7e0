// SPDX-License-Identifier: Apache-2.0
// Files as governed objects: what an agent may write, what it may replace, and what people see of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "base/crypto.h"
#include "unit/kernel/world.h"

namespace kernel {
namespace {

using testing::HasSubstr;
using testing_world::bot;
using testing_world::note;
using testing_world::Where;
using testing_world::World;

class KernelGovernedFiles : public testing::Test {
 protected:
  static std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  void put_there(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((world.files() / name).parent_path());
    std::ofstream(world.files() / name, std::ios::binary) << bytes;
  }
  std::string there(const std::string& name) const { return text_of(world.files() / name); }
  static Kernel::Plan write(const FileWrite& file) {
    return [file](const View&) -> Result<Change> {
      Change change;
      change.files.push_back(file);
      change.summary = "Write a file";
      return change;
    };
  }
  static FileWrite file(const std::string& path, const std::string& bytes, bool overwrite = false) {
    return {path, bytes, {".txt", ".ids"}, overwrite};
  }
  Result<Outcome> writes(const FileWrite& what) const { return world.change(World::reading(), write(what)); }
  // A document that says it was read from that file with these bytes.
  Result<Outcome> loads(const std::string& path, const std::string& bytes) const {
    return world.change(World::call(), [=](const View&) -> Result<Change> {
      Change change;
      change.put(note("ids:document", Json(bytes)));
      change.loads.push_back({"ids:document", path, base::sha256_hex(bytes)});
      return change;
    });
  }

  World world{Where::on_disk};
};

TEST_F(KernelGovernedFiles, ANewOneIsToldWithItsDigest) {
  const auto done = writes(file("a.txt", "one"));
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(there("a.txt"), "one");
  ASSERT_TRUE(done->files);
  EXPECT_EQ(done->files->as_array()[0].text("after"), base::sha256_hex("one"));
  EXPECT_TRUE(done->files->as_array()[0].at("before").is_null());
  const Event event = world.events().front();
  ASSERT_EQ(event.files.size(), 1U);
  EXPECT_EQ(event.files[0].path, (world.files() / "a.txt").native());
  EXPECT_EQ(event.files[0].size, 3);
  EXPECT_EQ(event.facts[0], (Fact{"file.created", "a.txt"}));
  EXPECT_EQ(event.touched.at("n").as_integer(), 1);
  EXPECT_TRUE(world.kernel->verify(World::reading(), true)->problems.empty());
}

TEST_F(KernelGovernedFiles, WhatThisWorkspaceWroteMayBeReplaced) {
  ASSERT_TRUE(writes(file("a.txt", "one")).ok());
  world.restart();
  const auto again = writes(file("a.txt", "two"));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(there("a.txt"), "two");
  EXPECT_EQ(again->files->as_array()[0].text("before"), base::sha256_hex("one"));
  EXPECT_EQ(world.events().front().facts[0].type, "file.replaced");
}

TEST_F(KernelGovernedFiles, NotOnceSomebodyElseChangedIt) {
  ASSERT_TRUE(writes(file("a.txt", "one")).ok());
  put_there("a.txt", "somebody's");
  const auto refused = writes(file("a.txt", "two"));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("this workspace did not write it"));
  EXPECT_EQ(there("a.txt"), "somebody's");
}

TEST_F(KernelGovernedFiles, OthersNeedOverwriteAndAHuman) {
  put_there("model.txt", "2.4 MB of work");
  EXPECT_EQ(writes(file("model.txt", "x")).error().code, Code::constraint);
  const auto waits = writes(file("model.txt", "x", true));
  ASSERT_TRUE(waits.ok()) << waits.error().message;
  ASSERT_TRUE(waits->approval) << "by the built-in policy";
  EXPECT_EQ(waits->approval->min_assurance, "A2");
  EXPECT_EQ(there("model.txt"), "2.4 MB of work");
  const auto pending = world.kernel->pending(waits->approval->id);
  ASSERT_TRUE(pending.ok());
  EXPECT_THAT(describe(*pending), HasSubstr("REPLACES A FILE THAT LINTEL DID NOT WRITE (14 bytes"));
  ASSERT_TRUE(world.decide(waits->approval->id).ok());
  EXPECT_EQ(there("model.txt"), "x");
}

TEST_F(KernelGovernedFiles, AnApprovalIsForTheFileThatWasSeen) {
  put_there("model.txt", "seen");
  const auto waits = writes(file("model.txt", "x", true));
  put_there("model.txt", "changed meanwhile");
  const auto decided = world.decide(waits->approval->id);
  ASSERT_FALSE(decided.ok());
  EXPECT_THAT(decided.error().message, HasSubstr("was changed since"));
  EXPECT_EQ(there("model.txt"), "changed meanwhile");
}

// A folder that has become a link, a file that has become a program: the approval was for something else.
TEST_F(KernelGovernedFiles, AnApprovalIsForThePlaceThatWasSeen) {
  put_there("out/model.txt", "seen");
  put_there(".git/model.txt", "seen");
  const auto linked = writes(file("out/model.txt", "x", true));
  ASSERT_TRUE(linked.ok() && linked->approval);
  std::filesystem::rename(world.files() / "out", world.files() / "kept");
  std::filesystem::create_symlink(".git", world.files() / "out");
  EXPECT_FALSE(world.decide(linked->approval->id).ok());
  EXPECT_EQ(there(".git/model.txt"), "seen");

  put_there("run.txt", "seen");
  const auto program = writes(file("run.txt", "x", true));
  ASSERT_TRUE(program.ok() && program->approval);
  ASSERT_EQ(::chmod((world.files() / "run.txt").c_str(), 0755), 0);
  EXPECT_FALSE(world.decide(program->approval->id).ok());
  EXPECT_EQ(there("run.txt"), "seen");
}

// The same between the commit and the writing.
TEST_F(KernelGovernedFiles, AFolderSwappedInTheLastMomentLeadsNowhere) {
  put_there("out/keep.txt", "");
  put_there(".git/keep.txt", "");
  bool swapped = false;
  world.kernel->on_commit([&](const Kernel::Committed&) {
    if (std::exchange(swapped, true)) return;
    std::filesystem::rename(world.files() / "out", world.files() / "kept");
    std::filesystem::create_symlink(".git", world.files() / "out");
  });
  const auto refused = writes(file("out/a.txt", "x"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::stale);
  EXPECT_FALSE(std::filesystem::exists(world.files() / ".git/a.txt"));
}

TEST_F(KernelGovernedFiles, HiddenNamesProgramsLinksAndWrongEndingsAreRefused) {
  put_there("run.txt", "#!/bin/sh");
  ASSERT_EQ(::chmod((world.files() / "run.txt").c_str(), 0755), 0);
  put_there(".git/hooks/keep", "");
  std::filesystem::create_symlink(world.files() / "run.txt", world.files() / "link.txt");
  std::filesystem::create_directory(world.files() / "folder.txt");
  for (const char* path : {"run.txt", ".git/hooks/pre-commit.txt", ".env.txt", "link.txt", "folder.txt", "Makefile",
                           "model.ifc", ".txt", "a/../.hidden.txt"}) {
    EXPECT_FALSE(writes(file(path, "x", true)).ok()) << path;
  }
  EXPECT_EQ(there("run.txt"), "#!/bin/sh");
  EXPECT_TRUE(world.events().empty()) << "nothing was committed, nothing waits";
}

TEST_F(KernelGovernedFiles, WhatWasLoadedMayBeSavedOver) {
  put_there("doc.ids", "as loaded");
  ASSERT_TRUE(loads("doc.ids", "as loaded").ok());
  FileWrite other = file("doc.ids", "edited");
  EXPECT_FALSE(writes(other).ok()) << "having read it gives no right";
  FileWrite save = other;
  save.saves = "ids:document";
  ASSERT_TRUE(writes(save).ok());
  EXPECT_EQ(there("doc.ids"), "edited");

  put_there("other.ids", "another");
  ASSERT_TRUE(loads("other.ids", "not what is in it").ok());
  FileWrite unseen = file("other.ids", "edited");
  unseen.saves = "ids:document";
  EXPECT_FALSE(writes(unseen).ok()) << "what was loaded is not what is there";
}

TEST_F(KernelGovernedFiles, AnUndoneLoadGivesNoRight) {
  put_there("doc.ids", "as loaded");
  ASSERT_TRUE(loads("doc.ids", "as loaded").ok());
  ASSERT_TRUE(world.undo(World::call()).ok());
  FileWrite save = file("doc.ids", "edited");
  save.saves = "ids:document";
  EXPECT_FALSE(writes(save).ok());
}

TEST_F(KernelGovernedFiles, ADryRunWritesNothingAndTellsWhatItWould) {
  ASSERT_TRUE(writes(file("a.txt", "one")).ok());
  Call call = World::reading();
  call.dry_run = true;
  const auto preview = world.change(call, write(file("a.txt", "two")));
  ASSERT_TRUE(preview.ok());
  EXPECT_EQ(preview->files->as_array()[0].text("before"), base::sha256_hex("one"));
  EXPECT_EQ(there("a.txt"), "one");
}

TEST_F(KernelGovernedFiles, AServerThatOnlyReadsWritesByNoDoor) {
  Call call = World::reading();
  call.read_only = true;
  EXPECT_EQ(world.change(call, write(file("a.txt", "one"))).error().code, Code::denied);
  EXPECT_FALSE(std::filesystem::exists(world.files() / "a.txt"));
}

// --- undo ---

class KernelUndoOfFiles : public KernelGovernedFiles {
 protected:
  KernelUndoOfFiles() {
    world.key_of_ada();
    put_there("a.txt", "theirs");
  }
  // Replaces somebody's file; a human says yes. The event's id.
  std::string overwrite(const std::string& bytes) {
    const auto waits = writes(file("a.txt", bytes, true));
    EXPECT_TRUE(waits.ok() && waits->approval);
    const auto done = world.decide(waits->approval->id);
    EXPECT_TRUE(done.ok()) << done.error().message;
    return done->event_id.value();
  }
};

TEST_F(KernelUndoOfFiles, BringsBackWhatWasReplacedAfterARestartToo) {
  const std::string event = overwrite("ours");
  EXPECT_EQ(there("a.txt"), "ours");
  world.restart();
  const auto undone = world.undo(World::reading(), event);
  ASSERT_TRUE(undone.ok()) << undone.error().message;
  ASSERT_TRUE(undone->approval) << "what a human approved is taken back by a human's word too";
  ASSERT_TRUE(world.decide(undone->approval->id).ok());
  EXPECT_EQ(there("a.txt"), "theirs");
  EXPECT_EQ(writes(file("a.txt", "again")).error().code, Code::constraint) << "it is theirs again";
  const auto last = world.events().front();
  EXPECT_EQ(last.undo_of, event);
  const auto redone = world.redo(World::reading(), last.id);
  ASSERT_TRUE(redone.ok()) << redone.error().message;
  ASSERT_TRUE(redone->approval && world.decide(redone->approval->id).ok());
  EXPECT_EQ(there("a.txt"), "ours");
}

TEST_F(KernelUndoOfFiles, WithoutAnEventTakesBackTheModelNotTheFile) {
  ASSERT_TRUE(world
                  .change(World::call(),
                          [](const View&) -> Result<Change> {
                            Change change;
                            change.put(note("n", 1));
                            return change;
                          })
                  .ok());
  ASSERT_TRUE(writes(file("b.txt", "one")).ok());
  ASSERT_TRUE(world.undo(World::call()).ok());
  EXPECT_EQ(there("b.txt"), "one");
  EXPECT_FALSE(world.body("n"));
}

TEST_F(KernelUndoOfFiles, LeavesWhatWasChangedSince) {
  const std::string event = overwrite("ours");
  put_there("a.txt", "theirs, later");
  const auto undone = world.undo(World::reading(), event);
  ASSERT_FALSE(undone.ok());
  EXPECT_EQ(undone.error().code, Code::stale);
  EXPECT_THAT(undone.error().message, HasSubstr("\"a.txt\" was changed since"));
  EXPECT_EQ(there("a.txt"), "theirs, later");
}

TEST_F(KernelUndoOfFiles, OwnFilesComeBackWithoutAsking) {
  ASSERT_TRUE(writes(file("b.txt", "one")).ok());
  const auto second = writes(file("b.txt", "two"));
  ASSERT_TRUE(second.ok() && !second->approval);
  ASSERT_TRUE(world.undo(World::reading(), *second->event_id).ok());
  EXPECT_EQ(there("b.txt"), "one");
}

TEST_F(KernelUndoOfFiles, BeyondTheQuotaAPersonReadsThatItCanNotBeUndone) {
  world.kept_bytes = 5;  // one less than there is
  world.restart();
  const auto waits = writes(file("a.txt", "ours", true));
  ASSERT_TRUE(waits.ok() && waits->approval);
  EXPECT_THAT(waits->warnings.front(), HasSubstr("undoing will not bring it back"));
  EXPECT_FALSE(waits->files->as_array()[0].at("kept").as_bool());
  EXPECT_THAT(describe(*world.kernel->pending(waits->approval->id)), HasSubstr("WHICH CAN NOT BE UNDONE"));
  const auto done = world.decide(waits->approval->id);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(there("a.txt"), "ours");
  EXPECT_THAT(world.undo(World::reading(), *done->event_id).error().message, HasSubstr("can not be undone"));
}

TEST_F(KernelUndoOfFiles, WhatWasPrunedIsGoneAndTheLogSaysSo) {
  const std::string event = overwrite("ours");
  const auto kept = world.kernel->kept_files(World::reading(testing_world::ada));
  ASSERT_TRUE(kept.ok());
  ASSERT_EQ(kept->size(), 1U);
  EXPECT_EQ(kept->front().sha256, base::sha256_hex("theirs"));
  EXPECT_EQ(kept->front().path, (world.files() / "a.txt").native());
  EXPECT_EQ(kept->front().event_id, event);
  const auto prune = [&](const Principal& who) {
    return World::wait([&](Kernel::Done done) { world.kernel->prune(World::reading(who), {}, std::move(done)); });
  };
  EXPECT_EQ(prune(bot).error().code, Code::denied);
  ASSERT_TRUE(prune(testing_world::ada).ok());
  EXPECT_EQ(world.events().front().facts.front(), (Fact{"files.pruned", base::sha256_hex("theirs")}));
  EXPECT_THAT(world.undo(World::reading(), event).error().message, HasSubstr("can not be undone"));
}

TEST_F(KernelUndoOfFiles, KeptBytesThatWereDamagedAreNotBroughtBack) {
  const std::string event = overwrite("ours");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(world.state() / "kept")) {
    if (entry.is_regular_file()) std::ofstream(entry.path(), std::ios::binary) << "forged";
  }
  EXPECT_THAT(world.undo(World::reading(), event).error().message, HasSubstr("can not be undone"));
  EXPECT_EQ(there("a.txt"), "ours");
}

// A document that was loaded by a human's word may be saved to its file like any other.
TEST_F(KernelUndoOfFiles, ALoadThatWaitedKnowsItsFile) {
  const auto policy = support::parse_policy("[toolset.ids]\ngate = [\"element.created\"]\n", "policy.toml");
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  ASSERT_TRUE(world.kernel->reload_policy(*policy, testing_world::ada).ok());
  const auto waits = loads("a.txt", "theirs");
  ASSERT_TRUE(waits.ok() && waits->approval);
  FileWrite save = file("a.txt", "saved");
  save.saves = "ids:document";
  EXPECT_EQ(writes(save).error().code, Code::constraint) << "not before somebody said yes";
  ASSERT_TRUE(world.decide(waits->approval->id).ok());
  const auto saved = writes(save);
  ASSERT_TRUE(saved.ok()) << saved.error().message;
  EXPECT_EQ(there("a.txt"), "saved");
}

TEST_F(KernelUndoOfFiles, AReadOnlyServerDecidesNothing) {
  const auto waits = writes(file("a.txt", "ours", true));
  ASSERT_TRUE(waits.ok() && waits->approval);
  world.read_only = true;
  world.restart();
  EXPECT_EQ(world.decide(waits->approval->id).error().code, Code::denied);
  EXPECT_EQ(there("a.txt"), "theirs");
}

TEST_F(KernelGovernedFiles, NamesThatNobodyCanReadAreRefused) {
  for (const char* name : {"a\nb.txt", "a\x1b[2J.txt", "a\xE2\x80\xAEtxt.ids", "a\xE2\x80\x8B.txt"})
    EXPECT_EQ(writes(file(name, "x")).error().code, Code::denied) << name;
  EXPECT_TRUE(writes(file("Ärger 日本.txt", "x")).ok());
}

// The file was free when the change was planned; another program takes the place before it is written.
TEST_F(KernelGovernedFiles, WhatComesInTheLastMomentIsKeptAndTheLogSaysSo) {
  const auto late = [](const View&) -> Result<Change> {
    Change change;
    change.files.push_back(file("a.txt", "ours"));
    change.put(note("n", 1));
    return change;
  };
  bool taken = false;
  world.kernel->on_commit([&](const Kernel::Committed&) {
    if (!std::exchange(taken, true)) put_there("a.txt", "theirs");
  });
  const auto refused = world.change(World::call(), late);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::stale);
  EXPECT_EQ(there("a.txt"), "theirs");
  world.restart();
  EXPECT_EQ(there("a.txt"), "theirs") << "the next start does not write it either";
  EXPECT_EQ(world.events().front().facts[0].type, "file.not_written");
}

struct ByPolicy : KernelGovernedFiles {
  static Policy policy(const std::string& rules) {
    return support::parse_policy("[[principal]]\nid = \"agent:*\"\n" + rules +
                                     "[[principal]]\nid = \"human:*\"\n"
                                     "[[principal.allow]]\ndo = [\"READ\", \"APPROVE\"]\n",
                                 "policy.toml")
        .value();
  }
  static Result<Outcome> writes_under(const std::string& rules, const std::string& path) {
    World mine(Where::in_memory, policy(rules));
    std::filesystem::create_directories(mine.files() / "out");
    return mine.change(World::reading(), write(file(path, "x")));
  }
};

TEST_F(ByPolicy, WhoMayOnlyReadWritesNoFile) {
  const auto refused = writes_under("[[principal.allow]]\ndo = [\"READ\"]\n", "a.txt");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::denied);
  EXPECT_THAT(refused.error().message, HasSubstr("CREATE file 'a.txt'"));
}

TEST_F(ByPolicy, PathsNarrowWhereFilesGo) {
  const std::string rules =
      "[[principal.allow]]\ndo = [\"READ\"]\n[[principal.allow]]\ndo = [\"CREATE\"]\npaths = [\"out/*\"]\n";
  EXPECT_TRUE(writes_under(rules, "out/a.txt").ok());
  const auto refused = writes_under(rules, "a.txt");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::out_of_scope);
  EXPECT_THAT(refused.error().message, HasSubstr("matches no paths glob"));
}

TEST_F(ByPolicy, ForbiddenPathsStayForbidden) {
  const std::string rules =
      "[[principal.allow]]\ndo = [\"READ\", \"CREATE\"]\n[[principal.forbid]]\ndo = [\"CREATE\"]\npaths = "
      "[\"out/*\"]\n";
  EXPECT_TRUE(writes_under(rules, "a.txt").ok());
  EXPECT_FALSE(writes_under(rules, "out/a.txt").ok());
}

TEST_F(ByPolicy, APermitWithPathsSaysNothingOfElements) {
  World mine(Where::in_memory, policy("[[principal.allow]]\ndo = [\"READ\"]\n[[principal.allow]]\ndo = [\"CREATE\"]\n"
                                      "paths = [\"*\"]\n"));
  EXPECT_FALSE(mine.change(World::call(bot, Permission::create), testing_world::put(note("a", 1))).ok());
}

}  // namespace
}  // namespace kernel
