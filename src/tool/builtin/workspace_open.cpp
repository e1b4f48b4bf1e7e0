// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"
#include "tool/builtin/workspace_info.h"

namespace tool::builtin {

namespace {

struct Args {
  std::optional<std::string> label;

  static constexpr auto fields =
      tool::fields(tool::field("label", &Args::label, "A name for people to recognise it by.", {.max_length = 200}));
};

Result<WorkspaceEntry> open(const Args& args, kernel::Kernel& kernel, const kernel::Call& call) {
  return entry_of(TRY(kernel.open_workspace(call, args.label.value_or(""))));
}

}  // namespace

Tool workspace_open_tool() {
  return tool::system<Args, WorkspaceEntry>(
      {.name = "workspace_open",
       .title = "Open a workspace",
       .doc =
           "Makes a new, empty workspace, or reopens the one whose handle you pass as 'workspace'. A workspace holds "
           "the current document of each domain, its history and its pending changes.",
       .needs = Permission::create},
      [](const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, open(args, kernel, invocation.call)));
      });
}

}  // namespace tool::builtin
