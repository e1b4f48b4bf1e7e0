// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/text.h"
#include "kernel/calls.h"

namespace kernel {

namespace {

std::string value_of_fork(const std::string& name) { return "fork:" + name; }
// Where the base of a merge, or of its undo, lay before it.
std::string value_of_merge(const std::string& event_id) { return "merge:" + event_id; }

Result<void> put_fork(store::WorkspaceFile& file, const std::string& name, const Fork& fork) {
  return file.put_value(value_of_fork(name), to_json(fork).dump());
}

using Values = std::function<Result<std::optional<std::string>>(const std::string&)>;

Values committed_values(const store::WorkspaceFile& file) {
  return [&file](const std::string& name) { return file.value(name); };
}

Values current_values(store::WorkspaceFile& file) {
  return [&file](const std::string& name) { return file.value_in_transaction(name); };
}

Result<std::optional<Fork>> fork_of(const Values& values, const std::string& name) {
  const std::optional<std::string> bytes = TRY(values(value_of_fork(name)));
  if (!bytes) return std::optional<Fork>();
  Fork fork = TRY(fork_from_bytes(*bytes, name));
  return std::optional<Fork>(std::move(fork));
}

struct Relation {
  std::string child;
  Fork fork;
};

// Which of the two was made from the other.
Result<Relation> relation_of(const Values& values, const std::string& into, const std::string& from) {
  for (const auto& [child, parent] : {std::pair(from, into), std::pair(into, from)}) {
    std::optional<Fork> fork = TRY(fork_of(values, child));
    if (fork && fork->parent == parent) return Relation{child, *std::move(fork)};
  }
  return fail(Code::constraint, "neither of " + into + " and " + from + " was made from the other", "from",
              "Merge each into the branch that both came from.");
}

// The branch as it was after the event `revision`: what came later is taken back, newest first.
Result<Branch> branch_at(const Workspace& workspace, const std::string& name, Branch branch, std::int64_t revision) {
  const store::WorkspaceFile& file = *workspace.file;
  constexpr std::int64_t portion = 256;
  std::int64_t before = branch.revision + 1;
  while (before > revision + 1) {
    const std::vector<store::EventRow> rows = TRY(file.events_before(before, portion, name));
    if (rows.empty()) break;
    for (const store::EventRow& row : rows) {
      before = row.seq;
      if (row.seq <= revision) break;
      const Event event = TRY(event_from_bytes(row.bytes));
      const std::vector<Op> ops = TRY(ops_of(branch, event.inverse, workspace.resolve()));
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
  if (conflict.referrers.empty()) return out;
  Json by = Json::array();
  for (const std::string& id : conflict.referrers) by.push_back(id);
  return out.set("referred_to_by", std::move(by));
}

// NB: for whom something is hidden here, any side of a conflict may be: the values are left out.
Error conflict_error(const View& view, const std::vector<Conflict>& conflicts) {
  Json list = Json::array();
  for (const Conflict& conflict : conflicts) list.push_back(to_json(conflict, !view.hides_some()));
  Error error = fail(Code::merge_conflict,
                     std::to_string(conflicts.size()) + " conflicts; the first: " + conflicts.front().kind + " at " +
                         conflicts.front().element + conflicts.front().path,
                     conflicts.front().element,
                     "Call again with `resolutions`: for each conflict its element and path, and take = ours, theirs "
                     "or value.");
  error.data = std::make_shared<const Json>(Json::object({{"conflicts", std::move(list)}}));
  return error;
}

std::string place_of(const Resolution& resolution) {
  return base::printable(resolution.element + resolution.path, 200);
}

Result<void> check_contradictions(const std::vector<Resolution>& resolutions) {
  std::map<std::pair<std::string, std::string>, const Resolution*> seen;
  for (std::size_t i = 0; i < resolutions.size(); ++i) {
    const Resolution& each = resolutions[i];
    const auto [found, is_new] = seen.try_emplace({each.element, each.path}, &each);
    if (is_new || (found->second->take == each.take && found->second->value == each.value)) continue;
    return fail(Code::out_of_range, "two resolutions of " + place_of(each) + " contradict each other",
                "resolutions[" + std::to_string(i) + "]", "Give one for each conflict.");
  }
  return {};
}

// A resolution that settled nothing was meant for something else.
Result<void> check_idle(const Merged& merged, const std::vector<Resolution>& resolutions) {
  for (const std::size_t i : merged.idle) {
    const Resolution& idle = resolutions[i];
    const auto same_place = [&](const Resolution& r) { return r.element == idle.element && r.path == idle.path; };
    const auto next = resolutions.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (std::ranges::any_of(next, resolutions.end(), same_place)) continue;  // said twice
    const bool in_conflict = std::ranges::any_of(merged.conflicts, [&](const Conflict& c) {
      return c.element == idle.element && (c.path == idle.path || idle.path.empty());
    });
    return fail(Code::out_of_range,
                in_conflict ? "the value for " + place_of(idle) + " cannot stand there"
                            : "nothing is to be decided at " + place_of(idle),
                "resolutions[" + std::to_string(i) + "]",
                "Name element and path as the conflicts do; compare lists them.");
  }
  return {};
}

// What comes of a merge whose every path goes together, and is not a model.
Conflict broken(const Error& error) { return {"constraint", error.path, "", {}, {}, error.message, {}}; }

Result<Change> plan_merge(const View& view, const Branch& base, const std::string& from,
                          const std::vector<Resolution>& resolutions, const Terms& terms) {
  const Branch* ours = TRY(branch_of(view.snapshot(), view.branch_name()));
  const Branch* theirs = TRY(branch_of(view.snapshot(), from));
  Merged merged = merge(base, *ours, *theirs, resolutions);
  TRY(check_idle(merged, resolutions));
  if (const Result<Applied> tried = apply_ops(*ours, merged.ops, terms); !tried.ok())
    merged.conflicts.push_back(broken(tried.error()));
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
  // NB: like the name of a file that nothing takes for an option, a hidden one or the directory above.
  const auto begins_well = [](std::string_view part) {
    return !part.empty() && part.front() != '-' && part.front() != '.' && !part.contains("..") && part.back() != '.';
  };
  return name.size() <= longest && std::ranges::all_of(name, allowed) &&
         std::ranges::all_of(base::split(name, '/'), begins_well);
}

// Names that people take for each other are one name.
std::optional<std::string> lookalike(const Snapshot& snapshot, const std::string& name) {
  for (const auto& [other, branch] : snapshot.branches) {
    if (base::lower_ascii(other) == base::lower_ascii(name)) return other;
  }
  return std::nullopt;
}

Result<Change> plan_branch(const View& view, const std::string& name) {
  if (const auto other = lookalike(view.snapshot(), name))
    return fail(Code::constraint, "there is a branch " + *other + " already", "name");
  Change change;
  change.summary = "Create branch " + name + " from " + view.branch_name();
  change.result = Json::object({{"branch", name}, {"from", view.branch_name()}});
  change.facts.push_back({"branch.created", name});
  change.tier = Tier::low;
  return change;
}

// What two branches last had in common. Found in the log once, and kept as long as the workspace is open.
Result<Branch> base_of(const Workspace& workspace, const Snapshot& snapshot, const Fork& fork) {
  if (std::optional<Branch> kept = workspace.bases.find(fork.base_branch, fork.base_revision)) return *std::move(kept);
  const Branch* today = TRY(branch_of(snapshot, fork.base_branch));
  Branch base = TRY(branch_at(workspace, fork.base_branch, *today, fork.base_revision));
  if (today->revision >= fork.base_revision) workspace.bases.keep(fork.base_branch, base);
  return base;
}

// Two branches, one of which was made from the other, and what they last had in common.
struct Pair {
  std::shared_ptr<const Snapshot> snapshot;
  Branch base, ours, theirs;
};

Result<Pair> pair_of(const Workspace& workspace, const std::string& into, const std::string& from) {
  Pair pair{workspace.published(), {}, {}, {}};
  pair.ours = *TRY(branch_of(*pair.snapshot, into));
  pair.theirs = *TRY(branch_of(*pair.snapshot, from));
  if (from == into || !workspace.file) return fail(Code::constraint, "a branch cannot be merged into itself", "from");
  const store::WorkspaceFile& file = *workspace.file;
  const Relation relation = TRY(relation_of(committed_values(file), into, from));
  pair.base = TRY(base_of(workspace, *pair.snapshot, relation.fork));
  return pair;
}

std::int64_t differences(const Branch& a, const Branch& b) {
  return std::ranges::count_if(ids_that_may_differ(a.elements, b.elements), [&](const std::string& id) {
    const auto one = a.elements.find(id);
    const auto other = b.elements.find(id);
    return one != other && !(one && other && *one == *other);
  });
}

// What reading one branch needs of another.
Result<void> admit_reading(Core& core, const Call& call, const std::string& branch) {
  Call source = call;
  source.branch = branch;
  source.needs = Permission::read;
  return admit(core, source);
}

// Everything a merge needs that is not in a view.
Result<Request> merge_request(Core& core, Call call, const std::string& from, std::vector<Resolution> resolutions) {
  TRY(admit(core, call));
  TRY(admit_reading(core, call, from));
  TRY(check_contradictions(resolutions));
  Request request;
  request.workspace = TRY(workspace_of(core, call));
  const Pair pair = TRY(pair_of(*request.workspace, call.branch, from));
  request.plan = [&core, base = pair.base, from, resolutions = std::move(resolutions)](const View& view) {
    return plan_merge(view, base, from, resolutions, core.options.terms);
  };
  request.merge_from = from;
  request.call = std::move(call);
  return request;
}

}  // namespace

Json to_json(const Fork& fork) {
  Json json =
      Json::object({{"parent", fork.parent}, {"base_branch", fork.base_branch}, {"base_revision", fork.base_revision}});
  if (fork.gone) json.set("gone", true);
  return json;
}

Result<Fork> fork_from_bytes(std::string_view bytes, const std::string& name) {
  const Json json = TRY(base::parse_json(bytes));
  const Json* revision = json.find("base_revision");
  if (!revision || !revision->is_integer()) return fail(Code::parse, "the record of a branch is damaged", name);
  return Fork{std::string(json.text("parent")), std::string(json.text("base_branch")), revision->as_integer(),
              json.find("gone") != nullptr};
}

namespace {

Result<void> put_names(store::WorkspaceFile& file, const Snapshot& head, const std::string& added,
                       const std::string& removed) {
  Json names = Json::array();
  for (const auto& [each, branch] : head.branches) {
    if (each != removed) names.push_back(each);
  }
  if (!added.empty()) names.push_back(added);
  return file.put_value("branches", names.dump());
}

}  // namespace

Result<void> keep_fork(store::WorkspaceFile& file, const std::string& name, const std::string& from,
                       const Snapshot& head) {
  if (head.branches.contains(name)) return fail(Code::constraint, "there is a branch " + name + " already", "name");
  if (TRY(fork_of(current_values(file), name)))
    return fail(Code::constraint, "there was a branch " + name + " once, and its events keep the name", "name",
                "Choose another name.");
  TRY(put_names(file, head, name, {}));
  TRY(file.copy_branch(from, name));
  return put_fork(file, name, {from, from, head.branches.at(from).revision});
}

Result<void> drop_branch(store::WorkspaceFile& file, const std::string& name, const Snapshot& head) {
  std::optional<Fork> fork = TRY(fork_of(current_values(file), name));
  if (!fork) return fail(Code::constraint, name + " cannot be deleted", "name");
  for (const auto& [other, branch] : head.branches) {
    const std::optional<Fork> its = TRY(fork_of(current_values(file), other));
    if (its && its->parent == name)
      return fail(Code::constraint, "branch " + other + " was made from " + name, "name",
                  "Merge or delete " + other + " first.");
  }
  TRY(put_names(file, head, {}, name));
  TRY(file.remove_branch(name));
  fork->gone = true;
  return put_fork(file, name, *fork);
}

// After a merge the two have in common what was merged.
Result<void> keep_merge_base(store::WorkspaceFile& file, const Event& event, const std::string& from,
                             const Snapshot& head) {
  Relation relation = TRY(relation_of(current_values(file), event.branch, from));
  TRY(file.put_value(value_of_merge(event.id), to_json(relation.fork).set("child", relation.child).dump()));
  relation.fork.base_branch = from;
  relation.fork.base_revision = head.branches.at(from).revision;
  return put_fork(file, relation.child, relation.fork);
}

// Undoing a merge, and redoing it, goes back to what the two had in common before that.
Result<void> turn_back_merge_base(store::WorkspaceFile& file, const Event& event) {
  const std::string& target = event.undo_of.empty() ? event.redo_of : event.undo_of;
  const std::optional<std::string> kept = TRY(file.value_in_transaction(value_of_merge(target)));
  if (!kept) return {};
  const Json json = TRY(base::parse_json(*kept));
  const std::string child(json.text("child"));
  const std::optional<Fork> now = TRY(fork_of(current_values(file), child));
  if (!now || now->gone) return {};
  TRY(file.put_value(value_of_merge(event.id), to_json(*now).set("child", child).dump()));
  const Fork before = TRY(fork_from_bytes(*kept, child));
  return put_fork(file, child, before);
}

void run_create_branch(Core& core, Call call, std::string name, Kernel::Done done) {
  if (!is_branch_name(name)) {
    return done(fail(Code::out_of_range,
                     "a branch's name has 1 to 64 letters, digits or - _ . /, and no part of it begins with - or . or "
                     "ends with .",
                     "name"));
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

namespace {

// Deleting what was merged loses nothing; anything else is for a human to decide.
Result<Request> delete_request(Core& core, Call call, const std::string& name) {
  call.branch = name;
  TRY(admit(core, call));
  Request request;
  request.workspace = TRY(workspace_of(core, call));
  TRY(branch_of(*request.workspace->published(), name));
  if (name == "main") return fail(Code::constraint, "main cannot be deleted", "name");
  const std::optional<Fork> fork = TRY(fork_of(committed_values(*request.workspace->file), name));
  if (!fork) return fail(Code::parse, "the record of a branch is damaged", name);
  const Pair pair = TRY(pair_of(*request.workspace, fork->parent, name));
  const std::int64_t unmerged = differences(pair.base, pair.theirs);
  if (unmerged > 0)
    request.waits_because = std::to_string(unmerged) + " elements of it were never merged into " + fork->parent;
  request.drop_branch = name;
  request.plan = [name, unmerged](const View&) -> Result<Change> {
    Change change;
    change.summary = "Delete branch " + name;
    if (unmerged > 0) change.summary += ", " + std::to_string(unmerged) + " elements of which were never merged";
    change.result = Json::object({{"deleted", name}});
    change.facts.push_back({"branch.deleted", name});
    change.tier = unmerged > 0 ? Tier::high : Tier::low;
    return change;
  };
  request.call = std::move(call);
  return request;
}

bool may_read(const Core& core, const Call& call, const std::string& branch) {
  return core.policy().decide({call.principal, Permission::read, call.toolset, branch, nullptr}).allowed;
}

Result<BranchInfo> info_of(const Workspace& workspace, const std::string& name, const Branch& branch) {
  BranchInfo info;
  info.name = name;
  info.revision = branch.revision;
  info.elements = static_cast<std::int64_t>(branch.elements.size());
  if (!workspace.file) return info;
  const std::optional<Fork> fork = TRY(fork_of(committed_values(*workspace.file), name));
  if (!fork) return info;
  info.parent = fork->parent;
  const Pair pair = TRY(pair_of(workspace, fork->parent, name));
  info.ahead = differences(pair.base, pair.theirs);
  info.behind = differences(pair.base, pair.ours);
  return info;
}

std::string_view done_to(Permission verb) {
  if (verb == Permission::create) return "created";
  return verb == Permission::remove ? "deleted" : "modified";
}

// At most so many parts, the deleted ones first.
Json parts_of(const Touched& touched) {
  constexpr std::size_t most = 200;
  Json list = Json::array();
  for (const bool deleted : {true, false}) {
    for (const Touched::Item& item : touched.items) {
      if ((item.needs == Permission::remove) != deleted || list.size() == most) continue;
      Json part = Json::object({{"id", item.id}, {"category", item.category}, {"change", done_to(item.needs)}});
      if (!item.name.empty()) part.set("name", item.name);
      list.push_back(std::move(part));
    }
  }
  return list;
}

// What would be done where nothing is in conflict.
std::vector<Op> free_of_conflict(const Pair& pair, const std::vector<Conflict>& conflicts) {
  std::vector<Resolution> ours;
  for (const Conflict& conflict : conflicts) {
    ours.push_back({conflict.element, "", "ours", {}});
    for (const std::string& id : conflict.referrers) ours.push_back({id, "", "ours", {}});
  }
  return merge(pair.base, pair.ours, pair.theirs, ours).ops;
}

}  // namespace

void run_delete_branch(Core& core, Call call, std::string name, Kernel::Done done) {
  Result<Request> request = delete_request(core, std::move(call), name);
  if (!request.ok()) return done(std::move(request).error());
  run_change(core, *std::move(request), std::move(done));
}

Result<std::vector<BranchInfo>> list_branches(Core& core, const Call& call) {
  TRY(admit(core, call));
  const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call));
  const std::shared_ptr<const Snapshot> snapshot = workspace->published();
  std::vector<BranchInfo> all;
  for (const auto& [name, branch] : snapshot->branches) {
    if (may_read(core, call, name)) all.push_back(TRY(info_of(*workspace, name, branch)));
  }
  return all;
}

Result<Json> compare_branches(Core& core, const Call& call, const std::string& from) {
  TRY(admit(core, call));
  TRY(admit_reading(core, call, from));
  const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call));
  const Pair pair = TRY(pair_of(*workspace, call.branch, from));
  const Merged merged = merge(pair.base, pair.ours, pair.theirs);
  const std::vector<Op> ops = merged.conflicts.empty() ? merged.ops : free_of_conflict(pair, merged.conflicts);
  const Result<Applied> applied = apply_ops(pair.ours, ops, core.options.terms);
  const bool hides = core.policy().limits_for(call.principal).reads_are_scoped;
  Json out = Json::object({{"from", from}, {"into", call.branch}});
  out.set("ahead", differences(pair.base, pair.theirs)).set("behind", differences(pair.base, pair.ours));
  const std::string counts = applied.ok() ? counts_in_words(touched_summary(applied->touched)) : "";
  out.set("summary", counts.empty() ? from + " has nothing that " + call.branch + " lacks" : counts);
  out.set("elements", applied.ok() && !hides ? parts_of(applied->touched) : Json::array());
  Json conflicts = Json::array();
  for (const Conflict& conflict : merged.conflicts) conflicts.push_back(to_json(conflict, !hides));
  if (!applied.ok()) conflicts.push_back(to_json(broken(applied.error()), !hides));
  return out.set("conflicts", std::move(conflicts));
}

}  // namespace kernel
