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

// The rows of one question to a database of EnergyPlus'. Columns from 0.
class SqlRows {
 public:
  SqlRows(SqlRows&& other) noexcept;
  SqlRows& operator=(SqlRows&&) = delete;
  ~SqlRows();
  SqlRows& bind(int position, std::string_view text);  // from 1
  base::Result<bool> next();                           // false: no more
  std::int64_t integer(int column) const;              // 0 where there is nothing
  double number(int column) const;
  std::string text(int column) const;  // made printable

 private:
  friend class SqlFile;
  explicit SqlRows(sqlite3_stmt* statement) : statement_(statement) {}
  sqlite3_stmt* statement_;
};

// A database that a run left. Nothing is written to it, not even a lock. One thread at a time.
class SqlFile {
 public:
  static base::Result<SqlFile> open(const std::filesystem::path& path);
  base::Result<SqlRows> ask(const char* sql) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit SqlFile(sqlite3* database) : database_(database) {}
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace energy::runtime
