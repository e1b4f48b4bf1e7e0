// SPDX-License-Identifier: Apache-2.0
// What must hold whatever the disk does: an acknowledged event is there, once; a refused one is not;
// the chain verifies; the elements are those of the events. A seed tells the whole story: the work
// comes from the writer's own callbacks, so that every run makes the same groups.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <future>
#include <map>
#include <random>
#include <set>

#include "base/log.h"
#include "events.h"
#include "support/fault_vfs.h"

namespace store::testing {
namespace {

using support::FaultDisk;

constexpr const char* db_path = "workspace.db";

// 2,000, or what the environment says; a tenth under sanitizers, which are that much slower.
int seeds_wanted() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr int otherwise = 200;
#else
  constexpr int otherwise = 2000;
#endif
  const char* text = std::getenv("LINTEL_FAULT_SEEDS");
  return text == nullptr ? otherwise : std::atoi(text);
}

// What the caller was told.
struct Told {
  std::set<std::string> acknowledged;
  std::set<std::string> refused;  // by its own error, with the disk well
  int failed = 0;                 // Code::io: may be there or not
  int opened = 0;
};

// Stands in for the kernel: knows the head in memory, forgets it when a transaction was lost.
class Session {
 public:
  Session(std::shared_ptr<WorkspaceFile> file, std::mt19937_64& random, std::string prefix, int bursts,
          std::size_t blob_bytes, Told& told)
      : file_(std::move(file)),
        random_(random),
        prefix_(std::move(prefix)),
        bursts_left_(bursts),
        blob_bytes_(blob_bytes),
        told_(told) {}

  void run() {
    auto finished = finished_.get_future();
    submit_burst();
    finished.wait();
    writer_.stop();
  }

 private:
  void submit_burst() {
    const int count = burst_number_++ == 0 ? 1 : std::uniform_int_distribution(1, 6)(random_);
    outstanding_ = count;
    for (int i = 0; i < count; ++i) submit();
  }

  void submit() {
    const std::string id = prefix_ + std::to_string(next_++);
    const std::string element = numbered("wall-", random_() % 5);
    const auto number = static_cast<std::int64_t>(random_() % 1000);
    const bool refuse = random_() % 8 == 0;
    writer_.submit({.file = file_,
                    .event_id = id,
                    .apply = [=, this](WorkspaceFile& file) { return apply(file, id, element, number, refuse); },
                    .done = [=, this](Result<void> result) { done(id, result); },
                    .lost = [this] { head_known_ = false; }});
  }

  Result<void> apply(WorkspaceFile& file, const std::string& id, const std::string& element, std::int64_t number,
                     bool refuse) {
    if (!head_known_) head_ = TRY(file.last_event());
    head_known_ = false;
    auto event = TRY(append_next(file, head_, id, element, number));
    if (blob_bytes_ > 0) TRY(file.put_blob(event.hash, std::string(blob_bytes_, 'b')));
    if (refuse) {
      head_known_ = true;
      return fail(Code::constraint, "no");
    }
    head_ = std::move(event);
    head_known_ = true;
    return {};
  }

  void done(const std::string& id, const Result<void>& result) {
    if (result.ok()) {
      told_.acknowledged.insert(id);
    } else if (result.error().code == Code::constraint) {
      told_.refused.insert(id);
    } else {
      ++told_.failed;
    }
    if (--outstanding_ > 0) return;
    if (--bursts_left_ > 0) return submit_burst();
    finished_.set_value();
  }

