// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel/kernel.h"
#include "tool/tool.h"

namespace tool::builtin {

// A workspace as the tools show it.
struct WorkspaceEntry {
  std::string workspace;
  std::string label;
  std::string title;
  std::string created;
  std::string last_used;
  std::int64_t events = 0;
  std::int64_t pending = 0;
  std::vector<std::string> branches;

  static constexpr auto fields = tool::fields(
      tool::field("workspace", &WorkspaceEntry::workspace, "The handle; pass it as 'workspace' in any call."),
      tool::field("label", &WorkspaceEntry::label, "What it was called."),
      tool::field("title", &WorkspaceEntry::title, "The label, the directory, or what was last done."),
      tool::field("created", &WorkspaceEntry::created, "When it was made, UTC."),
      tool::field("last_used", &WorkspaceEntry::last_used, "When it was last used, UTC."),
      tool::field("events", &WorkspaceEntry::events, "Length of its log."),
      tool::field("pending", &WorkspaceEntry::pending, "Changes that wait for a human."),
      tool::field("branches", &WorkspaceEntry::branches, "Its branches."));
};

WorkspaceEntry entry_of(const kernel::WorkspaceInfo& info);

}  // namespace tool::builtin
