// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/list.h"

namespace tool::builtin {

void add_builtin(Registry& registry, Views& views) {
  registry.add(Toolset{.name = "kernel",
                       .title = "Workspaces, history and approvals",
                       .doc = "Look back, undo, and see what waits for a human."});
  registry.add("kernel", workspace_list_tool());
  registry.add("kernel", workspace_open_tool());
  registry.add("kernel", workspace_close_tool());
  registry.add("kernel", history_tool());
  registry.add("kernel", undo_tool());
  registry.add("kernel", redo_tool());
  registry.add("kernel", manage_branches_tool());
  registry.add("kernel", pending_approvals_tool());
  registry.add("kernel", withdraw_change_tool());
  registry.add("kernel", view_read_tool(views));
}

}  // namespace tool::builtin
