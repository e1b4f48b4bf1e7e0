// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"
#include "tool/builtin/workspace_info.h"

namespace tool::builtin {

namespace {

struct Out {
  std::vector<WorkspaceEntry> workspaces;
  std::string current;

  static constexpr auto fields =
      tool::fields(tool::field("workspaces", &Out::workspaces, "Yours, the last used first."),
                   tool::field("current", &Out::current, "The one that calls without 'workspace' mean."));
};

Result<Out> list(kernel::Kernel& kernel, const kernel::Call& call) {
  Out out;
  for (const auto& info : TRY(kernel.list_workspaces(call))) out.workspaces.push_back(entry_of(info));
  out.current = TRY(kernel.workspace_handle(call));
  return out;
}

}  // namespace

WorkspaceEntry entry_of(const kernel::WorkspaceInfo& info) {
  return {.workspace = info.handle,
          .label = info.label,
          .created = base::iso8601(info.created_ms),
          .last_used = base::iso8601(info.last_used_ms),
          .events = info.events,
          .pending = info.pending,
          .branches = info.branches};
}

Tool workspace_list_tool() {
  return tool::system<Nothing, Out>(
      {.name = "workspace_list",
       .title = "List workspaces",
       .doc = "Lists your workspaces with their handles, and says which one calls use by default."},
      [](const Nothing&, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, list(kernel, invocation.call)));
      });
}

}  // namespace tool::builtin
