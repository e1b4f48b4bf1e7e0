// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/sql_file.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace energy::runtime {

namespace {

using base::Code;
using base::fail;
using base::Result;

base::Error broken(const std::string& why) {
  return fail(Code::io, "The results' database cannot be read: " + base::printable(why, 300) + ".", {},
              "Run the simulation again.");
}

base::Error too_much() {
  return fail(Code::io, "The results' database cannot be read: a question to it takes too long.", {},
              "EnergyPlus' own files do not; run the simulation again.");
}

constexpr int steps_at_once = 100'000;
constexpr int longest_text = 16 << 20;

int count_down(void* left) {
  auto& steps = *static_cast<std::int64_t*>(left);
  return (steps -= steps_at_once) <= 0 ? 1 : 0;
}

// As a URI, so that it can be said that nobody changes the file: no locks, no journal is looked for.
std::string uri_of(const std::filesystem::path& path) {
  std::string out = "file:";
  for (const char c : path.string()) {
    if (c == '%' || c == '?' || c == '#') {
      out += "%" + base::hex(std::string(1, c));
    } else {
      out += c;
    }
  }
  return out + "?mode=ro&immutable=1";
}

}  // namespace

SqlRows::SqlRows(SqlRows&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)), text_left_(other.text_left_) {}
SqlRows::~SqlRows() { ::sqlite3_finalize(statement_); }

SqlRows& SqlRows::bind(int position, std::string_view text) {
  ::sqlite3_bind_text(statement_, position, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  return *this;
}

Result<bool> SqlRows::next() {
  if (text_left_ == 0) return too_much();
  const int code = ::sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  if (code == SQLITE_INTERRUPT) return too_much();
  return broken(::sqlite3_errstr(code));
}

std::int64_t SqlRows::integer(int column) const { return ::sqlite3_column_int64(statement_, column); }
double SqlRows::number(int column) const { return ::sqlite3_column_double(statement_, column); }

std::string SqlRows::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(::sqlite3_column_text(statement_, column));
  if (bytes == nullptr) return {};
  auto out = base::printable({bytes, static_cast<std::size_t>(::sqlite3_column_bytes(statement_, column))}, 10'000);
  text_left_ -= std::min(text_left_, out.size());
  return out;
}

void SqlFile::Close::operator()(sqlite3* database) const { ::sqlite3_close_v2(database); }

SqlFile::SqlFile(sqlite3* database, const SqlLimits& limits)
    : limits_(limits), steps_left_(std::make_unique<std::int64_t>(limits.steps)), database_(database) {}

Result<SqlFile> SqlFile::open(const std::filesystem::path& path, const SqlLimits& limits) {
  sqlite3* database = nullptr;
  const int code = ::sqlite3_open_v2(uri_of(path).c_str(), &database,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  SqlFile out(database, limits);
  if (code != SQLITE_OK) return broken(::sqlite3_errstr(code));
  // Somebody else may have made the file: nothing in its schema is run, and its views come to an end.
  ::sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  ::sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest_text);
  ::sqlite3_progress_handler(database, steps_at_once, count_down, out.steps_left_.get());
  return out;
}

Result<SqlRows> SqlFile::ask(const char* sql) const {
  *steps_left_ = limits_.steps;
  sqlite3_stmt* statement = nullptr;
  if (::sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr) != SQLITE_OK) {
    return broken(::sqlite3_errmsg(database_.get()));
  }
  return SqlRows(statement, limits_.text);
}

}  // namespace energy::runtime
