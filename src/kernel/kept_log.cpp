// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "kernel/log.h"
#include "kernel/outcome.h"

namespace kernel {

namespace {

// Which file held what is kept, and which event replaced it: the newest one.
Result<void> tell_origins(const store::WorkspaceFile& file, std::vector<KeptFile>& kept) {
  std::map<std::string, KeptFile*> unknown;
  for (KeptFile& each : kept) unknown.emplace(each.sha256, &each);
  for (std::int64_t before = 0; !unknown.empty();) {
    constexpr std::int64_t page = 1000;
    const std::vector<store::EventRow> rows = TRY(file.events_before(before, page, ""));
    for (const store::EventRow& row : rows) {
      if (!row.bytes.contains("\"files\":")) continue;
      const Event event = TRY(event_from_bytes(row.bytes));
      for (const FilePlan& plan : event.files) {
        const auto found = unknown.find(plan.before.value_or(""));
        if (found == unknown.end()) continue;
        found->second->path = plan.path;
        found->second->event_id = event.id;
        unknown.erase(found);
      }
    }
    if (std::ssize(rows) < page) break;
    before = rows.back().seq;
  }
  return {};
}

}  // namespace

Result<std::vector<KeptFile>> list_kept(Core& core, const Call& call) {
  TRY(admit(core, call));
  const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call, Workspaces::Wanted::log));
  std::vector<KeptFile> kept;
  for (KeptFiles::Item& item : core.kept.list(workspace->record.handle))
    kept.push_back({std::move(item.sha256), item.size, item.time_ms, {}, {}});
  if (workspace->file) TRY(tell_origins(*workspace->file, kept));
  return kept;
}

void run_prune(Core& core, Call call, std::vector<std::string> digests, Kernel::Done done) {
  const auto prune = [&]() -> Result<Outcome> {
    TRY(admit(core, call));
    if (call.principal.kind != Kind::human)
      return fail(Code::denied, "only a person may give kept files up", {}, "Run: lintel log prune");
    const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call, Workspaces::Wanted::log));
    const std::string& handle = workspace->record.handle;
    if (digests.empty()) {
      for (const KeptFiles::Item& item : core.kept.list(handle)) digests.push_back(item.sha256);
    }
    if (digests.empty() || !workspace->file) return fail(Code::not_found, "nothing is kept here");
    Event event = event_for(call, core, *workspace, core.new_id());
    for (const std::string& digest : digests) {
      TRY(core.kept.remove(handle, digest));
      event.facts.push_back({"files.pruned", digest});
    }
    Outcome outcome = outcome_for(call, handle);
    outcome.is_change = true;
    outcome.data = Json::object({{"pruned", digests.size()}});
    const std::string id = event.id;
    return core.submit_and_wait(workspace, id, [&](store::WorkspaceFile& file) {
      return settle_event(core, *workspace, file, std::move(event), call.reasoning.value_or(""), std::move(outcome));
    });
  };
  done(prune());
}

}  // namespace kernel
