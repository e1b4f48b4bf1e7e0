// SPDX-License-Identifier: Apache-2.0
#include "kernel/kernel.h"

#include <algorithm>
#include <utility>

#include "base/crypto.h"
#include "base/text.h"
#include "kernel/append.h"
#include "kernel/backup.h"
#include "kernel/calls.h"
#include "kernel/core.h"
#include "kernel/decisions.h"
#include "kernel/log.h"
#include "kernel/outcome.h"
#include "kernel/unusual.h"

namespace kernel {

struct Kernel::Inner {
  Inner(Options options, base::Roots roots) : core(std::move(options), std::move(roots)) {}
  Core core;
};

namespace {

struct Reading {
  std::shared_ptr<Workspace> workspace;
  Outcome outcome;
};

Result<Reading> perform(Core& core, const Call& call, const Kernel::Reading& reading, const std::string& call_id) {
  TRY(admit(core, call));
  TRY(admit_rate(core, call));
  Reading done;
  done.workspace = TRY(workspace_of(core, call));
  const std::shared_ptr<const Snapshot> snapshot = done.workspace->published();
  const Branch* branch = TRY(branch_of(*snapshot, call.branch));
  const View view = view_of(core, call, done.workspace, snapshot, call_id, false);
  done.outcome = outcome_for(call, done.workspace->record.handle);
  done.outcome.data = TRY(reading(view));
  done.outcome.revision = branch->revision;
  done.outcome.time_ms = core.clock.unix_ms();
  return done;
}

// A refused reading is recorded where there is something to record it in.
void note_refused_reading(Core& core, const Call& call, const Error& error) {
  const Result<std::shared_ptr<Workspace>> workspace = workspace_of(core, call);
  if (workspace.ok()) core.note_denial(call, *workspace, error);
}

// What was last done, in the tool's words; empty: nothing that has any.
Result<std::string> last_summary(const store::WorkspaceFile& file) {
  constexpr int looked_at = 20;
  for (const store::EventRow& row : TRY(file.events_before(0, looked_at, {}))) {
    Event event = TRY(event_from_bytes(row.bytes));
    if (!event.summary.empty()) return std::move(event.summary);
  }
  return std::string();
}

// A label that a person or an agent gave is the best title, then the directory, then what was last done.
Result<std::string> title_of(const WorkspaceRecord& record, const store::WorkspaceFile* file) {
  constexpr std::string_view of_directory = "cwd:";
  constexpr std::size_t most = 80;
  if (record.key.empty() && !record.label.empty()) return record.label;
  if (record.key.starts_with(of_directory)) return record.key.substr(of_directory.size());
  const std::string done = file == nullptr ? std::string() : TRY(last_summary(*file));
  return done.empty() ? std::string("nothing yet") : base::printable(done, most);
}

Result<WorkspaceInfo> info_of(const Core& core, const Workspace& workspace) {
  WorkspaceInfo info;
  info.handle = workspace.record.handle;
  info.label = workspace.record.label;
  info.title = TRY(title_of(workspace.record, workspace.file.get()));
  info.created_ms = workspace.record.created_ms;
  info.last_used_ms = core.clock.unix_ms() - (core.clock.steady_ms() - workspace.last_used_ms);
  const std::shared_ptr<const Snapshot> snapshot = workspace.published();
  info.events = snapshot->seq;
  for (const auto& [name, branch] : snapshot->branches) info.branches.push_back(name);
  if (workspace.file) info.pending = static_cast<int>(TRY(open_pendings(*workspace.file)).size());
  return info;
}

// From the file alone, for a workspace that nobody has open.
Result<WorkspaceInfo> info_on_disk(const WorkspaceRecord& record, const store::WorkspaceFile& file) {
  WorkspaceInfo info;
  info.handle = record.handle;
  info.label = record.label;
  info.title = TRY(title_of(record, &file));
  info.created_ms = record.created_ms;
  info.branches = {"main"};
  if (const std::optional<store::EventRow> last = TRY(file.last_event())) {
    info.events = last->seq;
  }
  if (const std::optional<std::string> names = TRY(file.value("branches"))) {
    const Json list = TRY(base::parse_json(*names));
    info.branches.clear();
    for (const Json& name : list.as_array()) info.branches.push_back(name.as_string());
    std::ranges::sort(info.branches);
  }
  info.pending = static_cast<int>(TRY(open_pendings(file)).size());
  return info;
}

std::string form_key(const Core& core) {
  const base::Digest digest = base::sha256("lintel/form/v1" + core.secret);
  return {digest.begin(), digest.end()};
}

}  // namespace

Kernel::Kernel(Options options, base::Roots roots) : inner_(new Inner(std::move(options), std::move(roots))) {}
Kernel::~Kernel() = default;

// ---- calls -------------------------------------------------------------------------------------

Result<Outcome> Kernel::read(const Call& call, const Reading& reading) {
  Core& core = inner_->core;
  Result<kernel::Reading> done = perform(core, call, reading, core.new_id());
  if (done.ok()) return std::move(done->outcome);
  note_refused_reading(core, call, done.error());
  return std::move(done).error();
}

void Kernel::read_recorded(Call call, const RecordedReading& reading, Done done) {
  Core& core = inner_->core;
  const std::string id = core.new_id();
  Fact fact;
  const auto look = [&](const View& view) -> Result<Json> {
    Recorded recorded = TRY(reading(view));
    fact = std::move(recorded.fact);
    return std::move(recorded.data);
  };
  Result<kernel::Reading> read = perform(core, call, look, id);
  if (!read.ok()) {
    note_refused_reading(core, call, read.error());
    return done(std::move(read).error());
  }
  Result<std::shared_ptr<Workspace>> workspace = core.workspaces.with_file(read->workspace);
  if (!workspace.ok()) return done(std::move(workspace).error());
  Result<std::string> digest = args_digest(call, (*workspace)->record.handle);
  if (!digest.ok()) return done(std::move(digest).error());
  Event event = event_for(call, core, **workspace, id);
  event.args_digest = *std::move(digest);
  event.facts.push_back(std::move(fact));
  core.submit(
      *workspace, id,
      [&core, workspace = *workspace, event = std::move(event), reasoning = call.reasoning.value_or(""),
       outcome = std::move(read->outcome)](store::WorkspaceFile& file) mutable -> Result<Settled> {
        Kernel::Committed committed = committed_by(*workspace, event);
        Settled settled =
            TRY(settle_event(core, *workspace, file, std::move(event), std::move(reasoning), std::move(outcome)));
        committed.revision = settled.answer->revision;
        settled.committed = std::move(committed);
        return settled;
      },
      std::move(done));
}

void Kernel::change(Call call, Plan plan, Done done) {
  Request request;
  request.call = std::move(call);
  request.plan = std::move(plan);
  run_change(inner_->core, std::move(request), std::move(done));
}

void Kernel::undo(Call call, std::string event_id, Done done) {
  run_reversal(inner_->core, std::move(call), std::move(event_id), Reversal::undo, std::move(done));
}

void Kernel::redo(Call call, std::string event_id, Done done) {
  run_reversal(inner_->core, std::move(call), std::move(event_id), Reversal::redo, std::move(done));
}

void Kernel::create_branch(Call call, std::string name, Done done) {
  run_create_branch(inner_->core, std::move(call), std::move(name), std::move(done));
}

void Kernel::merge_branch(Call call, std::string from, std::vector<Resolution> resolutions, Done done) {
  run_merge(inner_->core, std::move(call), std::move(from), std::move(resolutions), std::move(done));
}

void Kernel::delete_branch(Call call, std::string name, Done done) {
  run_delete_branch(inner_->core, std::move(call), std::move(name), std::move(done));
}

Result<std::vector<BranchInfo>> Kernel::branches(const Call& call) { return list_branches(inner_->core, call); }

Result<Json> Kernel::compare_branches(const Call& call, const std::string& from) {
  return kernel::compare_branches(inner_->core, call, from);
}

Result<void> Kernel::admit_rate(const Call& call) { return kernel::admit_rate(inner_->core, call); }

// ---- approvals ---------------------------------------------------------------------------------

Result<std::vector<Pending>> Kernel::pendings(const Call& call, bool with_closed) {
  TRY(admit(inner_->core, call));
  return list_pendings(inner_->core, call, with_closed);
}

Result<Pending> Kernel::pending(std::string_view id) {
  Found found = TRY(find_pending(inner_->core, id));
  if (!is_terminal(found.pending.state) && found.workspace->file)
    found.pending.unusual = unusual_in(found.pending, *found.workspace->file);
  return std::move(found.pending);
}

void Kernel::withdraw(const Call& call, std::string pending_id, Done done) {
  if (Result<void> admitted = admit(inner_->core, call); !admitted.ok()) return done(std::move(admitted).error());
  run_withdraw(inner_->core, call, std::move(pending_id), std::move(done));
}

void Kernel::challenge(std::string pending_id, std::function<void(Result<Challenge>)> done) {
  run_challenge(inner_->core, std::move(pending_id), std::move(done));
}

void Kernel::decide(std::string pending_id, Ballot ballot, Done done) {
  run_decide(inner_->core, std::move(pending_id), std::move(ballot), std::move(done));
}

std::optional<Form> Kernel::form_for(const Pending& pending) const {
  constexpr int most_attempts = 5;
  const bool open = !is_terminal(pending.state) && !is_expired(pending, inner_->core.now_ms());
  if (!open || pending.need.min_assurance != Assurance::a1 || pending.form_code.empty() ||
      pending.form_attempts >= most_attempts) {
    return std::nullopt;
  }
  const std::string message = describe_briefly(pending) + "\nTo approve, type the code " + pending.form_code + ".";
  return Form{pending.id, message, pending.form_code};
}

void Kernel::decide_by_form(std::string pending_id, const Principal& asked_through, std::string code, bool accepted,
                            Done done) {
  run_form(inner_->core, std::move(pending_id), asked_through, std::move(code), accepted, std::move(done));
}

std::string Kernel::seal_form(const Form& form, const Call& call) {
  Core& core = inner_->core;
  FormState state;
  state.pending_id = form.pending_id;
  state.principal = call.principal.key();
  const Result<Found> found = find_pending(core, form.pending_id);
  if (found.ok()) {
    state.change_digest = found->pending.change_digest;
    state.expires_ms = found->pending.expires_ms;
  }
  const Result<std::string> digest = args_digest(call, {});
  if (digest.ok()) state.arguments_digest = *digest;
  return seal_form_state(state, form_key(core), core.entropy);
}

Result<std::string> Kernel::open_form(std::string_view sealed, const Call& call) {
  Core& core = inner_->core;
  const std::optional<FormState> state = open_form_state(sealed, form_key(core));
  const std::string digest = TRY(args_digest(call, {}));
  if (!state || state->principal != call.principal.key() || state->arguments_digest != digest) {
    return fail(Code::denied, "this answer belongs to no question of ours", "requestState",
                "Make the call again without it.");
  }
  const Found found = TRY(find_pending(core, state->pending_id));
  if (found.pending.change_digest != state->change_digest ||
      core.now_ms(*found.workspace->published()) >= state->expires_ms) {
    return fail(Code::approval_closed, "the question is no longer open", "requestState");
  }
  return state->pending_id;
}

// ---- workspaces --------------------------------------------------------------------------------

Result<WorkspaceInfo> Kernel::open_workspace(const Call& call, std::string label) {
  Core& core = inner_->core;
  TRY(admit(core, call));
  if (!call.workspace.empty()) return info_of(core, *TRY(core.workspaces.reached(call.workspace, call.principal)));
  TRY(core.rate.free_call(call.principal));
  const std::shared_ptr<Workspace> workspace = TRY(core.workspaces.create(call.principal, std::move(label)));
  const Result<Outcome> kept = core.submit_and_wait(workspace, {}, [&](store::WorkspaceFile& file) -> Result<Settled> {
    TRY(file.put_value("workspace", to_json(workspace->record).dump()));
    return Settled{};
  });
  if (!kept.ok()) return kept.error();
  return info_of(core, *workspace);
}

Result<void> Kernel::close_workspace(const Call& call) {
  Core& core = inner_->core;
  TRY(admit(core, call));
  const std::string handle = TRY(workspace_of(core, call))->record.handle;
  if (core.workspaces.close(handle) || core.options.state_dir.empty()) return {};
  return fail(Code::unavailable, "the workspace is in use", "workspace", "Try again in a moment.");
}

namespace {

Result<WorkspaceInfo> info_for(Core& core, const Workspaces::Used& used,
                               const std::vector<std::shared_ptr<Workspace>>& open) {
  const auto here =
      std::ranges::find(open, used.handle, [](const auto& workspace) { return workspace->record.handle; });
  if (here != open.end() && (*here)->damaged.empty()) return info_of(core, **here);
  const auto file = TRY(core.workspaces.reading(used.handle));
  const WorkspaceRecord record = TRY(core.workspaces.record_of(used.handle));
  WorkspaceInfo info = TRY(info_on_disk(record, *file));
  info.last_used_ms = used.last_used_ms;
  return info;
}

// What people and agents call it: the handle, the label, a directory by its path or its last part.
bool is_called(const WorkspaceRecord& record, const std::string& name) {
  constexpr std::string_view of_directory = "cwd:";
  if (record.handle == name || record.label == name) return true;
  if (!record.key.starts_with(of_directory)) return false;
  const std::filesystem::path directory = record.key.substr(of_directory.size());
  return directory == name || directory.filename() == name;
}

}  // namespace

Result<WorkspacePage> Kernel::list_workspaces(const Call& call, std::int64_t offset, std::int64_t limit) {
  Core& core = inner_->core;
  TRY(admit(core, call));
  const std::vector<Workspaces::Used> all = core.workspaces.reached_by(call.principal);
  const std::vector<std::shared_ptr<Workspace>> open = core.workspaces.open_ones();
  WorkspacePage page;
  page.total = static_cast<std::int64_t>(all.size());
  for (std::int64_t i = std::max<std::int64_t>(offset, 0); i < page.total && i - offset < limit; ++i)
    page.workspaces.push_back(TRY(info_for(core, all[static_cast<std::size_t>(i)], open)));
  return page;
}

Result<WorkspaceInfo> Kernel::resume_workspace(const Call& call, const std::string& name) {
  constexpr std::size_t most_named = 5;
  Core& core = inner_->core;
  TRY(admit(core, call));
  std::vector<std::string> others;
  for (const Workspaces::Used& used : core.workspaces.reached_by(call.principal)) {
    const auto record = core.workspaces.record_of(used.handle);
    if (!record.ok()) continue;
    if (is_called(*record, name)) return info_of(core, *TRY(core.workspaces.reached(used.handle, call.principal)));
    if (others.size() < most_named && record->key.empty()) others.push_back(base::printable(record->label, 60));
  }
  return fail(
      Code::not_found, "no workspace of yours is called '" + base::printable(name, 80) + "'", "resume",
      others.empty() ? "See them with workspace_list." : "The last used ones are: " + base::join(others, ", ") + ".");
}

Result<std::optional<WorkspaceInfo>> Kernel::last_workspace(const Call& call) {
  Core& core = inner_->core;
  TRY(admit(core, call));
  const std::string current = TRY(workspace_of(core, call))->record.handle;
  const std::vector<std::shared_ptr<Workspace>> open = core.workspaces.open_ones();
  for (const Workspaces::Used& used : core.workspaces.reached_by(call.principal)) {
    if (used.handle == current) continue;
    WorkspaceInfo info = TRY(info_for(core, used, open));
    if (info.events > 0) return std::optional(std::move(info));
  }
  return std::optional<WorkspaceInfo>();
}

Result<std::string> Kernel::workspace_handle(const Call& call) {
  if (call.workspace.empty() && !call.workspace_key.empty())
    return inner_->core.workspaces.handle_of_keyed(call.workspace_key, call.principal);
  return TRY(workspace_of(inner_->core, call, Workspaces::Wanted::log))->record.handle;
}

void Kernel::expire_idle() {
  inner_->core.sign_due_heads();
  inner_->core.workspaces.close_idle(workspace_timeout_ms());
}

std::int64_t Kernel::workspace_timeout_ms() const { return inner_->core.options.workspace_timeout_ms; }

std::uint64_t Kernel::workspaces_closed() const { return inner_->core.workspaces.closed(); }

Kernel::Load Kernel::load() const { return inner_->core.load(); }

std::vector<std::string> Kernel::troubles() const { return inner_->core.troubles(); }

base::Pace& Kernel::pace() { return inner_->core.pace(); }

// ---- log ---------------------------------------------------------------------------------------

Result<HistoryPage> Kernel::history(const Call& call, std::int64_t before_seq, std::int64_t limit) {
  return read_history(inner_->core, call, before_seq, limit);
}

Result<HistoryPage> Kernel::history_of_all_branches(const Call& call, std::int64_t before_seq, std::int64_t limit) {
  return read_history_of_all_branches(inner_->core, call, before_seq, limit);
}

Result<std::string> Kernel::reasoning_of(const Call& call, const Event& event) {
  return read_reasoning(inner_->core, call, event);
}

Result<store::ChainReport> Kernel::verify(const Call& call, bool deep) { return verify_log(inner_->core, call, deep); }

void Kernel::redact(Call call, std::string event_id, Done done) {
  run_redact(inner_->core, std::move(call), std::move(event_id), std::move(done));
}

Result<std::vector<KeptFile>> Kernel::kept_files(const Call& call) { return list_kept(inner_->core, call); }

void Kernel::prune(Call call, std::vector<std::string> digests, Done done) {
  run_prune(inner_->core, std::move(call), std::move(digests), std::move(done));
}

Result<void> Kernel::export_log(const Call& call, const std::filesystem::path& directory) {
  return kernel::export_log(inner_->core, call, directory);
}

Result<Json> Kernel::backup(const Call& call, const std::filesystem::path& directory) {
  return make_backup(inner_->core, call, directory);
}

Result<Kernel::RestorePlan> Kernel::plan_restore(const std::filesystem::path& directory, std::function<bool()> wanted) {
  return kernel::plan_restore(inner_->core, directory, std::move(wanted));
}

Result<Outcome> Kernel::restore(Call call, const std::filesystem::path& directory, Ballot ballot) {
  return run_restore(inner_->core, std::move(call), directory, std::move(ballot));
}

// ---- the rest ----------------------------------------------------------------------------------

const Policy& Kernel::policy() const { return inner_->core.policy(); }

std::shared_ptr<const PolicyPins> Kernel::pins() const { return inner_->core.pins(); }

void Kernel::reserve(const std::vector<std::string>& principals, const std::string& where) {
  inner_->core.set_policy(inner_->core.policy().reserving(principals, where));
}

Result<void> Kernel::reload_policy(Policy policy, const Principal& by, std::shared_ptr<const PolicyPins> pins) {
  Core& core = inner_->core;
  if (by.kind != Kind::human) return fail(Code::denied, "only a person may change the policy");
  core.set_pins(std::move(pins));
  core.set_policy(std::move(policy));
  Call call;
  call.principal = by;
  call.toolset = "kernel";
  call.tool = "policy_reload";
  for (const std::shared_ptr<Workspace>& workspace : core.workspaces.open_ones()) {
    Event event = event_for(call, core, *workspace, core.new_id());
    event.facts.push_back({"policy.reloaded", event.policy_digest});
    const std::string id = event.id;
    const Result<Outcome> kept = core.submit_and_wait(workspace, id, [&](store::WorkspaceFile& file) {
      return settle_event(core, *workspace, file, std::move(event), {}, outcome_for(call, workspace->record.handle));
    });
    if (!kept.ok()) return kept.error();
  }
  return {};
}

const base::Clock& Kernel::clock() const { return inner_->core.clock; }
base::Entropy& Kernel::entropy() const { return inner_->core.entropy; }
const base::Roots& Kernel::roots() const { return inner_->core.roots; }
Result<std::vector<Approver>> Kernel::approvers() { return inner_->core.approvers.get(); }
void Kernel::on_commit(std::function<void(const Committed&)> listener) {
  inner_->core.set_listener(std::move(listener));
}

void Kernel::after_commit(Follow follow) { inner_->core.set_follow(std::move(follow)); }

}  // namespace kernel
