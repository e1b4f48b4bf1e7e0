// SPDX-License-Identifier: Apache-2.0
// What durability costs by itself, and what store::Writer adds: the same events and state rows through
// a bare group-commit loop over SQLite and through the writer, from 1 and from 8 producers that each
// wait for their answer. Rounds alternate, so that a busy machine is unfair to both, and begin with
// enough changes to grow the write-ahead log, which the writer empties when idle. Prints JSON.
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "base/ids.h"
#include "base/json.h"
#include "store/writer.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 5;
constexpr int changes_to_warm_up = 300;
constexpr auto round_length = std::chrono::milliseconds(1000);

[[noreturn]] void die(const std::string& why) {
  std::fprintf(stderr, "bench_group_commit: %s\n", why.c_str());
  std::exit(2);
}

std::string event_bytes(std::int64_t seq, const std::string& id) {
  auto event = base::Json::object({{"v", 1}, {"seq", seq}, {"id", id}, {"branch", "main"}});
  event.set("padding", std::string(900, 'x'));
  return event.dump();
}

// Something that stores an event and its state row durably, one call at a time per producer.
class Path {
 public:
  virtual ~Path() = default;
  virtual void change(const std::string& element) = 0;  // returns when it is on disk
};

// The least that does the job: a queue, one transaction per drained queue, two prepared statements.
class Bare final : public Path {
 public:
  explicit Bare(const std::string& path) {
    if (sqlite3_open(path.c_str(), &database_) != SQLITE_OK) die("cannot open " + path);
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=1000;"
        "CREATE TABLE events (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, prev BLOB, hash BLOB, bytes BLOB);"
        "CREATE TABLE elements (id TEXT PRIMARY KEY, revision INTEGER, bytes BLOB)");
    event_ = prepare("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5)");
    element_ = prepare(
        "INSERT INTO elements VALUES (?1, ?2, ?3) "
        "ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, bytes = excluded.bytes");
    begin_ = prepare("BEGIN IMMEDIATE");
    commit_ = prepare("COMMIT");
    thread_ = std::thread([this] { loop(); });
  }
  ~Bare() override {
    {
      const std::lock_guard guard(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
    for (auto* statement : {event_, element_, begin_, commit_}) sqlite3_finalize(statement);
    sqlite3_close(database_);
  }
  void change(const std::string& element) override {
    std::binary_semaphore done(0);
    {
      const std::lock_guard guard(mutex_);
      queue_.push_back({&element, &done});
      if (queue_.size() == 1) wake_.notify_one();
    }
    done.acquire();
  }

 private:
  struct Item {
    const std::string* element;
    std::binary_semaphore* done;
  };
  void run(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) die(sqlite3_errmsg(database_));
  }
  sqlite3_stmt* prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr) != SQLITE_OK) die(sqlite3_errmsg(database_));
    return statement;
  }
  void step(sqlite3_stmt* statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) die(sqlite3_errmsg(database_));
    sqlite3_reset(statement);
  }
  void store(const std::string& element) {
    const std::string id = base::uuid_v7(++seq_, base::system_entropy());
    const std::string bytes = event_bytes(seq_, id);
    const auto hash = store::event_hash(bytes);
    const int size = static_cast<int>(bytes.size());
    sqlite3_bind_int64(event_, 1, seq_);
    sqlite3_bind_text(event_, 2, id.data(), static_cast<int>(id.size()), SQLITE_STATIC);
    sqlite3_bind_blob(event_, 3, prev_.data(), 32, SQLITE_STATIC);
    sqlite3_bind_blob(event_, 4, hash.data(), 32, SQLITE_STATIC);
    sqlite3_bind_blob(event_, 5, bytes.data(), size, SQLITE_STATIC);
    step(event_);
    sqlite3_bind_text(element_, 1, element.data(), static_cast<int>(element.size()), SQLITE_STATIC);
    sqlite3_bind_int64(element_, 2, seq_);
    sqlite3_bind_blob(element_, 3, bytes.data(), 200, SQLITE_STATIC);
    step(element_);
    prev_ = hash;
  }
  void loop() {
    std::deque<Item> batch;
    for (;;) {
      {
        std::unique_lock guard(mutex_);
        wake_.wait(guard, [this] { return stopping_ || !queue_.empty(); });
        if (queue_.empty()) return;
        batch.swap(queue_);
      }
      step(begin_);
      for (const auto& item : batch) store(*item.element);
      step(commit_);
      for (const auto& item : batch) item.done->release();
      batch.clear();
    }
  }

  sqlite3* database_ = nullptr;
  sqlite3_stmt* event_ = nullptr;
  sqlite3_stmt* element_ = nullptr;
  sqlite3_stmt* begin_ = nullptr;
  sqlite3_stmt* commit_ = nullptr;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Item> queue_;
  bool stopping_ = false;
  std::int64_t seq_ = 0;
  base::Digest prev_{};
  std::thread thread_;
};

