// SPDX-License-Identifier: Apache-2.0
#include "store/workspace_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <thread>
#include <utility>

#include "events.h"

namespace store::testing {
namespace {

unsigned mode_of(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0U;
}

std::vector<std::int64_t> seqs(const Result<std::vector<EventRow>>& events) {
  std::vector<std::int64_t> list;
  if (!events.ok()) return list;
  for (const auto& event : *events) list.push_back(event.seq);
  return list;
}

using Seqs = std::vector<std::int64_t>;

constexpr std::int64_t hour = 3'600'000;

TEST(WorkspaceFile, OnlyItsOwnerMayReadIt) {
  const TemporaryDirectory directory;
  const std::string path = directory / "state/ws/a.db";
  auto file = WorkspaceFile::open(path);
  ASSERT_TRUE(file.ok()) << file.error().message;
  ASSERT_TRUE(write_log(*file, 1).ok());
  EXPECT_EQ(mode_of(directory / "state"), 0700U);
  EXPECT_EQ(mode_of(directory / "state/ws"), 0700U);
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) EXPECT_EQ(mode_of(path + suffix), 0600U) << suffix;
}

TEST(WorkspaceFile, OneAtATime) {
  const TemporaryDirectory directory;
  auto first = WorkspaceFile::open(directory / "a.db");
  ASSERT_TRUE(first.ok());
  const auto second = WorkspaceFile::open(directory / "a.db");
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::unavailable);
  EXPECT_NE(second.error().hint, "");
  first->reset();
  EXPECT_TRUE(WorkspaceFile::open(directory / "a.db").ok());
}

TEST(WorkspaceFile, WhatWasWrittenIsThereAfterReopening) {
  const TemporaryDirectory directory;
  {
    auto file = WorkspaceFile::open(directory / "a.db");
    ASSERT_TRUE(file.ok() && write_log(*file, 5).ok());
  }
  EXPECT_FALSE(std::filesystem::exists(directory / "a.db-wal")) << "closing checkpoints";
  auto file = WorkspaceFile::open(directory / "a.db");
  ASSERT_TRUE(file.ok());
  const auto last = (*file)->last_event();
  ASSERT_TRUE(last.ok() && last->has_value());
  EXPECT_EQ((*last)->seq, 5);
  EXPECT_EQ((*last)->hash, event_hash((*last)->bytes));
}

TEST(WorkspaceFile, ReadsBesideTheServer) {
  const TemporaryDirectory directory;
  auto server = WorkspaceFile::open(directory / "a.db");
  ASSERT_TRUE(server.ok() && write_log(*server, 2).ok());
  auto beside = WorkspaceFile::open_read_only(directory / "a.db");
  ASSERT_TRUE(beside.ok()) << beside.error().message;
  EXPECT_EQ((*beside)->verify_chain()->events, 2);
  EXPECT_FALSE((*beside)->put_value("a", "b").ok());
  Writer writer;
  const auto refused = write(writer, *beside, [](WorkspaceFile& f) { return f.put_value("a", "b"); });
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::io);
}

TEST(WorkspaceFile, RefusesWhatItDoesNotKnow) {
  const TemporaryDirectory directory;
  {
    ASSERT_TRUE(WorkspaceFile::open(directory / "newer.db").ok());
  }
  {
    auto newer = Database::open(directory / "newer.db", {});
    ASSERT_TRUE(newer->execute("PRAGMA user_version = 4").ok());
    auto other = Database::open(directory / "other.db", {});
    ASSERT_TRUE(other->execute("CREATE TABLE recipes (name)").ok());
  }
  const auto newer = WorkspaceFile::open(directory / "newer.db");
  ASSERT_FALSE(newer.ok());
  EXPECT_NE(newer.error().message.find("newer Lintel: its format is 4, this program knows 3"), std::string::npos);
  EXPECT_FALSE(WorkspaceFile::open_read_only(directory / "newer.db").ok());
  {
    auto early = Database::open(directory / "newer.db", {});
    ASSERT_TRUE(early->execute("PRAGMA user_version = 1").ok());
  }
  const auto early = WorkspaceFile::open(directory / "newer.db");
  ASSERT_FALSE(early.ok());
  EXPECT_NE(early.error().message.find("early Lintel: its format is 1"), std::string::npos);
  const auto other = WorkspaceFile::open(directory / "other.db");
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find("not a Lintel workspace"), std::string::npos);
  EXPECT_FALSE(WorkspaceFile::open_read_only(directory / "absent.db").ok());
}

