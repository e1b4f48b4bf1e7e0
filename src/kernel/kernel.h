// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/ids.h"
#include "base/pace.h"
#include "kernel/approver_key.h"
#include "kernel/call.h"
#include "kernel/event.h"
#include "kernel/merge.h"
#include "kernel/parts.h"
#include "kernel/pending.h"
#include "kernel/policy.h"
#include "kernel/types.h"
#include "kernel/view.h"

namespace kernel {

// What a form may ask a human in the client (elicitation), where the policy admits that.
struct Form {
  std::string pending_id;
  std::string message;  // what the human reads, the code included
  std::string code;
};

struct WorkspaceInfo {
  std::string handle;
  std::string label;
  std::int64_t created_ms = 0;
  std::int64_t last_used_ms = 0;
  std::int64_t events = 0;
  std::vector<std::string> branches;
  int pending = 0;
};

// What a file held before a change replaced it, and can hold again.
struct KeptFile {
  std::string sha256;
  std::int64_t size = 0;
  std::int64_t kept_ms = 0;
  std::string path;      // of the file; empty: the log no longer says
  std::string event_id;  // undoing this one brings it back
};

// A page of the log, newest first.
struct HistoryPage {
  std::vector<Event> events;
  std::int64_t next_before = 0;                      // 0: that was all
  std::map<std::string, std::string> names = {};     // of who acted and who approved, by key
  std::map<std::string, std::string> reversed = {};  // of events that some take back: what they did, by id
};

// The governance kernel: the one path of every change (identity → forbid → permit → argument scope →
// limits → plan → scope and limits on what the plan touches → dry run answers → gate → recheck →
// commit), and the keeper of workspaces, events, approvals and undo.
//
// Thread-safe. Plans run on the calling thread; `done` runs on a thread of the kernel's own after the
// commit, or on the calling thread when the answer needs none. Nothing is acknowledged before it is durable.
class Kernel {
 public:
  struct Options {
    std::filesystem::path state_dir;       // workspaces live here; empty: in memory only
    std::filesystem::path approvers_file;  // may be absent
    Policy policy;                         // no kernel without one
    Divide divide = nullptr;               // elements into the parts of their domains
    std::int64_t workspace_timeout_ms = 24 * 3600 * 1000;
    std::size_t max_workspaces = 256;                 // open at once
    std::int64_t kept_bytes = std::int64_t{1} << 30;  // of replaced files, for each workspace
    const base::Clock* clock = nullptr;               // nullptr: the system's
    base::Entropy* entropy = nullptr;                 // nullptr: the system's
    std::string vfs;                                  // for fault tests
    bool read_only = false;  // nothing is written by any door: no change, no approval, no file left over
  };
  using Done = std::move_only_function<void(Result<Outcome>)>;
  using Plan = std::function<Result<Change>(const View&)>;  // pure; may run twice
  using Reading = std::function<Result<Json>(const View&)>;
  struct Recorded {
    Json data;
    Fact fact;  // what the event says: {"validation.run", the model's name}
  };
  using RecordedReading = std::function<Result<Recorded>(const View&)>;

  explicit Kernel(Options options, base::Roots roots);
  ~Kernel();  // finishes what was submitted

  // --- the path of a call ---
  // Reads.
  Result<Outcome> read(const Call& call, const Reading& reading);
  // The same, and leaves an event that says what was looked at (validation runs).
  void read_recorded(Call call, const RecordedReading& reading, Done done);
  // Changes.
  void change(Call call, Plan plan, Done done);
  // Undo and redo are changes like any other and are judged by what they do. Empty id: the last one.
  void undo(Call call, std::string event_id, Done done);
  void redo(Call call, std::string event_id, Done done);
  // Branches. A merge always waits for a human.
  void create_branch(Call call, std::string name, Done done);
  void merge_branch(Call call, std::string from, std::vector<Resolution> resolutions, Done done);
  // Counts a call that takes another way than these against the rate limit of its toolset.
  Result<void> admit_rate(const Call& call);

  // --- approvals ---
  // The pending changes this principal may see: those in the workspaces it reaches.
  Result<std::vector<Pending>> pendings(const Call& call, bool with_closed);
  Result<Pending> pending(std::string_view id);  // in any workspace of this state directory
  // Takes one's own pending change back.
  void withdraw(const Call& call, std::string pending_id, Done done);
  // Issues a fresh nonce for a decision at a terminal; the preview is describe(pending).
  struct Challenge {
    Pending pending;
    std::string nonce;
  };
  void challenge(std::string pending_id, std::function<void(Result<Challenge>)> done);
  // Judges, rechecks under today's policy and state, commits: one transaction.
  void decide(std::string pending_id, Ballot ballot, Done done);
  // The form for a pending change, if the policy admits one for it (A1); nullopt if not.
  std::optional<Form> form_for(const Pending& pending) const;
  void decide_by_form(std::string pending_id, const Principal& asked_through, std::string code, bool accepted,
                      Done done);
  // Seals what a client must bring back with its answer (multi-round-trip).
  std::string seal_form(const Form& form, const Call& call);
  Result<std::string> open_form(std::string_view sealed, const Call& call);  // the pending id

  // --- workspaces ---
  Result<WorkspaceInfo> open_workspace(const Call& call, std::string label);  // a new one; or by handle
  Result<void> close_workspace(const Call& call);
  Result<std::vector<WorkspaceInfo>> list_workspaces(const Call& call);
  Result<std::string> workspace_handle(const Call& call);
  void expire_idle();  // called now and then: closes idle workspaces, signs heads that are due
  std::int64_t workspace_timeout_ms() const;
  // Told by the thread that brings the calls how they come; decides where changes are made durable, and how soon.
  base::Pace& pace();

  // --- the log ---
  Result<HistoryPage> history(const Call& call, std::int64_t before_seq, std::int64_t limit);  // of the call's branch
  Result<HistoryPage> history_of_all_branches(const Call& call, std::int64_t before_seq, std::int64_t limit);
  Result<std::string> reasoning_of(const Call& call, const Event& event);
  Result<store::ChainReport> verify(const Call& call, bool deep);
  Result<std::vector<KeptFile>> kept_files(const Call& call);
  // Gives such bytes up for good; people only, and an event says it. Empty: all of the workspace.
  void prune(Call call, std::vector<std::string> digests, Done done);
  void redact(Call call, std::string event_id, Done done);  // removes the private text, keeps the chain
  // events.jsonl, events.csv, heads, policies, pendings, verify.py into a directory.
  Result<void> export_log(const Call& call, const std::filesystem::path& directory);

  const Policy& policy() const;
  Result<void> reload_policy(Policy policy, const Principal& by);
  const base::Clock& clock() const;
  base::Entropy& entropy() const;
  const base::Roots& roots() const;
  // Who may approve, as this process first saw it; refused once the file differs.
  Result<std::vector<Approver>> approvers();

  // Called after each commit, on the writer thread: for resource subscriptions.
  struct Committed {
    std::string workspace;
    std::string toolset;
    std::int64_t revision = 0;
    Principal principal;
  };
  void on_commit(std::function<void(const Committed&)> listener);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace kernel
