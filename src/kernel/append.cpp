// SPDX-License-Identifier: Apache-2.0
#include "kernel/append.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace kernel {

namespace {

// The wall clock may step back; event time does not.
void set_time(Event& event, const Core& core, const Snapshot& head) {
  const std::int64_t wall = core.clock.unix_ms();
  event.clock_back = wall < head.time_ms;
  event.time_ms = std::max(wall, head.time_ms);
}

void set_place(Event& event, const Snapshot& head, const Branch& parent) {
  event.seq = head.seq + 1;
  event.prev = hex(head.head);
  event.parents.insert(event.parents.begin(), parent.head == head.head ? event.prev : hex(parent.head));
}

// Private text enters the chain as SHA-256(salt16 ‖ text) only. Returns the salt; none without a text.
std::string commit_reasoning(Event& event, const std::string& text, base::Entropy& entropy) {
  if (text.empty()) return {};
  std::string salt = entropy.bytes(16);
  event.reasoning_commit = base::sha256_hex(salt + text);
  return salt;
}

// The text, and how it was accepted.
std::string kept_as(const Policy& policy) { return policy.digest() + policy.mark(); }

// The record and the policy's text are written with the first event that needs them.
Result<void> keep_once(const Core& core, const Workspace& workspace, store::WorkspaceFile& file) {
  if (!workspace.record_kept) TRY(file.put_value("workspace", to_json(workspace.record).dump()));
  const Policy& policy = core.policy();
  if (workspace.kept_policies.contains(kept_as(policy))) return {};
  if (!policy.mark().empty()) TRY(file.put_value("policy_pin", policy.mark()));
  return file.put_value("policy:" + policy.digest(), policy.text());
}

Error not_written(const Workspace& workspace) {
  return fail(Code::unavailable, "nothing is written to this workspace: " + workspace.distrusted,
              workspace.record.handle,
              "See what is wrong with: lintel log verify --deep. Bring back a backup with: lintel restore");
}

// The rows of what was written, as it is in the end. One that says null stands for what an adopted document has and
// somebody removed.
Result<void> write_elements(store::WorkspaceFile& file, const std::string& branch, const Applied& applied,
                            const Elements& elements) {
  for (std::size_t i = 0; i < applied.ops.size(); ++i) {
    const Op& op = applied.ops[i];
    if (op.what == Op::What::put) {
      TRY(file.put_element({branch, op.id, op.after->revision, applied.stored[i]}));
    } else if (elements.written().contains(op.id)) {
      TRY(file.put_element({branch, op.id, 0, "null"}));
    } else {
      TRY(file.remove_element(branch, op.id));
    }
  }
  return {};
}

std::vector<std::string> touched_ids(const Applied* applied) {
  std::vector<std::string> ids;
  if (applied == nullptr) return ids;
  for (const Op& op : applied->ops) ids.push_back(op.id);
  return ids;
}

// The branch after the event: as applied, or copied for a new branch, or as it was.
Branch next_branch(Entry& entry, const Snapshot& head) {
  if (entry.applied != nullptr) {
    return landed(head.branches.at(entry.event.branch), *entry.applied, entry.event.seq);
  }
  if (entry.new_branch == nullptr) return head.branches.at(entry.event.branch);
  Branch next = *entry.new_branch;
  next.revision = entry.event.seq;
  return next;
}

}  // namespace

Result<void> keep_name(store::WorkspaceFile& file, const Principal& principal) {
  if (principal.label.empty()) return {};
  return file.put_value("name:" + principal.key(), principal.label);
}

Event event_for(const Call& call, const Core& core, const Workspace& workspace, std::string id) {
  Event event;
  event.id = std::move(id);
  event.workspace = workspace.record.handle;
  event.branch = call.branch;
  event.principal = call.principal;
  event.toolset = call.toolset;
  event.tool = call.tool;
  event.tool_version = call.tool_version;
  event.idempotency_key = call.idempotency_key;
  event.policy_digest = core.policy().digest();
  static const Json nothing = touched_summary({});
  event.touched = nothing;
  event.edits = call.edits;
  return event;
}

Result<Advance> append(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Entry& entry) {
  if (!workspace.distrusted.empty()) return not_written(workspace);
  Event& event = entry.event;
  const Snapshot& head = workspace.head;
  // What ends a change of a branch that is gone by then stands on main.
  if (!head.branches.contains(event.branch) && entry.new_branch == nullptr) {
    if (entry.applied != nullptr) return fail(Code::stale, "the branch " + event.branch + " is gone", "branch");
    event.branch = "main";
  }
  const Branch& parent = entry.new_branch != nullptr ? *entry.new_branch : head.branches.at(event.branch);
  set_time(event, core, head);
  set_place(event, head, parent);
  Branch next = next_branch(entry, head);
  event.revision = next.revision;
  event.state_check = next.sum.hex();
  if (entry.applied != nullptr && entry.texts == nullptr) {
    event.steps = entry.applied->steps;
    event.inverse = invert(event.steps);
    event.touched = touched_summary(entry.applied->touched);
  }
  // Everything that can fail without the disk comes before the first write.
  const store::PrivateText reasoning{commit_reasoning(event, entry.reasoning, core.entropy), entry.reasoning};
  std::string bytes =
      TRY(sealed_bytes(event, entry.texts, [&core](std::string_view unsealed) { return core.heads.seal(unsealed); }));
  const store::EventRow row{event.seq, event.id, event.branch, std::move(bytes), head.head, {}};
  std::string named = event.principal.key();
  if (workspace.kept_names.contains(named)) {
    named.clear();
  } else {
    TRY(keep_name(file, event.principal));
  }
  TRY(keep_once(core, workspace, file));
  next.head = TRY(file.append_event(row, touched_ids(entry.applied), reasoning));
  if (entry.applied != nullptr) TRY(write_elements(file, event.branch, *entry.applied, next.elements));
  const base::Digest hash = next.head;
  std::vector<std::string> filed_under =
      TRY(keys_of(file, event, entry.applied != nullptr ? entry.applied->steps : event.steps));
  return Advance{event.seq,        hash,
                 event.time_ms,    event.branch,
                 std::move(next),  kept_as(core.policy()),
                 std::move(named), std::move(filed_under)};
}

}  // namespace kernel
