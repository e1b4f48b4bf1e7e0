// SPDX-License-Identifier: Apache-2.0
#include "support/fault_vfs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace support {
namespace {
constexpr std::size_t sector = 512;
constexpr std::size_t shared_slots = SQLITE_SHM_NLOCK;
}  // namespace

struct FaultDisk::Inode {
  std::string data;
  std::string durable;
  std::set<std::size_t> dirty;  // sectors the next sync makes durable
  std::set<std::size_t> limbo;  // sectors of a failed sync: written, counted clean, not on disk

  // Locks as in sqlite.org/lockingv3.html, and the shared memory of the write-ahead log's index.
  int shared = 0;
  const Handle* reserved = nullptr;
  const Handle* pending = nullptr;
  const Handle* exclusive = nullptr;
  std::vector<std::unique_ptr<std::array<char, 32768>>> regions;
  std::array<int, shared_slots> slot_shared{};
  std::array<const Handle*, shared_slots> slot_exclusive{};
  int mappings = 0;

  void mark(std::size_t from, std::size_t to) {
    for (std::size_t s = from / sector; s * sector < to; ++s) {
      dirty.insert(s);
      limbo.erase(s);
    }
  }
  void copy_sector(std::size_t s, std::string& to) const {
    const std::size_t at = s * sector;
    const std::size_t end = std::min({at + sector, data.size(), to.size()});
    if (at < end) std::memcpy(to.data() + at, data.data() + at, end - at);
  }
  void sync() {
    durable.resize(data.size());
    for (const auto s : dirty) copy_sector(s, durable);
    dirty.clear();
  }
};

// What SQLite holds for an open file; it gives us raw memory of this size.
struct FaultDisk::Handle {
  sqlite3_file base;
  FaultDisk* disk;
  std::shared_ptr<Inode> inode;
  std::string delete_on_close;
  bool is_log;
  bool sync_directory;  // a journal or log that may be new: its first sync includes the directory, as in os_unix.c
  int level;
  bool mapped;
  unsigned slots_shared;
  unsigned slots_exclusive;
};

FaultDisk::Fault FaultDisk::next_operation() {
  ++operations_;
  if (power_until_ >= 0 && operations_ > power_until_) return Fault::fail;
  if (operations_ < fail_at_ || operations_ >= fail_until_) return Fault::none;
  fault_hit_ = true;
  return Fault::fail;
}

int FaultDisk::write(Handle& handle, const void* bytes, int size, sqlite3_int64 at) {
  const auto offset = static_cast<std::size_t>(at);
  auto count = static_cast<std::size_t>(size);
  int answer = SQLITE_OK;
  if (next_operation() == Fault::fail) {
    // A failed write may have done nothing, a part, or all of its work.
    const bool dead = power_until_ >= 0 && operations_ > power_until_;
    count = dead ? 0 : count * static_cast<std::size_t>(operations_ % 3) / 2;
    answer = SQLITE_IOERR_WRITE;
  }
  auto& inode = *handle.inode;
  const std::size_t end = offset + count;
  if (capacity_ >= 0 && end > inode.data.size()) {
    std::int64_t used = static_cast<std::int64_t>(end - inode.data.size());
    for (const auto& [path, other] : names_) used += static_cast<std::int64_t>(other->data.size());
    if (used > capacity_) {
      fault_hit_ = true;
      return SQLITE_FULL;
    }
  }
  if (count == 0) return answer;
  if (end > inode.data.size()) {
    inode.mark(inode.data.size(), end);
    inode.data.resize(end);
  }
  std::memcpy(inode.data.data() + offset, bytes, count);
  inode.mark(offset, end);
  return answer;
}

