// SPDX-License-Identifier: Apache-2.0
#include "kernel/calls.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <set>
#include <utility>

#include "base/devices.h"
#include "base/text.h"
#include "kernel/log.h"
#include "kernel/outcome.h"

namespace kernel {

namespace {

constexpr std::int64_t day_ms = 24 * 3600 * 1000;

Result<void> check_identity(const Core& core, const Call& call) {
  const Principal& who = call.principal;
  const bool agent = who.kind == Kind::agent;
  if (who.user_id.empty() || agent != (who.agent_id.has_value() && !who.agent_id->empty())) {
    return fail(Code::identity_missing, agent ? "an agent must say who it is" : "nobody can tell who calls", "agent_id",
                "Connect with a client name or a token that the policy knows.");
  }
  const bool silent = !call.reasoning || base::trim(*call.reasoning).empty();
  if (agent && silent && core.policy().governance(call.toolset).reasoning_required) {
    return fail(Code::identity_missing, "an agent must say why it makes this call: `reasoning` is missing", "reasoning",
                "Pass `reasoning`: one sentence on why this call is made.");
  }
  return {};
}

Error refusal(const Verdict& verdict, const Policy& policy) {
  return fail(verdict.code, verdict.message, {}, "Only " + policy.admin_contact() + " can widen what is allowed.");
}

// Stateless clients have no session: theirs are counted per principal and workspace over a day.
std::string counter_of(const Call& call) {
  return call.session.empty() ? "principal:" + call.principal.key() : "session:" + call.session;
}

std::int64_t counted_since(const Core& core, const Call& call) {
  return call.session.empty() ? core.clock.unix_ms() - day_ms : 0;
}

Result<void> check_operations(const Core& core, const Call& call, std::int64_t used) {
  const Limits& limits = core.policy().limits_for(call.principal);
  if (used < limits.max_operations_per_session) return {};
  const std::string whose = call.session.empty() ? "in this workspace within a day" : "in this session";
  return fail(Code::session_limit,
              "max_operations_per_session = " + std::to_string(limits.max_operations_per_session) + " (" +
                  limits.operations_where + ") is used up " + whose,
              {}, "Wait, or ask " + core.policy().admin_contact() + " to raise the limit.");
}

bool is_agent(const Call& call) { return call.principal.kind == Kind::agent; }

// The default limits guard toolsets whose changes can do harm. Those of direct ones are undone one by one, and long
// documents are made of thousands; a limit that somebody wrote holds everywhere.
bool holds(const Policy& policy, const std::string& toolset, bool written) {
  return written || policy.governance(toolset).mode != Mode::direct;
}

struct ElementLimit {
  std::int64_t most;
  std::string where;
};
// What somebody wrote for the principal; else what the toolset has; else the default.
ElementLimit element_limit(const Policy& policy, const Principal& principal, const std::string& toolset) {
  const Limits& limits = policy.limits_for(principal);
  const Governance& rules = policy.governance(toolset);
  if (!limits.elements_written && rules.max_elements > 0) return {rules.max_elements, rules.where};
  if (!holds(policy, toolset, limits.elements_written)) return {std::numeric_limits<std::int64_t>::max(), {}};
  return {limits.max_elements_per_operation, limits.elements_where};
}

bool is_counted(const Core& core, const Call& call) {
  return is_agent(call) &&
         holds(core.policy(), call.toolset, core.policy().limits_for(call.principal).operations_written);
}

bool is_dry_run(const Core& core, const Call& call) {
  if (call.dry_run) return *call.dry_run;
  if (const auto habit = core.policy().limits_for(call.principal).dry_run_default) return *habit;
  return is_agent(call) && core.policy().governance(call.toolset).mode == Mode::preview;
}

// A repetition of a call that waited tells how it stands today.
Result<void> bring_up_to_date(Outcome& outcome, const store::WorkspaceFile& file) {
  const std::optional<store::PendingRow> row = TRY(file.pending(outcome.approval->id));
  if (!row) return {};
  const Json json = TRY(base::parse_json(row->bytes));
  const Pending pending = TRY(pending_from_json(json));
  outcome.approval->state = pending.state;
  if (pending.state == "committed") {
    outcome.event_id = pending.event_id;
    outcome.data = pending.result;
  }
  if (ended_undone(pending.state)) outcome.data = Json::object();
  return {};
}

Result<std::optional<Outcome>> replay_of(Core& core, const Call& call, const Workspace& workspace,
                                         const std::optional<store::IdempotencyRow>& row) {
  if (!row || row->expires_ms <= core.clock.unix_ms()) return std::optional<Outcome>();
  if (row->args_digest != TRY(args_digest(call, workspace.record.handle))) {
    return fail(Code::key_reused, "this idempotency key was used for another call", "idempotency_key",
                "Use a new key for a new call.");
  }
  const std::string answer = TRY(opened_answer(core, *workspace.file, *row));
  Outcome outcome = TRY(outcome_from_bytes(answer, call, workspace.record.handle));
  if (outcome.approval) TRY(bring_up_to_date(outcome, *workspace.file));
  return std::optional<Outcome>(std::move(outcome));
}

// The files of a change that could not be written when it was committed.
Result<std::vector<store::OutboxRow>> unwritten_files(const store::WorkspaceFile& file, const Outcome& outcome) {
  if (!outcome.event_id) return std::vector<store::OutboxRow>{};
  auto rows = TRY(file.outbox());
  std::erase_if(rows, [&](const store::OutboxRow& row) { return row.event_id != *outcome.event_id; });
  return rows;
}

Result<void> keep_idempotency(Core& core, const Request& request, store::WorkspaceFile& file, const Outcome& outcome) {
  const Call& call = request.call;
  if (call.idempotency_key.empty()) return {};
  request.workspace->keys.add(call.idempotency_key);
  store::IdempotencyRow row{call.principal.key(), call.idempotency_key, request.digest, outcome_bytes(outcome),
                            core.clock.unix_ms() + day_ms};
  row.result = TRY(sealed_answer(core, row));
  return file.put_idempotency(row);
}

// Neither what the plan read nor what it writes has changed.
bool still_holds(const Draft& draft, const Branch& branch) {
  if (draft.read_everything) return false;
  return std::ranges::all_of(draft.read_set,
                             [&](const auto& entry) { return revision_of(branch, entry.first) == entry.second; });
}

// What took longer is planned anew by a thread that nobody waits for.
constexpr std::chrono::milliseconds quick_plan{5};

// Brings a draft to the newest state: as it is, applied again, or planned again.
Result<void> refresh(Core& core, const Request& request, Draft& draft, const Snapshot& head) {
  const Branch* branch = TRY(branch_of(head, request.call.branch));
  if (branch->revision == draft.base_revision) return {};
  if (!draft.reasons.empty() || !still_holds(draft, *branch)) {
    draft.outdated = draft.took > quick_plan;
    if (draft.outdated) return fail(Code::stale, "what the change rests on was changed meanwhile");
    draft = TRY(draft_change(core, request, std::make_shared<const Snapshot>(head)));
    return {};
  }
  if (holds_later(draft.applied)) return {};
  draft.applied = TRY(apply_ops(*branch, draft.change.ops, core.options.terms));
  add_to(draft.applied.touched, draft.files);
  draft.texts = TRY(texts_of(draft.applied.steps, draft.applied.touched));
  return {};
}

Result<Settled> commit(Core& core, const Request& request, Draft& draft, store::WorkspaceFile& file) {
  const Workspace& workspace = *request.workspace;
  Landing landing;
  landing.event = event_for(request.call, core, workspace, request.id);
  landing.event.args_digest = request.digest;
  landing.event.facts = kept_facts(facts_of(draft));
  landing.event.summary = base::printable(draft.change.summary, 300);
  landing.event.undo_of = request.undo_of;
  landing.event.redo_of = request.redo_of;
  landing.event.leaves_system = draft.change.leaves_system;
  landing.new_branch = request.new_branch;
  landing.drop_branch = request.drop_branch;
  if (request.new_branch.empty() && request.drop_branch.empty()) {
    landing.applied = &draft.applied;
    landing.texts = &draft.texts;
  }
  landing.reasoning = request.call.reasoning.value_or("");
  landing.loads = std::move(draft.loads);
  landing.files = std::move(draft.change.files);
  landing.plans = std::move(draft.files);

  Outcome outcome = outcome_for(request.call, workspace.record.handle);
  outcome.data = std::move(draft.change.result);
  outcome.warnings = std::move(draft.change.warnings);
  TRY(put_blobs(file, draft));
  return land(core, workspace, file, std::move(landing), std::move(outcome));
}

Outcome preview(const Request& request, Draft draft, const Snapshot& snapshot, std::int64_t now_ms) {
  Outcome outcome = outcome_for(request.call, request.workspace->record.handle);
  outcome.data = answer_before(draft.change);
  outcome.warnings = std::move(draft.change.warnings);
  outcome.is_change = true;
  outcome.dry_run = true;
  outcome.patches = to_json(draft.applied.steps);
  if (!draft.files.empty()) outcome.files = to_json(draft.files);
  outcome.revision = snapshot.branches.at(request.call.branch).revision;
  outcome.time_ms = now_ms;
  return outcome;
}

// The tool asked for nothing to be done: long work that only answers.
bool asks_nothing(const Request& request, const Change& change) {
  return change.ops.empty() && change.facts.empty() && change.files.empty() && change.blobs.empty() &&
         request.new_branch.empty() && request.merge_from.empty() && request.drop_branch.empty();
}

struct Prepared {
  std::optional<Outcome> answer;  // nothing is left to commit
  Draft draft;
};

// The writer counts again. Here the file is asked only where no commit will, or where the limit is near.
Result<void> check_limits_early(Core& core, const Request& request) {
  const Call& call = request.call;
  const bool counted = is_counted(core, call) && request.workspace->file;
  if (counted &&
      (is_dry_run(core, call) || !base::device::counters ||
       request.workspace->most_used() >= core.policy().limits_for(call.principal).max_operations_per_session)) {
    const std::int64_t used =
        TRY(request.workspace->file->operations_since(counter_of(call), counted_since(core, call)));
    TRY(check_operations(core, call, used));
  }
  return admit_rate(core, call);
}

// A new branch is judged by its own name; of the old one it takes no more than reading.
Result<void> admit_request(Core& core, const Request& request) {
  if (request.new_branch.empty()) return admit(core, request.call);
  Call there = request.call;
  there.branch = request.new_branch;
  TRY(admit(core, there));
  Call here = request.call;
  here.needs = Permission::read;
  return admit(core, here);
}

// limits → plan → dry run answers.
Result<Prepared> plan(Core& core, Request& request, const std::shared_ptr<const Snapshot>& snapshot) {
  Prepared prepared;
  TRY(check_limits_early(core, request));
  prepared.draft = TRY(draft_change(core, request, snapshot));
  if (request.call.cancel.requested()) return fail(Code::cancelled, "the call was cancelled");
  if (asks_nothing(request, prepared.draft.change)) {
    Outcome outcome = outcome_for(request.call, request.workspace->record.handle);
    outcome.data = std::move(prepared.draft.change.result);
    outcome.warnings = std::move(prepared.draft.change.warnings);
    outcome.revision = snapshot->branches.at(request.call.branch).revision;
    outcome.time_ms = core.clock.unix_ms();
    prepared.answer = std::move(outcome);
    return prepared;
  }
  if (!is_dry_run(core, request.call)) return prepared;
  TRY(core.rate.free_call(request.call.principal));
  prepared.answer = preview(request, std::move(prepared.draft), *snapshot, core.clock.unix_ms());
  return prepared;
}

// Everything that needs no writer. A repetition gets its first answer, whatever its plan would come to today.
Result<Prepared> prepare(Core& core, Request& request) {
  TRY(admit_request(core, request));
  if (!request.workspace) request.workspace = TRY(workspace_of(core, request.call));
  const std::shared_ptr<const Snapshot> snapshot = request.workspace->published();
  TRY(branch_of(*snapshot, request.call.branch));
  request.digest = TRY(args_digest(request.call, request.workspace->record.handle));
  if (auto earlier = TRY(earlier_answer(core, request.call))) return Prepared{std::move(earlier), {}};
  return plan(core, request, snapshot);
}

// Refusals cost nothing but a token; who has none left is told to slow down instead.
Error refuse(Core& core, const Request& request, Error error) {
  const Result<void> token = core.rate.free_call(request.call.principal);
  if (!token.ok()) return token.error();
  std::shared_ptr<Workspace> workspace = request.workspace;
  if (!workspace) {
    if (auto found = workspace_of(core, request.call); found.ok()) workspace = *std::move(found);
  }
  core.note_denial(request.call, workspace, error);
  return error;
}

}  // namespace

Result<void> admit(Core& core, const Call& call) {
  TRY(check_identity(core, call));
  if (call.idempotency_key.size() > 200) {
    return fail(Code::out_of_range, "an idempotency key has at most 200 bytes", "idempotency_key");
  }
  if (call.read_only && call.needs != Permission::read) {
    return fail(Code::denied, "this server only reads", {}, "It was started with --read-only.");
  }
  const Verdict verdict = core.policy().decide({call.principal, call.needs, call.toolset, call.branch, nullptr});
  if (!verdict.allowed) return refusal(verdict, core.policy());
  return {};
}

Result<void> admit_rate(Core& core, const Call& call) {
  if (call.rate_counted) return {};
  return core.rate.call(call.principal, call.toolset, core.policy().rate_limit(call.toolset, call.over_http));
}

Result<void> admit_touched(Core& core, const Principal& principal, const std::string& toolset,
                           const std::string& branch, const Touched& touched, Counted counted) {
  const Policy& policy = core.policy();
  const Verdict verdict = policy.decide_all(principal, toolset, branch, touched);
  if (!verdict.allowed) return refusal(verdict, policy);
  if (principal.kind != Kind::agent || counted == Counted::no) return {};
  const ElementLimit limit = element_limit(policy, principal, toolset);
  if (touched.count() <= limit.most) return {};
  return fail(Code::element_limit,
              "the change touches " + std::to_string(touched.count()) +
                  " elements; max_elements_per_operation = " + std::to_string(limit.most) + " (" + limit.where + ")",
              {}, "Make smaller changes, or ask " + policy.admin_contact() + " to raise the limit.");
}

namespace {

// Whether a principal may READ an element; nothing to ask where no rule speaks of elements.
// An element with parts is seen by who may see all of them, unless the element itself is forbidden.
std::function<bool(const Element&, const Elements&)> reading_scope(const Core& core, const Call& call) {
  const Policy& policy = core.policy();
  if (!policy.limits_for(call.principal).reads_are_scoped) return nullptr;
  const Question asked{call.principal, Permission::read, call.toolset, call.branch, nullptr};
  return [&policy, &terms = core.options.terms, asked](const Element& element, const Elements& all) {
    Question question = asked;
    const std::vector<Touched::Item> items = reading_items(element, all, terms);
    return std::ranges::all_of(items, [&](const Touched::Item& item) {
      question.item = &item;
      const Verdict verdict = policy.decide(question);
      const bool parts_decide = &item == items.data() && items.size() > 1 && verdict.code == Code::out_of_scope;
      return verdict.allowed || parts_decide;
    });
  };
}

}  // namespace

View view_of(Core& core, const Call& call, const std::shared_ptr<Workspace>& workspace,
             std::shared_ptr<const Snapshot> snapshot, std::string call_id, bool notes_reads) {
  View::Context context;
  context.notes_reads = notes_reads;
  context.principal = call.principal;
  context.workspace = workspace->record.handle;
  context.branch = call.branch;
  context.call_id = std::move(call_id);
  context.time_ms = core.clock.unix_ms();
  context.roots = &core.roots;
  if (workspace->file)
    context.blob = [file = workspace->file](const base::Digest& digest) { return file->blob(digest); };
  context.adopt = [&core](std::string_view kind, std::string bytes, std::string file) {
    return core.adoptions.adopt(kind, std::move(bytes), std::move(file));
  };
  context.may_read = reading_scope(core, call);
  context.admitted = core.policy().governance(call.toolset).admit;
  context.waiting = [&core, &call, &workspace = *workspace, snapshot]() -> Result<View::Waiting> {
    Overlay overlay = TRY(overlay_of(core, call, workspace, snapshot));
    return View::Waiting{std::move(overlay.of_all), std::move(overlay.snapshot)};
  };
  return {std::move(snapshot), std::move(context)};
}

Json answer_before(Change& change) { return change.planned ? *std::move(change.planned) : std::move(change.result); }

std::vector<Fact> facts_of(const Draft& draft) {
  std::vector<Fact> facts = draft.applied.facts;
  for (const FilePlan& file : draft.files) facts.push_back(fact_of(file));
  for (const Fact& fact : draft.change.facts) {
    if (std::ranges::find(facts, fact) == facts.end()) facts.push_back(fact);
  }
  return facts;
}

Kernel::Committed committed_by(const Workspace& workspace, const Event& event) {
  return {workspace.record.handle, event.toolset, event.revision, event.principal, event.tool, event.branch,
          workspace.record.key};
}

Result<Settled> land(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Landing&& landing,
                     Outcome&& outcome) {
  const Branch* source = nullptr;
  if (!landing.new_branch.empty()) {
    source = TRY(branch_of(workspace.head, landing.event.branch));
    TRY(keep_fork(file, landing.new_branch, landing.event.branch, workspace.head));
    landing.event.branch = landing.new_branch;
    landing.applied = nullptr;
    landing.texts = nullptr;
  }
  if (!landing.drop_branch.empty()) {
    TRY(drop_branch(file, landing.drop_branch, workspace.head));
    landing.applied = nullptr;
    landing.texts = nullptr;
  }
  landing.event.files = landing.plans;
  for (const store::FileRow& row : landing.loads) {
    if (!row.path.empty()) landing.event.loads.push_back({row.element, row.path, row.sha256});
  }
  const bool reverses = !landing.event.undo_of.empty() || !landing.event.redo_of.empty();
  Entry entry{std::move(landing.event), landing.applied, std::move(landing.reasoning), source, landing.texts};
  Settled settled;
  settled.advance = TRY(append(core, workspace, file, entry));
  Event& event = entry.event;
  for (std::size_t i = 0; i < landing.files.size(); ++i) {
    FileWrite& write = landing.files[i];
    const FilePlan& plan = landing.plans[i];
    store::OutboxRow row{
        0, event.id, std::move(write.path), std::move(write.bytes), plan.before.value_or(""), plan.before && plan.kept};
    row.id = TRY(file.put_outbox(row));
    TRY(plan.returns ? file.forget_file(row.path) : file.put_file({row.path, plan.sha256, {}}));
    settled.files.push_back(std::move(row));
  }
  for (const store::FileRow& row : landing.loads) {
    TRY(file.forget_loaded(row.element));
    if (!row.path.empty()) TRY(file.put_file(row));
  }
  // What an undo brings back need not be what was loaded last.
  if (reverses && landing.applied != nullptr)
    for (const Op& op : landing.applied->ops) TRY(file.forget_loaded(op.id));
  if (!landing.plans.empty()) outcome.files = to_json(landing.plans);
  if (!landing.merge_from.empty()) TRY(keep_merge_base(file, event, landing.merge_from, workspace.head));
  if (reverses) TRY(turn_back_merge_base(file, event));
  settled.advance->drops = !landing.drop_branch.empty();
  if (event.seq % HeadFile::every == 0) TRY(file.forget_expired(core.clock.unix_ms()));
  outcome.is_change = true;
  outcome.event_id = std::move(event.id);
  outcome.revision = event.revision;
  outcome.time_ms = event.time_ms;
  settled.committed = committed_by(workspace, event);
  settled.answer = std::move(outcome);
  return settled;
}

Result<Settled> settle_event(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Event event,
                             std::string reasoning, Outcome outcome) {
  Entry entry{std::move(event), nullptr, std::move(reasoning), nullptr};
  Settled settled;
  settled.advance = TRY(append(core, workspace, file, entry));
  outcome.event_id = entry.event.id;
  outcome.revision = entry.event.revision;
  outcome.time_ms = entry.event.time_ms;
  settled.answer = std::move(outcome);
  return settled;
}

Result<Settled> settle_change(Core& core, const Request& request, Draft& draft, store::WorkspaceFile& file) {
  const Call& call = request.call;
  if (!call.idempotency_key.empty() && request.workspace->keys.may_hold(call.idempotency_key)) {
    const auto row = TRY(file.idempotency(call.principal.key(), call.idempotency_key));
    if (std::optional<Outcome> earlier = TRY(replay_of(core, call, *request.workspace, row))) {
      Settled settled;
      settled.files = TRY(unwritten_files(file, *earlier));
      settled.answer = *std::move(earlier);
      return settled;
    }
  }
  const std::string counter = counter_of(call);
  const bool counted = is_counted(core, call);
  if (counted) {
    const std::int64_t used = TRY(file.operations_since_in_transaction(counter, counted_since(core, call)));
    request.workspace->note_used(used);
    TRY(check_operations(core, call, used));
  }
  TRY(refresh(core, request, draft, request.workspace->head));
  const bool waits = !draft.reasons.empty();
  Result<Settled> settled = waits ? propose(core, request, draft, file) : commit(core, request, draft, file);
  if (!settled.ok()) return settled;
  if (counted) TRY(file.count_operation(counter, core.clock.unix_ms()));
  TRY(keep_idempotency(core, request, file, *settled->answer));
  return settled;
}

Result<std::optional<Outcome>> earlier_answer(Core& core, const Call& call) {
  if (call.idempotency_key.empty()) return std::optional<Outcome>();
  const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call));
  if (!workspace->file || !workspace->keys.may_hold(call.idempotency_key)) return std::optional<Outcome>();
  const auto row = TRY(workspace->file->find_idempotency(call.principal.key(), call.idempotency_key));
  std::optional<Outcome> earlier = TRY(replay_of(core, call, *workspace, row));
  if (!earlier) return earlier;
  auto files = TRY(unwritten_files(*workspace->file, *earlier));
  if (files.empty()) return earlier;
  // Tried once more; the answer claims that they are there.
  Settled settled;
  settled.answer = *std::move(earlier);
  settled.files = std::move(files);
  return std::optional<Outcome>(
      TRY(core.submit_and_wait(workspace, {}, [&](store::WorkspaceFile&) -> Result<Settled> { return settled; })));
}

