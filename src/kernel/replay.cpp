// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <utility>

#include "kernel/log.h"

namespace kernel {

namespace {

using Branches = std::map<std::string, Branch>;

// A new branch begins as a copy of the one whose last event is its parent.
const Branch* source_of(const Branches& branches, const Event& event) {
  for (const auto& [name, branch] : branches) {
    if (!event.parents.empty() && hex(branch.head) == event.parents.front()) return &branch;
  }
  return nullptr;
}

Result<void> replay(Branches& branches, const store::EventRow& row, const Event& event) {
  if (!branches.contains(event.branch)) {
    const Branch* source = source_of(branches, event);
    if (source == nullptr) return fail(Code::parse, "its branch comes from nowhere");
    Branch copy = *source;
    branches.emplace(event.branch, std::move(copy));
  }
  Branch& branch = branches.at(event.branch);
  if (!event.steps.empty()) {
    const std::vector<Op> ops = TRY(ops_of(branch, event.steps));
    Applied applied = TRY(apply_ops(branch, ops));
    branch = landed(std::move(branch), applied, event.seq);
  }
  branch.head = row.hash;
  branch.revision = event.revision;
  if (branch.sum.hex() != event.state_check) return fail(Code::parse, "the state after it is not the one it records");
  return {};
}

// From `next` to the end of the log.
Result<void> replay_on(const store::WorkspaceFile& file, Branches& branches, std::int64_t& next,
                       store::ChainReport& report) {
  constexpr std::int64_t portion = 1000;
  while (true) {
    const std::vector<store::EventRow> rows = TRY(file.events_from(next, portion));
    if (rows.empty()) return {};
    for (const store::EventRow& row : rows) {
      const Event event = TRY(event_from_bytes(row.bytes));
      const Result<void> done = replay(branches, row, event);
      if (!done.ok()) report.problems.push_back("event " + std::to_string(row.seq) + ": " + done.error().message);
    }
    next = rows.back().seq + 1;
  }
}

Result<void> compare(const store::WorkspaceFile& file, const Branches& branches, store::ChainReport& report) {
  std::map<std::string, std::size_t> stored;
  TRY(file.each_element([&](const store::ElementRow& row) {
    ++stored[row.branch];
    const Result<Json> json = base::parse_json(row.bytes);
    const auto branch = branches.find(row.branch);
    const auto element = branch == branches.end() ? nullptr : branch->second.elements.find(row.id);
    const bool same = json.ok() && element && to_json(*element) == *json && element->revision == row.revision;
    if (!same)
      report.problems.push_back("element " + row.id + " on branch " + row.branch + " is not what the log makes of it");
  }));
  for (const auto& [name, branch] : branches) {
    if (stored[name] == branch.elements.size()) continue;
    report.problems.push_back("branch " + name + ": the log makes " + std::to_string(branch.elements.size()) +
                              " elements, " + std::to_string(stored[name]) + " are stored");
  }
  return {};
}

}  // namespace

Result<void> verify_by_replay(Core& core, const std::shared_ptr<Workspace>& workspace, store::ChainReport& report) {
  Branches branches{{"main", Branch{}}};
  std::int64_t next = 1;
  TRY(replay_on(*workspace->file, branches, next, report));
  // The rest and the comparison run on the writer thread, so that nothing is committed meanwhile.
  const Result<Outcome> compared =
      core.submit_and_wait(workspace, {}, [&](const store::WorkspaceFile& file) -> Result<Settled> {
        TRY(replay_on(file, branches, next, report));
        TRY(compare(file, branches, report));
        return Settled{};
      });
  if (!compared.ok()) return compared.error();
  return {};
}

}  // namespace kernel