  std::shared_ptr<WorkspaceFile> file_;
  std::mt19937_64& random_;
  const std::string prefix_;
  int bursts_left_;
  const std::size_t blob_bytes_;
  Told& told_;
  int next_ = 0;
  int burst_number_ = 0;
  int outstanding_ = 0;
  bool head_known_ = false;
  std::optional<EventRow> head_;
  std::promise<void> finished_;
  Writer writer_;
};

// Opens, writes and closes the workspace a few times. Closing checkpoints; so does, with big blobs,
// the writer on its way.
Told work_on(const FaultDisk& disk, std::uint64_t seed, int sessions = 2, int bursts = 6, std::size_t blob_bytes = 0) {
  std::mt19937_64 random(seed);
  Told told;
  for (int s = 0; s < sessions; ++s) {
    auto file = WorkspaceFile::open(db_path, disk.name());
    if (!file.ok()) continue;
    ++told.opened;
    Session(*file, random, s == 0 ? "first-" : "second-", bursts, blob_bytes, told).run();
  }
  return told;
}

std::map<std::string, std::string> replay(const std::vector<EventRow>& events) {
  std::map<std::string, std::string> elements;
  for (const auto& event : events) {
    const auto parsed = base::parse_json(event.bytes);
    for (const auto& op : parsed->at("ops").as_array()) {
      elements[op.at("id").as_string()] = std::to_string(op.at("new").as_integer());
    }
  }
  return elements;
}

// The first promise that the file breaks, or nothing.
std::string broken_promise(const FaultDisk& disk, const Told& told) {
  auto file = WorkspaceFile::open(db_path, disk.name());
  if (!file.ok()) return "does not open: " + file.error().message;
  const auto chain = (*file)->verify_chain();
  if (!chain.ok()) return "unreadable: " + chain.error().message;
  if (!chain->problems.empty()) return "chain: " + chain->problems.front();
  const auto events = (*file)->events_from(1, 1'000'000);
  if (!events.ok()) return "unreadable: " + events.error().message;
  std::map<std::string, int> seen;
  for (const auto& event : *events) ++seen[event.id];
  for (const auto& id : told.acknowledged) {
    if (seen[id] != 1) return "acknowledged " + id + " is there " + std::to_string(seen[id]) + " times";
  }
  for (const auto& id : told.refused) {
    if (seen[id] != 0) return "refused " + id + " is there";
  }
  std::map<std::string, std::string> elements;
  const auto read = (*file)->each_element([&](ElementRow row) { elements[row.id] = row.bytes; });
  if (!read.ok()) return "unreadable: " + read.error().message;
  return elements == replay(*events) ? "" : "the elements are not those of the events";
}

struct PowerLoss {
  std::string broken;
  std::int64_t acknowledged = 0;
};

PowerLoss lose_power(std::uint64_t seed, FaultDisk::Syncs syncs) {
  FaultDisk disk("power");
  disk.set_syncs(syncs);
  std::mt19937_64 random(seed);
  const bool big = seed % 16 == 0;  // enough pages for checkpoints while writing
  const std::int64_t about_all_operations = big ? 6'000 : 700;
  disk.cut_power_after(1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(about_all_operations)));
  const Told told = work_on(disk, seed, big ? 1 : 2, big ? 24 : 6, big ? 100'000 : 0);
  constexpr std::array<double, 4> survivals{0.0, 0.5, 0.9, 1.0};
  disk.restart(random, survivals.at(random() % survivals.size()));
  return {broken_promise(disk, told), static_cast<std::int64_t>(told.acknowledged.size())};
}

class Faults : public ::testing::Test {
 protected:
  // Thousands of failures on purpose need not be told on stderr.
  Faults() { base::log::set_level(base::log::Level::off); }
  ~Faults() override { base::log::set_level(base::log::Level::info); }
};

TEST_F(Faults, WithoutFaultsEverythingIsAcknowledged) {
  FaultDisk disk("well");
  const Told told = work_on(disk, 1);
  EXPECT_EQ(told.opened, 2);
  EXPECT_EQ(told.failed, 0);
  EXPECT_GT(told.acknowledged.size(), 20U);
  EXPECT_GT(told.refused.size(), 0U);
  EXPECT_EQ(broken_promise(disk, told), "");
}

TEST_F(Faults, PowerLossLosesNothingAcknowledged) {
  const int seeds = seeds_wanted();
  std::int64_t acknowledged = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto outcome = lose_power(static_cast<std::uint64_t>(seed), FaultDisk::Syncs::honest);
    ASSERT_EQ(outcome.broken, "") << "seed " << seed;
    acknowledged += outcome.acknowledged;
  }
  EXPECT_GT(acknowledged, seeds) << "the power went too early to prove anything";
}

// The control: on a disk that does not sync the log (as synchronous=NORMAL would leave it), the same
// harness sees acknowledged events vanish.
TEST_F(Faults, TheHarnessSeesLossesWithoutLogSyncs) {
  int losses = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    if (seed % 16 == 0) continue;
    if (lose_power(seed, FaultDisk::Syncs::ignored_for_log).broken.starts_with("acknowledged")) ++losses;
  }
  EXPECT_GT(losses, 20);
}

TEST_F(Faults, TheHarnessSeesLossesWithoutAnySyncs) {
  int losses = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    if (!lose_power(seed, FaultDisk::Syncs::ignored).broken.empty()) ++losses;
  }
  EXPECT_GT(losses, 20);
}