// The C face. Every function takes the disk's mutex.
struct FaultDisk::Methods {
  static Handle& handle(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file); }
  static FaultDisk& disk(sqlite3_vfs* vfs) { return *static_cast<FaultDisk*>(vfs->pAppData); }

  static int close(sqlite3_file* file) {
    auto& h = handle(file);
    {
      const std::lock_guard guard(h.disk->mutex_);
      if (h.mapped) unmap(h);
      release(h, SQLITE_LOCK_NONE);
      if (!h.delete_on_close.empty()) h.disk->names_.erase(h.delete_on_close);
    }
    h.~Handle();
    return SQLITE_OK;
  }

  static int read(sqlite3_file* file, void* out, int size, sqlite3_int64 at) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    if (h.disk->next_operation() == Fault::fail) return SQLITE_IOERR_READ;
    const auto& data = h.inode->data;
    const auto offset = std::min(static_cast<std::size_t>(at), data.size());
    const auto count = std::min(static_cast<std::size_t>(size), data.size() - offset);
    std::memcpy(out, data.data() + offset, count);
    std::memset(static_cast<char*>(out) + count, 0, static_cast<std::size_t>(size) - count);
    return count == static_cast<std::size_t>(size) ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
  }

  static int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    return h.disk->write(h, bytes, size, at);
  }

  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    if (h.disk->next_operation() == Fault::fail) return SQLITE_IOERR_TRUNCATE;
    h.inode->data.resize(static_cast<std::size_t>(size));
    return SQLITE_OK;
  }

  static int sync(sqlite3_file* file, int) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    if (h.disk->next_operation() == Fault::fail) {
      h.inode->limbo.merge(h.inode->dirty);
      h.inode->dirty.clear();
      return SQLITE_IOERR_FSYNC;
    }
    if (h.disk->syncs_ == Syncs::ignored || (h.is_log && h.disk->syncs_ == Syncs::ignored_for_log)) return SQLITE_OK;
    h.inode->sync();
    if (std::exchange(h.sync_directory, false)) h.disk->durable_names_ = h.disk->names_;
    return SQLITE_OK;
  }

  static int file_size(sqlite3_file* file, sqlite3_int64* size) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    if (h.disk->next_operation() == Fault::fail) return SQLITE_IOERR_FSTAT;
    *size = static_cast<sqlite3_int64>(h.inode->data.size());
    return SQLITE_OK;
  }

  static bool held_by_other(const Handle* holder, const Handle& h) { return holder != nullptr && holder != &h; }

  static int lock(sqlite3_file* file, int level) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    if (h.level >= level) return SQLITE_OK;
    if (h.disk->next_operation() == Fault::fail) return SQLITE_IOERR_LOCK;
    auto& inode = *h.inode;
    if (h.level == SQLITE_LOCK_NONE) {
      if (held_by_other(inode.pending, h) || held_by_other(inode.exclusive, h)) return SQLITE_BUSY;
      ++inode.shared;
      h.level = SQLITE_LOCK_SHARED;
    }
    if (level == SQLITE_LOCK_SHARED) return SQLITE_OK;
    if (held_by_other(inode.reserved, h)) return SQLITE_BUSY;
    inode.reserved = &h;
    h.level = SQLITE_LOCK_RESERVED;
    if (level == SQLITE_LOCK_RESERVED) return SQLITE_OK;
    inode.pending = &h;
    h.level = SQLITE_LOCK_PENDING;
    if (inode.shared > 1) return SQLITE_BUSY;
    inode.exclusive = &h;
    h.level = SQLITE_LOCK_EXCLUSIVE;
    return SQLITE_OK;
  }

  static void release(Handle& h, int level) {
    auto& inode = *h.inode;
    if (h.level <= level) return;
    if (inode.reserved == &h) inode.reserved = nullptr;
    if (inode.pending == &h) inode.pending = nullptr;
    if (inode.exclusive == &h) inode.exclusive = nullptr;
    if (level == SQLITE_LOCK_NONE) --inode.shared;
    h.level = level;
  }

  static int unlock(sqlite3_file* file, int level) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    release(h, level);
    return SQLITE_OK;
  }

  static int check_reserved(sqlite3_file* file, int* out) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    *out = h.inode->reserved != nullptr ? 1 : 0;
    return SQLITE_OK;
  }

  static int control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
  // As the default VFS on Linux says.
  static int sector_size(sqlite3_file*) { return 4096; }
  static int characteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

  static int map(sqlite3_file* file, int region, int size, int extend, void volatile** out) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    *out = nullptr;
    if (h.disk->next_operation() == Fault::fail) return SQLITE_IOERR_SHMMAP;
    if (size != 32768) return SQLITE_IOERR_SHMSIZE;
    if (!std::exchange(h.mapped, true)) ++h.inode->mappings;
    const auto wanted = static_cast<std::size_t>(region);
    auto& regions = h.inode->regions;
    if (wanted >= regions.size() && extend == 0) return SQLITE_OK;
    while (wanted >= regions.size()) regions.push_back(std::make_unique<std::array<char, 32768>>());
    *out = regions[wanted]->data();
    return SQLITE_OK;
  }

  static int shared_lock(sqlite3_file* file, int first, int count, int flags) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    auto& inode = *h.inode;
    const auto from = static_cast<std::size_t>(first);
    const auto to = from + static_cast<std::size_t>(count);
    if ((flags & SQLITE_SHM_UNLOCK) != 0) {
      for (auto s = from; s < to; ++s) release_slot(h, s);
      return SQLITE_OK;
    }
    if (h.disk->next_operation() == Fault::fail) return SQLITE_IOERR_SHMLOCK;
    const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    for (auto s = from; s < to; ++s) {
      const bool own_shared = (h.slots_shared >> s & 1U) != 0;
      const int others = inode.slot_shared[s] - (own_shared ? 1 : 0);
      if (held_by_other(inode.slot_exclusive[s], h) || (exclusive && others > 0)) return SQLITE_BUSY;
    }
    for (auto s = from; s < to; ++s) {
      if (exclusive) {
        inode.slot_exclusive[s] = &h;
        h.slots_exclusive |= 1U << s;
      } else if ((h.slots_shared >> s & 1U) == 0) {
        ++inode.slot_shared[s];
        h.slots_shared |= 1U << s;
      }
    }
    return SQLITE_OK;
  }

  static void release_slot(Handle& h, std::size_t s) {
    if ((h.slots_exclusive >> s & 1U) != 0) h.inode->slot_exclusive[s] = nullptr;
    if ((h.slots_shared >> s & 1U) != 0) --h.inode->slot_shared[s];
    h.slots_exclusive &= ~(1U << s);
    h.slots_shared &= ~(1U << s);
  }

  static void barrier(sqlite3_file* file) { const std::lock_guard guard(handle(file).disk->mutex_); }

  static void unmap(Handle& h) {
    for (std::size_t s = 0; s < shared_slots; ++s) release_slot(h, s);
    h.mapped = false;
    if (--h.inode->mappings == 0) h.inode->regions.clear();
  }

  static int shared_unmap(sqlite3_file* file, int) {
    auto& h = handle(file);
    const std::lock_guard guard(h.disk->mutex_);
    if (h.mapped) unmap(h);
    return SQLITE_OK;
  }

  static constexpr sqlite3_io_methods io{2,
                                         close,
                                         read,
                                         write,
                                         truncate,
                                         sync,
                                         file_size,
                                         lock,
                                         unlock,
                                         check_reserved,
                                         control,
                                         sector_size,
                                         characteristics,
                                         map,
                                         shared_lock,
                                         barrier,
                                         shared_unmap,
                                         nullptr,
                                         nullptr};

  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out_flags) {
    auto& d = disk(vfs);
    file->pMethods = nullptr;
    const std::lock_guard guard(d.mutex_);
    if (d.next_operation() == Fault::fail) return SQLITE_CANTOPEN;
    auto inode = std::make_shared<Inode>();
    bool created = false;
    if (path != nullptr) {
      const auto found = d.names_.find(path);
      created = found == d.names_.end();
      if (created && (flags & SQLITE_OPEN_CREATE) == 0) return SQLITE_CANTOPEN;
      if (created) {
        d.names_[path] = inode;
      } else {
        inode = found->second;
      }
    }
    constexpr int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    const bool temporary = path != nullptr && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
    new (file) Handle{{&io},
                      &d,
                      std::move(inode),
                      temporary ? path : "",
                      (flags & SQLITE_OPEN_WAL) != 0,
                      (flags & SQLITE_OPEN_CREATE) != 0 && (flags & journals) != 0,
                      SQLITE_LOCK_NONE,
                      false,
                      0,
                      0};
    if (out_flags != nullptr) *out_flags = flags;
    return SQLITE_OK;
  }

  static int remove(sqlite3_vfs* vfs, const char* path, int sync_directory) {
    auto& d = disk(vfs);
    const std::lock_guard guard(d.mutex_);
    if (d.next_operation() == Fault::fail) return SQLITE_IOERR_DELETE;
    if (d.names_.erase(path) == 0) return SQLITE_IOERR_DELETE_NOENT;
    if (sync_directory != 0) d.durable_names_ = d.names_;
    return SQLITE_OK;
  }

  static int access(sqlite3_vfs* vfs, const char* path, int, int* out) {
    auto& d = disk(vfs);
    const std::lock_guard guard(d.mutex_);
    if (d.next_operation() == Fault::fail) return SQLITE_IOERR_ACCESS;
    const auto found = d.names_.find(path);
    *out = found != d.names_.end() && !found->second->data.empty() ? 1 : 0;
    return SQLITE_OK;
  }

  static int full_path(sqlite3_vfs*, const char* path, int size, char* out) {
    sqlite3_snprintf(size, out, "%s", path);
    return SQLITE_OK;
  }

  static int randomness(sqlite3_vfs*, int size, char* out) {
    // The same on every run, so that a seed tells the whole story.
    for (int i = 0; i < size; ++i) out[i] = static_cast<char>(i * 37 + 11);
    return size;
  }

  static int sleep(sqlite3_vfs*, int microseconds) { return microseconds; }
  static int current_time(sqlite3_vfs*, sqlite3_int64* milliseconds) {
    *milliseconds = 212'000'000'000'000;
    return SQLITE_OK;
  }
};

