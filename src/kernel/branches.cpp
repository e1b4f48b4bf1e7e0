// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "kernel/calls.h"

namespace kernel {

namespace {

// Where a branch came from, and the last state that it and its parent had in common.
struct Fork {
  std::string parent;
  std::string base_branch;
  std::int64_t base_revision = 0;
};

Result<void> put_fork(store::WorkspaceFile& file, const std::string& name, const Fork& fork) {
  const Json json =
      Json::object({{"parent", fork.parent}, {"base_branch", fork.base_branch}, {"base_revision", fork.base_revision}});
  return file.put_value("fork:" + name, json.dump());
}

Result<std::optional<Fork>> fork_of(const store::WorkspaceFile& file, const std::string& name) {
  const std::optional<std::string> bytes = TRY(file.value("fork:" + name));
  if (!bytes) return std::optional<Fork>();
  const Json json = TRY(base::parse_json(*bytes));
  const Json* revision = json.find("base_revision");
  if (!revision || !revision->is_integer()) return fail(Code::parse, "the record of a branch is damaged", name);
  return std::optional<Fork>(
      Fork{std::string(json.text("parent")), std::string(json.text("base_branch")), revision->as_integer()});
}

struct Relation {
  std::string child;
  Fork fork;
};

// Which of the two was made from the other.
Result<Relation> relation_of(const store::WorkspaceFile& file, const std::string& into, const std::string& from) {
  for (const auto& [child, parent] : {std::pair(from, into), std::pair(into, from)}) {
    std::optional<Fork> fork = TRY(fork_of(file, child));
    if (fork && fork->parent == parent) return Relation{child, *std::move(fork)};
  }
  return fail(Code::constraint, "neither of " + into + " and " + from + " was made from the other", "from",
              "Merge each into the branch that both came from.");
}

// The branch as it was after the event `revision`: what came later is taken back, newest first.
Result<Branch> branch_at(const store::WorkspaceFile& file, const std::string& name, Branch branch,
                         std::int64_t revision) {
  constexpr std::int64_t portion = 256;
  std::int64_t before = branch.revision + 1;
  while (before > revision + 1) {
    const std::vector<store::EventRow> rows = TRY(file.events_before(before, portion, name));
    if (rows.empty()) break;
    for (const store::EventRow& row : rows) {
      before = row.seq;
      if (row.seq <= revision) break;
      const Event event = TRY(event_from_bytes(row.bytes));
      const std::vector<Op> ops = TRY(ops_of(branch, event.inverse));
      Applied applied = TRY(apply_ops(branch, ops));
      branch = landed(std::move(branch), applied, revision);
    }
  }
  branch.revision = revision;
  return branch;
}

Json to_json(const Conflict& conflict, bool with_values) {
  Json out = Json::object({{"kind", conflict.kind}, {"element", conflict.element}, {"path", conflict.path}});
  if (with_values) out.set("base", conflict.base).set("ours", conflict.ours).set("theirs", conflict.theirs);
  return out;
}

// NB: for whom something is hidden here, any side of a conflict may be: the values are left out.
Error conflict_error(const View& view, const std::vector<Conflict>& conflicts) {
  Json list = Json::array();
  for (const Conflict& conflict : conflicts) list.push_back(to_json(conflict, !view.hides_some()));
  Error error = fail(Code::merge_conflict,
                     std::to_string(conflicts.size()) + " conflicts; the first: " + conflicts.front().kind + " at " +
                         conflicts.front().element + conflicts.front().path,
                     conflicts.front().element, "Resolve each with take = ours, theirs or value.");
  error.data = std::make_shared<const Json>(Json::object({{"conflicts", std::move(list)}}));
  return error;
}

Result<Change> plan_merge(const View& view, const Branch& base, const std::string& from,
                          const std::vector<Resolution>& resolutions) {
  const Branch* ours = TRY(branch_of(view.snapshot(), view.branch_name()));
  const Branch* theirs = TRY(branch_of(view.snapshot(), from));
  Merged merged = merge(base, *ours, *theirs, resolutions);
  if (!merged.conflicts.empty()) return conflict_error(view, merged.conflicts);
  if (merged.ops.empty())
    return fail(Code::constraint, from + " has nothing that " + view.branch_name() + " lacks", "from");
  Change change;
  change.summary =
      "Merge branch " + from + " into " + view.branch_name() + ": " + std::to_string(merged.ops.size()) + " elements";
  change.result = Json::object({{"from", from}, {"into", view.branch_name()}, {"elements", merged.ops.size()}});
  change.facts.push_back({"branch.merged", from});
  change.tier = Tier::high;
  change.ops = std::move(merged.ops);
  return change;
}

bool is_branch_name(std::string_view name) {
  constexpr std::size_t longest = 64;
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.' || c == '/';
  };
  return !name.empty() && name.size() <= longest && std::ranges::all_of(name, allowed) && name.front() != '/' &&
         name.back() != '/';
}

Result<Change> plan_branch(const View& view, const std::string& name) {
  if (view.snapshot().branches.contains(name))
    return fail(Code::constraint, "there is a branch " + name + " already", "name");
  Change change;
  change.summary = "Create branch " + name + " from " + view.branch_name();
  change.result = Json::object({{"branch", name}, {"from", view.branch_name()}});
  change.facts.push_back({"branch.created", name});
  change.tier = Tier::low;
  return change;
}

// Everything a merge needs that is not in a view.
Result<Request> merge_request(Core& core, Call call, const std::string& from, std::vector<Resolution> resolutions) {
  TRY(admit(core, call));
  Call source = call;
  source.branch = from;
  source.needs = Permission::read;
  TRY(admit(core, source));
  Request request;
  request.workspace = TRY(workspace_of(core, call));
  const std::shared_ptr<const Snapshot> snapshot = request.workspace->published();
  TRY(branch_of(*snapshot, call.branch));
  TRY(branch_of(*snapshot, from));
  if (from == call.branch || !request.workspace->file)
    return fail(Code::constraint, "a branch cannot be merged into itself", "from");
  const store::WorkspaceFile& file = *request.workspace->file;
  const Relation relation = TRY(relation_of(file, call.branch, from));
  const Branch* today = TRY(branch_of(*snapshot, relation.fork.base_branch));
  const Branch base = TRY(branch_at(file, relation.fork.base_branch, *today, relation.fork.base_revision));
  request.plan = [base, from, resolutions = std::move(resolutions)](const View& view) {
    return plan_merge(view, base, from, resolutions);
  };
  request.merge_from = from;
  request.call = std::move(call);
  return request;
}

}  // namespace

