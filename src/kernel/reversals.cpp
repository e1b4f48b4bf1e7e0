// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/text.h"
#include "kernel/calls.h"
#include "kernel/filing.h"
#include "kernel/undo.h"

namespace kernel {

namespace {

Error nothing_to(Reversal what) {
  return fail(Code::not_found,
              what == Reversal::undo ? "there is nothing of yours to undo here" : "there is nothing to redo here");
}

// A short look first; undo nearly always means something recent.
Result<std::string> last_event(const store::WorkspaceFile& file, const Call& call, Reversal what) {
  const auto find = what == Reversal::undo ? last_undoable : last_redoable;
  Result<std::string> found = nothing_to(what);
  std::size_t seen = std::numeric_limits<std::size_t>::max();
  for (const std::int64_t count : {16, 256, 100'000}) {
    const std::vector<Event> events = TRY(events_of(file, call.principal, call.branch, count));
    if (std::exchange(seen, events.size()) == events.size()) break;  // there are no more
    found = find(events, call.principal, call.branch);
    if (found.ok() || found.error().code != Code::not_found) break;
  }
  return found;
}

// An event may be taken back by who caused it, and by the person whose agent caused it.
Result<void> check_reversible(const Event& event, const Call& call, Reversal what) {
  const bool own_agents = call.principal.kind == Kind::human && call.principal.user_id == event.principal.user_id;
  if (!(event.principal == call.principal) && !own_agents) {
    return fail(Code::denied, "this event is somebody else's", event.id, "Everybody undoes their own changes.");
  }
  if (event.branch != call.branch)
    return fail(Code::other_branch, "this event is on branch " + event.branch, event.id,
                "Pass branch = " + event.branch + ".");
  if (what == Reversal::redo && event.undo_of.empty())
    return fail(Code::stale, "this event is not an undo", event.id, "Redo takes the id of an undo.");
  if (what == Reversal::undo && !event.undo_of.empty())
    return fail(Code::stale, "this event is an undo", event.id, "Use redo to take an undo back.");
  const bool replaced = std::ranges::any_of(event.files, [](const FilePlan& file) { return file.before.has_value(); });
  if (event.steps.empty() && !replaced)
    return fail(Code::stale, "this event changed nothing that could be taken back", event.id);
  return {};
}

Result<Event> find_event(const store::WorkspaceFile& file, const Call& call, const std::string& event_id,
                         Reversal what) {
  const std::string id = event_id.empty() ? TRY(last_event(file, call, what)) : event_id;
  const std::optional<store::EventRow> row = TRY(file.event(id));
  if (!row)
    return fail(Code::not_found, "there is no event " + base::printable(id, 60), "event_id",
                "The history lists event ids.");
  Event event = TRY(event_from_bytes(row->bytes));
  TRY(check_reversible(event, call, what));
  return event;
}

std::set<std::string> elements_of(const Event& event) {
  std::set<std::string> ids;
  for (const Step& step : event.steps) ids.insert(step.id);
  return ids;
}

// The files that the event replaced become what they were. Those that it made stay: Lintel deletes no files.
Result<void> bring_back_files(const Core& core, const View& view, const Event& event, Change& change) {
  for (const FilePlan& file : event.files) {
    const std::string shown = "\"" + base::printable(core.roots.from_root(file.path), 300) + "\"";
    if (!file.before) {
      change.warnings.push_back(shown + " was made by it and stays");
      continue;
    }
    const auto now = TRY(core.roots.facts(file.path));
    if (!now || now->sha256 != file.sha256)
      return fail(Code::stale, shown + " was changed since, and is left as it is", event.id,
                  "Bring it back by hand, or undo what came later first.");
    auto bytes = core.kept.bytes(view.workspace(), *file.before);
    if (!bytes.ok())
      return fail(Code::stale, "this can not be undone: what " + shown + " held before was not kept, or was pruned",
                  event.id, "lintel log kept shows what can still be brought back.");
    FileWrite write{.path = file.path, .bytes = *std::move(bytes), .endings = {}, .overwrite = true};
    const Fact overwritten{"file.overwritten", core.roots.from_root(file.path)};
    write.returns = true;
    write.theirs = std::ranges::find(event.facts, overwritten) != event.facts.end();
    change.files.push_back(std::move(write));
  }
  return {};
}

// Whoever opens or closes a document looks out for what waits on it; so does who takes that back.
Result<void> check_nothing_waits(const View& view, const Event& event) {
  if (event.edits || std::ranges::none_of(event.steps, is_of_document)) return {};
  const std::size_t waiting = TRY(view.waiting());
  if (waiting == 0) return {};
  return fail(Code::constraint,
              std::to_string(waiting) + (waiting == 1 ? " change waits" : " changes wait") + " for approval", event.id,
              "Have them decided (lintel approvals) or withdraw them first.");
}

Result<Change> plan_reversal_of(const Core& core, const View& view, const store::WorkspaceFile& file,
                                const Event& event, Reversal what, const Resolve& resolve) {
  for (const std::string& id : elements_of(event)) view.element(id);  // so that a change to them is noticed
  TRY(check_nothing_waits(view, event));
  const Branch* branch = TRY(branch_of(view.snapshot(), view.branch_name()));
  const std::vector<Event> later = TRY(events_on_the_same(file, event, owners_of(event, *branch)));
  Change change;
  if (!event.steps.empty()) change.ops = TRY(plan_reversal(event, later, *branch, resolve, core.options.terms));
  TRY(bring_back_files(core, view, event, change));
  const std::string verb = what == Reversal::undo ? "Undo " : "Redo what was undone by ";
  change.summary = verb + event.tool + " of " + base::iso8601(event.time_ms);
  change.result = Json::object({{what == Reversal::undo ? "undone" : "redone", event.id}, {"tool", event.tool}});
  return change;
}

// A deletion, a merge or the like that waited for a human: taking it back waits for one too.
bool was_approved_gravely(const Event& event) {
  return !event.approval.is_null() &&
         (event.parents.size() > 1 || std::ranges::any_of(event.facts, [](const Fact& f) { return is_grave(f.type); }));
}

// The reversal is judged by the rules of the toolset whose change it takes back.
Result<Request> reversal_request(Core& core, Call call, const std::string& event_id, Reversal what) {
  TRY(admit(core, call));
  Request request;
  request.workspace = TRY(workspace_of(core, call));
  TRY(branch_of(*request.workspace->published(), call.branch));
  const std::shared_ptr<store::WorkspaceFile> file = request.workspace->file;
  if (!file) return nothing_to(what);
  Event event = TRY(find_event(*file, call, event_id, what));
  if (!event.toolset.empty()) call.toolset = event.toolset;
  call.edits = event.edits;  // what opened, saved or closed a document did not wait, nor does taking it back
  (what == Reversal::undo ? request.undo_of : request.redo_of) = event.id;
  request.own_reversal = event.principal == call.principal;
  request.undoes_approval = was_approved_gravely(event);
  request.call = std::move(call);
  request.plan = [&core, file, workspace = request.workspace, event = std::move(event), what](const View& view) {
    return plan_reversal_of(core, view, *file, event, what, workspace->resolve());
  };
  return request;
}

}  // namespace

void run_reversal(Core& core, Call call, std::string event_id, Reversal what, Kernel::Done done) {
  // A repeated undo must not look for one more event to take back.
  Result<std::optional<Outcome>> earlier = earlier_answer(core, call);
  if (!earlier.ok()) return done(std::move(earlier).error());
  if (*earlier) return done(**std::move(earlier));
  Result<Request> request = reversal_request(core, std::move(call), event_id, what);
  if (!request.ok()) return done(std::move(request).error());
  run_change(core, *std::move(request), std::move(done));
}

}  // namespace kernel
