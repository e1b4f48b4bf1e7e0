// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"
#include "tool/builtin/workspace_info.h"

namespace tool::builtin {

namespace {

struct Args {
  std::optional<std::string> label;
  std::optional<std::string> resume;

  static constexpr auto fields =
      tool::fields(tool::field("label", &Args::label, "A name for a new one.", {.max_length = 200}),
                   tool::field("resume", &Args::resume, "Instead: the label, directory or handle of an earlier one.",
                               {.max_length = 4096}));
};

Result<WorkspaceEntry> open(const Args& args, kernel::Kernel& kernel, const kernel::Call& call) {
  if (args.resume && args.label)
    return base::fail(base::Code::constraint, "'label' names a new workspace, 'resume' an earlier one", "resume",
                      "Pass one of the two.");
  if (args.resume) return entry_of(TRY(kernel.resume_workspace(call, *args.resume)));
  return entry_of(TRY(kernel.open_workspace(call, args.label.value_or(""))));
}

}  // namespace

Tool workspace_open_tool() {
  return tool::system<Args, WorkspaceEntry>(
      {.name = "workspace_open",
       .title = "Open a workspace",
       .doc =
           "Makes a new workspace, or resumes an earlier one; pass its handle as 'workspace'. It holds a document of "
           "each domain, their history and pending changes.",
       .needs = Permission::create},
      [](const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, open(args, kernel, invocation.call)));
      });
}

}  // namespace tool::builtin
