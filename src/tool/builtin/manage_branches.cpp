// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"

namespace tool::builtin::branching {

enum class Action : std::uint8_t { list, compare, create, merge, remove };
constexpr auto enum_names(Action) { return std::array{"list", "compare", "create", "merge", "delete"}; }
enum class Take : std::uint8_t { ours, theirs, value };
constexpr auto enum_names(Take) { return std::array{"ours", "theirs", "value"}; }

namespace {

struct Resolution {
  std::string element;
  std::string path;
  Take take = Take::ours;
  std::optional<Json> value;

  static constexpr auto fields =
      tool::fields(tool::field("element", &Resolution::element, "Its id."),
                   tool::with_default("path", &Resolution::path, "As the conflict names it; '' is all of it."),
                   tool::field("take", &Resolution::take, "What to keep."),
                   tool::field("value", &Resolution::value, "With take = value."));
};

struct Args {
  Action action = Action::list;
  std::optional<std::string> name;
  std::string other = "main";
  std::optional<std::vector<Resolution>> resolutions;
  std::optional<bool> dry_run;

  static constexpr auto fields =
      tool::fields(tool::field("action", &Args::action, "What to do."),
                   tool::field("name", &Args::name, "The branch; not for list."),
                   tool::with_default("other", &Args::other, "Its start; what to compare with or merge into."),
                   tool::field("resolutions", &Args::resolutions, "merge: one for each conflict."),
                   tool::field("dry_run", &Args::dry_run, "true: change nothing."));
};

struct Entry {
  std::string name;
  std::optional<std::string> parent;
  std::int64_t revision = 0;
  std::int64_t elements = 0;
  std::int64_t ahead = 0;
  std::int64_t behind = 0;

  static constexpr auto fields =
      tool::fields(tool::field("name", &Entry::name, "Pass it as `branch` to other tools."),
                   tool::field("parent", &Entry::parent, "The branch it was made from."),
                   tool::field("revision", &Entry::revision, "Of its last change."),
                   tool::field("elements", &Entry::elements, "How many it holds."),
                   tool::field("ahead", &Entry::ahead, "Elements changed here since it and its parent were the same."),
                   tool::field("behind", &Entry::behind, "Elements changed in the parent since then."));
};

struct Out {
  std::optional<std::vector<Entry>> branches;
  std::optional<Json> comparison;
  std::optional<std::string> outcome;
  std::optional<std::string> event_id;
  std::optional<std::string> branch;
  std::optional<std::string> from;
  std::optional<std::string> into;
  std::optional<std::string> deleted;
  std::optional<std::int64_t> elements;
  std::optional<bool> dry_run;
  std::optional<std::vector<Json>> patches;
  std::optional<Json> approval;

  static constexpr auto fields = tool::fields(
      tool::field("branches", &Out::branches, "list: all that you may read."),
      tool::field(
          "comparison", &Out::comparison,
          "compare: from, into, ahead, behind, summary; elements: what merging would create, modify and delete; "
          "conflicts: kind, element, path, base, ours, theirs."),
      tool::field("outcome", &Out::outcome, "committed, waiting, preview or none."),
      tool::field("event_id", &Out::event_id, "The event; null while it waits or in a dry run."),
      tool::field("branch", &Out::branch, "create: pass it as `branch` to other tools."),
      tool::field("from", &Out::from, "Where it started, or what was merged."),
      tool::field("into", &Out::into, "merge: the branch that received it."),
      tool::field("deleted", &Out::deleted, "delete: the branch that went."),
      tool::field("elements", &Out::elements, "merge: how many changed."),
      tool::field("dry_run", &Out::dry_run, "true: nothing was changed."),
      tool::field("patches", &Out::patches, "What it does."),
      tool::field("approval", &Out::approval, "Present while it waits for a human."));
};

Result<std::vector<kernel::Resolution>> resolutions_of(const Args& args) {
  std::vector<kernel::Resolution> all;
  if (!args.resolutions) return all;
  for (const Resolution& each : *args.resolutions) {
    const std::string where = "resolutions[" + std::to_string(all.size()) + "].value";
    if (each.take == Take::value && !each.value)
      return fail(Code::missing, "take = value needs a `value`", where, "To remove it take the side that lacks it.");
    if (each.take != Take::value && each.value)
      return fail(Code::out_of_range, "a `value` counts only with take = value", where);
    all.push_back({each.element, each.path, enum_names(each.take)[static_cast<std::size_t>(each.take)],
                   each.value.value_or(Json())});
  }
  return all;
}

Result<Out> look(const Args& args, kernel::Kernel& kernel, const kernel::Call& call) {
  Out out;
  if (args.action == Action::compare) {
    out.comparison = TRY(kernel.compare_branches(call, *args.name));
    return out;
  }
  out.branches.emplace();
  for (const kernel::BranchInfo& info : TRY(kernel.branches(call))) {
    out.branches->push_back({info.name, info.parent.empty() ? std::nullopt : std::optional(info.parent), info.revision,
                             info.elements, info.ahead, info.behind});
  }
  return out;
}

void run(const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
  kernel::Call call = std::move(invocation.call);
  const bool reads = args.action == Action::list || args.action == Action::compare;
  if (reads) call.needs = Permission::read;
  call.branch = args.action == Action::list ? "main" : args.other;
  call.dry_run = args.dry_run;
  if (args.action != Action::list && !args.name) {
    return reply(answer(call, kernel, Result<Out>(fail(Code::missing, "`name` is missing", "name"))));
  }
  if (reads) return reply(answer(call, kernel, look(args, kernel, call)));
  auto resolutions = resolutions_of(args);
  if (!resolutions.ok()) return reply(answer(call, kernel, Result<Out>(resolutions.error())));
  auto done = forward(call, kernel, std::move(reply));
  if (args.action == Action::merge)
    return kernel.merge_branch(std::move(call), *args.name, *std::move(resolutions), std::move(done));
  if (args.action == Action::remove) return kernel.delete_branch(std::move(call), *args.name, std::move(done));
  call.needs = Permission::create;
  kernel.create_branch(std::move(call), *args.name, std::move(done));
}

}  // namespace

}  // namespace tool::builtin::branching

namespace tool::builtin {

Tool manage_branches_tool() {
  using branching::Args, branching::Out, branching::run;
  Tool tool = tool::system<Args, Out>(
      {.name = "manage_branches",
       .title = "Branches",
       .doc =
           "Lists, compares, creates, merges, deletes branches: copies to try something on; other tools take `branch`. "
           "Merges wait for a human.",
       .needs = Permission::modify},
      run);
  tool.output_schema.then([](Json& schema) {
    schema["properties"].set("event_id", Json::object({{"type", Json::array({"string", "null"})}}));
  });
  return tool;
}

}  // namespace tool::builtin
