// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/crypto.h"
#include "store/database.h"

namespace store {

// One event as it lies on disk. `bytes` are the canonical bytes and are never re-serialised.
// hash = SHA-256("lintel/event/v1\0" ‖ bytes); `prev` is the hash of the event before. Format:
// docs/event_log.md
struct EventRow {
  std::int64_t seq = 0;  // gapless from 1
  std::string id;        // UUIDv7
  std::string branch;
  std::string bytes;
  base::Digest prev{};
  base::Digest hash{};  // all zero: not known yet
};
base::Digest event_hash(std::string_view canonical_bytes);
using FiledKey = std::pair<std::string, std::int64_t>;  // and the event's seq

// A text that may be taken away again: the event's bytes hold only its hash.
struct PrivateText {
  std::string salt;  // empty: there is no text
  std::string text;
};

struct ElementRow {
  std::string branch;
  std::string id;
  std::int64_t revision = 0;
  std::string bytes;  // the element's JSON
};

struct PendingRow {
  std::string id;
  std::string state;
  std::int64_t created_ms = 0;
  std::int64_t expires_ms = 0;
  std::string bytes;  // the record's JSON
};

struct IdempotencyRow {
  std::string principal;
  std::string key;
  std::string args_digest;
  std::string result;  // the outcome's JSON
  std::int64_t expires_ms = 0;
};

// A file still to be written after its event was committed.
struct OutboxRow {
  std::int64_t id = 0;
  std::string event_id;
  std::string path;
  std::string bytes;
  // What must be there when it is written: SHA-256 in hex, or empty for nothing. Absent: not known (rows of format 2).
  std::optional<std::string> before = {};
  bool keep = false;  // what it replaces, so that undoing brings it back
};

// A file that this workspace wrote, or loaded a document from, and what was in it then.
struct FileRow {
  std::string path;
  std::string sha256;   // hex
  std::string element;  // what was loaded from it; empty: it was written
};

// What `log verify` found.
struct ChainReport {
  std::int64_t events = 0;
  std::string head_hash;              // hex
  std::vector<std::string> problems;  // empty: the chain holds
};

// One workspace = one SQLite database file with everything a commit needs, so that one transaction
// is one commit: events with their private texts, current elements of every branch, pending changes,
// idempotency keys, blobs, files still to be written, counters and a few named values.
//
// Write methods belong to the Writer thread and run inside its transaction. Read methods marked
// [reader] use a read-only connection of their own behind a mutex and may be called from any thread;
// they see what is committed. With ":memory:" both share one connection behind the same mutex.
// WAL, synchronous=FULL, one read-write connection per file, a lock file beside it keeps other
// processes out (`flock` on <path>.lock).
class WorkspaceFile {
 public:
  // Creates the file and its tables if needed (mode 0600, directory 0700). Fails with
  // Code::unavailable when another process holds it. A `vfs` of the tests' own gets neither directory
  // nor lock.
  static Result<std::shared_ptr<WorkspaceFile>> open(const std::string& path, const std::string& vfs = {});
  // Without the lock and read-only, for `lintel log` beside a running server.
  static Result<std::shared_ptr<WorkspaceFile>> open_read_only(const std::string& path, const std::string& vfs = {});
  ~WorkspaceFile();
  const std::string& path() const;

