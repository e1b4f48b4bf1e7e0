// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"
#include "tool/views.h"

// The kernel's own tools, for agents and people. Approving is not among them: it is never a tool.
namespace tool::builtin {

Tool manage_branches_tool();
Tool history_tool();
Tool undo_tool();
Tool redo_tool();
Tool pending_approvals_tool();
Tool withdraw_change_tool();
Tool workspace_open_tool();
Tool workspace_close_tool();
Tool workspace_list_tool();
Tool view_read_tool(Views& views);

// Adds the toolset "kernel" and its tools.
void add_builtin(Registry& registry, Views& views);

}  // namespace tool::builtin
