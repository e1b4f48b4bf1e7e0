// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include <sqlite3.h>

#include <unordered_map>
#include <utility>

#include "base/devices.h"
#include "base/text.h"
#include "store/log_vfs.h"

namespace store {
namespace {

Error sqlite_error(sqlite3* database) {
  const int code = sqlite3_extended_errcode(database);
  std::string message = "database: ";
  // It quotes the file, which may hold any bytes.
  message.append(base::printable(sqlite3_errmsg(database), 500))
      .append(" (SQLite ")
      .append(std::to_string(code))
      .append(")");
  const char* hint = (code & 0xff) == SQLITE_FULL ? "Free some disk space, then try again." : "";
  return fail(Code::io, std::move(message), {}, hint);
}

// The memory a workspace costs while nobody uses it is mostly these caches.
constexpr const char* settings_for_reading =
    "PRAGMA mmap_size=0; PRAGMA foreign_keys=OFF; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-256;"
    "PRAGMA cell_size_check=ON;";
constexpr const char* settings_for_writing =
    "PRAGMA mmap_size=0; PRAGMA foreign_keys=OFF; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-1024;"
    "PRAGMA secure_delete=ON; PRAGMA synchronous=FULL; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;";

void harden(sqlite3* database, bool read_only) {
  sqlite3_busy_timeout(database, busy_timeout_ms);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  if (read_only) sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

// SQLite would count its memory behind one mutex for all threads. Too late (a no-op) once it is in use.
void configure_once() { [[maybe_unused]] static const int done = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// The pragma answers with the old mode, not with an error, where a file system cannot do it.
Result<void> check_log_mode(Database& database) {
  auto query = TRY(database.query("PRAGMA journal_mode"));
  const std::string mode = TRY(query.step()) ? query.text(0) : std::string();
  if (mode == "wal" || mode == "memory") return {};
  return fail(Code::io, "database: write-ahead logging is not possible here (mode " + mode + ")");
}

}  // namespace

struct Database::Inner {
  sqlite3* handle = nullptr;
  std::unordered_map<const char*, sqlite3_stmt*> statements;  // by the literal's address

  Inner() = default;
  Inner(const Inner&) = delete;
  Inner& operator=(const Inner&) = delete;
  ~Inner() {
    for (const auto& [sql, statement] : statements) sqlite3_finalize(statement);
    sqlite3_close_v2(handle);
  }
  Result<sqlite3_stmt*> prepare(const char* sql, unsigned flags) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nullptr) != SQLITE_OK) return sqlite_error(handle);
    return statement;
  }
};

Query::Query(sqlite3_stmt* statement, bool owned) : statement_(statement), owned_(owned) {}

Query::Query(Query&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)), owned_(other.owned_), bind_error_(other.bind_error_) {}

Query::~Query() {
  if (statement_ == nullptr) return;
  if (owned_) {
    sqlite3_finalize(statement_);
    return;
  }
  sqlite3_reset(statement_);  // step() has reported the error that this repeats
  sqlite3_clear_bindings(statement_);
}

Query& Query::remember(int code) {
  if (bind_error_ == SQLITE_OK) bind_error_ = code;
  return *this;
}

Query& Query::bind(int position, std::int64_t value) {
  return remember(sqlite3_bind_int64(statement_, position, value));
}

Query& Query::bind(int position, std::string_view text) {
  const char* data = text.data() == nullptr ? "" : text.data();  // a null pointer would bind NULL
  return remember(sqlite3_bind_text64(statement_, position, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

Query& Query::bind_blob(int position, std::string_view bytes) {
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  return remember(sqlite3_bind_blob64(statement_, position, data, bytes.size(), SQLITE_TRANSIENT));
}

Query& Query::bind_kept(int position, std::string_view text) {
  const char* data = text.data() == nullptr ? "" : text.data();
  return remember(sqlite3_bind_text64(statement_, position, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

Query& Query::bind_blob_kept(int position, std::string_view bytes) {
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  return remember(sqlite3_bind_blob64(statement_, position, data, bytes.size(), SQLITE_STATIC));
}

Query& Query::bind_null(int position) { return remember(sqlite3_bind_null(statement_, position)); }

Result<bool> Query::step() {
  if (bind_error_ != SQLITE_OK) {
    return fail(Code::io, std::string("database: cannot bind a value: ") + sqlite3_errstr(bind_error_));
  }
  switch (sqlite3_step(statement_)) {
    case SQLITE_ROW:
      return true;
    case SQLITE_DONE:
      return false;
    default:
      return sqlite_error(sqlite3_db_handle(statement_));
  }
}

Result<void> Query::run() {
  while (TRY(step())) {
  }
  return {};
}

std::int64_t Query::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Query::text(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

bool Query::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

Database::Database(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Database::Database(Database&& other) noexcept = default;
Database& Database::operator=(Database&& other) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::string& path, const Options& options) {
  if (path.empty()) return fail(Code::io, "a database needs a path");  // SQLite would make a temporary one
  configure_once();
  auto inner = std::make_unique<Inner>();
  const int access = options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const std::string vfs = options.read_only || !base::device::log_vfs ? options.vfs : gathering_vfs(options.vfs);
  const int flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (sqlite3_open_v2(path.c_str(), &inner->handle, flags, vfs.empty() ? nullptr : vfs.c_str()) != SQLITE_OK) {
    Error error = sqlite_error(inner->handle);
    error.path = path;
    return error;
  }
  harden(inner->handle, options.read_only);
  Database database(std::move(inner));
  TRY(database.execute(options.read_only ? settings_for_reading : settings_for_writing));
  if (!options.read_only) TRY(check_log_mode(database));
  return database;
}

Result<void> Database::execute(const char* sql) {
  if (sqlite3_exec(inner_->handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK) return sqlite_error(inner_->handle);
  return {};
}

Result<Query> Database::query(const char* sql) {
  auto& statement = inner_->statements[sql];
  if (statement == nullptr) {
    statement = TRY(inner_->prepare(sql, SQLITE_PREPARE_PERSISTENT));
  } else if (sqlite3_stmt_busy(statement) != 0) {
    return Query(TRY(inner_->prepare(sql, 0)), true);
  }
  return Query(statement, false);
}

sqlite3* Database::raw() const { return inner_->handle; }

}  // namespace store
