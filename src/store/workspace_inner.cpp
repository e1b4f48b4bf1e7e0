// SPDX-License-Identifier: Apache-2.0
#include "store/workspace_inner.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/devices.h"
#include "base/files.h"
#include "base/log.h"

namespace store {
namespace {

constexpr std::int64_t application_id = 0x4c4e544c;  // "LNTL", in the header of every workspace file
constexpr std::int64_t schema_version = 3;
constexpr std::int64_t oldest_readable = 2;
constexpr int checkpoint_pages = 1000;

// Tables as docs/event_log.md describes them. A commit costs by the pages it writes, so what comes with an
// event stands in its row, the index of branches leaves "main" out, where most events are, and keys of
// idempotency lie by the hours in which they expire, which makes an index to find the expired needless.
constexpr const char* create_schema = R"sql(
BEGIN IMMEDIATE;
CREATE TABLE events (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, branch TEXT NOT NULL,
  prev BLOB NOT NULL, hash BLOB NOT NULL, touched TEXT NOT NULL, salt BLOB, reasoning BLOB,
  bytes BLOB NOT NULL) STRICT;
CREATE INDEX events_off_main ON events (branch) WHERE branch <> 'main';
CREATE TRIGGER events_keep BEFORE UPDATE OF seq, id, branch, prev, hash, touched, bytes ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TABLE elements (
  branch TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (branch, id)) STRICT, WITHOUT ROWID;
CREATE TABLE pending (
  id TEXT NOT NULL PRIMARY KEY, state TEXT NOT NULL, created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
CREATE INDEX pending_by_state ON pending (state);
CREATE TABLE idempotency (
  period INTEGER NOT NULL, principal TEXT NOT NULL, key TEXT NOT NULL, args_digest TEXT NOT NULL,
  result BLOB NOT NULL, expires_ms INTEGER NOT NULL, PRIMARY KEY (period, principal, key)) STRICT, WITHOUT ROWID;
CREATE TABLE blobs (digest BLOB NOT NULL PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, path TEXT NOT NULL, bytes BLOB NOT NULL,
  before TEXT, keep INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE files (path TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL, element TEXT NOT NULL) STRICT;
CREATE TABLE operations (
  counter TEXT NOT NULL, time_ms INTEGER NOT NULL, n INTEGER NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (counter, time_ms)) STRICT, WITHOUT ROWID;
CREATE TABLE named_values (name TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE filed (key TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (key, seq)) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x4c4e544c;
PRAGMA user_version = 3;
COMMIT;
)sql";

Error system_error(const std::string& what, const std::string& path) {
  return fail(Code::io, what + ": " + std::generic_category().message(errno), path);
}

}  // namespace

Result<void> sync_path(const std::string& path) {
  const base::Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened || fsync(opened.get()) != 0) return system_error("cannot sync", path);
  return {};
}

namespace {

// SQLite gives the files it adds (-wal, -shm) the mode of the database, so that comes first. The
// directory is synced, or a power cut could take a new file away with all that was acknowledged in it.
Result<void> make_private_file(const std::string& path) {
  const base::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) return errno == EEXIST ? Result<void>() : system_error("cannot create", path);
  const auto parent = std::filesystem::path(path).parent_path();
  return base::sync_directory(parent.empty() ? "." : parent);
}

Result<std::int64_t> number(Database& database, const char* sql) {
  auto query = TRY(database.query(sql));
  return TRY(query.step()) ? query.integer(0) : 0;
}

Result<void> check_schema(Database& database, const std::string& path) {
  const auto application = TRY(number(database, "PRAGMA application_id"));
  const auto version = TRY(number(database, "PRAGMA user_version"));
  if (application != application_id) return fail(Code::io, "this file is not a Lintel workspace", path);
  if (version > schema_version) {
    return fail(Code::io,
                "this workspace was written by a newer Lintel: its format is " + std::to_string(version) +
                    ", this program knows " + std::to_string(schema_version),
                path, "Use the newer Lintel to open it.");
  }
  if (version < oldest_readable) {
    return fail(Code::io, "this workspace was written by an early Lintel: its format is " + std::to_string(version),
                path, "Move the file away; a new one is then begun.");
  }
  return {};
}

// From format 2. A script ends with its first statement that fails.
constexpr const char* migrate_from_2 = R"sql(
BEGIN IMMEDIATE;
ALTER TABLE outbox ADD COLUMN before TEXT;
ALTER TABLE outbox ADD COLUMN keep INTEGER NOT NULL DEFAULT 0;
CREATE TABLE files (path TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL, element TEXT NOT NULL) STRICT;
PRAGMA user_version = 3;
COMMIT;
)sql";

// What must be the same in the copy.
constexpr const char* contents =
    "SELECT (SELECT count(*) FROM events) || ' ' || (SELECT count(*) FROM elements) || ' ' || (SELECT count(*) FROM "
    "pending) || ' ' || (SELECT count(*) FROM blobs) || ' ' || (SELECT count(*) FROM outbox) || ' ' || "
    "coalesce((SELECT hex(hash) FROM events ORDER BY seq DESC LIMIT 1), '')";

Result<std::string> text(Database& database, const char* sql) {
  auto query = TRY(database.query(sql));
  return TRY(query.step()) ? query.text(0) : std::string();
}

// The file as it was, beside it, before its format is changed: <file>.format-2. It has its name only once it is whole.
Result<void> keep_copy(Database& database, const std::string& path, std::int64_t version) {
  const std::string kept = path + ".format-" + std::to_string(version);
  const std::string fresh = kept + ".new";
  if (::unlink(fresh.c_str()) != 0 && errno != ENOENT) return system_error("cannot remove", fresh);
  auto copy = TRY(database.query("VACUUM INTO ?1"));
  TRY(copy.bind(1, fresh).run());
  {
    auto made = TRY(Database::open(fresh, {.read_only = true, .vfs = {}}));
    const bool whole = TRY(text(made, "PRAGMA integrity_check")) == "ok";
    if (!whole || TRY(text(made, contents)) != TRY(text(database, contents)))
      return fail(Code::io, "the copy that is made before the format changes is not whole", fresh);
  }
  TRY(sync_path(fresh));
  if (::rename(fresh.c_str(), kept.c_str()) != 0) return system_error("cannot rename", fresh);
  return sync_path(
      std::filesystem::path(path).parent_path().empty() ? "." : std::filesystem::path(path).parent_path().native());
}

Result<void> migrate(Database& database, const std::string& path, bool keeps_copy) {
  const auto version = TRY(number(database, "PRAGMA user_version"));
  if (version == schema_version) return {};
  if (keeps_copy) TRY(keep_copy(database, path, version));
  auto migrated = database.execute(migrate_from_2);
  if (!migrated.ok() && sqlite3_get_autocommit(database.raw()) == 0) TRY(database.execute("ROLLBACK"));
  return migrated;
}

// An index that a program without it does not miss, so it is no format of its own: what is not filed is looked through.
constexpr const char* add_filing =
    "CREATE TABLE IF NOT EXISTS filed (key TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (key, seq)) "
    "STRICT, WITHOUT ROWID";

Result<void> make_or_check_schema(Database& database, const std::string& path) {
  if (TRY(number(database, "SELECT count(*) FROM sqlite_schema")) == 0) return database.execute(create_schema);
  return check_schema(database, path);
}

// Writes the log's bytes over themselves and syncs. What recovery found may be in the operating
// system's cache only: its process was killed before the sync, or the sync failed, after which Linux
// counts the pages as clean and a second sync would write nothing.
Result<void> settle_log(Database& database, const std::string& path) {
  TRY(number(database, "SELECT count(*) FROM sqlite_schema"));  // opens and recovers the log
  sqlite3_file* log = nullptr;
  sqlite3_file_control(database.raw(), "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
  if (log == nullptr || log->pMethods == nullptr) return {};
  sqlite3_int64 size = 0;
  int code = log->pMethods->xFileSize(log, &size);
  std::array<char, 1 << 14> buffer;
  for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size;) {
    const int part = static_cast<int>(std::min<sqlite3_int64>(size - at, buffer.size()));
    code = log->pMethods->xRead(log, buffer.data(), part, at);
    if (code == SQLITE_OK) code = log->pMethods->xWrite(log, buffer.data(), part, at);
    at += part;
  }
  if (code == SQLITE_OK && size > 0) code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
  if (code == SQLITE_OK) return {};
  return fail(Code::io, std::string("cannot secure the write-ahead log: ") + sqlite3_errstr(code), path);
}

// A checkpoint overwrites the database with what the log holds, so the log must be on disk first. After a
// failed sync it may not be, whatever a later sync says; then nothing is checkpointed until the log is
// settled, not even by closing.
void checkpoint_on_close(const Database& database, bool allowed) {
  sqlite3_db_config(database.raw(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, allowed ? 0 : 1, nullptr);
}

// A read inside another read (a visitor asking for more) must not take the connection away.
bool in_use(const Database& database) {
  for (auto* statement = sqlite3_next_stmt(database.raw(), nullptr); statement != nullptr;
       statement = sqlite3_next_stmt(database.raw(), statement)) {
    if (sqlite3_stmt_busy(statement) != 0) return true;
  }
  return false;
}

int remember_log_pages(void* pages, sqlite3*, const char*, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

}  // namespace

WorkspaceFile::Inner::Inner(std::string file_path, std::string vfs_name, bool only_reads)
    : path(std::move(file_path)), vfs(std::move(vfs_name)), memory(path == ":memory:"), read_only(only_reads) {}

WorkspaceFile::Inner::~Inner() { close(); }

Result<void> WorkspaceFile::Inner::claim() {
  if (memory || !vfs.empty()) return {};
  TRY(base::make_private_directory(std::filesystem::path(path).parent_path()));
  const std::string lock_path = path + ".lock";
  lock_.reset(::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock_) return system_error("cannot open the lock file", lock_path);
  if (flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return system_error("cannot lock", lock_path);
    return fail(
        Code::unavailable, "another process has this workspace open", path,
        "Another Lintel server holds it, perhaps that of another client in this directory. Go on there. Or open a "
        "workspace of your own with workspace_open and pass its handle as `workspace`.");
  }
  return make_private_file(path);
}

Result<void> WorkspaceFile::Inner::open_writer() {
  auto database = TRY(Database::open(path, {.read_only = false, .vfs = vfs}));
  checkpoint_on_close(database, false);
  TRY(make_or_check_schema(database, path));
  if (!memory) TRY(settle_log(database, path));
  TRY(migrate(database, path, !memory && vfs.empty()));  // a VFS of the tests' own has no place for a copy
  TRY(database.execute(add_filing));
  checkpoint_on_close(database, true);
  log_pages = 0;
  pages_at_checkpoint = 0;
  sqlite3_wal_hook(database.raw(), remember_log_pages, &log_pages);
  writer = std::move(database);
  return {};
}

Result<void> WorkspaceFile::Inner::check_readable() {
  auto held = TRY(reading());
  return check_schema(*held.database, path);
}

Result<void> WorkspaceFile::Inner::recover() {
  const std::lock_guard guard(mutex);
  forget();
  if (memory) {  // there is nothing to come back to but what was committed before
    if (sqlite3_get_autocommit(writer->raw()) != 0) return {};
    return writer->execute("ROLLBACK");
  }
  reader.reset();
  if (writer) checkpoint_on_close(*writer, false);
  writer.reset();
  return open_writer();
}

Result<void> WorkspaceFile::Inner::ready() {
  if (read_only) return fail(Code::io, "this workspace is open for reading only", path);
  if (writer) return {};
  return recover();
}

// The reader first: the last connection to close is the one that may checkpoint.
void WorkspaceFile::Inner::close() {
  const std::lock_guard against_checkpoints(closing);
  const std::lock_guard guard(mutex);
  reader.reset();
  writer.reset();
  lock_.reset();
}

Result<WorkspaceFile::Inner::Held> WorkspaceFile::Inner::writing() {
  Held held;
  if (memory) held.lock = std::unique_lock(mutex);
  if (!writer) return fail(Code::io, "this workspace cannot be written now", path);
  held.database = &*writer;
  return held;
}

Result<WorkspaceFile::Inner::Held> WorkspaceFile::Inner::reading() {
  Held held{std::unique_lock(mutex), nullptr};
  if (!memory && !reader) reader = TRY(Database::open(path, {.read_only = true, .vfs = vfs}));
  held.database = memory ? &*writer : &*reader;
  return held;
}

Result<WorkspaceFile::Inner::Counter*> WorkspaceFile::Inner::counter_named(std::string_view name) {
  if (base::device::counters && counter && counter->name == name) return &*counter;
  auto last =
      TRY(writer->query("SELECT time_ms, total FROM operations WHERE counter = ?1 ORDER BY time_ms DESC LIMIT 1"));
  counter.reset();
  const bool any = TRY(last.bind(1, name).step());
  counter = Counter{.name = std::string(name)};
  if (any) {
    counter->last_ms = last.integer(0);
    counter->total = last.integer(1);
  }
  return &*counter;
}

void WorkspaceFile::Inner::drop_reader() {
  const std::lock_guard guard(mutex);
  if (!memory && reader && !in_use(*reader)) reader.reset();
}

// A failed checkpoint loses nothing: its pages stay in the log, and the next one writes them again.
void WorkspaceFile::Inner::checkpoint_if_due() {
  if (!writer) return;
  pages_at_checkpoint = std::min(pages_at_checkpoint, log_pages);  // the log began anew
  if (log_pages - pages_at_checkpoint < checkpoint_pages) return;
  pages_at_checkpoint = log_pages;
  const int code = sqlite3_wal_checkpoint_v2(writer->raw(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY) {
    base::log::warn("checkpoint of " + path + " failed: " + sqlite3_errstr(code));
  }
}

bool WorkspaceFile::Inner::truncate_log() {
  if (!writer || memory) return true;
  sqlite3* raw = writer->raw();
  sqlite3_busy_handler(raw, nullptr, nullptr);  // new work shall not wait for a reader
  const int code = sqlite3_wal_checkpoint_v2(raw, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  sqlite3_busy_timeout(raw, busy_timeout_ms);
  sqlite3_db_release_memory(raw);
  return code == SQLITE_OK;
}

}  // namespace store
