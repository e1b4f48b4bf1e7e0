// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/append.h"
#include "kernel/core.h"
#include "kernel/files.h"

// Internal: the path of a call, in the order in which its stations are passed.
namespace kernel {

// One change on its way.
struct Request {
  Call call;
  Kernel::Plan plan;
  std::string id;      // of the call, and of the event it becomes
  std::string digest;  // of its arguments
  std::shared_ptr<Workspace> workspace;
  std::string undo_of;
  std::string redo_of;
  bool own_reversal = false;       // takes back the principal's own event
  bool undoes_approval = false;    // takes back something grave that a human had approved
  std::string merge_from;          // a branch
  std::string new_branch;          // its name
  std::string drop_branch = {};    // the call's own, which goes
  std::string waits_because = {};  // beside what the gates say
};

// What a plan comes to: what it does, what it rests on, and why it has to wait.
struct Draft {
  Change change;
  Applied applied;
  std::vector<std::shared_ptr<const AdoptedBytes>> adopted;
  std::vector<FilePlan> files;  // what becomes of the files it writes; counted among what it touches
  std::vector<store::FileRow> loads;
  EventTexts texts;  // of what was applied
  std::int64_t base_revision = 0;
  base::Digest base_head{};
  std::vector<std::pair<std::string, std::int64_t>> read_set;  // what was read or is written
  bool read_everything = false;
  std::vector<std::string> reasons;  // why it waits; empty: it need not
  bool grave = false;                // removes, merges or is a bulk change
  std::vector<std::string> after;    // waiting changes it builds on
  std::string merge_head;            // of the branch that is merged, hex
  std::int64_t merge_revision = 0;
  std::chrono::steady_clock::duration took{};  // to plan
  bool outdated = false;                       // must be planned anew, and not on the writer's thread
};

// identity → forbid → permit, for the verb alone.
Result<void> admit(Core& core, const Call& call);
Result<void> admit_rate(Core& core, const Call& call);
View view_of(Core& core, const Call& call, const std::shared_ptr<Workspace>& workspace,
             std::shared_ptr<const Snapshot> snapshot, std::string call_id, bool notes_reads);

// plan → touched scope and limits → gate, on one snapshot. Pure but for the clock.
Result<Draft> draft_change(Core& core, const Request& request, std::shared_ptr<const Snapshot> snapshot);
// The contents that a change has kept.
Result<void> put_blobs(store::WorkspaceFile& file, const Draft& draft);
// Facts that make a change destructive.
bool is_grave(const std::string& fact);
// The facts that wait for a human: the toolset's, the policy's, and this principal's.
struct Gates {
  const std::vector<std::string>& of_toolset;
  const std::vector<std::string>& of_principal;
  bool name(const std::string& fact) const;
};
Gates gates_for(const Policy& policy, const std::string& toolset, const Principal& principal);
// Scope, and where it is counted the element limit, on what a change touches.
enum class Counted : std::uint8_t { no, yes };
Result<void> admit_touched(Core& core, const Principal& principal, const std::string& toolset,
                           const std::string& branch, const Touched& touched, Counted counted = Counted::yes);
std::vector<Fact> facts_of(const Draft& draft);
Json answer_before(Change& change);  // the tool's answer while nothing is done; takes it out of the change

// What the call's idempotency key got before, if it is a repetition.
Result<std::optional<Outcome>> earlier_answer(Core& core, const Call& call);
// The whole path; answers exactly once.
void run_change(Core& core, Request request, Kernel::Done done);

// --- committing (writer thread) ---
struct Landing {
  Event event;
  Applied* applied = nullptr;
  const EventTexts* texts = nullptr;
  std::string reasoning;
  std::vector<FileWrite> files;
  std::vector<FilePlan> plans;  // for each of them
  std::vector<store::FileRow> loads;
  std::string merge_from;
  std::string new_branch;
  std::string drop_branch = {};
};
// What listeners are told of it.
Kernel::Committed committed_by(const Workspace& workspace, const Event& event);
// Writes the event, its state and its files to come; completes the answer.
Result<Settled> land(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Landing&& landing,
                     Outcome&& outcome);
// Decides again on the newest state and commits, or lets it wait. Fails and marks a draft as outdated that would take
// long to plan anew: others wait for the writer.
Result<Settled> settle_change(Core& core, const Request& request, Draft& draft, store::WorkspaceFile& file);
// Appends an event that writes no state.
Result<Settled> settle_event(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Event event,
                             std::string reasoning, Outcome outcome);

// --- waiting (proposals.cpp) ---
struct Overlay {
  std::shared_ptr<const Snapshot> snapshot;  // with the principal's own waiting changes on top
  std::vector<std::pair<std::string, std::vector<std::string>>> waiting;  // id, elements it writes
  std::vector<View::Proposed> of_all;  // what waits in this toolset and branch, whoever asked
};
Result<Overlay> overlay_of(Core& core, const Call& call, const Workspace& workspace,
                           const std::shared_ptr<const Snapshot>& snapshot);
Result<Settled> propose(Core& core, const Request& request, Draft& draft, store::WorkspaceFile& file);
Result<void> put_pending(store::WorkspaceFile& file, const Pending& pending);
Result<std::vector<Pending>> open_pendings(const store::WorkspaceFile& file);  // in the order of their making
// Six characters without those that people confuse; 30 bits.
std::string new_form_code(base::Entropy& entropy);
bool is_expired(const Pending& pending, std::int64_t now_ms);

// --- branches (branches.cpp) ---
void run_create_branch(Core& core, Call call, std::string name, Kernel::Done done);
void run_merge(Core& core, Call call, std::string from, std::vector<Resolution> resolutions, Kernel::Done done);
void run_delete_branch(Core& core, Call call, std::string name, Kernel::Done done);
Result<std::vector<BranchInfo>> list_branches(Core& core, const Call& call);
Result<Json> compare_branches(Core& core, const Call& call, const std::string& from);
// Where a branch came from, and the last state that it and its parent had in common: the value "fork:<name>".
struct Fork {
  std::string parent;
  std::string base_branch;
  std::int64_t base_revision = 0;
  bool gone = false;  // the branch was deleted; its name is not used again
  friend bool operator==(const Fork&, const Fork&) = default;
};
Json to_json(const Fork& fork);
Result<Fork> fork_from_bytes(std::string_view bytes, const std::string& name);
// Remembers where the next merge of these two begins, and where this one began: undoing it goes back to that.
Result<void> keep_merge_base(store::WorkspaceFile& file, const Event& event, const std::string& from,
                             const Snapshot& head);
Result<void> turn_back_merge_base(store::WorkspaceFile& file, const Event& event);
Result<void> drop_branch(store::WorkspaceFile& file, const std::string& name, const Snapshot& head);
Result<void> keep_fork(store::WorkspaceFile& file, const std::string& name, const std::string& from,
                       const Snapshot& head);

// --- undo and redo (reversals.cpp) ---
enum class Reversal : std::uint8_t { undo, redo };
void run_reversal(Core& core, Call call, std::string event_id, Reversal what, Kernel::Done done);

}  // namespace kernel
