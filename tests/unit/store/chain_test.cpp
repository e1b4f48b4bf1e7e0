// SPDX-License-Identifier: Apache-2.0
// No bit of a stored event changes without being found.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <random>

#include "events.h"
#include "support/fault_vfs.h"

namespace store::testing {
namespace {

using support::FaultDisk;

constexpr const char* db_path = "workspace.db";

std::string flip(std::string bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  return bytes;
}

class Chain : public ::testing::Test {
 protected:
  void SetUp() override {
    auto file = WorkspaceFile::open(db_path, disk_.name());
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_TRUE(write_log(*file, 4).ok());
    const auto events = (*file)->events_from(1, 100);
    ASSERT_TRUE(events.ok());
    events_ = *events;
  }
  std::vector<std::string> problems() const {
    auto file = WorkspaceFile::open_read_only(db_path, disk_.name());
    if (!file.ok()) return {file.error().message};
    const auto report = (*file)->verify_chain();
    return report.ok() ? report->problems : std::vector{report.error().message};
  }
  // A person with sqlite3 and no respect.
  Database tamper(const char* sql) const {
    auto database = Database::open(db_path, {.read_only = false, .vfs = disk_.name()});
    EXPECT_TRUE(database.ok());
    EXPECT_TRUE(database->execute("DROP TRIGGER IF EXISTS events_keep; DROP TRIGGER IF EXISTS events_stay").ok());
    EXPECT_TRUE(database->execute(sql).ok()) << sqlite3_errmsg(database->raw());
    return std::move(*database);
  }

