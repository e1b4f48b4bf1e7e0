// SPDX-License-Identifier: Apache-2.0
#include "store/writer.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <latch>
#include <thread>

#include "base/log.h"
#include "events.h"
#include "support/fault_vfs.h"

namespace store::testing {
namespace {

using support::FaultDisk;

class WriterTest : public ::testing::Test {
 protected:
  std::shared_ptr<WorkspaceFile> open(const std::string& name) {
    auto file = WorkspaceFile::open(directory_ / name);
    EXPECT_TRUE(file.ok());
    return *file;
  }
  // Holds the writer until let_go() so that what is submitted meanwhile becomes one group.
  void hold(const std::shared_ptr<WorkspaceFile>& file) {
    auto held = std::make_shared<std::latch>(1);
    writer_.submit({.file = file,
                    .event_id = {},
                    .apply = [held, this](WorkspaceFile&) -> Result<void> {
                      held->count_down();
                      release_.wait();
                      return {};
                    },
                    .done = [](const Result<void>&) {},
                    .lost = nullptr});
    held->wait();
  }
  void let_go() { release_.count_down(); }

  TemporaryDirectory directory_;
  std::latch release_{1};
  Writer writer_;
};

TEST_F(WriterTest, WhatFailsIsRolledBackAlone) {
  const auto file = open("a.db");
  hold(file);
  std::vector<std::future<Result<void>>> answers;
  for (int i = 0; i < 3; ++i) {
    auto promise = std::make_shared<std::promise<Result<void>>>();
    answers.push_back(promise->get_future());
    writer_.submit({.file = file,
                    .event_id = {},
                    .apply = [i](WorkspaceFile& f) -> Result<void> {
                      TRY(f.put_value(numbered("v", i), "x"));
                      if (i == 1) return fail(Code::constraint, "no");
                      return {};
                    },
                    .done = [promise](Result<void> result) { promise->set_value(std::move(result)); },
                    .lost = [] { ADD_FAILURE() << "nothing is lost"; }});
  }
  let_go();
  EXPECT_TRUE(answers[0].get().ok());
  EXPECT_EQ(answers[1].get().error().code, Code::constraint);
  EXPECT_TRUE(answers[2].get().ok());
  EXPECT_TRUE(file->value("v0")->has_value());
  EXPECT_FALSE(file->value("v1")->has_value());
  EXPECT_TRUE(file->value("v2")->has_value());
}

// Two pieces around one that is refused; all promise to check before they write.
class CheckingFirst : public WriterTest {
 protected:
  std::vector<Result<void>> three_at_once(const std::shared_ptr<WorkspaceFile>& file, bool writes_before_refusal) {
    hold(file);
    std::vector<std::future<Result<void>>> answers;
    for (int i = 0; i < 3; ++i) {
      auto promise = std::make_shared<std::promise<Result<void>>>();
      answers.push_back(promise->get_future());
      writer_.submit({.file = file,
                      .event_id = {},
                      .apply = [=](WorkspaceFile& f) -> Result<void> {
                        if (i != 1 || writes_before_refusal) TRY(f.put_value(numbered("v", i), "x"));
                        if (i == 1) return fail(Code::constraint, "no");
                        return {};
                      },
                      .done = [promise](Result<void> result) { promise->set_value(std::move(result)); },
                      .lost = [this] { ++lost_; },
                      .checks_first = true});
    }
    let_go();
    std::vector<Result<void>> results;
    for (auto& answer : answers) results.push_back(answer.get());
    return results;
  }
  std::atomic<int> lost_ = 0;
};

TEST_F(CheckingFirst, WhatIsRefusedBeforeItWritesLeavesTheOthersAlone) {
  const auto file = open("a.db");
  const auto results = three_at_once(file, false);
  EXPECT_TRUE(results[0].ok());
  EXPECT_EQ(results[1].error().code, Code::constraint);
  EXPECT_TRUE(results[2].ok());
  EXPECT_TRUE(file->value("v0")->has_value());
  EXPECT_TRUE(file->value("v2")->has_value());
  EXPECT_EQ(lost_, 0);
}

TEST_F(CheckingFirst, WhoBreaksThePromiseTakesTheOthersAlong) {
  const auto file = open("a.db");
  const auto results = three_at_once(file, true);
  EXPECT_EQ(results[0].error().code, Code::io);
  EXPECT_EQ(results[1].error().code, Code::constraint);
  EXPECT_EQ(results[2].error().code, Code::io) << "it was not even tried";
  for (const char* name : {"v0", "v1", "v2"}) EXPECT_FALSE(file->value(name)->has_value()) << name;
  EXPECT_EQ(lost_, 1);
  EXPECT_TRUE(write(writer_, file, [](WorkspaceFile& f) { return f.put_value("v", "y"); }).ok());
}

TEST_F(WriterTest, ASingleFailureLeavesNothing) {
  const auto file = open("a.db");
  const auto failed = write(writer_, file, [](WorkspaceFile& f) -> Result<void> {
    TRY(f.put_value("v", "x"));
    return fail(Code::constraint, "no");
  });
  EXPECT_EQ(failed.error().code, Code::constraint);
  EXPECT_FALSE(file->value("v")->has_value());
  EXPECT_TRUE(write(writer_, file, [](WorkspaceFile& f) { return f.put_value("v", "y"); }).ok());
}

// Work that throws is a bug of its owner, and of nobody else.
TEST_F(WriterTest, AnExceptionIsAnInternalError) {
  const auto file = open("a.db");
  const auto failed = write(writer_, file, [](WorkspaceFile& f) -> Result<void> {
    TRY(f.put_value("v", "x"));
    throw std::runtime_error("bug");
  });
  EXPECT_EQ(failed.error().code, Code::internal);
  EXPECT_FALSE(file->value("v")->has_value());
  EXPECT_TRUE(write(writer_, file, [](WorkspaceFile&) { return Result<void>(); }).ok());
}

TEST_F(WriterTest, CommittedBeforeAcknowledgedAndInOrder) {
  const auto file = open("a.db");
  constexpr int count = 300;
  std::atomic<int> wrong = 0;
  std::latch all(count);
  for (int i = 0; i < count; ++i) {
    const std::string name = numbered("v", i);
    writer_.submit({.file = file,
                    .event_id = {},
                    .apply = [name, i](WorkspaceFile& f) -> Result<void> {
                      TRY(f.put_value("last", std::to_string(i)));
                      return f.put_value(name, "x");
                    },
                    .done =
                        [&, name](const Result<void>& result) {
                          const auto read = file->value(name);  // on a connection of its own
                          if (!result.ok() || !read.ok() || !read->has_value()) ++wrong;
                          all.count_down();
                        },
                    .lost = nullptr});
  }
  all.wait();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(*file->value("last"), std::to_string(count - 1));
}

TEST_F(WriterTest, ManyThreadsManyFiles) {
  const std::vector files{open("a.db"), open("b.db"), open("c.db")};
  constexpr int per_thread = 60;
  std::atomic<int> acknowledged = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < per_thread; ++i) {
          const std::string name = numbered(numbered("", t) + "-", i);
          const auto& file = files[static_cast<std::size_t>(i) % files.size()];
          if (write(writer_, file, [&](WorkspaceFile& f) { return f.put_value(name, "x"); }).ok()) ++acknowledged;
        }
      });
    }
  }
  EXPECT_EQ(acknowledged, 4 * per_thread);
  for (int i = 0; i < per_thread; ++i) {
    EXPECT_TRUE(files[static_cast<std::size_t>(i) % 3]->value(numbered("3-", i))->has_value());
  }
}

