// SPDX-License-Identifier: Apache-2.0
// The floor under durable changes: a bare loop of group commits over SQLite (WAL, synchronous=FULL). So many clients
// each hand over an event of 1,000 bytes with its state row and wait; one writer stores all that wait in one
// transaction. With --batch instead of --clients nobody waits: one thread stores full groups, the most that grouping
// can bring. Prints {"rps", "commits", "per_commit"}.
#include <sqlite3.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int state_rows = 500;

[[noreturn]] void die(const char* why) {
  std::fprintf(stderr, "group_commit: %s\n", why);
  std::exit(2);
}

void run(sqlite3* database, const char* sql) {
  if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) die(sqlite3_errmsg(database));
}

using Database = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

Database open(const char* path) {
  sqlite3* raw = nullptr;
  if (sqlite3_open(path, &raw) != SQLITE_OK) die("cannot open the file");
  Database database(raw, sqlite3_close);
  run(raw, "PRAGMA journal_mode=WAL");
  run(raw, "PRAGMA synchronous=FULL");
  run(raw,
      "CREATE TABLE IF NOT EXISTS events(seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL, hash BLOB NOT NULL);"
      "CREATE TABLE IF NOT EXISTS elements(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)");
  return database;
}

Statement prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(database, sql, -1, &raw, nullptr) != SQLITE_OK) die(sqlite3_errmsg(database));
  return {raw, sqlite3_finalize};
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Stores groups, on one thread.
class Store {
 public:
  Store(const char* path, std::size_t size) : database_(open(path)), bytes_(size, 'x') {}

  void commit(std::size_t group) {
    step(begin_);
    for (std::size_t i = 0; i < group; ++i) add();
    step(end_);
    ++commits_;
    events_ += static_cast<std::int64_t>(group);
  }
  std::int64_t commits() const { return commits_; }
  std::int64_t events() const { return events_; }

 private:
  void step(const Statement& statement) {
    if (sqlite3_step(statement.get()) != SQLITE_DONE) die(sqlite3_errmsg(database_.get()));
    sqlite3_reset(statement.get());
  }
  void add() {
    sqlite3_bind_blob(event_.get(), 1, bytes_.data(), static_cast<int>(bytes_.size()), SQLITE_STATIC);
    step(event_);
    sqlite3_bind_int(element_.get(), 1, next_++ % state_rows);
    sqlite3_bind_blob(element_.get(), 2, bytes_.data(), static_cast<int>(bytes_.size() / 5), SQLITE_STATIC);
    step(element_);
  }

  Database database_;
  const std::string bytes_;
  Statement begin_ = prepare(database_.get(), "BEGIN IMMEDIATE");
  Statement end_ = prepare(database_.get(), "COMMIT");
  Statement event_ = prepare(database_.get(), "INSERT INTO events(bytes, hash) VALUES(?1, randomblob(32))");
  Statement element_ = prepare(database_.get(), "REPLACE INTO elements VALUES(?1, ?2)");
  int next_ = 0;
  std::int64_t commits_ = 0;
  std::int64_t events_ = 0;
};

// What waits for the writer.
class Queue {
 public:
  using Waiting = std::vector<std::binary_semaphore*>;

  void wait_for_commit(std::binary_semaphore& done) {
    {
      const std::lock_guard guard(mutex_);
      waiting_.push_back(&done);
      if (waiting_.size() == 1) wake_.notify_one();
    }
    done.acquire();
  }
  Waiting take() {  // nothing when the end has come
    std::unique_lock guard(mutex_);
    wake_.wait(guard, [&] { return ended_ || !waiting_.empty(); });
    return std::exchange(waiting_, {});
  }
  void end() {
    const std::lock_guard guard(mutex_);
    ended_ = true;
    wake_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  Waiting waiting_;
  bool ended_ = false;
};

void serve_clients(Store& store, std::size_t clients, double seconds) {
  Queue queue;
  std::jthread writer([&] {
    for (auto group = queue.take(); !group.empty(); group = queue.take()) {
      store.commit(group.size());
      for (auto* done : group) done->release();
    }
  });
  {
    const auto start = Clock::now();
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < clients; ++i) {
      threads.emplace_back([&] {
        std::binary_semaphore done(0);
        while (seconds_since(start) < seconds) queue.wait_for_commit(done);
      });
    }
  }
  queue.end();
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) die("usage: group_commit FILE --clients N | --batch N  --seconds S [--bytes B]");
  std::size_t batch = 1;
  std::size_t clients = 0;
  double seconds = 2;
  std::size_t size = 1000;
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string_view option = arguments[i];
    if (option == "--batch") batch = std::strtoul(arguments[i + 1], nullptr, 10);
    if (option == "--clients") clients = std::strtoul(arguments[i + 1], nullptr, 10);
    if (option == "--seconds") seconds = std::strtod(arguments[i + 1], nullptr);
    if (option == "--bytes") size = std::strtoul(arguments[i + 1], nullptr, 10);
  }
  Store store(arguments[1], size);
  const auto start = Clock::now();
  if (clients > 0) serve_clients(store, clients, seconds);
  while (seconds_since(start) < seconds) store.commit(batch);
  const double rate = static_cast<double>(store.events()) / seconds_since(start);
  const double per_commit = static_cast<double>(store.events()) / static_cast<double>(store.commits());
  std::printf("{\"rps\":%.1f,\"commits\":%lld,\"per_commit\":%.2f}\n", rate, static_cast<long long>(store.commits()),
              per_commit);
  return 0;
}
