// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "kernel/log.h"

namespace kernel {

namespace {

using Branches = std::map<std::string, Branch>;

// What the log makes of the branches and of what they have in common.
struct Replayed {
  Branches branches{{"main", Branch{}}};
  std::map<std::string, Fork> forks;                           // by branch
  std::map<std::string, std::pair<std::string, Fork>> before;  // of merges and their reversals: child, and its fork
};

// The branch whose last event has this hash.
const std::string* branch_with(const Branches& branches, const std::string& head) {
  for (const auto& [name, branch] : branches) {
    if (hex(branch.head) == head) return &name;
  }
  return nullptr;
}

// A new branch begins as a copy of the one whose last event is its parent.
Result<void> begin_branch(Replayed& state, const Event& event) {
  const std::string* source = event.parents.empty() ? nullptr : branch_with(state.branches, event.parents.front());
  if (source == nullptr) return fail(Code::parse, "its branch comes from nowhere");
  const Branch copy = state.branches.at(*source);
  state.forks[event.branch] = {*source, *source, copy.revision};
  state.branches.emplace(event.branch, copy);
  return {};
}

// A merge moves what two branches have in common; its undo moves it back.
void move_bases(Replayed& state, const Event& event) {
  const std::string& reversed = event.undo_of.empty() ? event.redo_of : event.undo_of;
  if (const auto found = state.before.find(reversed); found != state.before.end()) {
    const auto [child, fork] = found->second;
    if (state.forks[child].gone) return;
    state.before[event.id] = {child, state.forks[child]};
    state.forks[child] = fork;
  }
  if (event.parents.size() < 2) return;
  const std::string* from = branch_with(state.branches, event.parents[1]);
  if (from == nullptr) return;
  const auto made = state.forks.find(*from);
  const std::string child = made != state.forks.end() && made->second.parent == event.branch ? *from : event.branch;
  state.before[event.id] = {child, state.forks[child]};
  state.forks[child].base_branch = *from;
  state.forks[child].base_revision = state.branches.at(*from).revision;
}

// The proposal to do it is an event as well.
bool proposes(const Event& event) {
  return std::ranges::any_of(event.facts, [](const Fact& fact) { return fact.type.starts_with("change."); });
}

Result<void> replay(Replayed& state, const store::EventRow& row, const Event& event, const Resolve& resolve) {
  if (!state.branches.contains(event.branch)) TRY(begin_branch(state, event));
  move_bases(state, event);
  Branch& branch = state.branches.at(event.branch);
  if (!event.steps.empty()) {
    const std::vector<Op> ops = TRY(ops_of(branch, event.steps, resolve));
    Applied applied = TRY(apply_ops(branch, ops));
    branch = landed(std::move(branch), applied, event.seq);
  }
  branch.head = row.hash;
  branch.revision = event.revision;
  if (branch.sum.hex() != event.state_check) return fail(Code::parse, "the state after it is not the one it records");
  const auto drops = [&](const Fact& fact) { return fact.type == "branch.deleted" && fact.element == event.branch; };
  if (std::ranges::any_of(event.facts, drops) && event.steps.empty() && !proposes(event)) {
    state.branches.erase(event.branch);
    state.forks[event.branch].gone = true;
  }
  return {};
}

// From `next` to the end of the log.
Result<void> replay_on(const store::WorkspaceFile& file, Replayed& state, std::int64_t& next,
                       store::ChainReport& report, const Resolve& resolve) {
  constexpr std::int64_t portion = 1000;
  while (true) {
    const std::vector<store::EventRow> rows = TRY(file.events_from(next, portion));
    if (rows.empty()) return {};
    for (const store::EventRow& row : rows) {
      const Event event = TRY(event_from_bytes(row.bytes));
      const Result<void> done = replay(state, row, event, resolve);
      if (!done.ok()) report.problems.push_back("event " + std::to_string(row.seq) + ": " + done.error().message);
    }
    next = rows.back().seq + 1;
  }
}

// Null stands for what an adopted document has and somebody removed.
bool is_row(const Element* element, const Json& stored, std::int64_t revision) {
  if (element == nullptr) return stored.is_null() && revision == 0;
  return to_json(*element) == stored && element->revision == revision;
}

Result<void> compare(const store::WorkspaceFile& file, const Branches& branches, store::ChainReport& report) {
  std::map<std::string, std::size_t> stored;
  TRY(file.each_element([&](const store::ElementRow& row) {
    ++stored[row.branch];
    const Result<Json> json = base::parse_json(row.bytes);
    const auto branch = branches.find(row.branch);
    const auto* written = branch == branches.end() ? nullptr : &branch->second.elements.written();
    const bool same = json.ok() && written != nullptr && written->contains(row.id) &&
                      is_row(written->find(row.id).get(), *json, row.revision);
    if (!same)
      report.problems.push_back("element " + row.id + " on branch " + row.branch + " is not what the log makes of it");
  }));
  for (auto& [name, count] : stored) {
    if (!branches.contains(name)) report.problems.push_back("branch " + name + " is not in the log");
  }
  for (const auto& [name, branch] : branches) {
    if (stored[name] == branch.elements.written().size()) continue;
    report.problems.push_back("branch " + name + ": the log makes " + std::to_string(branch.elements.written().size()) +
                              " elements, " + std::to_string(stored[name]) + " are stored");
  }
  return {};
}

// The values that say where branches came from.
Result<void> compare_forks(const store::WorkspaceFile& file, const Replayed& state, store::ChainReport& report) {
  std::size_t found = 0;
  for (const auto& [name, bytes] : TRY(file.values())) {
    if (!name.starts_with("fork:")) continue;
    ++found;
    const std::string branch = name.substr(5);
    const Result<Fork> fork = fork_from_bytes(bytes, branch);
    const auto replayed = state.forks.find(branch);
    if (!fork.ok() || replayed == state.forks.end() || !(replayed->second == *fork))
      report.problems.push_back("where branch " + branch + " came from is not what the log makes of it");
  }
  if (found != state.forks.size()) report.problems.emplace_back("the record of a branch is gone");
  std::set<std::string> names{"main"};
  if (const std::optional<std::string> bytes = TRY(file.value("branches"))) {
    const Json list = TRY(base::parse_json(*bytes));
    for (const Json& name : list.as_array()) names.insert(name.is_string() ? name.as_string() : "");
  }
  const auto known = [&](const auto& entry) { return names.contains(entry.first); };
  if (names.size() != state.branches.size() || !std::ranges::all_of(state.branches, known))
    report.problems.emplace_back("the list of branches is not what the log makes of it");
  return {};
}

}  // namespace

Result<void> verify_by_replay(Core& core, const std::shared_ptr<Workspace>& workspace, store::ChainReport& report) {
  Replayed state;
  std::int64_t next = 1;
  const Resolve resolve = workspace->resolve();
  TRY(replay_on(*workspace->file, state, next, report, resolve));
  // The rest and the comparison run on the writer thread, so that nothing is committed meanwhile.
  const Result<Outcome> compared =
      core.submit_and_wait(workspace, {}, [&](const store::WorkspaceFile& file) -> Result<Settled> {
        TRY(replay_on(file, state, next, report, resolve));
        TRY(compare(file, state.branches, report));
        TRY(compare_forks(file, state, report));
        return Settled{};
      });
  if (!compared.ok()) return compared.error();
  return {};
}

}  // namespace kernel
