// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace energy::runtime {

// How much a question may take: somebody else may have made the file, and its views may never end. A file of a GiB, the
// largest that is taken up, needs a fraction of it.
struct SqlLimits {
  std::int64_t steps = 2'000'000'000;  // of SQLite's machine: about half a minute
  std::size_t text = std::size_t{512} << 20;
};

// The rows of one question to a database of EnergyPlus'. Columns from 0.
class SqlRows {
 public:
  SqlRows(SqlRows&& other) noexcept;
  SqlRows& operator=(SqlRows&&) = delete;
  ~SqlRows();
  SqlRows& bind(int position, std::string_view text);  // from 1
  base::Result<bool> next();                           // false: no more. Fails above the limits
  std::int64_t integer(int column) const;              // 0 where there is nothing
  double number(int column) const;
  std::string text(int column) const;  // made printable

 private:
  friend class SqlFile;
  SqlRows(sqlite3_stmt* statement, std::size_t text) : statement_(statement), text_left_(text) {}
  sqlite3_stmt* statement_;
  mutable std::size_t text_left_;
};

// A database that a run left. Nothing is written to it, not even a lock. One thread at a time.
class SqlFile {
 public:
  static base::Result<SqlFile> open(const std::filesystem::path& path, const SqlLimits& limits = {});
  base::Result<SqlRows> ask(const char* sql) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  SqlFile(sqlite3* database, const SqlLimits& limits);
  SqlLimits limits_;
  std::unique_ptr<std::int64_t> steps_left_;  // of the question that was asked last
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace energy::runtime
