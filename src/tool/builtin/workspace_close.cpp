// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"

namespace tool::builtin {

namespace {

struct Out {
  bool closed = false;

  static constexpr auto fields = tool::fields(tool::field("closed", &Out::closed, "true: it is no longer open."));
};

Result<Out> close(kernel::Kernel& kernel, const kernel::Call& call) {
  TRY(kernel.close_workspace(call));
  return Out{.closed = true};
}

}  // namespace

Tool workspace_close_tool() {
  return tool::system<Nothing, Out>(
      {.name = "workspace_close",
       .title = "Close a workspace",
       .doc = "Closes the workspace and frees its memory. What was committed stays; its handle reopens it.",
       .needs = Permission::modify},
      [](const Nothing&, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, close(kernel, invocation.call)));
      });
}

}  // namespace tool::builtin