  // --- writer thread, inside a transaction ---
  // Returns the hash of the event's bytes, which it is stored with; an event that brings another has a bug behind it.
  // Fails with Code::stale when the event does not follow the last one in the file by seq and prev.
  // Ids of elements hold no control characters.
  Result<base::Digest> append_event(const EventRow& event, const std::vector<std::string>& touched_ids,
                                    const PrivateText& reasoning = {});
  Result<void> put_element(const ElementRow& element);
  Result<void> remove_element(std::string_view branch, std::string_view id);
  Result<void> copy_branch(std::string_view from, std::string_view to);  // elements of a new branch
  Result<void> remove_branch(std::string_view branch);                   // its elements
  Result<void> put_pending(const PendingRow& pending);
  Result<void> put_idempotency(const IdempotencyRow& row);
  Result<bool> remove_reasoning(std::string_view event_id);  // false: there was none
  Result<void> put_blob(const base::Digest& digest, std::string_view bytes);
  Result<std::int64_t> put_outbox(const OutboxRow& row);  // its id
  Result<void> put_file(const FileRow& row);
  Result<void> forget_loaded(std::string_view element);  // what it was loaded from is no longer its file
  Result<void> forget_file(std::string_view path);       // it is no longer this workspace's own
  Result<void> remove_outbox(std::int64_t id);
  Result<void> count_operation(std::string_view counter, std::int64_t time_ms);
  Result<void> put_value(std::string_view name, std::string_view bytes);
  Result<void> forget_expired(std::int64_t now_ms);  // idempotency keys and old counters
  // Makes events findable under these keys, which are the caller's own.
  Result<void> file_events(const std::vector<FiledKey>& keys);
  Result<void> put_filed_through(std::int64_t seq);  // what comes later is not filed yet
  // Writer thread, sees its own uncommitted rows.
  Result<std::optional<IdempotencyRow>> idempotency(std::string_view principal, std::string_view key);
  Result<std::optional<PendingRow>> pending_for_update(std::string_view id);
  Result<std::int64_t> operations_since_in_transaction(std::string_view counter, std::int64_t since_ms);
  Result<bool> has_event_in_transaction(std::string_view event_id);
  Result<std::optional<std::string>> value_in_transaction(std::string_view name);

  // --- [reader] ---
  Result<void> each_element(const std::function<void(ElementRow)>& visit) const;
  Result<std::optional<EventRow>> last_event() const;
  Result<std::optional<EventRow>> event(std::string_view id) const;
  Result<std::optional<EventRow>> event_at(std::int64_t seq) const;
  // Events with from <= seq, in order, at most `limit`.
  Result<std::vector<EventRow>> events_from(std::int64_t from, std::int64_t limit) const;
  // The newest events first, below `before_seq` (0: from the end), optionally of one branch.
  Result<std::vector<EventRow>> events_before(std::int64_t before_seq, std::int64_t limit,
                                              std::string_view branch) const;
  // The newest events first that were filed under a key, between two of them, at most `limit`.
  Result<std::vector<EventRow>> events_filed(std::string_view key, std::int64_t after_seq, std::int64_t before_seq,
                                             std::int64_t limit) const;
  Result<std::int64_t> filed_through() const;
  // Events after `seq` that touched the element, in order. Looks at each of them.
  Result<std::vector<EventRow>> events_touching(std::string_view element_id, std::int64_t after_seq) const;
  Result<std::optional<IdempotencyRow>> find_idempotency(std::string_view principal, std::string_view key) const;
  Result<bool> has_idempotency() const;  // any key at all
  Result<std::optional<PendingRow>> pending(std::string_view id) const;
  Result<std::vector<PendingRow>> pendings(std::string_view state) const;  // empty: all
  Result<std::optional<PrivateText>> reasoning(std::string_view event_id) const;
  Result<std::optional<std::string>> blob(const base::Digest& digest) const;
  Result<std::vector<OutboxRow>> outbox() const;
  Result<std::optional<FileRow>> file(std::string_view path) const;
  Result<std::int64_t> operations_since(std::string_view counter, std::int64_t since_ms) const;
  Result<std::optional<std::string>> value(std::string_view name) const;
  // All of them, for proving.
  Result<void> each_blob(const std::function<void(const base::Digest&, const std::string&)>& visit) const;
  Result<void> each_idempotency(const std::function<void(const IdempotencyRow&)>& visit) const;
  Result<std::vector<FileRow>> files() const;
  Result<std::vector<std::pair<std::string, std::string>>> values() const;  // name and bytes
  // What SQLite finds damaged, and tables, indexes and triggers that are not those of the format.
  Result<std::vector<std::string>> damage() const;
  // A whole copy at one moment, while others write; synced. The path must be free.
  Result<void> copy_to(const std::string& path) const;
  // Reads every event and checks sequence, hashes and links; `bytes` are hashed as they lie, and the
  // seq, id, branch and prev inside them must be those of the row. Fails where the file is unreadable.
  Result<ChainReport> verify_chain() const;

 private:
  friend class Writer;
  struct Inner;
  template <class F>
  auto read(F&& use) const -> std::invoke_result_t<F, Database&>;
  Result<void> check_follows_last(const EventRow& event);
  explicit WorkspaceFile(std::shared_ptr<Inner> inner);
  std::shared_ptr<Inner> inner_;  // shared with the writer's checkpoints; closed by the destructor
};

}  // namespace store