Result<void> keep_fork(store::WorkspaceFile& file, const std::string& name, const std::string& from,
                       const Snapshot& head) {
  if (head.branches.contains(name)) return fail(Code::constraint, "there is a branch " + name + " already", "name");
  Json names = Json::array();
  for (const auto& [each, branch] : head.branches) names.push_back(each);
  names.push_back(name);
  TRY(file.put_value("branches", names.dump()));
  TRY(file.copy_branch(from, name));
  return put_fork(file, name, {from, from, head.branches.at(from).revision});
}

// After a merge the two have in common what was merged.
Result<void> keep_merge_base(store::WorkspaceFile& file, const std::string& into, const std::string& from,
                             const Snapshot& head) {
  Relation relation = TRY(relation_of(file, into, from));
  relation.fork.base_branch = from;
  relation.fork.base_revision = head.branches.at(from).revision;
  return put_fork(file, relation.child, relation.fork);
}

void run_create_branch(Core& core, Call call, std::string name, Kernel::Done done) {
  if (!is_branch_name(name)) {
    return done(fail(Code::out_of_range, "a branch's name has 1 to 64 letters, digits or - _ . /", "name"));
  }
  Request request;
  request.call = std::move(call);
  request.new_branch = name;
  request.plan = [name](const View& view) { return plan_branch(view, name); };
  run_change(core, std::move(request), std::move(done));
}

void run_merge(Core& core, Call call, std::string from, std::vector<Resolution> resolutions, Kernel::Done done) {
  Result<Request> request = merge_request(core, std::move(call), from, std::move(resolutions));
  if (!request.ok()) return done(std::move(request).error());
  run_change(core, *std::move(request), std::move(done));
}

}  // namespace kernel
