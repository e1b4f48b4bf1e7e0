// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/energy/tools/tool.h"
#include "kernel/kernel.h"
#include "tool/first.h"

// The session of a workspace: which results and which weather belong to its model, and in the workspace of a working
// directory the session file that idfkit-mcp reads and writes too (runtime/session_file.h).
namespace energy::tools {

// After these put_down() is called.
std::vector<std::string> session_tools();

// A model that comes or goes takes the results of the one before along; then the session file says what is there now.
void put_down(Runtime& runtime, const kernel::Kernel::Committed& committed, const View& view);

// What the session file names: the weather file and the results of the model that is open, at once; a model is loaded
// by the call that is returned. It wins over what the log has if it is newer and names another model, or if nobody
// edited the model here and its file was changed. Paths outside of the roots count for nothing.
std::optional<tool::Opening> take_up(Runtime& runtime, std::string_view tool, const View& view);

}  // namespace energy::tools