TEST_F(WriterTest, TheFileIsFreeWhenTheAnswerIsThere) {
  for (int i = 0; i < 50; ++i) {
    auto file = open("a.db");
    std::promise<void> answered;
    writer_.submit({.file = std::move(file),
                    .event_id = {},
                    .apply = [](WorkspaceFile& f) { return f.put_value("v", "x"); },
                    .done = [&](const Result<void>&) { answered.set_value(); },
                    .lost = nullptr});
    answered.get_future().wait();
  }
}

TEST_F(WriterTest, StopFinishesWhatWasSubmittedAndRefusesTheRest) {
  const auto file = open("a.db");
  std::atomic<int> done = 0;
  for (int i = 0; i < 20; ++i) {
    writer_.submit({.file = file,
                    .event_id = {},
                    .apply = [](WorkspaceFile& f) { return f.put_value("v", "x"); },
                    .done = [&](const Result<void>& result) { done += result.ok() ? 1 : 100; },
                    .lost = nullptr});
  }
  writer_.stop();
  EXPECT_EQ(done, 20);
  const auto late = write(writer_, file, [](WorkspaceFile& f) { return f.put_value("v", "y"); });
  EXPECT_EQ(late.error().code, Code::unavailable);
  EXPECT_EQ(*file->value("v"), "x");
}