TEST(WorkspaceFile, MemoryIsADatabaseOfItsOwn) {
  auto one = WorkspaceFile::open(":memory:");
  auto two = WorkspaceFile::open(":memory:");
  ASSERT_TRUE(one.ok() && two.ok() && write_log(*one, 1).ok());
  EXPECT_TRUE((*one)->last_event()->has_value());
  EXPECT_FALSE((*two)->last_event()->has_value());
}

// Everything below holds on disk and in memory.
class Tables : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string where = GetParam();
    auto file = WorkspaceFile::open(where == "memory" ? ":memory:" : directory_ / "a.db");
    ASSERT_TRUE(file.ok()) << file.error().message;
    file_ = *file;
  }
  void must(std::move_only_function<Result<void>(WorkspaceFile&)> apply) {
    const auto done = change(std::move(apply));
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  Result<void> change(std::move_only_function<Result<void>(WorkspaceFile&)> apply) {
    return write(writer_, file_, std::move(apply));
  }

  TemporaryDirectory directory_;
  std::shared_ptr<WorkspaceFile> file_;
  Writer writer_;
};

INSTANTIATE_TEST_SUITE_P(Where, Tables, ::testing::Values("file", "memory"),
                         [](const auto& where) { return std::string(where.param); });

TEST_P(Tables, EventsByIdNumberBranchAndElement) {
  std::optional<EventRow> last;
  must([&](WorkspaceFile& f) -> Result<void> {
    for (std::int64_t i = 1; i <= 6; ++i) {
      auto event = make_event(i, numbered("e", i), last ? last->hash : base::Digest{}, i % 2 == 0 ? "door" : "wall", i,
                              i == 3 || i == 5 ? "agent/a" : "main");
      TRY(f.append_event(event, {i % 2 == 0 ? "door" : "wall", "level"}));
      last = std::move(event);
    }
    return {};
  });
  EXPECT_EQ((*file_->event("e4"))->seq, 4);
  EXPECT_FALSE(file_->event("e9")->has_value());
  EXPECT_EQ((*file_->event_at(2))->id, "e2");
  EXPECT_EQ(seqs(file_->events_from(3, 2)), (Seqs{3, 4}));
  EXPECT_EQ(seqs(file_->events_before(0, 3, "")), (Seqs{6, 5, 4}));
  EXPECT_EQ(seqs(file_->events_before(4, 9, "")), (Seqs{3, 2, 1}));
  EXPECT_EQ(seqs(file_->events_before(0, 9, "main")), (Seqs{6, 4, 2, 1}));
  EXPECT_EQ(seqs(file_->events_before(5, 9, "agent/a")), (Seqs{3}));
  EXPECT_EQ(seqs(file_->events_touching("wall", 1)), (Seqs{3, 5}));
  EXPECT_EQ(seqs(file_->events_touching("level", 4)), (Seqs{5, 6}));
  EXPECT_TRUE(file_->verify_chain()->problems.empty());
}

TEST_P(Tables, AnEventMustFollowTheLast) {
  ASSERT_TRUE(write_log(file_, 2).ok());
  const auto head = **file_->last_event();
  const auto refused = [&](const EventRow& event) {
    const auto result = change([&](WorkspaceFile& f) -> Result<void> {
      TRY(f.append_event(event, {}));
      return {};
    });
    return !result.ok() && result.error().code == Code::stale;
  };
  EXPECT_TRUE(refused(make_event(2, "again", head.prev, "wall", 1)));
  EXPECT_TRUE(refused(make_event(4, "gap", head.hash, "wall", 1)));
  EXPECT_TRUE(refused(make_event(3, "stranger", base::Digest{}, "wall", 1)));
  EXPECT_FALSE(refused(make_event(3, "next", head.hash, "wall", 1)));
}

TEST_P(Tables, AnEventIsStoredWithTheHashOfItsBytes) {
  auto event = make_event(1, "a", {}, "wall", 1);
  const base::Digest hash = std::exchange(event.hash, {});
  must([&](WorkspaceFile& f) -> Result<void> {
    EXPECT_EQ(TRY(f.append_event(event, {})), hash);
    return {};
  });
  EXPECT_EQ((**file_->last_event()).hash, hash);
}

