// SPDX-License-Identifier: Apache-2.0
// The floor under durable changes: a bare loop of group commits over SQLite (WAL, synchronous=FULL),
// `batch` events per transaction. Prints {"rps", "commits", "batch"}.
#include <sqlite3.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace {

using Clock = std::chrono::steady_clock;

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
  run(raw, "CREATE TABLE IF NOT EXISTS events(seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL, hash BLOB NOT NULL)");
  return database;
}

Statement prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(database, sql, -1, &raw, nullptr) != SQLITE_OK) die(sqlite3_errmsg(database));
  return {raw, sqlite3_finalize};
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void commit_batch(sqlite3* database, sqlite3_stmt* insert, const std::string& bytes, long batch) {
  run(database, "BEGIN IMMEDIATE");
  for (long i = 0; i < batch; ++i) {
    sqlite3_bind_blob(insert, 1, bytes.data(), static_cast<int>(bytes.size()), SQLITE_STATIC);
    if (sqlite3_step(insert) != SQLITE_DONE) die(sqlite3_errmsg(database));
    sqlite3_reset(insert);
  }
  run(database, "COMMIT");
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) die("usage: group_commit FILE --batch N --seconds S [--bytes B]");
  long batch = 1;
  double seconds = 2;
  std::size_t size = 1000;
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string_view option = arguments[i];
    if (option == "--batch") batch = std::strtol(arguments[i + 1], nullptr, 10);
    if (option == "--seconds") seconds = std::strtod(arguments[i + 1], nullptr);
    if (option == "--bytes") size = std::strtoul(arguments[i + 1], nullptr, 10);
  }
  const auto database = open(arguments[1]);
  const auto insert = prepare(database.get(), "INSERT INTO events(bytes, hash) VALUES(?1, randomblob(32))");
  const std::string bytes(size, 'x');
  long commits = 0;
  const auto start = Clock::now();
  while (seconds_since(start) < seconds) {
    commit_batch(database.get(), insert.get(), bytes, batch);
    ++commits;
  }
  const double rate = static_cast<double>(commits * batch) / seconds_since(start);
  std::printf("{\"rps\":%.1f,\"commits\":%ld,\"batch\":%ld}\n", rate, commits, batch);
  return 0;
}
