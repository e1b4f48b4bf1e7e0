// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "kernel/calls.h"
#include "kernel/outcome.h"

namespace kernel {

namespace {

// Short enough to type, and in order within a workspace: "c17-k3m9x2qa".
std::string new_id(const Core& core, const Workspace& workspace) {
  return std::string("c")
      .append(std::to_string(workspace.head.seq + 1))
      .append(base::handle("-", core.entropy).substr(0, 9));
}

Json to_json(const std::vector<Fact>& facts) {
  Json list = Json::array();
  for (const Fact& fact : facts) list.push_back(Json::object({{"type", fact.type}, {"element", fact.element}}));
  return list;
}

// What the kernel must know again when it commits, beside the caller's own arguments.
Json arguments_of(const Request& request, const Draft& draft) {
  Json own = Json::object();
  if (!request.undo_of.empty()) own.set("undo_of", request.undo_of);
  if (!request.redo_of.empty()) own.set("redo_of", request.redo_of);
  if (!request.merge_from.empty()) own.set("merge_from", request.merge_from);
  if (!request.merge_from.empty()) own.set("merge_head", draft.merge_head).set("merge_revision", draft.merge_revision);
  if (!request.new_branch.empty()) own.set("new_branch", request.new_branch);
  if (!request.drop_branch.empty()) own.set("drop_branch", request.drop_branch);
  if (draft.change.leaves_system) own.set("leaves_system", true);
  Json arguments = request.call.arguments.is_object() ? request.call.arguments : Json::object();
  if (!own.empty()) arguments.set("lintel", std::move(own));
  return arguments;
}

void set_plan(Pending& pending, const Draft& draft) {
  pending.base_revision = draft.base_revision;
  pending.base_head = hex(draft.base_head);
  pending.read_set = draft.read_set;
  pending.read_everything = draft.read_everything;
  pending.steps = kernel::to_json(draft.applied.steps);
  pending.inverse = kernel::to_json(invert(draft.applied.steps));
  pending.touched = touched_summary(draft.applied.touched);
  pending.facts = to_json(kept_facts(facts_of(draft)));
  pending.summary = draft.change.summary;
  pending.told = draft.change.told;
  pending.result = draft.change.result;
  if (draft.change.planned) pending.planned = *draft.change.planned;
  pending.tier = draft.change.tier;
  pending.reasons = draft.reasons;
  pending.after = draft.after;
  pending.files = draft.files;
  for (const store::FileRow& row : draft.loads) pending.loads.push_back({row.element, row.path, row.sha256});
}

void set_request(Pending& pending, const Core& core, const Request& request, const Draft& draft) {
  const Call& call = request.call;
  pending.workspace = request.workspace->record.handle;
  pending.branch = call.branch;
  pending.toolset = call.toolset;
  pending.tool = call.tool;
  pending.tool_version = call.tool_version;
  pending.needs = call.needs;
  pending.arguments = arguments_of(request, draft);
  pending.merge = !request.merge_from.empty();
  pending.requester = call.principal;
  pending.call_id = request.id;
  pending.reasoning = call.reasoning.value_or("");
  pending.idempotency_key = call.idempotency_key;
  pending.policy_digest = core.policy().digest();
}

Result<Pending> pending_for(Core& core, const Request& request, const Draft& draft) {
  Pending pending;
  pending.id = new_id(core, *request.workspace);
  set_request(pending, core, request, draft);
  set_plan(pending, draft);
  pending.need = core.policy().need(pending.tier, draft.grave);
  if (pending.need.min_assurance == Assurance::a1) pending.form_code = new_form_code(core.entropy);
  pending.created_ms = core.now_ms(request.workspace->head);
  pending.expires_ms = pending.created_ms + core.policy().approval_ttl_ms();
  pending.change_digest = TRY(change_digest(pending));
  return pending;
}

Result<void> put_contents(store::WorkspaceFile& file, const Draft& draft) {
  TRY(put_blobs(file, draft));
  for (const FileWrite& write : draft.change.files) TRY(file.put_blob(base::sha256(write.bytes), write.bytes));
  return {};
}

std::vector<std::string> written_by(const std::vector<Step>& steps) {
  std::set<std::string> ids;
  for (const Step& step : steps) ids.insert(step.id);
  return {ids.begin(), ids.end()};
}

// Puts one waiting change on top. One that no longer fits is left out: its approval will find it stale.
bool lay(Branch& branch, const std::vector<Step>& steps, const Resolve& resolve) {
  const auto ops = ops_of(branch, steps, resolve);
  if (!ops.ok()) return false;
  auto applied = apply_ops(branch, *ops);
  if (!applied.ok()) return false;
  const std::int64_t revision = branch.revision;
  branch = landed(std::move(branch), *applied, revision);
  return true;
}

View::Proposed proposed(Pending& pending) {
  return {pending.id,         pending.tool,
          pending.summary,    pending.reasoning,
          pending.tier,       pending.requester,
          pending.created_ms, pending.planned.is_null() ? std::move(pending.result) : std::move(pending.planned)};
}

}  // namespace

std::string new_form_code(base::Entropy& entropy) {
  static constexpr std::string_view alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  std::string code;
  for (const char byte : entropy.bytes(6)) code.push_back(alphabet[static_cast<unsigned char>(byte) & 31]);
  return code;
}

bool is_expired(const Pending& pending, std::int64_t now_ms) {
  return !is_terminal(pending.state) && now_ms >= pending.expires_ms;
}

Result<void> put_pending(store::WorkspaceFile& file, const Pending& pending) {
  return file.put_pending(
      {pending.id, pending.state, pending.created_ms, pending.expires_ms, kernel::to_json(pending).dump()});
}

Result<std::vector<Pending>> open_pendings(const store::WorkspaceFile& file) {
  std::vector<Pending> all;
  for (const char* state : {"awaiting", "confirmed_once"}) {
    for (const store::PendingRow& row : TRY(file.pendings(state))) {
      const Json json = TRY(base::parse_json(row.bytes));
      all.push_back(TRY(pending_from_json(json)));
    }
  }
  // Ids begin with a sequence number, so a shorter one is older.
  std::ranges::sort(all, {}, [](const Pending& p) { return std::tuple(p.created_ms, p.id.size(), p.id); });
  return all;
}

Result<Overlay> overlay_of(Core& core, const Call& call, const Workspace& workspace,
                           const std::shared_ptr<const Snapshot>& snapshot) {
  Overlay overlay{snapshot, {}};
  if (!workspace.file) return overlay;
  std::shared_ptr<Snapshot> laid;
  for (Pending& pending : TRY(open_pendings(*workspace.file))) {
    const bool here = pending.branch == call.branch && pending.toolset == call.toolset;
    if (!here || is_expired(pending, core.now_ms(*snapshot))) continue;
    overlay.of_all.push_back(proposed(pending));
    if (!(pending.requester == call.principal)) continue;
    if (!laid) laid = std::make_shared<Snapshot>(*snapshot);
    const std::vector<Step> steps = TRY(steps_from_json(pending.steps));
    if (lay(laid->branches.at(pending.branch), steps, workspace.resolve()))
      overlay.waiting.emplace_back(pending.id, written_by(steps));
  }
  if (laid) overlay.snapshot = std::move(laid);
  return overlay;
}

Result<Settled> propose(Core& core, const Request& request, Draft& draft, store::WorkspaceFile& file) {
  const Workspace& workspace = *request.workspace;
  const Pending pending = TRY(pending_for(core, request, draft));
  TRY(put_contents(file, draft));
  TRY(put_pending(file, pending));

  Event event = event_for(request.call, core, workspace, request.id);
  event.args_digest = request.digest;
  event.facts.push_back({"change.proposed", pending.id});
  event.approval =
      Json::object({{"id", pending.id}, {"change_digest", pending.change_digest}, {"decisions", Json::array()}});

  Outcome outcome = outcome_for(request.call, workspace.record.handle);
  outcome.data = answer_before(draft.change);
  outcome.warnings = std::move(draft.change.warnings);
  outcome.is_change = true;
  outcome.approval = approval_state(pending);
  outcome.patches = pending.steps;
  if (!pending.files.empty()) outcome.files = to_json(pending.files);
  Settled settled = TRY(settle_event(core, workspace, file, std::move(event), pending.reasoning, std::move(outcome)));
  settled.answer->event_id.reset();  // the change itself has no event yet
  return settled;
}

}  // namespace kernel
