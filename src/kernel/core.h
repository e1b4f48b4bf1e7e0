// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/threads.h"
#include "kernel/approver_list.h"
#include "kernel/kept.h"
#include "kernel/kernel.h"
#include "kernel/rate.h"
#include "kernel/workspace.h"
#include "store/writer.h"

// Internal: what the parts of the kernel share.
namespace kernel {

// Where the head stands after an event. Taking effect cannot fail, so memory changes only after the
// last write of a transaction has succeeded.
struct Advance {
  std::int64_t seq = 0;
  base::Digest hash{};
  std::int64_t time_ms = 0;
  std::string branch;
  Branch next;
  std::string policy_digest;
  std::string named = {};  // the principal whose name is kept now
};

// What a transaction decided. `answer` may be an error that is itself recorded (a change found stale).
struct Settled {
  Result<Outcome> answer = Outcome{};
  std::optional<Advance> advance;
  std::optional<Kernel::Committed> committed;  // tells listeners
  std::vector<store::OutboxRow> files;         // to write once it is durable
};

// Ed25519-signed heads, kept outside the databases: a log that was cut or rewritten no longer passes
// through them. Used by the writer thread and by log verification; thread-safe.
class HeadFile {
 public:
  struct Line {
    std::int64_t seq = 0;
    std::string hash;  // hex
    std::string time;
    std::string signature;  // hex
  };
  static constexpr std::int64_t every = 256;                // events
  static constexpr std::int64_t oldest_ms = 5 * 60 * 1000;  // a younger one is not repeated for time's sake

  HeadFile(std::filesystem::path state_dir, base::Entropy& entropy);
  // Nothing is signed twice: a head at or behind the last one of the workspace is left out.
  Result<void> append(const std::string& workspace, std::int64_t seq, const base::Digest& hash, std::int64_t time_ms);
  Result<std::vector<Line>> lines(const std::string& workspace) const;
  bool verify(const std::string& workspace, const Line& line);
  Result<std::string> public_key();

 private:
  Result<base::SigningKey> key_locked();
  Result<std::int64_t> last_seq_locked(const std::string& workspace);
  const std::filesystem::path state_dir_;  // empty: nothing is kept
  base::Entropy& entropy_;
  mutable std::mutex mutex_;
  std::optional<base::SigningKey> key_;
  std::unordered_map<std::string, std::int64_t> last_seq_;  // by workspace
};

// Thread-safe unless a member says otherwise.
struct Core {
  Core(Kernel::Options options, base::Roots roots);

  Kernel::Options options;
  base::Roots roots;
  const base::Clock& clock;
  base::Entropy& entropy;
  std::string secret;  // 32 bytes
  RateLimiter rate;
  HeadFile heads;
  KeptFiles kept;
  ApproverList approvers;
  Workspaces workspaces;

  const Policy& policy() const { return *policy_.load(); }
  void set_policy(Policy policy);
  void set_listener(std::function<void(const Kernel::Committed&)> listener);

  std::string new_id() { return base::uuid_v7(clock.unix_ms(), entropy); }
  // The wall clock, but never before a time seen earlier, nor before the last event.
  std::int64_t now_ms() { return at_least(0); }
  std::int64_t now_ms(const Snapshot& snapshot) { return at_least(snapshot.time_ms); }

  // Runs `work` in a transaction on the writer thread and answers when it is durable. An error that
  // `work` returns undoes it; `event_id` names the event it appends.
  using Transaction = std::move_only_function<Result<Settled>(store::WorkspaceFile&)>;
  enum class Order : std::uint8_t { mixed, checks_first };  // see store::Writer::Work::checks_first
  void submit(std::shared_ptr<Workspace> workspace, std::string event_id, Transaction work, Kernel::Done done,
              Order order = Order::mixed);
  // The same for callers that wait. Never on the writer thread.
  Result<Outcome> submit_and_wait(std::shared_ptr<Workspace> workspace, std::string event_id, Transaction work);

  base::Pace& pace() { return writer_.pace(); }

  // Writes the files that a crash left unwritten; each row is removed once its file is there.
  void finish_files(const std::shared_ptr<Workspace>& workspace);
  // Records a refusal in a workspace that exists, at most once a minute per principal and tool.
  void note_denial(const Call& call, const std::shared_ptr<Workspace>& workspace, const Error& error);
  // Signs the heads of workspaces that were written to since their last one, if that is old enough.
  void sign_due_heads();

 private:
  std::int64_t at_least(std::int64_t time_ms);
  Result<Outcome> settle(const std::shared_ptr<Workspace>& workspace, Settled settled);
  using Task = std::move_only_function<void()>;
  void answer(Kernel::Done done, Result<Outcome> outcome, Task before);
  bool head_is_due(const Workspace& workspace, std::int64_t seq) const;
  bool keep_head(const std::string& handle, std::int64_t seq, const base::Digest& hash, std::int64_t time_ms);
  void sign_head(Workspace& workspace);
  Task signing_of(Workspace& workspace, const Settled& settled);
  void tell_listener(const Kernel::Committed& committed);
  Result<void> keep_replaced(const Workspace& workspace, const store::OutboxRow& row) const;
  Result<void> write_file(const Workspace& workspace, const store::OutboxRow& row) const;
  // Appends an event that writes no state, when its turn comes; `also` in the same transaction.
  using Also = std::move_only_function<Result<void>(store::WorkspaceFile&)>;
  void record(const std::shared_ptr<Workspace>& workspace, Event event, Kernel::Done done, Also also = nullptr);
  void note_not_written(const std::shared_ptr<Workspace>& workspace, const store::OutboxRow& row);
  Result<void> write_files(const std::shared_ptr<Workspace>& workspace, const std::vector<store::OutboxRow>& files);
  bool first_denial_this_minute(const Call& call, const std::string& handle, std::int64_t& suppressed);

  std::mutex mutex_;
  std::deque<Policy> policies_;  // earlier ones stay alive for those who hold a reference
  std::atomic<const Policy*> policy_;
  std::shared_ptr<const std::function<void(const Kernel::Committed&)>> listener_;
  std::atomic<std::int64_t> latest_ms_{0};
  struct Denials {
    std::int64_t minute = 0;
    std::int64_t count = 0;
  };
  std::unordered_map<std::string, Denials> denials_;
  base::WorkerPool answers_{1, std::numeric_limits<std::size_t>::max()};
  store::Writer writer_;  // last: it finishes its work while the rest is still there
};

// The workspace a call means: by handle, or by key. One nobody wrote to yet reads as empty.
Result<std::shared_ptr<Workspace>> workspace_of(Core& core, const Call& call);
Result<const Branch*> branch_of(const Snapshot& snapshot, const std::string& name);
// SHA-256(JCS{tool, arguments, workspace, branch}), hex.
Result<std::string> args_digest(const Call& call, const std::string& handle);
std::string hex(const base::Digest& digest);

}  // namespace kernel
