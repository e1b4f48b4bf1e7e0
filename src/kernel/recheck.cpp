// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "kernel/decisions.h"

namespace kernel {

namespace {

Recheck ends(std::string state, Error why) { return {{}, std::move(state), std::move(why)}; }

Error stale(const Pending& pending, const std::string& because) {
  return fail(Code::stale, "the change no longer fits: " + because, pending.id,
              "Ask for the change again on today's state.");
}

// The changes it builds on must be committed. Waiting ones leave it waiting.
Result<std::optional<Error>> check_predecessors(store::WorkspaceFile& file, const Pending& pending) {
  std::vector<std::string> waiting;
  for (const std::string& id : pending.after) {
    const std::optional<store::PendingRow> row = TRY(file.pending_for_update(id));
    if (row && row->state == "committed") continue;
    if (!row || is_terminal(row->state))
      return std::optional<Error>(stale(pending, "it builds on " + id + ", which was not committed"));
    waiting.push_back(id);
  }
  if (waiting.empty()) return std::optional<Error>();
  return fail(Code::stale, "it builds on changes that still wait: " + base::join(waiting, ", "), pending.id,
              "Decide on those first, in this order.");
}

// Whether an event is the commit of a change that this one builds on.
Result<bool> is_predecessor(const store::WorkspaceFile& file, const Pending& pending, std::int64_t seq) {
  if (pending.after.empty() || seq == 0) return false;
  const std::optional<store::EventRow> row = TRY(file.event_at(seq));
  // NB: readers see an event only once its transaction is over.
  if (!row)
    return fail(Code::unavailable, "the changes before this one are being committed", pending.id,
                "Decide again in a moment.");
  const Event event = TRY(event_from_bytes(row->bytes));
  return std::ranges::find(pending.after, event.approval.text("id")) != pending.after.end();
}

// For plans that rest on the whole branch: nobody else wrote it since.
Result<bool> branch_unmoved(const store::WorkspaceFile& file, const Pending& pending, const Branch& branch) {
  if (branch.revision == pending.base_revision) return true;
  if (pending.after.empty()) return false;
  for (std::int64_t seq = pending.base_revision + 1; seq <= branch.revision; ++seq) {
    const std::optional<store::EventRow> row = TRY(file.event_at(seq));
    if (row && row->branch != pending.branch) continue;
    if (row && TRY(event_from_bytes(row->bytes)).steps.empty()) continue;
    if (!TRY(is_predecessor(file, pending, seq))) return false;
  }
  return true;
}

// What the changes before it removed: such an element has no revision to compare any more.
Result<std::set<std::string>> removed_by_predecessors(store::WorkspaceFile& file, const Pending& pending) {
  std::set<std::string> ids;
  for (const std::string& id : pending.after) {
    const std::optional<store::PendingRow> row = TRY(file.pending_for_update(id));
    if (!row) continue;
    const Json json = TRY(base::parse_json(row->bytes));
    const Pending earlier = TRY(pending_from_json(json));
    for (const Step& step : TRY(steps_from_json(earlier.steps))) {
      if (step.op == "remove" && step.path.empty()) ids.insert(step.id);
    }
  }
  return ids;
}

// The elements that were read or are written are as they were.
Result<bool> sets_unmoved(store::WorkspaceFile& file, const Pending& pending, const Branch& branch) {
  const std::set<std::string> removed = TRY(removed_by_predecessors(file, pending));
  for (const auto& [key, revision] : pending.read_set) {
    const std::int64_t today = revision_of(branch, key);
    if (today == revision) continue;
    if (today == 0 && removed.contains(key)) continue;
    if (is_referrers_key(key)) return false;
    if (!TRY(is_predecessor(file, pending, today))) return false;
  }
  return true;
}

// CRITICAL changes and merges need an unmoved branch (the revision counts only events that wrote it,
// so proposals and decisions do not age a change); others an unmoved read and write set.
Result<bool> unmoved(store::WorkspaceFile& file, const Pending& pending, const Snapshot& head, const Branch& branch) {
  if (pending.merge) {
    const Json* own = pending.arguments.find("lintel");
    const auto from = head.branches.find(std::string(own ? own->text("merge_from") : ""));
    const Json* revision = own ? own->find("merge_revision") : nullptr;
    if (from == head.branches.end() || !revision || !(*revision == Json(from->second.revision))) return false;
  }
  if (pending.tier == Tier::critical || pending.merge || pending.read_everything)
    return branch_unmoved(file, pending, branch);
  return sets_unmoved(file, pending, branch);
}

Result<Applied> apply_stored(const Core& core, const Workspace& workspace, const Branch& branch,
                             const Pending& pending) {
  std::vector<Step> steps = TRY(steps_from_json(pending.steps));
  const std::vector<Op> ops = TRY(ops_of(branch, steps, workspace.resolve()));
  Applied applied = TRY(apply_ops(branch, ops, core.options.terms));
  applied.steps = std::move(steps);  // exactly what was previewed
  return applied;
}

}  // namespace

Result<Recheck> recheck(Core& core, const Workspace& workspace, store::WorkspaceFile& file, const Pending& pending) {
  const Snapshot& head = workspace.head;
  const auto branch = head.branches.find(pending.branch);
  if (branch == head.branches.end()) return ends("stale", stale(pending, "its branch is gone"));
  if (pending.version == 1)
    return ends("stale", stale(pending, "it was asked for before files and what they replace were looked at"));
  if (std::optional<Error> gone = TRY(check_predecessors(file, pending))) return ends("stale", *std::move(gone));
  if (!TRY(unmoved(file, pending, head, branch->second)))
    return ends("stale", stale(pending, "what it rests on was changed since"));
  Result<Applied> applied = apply_stored(core, workspace, branch->second, pending);
  if (!applied.ok()) return ends("stale", stale(pending, applied.error().message));
  if (Result<void> places = check_unmoved(core.roots, pending.files); !places.ok()) {
    if (places.error().code != Code::stale) return places.error();
    return ends("stale", stale(pending, places.error().message));
  }
  add_to(applied->touched, pending.files);
  const Verdict verb =
      core.policy().decide({pending.requester, pending.needs, pending.toolset, pending.branch, nullptr});
  if (!verb.allowed) return ends("denied", fail(verb.code, verb.message, pending.id));
  Result<void> allowed = admit_touched(core, pending.requester, pending.toolset, pending.branch, applied->touched);
  if (!allowed.ok()) return ends("denied", std::move(allowed).error());
  return Recheck{*std::move(applied), {}, {}};
}

}  // namespace kernel
