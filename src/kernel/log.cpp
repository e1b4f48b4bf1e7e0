// SPDX-License-Identifier: Apache-2.0
#include "kernel/log.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "kernel/outcome.h"

namespace kernel {

namespace {

Result<std::shared_ptr<Workspace>> workspace_to_read(Core& core, const Call& call) {
  TRY(admit(core, call));
  return workspace_of(core, call, Workspaces::Wanted::log);
}

Result<Event> event_in(const store::WorkspaceFile& file, const std::string& id) {
  const std::optional<store::EventRow> row = TRY(file.event(id));
  if (!row)
    return fail(Code::not_found, "there is no event " + base::printable(id, 60), "event_id",
                "The history lists event ids.");
  return event_from_bytes(row->bytes);
}

// The waiting change's record repeats the reasoning; its events do too. All go together.
Result<bool> redact_pending(store::WorkspaceFile& file, std::string_view id) {
  const std::optional<store::PendingRow> row = TRY(file.pending_for_update(id));
  if (!row) return false;
  const Json json = TRY(base::parse_json(row->bytes));
  Pending pending = TRY(pending_from_json(json));
  if (!is_terminal(pending.state)) {
    return fail(Code::stale, "change " + pending.id + " still waits, and who decides must see why it was asked for",
                pending.id, "Decide on it or withdraw it first.");
  }
  bool removed = !std::exchange(pending.reasoning, {}).empty();
  for (Ballot& ballot : pending.ballots) removed = !std::exchange(ballot.reason, {}).empty() || removed;
  TRY(put_pending(file, pending));
  removed = TRY(file.remove_reasoning(pending.call_id)) || removed;
  if (!pending.event_id.empty()) removed = TRY(file.remove_reasoning(pending.event_id)) || removed;
  return removed;
}

Result<Settled> settle_redaction(Core& core, const Call& call, const Workspace& workspace, store::WorkspaceFile& file,
                                 const Event& target, std::string event_id) {
  bool removed = TRY(file.remove_reasoning(target.id));
  if (target.approval.is_object()) removed = TRY(redact_pending(file, target.approval.text("id"))) || removed;
  if (!removed) return fail(Code::not_found, "this event holds no private text", target.id);
  Event event = event_for(call, core, workspace, std::move(event_id));
  event.facts.push_back({"log.redacted", target.id});
  Outcome outcome = outcome_for(call, workspace.record.handle);
  outcome.is_change = true;
  outcome.data = Json::object({{"redacted", target.id}});
  return settle_event(core, workspace, file, std::move(event), call.reasoning.value_or(""), std::move(outcome));
}

// "agent:<uuid>" as people call it: by the policy's name, or by the one it gave.
Result<std::string> name_of(const Core& core, const store::WorkspaceFile& file, const Json& principal) {
  Principal who;
  who.kind = principal.text("kind") == "human" ? Kind::human : Kind::agent;
  who.user_id = principal.text("user_id");
  if (const auto agent = principal.text("agent_id"); !agent.empty()) who.agent_id = agent;
  who.label = TRY(file.value("name:" + who.key())).value_or("");
  return core.policy().label(who);
}

// What people want to know beside the ids.
Result<void> tell_names(const Core& core, const store::WorkspaceFile& file, HistoryPage& page) {
  const auto tell = [&](const Json& principal) -> Result<void> {
    const bool human = principal.text("kind") == "human";
    std::string key = std::string(human ? "human:" : "agent:").append(principal.text(human ? "user_id" : "agent_id"));
    if (!page.names.contains(key)) page.names.emplace(std::move(key), TRY(name_of(core, file, principal)));
    return {};
  };
  for (const Event& event : page.events) {
    TRY(tell(to_json(event.principal)));
    if (const Json* decisions = event.approval.find("decisions"); decisions && decisions->is_array()) {
      for (const Json& decision : decisions->as_array()) {
        if (const Json* by = decision.find("principal")) TRY(tell(*by));
      }
    }
    const std::string& id = event.undo_of.empty() ? event.redo_of : event.undo_of;
    if (id.empty() || page.reversed.contains(id)) continue;
    const std::optional<store::EventRow> row = TRY(file.event(id));
    if (!row) continue;
    const Event reversed = TRY(event_from_bytes(row->bytes));
    page.reversed.emplace(id, reversed.summary.empty() ? reversed.tool : reversed.summary);
  }
  return {};
}

// Who may not READ everything learns of others' events that they happened, not what they were about.
void hide_contents(HistoryPage& page, const Principal& reader) {
  page.reversed.clear();
  for (Event& event : page.events) {
    if (event.principal == reader) continue;
    event.summary.clear();
    event.files.clear();
    event.touched = Json::object();
  }
}

// The events of one branch, or of all that the call may read if it is named "".
Result<HistoryPage> page_of(const Core& core, const Call& call, const Workspace& workspace, std::int64_t before_seq,
                            std::int64_t limit, const std::string& branch) {
  HistoryPage page;
  if (!workspace.file) return page;
  const std::int64_t count = std::clamp<std::int64_t>(limit, 1, 1000);
  const std::vector<store::EventRow> rows = TRY(workspace.file->events_before(before_seq, count, branch));
  for (const store::EventRow& row : rows) {
    const bool readable =
        !branch.empty() ||
        core.policy().decide({call.principal, Permission::read, call.toolset, row.branch, nullptr}).allowed;
    if (readable) page.events.push_back(TRY(event_from_bytes(row.bytes)));
  }
  if (std::ssize(rows) == count && rows.back().seq > 1) page.next_before = rows.back().seq;
  TRY(tell_names(core, *workspace.file, page));
  if (core.policy().limits_for(call.principal).reads_are_scoped) hide_contents(page, call.principal);
  return page;
}

}  // namespace

Result<HistoryPage> read_history(Core& core, const Call& call, std::int64_t before_seq, std::int64_t limit) {
  const std::shared_ptr<Workspace> workspace = TRY(workspace_to_read(core, call));
  TRY(branch_of(*workspace->published(), call.branch));
  return page_of(core, call, *workspace, before_seq, limit, call.branch);
}

Result<HistoryPage> read_history_of_all_branches(Core& core, const Call& call, std::int64_t before_seq,
                                                 std::int64_t limit) {
  const std::shared_ptr<Workspace> workspace = TRY(workspace_to_read(core, call));
  TRY(admit_whole_events(core, call));
  return page_of(core, call, *workspace, before_seq, limit, "");
}

Result<void> admit_whole_events(const Core& core, const Call& call) {
  if (!core.policy().limits_for(call.principal).reads_are_scoped) return {};
  return fail(Code::denied,
              core.policy().label(call.principal) + " may not READ every element, and the whole log shows them all", {},
              "Ask " + core.policy().admin_contact() + " for it.");
}

Result<std::string> read_reasoning(Core& core, const Call& call, const Event& event) {
  const std::shared_ptr<Workspace> workspace = TRY(workspace_to_read(core, call));
  if (event.reasoning_commit.empty() || !workspace->file)
    return fail(Code::not_found, "no reasoning was given", event.id);
  std::optional<store::PrivateText> kept = TRY(workspace->file->reasoning(event.id));
  if (!kept) return fail(Code::not_found, "the reasoning was redacted", event.id);
  if (base::sha256_hex(kept->salt + kept->text) != event.reasoning_commit)
    return fail(Code::parse, "the reasoning is not the one that was recorded", event.id);
  return std::move(kept->text);
}

void run_redact(Core& core, Call call, std::string event_id, Kernel::Done done) {
  const auto find = [&]() -> Result<std::pair<std::shared_ptr<Workspace>, Event>> {
    auto workspace = TRY(workspace_to_read(core, call));
    if (call.principal.kind != Kind::human)
      return fail(Code::denied, "only a person may redact the log", {}, "Run: lintel log redact");
    if (!workspace->file)
      return fail(Code::not_found, "there is no event " + base::printable(event_id, 60), "event_id");
    TRY(branch_of(*workspace->published(), call.branch));
    Event event = TRY(event_in(*workspace->file, event_id));
    return std::pair(std::move(workspace), std::move(event));
  };
  auto found = find();
  if (!found.ok()) return done(std::move(found).error());
  const std::string id = core.new_id();
  const std::shared_ptr<Workspace> workspace = found->first;
  core.submit(
      workspace, id,
      [&core, workspace, id, call = std::move(call), target = std::move(found->second)](store::WorkspaceFile& file) {
        return settle_redaction(core, call, *workspace, file, target, id);
      },
      std::move(done));
}

}  // namespace kernel
