// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>

namespace support {

// A disk in memory behind SQLite's VFS face, registered under `name` while it lives. It knows what
// has been synced and what has not, sector by sector and name by name, and it fails when told to:
// one operation or all from one on, no more space, or a power cut. Thread-safe.
//
// It is as unkind as Linux: after a failed sync the sectors count as clean, and a later sync does not
// write them; only writing them again helps.
class FaultDisk {
 public:
  enum class Syncs { honest, ignored_for_log, ignored };

  explicit FaultDisk(std::string name);
  ~FaultDisk();
  FaultDisk(const FaultDisk&) = delete;
  FaultDisk& operator=(const FaultDisk&) = delete;

  const std::string& name() const { return name_; }
  void set_syncs(Syncs syncs) { syncs_ = syncs; }
  void set_capacity(std::int64_t bytes);
  // The n-th operation from now fails, and as many in a row as said, or until clear_faults().
  static constexpr std::int64_t all_after_it = INT64_MAX / 2;
  void fail_operation(std::int64_t n, std::int64_t in_a_row);
  void clear_faults();     // also the capacity
  bool fault_hit() const;  // since the fault was set
  std::int64_t operations() const;
  std::int64_t bytes_used() const;

  // After the n-th operation from now nothing reaches the disk any more, until restart().
  void cut_power_after(std::int64_t n);
  // What the disk holds after the power is back: all that was synced, and each sector, size and name
  // that was not with probability `survival`. No connection may be open.
  void restart(std::mt19937_64& random, double survival);

  std::optional<std::string> contents(const std::string& path) const;
  void set_contents(const std::string& path, const std::string& bytes);

 private:
  struct Inode;
  struct Handle;
  struct Methods;
  enum class Fault { none, fail };
  using Names = std::map<std::string, std::shared_ptr<Inode>>;

  Fault next_operation();
  int write(Handle& handle, const void* bytes, int size, sqlite3_int64 at);

  const std::string name_;
  sqlite3_vfs vfs_{};
  mutable std::mutex mutex_;
  Names names_;
  Names durable_names_;
  Syncs syncs_ = Syncs::honest;
  std::int64_t operations_ = 0;
  std::int64_t fail_at_ = -1;
  std::int64_t fail_until_ = -1;
  bool fault_hit_ = false;
  std::int64_t power_until_ = -1;
  std::int64_t capacity_ = -1;
};

}  // namespace support