  FaultDisk disk_{"chain"};
  std::vector<EventRow> events_;
};

TEST_F(Chain, AnUntouchedLogVerifies) {
  auto file = WorkspaceFile::open_read_only(db_path, disk_.name());
  ASSERT_TRUE(file.ok());
  const auto report = (*file)->verify_chain();
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->events, 4);
  EXPECT_EQ(report->head_hash, hex(events_.back().hash));
  EXPECT_TRUE(report->problems.empty());
}

// The worked example of docs/event_log.md.
TEST(EventHash, TheWorkedExample) {
  const std::string zeroes(64, '0');
  const std::string first =
      R"({"branch":"main","id":"a","ops":[{"id":"wall:1","op":"put"}],"prev":")" + zeroes + R"(","seq":1})";
  const std::string first_hash = "f2bf907dd9ddf0c5da61ff767499d68702ea2c185755447125d834e87307724f";
  EXPECT_EQ(hex(event_hash(first)), first_hash);
  const std::string second = R"({"branch":"main","id":"b","ops":[],"prev":")" + first_hash + R"(","seq":2})";
  EXPECT_EQ(hex(event_hash(second)), "c30c4f7487dd53ac6f6d2a9353e23fcee3eb4fe816e0ca06dc3ea345cbea27bd");
}

TEST_F(Chain, EventsRefuseUpdateAndDelete) {
  auto database = Database::open(db_path, {.read_only = false, .vfs = disk_.name()});
  ASSERT_TRUE(database.ok());
  for (const char* sql : {"UPDATE events SET branch = 'x' WHERE seq = 1", "DELETE FROM events WHERE seq = 4"}) {
    const auto refused = database->execute(sql);
    ASSERT_FALSE(refused.ok()) << sql;
    EXPECT_NE(refused.error().message.find("append-only"), std::string::npos);
  }
}

TEST_F(Chain, FindsWhatWasTakenAwayOrMoved) {
  const std::string before = *disk_.contents(db_path);
  for (const char* sql : {
           "DELETE FROM events WHERE seq = 2",
           "DELETE FROM events WHERE seq = 1",
           "UPDATE events SET seq = 9 WHERE seq = 4",
           "UPDATE events SET seq = -4 WHERE seq = 4",
           "UPDATE events SET seq = 0 WHERE seq = 1",
           "UPDATE events SET branch = 'other' WHERE seq = 3",
           "UPDATE events SET id = 'other' WHERE seq = 3",
           "UPDATE events SET hash = substr(hash, 1, 31) WHERE seq = 4",
           "UPDATE events SET hash = x'' WHERE seq = 4",
           "UPDATE events SET touched = '' WHERE seq = 2",
           "UPDATE events SET touched = 'other' WHERE seq = 4",
       }) {
    disk_.set_contents(db_path, before);
    tamper(sql);
    EXPECT_FALSE(problems().empty()) << sql;
  }
}

// An event rewritten together with its own hash breaks the link of the next one.
TEST_F(Chain, ARewrittenEventBreaksTheNextLink) {
  auto forged = make_event(2, events_[1].id, events_[0].hash, "wall-2", 999);
  auto database = tamper("SELECT 1");
  auto query = database.query("UPDATE events SET bytes = ?1, hash = ?2 WHERE seq = 2");
  ASSERT_TRUE(query.ok());
  query->bind_blob(1, forged.bytes).bind_blob(2, {reinterpret_cast<const char*>(forged.hash.data()), 32});
  ASSERT_TRUE(query->run().ok());
  EXPECT_EQ(problems(), std::vector<std::string>{"event 3: it does not name the hash of the event before"});
}

// And a prev column made to agree is betrayed by the prev inside the hashed bytes.
TEST_F(Chain, TheLinkIsInsideTheHashedBytes) {
  auto forged = make_event(2, events_[1].id, events_[0].hash, "wall-2", 999);
  auto database = tamper("SELECT 1");
  auto query = database.query("UPDATE events SET bytes = ?1, hash = ?2 WHERE seq = 2");
  ASSERT_TRUE(query.ok());
  query->bind_blob(1, forged.bytes).bind_blob(2, {reinterpret_cast<const char*>(forged.hash.data()), 32});
  ASSERT_TRUE(query->run().ok());
  ASSERT_TRUE(database.execute("UPDATE events SET prev = (SELECT hash FROM events WHERE seq = 2) WHERE seq = 3").ok());
  EXPECT_EQ(problems(), std::vector<std::string>{"event 3: its prev differs from the stored one"});
}

TEST_F(Chain, EveryBitOfEveryColumn) {
  auto database = tamper("SELECT 1");
  auto file = WorkspaceFile::open_read_only(db_path, disk_.name());
  ASSERT_TRUE(file.ok());
  struct Column {
    const char* read;
    const char* update;
    bool text;
  };
  const std::vector<Column> columns{
      {"SELECT bytes FROM events WHERE seq = ?1", "UPDATE events SET bytes = ?2 WHERE seq = ?1", false},
      {"SELECT hash FROM events WHERE seq = ?1", "UPDATE events SET hash = ?2 WHERE seq = ?1", false},
      {"SELECT prev FROM events WHERE seq = ?1", "UPDATE events SET prev = ?2 WHERE seq = ?1", false},
      {"SELECT id FROM events WHERE seq = ?1", "UPDATE events SET id = ?2 WHERE seq = ?1", true},
      {"SELECT branch FROM events WHERE seq = ?1", "UPDATE events SET branch = ?2 WHERE seq = ?1", true}};
  const auto set = [&](const Column& column, std::int64_t seq, const std::string& bytes) {
    auto update = database.query(column.update);
    ASSERT_TRUE(update.ok());
    update->bind(1, seq);
    if (column.text) {
      update->bind(2, bytes);
    } else {
      update->bind_blob(2, bytes);
    }
    ASSERT_TRUE(update->run().ok());
  };
  int flips = 0;
  for (const auto& column : columns) {
    for (std::int64_t seq = 1; seq <= 4; ++seq) {
      std::string original;
      {
        auto read = database.query(column.read);
        ASSERT_TRUE(read.ok() && *read->bind(1, seq).step());
        original = read->text(0);
      }
      for (std::size_t bit = 0; bit < original.size() * 8; ++bit, ++flips) {
        set(column, seq, flip(original, bit));
        const auto report = (*file)->verify_chain();
        ASSERT_TRUE(!report.ok() || !report->problems.empty()) << column.read << ", event " << seq << ", bit " << bit;
      }
      set(column, seq, original);
    }
  }
  EXPECT_GT(flips, 5000);
  EXPECT_TRUE((*file)->verify_chain()->problems.empty());
}

// The same one level down, in the pages of the file: whatever bit turns, a log that verifies is the
// log that was written. Every bit of what events hold; elsewhere one bit of every byte.
TEST_F(Chain, AnyBitOfTheFile) {
  const std::string original = *disk_.contents(db_path);
  std::vector<bool> holds_events(original.size());
  for (const auto& event : events_) {
    for (const std::string& part :
         {event.bytes, event.id + event.branch, std::string(reinterpret_cast<const char*>(event.hash.data()), 32)}) {
      for (auto at = original.find(part); at != std::string::npos; at = original.find(part, at + 1)) {
        std::fill_n(holds_events.begin() + static_cast<std::ptrdiff_t>(at), part.size(), true);
      }
    }
  }
  ASSERT_GT(std::count(holds_events.begin(), holds_events.end(), true), 500);
  std::mt19937 random(5);
  const auto check = [&](std::size_t bit) {
    disk_.set_contents(db_path, flip(original, bit));
    auto file = WorkspaceFile::open_read_only(db_path, disk_.name());
    if (!file.ok()) return true;
    const auto report = (*file)->verify_chain();
    if (!report.ok() || !report->problems.empty()) return true;
    if (holds_events[bit / 8]) return false;
    const auto events = (*file)->events_from(INT64_MIN, 100);
    return events.ok() && std::ranges::equal(*events, events_, [](const EventRow& a, const EventRow& b) {
             return a.seq == b.seq && a.id == b.id && a.branch == b.branch && a.bytes == b.bytes && a.hash == b.hash;
           });
  };
  for (std::size_t byte = 0; byte < original.size(); ++byte) {
    if (holds_events[byte]) {
      for (std::size_t bit = 0; bit < 8; ++bit) ASSERT_TRUE(check(byte * 8 + bit)) << "byte " << byte << " bit " << bit;
    } else if (original[byte] != 0 || byte % 16 == 0) {
      const std::size_t bit = random() % 8;
      ASSERT_TRUE(check(byte * 8 + bit)) << "byte " << byte << " bit " << bit;
    }
  }
}

}  // namespace
}  // namespace store::testing
