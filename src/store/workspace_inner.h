// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "store/workspace_file.h"

namespace store {

Result<void> sync_path(const std::string& path);

// The connections behind one workspace file: how they open, fail, come back and close. Private to
// this folder.
struct WorkspaceFile::Inner {
  // A connection and, where it is shared, the lock on it.
  struct Held {
    std::unique_lock<std::recursive_mutex> lock;
    Database* database = nullptr;
    Database* operator->() const { return database; }
  };

  Inner(std::string file_path, std::string vfs_name, bool only_reads);
  Inner(const Inner&) = delete;
  Inner& operator=(const Inner&) = delete;
  ~Inner();

  // Directory, file and lock; nothing to do in memory or on a VFS of its own.
  Result<void> claim();
  // The read-write connection: tables made or checked, and what the write-ahead log holds is on disk.
  Result<void> open_writer();
  // Checks that the file is a workspace; for files that are only read.
  Result<void> check_readable();
  // After a failed COMMIT: drops every connection and opens the writer anew. Until that succeeds
  // `writer` is empty, and ready() tries again.
  Result<void> recover();
  Result<void> ready();
  void close();

  Result<Held> writing();  // writer thread
  Result<Held> reading();  // any thread; opens the reader when it is first needed
  void drop_reader();      // after an error; the next read opens it anew

  // Writer thread (or the closing thread). PASSIVE once 1,000 pages have gathered.
  void checkpoint_if_due();
  // True when the write-ahead log is empty now; false while a reader is in the way.
  bool truncate_log();

  const std::string path;
  const std::string vfs;
  const bool memory;
  const bool read_only;

  std::recursive_mutex mutex;      // guards `reader`; in memory also `writer`, for a whole transaction
  std::optional<Database> writer;  // writer thread only; shared under `mutex` in memory
  std::optional<Database> reader;

  // The last event as the open transaction sees it; empty: ask the file. Writer thread.
  struct Head {
    std::int64_t seq = 0;
    base::Digest hash{};
  };
  std::optional<Head> head;
  // The counter that was counted last, as the open transaction sees it. Writer thread.
  struct Counter {
    std::string name;
    std::int64_t last_ms = 0;
    std::int64_t total = 0;
    // No row lies from asked_from_ms up to first_ms, and those before count `before` in all.
    struct Window {
      std::int64_t asked_from_ms = 0;
      std::int64_t first_ms = 0;
      std::int64_t before = 0;
    };
    std::optional<Window> window;
  };
  std::optional<Counter> counter;
  Result<Counter*> counter_named(std::string_view name);
  // Forgets what was remembered of a transaction that is rolled back.
  void forget() {
    head.reset();
    counter.reset();
  }

  std::mutex closing;  // close() against the checkpoints of the writer thread
  int log_pages = 0;   // pages in the write-ahead log after the last commit
  int pages_at_checkpoint = 0;
  bool awaits_truncation = false;  // writer thread: is in its list of files to truncate when idle

 private:
  base::Descriptor lock_;
};

}  // namespace store