TEST_P(Tables, AWrongHashIsABug) {
  auto event = make_event(1, "a", {}, "wall", 1);
  event.hash[0] ^= 1;
  const auto result = change([&](WorkspaceFile& f) -> Result<void> {
    TRY(f.append_event(event, {}));
    return {};
  });
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::internal);
  EXPECT_FALSE(file_->last_event()->has_value());
}

TEST_P(Tables, ElementsOfBranches) {
  must([](WorkspaceFile& f) -> Result<void> {
    TRY(f.put_element({.branch = "main", .id = "a", .revision = 1, .bytes = "1"}));
    TRY(f.put_element({.branch = "main", .id = "b", .revision = 1, .bytes = "1"}));
    TRY(f.put_element({.branch = "main", .id = "a", .revision = 2, .bytes = "2"}));
    TRY(f.copy_branch("main", "agent/x"));
    return f.remove_element("main", "b");
  });
  std::string all;
  ASSERT_TRUE(file_
                  ->each_element([&](ElementRow row) {
                    all.append(row.branch).append("/").append(row.id).append(std::to_string(row.revision));
                    all.append("=").append(row.bytes).append(" ");
                  })
                  .ok());
  EXPECT_EQ(all, "agent/x/a2=2 agent/x/b1=1 main/a2=2 ");
}

TEST_P(Tables, PendingChanges) {
  must([](WorkspaceFile& f) -> Result<void> {
    TRY(f.put_pending({.id = "p1", .state = "awaiting", .created_ms = 5, .expires_ms = 50, .bytes = "{}"}));
    TRY(f.put_pending({.id = "p0", .state = "awaiting", .created_ms = 6, .expires_ms = 60, .bytes = "{}"}));
    TRY(f.put_pending({.id = "p1", .state = "rejected", .created_ms = 5, .expires_ms = 50, .bytes = "x"}));
    const auto own = TRY(f.pending_for_update("p1"));
    return own && own->state == "rejected" ? Result<void>() : fail(Code::internal, "own row not seen");
  });
  EXPECT_EQ((*file_->pending("p1"))->bytes, "x");
  EXPECT_FALSE(file_->pending("p9")->has_value());
  EXPECT_EQ(file_->pendings("")->size(), 2U);
  ASSERT_EQ(file_->pendings("awaiting")->size(), 1U);
  EXPECT_EQ(file_->pendings("awaiting")->front().expires_ms, 60);
}

TEST_P(Tables, IdempotencyKeysExpire) {
  must([](WorkspaceFile& f) -> Result<void> {
    TRY(f.put_idempotency({"agent:a", "k", "digest", "result", hour}));
    TRY(f.put_idempotency({"agent:b", "k", "other", "result", 7 * hour}));
    const auto own = TRY(f.idempotency("agent:a", "k"));
    return own ? Result<void>() : fail(Code::internal, "own row not seen");
  });
  EXPECT_EQ((*file_->find_idempotency("agent:a", "k"))->args_digest, "digest");
  must([](WorkspaceFile& f) { return f.forget_expired(6 * hour); });
  EXPECT_FALSE(file_->find_idempotency("agent:a", "k")->has_value());
  EXPECT_TRUE(file_->find_idempotency("agent:b", "k")->has_value());
}

TEST_P(Tables, AKeyUsedAgainAfterItExpiredFindsTheLaterResult) {
  for (const std::int64_t expires : {hour, 30 * hour, 7 * hour}) {
    must([&](WorkspaceFile& f) {
      return f.put_idempotency({"agent:a", "k", std::to_string(expires), "result", expires});
    });
  }
  EXPECT_EQ((*file_->find_idempotency("agent:a", "k"))->expires_ms, 30 * hour);
  EXPECT_FALSE(file_->find_idempotency("agent:a", "other")->has_value());
}

TEST_P(Tables, TheReasoningOfAnEventCanBeRemoved) {
  must([](WorkspaceFile& f) -> Result<void> {
    TRY(f.append_event(make_event(1, "e1", {}, "wall", 1), {"wall"}, {"salt", "because"}));
    return {};
  });
  const auto kept = *file_->reasoning("e1");
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->text, "because");
  EXPECT_EQ(kept->salt, "salt");
  bool first = false;
  bool second = true;
  must([&](WorkspaceFile& f) -> Result<void> {
    first = TRY(f.remove_reasoning("e1"));
    second = TRY(f.remove_reasoning("e1"));
    return {};
  });
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
  EXPECT_FALSE(file_->reasoning("e1")->has_value());
  EXPECT_TRUE(file_->verify_chain()->problems.empty()) << "the event itself stays as it was";
}