FaultDisk::FaultDisk(std::string name) : name_(std::move(name)) {
  vfs_.iVersion = 2;
  vfs_.szOsFile = sizeof(Handle);
  vfs_.mxPathname = 512;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = Methods::open;
  vfs_.xDelete = Methods::remove;
  vfs_.xAccess = Methods::access;
  vfs_.xFullPathname = Methods::full_path;
  vfs_.xRandomness = Methods::randomness;
  vfs_.xSleep = Methods::sleep;
  vfs_.xCurrentTimeInt64 = Methods::current_time;
  sqlite3_vfs_register(&vfs_, 0);
}

FaultDisk::~FaultDisk() { sqlite3_vfs_unregister(&vfs_); }

void FaultDisk::set_capacity(std::int64_t bytes) {
  const std::lock_guard guard(mutex_);
  capacity_ = bytes;
  fault_hit_ = false;
}

void FaultDisk::fail_operation(std::int64_t n, std::int64_t in_a_row) {
  const std::lock_guard guard(mutex_);
  fail_at_ = operations_ + n;
  fail_until_ = fail_at_ + in_a_row;
  fault_hit_ = false;
}

void FaultDisk::clear_faults() {
  const std::lock_guard guard(mutex_);
  fail_at_ = -1;
  fail_until_ = -1;
  capacity_ = -1;
}

