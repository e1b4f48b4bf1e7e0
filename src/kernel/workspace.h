// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "kernel/filing.h"
#include "kernel/snapshot.h"
#include "kernel/turn.h"
#include "store/workspace_file.h"

// Internal: the workspaces of one state directory.
namespace kernel {

// What a workspace's file says about itself. It binds the handle to its owner.
struct WorkspaceRecord {
  std::string handle;
  std::string owner;     // user_id
  std::string bound_to;  // key of the agent whose token made it; empty: the user's agents without a token share it
  std::string label;
  std::string key;  // empty: opened by name
  std::int64_t created_ms = 0;
};
Json to_json(const WorkspaceRecord& record);
Result<WorkspaceRecord> record_from_bytes(std::string_view bytes);
std::string digest_of(const WorkspaceRecord& record);  // hex
// Whether a workspace is there for a principal: people reach all that is their user's, an agent with a token what it
// made itself, and agents without one, whose names are no proof, what agents without one made.
bool reaches(const Principal& principal, const WorkspaceRecord& record);

// Which idempotency keys may be in use, so that a new one, as nearly all are, is known for new without
// asking the file. Keys of all principals together; a few thousandths of new keys are taken for old.
// may_hold() is thread-safe, add() belongs to the writer thread.
class KeyFilter {
 public:
  void add(std::string_view key);
  bool may_hold(std::string_view key) const;
  // The file holds keys that were not added here: from now on every key may be old.
  void give_up() { given_up_ = true; }

 private:
  static constexpr std::size_t words = 1 << 14;  // a million bits
  using Words = std::array<std::atomic<std::uint64_t>, words>;
  std::unique_ptr<Words> storage_;  // made with the first key
  std::atomic<Words*> bits_{nullptr};
  std::atomic<bool> given_up_{false};
};

// Branches as they were at earlier revisions, those that were asked for last. Thread-safe.
class KeptBranches {
 public:
  std::optional<Branch> find(const std::string& name, std::int64_t revision) const;
  void keep(const std::string& name, const Branch& branch);

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::int64_t>, Branch> kept_;
};

// One workspace in memory. `published` is what readers see and may be asked from any thread; `head`
// and what stands beside it belong to the writer thread. Without a file it is one that nobody wrote
// to yet: it reads as empty.
class Workspace {
 public:
  Workspace(WorkspaceRecord record, std::shared_ptr<store::WorkspaceFile> file, const Adoptions& adoptions);

  const WorkspaceRecord record;
  const std::shared_ptr<store::WorkspaceFile> file;
  std::atomic<std::int64_t> last_used_ms{0};
  // The event up to which heads were signed, and when (steady clock); at first where and when it was opened.
  std::atomic<std::int64_t> signed_seq{0};
  std::atomic<std::int64_t> signed_ms{0};

  // Why its log is not what this server left; set as it is opened. Nothing is written to such a one.
  std::string distrusted;
  std::string damaged;     // why its state cannot be read; its log still can. Such a one is distrusted, too
  bool only_read = false;  // its file cannot be written now
  bool aside = false;      // a copy that is not in its place yet: no heads are signed for it

  std::shared_ptr<const Snapshot> published() const;
  // The most operations that any counter was seen to hold since this was opened; before, more than any
  // limit. A hint for those who ask before the writer does.
  std::int64_t most_used() const { return most_used_.load(std::memory_order_relaxed); }
  void note_used(std::int64_t used);
  KeyFilter keys;
  // What an adoption of this workspace brings in, and the bytes of it.
  Result<SharedAdopted> adopted(const Adoption& adoption) const;
  Result<std::optional<std::string>> kept_bytes(const Adoption& adoption) const;
  Resolve resolve() const {
    return [this](const Adoption& adoption) { return adopted(adoption); };
  }
  Turn turn;  // to write it
  mutable KeptBranches bases;

  // --- writer thread (and whoever opens it, before anyone else has it) ---
  Snapshot head;
  bool record_kept = false;             // the file holds the record
  bool must_reload = false;             // memory may be ahead of the disk
  std::set<std::string> kept_policies;  // digests whose text the file holds, each with the mark that it holds
  std::set<std::string> kept_names;     // principals whose name the file holds
  ToFile to_file;                       // events that are not in the index yet
  Result<void> load();                  // head from disk
  void publish();                       // readers see head from now on

 private:
  const Adoptions& adoptions_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> published_;
  std::atomic<std::int64_t> most_used_{std::numeric_limits<std::int64_t>::max()};
};

// Finds, opens, makes and closes workspaces. Thread-safe. A file is opened once per process and only
// by calls of those who reach it; to everybody else it does not exist. Opening and closing one takes as long as it is
// large; whoever wants another does not wait for that.
class Workspaces {
 public:
  struct Options {
    std::filesystem::path directory;  // empty: in memory
    std::string vfs;
    std::size_t max_open = 256;
    std::string secret;  // handles of keyed workspaces derive from it
    // Called with each workspace as it is opened, before anybody else has it.
    std::function<void(const std::shared_ptr<Workspace>&)> opened;
    // Called with each workspace before it is closed, when nobody else has it; at the end too.
    std::function<void(Workspace&)> closing;
    // Whether a file may be worked on, before anything is read from it.
    std::function<Result<void>(const store::WorkspaceFile&)> admit = nullptr;
    std::chrono::milliseconds patience{2000};  // while all that may be open are in use
  };
  using Shared = std::shared_ptr<Workspace>;

