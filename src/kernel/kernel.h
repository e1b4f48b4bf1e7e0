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
#include "base/threads.h"
#include "kernel/approver_key.h"
#include "kernel/call.h"
#include "kernel/event.h"
#include "kernel/merge.h"
#include "kernel/parts.h"
#include "kernel/pending.h"
#include "kernel/policy.h"
#include "kernel/terms.h"
#include "kernel/types.h"
#include "kernel/view.h"

namespace kernel {

class PolicyPins;

// What a form may ask a human in the client (elicitation), where the policy admits that.
struct Form {
  std::string pending_id;
  std::string message;  // what the human reads, the code included
  std::string code;
};

struct WorkspaceInfo {
  std::string handle;
  std::string label;
  std::string title;  // for people to know it by: its label, or what was last done in it
  std::int64_t created_ms = 0;
  std::int64_t last_used_ms = 0;
  std::int64_t events = 0;
  std::vector<std::string> branches;
  int pending = 0;
};

// Some of the workspaces that a principal reaches, the last used first.
struct WorkspacePage {
  std::vector<WorkspaceInfo> workspaces;
  std::int64_t total = 0;
};

// What a file held before a change replaced it, and can hold again.
struct KeptFile {
  std::string sha256;
  std::int64_t size = 0;
  std::int64_t kept_ms = 0;
  std::string path;      // of the file; empty: the log no longer says
  std::string event_id;  // undoing this one brings it back
};

struct BranchInfo {
  std::string name;
  std::string parent;  // empty: main
  std::int64_t revision = 0;
  std::int64_t elements = 0;
  std::int64_t ahead = 0;   // elements that it has otherwise than when it and its parent were last the same
  std::int64_t behind = 0;  // the same of its parent
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
    std::filesystem::path state_dir;                   // workspaces live here; empty: in memory only
    std::filesystem::path approvers_file;              // may be absent
    Policy policy;                                     // no kernel without one
    std::shared_ptr<const PolicyPins> pins = nullptr;  // the policies accepted here, of which that is the last
    Terms terms = {};                                  // what the domains say of their elements
    Expand expand = nullptr;                           // the bytes of adopted documents into elements
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
  // Removes one for good; it waits for a human while it holds work that its parent lacks.
  void delete_branch(Call call, std::string name, Done done);
  Result<std::vector<BranchInfo>> branches(const Call& call);  // those that the caller may read
  // What merging `from` into the call's branch would do: {from, into, ahead, behind, summary, elements, conflicts}.
  Result<Json> compare_branches(const Call& call, const std::string& from);
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
  Result<WorkspacePage> list_workspaces(const Call& call, std::int64_t offset, std::int64_t limit);
  // The one with this label, or made by this key, that the principal used last; not_found names some that there are.
  Result<WorkspaceInfo> resume_workspace(const Call& call, const std::string& name);
  // Where this principal last left something, if not in the workspace that the call means.
  Result<std::optional<WorkspaceInfo>> last_workspace(const Call& call);
  Result<std::string> workspace_handle(const Call& call);
  void expire_idle();  // called now and then: closes idle workspaces, signs heads that are due
  std::int64_t workspace_timeout_ms() const;
  std::uint64_t workspaces_closed() const;  // how many, since the start
  // How much is going on; names nobody.
  struct Load {
    std::size_t open_workspaces = 0;
    std::size_t max_workspaces = 0;
    std::uint64_t events = 0;         // stored since the start
    std::uint64_t failures = 0;       // of storing one
    std::uint64_t planned_anew = 0;   // long plans that somebody had overtaken
    base::WorkerPool::Load planners;  // of those
  };
  Load load() const;
  // Why changes could not be stored now, in words without names; empty: nothing speaks against it.
  std::vector<std::string> troubles() const;
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

  // A whole, verified copy while the server goes on: a new directory.
  Result<Json> backup(const Call& call, const std::filesystem::path& directory);
  // Coming back to one is an approver's decision, signed over `digest` as the change "restore:<workspace>".
  struct RestorePlan {
    std::string workspace;
    std::int64_t events = 0;  // of the backup
    std::string time;         // when it was made
    struct Head {
      std::int64_t seq = 0;
      std::string hash;
      std::string time;
    };
    std::vector<Head> abandons;  // signed heads that it does not hold
    std::string digest;
  };
  // From here on the workspace takes nothing for two minutes, until it is restored, or until `wanted` says no.
  Result<RestorePlan> plan_restore(const std::filesystem::path& directory, std::function<bool()> wanted = nullptr);
  Result<Outcome> restore(Call call, const std::filesystem::path& directory, Ballot ballot);
  // What cannot be written now, one sentence each; empty: all is well.

  const Policy& policy() const;
  // With the pins that say so, where policies are accepted.
  Result<void> reload_policy(Policy policy, const Principal& by, std::shared_ptr<const PolicyPins> pins = nullptr);
  // Tokens outside the policy name these principals: see Policy::reserving.
  void reserve(const std::vector<std::string>& principals, const std::string& where);
  std::shared_ptr<const PolicyPins> pins() const;  // null: none
  const base::Clock& clock() const;
  base::Entropy& entropy() const;
  const base::Roots& roots() const;
  // Who may approve, as this process first saw it; refused once the file differs. Where a policy was accepted, only
  // those that it named.
  Result<std::vector<Approver>> approvers();

  // What was committed: a change, or that a reading was made.
  struct Committed {
    std::string workspace;
    std::string toolset;
    std::int64_t revision = 0;
    Principal principal;
    std::string tool = {};  // "undo" for one that takes another back
    std::string branch = {};
    std::string workspace_key = {};  // as calls name it; empty: it was opened by name
  };
  // Called after each commit, on the writer thread: for resource subscriptions.
  void on_commit(std::function<void(const Committed&)> listener);
  // Asked after each commit, on the writer thread, what must be done before the answer goes out; null: nothing. It is
  // done on another thread, once the files of the change are written, and must not throw.
  using Follow = std::function<std::function<void()>(const Committed&)>;
  void after_commit(Follow follow);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace kernel