// A piece that puts a value and says when it is durable.
Writer::Work put(const std::shared_ptr<WorkspaceFile>& file, const std::string& name,
                 std::move_only_function<void(Result<void>)> done) {
  return {.file = file,
          .event_id = {},
          .apply = [name](WorkspaceFile& f) { return f.put_value(name, "x"); },
          .done = std::move(done),
          .lost = nullptr,
          .checks_first = true};
}

TEST_F(WriterTest, WhatIsSubmittedWhileAGroupIsAppliedJoinsIt) {
  const auto file = open("a.db");
  std::promise<bool> second_is_there;
  std::promise<void> second_done;
  auto first = put(file, "first",
                   [&, file](const Result<void>&) { second_is_there.set_value(file->value("second")->has_value()); });
  first.apply = [&, file](WorkspaceFile& f) -> Result<void> {
    writer_.submit(put(file, "second", [&](const Result<void>&) { second_done.set_value(); }));
    return f.put_value("first", "x");
  };
  writer_.submit(std::move(first));
  EXPECT_TRUE(second_is_there.get_future().get()) << "both are in one transaction";
  second_done.get_future().wait();
}

TEST_F(WriterTest, ACallThatComesAloneIsWrittenWhereItCame) {
  const auto file = open("a.db");
  const auto thread_of = [&](const std::string& name) {
    std::promise<std::thread::id> where;
    auto answer = where.get_future();
    writer_.submit(put(file, name, [&](const Result<void>&) { where.set_value(std::this_thread::get_id()); }));
    return answer.get();
  };
  EXPECT_NE(thread_of("unannounced"), std::this_thread::get_id());
  writer_.pace().turn(true);
  EXPECT_NE(thread_of("in a crowd"), std::this_thread::get_id());
  for (int i = 0; i < 100; ++i) writer_.pace().turn(false);
  // On a disk so slow that the last commit took half a millisecond it goes to the other thread still.
  int here = 0;
  for (int i = 0; i < 50; ++i) here += thread_of(numbered("alone", i)) == std::this_thread::get_id() ? 1 : 0;
  writer_.pace().idle();
  EXPECT_NE(thread_of("idle"), std::this_thread::get_id());
  RecordProperty("written_here", here);
  EXPECT_TRUE(file->value("alone49")->has_value());
  EXPECT_TRUE(file->value("idle")->has_value());
}

TEST_F(WriterTest, WorkSubmittedFromAnAnswerIsNotLost) {
  const auto file = open("a.db");
  for (int i = 0; i < 100; ++i) writer_.pace().turn(false);
  for (int i = 0; i < 20; ++i) {
    std::promise<void> both;
    writer_.submit(put(file, numbered("outer", i), [&](const Result<void>&) {
      writer_.submit(put(file, numbered("inner", i), [&](const Result<void>&) { both.set_value(); }));
    }));
    both.get_future().wait();
  }
}

TEST_F(WriterTest, StopFromACallback) {
  const auto file = open("a.db");
  std::promise<void> answered;
  writer_.submit({.file = file,
                  .event_id = {},
                  .apply = [](WorkspaceFile& f) { return f.put_value("v", "x"); },
                  .done =
                      [&](const Result<void>&) {
                        writer_.stop();
                        answered.set_value();
                      },
                  .lost = nullptr});
  answered.get_future().wait();
}