// Every operation fails in its turn, alone or with those that follow; afterwards the disk is well
// again. Every other time the power goes too, and takes with it what a failed sync left behind.
void fail_every_operation(std::int64_t in_a_row) {
  for (std::int64_t n = 1;; ++n) {
    ASSERT_LT(n, 10'000) << "the runs never get past the fault";
    FaultDisk disk("failing");
    disk.fail_operation(n, in_a_row);
    const Told told = work_on(disk, 7);
    const bool hit = disk.fault_hit();
    disk.clear_faults();
    std::mt19937_64 random(static_cast<std::uint64_t>(n));
    if (n % 2 == 0) disk.restart(random, 0.0);
    ASSERT_EQ(broken_promise(disk, told), "") << "operation " << n << " and " << in_a_row - 1 << " after it";
    if (!hit) {
      EXPECT_EQ(told.failed, 0);
      EXPECT_GT(n, 200);
      return;
    }
  }
}

TEST_F(Faults, AnyOneFailedOperation) { fail_every_operation(1); }
TEST_F(Faults, AnyTenFailedOperations) { fail_every_operation(10); }
TEST_F(Faults, AnyOperationAndAllAfterIt) { fail_every_operation(FaultDisk::all_after_it); }

// The power goes soon after a failure: what the writer acknowledged because it found it in the file
// must have been on the disk, not only in a cache that a failed sync had declared clean.
TEST_F(Faults, AFewFailedOperationsAndThenThePower) {
  const int seeds = seeds_wanted();
  for (int seed = 1; seed <= seeds; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const auto up_to = [&](std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(1, most)(random); };
    const auto n = up_to(450);
    const auto in_a_row = up_to(12);
    FaultDisk disk("twice");
    disk.fail_operation(n, in_a_row);
    disk.cut_power_after(n + in_a_row + up_to(60));
    const Told told = work_on(disk, 7);
    disk.restart(random, 0.0);
    disk.clear_faults();
    ASSERT_EQ(broken_promise(disk, told), "") << "seed " << seed;
  }
}

// One failed operation is a nuisance, not the end: the writer reopens the file and goes on.
TEST_F(Faults, TheWriterGoesOnAfterOneFailedSync) {
  FaultDisk disk("once");
  auto file = WorkspaceFile::open(db_path, disk.name());
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(write_log(*file, 1).ok());
  int failures = 0;
  for (std::int64_t n = 1; n <= 20; ++n) {
    Writer writer;
    const auto append = [&](const std::string& id) {
      return [&, id](WorkspaceFile& f) -> Result<void> {
        const auto newest = TRY(f.last_event());
        TRY(append_next(f, newest, id, "wall-1", n));
        return {};
      };
    };
    disk.fail_operation(n, 1);
    if (!write(writer, *file, append(numbered("first-", n)), numbered("first-", n)).ok()) ++failures;
    disk.clear_faults();
    ASSERT_TRUE(write(writer, *file, append(numbered("second-", n)), numbered("second-", n)).ok()) << n;
  }
  EXPECT_GT(failures, 0);
}

TEST_F(Faults, WhileTheFileDoesNotReopenWorkFailsAndThenGoesOn) {
  FaultDisk disk("sticky");
  auto file = WorkspaceFile::open(db_path, disk.name());
  ASSERT_TRUE(file.ok());
  Writer writer;
  const auto put = [](WorkspaceFile& f) { return f.put_value("name", "value"); };
  ASSERT_TRUE(write(writer, *file, put).ok());
  disk.fail_operation(1, FaultDisk::all_after_it);
  for (int i = 0; i < 3; ++i) {
    const auto refused = write(writer, *file, put);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::io);
    EXPECT_NE(refused.error().message, "");
  }
  disk.clear_faults();
  EXPECT_TRUE(write(writer, *file, put).ok());
}

TEST_F(Faults, DiskFullAtAnySize) {
  for (std::int64_t capacity = 0; capacity < 700'000; capacity += 1'777) {
    FaultDisk disk("full");
    disk.set_capacity(capacity);
    const Told told = work_on(disk, 11);
    const bool hit = disk.fault_hit();
    disk.clear_faults();
    std::mt19937_64 random(static_cast<std::uint64_t>(capacity));
    if (capacity % 2 == 0) disk.restart(random, 0.5);
    ASSERT_EQ(broken_promise(disk, told), "") << "capacity " << capacity;
    if (!hit) {
      EXPECT_EQ(told.failed, 0);
      EXPECT_GT(capacity, 100'000);
      return;
    }
  }
  FAIL() << "the largest disk was still too small";
}

}  // namespace
}  // namespace store::testing
