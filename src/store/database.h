// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

// SQLite behind a small face. Errors carry SQLite's own message as Code::io.
namespace store {

using base::Code;
using base::Error;
using base::fail;
using base::Result;

class Database;

// How long a connection waits for another process (`lintel log`, a person with sqlite3).
inline constexpr int busy_timeout_ms = 200;

// A prepared statement in use: bind by position from 1, step, read columns from 0. It resets when
// the object dies, so the compiled statement can be used again.
class Query {
 public:
  Query(Query&& other) noexcept;
  Query& operator=(Query&&) = delete;
  ~Query();
  Query& bind(int position, std::int64_t value);
  Query& bind(int position, std::string_view text);
  Query& bind_blob(int position, std::string_view bytes);
  Query& bind_null(int position);
  // The same without a copy: the bytes stay where they are until the query dies.
  Query& bind_kept(int position, std::string_view text);
  Query& bind_blob_kept(int position, std::string_view bytes);
  // True: a row is there. False: done.
  Result<bool> step();
  Result<void> run();  // steps to the end
  std::int64_t integer(int column) const;
  std::string text(int column) const;  // also blobs
  bool is_null(int column) const;

 private:
  friend class Database;
  Query(sqlite3_stmt* statement, bool owned);
  Query& remember(int code);
  sqlite3_stmt* statement_;
  bool owned_;          // a second use of a statement already in use: finalised, not reset
  int bind_error_ = 0;  // the first failed bind; step() reports it
};

// One connection. Not thread-safe: one thread at a time.
class Database {
 public:
  struct Options {
    bool read_only = false;
    std::string vfs;  // for fault tests; empty: the default
  };
  // ":memory:" is a database of its own.
  static Result<Database> open(const std::string& path, const Options& options);
  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  ~Database();

  Result<void> execute(const char* sql);  // one or more statements without parameters
  // Statements are compiled once per connection and reused: `sql` must be a literal.
  Result<Query> query(const char* sql);
  sqlite3* raw() const;

 private:
  struct Inner;
  explicit Database(std::unique_ptr<Inner> inner);
  std::unique_ptr<Inner> inner_;
};

}  // namespace store