TEST_F(WriterTest, CheckpointsKeepTheLogShort) {
  const auto file = open("a.db");
  const std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(write(writer_, file, [&](WorkspaceFile& f) { return f.put_value("v", megabyte); }).ok());
  }
  // 40 MB were written; a log of 1,000 pages, and what one more change adds, is 6 MB.
  EXPECT_LT(std::filesystem::file_size(directory_ / "a.db-wal"), std::uintmax_t{7} << 20);
}

TEST_F(WriterTest, TheLogIsEmptiedWhenIdle) {
  const auto file = open("a.db");
  ASSERT_TRUE(write(writer_, file, [](WorkspaceFile& f) { return f.put_value("v", "x"); }).ok());
  for (int i = 0; i < 600 && std::filesystem::file_size(directory_ / "a.db-wal") > 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(std::filesystem::file_size(directory_ / "a.db-wal"), 0U);
  EXPECT_EQ(*file->value("v"), "x");
  EXPECT_TRUE(write(writer_, file, [](WorkspaceFile& f) { return f.put_value("v", "y"); }).ok());
}

// A group whose COMMIT fails: each piece hears it once, memory is put right first and last to first.
TEST(WriterLoss, EveryPieceHearsOfALostTransaction) {
  FaultDisk disk("lossy");
  auto file = *WorkspaceFile::open("a.db", disk.name());
  Writer writer;
  std::vector<std::string> heard;
  std::promise<void> finished;
  const auto piece = [&](const std::string& name, bool last) {
    writer.submit({.file = file,
                   .event_id = name,
                   .apply = [name](WorkspaceFile& f) { return f.put_value(name, "x"); },
                   .done =
                       [&, name, last](const Result<void>& result) {
                         heard.push_back(name + (result.ok() ? " stored" : " failed"));
                         if (last) finished.set_value();
                       },
                   .lost = [&, name] { heard.push_back(name + " lost"); }});
  };
  // Submitted by the writer's own thread, so that they are one group.
  writer.submit({.file = file,
                 .event_id = {},
                 .apply = [](WorkspaceFile&) { return Result<void>(); },
                 .done =
                     [&](const Result<void>&) {
                       disk.set_capacity(disk.bytes_used());
                       piece("a", false);
                       piece("b", true);
                     },
                 .lost = nullptr});
  finished.get_future().wait();
  EXPECT_EQ(heard, (std::vector<std::string>{"b lost", "a lost", "a failed", "b failed"}));
  disk.clear_faults();
  EXPECT_TRUE(write(writer, file, [](WorkspaceFile& f) { return f.put_value("c", "x"); }).ok());
  EXPECT_FALSE(file->value("a")->has_value());
}

// COMMIT says no, the event is there all the same: it counts as stored, because it is.
TEST(WriterLoss, AnEventThatIsThereIsAcknowledged) {
  base::log::set_level(base::log::Level::off);
  FaultDisk disk("doubtful");
  bool doubted = false;
  for (std::int64_t n = 1; n <= 200; ++n) {
    const std::string path = numbered("w", n);
    auto file = *WorkspaceFile::open(path, disk.name());
    Writer writer;
    disk.fail_operation(1 + n % 20, 1 + n / 20);  // the sync of COMMIT, and what tidies up after it
    bool lost = false;
    std::promise<Result<void>> promise;
    writer.submit({.file = file,
                   .event_id = "e1",
                   .apply = [](WorkspaceFile& f) -> Result<void> {
                     TRY(append_next(f, std::nullopt, "e1", "wall", 1));
                     return {};
                   },
                   .done = [&](Result<void> result) { promise.set_value(std::move(result)); },
                   .lost = [&] { lost = true; }});
    const auto result = promise.get_future().get();
    const bool hit = disk.fault_hit();
    disk.clear_faults();
    // Refused, it may be there all the same: when the file could not be reopened to look.
    ASSERT_TRUE(!result.ok() || file->event("e1")->has_value()) << n;
    EXPECT_FALSE(result.ok() && lost) << n;
    doubted = doubted || (hit && result.ok());
  }
  EXPECT_TRUE(doubted);
  base::log::set_level(base::log::Level::info);
}

}  // namespace
}  // namespace store::testing