bool FaultDisk::fault_hit() const {
  const std::lock_guard guard(mutex_);
  return fault_hit_;
}

std::int64_t FaultDisk::operations() const {
  const std::lock_guard guard(mutex_);
  return operations_;
}

std::int64_t FaultDisk::bytes_used() const {
  const std::lock_guard guard(mutex_);
  std::int64_t used = 0;
  for (const auto& [path, inode] : names_) used += static_cast<std::int64_t>(inode->data.size());
  return used;
}

void FaultDisk::cut_power_after(std::int64_t n) {
  const std::lock_guard guard(mutex_);
  power_until_ = operations_ + n;
}

void FaultDisk::restart(std::mt19937_64& random, double survival) {
  const std::lock_guard guard(mutex_);
  std::bernoulli_distribution survives(survival);
  Names after = durable_names_;
  for (const auto& [path, inode] : names_) {
    const auto durable = durable_names_.find(path);
    const bool same = durable != durable_names_.end() && durable->second == inode;
    if (!same && survives(random)) after[path] = inode;
  }
  for (const auto& [path, inode] : durable_names_) {
    if (!names_.contains(path) && survives(random)) after.erase(path);
  }
  for (auto& [path, inode] : after) {
    std::string left = inode->durable;
    if (survives(random)) left.resize(inode->data.size());
    inode->dirty.merge(inode->limbo);
    for (const auto s : inode->dirty) {
      if (survives(random)) inode->copy_sector(s, left);
    }
    auto fresh = std::make_shared<Inode>();
    fresh->data = left;
    fresh->durable = std::move(left);
    inode = std::move(fresh);
  }
  names_ = after;
  durable_names_ = std::move(after);
  power_until_ = -1;
}

std::optional<std::string> FaultDisk::contents(const std::string& path) const {
  const std::lock_guard guard(mutex_);
  const auto found = names_.find(path);
  if (found == names_.end()) return std::nullopt;
  return found->second->data;
}

void FaultDisk::set_contents(const std::string& path, const std::string& bytes) {
  const std::lock_guard guard(mutex_);
  auto inode = std::make_shared<Inode>();
  inode->data = bytes;
  inode->durable = bytes;
  names_[path] = inode;
  durable_names_[path] = inode;
}

}  // namespace support
