// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"
#include "tool/builtin/workspace_info.h"

namespace tool::builtin {

namespace {

struct Wanted {
  std::int64_t offset = 0;
  std::int64_t limit = 20;

  static constexpr auto fields =
      tool::fields(tool::with_default("offset", &Wanted::offset, "How many to skip.", {.minimum = 0}),
                   tool::with_default("limit", &Wanted::limit, "How many to list.", {.minimum = 1, .maximum = 100}));
};

struct Out {
  std::vector<WorkspaceEntry> workspaces;
  std::string current;
  std::int64_t total = 0;
  std::optional<std::int64_t> next;

  static constexpr auto fields =
      tool::fields(tool::field("workspaces", &Out::workspaces, "Yours, the last changed first."),
                   tool::field("current", &Out::current, "The one that calls without 'workspace' mean."),
                   tool::field("total", &Out::total, "How many there are."),
                   tool::field("next", &Out::next, "The offset of the next page, if there is one."));
};

Result<Out> list(const Wanted& wanted, kernel::Kernel& kernel, const kernel::Call& call) {
  Out out;
  const auto page = TRY(kernel.list_workspaces(call, wanted.offset, wanted.limit));
  for (const auto& info : page.workspaces) out.workspaces.push_back(entry_of(info));
  out.total = page.total;
  if (wanted.offset + wanted.limit < page.total) out.next = wanted.offset + wanted.limit;
  out.current = TRY(kernel.workspace_handle(call));
  return out;
}

}  // namespace

WorkspaceEntry entry_of(const kernel::WorkspaceInfo& info) {
  return {.workspace = info.handle,
          .label = info.label,
          .title = info.title,
          .created = base::iso8601(info.created_ms),
          .last_used = base::iso8601(info.last_used_ms),
          .events = info.events,
          .pending = info.pending,
          .branches = info.branches};
}

Tool workspace_list_tool() {
  return tool::system<Wanted, Out>(
      {.name = "workspace_list",
       .title = "List workspaces",
       .doc = "Lists your workspaces, the last changed first, and which one calls use by default."},
      [](const Wanted& wanted, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, list(wanted, kernel, invocation.call)));
      });
}

}  // namespace tool::builtin
