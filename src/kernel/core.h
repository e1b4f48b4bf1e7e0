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
#include "kernel/heads.h"
#include "kernel/kept.h"
#include "kernel/kernel.h"
#include "kernel/policy_pins.h"
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
  std::string policy_kept;                    // what is kept of the policy now
  std::string named = {};                     // the principal whose name is kept now
  std::vector<std::string> filed_under = {};  // where the event belongs in the index
  bool drops = false;                         // the branch goes with it
};

// What a transaction decided. `answer` may be an error that is itself recorded (a change found stale).
struct Settled {
  Result<Outcome> answer = Outcome{};
  std::optional<Advance> advance;
  std::optional<Kernel::Committed> committed;  // tells listeners
  std::vector<store::OutboxRow> files;         // to write once it is durable
};

// Thread-safe unless a member says otherwise.
struct Core {
  Core(Kernel::Options options, base::Roots roots);
  ~Core();  // finishes what was submitted, while everything is still there
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  Kernel::Options options;
  base::Roots roots;
  const base::Clock& clock;
  base::Entropy& entropy;
  std::string secret;  // 32 bytes
  RateLimiter rate;
  HeadFile heads;
  KeptFiles kept;
  ApproverList approvers;
  Adoptions adoptions;
  Workspaces workspaces;

  const Policy& policy() const { return *policy_.load(); }
  void set_policy(Policy policy);
  // The policies accepted here; null: none had to be.
  std::shared_ptr<const PolicyPins> pins();
  void set_pins(std::shared_ptr<const PolicyPins> pins);
  void set_listener(std::function<void(const Kernel::Committed&)> listener);
  void set_follow(Kernel::Follow follow);

  std::string new_id() { return base::uuid_v7(clock.unix_ms(), entropy); }
  // The wall clock, but never before a time seen earlier, nor before the last event.
  std::int64_t now_ms() { return at_least(0); }
  std::int64_t now_ms(const Snapshot& snapshot) { return at_least(snapshot.time_ms); }

  // Runs `work` in a transaction on the writer thread and answers when it is durable. An error that
  // `work` returns undoes it; `event_id` names the event it appends.
  using Transaction = std::move_only_function<Result<Settled>(store::WorkspaceFile&)>;
  enum class Order : std::uint8_t { mixed, checks_first };    // see store::Writer::Work::checks_first
  enum class Whose : std::uint8_t { anybodys, of_its_turn };  // see kernel/turn.h
  void submit(std::shared_ptr<Workspace> workspace, std::string event_id, Transaction work, Kernel::Done done,
              Order order = Order::mixed, Whose whose = Whose::anybodys);
  // The same for callers that wait. Never on the writer thread.
  Result<Outcome> submit_and_wait(std::shared_ptr<Workspace> workspace, std::string event_id, Transaction work);

  base::Pace& pace() { return writer_.pace(); }

  // Plans that take long run here when they must be made anew, at most one for each workspace. False: it is too late.
  bool plan_elsewhere(const std::string& handle, base::WorkerPool::Job job) {
    ++planned_anew_;
    return planners_.post(std::move(job), handle);
  }

  Kernel::Load load() const;
  std::vector<std::string> troubles() const;

  // Writes the files that a crash left unwritten; each row is removed once its file is there.
  void finish_files(const std::shared_ptr<Workspace>& workspace);
  // Records a refusal in a workspace that exists, at most once a minute per principal and tool.
  void note_denial(const Call& call, const std::shared_ptr<Workspace>& workspace, const Error& error);
  // Files the events that are not yet (kernel/filing.h), a portion at a time.
  void file_events(const std::shared_ptr<Workspace>& workspace);
  void file_by_reading(const std::shared_ptr<Workspace>& workspace);
  void file_some(const std::shared_ptr<Workspace>& workspace);
  // As a workspace is opened: what a crash left without a head gets one if this server wrote it. A log that lacks its
  // last head, or holds events of others behind it, is not written to any more.
  void settle_heads(Workspace& workspace);
  // Signs the heads of workspaces that were written to since their last one, if that is old enough.
  void sign_due_heads();
  // Signs the head as it stands, unless that was done; not for a log that is not to be trusted.
  Result<void> sign_now(Workspace& workspace);

 private:
  std::int64_t at_least(std::int64_t time_ms);
  Result<Outcome> settle(const std::shared_ptr<Workspace>& workspace, Settled settled);
  using Task = std::move_only_function<void()>;
  void note_stored(const Result<void>& stored, const Settled& settled);
  void answer(Kernel::Done done, Result<Outcome> outcome, Task before);
  bool head_is_due(const Workspace& workspace, std::int64_t seq) const;
  void sign_head(Workspace& workspace);
  Task signing_of(Workspace& workspace, const Settled& settled);
  void tell_listener(const Kernel::Committed& committed);
  Task following_of(const Settled& settled);  // what must be done before the answer, if anything
  Result<void> keep_replaced(const Workspace& workspace, const store::OutboxRow& row) const;
  Result<void> write_file(const Workspace& workspace, const store::OutboxRow& row) const;
  // Appends an event that writes no state, when its turn comes; `also` in the same transaction.
  using Also = std::move_only_function<Result<void>(store::WorkspaceFile&)>;
  void record(const std::shared_ptr<Workspace>& workspace, Event event, Kernel::Done done, Also also = nullptr);
  void file_left_over(const std::shared_ptr<Workspace>& workspace);
  void note_not_written(const std::shared_ptr<Workspace>& workspace, const store::OutboxRow& row);
  Result<void> write_files(const std::shared_ptr<Workspace>& workspace, const std::vector<store::OutboxRow>& files);
  // Whether the policies accepted here are still those under which a workspace was last written.
  Result<void> check_mark(const store::WorkspaceFile& file);
  bool first_denial_this_minute(const Call& call, const std::string& handle, std::int64_t& suppressed);

  std::mutex mutex_;
  std::shared_ptr<const PolicyPins> pins_;
  std::deque<Policy> policies_;  // earlier ones stay alive for those who hold a reference
  std::atomic<const Policy*> policy_;
  std::shared_ptr<const std::function<void(const Kernel::Committed&)>> listener_;
  std::shared_ptr<const Kernel::Follow> follow_;
  std::atomic<std::int64_t> latest_ms_{0};
  std::atomic<std::uint64_t> events_{0};
  std::atomic<std::uint64_t> failures_{0};
  std::atomic<std::uint64_t> planned_anew_{0};
  std::atomic<bool> last_failed_{false};
  struct Denials {
    std::int64_t minute = 0;
    std::int64_t count = 0;
  };
  std::unordered_map<std::string, Denials> denials_;
  base::WorkerPool answers_{1, std::numeric_limits<std::size_t>::max()};
  base::WorkerPool planners_{{.threads = 8, .per_line = 1}};
  store::Writer writer_;
};

// The workspace a call means: by handle, or by key. One nobody wrote to yet reads as empty.
Result<std::shared_ptr<Workspace>> workspace_of(Core& core, const Call& call,
                                                Workspaces::Wanted wanted = Workspaces::Wanted::state);
Result<const Branch*> branch_of(const Snapshot& snapshot, const std::string& name);
// SHA-256(JCS{tool, arguments, workspace, branch}), hex.
Result<std::string> args_digest(const Call& call, const std::string& handle);
std::string hex(const base::Digest& digest);

}  // namespace kernel