class ThroughWriter final : public Path {
 public:
  explicit ThroughWriter(const std::string& path) {
    auto file = store::WorkspaceFile::open(path);
    if (!file.ok()) die(file.error().message);
    file_ = *file;
  }
  void change(const std::string& element) override {
    std::binary_semaphore done(0);
    writer_.submit({.file = file_,
                    .event_id = {},
                    .apply = [&](store::WorkspaceFile& file) { return apply(file, element); },
                    .done =
                        [&](const base::Result<void>& result) {
                          if (!result.ok()) die(result.error().message);
                          done.release();
                        },
                    .lost = nullptr});
    done.acquire();
  }

 private:
  base::Result<void> apply(store::WorkspaceFile& file, const std::string& element) {
    store::EventRow event{.seq = seq_ + 1, .id = base::uuid_v7(seq_ + 1, base::system_entropy()), .branch = "main"};
    event.bytes = event_bytes(event.seq, event.id);
    event.hash = store::event_hash(event.bytes);
    event.prev = prev_;
    TRY(file.append_event(event, {element}));
    TRY(file.put_element(
        {.branch = "main", .id = element, .revision = event.seq, .bytes = event.bytes.substr(0, 200)}));
    seq_ = event.seq;
    prev_ = event.hash;
    return {};
  }

  std::shared_ptr<store::WorkspaceFile> file_;
  store::Writer writer_;
  std::int64_t seq_ = 0;  // writer thread only
  base::Digest prev_{};
};

void warm_up(Path& path) {
  for (int i = 0; i < changes_to_warm_up; ++i) path.change("wall-" + std::to_string(i));
}

// Changes per second with so many producers.
double rate(Path& path, int producers) {
  warm_up(path);
  std::atomic<std::int64_t> changes = 0;
  const auto start = Clock::now();
  {
    std::vector<std::jthread> threads;
    for (int p = 0; p < producers; ++p) {
      threads.emplace_back([&, p] {
        for (int i = 0; Clock::now() - start < round_length; ++i) {
          path.change("wall-" + std::to_string(p * 1000 + i % 500));
          ++changes;
        }
      });
    }
  }
  return static_cast<double>(changes) / std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

base::Json compare(const std::string& directory, int producers) {
  Bare bare(directory + "/bare-" + std::to_string(producers) + ".db");
  ThroughWriter writer(directory + "/writer-" + std::to_string(producers) + ".db");
  std::vector<double> bare_rates;
  std::vector<double> writer_rates;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    bare_rates.push_back(rate(bare, producers));
    writer_rates.push_back(rate(writer, producers));
    ratios.push_back(writer_rates.back() / bare_rates.back());
  }
  return base::Json::object({{"producers", producers},
                             {"bare_per_s", median(bare_rates)},
                             {"writer_per_s", median(writer_rates)},
                             {"ratio", median(ratios)}});
}

}  // namespace

// bench_group_commit [DIRECTORY]: where the databases go for the time being; default the current one.
int main(int count, char** arguments) {
  const std::filesystem::path parent = count > 1 ? arguments[1] : ".";
  const auto directory = parent / ("bench_group_commit." + std::to_string(getpid()));
  std::filesystem::create_directory(directory);
  const auto report = base::Json::object(
      {{"group_commit", base::Json::array({compare(directory.string(), 1), compare(directory.string(), 8)})}});
  std::filesystem::remove_all(directory);
  std::printf("%s\n", report.pretty().c_str());
  return 0;
}