TEST_P(Tables, BlobsOutboxAndValues) {
  const std::string bytes("\0\1\2", 3);
  std::int64_t second = 0;
  must([&](WorkspaceFile& f) -> Result<void> {
    TRY(f.put_blob(base::sha256(bytes), bytes));
    TRY(f.put_blob(base::sha256(bytes), bytes));
    TRY(f.put_outbox({0, "e1", "a.ids", "first", ""}));
    second = TRY(f.put_outbox({0, "e1", "b.ids", "second", "feed"}));
    TRY(f.put_value("head", "1"));
    return f.put_value("head", "2");
  });
  EXPECT_EQ(*file_->blob(base::sha256(bytes)), bytes);
  EXPECT_FALSE(file_->blob(base::sha256("other"))->has_value());
  EXPECT_EQ(*file_->value("head"), "2");
  EXPECT_FALSE(file_->value("tail")->has_value());
  ASSERT_EQ(file_->outbox()->size(), 2U);
  must([&](WorkspaceFile& f) { return f.remove_outbox(second); });
  ASSERT_EQ(file_->outbox()->size(), 1U);
  EXPECT_EQ(file_->outbox()->front().path, "a.ids");
  std::int64_t third = 0;
  must([&](WorkspaceFile& f) -> Result<void> {
    third = TRY(f.put_outbox({0, "e2", "c.ids", ""}));
    return {};
  });
  EXPECT_GT(third, second) << "an id is never given twice";
}

TEST_P(Tables, OperationsInARollingWindow) {
  constexpr std::int64_t day = 86'400'000;
  must([](WorkspaceFile& f) -> Result<void> {
    for (const std::int64_t time : {1000, 1000, 1001, 2000, 1500}) TRY(f.count_operation("a", time));
    TRY(f.count_operation("b", 5));
    return TRY(f.operations_since_in_transaction("a", 0)) == 5 ? Result<void>() : fail(Code::internal, "");
  });
  EXPECT_EQ(*file_->operations_since("a", 1000), 5);
  EXPECT_EQ(*file_->operations_since("a", 1001), 3);
  EXPECT_EQ(*file_->operations_since("a", 1002), 2) << "a clock set back counts at the latest time";
  EXPECT_EQ(*file_->operations_since("a", 2001), 0);
  EXPECT_EQ(*file_->operations_since("b", 0), 1);
  EXPECT_EQ(*file_->operations_since("c", 0), 0);
  must([](WorkspaceFile& f) -> Result<void> {
    TRY(f.count_operation("a", 2 * day));
    return f.forget_expired(2 * day + 1800);
  });
  EXPECT_EQ(*file_->operations_since("a", 0), 3) << "what is older than two days is forgotten";
}

// Readers see what is committed, whatever the writer is at.
TEST_P(Tables, ReadersNeverSeeHalfATransaction) {
  std::atomic<bool> stop = false;
  std::atomic<int> torn = 0;
  std::thread reader([&] {
    while (!stop) {
      int rows = 0;
      const auto read = file_->each_element([&](const ElementRow&) { ++rows; });
      if (!read.ok() || rows % 2 != 0) ++torn;
    }
  });
  for (int i = 0; i < 200; ++i) {
    const std::string name = std::to_string(i);
    must([&](WorkspaceFile& f) -> Result<void> {
      TRY(f.put_element({.branch = "main", .id = "a" + name, .revision = 1, .bytes = ""}));
      return f.put_element({.branch = "main", .id = "b" + name, .revision = 1, .bytes = ""});
    });
  }
  stop = true;
  reader.join();
  EXPECT_EQ(torn, 0);
}

TEST_P(Tables, AVisitorMayReadOn) {
  ASSERT_TRUE(write_log(file_, 3).ok());
  int events = 0;
  ASSERT_TRUE(file_
                  ->each_element([&](const ElementRow& row) {
                    events += static_cast<int>(file_->events_touching(row.id, 0)->size());
                  })
                  .ok());
  EXPECT_EQ(events, 3);
}

}  // namespace
}  // namespace store::testing