namespace {

// A change with its answer to give. It lives until the answer is out, so that the writer's thread need not take it
// apart.
struct Underway {
  Request request;
  Kernel::Done done;
  Draft draft = {};
  bool has_turn = false;
};
using UnderwayPtr = std::shared_ptr<Underway>;

void finish(Core& core, Underway& change, Result<Outcome> answer) {
  Request& its = change.request;
  if (!answer.ok()) core.note_denial(its.call, its.workspace, answer.error());
  if (change.has_turn) its.workspace->turn.leave();
  its.workspace.reset();
  change.done(std::move(answer));
}

void store_change(Core& core, const UnderwayPtr& change);

// On a thread of its own, so that whatever the plan throws ends here.
Result<Draft> plan_anew(Core& core, const Request& request) {
  try {
    Draft draft = TRY(draft_change(core, request, request.workspace->published()));
    if (request.call.cancel.requested()) return fail(Code::cancelled, "the call was cancelled");
    return draft;
  } catch (const std::exception& bug) {
    return fail(Code::internal, std::string("plan: ") + bug.what());
  }
}

// With the turn, so that nobody overtakes it again.
void replan(Core& core, const UnderwayPtr& change) {
  const auto again = [&core, change] {
    Result<Draft> draft = plan_anew(core, change->request);
    if (!draft.ok()) return finish(core, *change, std::move(draft).error());
    change->draft = *std::move(draft);
    store_change(core, change);
  };
  const auto at_its_turn = [&core, change, again] {
    if (core.plan_elsewhere(change->request.workspace->record.handle, again)) return;
    finish(core, *change, fail(Code::unavailable, "the server is shutting down"));
  };
  if (std::exchange(change->has_turn, true)) return at_its_turn();
  change->request.workspace->turn.take(at_its_turn);
}

void store_change(Core& core, const UnderwayPtr& change) {
  core.submit(
      change->request.workspace, change->request.id,
      [&core, change](store::WorkspaceFile& file) { return settle_change(core, change->request, change->draft, file); },
      [&core, change](Result<Outcome> answer) {
        if (!answer.ok() && change->draft.outdated) return replan(core, change);
        finish(core, *change, std::move(answer));
      },
      Core::Order::checks_first, change->has_turn ? Core::Whose::of_its_turn : Core::Whose::anybodys);
}

}  // namespace

void run_change(Core& core, Request request, Kernel::Done done) {
  auto change = std::make_shared<Underway>(std::move(request), std::move(done));
  Request& its = change->request;
  if (its.id.empty()) its.id = core.new_id();
  Result<Prepared> prepared = prepare(core, its);
  if (!prepared.ok()) return change->done(refuse(core, its, std::move(prepared).error()));
  if (prepared->answer) return change->done(*std::move(prepared->answer));
  Result<std::shared_ptr<Workspace>> workspace = core.workspaces.with_file(its.workspace);
  if (!workspace.ok()) return change->done(std::move(workspace).error());
  change->draft = std::move(prepared->draft);
  its.workspace = *std::move(workspace);
  store_change(core, change);
}

}  // namespace kernel
