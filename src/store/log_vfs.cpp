// SPDX-License-Identifier: Apache-2.0
#include "store/log_vfs.h"

#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace store {
namespace {

// Less than 128 KB: the unix VFS takes no more in one write.
constexpr std::size_t gathered_at_most = 64 << 10;

// The write-ahead log as SQLite sees it. The real file lies behind it in the same memory.
struct LogFile {
  sqlite3_file face;
  std::string* gathered;  // SQLite allocates and frees this struct, so xOpen and xClose own the text
  sqlite3_int64 at;       // where `gathered` begins in the file

  static LogFile& of(sqlite3_file* file) { return *reinterpret_cast<LogFile*>(file); }
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  const sqlite3_io_methods& does() { return *real()->pMethods; }
  sqlite3_int64 end() const { return at + static_cast<sqlite3_int64>(gathered->size()); }

  // What cannot be written is forgotten: SQLite hears of it and gives the transaction up.
  int hand_on() {
    if (gathered->empty()) return SQLITE_OK;
    const int code = does().xWrite(real(), gathered->data(), static_cast<int>(gathered->size()), at);
    gathered->clear();
    return code;
  }
};

int close_log(sqlite3_file* file) {
  auto& log = LogFile::of(file);
  const int written = log.hand_on();
  const int closed = log.does().xClose(log.real());
  delete std::exchange(log.gathered, nullptr);
  return written != SQLITE_OK ? written : closed;
}

int read_log(sqlite3_file* file, void* out, int size, sqlite3_int64 at) {
  auto& log = LogFile::of(file);
  const bool overlaps = at < log.end() && log.at < at + size;
  if (overlaps) {
    if (const int code = log.hand_on(); code != SQLITE_OK) return code;
  }
  return log.does().xRead(log.real(), out, size, at);
}

int write_log(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  auto& log = LogFile::of(file);
  const auto count = static_cast<std::size_t>(size);
  if (at != log.end() || log.gathered->size() + count > gathered_at_most) {
    if (const int code = log.hand_on(); code != SQLITE_OK) return code;
  }
  if (count > gathered_at_most) return log.does().xWrite(log.real(), bytes, size, at);
  if (log.gathered->empty()) log.at = at;
  log.gathered->append(static_cast<const char*>(bytes), count);
  return SQLITE_OK;
}

int truncate_log(sqlite3_file* file, sqlite3_int64 size) {
  auto& log = LogFile::of(file);
  if (const int code = log.hand_on(); code != SQLITE_OK) return code;
  log.gathered->shrink_to_fit();
  return log.does().xTruncate(log.real(), size);
}

int sync_log(sqlite3_file* file, int flags) {
  auto& log = LogFile::of(file);
  if (const int code = log.hand_on(); code != SQLITE_OK) return code;
  return log.does().xSync(log.real(), flags);
}

int log_size(sqlite3_file* file, sqlite3_int64* size) {
  auto& log = LogFile::of(file);
  const int code = log.does().xFileSize(log.real(), size);
  if (!log.gathered->empty()) *size = std::max(*size, log.end());
  return code;
}

// The rest goes straight on.
int lock_log(sqlite3_file* file, int level) { return LogFile::of(file).does().xLock(LogFile::of(file).real(), level); }
int unlock_log(sqlite3_file* file, int level) {
  return LogFile::of(file).does().xUnlock(LogFile::of(file).real(), level);
}
int check_log_lock(sqlite3_file* file, int* out) {
  return LogFile::of(file).does().xCheckReservedLock(LogFile::of(file).real(), out);
}
int control_log(sqlite3_file* file, int what, void* argument) {
  return LogFile::of(file).does().xFileControl(LogFile::of(file).real(), what, argument);
}
int log_sector(sqlite3_file* file) { return LogFile::of(file).does().xSectorSize(LogFile::of(file).real()); }
int log_device(sqlite3_file* file) { return LogFile::of(file).does().xDeviceCharacteristics(LogFile::of(file).real()); }

constexpr sqlite3_io_methods log_methods{.iVersion = 1,
                                         .xClose = close_log,
                                         .xRead = read_log,
                                         .xWrite = write_log,
                                         .xTruncate = truncate_log,
                                         .xSync = sync_log,
                                         .xFileSize = log_size,
                                         .xLock = lock_log,
                                         .xUnlock = unlock_log,
                                         .xCheckReservedLock = check_log_lock,
                                         .xFileControl = control_log,
                                         .xSectorSize = log_sector,
                                         .xDeviceCharacteristics = log_device};

// One such VFS. What it stands on is found by name each time: a test's disk may go and come again.
struct GatheringVfs {
  explicit GatheringVfs(std::string base_name, const sqlite3_vfs& like);
  sqlite3_vfs* under() const { return sqlite3_vfs_find(under_name.empty() ? nullptr : under_name.c_str()); }
  static sqlite3_vfs* under(sqlite3_vfs* vfs) { return static_cast<GatheringVfs*>(vfs->pAppData)->under(); }

