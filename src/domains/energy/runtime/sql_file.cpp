// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/sql_file.h"

#include <sqlite3.h>

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

SqlRows::SqlRows(SqlRows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
SqlRows::~SqlRows() { ::sqlite3_finalize(statement_); }

SqlRows& SqlRows::bind(int position, std::string_view text) {
  ::sqlite3_bind_text(statement_, position, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  return *this;
}

Result<bool> SqlRows::next() {
  const int code = ::sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return broken(::sqlite3_errstr(code));
}

std::int64_t SqlRows::integer(int column) const { return ::sqlite3_column_int64(statement_, column); }
double SqlRows::number(int column) const { return ::sqlite3_column_double(statement_, column); }

std::string SqlRows::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(::sqlite3_column_text(statement_, column));
  if (bytes == nullptr) return {};
  return base::printable({bytes, static_cast<std::size_t>(::sqlite3_column_bytes(statement_, column))}, 10'000);
}

void SqlFile::Close::operator()(sqlite3* database) const { ::sqlite3_close_v2(database); }

Result<SqlFile> SqlFile::open(const std::filesystem::path& path) {
  sqlite3* database = nullptr;
  const int code = ::sqlite3_open_v2(uri_of(path).c_str(), &database,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  SqlFile out(database);
  if (code != SQLITE_OK) return broken(::sqlite3_errstr(code));
  // Somebody else may have made the file: nothing in its schema is run.
  ::sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return out;
}

Result<SqlRows> SqlFile::ask(const char* sql) const {
  sqlite3_stmt* statement = nullptr;
  if (::sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr) != SQLITE_OK) {
    return broken(::sqlite3_errmsg(database_.get()));
  }
  return SqlRows(statement);
}

}  // namespace energy::runtime