  Workspaces(Options options, const base::Clock& clock, base::Entropy& entropy, const Adoptions& adoptions);
  ~Workspaces();
  Workspaces(const Workspaces&) = delete;
  Workspaces& operator=(const Workspaces&) = delete;

  // Whose state cannot be read is given only to those who want no more than its log; Code::io for others.
  enum class Wanted : std::uint8_t { state, log };
  // By handle, if the principal reaches it (Code::not_found otherwise).
  Result<Shared> reached(std::string_view handle, const Principal& principal, Wanted wanted = Wanted::state);
  // By key: the same user and key always mean the same workspace, and with a token another one than without. Makes
  // nothing on disk.
  Result<Shared> keyed(std::string_view key, const Principal& principal, Wanted wanted = Wanted::state);
  // The handle of a keyed one, without a look at the disk.
  std::string handle_of_keyed(std::string_view key, const Principal& principal) const;
  // By handle, whoever owns it: for approvals and the command line.
  Result<Shared> by_handle(std::string_view handle, Wanted wanted = Wanted::state);
  // The same workspace with a file, which is made now if there was none.
  Result<Shared> with_file(const Shared& workspace);
  Result<Shared> create(const Principal& principal, std::string label);

  // Closes a workspace and keeps it closed until that time (steady clock), unbar(), or the moment from which nobody
  // wants that any more: Code::unavailable for everybody else, and for the caller when somebody still uses it after
  // some seconds.
  struct Bar {
    std::int64_t until_ms = 0;
    std::function<bool()> wanted;  // quick; empty: always
  };
  Result<void> bar(const std::string& handle, const Bar& bar);
  void unbar(const std::string& handle);

  std::vector<std::string> handles() const;  // open ones and those on disk, sorted
  // What a principal reaches, the last written first, and when that was.
  struct Used {
    std::string handle;
    std::int64_t last_used_ms = 0;
  };
  std::vector<Used> reached_by(const Principal& principal) const;
  // Its file for reading, without opening it for writing if nobody has.
  Result<std::shared_ptr<store::WorkspaceFile>> reading(const std::string& handle) const;
  Result<WorkspaceRecord> record_of(const std::string& handle) const;
  std::vector<Shared> open_ones() const;
  // Forgets it; files that hold no event are removed. False: somebody is using it. Those that are closed because others
  // need the room keep their file if somebody asked for it by name.
  bool close(const std::string& handle);
  void close_idle(std::int64_t older_than_ms);
  std::uint64_t closed() const { return closed_.load(std::memory_order_relaxed); }  // how many, since the start
  std::size_t open_count() const;

 private:
  using Lock = std::unique_lock<std::mutex>;
  std::string keyed_handle(std::string_view name) const;
  // These let go of the lock while they work on the disk; what they know of the maps is old afterwards.
  Result<Shared> open(Lock& lock, const WorkspaceRecord& fallback, bool make);
  Result<void> make_room(Lock& lock);
  enum class Unwritten : std::uint8_t { goes, stays };
  bool close(Lock& lock, const std::string& handle, Unwritten unwritten = Unwritten::goes);
  Result<void> not_barred(const std::string& handle);
  Result<Shared> load(const WorkspaceRecord& fallback) const;  // without the lock
  Shared find_open(std::string_view handle);
  std::filesystem::path path_of(std::string_view handle) const;
  // What a key was found to mean. Saves deriving the handle, and making an empty workspace, for every call.
  struct Known {
    std::string handle;
    std::string path;            // empty: in memory
    Shared unwritten;            // while there is no file
    std::int64_t looked_ms = 0;  // when there was none
  };

  std::int64_t last_written_ms(const std::string& handle) const;

  const Options options_;
  const base::Clock& clock_;
  base::Entropy& entropy_;
  const Adoptions& adoptions_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Shared, std::less<>> open_;
  std::set<std::string, std::less<>> moving_;  // being opened or closed by somebody
  std::atomic<std::uint64_t> closed_{0};
  // While it lives, this thread works on one of them without the lock.
  class Move;
  std::unordered_map<std::string, Known> known_;  // by key and owner
  std::unordered_map<std::string, Bar> barred_;
  // Records as they were read from disk, which never change, and when they were last written, as far as the time of
  // their files says that this is still so.
  mutable std::unordered_map<std::string, WorkspaceRecord> records_;
  struct Written {
    std::int64_t file_ns = 0;
    std::int64_t event_ms = 0;
  };
  mutable std::unordered_map<std::string, Written> written_;
};

}  // namespace kernel
