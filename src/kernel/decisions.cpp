// SPDX-License-Identifier: Apache-2.0
#include "kernel/decisions.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/text.h"
#include "kernel/outcome.h"
#include "kernel/unusual.h"

namespace kernel {

namespace {

Error no_such_change(std::string_view id) {
  return fail(Code::not_found, "there is no pending change " + base::printable(id, 60), "id",
              "List the pending changes to see their ids.");
}

Result<Pending> pending_of(const std::optional<store::PendingRow>& row, std::string_view id) {
  if (!row) return no_such_change(id);
  const Json json = TRY(base::parse_json(row->bytes));
  return pending_from_json(json);
}

// What the person who rejected it said about that, as messages quote it.
std::string words_of_rejection(const Pending& pending) {
  if (pending.state != "rejected" || pending.ballots.empty() || pending.ballots.back().reason.empty()) return "";
  return " ('" + base::printable(pending.ballots.back().reason, 400) + "')";
}

Error closed(const Pending& pending) {
  return fail(Code::approval_closed,
              "this change is " + pending.state + words_of_rejection(pending) + " and can no longer be decided",
              pending.id, "Ask for the change again.");
}

// The call that once asked for it, as far as events and answers need it.
Call call_of(const Pending& pending) {
  Call call;
  call.principal = pending.requester;
  call.tool = pending.tool;
  call.tool_version = pending.tool_version;
  call.toolset = pending.toolset;
  call.branch = pending.branch;
  call.arguments = pending.arguments;
  call.arguments.erase("lintel");
  call.idempotency_key = pending.idempotency_key;
  if (!pending.reasoning.empty()) call.reasoning = pending.reasoning;
  return call;
}

Json approval_of(const Pending& pending) {
  Json decisions = Json::array();
  for (const Ballot& ballot : pending.ballots) decisions.push_back(decision_of(ballot));
  return Json::object(
      {{"id", pending.id}, {"change_digest", pending.change_digest}, {"decisions", std::move(decisions)}});
}

Outcome outcome_of(const Pending& pending, const Workspace& workspace) {
  Outcome outcome = outcome_for(call_of(pending), workspace.record.handle);
  // What was not done is not told as if it were.
  const bool done = pending.state == "committed" || pending.planned.is_null();
  if (!ended_undone(pending.state)) outcome.data = done ? pending.result : pending.planned;
  outcome.is_change = true;
  outcome.approval = approval_state(pending);
  return outcome;
}

// One transition that writes no state, as an event of whoever caused it. Why they did is kept beside the event
// like every reasoning, so that it can be redacted.
Result<Settled> record_transition(Core& core, const Workspace& workspace, store::WorkspaceFile& file,
                                  const Pending& pending, const Principal& by, std::string event_id,
                                  const std::string& fact, const std::string& reason = {}) {
  TRY(put_pending(file, pending));
  Call call = call_of(pending);
  call.principal = by;
  Event event = event_for(call, core, workspace, std::move(event_id));
  event.idempotency_key.clear();
  event.facts.push_back({fact, pending.id});
  event.approval = approval_of(pending);
  return settle_event(core, workspace, file, std::move(event), reason, outcome_of(pending, workspace));
}

Result<Settled> close(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
                      const std::string& state, const Principal& by, std::string event_id,
                      const std::string& reason = {}) {
  pending.state = state;
  pending.open_nonces.clear();
  pending.form_code.clear();
  return record_transition(core, workspace, file, pending, by, std::move(event_id), "change." + state, reason);
}

// Closes it and answers with an error: the transition is kept, the caller learns why.
Result<Settled> close_with(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
                           const std::string& state, const Principal& by, std::string event_id, Error why) {
  Settled settled = TRY(close(core, workspace, file, std::move(pending), state, by, std::move(event_id)));
  settled.answer = std::move(why);
  return settled;
}

// Whose key it is; that person's name comes from the list of approvers.
Result<void> check_key(Core& core, Ballot& ballot) {
  if (ballot.assurance == Assurance::a1) return {};
  for (const Approver& approver : TRY(core.approvers.get())) {
    if (approver.public_key != ballot.public_key || approver.user_id != ballot.by.user_id) continue;
    ballot.by.label = approver.name;
    return core.heads.know({approver});
  }
  return fail(Code::denied, "this key belongs to no approver of that name", {}, "Make one with: lintel approvals init");
}

Result<void> check_may_approve(const Core& core, const Pending& pending, const Principal& by, const Touched& touched) {
  const auto ask = [&](const Touched::Item* item) -> Result<void> {
    const Verdict verdict = core.policy().decide({by, Permission::approve, pending.toolset, pending.branch, item});
    if (!verdict.allowed)
      return fail(Code::denied, verdict.message, pending.id, "Somebody whose APPROVE covers it must decide.");
    return {};
  };
  TRY(ask(nullptr));
  for (const Touched::Item& item : touched.items) TRY(ask(&item));
  return {};
}

Result<std::vector<FileWrite>> files_of(const store::WorkspaceFile& file, const Pending& pending) {
  std::vector<FileWrite> files;
  for (const auto& plan : pending.files) {
    const std::string& path = plan.path;
    const std::string& digest_hex = plan.sha256;
    base::Digest digest{};
    const std::optional<std::string> raw = base::unhex(digest_hex);
    if (!raw || raw->size() != digest.size()) return fail(Code::parse, "the pending change is damaged", pending.id);
    std::ranges::copy(*raw, digest.begin());
    std::optional<std::string> bytes = TRY(file.blob(digest));
    if (!bytes) return fail(Code::io, "the contents of " + path + " are gone", pending.id);
    files.push_back({path, *std::move(bytes), {}});
  }
  return files;
}

std::vector<Fact> facts_of(const Pending& pending) {
  std::vector<Fact> facts;
  if (!pending.facts.is_array()) return facts;
  for (const Json& fact : pending.facts.as_array())
    facts.push_back({std::string(fact.text("type")), std::string(fact.text("element"))});
  return facts;
}

Result<Settled> commit_pending(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
                               Applied applied, const std::string& event_id) {
  const Call call = call_of(pending);
  Landing landing;
  landing.event = event_for(call, core, workspace, event_id);
  landing.event.args_digest = TRY(args_digest(call, workspace.record.handle));
  landing.event.facts = facts_of(pending);
  landing.event.approval = approval_of(pending);
  landing.event.summary = base::printable(pending.summary, 300);
  for (const Ballot& ballot : pending.ballots) TRY(keep_name(file, ballot.by));
  if (const Json* own = pending.arguments.find("lintel")) {
    landing.event.undo_of = own->text("undo_of");
    landing.event.redo_of = own->text("redo_of");
    landing.event.leaves_system = own->find("leaves_system") != nullptr;
    landing.new_branch = own->text("new_branch");
    landing.drop_branch = own->text("drop_branch");
    landing.merge_from = own->text("merge_from");
    if (!landing.merge_from.empty()) landing.event.parents.emplace_back(own->text("merge_head"));
  }
  landing.applied = &applied;
  landing.reasoning = pending.reasoning;
  landing.files = TRY(files_of(file, pending));
  landing.plans = pending.files;
  for (const Loaded& loaded : pending.loads) landing.loads.push_back({loaded.path, loaded.sha256, loaded.element});
  pending.state = "committed";
  pending.event_id = event_id;
  TRY(put_pending(file, pending));
  return land(core, workspace, file, std::move(landing), outcome_of(pending, workspace));
}

// The policy may ask for more than it did; what was asked for then still holds.
ApprovalNeed need_today(const Core& core, const Pending& pending) {
  const Policy& policy = core.policy();
  const Json* n = pending.touched.find("n");
  const std::int64_t bulk = policy.governance(pending.toolset).bulk_above;
  const bool is_bulk = bulk > 0 && n != nullptr && n->is_integer() && n->as_integer() > bulk;
  const Gates gates = gates_for(policy, pending.toolset, pending.requester);
  const bool grave = std::ranges::any_of(
      facts_of(pending), [&](const Fact& fact) { return is_grave(fact.type) || gates.name(fact.type); });
  return stricter(pending.need, policy.need(pending.tier, grave || is_bulk));
}

// What people are shown is what they decide on. Only what is still as it was proposed gets a new digest.
Result<void> raise_need(const Core& core, Pending& pending) {
  const ApprovalNeed need = need_today(core, pending);
  if (need == pending.need) return {};
  if (TRY(change_digest(pending)) != pending.change_digest)
    return fail(Code::stale, "the stored change differs from the one that was proposed", pending.id);
  pending.need = need;
  pending.change_digest = TRY(change_digest(pending));
  return {};
}

Result<Settled> settle_ballot(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
                              Ballot ballot, const std::string& event_id) {
  TRY(check_key(core, ballot));
  const std::size_t ballots = pending.ballots.size();
  if (const auto need = need_today(core, pending); ballot.approve && !(need == pending.need)) {
    return fail(Code::stale, "the policy now asks for more than it did when this change was shown", pending.id,
                "Look at it again with: lintel approvals show " + pending.id);
  }
  const Next next =
      TRY(judge(pending, ballot, core.now_ms(workspace.head), core.policy().second_confirmation_delay_ms()));
  if (next == Next::rejected) {
    TRY(check_may_approve(core, pending, ballot.by, {}));
    return close(core, workspace, file, std::move(pending), "rejected", ballot.by, event_id, ballot.reason);
  }
  if (pending.ballots.size() == ballots) {  // a form's "no"
    Settled settled;
    settled.answer = outcome_of(pending, workspace);
    return settled;
  }
  Recheck checked = TRY(recheck(core, workspace, file, pending));
  if (!checked.ends_as.empty()) {
    return close_with(core, workspace, file, std::move(pending), checked.ends_as, ballot.by, event_id,
                      std::move(checked.why));
  }
  TRY(check_may_approve(core, pending, ballot.by, checked.applied.touched));
  if (next == Next::commit)
    return commit_pending(core, workspace, file, std::move(pending), std::move(checked.applied), event_id);
  if (pending.need.min_assurance == Assurance::a1) pending.form_code = new_form_code(core.entropy);
  return record_transition(core, workspace, file, pending, ballot.by, event_id, "change.confirmed", ballot.reason);
}

// Loads an open pending change in the transaction and goes on; one whose time is over is closed.
using Deciding = std::move_only_function<Result<Settled>(const Workspace&, store::WorkspaceFile&, Pending,
                                                         const std::string& event_id)>;
void with_pending(Core& core, const std::string& id, Deciding step, Kernel::Done done) {
  if (core.options.read_only)
    return done(fail(Code::denied, "this server only reads", id, "It was started with --read-only."));
  Result<Found> found = find_pending(core, id);
  if (!found.ok()) return done(std::move(found).error());
  const std::string event_id = core.new_id();
  const std::shared_ptr<Workspace> workspace = found->workspace;
  core.submit(
      workspace, event_id,
      [&core, workspace, id, event_id, step = std::move(step)](store::WorkspaceFile& file) mutable -> Result<Settled> {
        const std::optional<store::PendingRow> row = TRY(file.pending_for_update(id));
        Pending pending = TRY(pending_of(row, id));
        if (is_expired(pending, core.now_ms(workspace->head))) {
          Error why = fail(Code::approval_closed, "the time to decide is over", id, "Ask for the change again.");
          const Principal requester = pending.requester;
          return close_with(core, *workspace, file, std::move(pending), "expired", requester, event_id, std::move(why));
        }
        if (is_terminal(pending.state)) return closed(pending);
        return step(*workspace, file, std::move(pending), event_id);
      },
      std::move(done));
}

Result<Settled> settle_form(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
                            const std::string& typed, const std::string& event_id) {
  if (pending.need.min_assurance != Assurance::a1) {
    return fail(Code::denied, "this change cannot be approved by a form", pending.id,
                "Decide with: lintel approvals approve " + pending.id);
  }
  if (!form_code_matches(pending, typed)) {
    TRY(put_pending(file, pending));
    Settled settled;
    settled.answer =
        fail(Code::denied, "the code does not match", pending.id, "Type the six characters that the message shows.");
    return settled;
  }
  Ballot ballot;
  ballot.by = {Kind::human, pending.requester.user_id, std::nullopt, {}};
  ballot.change_digest = pending.change_digest;
  ballot.channel = "form";
  return settle_ballot(core, workspace, file, std::move(pending), ballot, event_id);
}

}  // namespace

Json decision_of(const Ballot& ballot) {
  return Json::object({{"principal", to_json(ballot.by)},
                       {"verdict", ballot.approve ? "approve" : "reject"},
                       {"digest", ballot.change_digest},
                       {"channel", ballot.channel},
                       {"assurance", std::string("A").append(std::to_string(static_cast<int>(ballot.assurance)))},
                       {"nonce", ballot.nonce},
                       {"sig", base::hex(ballot.signature)},
                       {"key", base::hex(ballot.public_key)},
                       {"time", base::iso8601(ballot.time_ms)}});
}

Result<Found> find_pending(Core& core, std::string_view id) {
  for (const std::string& handle : core.workspaces.handles()) {
    const auto file = core.workspaces.reading(handle);
    if (!file.ok()) continue;
    const Result<std::optional<store::PendingRow>> row = (*file)->pending(id);
    if (!row.ok() || !*row) continue;
    Found found;
    found.workspace = TRY(core.workspaces.by_handle(handle));
    found.pending = TRY(pending_of(*row, id));
    if (is_expired(found.pending, core.now_ms(*found.workspace->published()))) found.pending.state = "expired";
    return found;
  }
  return no_such_change(id);
}

Result<std::vector<Pending>> list_pendings(Core& core, const Call& call, bool with_closed) {
  std::vector<std::string> handles;
  if (!call.workspace.empty() || !call.workspace_key.empty()) {
    const auto workspace = TRY(workspace_of(core, call));
    if (!workspace->file) return std::vector<Pending>();
    handles.push_back(workspace->record.handle);
  } else {
    handles = core.workspaces.handles();
  }
  std::vector<Pending> all;
  for (const std::string& handle : handles) {
    const auto record = core.workspaces.record_of(handle);
    const auto file = core.workspaces.reading(handle);
    if (!record.ok() || !file.ok() || !reaches(call.principal, *record)) continue;
    for (const store::PendingRow& row : TRY((*file)->pendings(""))) {
      Pending pending = TRY(pending_of(row, row.id));
      if (is_expired(pending, core.now_ms())) pending.state = "expired";
      if (with_closed || !is_terminal(pending.state)) all.push_back(std::move(pending));
    }
  }
  return all;
}

void end_outdated(Core& core, const std::shared_ptr<Workspace>& workspace) {
  if (!workspace->file) return;
  const auto open = open_pendings(*workspace->file);
  if (!open.ok()) return;
  for (const Pending& pending : *open) {
    if (pending.version != 1) continue;
    const std::string event_id = core.new_id();
    core.submit(
        workspace, event_id,
        [&core, workspace, pending, event_id](store::WorkspaceFile& file) {
          return close(core, *workspace, file, pending, "stale", pending.requester, event_id,
                       "It was asked for before files and what they replace were looked at. Ask for it again.");
        },
        [](const Result<Outcome>& ended) {
          if (!ended.ok()) base::log::warn("an outdated change still waits: " + ended.error().message);
        });
  }
}

void run_withdraw(Core& core, const Call& call, std::string id, Kernel::Done done) {
  with_pending(
      core, id,
      [&core, who = call.principal](const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
                                    const std::string& event_id) -> Result<Settled> {
        const bool own_agent = who.kind == Kind::human && who.user_id == pending.requester.user_id;
        if (!(who == pending.requester) && !own_agent) return no_such_change(pending.id);
        if (!reaches(who, workspace.record)) return no_such_change(pending.id);
        return close(core, workspace, file, std::move(pending), "withdrawn", who, event_id);
      },
      std::move(done));
}

void run_challenge(Core& core, std::string id, std::function<void(Result<Kernel::Challenge>)> done) {
  constexpr std::size_t most_nonces = 8;
  auto challenge = std::make_shared<Kernel::Challenge>();
  with_pending(
      core, id,
      [&core, challenge](const Workspace&, store::WorkspaceFile& file, Pending pending,
                         const std::string&) -> Result<Settled> {
        TRY(raise_need(core, pending));
        challenge->nonce = base::handle("n_", core.entropy);
        pending.open_nonces.push_back(challenge->nonce);
        if (pending.open_nonces.size() > most_nonces) pending.open_nonces.erase(pending.open_nonces.begin());
        TRY(put_pending(file, pending));
        pending.unusual = unusual_in(pending, file);
        challenge->pending = std::move(pending);
        return Settled{};
      },
      [challenge, done = std::move(done)](Result<Outcome> outcome) {
        if (!outcome.ok()) return done(std::move(outcome).error());
        done(std::move(*challenge));
      });
}

void run_decide(Core& core, std::string id, Ballot ballot, Kernel::Done done) {
  // NB: A1 comes through run_form only, which knows that the code was typed.
  if (ballot.assurance == Assurance::a1) {
    return done(
        fail(Code::denied, "a decision needs the approver's key", id, "Decide with: lintel approvals approve " + id));
  }
  with_pending(
      core, id,
      [&core, ballot = std::move(ballot)](const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
                                          const std::string& event_id) {
        return settle_ballot(core, workspace, file, std::move(pending), ballot, event_id);
      },
      std::move(done));
}

void run_form(Core& core, std::string id, Principal asked_through, std::string code, bool accepted, Kernel::Done done) {
  with_pending(
      core, id,
      [&core, asked_through = std::move(asked_through), code = std::move(code), accepted](
          const Workspace& workspace, store::WorkspaceFile& file, Pending pending,
          const std::string& event_id) -> Result<Settled> {
        if (asked_through.user_id != pending.requester.user_id) return no_such_change(pending.id);
        if (accepted) return settle_form(core, workspace, file, std::move(pending), code, event_id);
        Settled settled;
        settled.answer = outcome_of(pending, workspace);
        return settled;
      },
      std::move(done));
}

}  // namespace kernel