  const std::string under_name;
  const std::string name;
  sqlite3_vfs vfs{};
};

int open_file(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out_flags) {
  sqlite3_vfs* const real = GatheringVfs::under(vfs);
  file->pMethods = nullptr;
  if (real == nullptr) return SQLITE_CANTOPEN;
  if ((flags & SQLITE_OPEN_WAL) == 0) return real->xOpen(real, path, file, flags, out_flags);
  auto* log = new (file) LogFile{};
  log->real()->pMethods = nullptr;
  const int code = real->xOpen(real, path, log->real(), flags, out_flags);
  if (code != SQLITE_OK) {
    if (log->real()->pMethods != nullptr) log->does().xClose(log->real());
    return code;
  }
  log->gathered = new std::string;
  log->face.pMethods = &log_methods;
  return SQLITE_OK;
}

GatheringVfs::GatheringVfs(std::string base_name, const sqlite3_vfs& like)
    : under_name(std::move(base_name)), name("lintel-log" + (under_name.empty() ? "" : "-" + under_name)) {
  vfs.iVersion = 2;
  vfs.szOsFile = static_cast<int>(sizeof(LogFile)) + like.szOsFile;
  vfs.mxPathname = like.mxPathname;
  vfs.zName = name.c_str();
  vfs.pAppData = this;
  vfs.xOpen = open_file;
  vfs.xDelete = [](sqlite3_vfs* self, const char* path, int sync) {
    return under(self)->xDelete(under(self), path, sync);
  };
  vfs.xAccess = [](sqlite3_vfs* self, const char* path, int flags, int* out) {
    return under(self)->xAccess(under(self), path, flags, out);
  };
  vfs.xFullPathname = [](sqlite3_vfs* self, const char* path, int size, char* out) {
    return under(self)->xFullPathname(under(self), path, size, out);
  };
  vfs.xRandomness = [](sqlite3_vfs* self, int size, char* out) {
    return under(self)->xRandomness(under(self), size, out);
  };
  vfs.xSleep = [](sqlite3_vfs* self, int us) { return under(self)->xSleep(under(self), us); };
  vfs.xCurrentTimeInt64 = [](sqlite3_vfs* self, sqlite3_int64* out) {
    return under(self)->xCurrentTimeInt64(under(self), out);
  };
  vfs.xGetLastError = [](sqlite3_vfs* self, int size, char* out) {
    return under(self)->xGetLastError == nullptr ? 0 : under(self)->xGetLastError(under(self), size, out);
  };
}

}  // namespace

std::string gathering_vfs(const std::string& under) {
  static std::mutex mutex;
  static auto& made = *new std::map<std::string, std::unique_ptr<GatheringVfs>>;  // outlives every connection
  const std::lock_guard guard(mutex);
  auto& vfs = made[under];
  if (vfs) return vfs->name;
  const sqlite3_vfs* like = sqlite3_vfs_find(under.empty() ? nullptr : under.c_str());
  if (like == nullptr) return under;  // opening it says so
  vfs = std::make_unique<GatheringVfs>(under, *like);
  sqlite3_vfs_register(&vfs->vfs, 0);
  return vfs->name;
}

}  // namespace store
