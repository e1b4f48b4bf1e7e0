// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernel/pending.h"
#include "store/workspace_file.h"

namespace kernel {

// What lies outside the usual scope of who asks, in words: categories, levels and folders that none of its last changes
// in this workspace touched. Nothing to say: empty. Reads the log, so it is asked when somebody looks, not before.
std::vector<std::string> unusual_in(const Pending& pending, const store::WorkspaceFile& file);

}  // namespace kernel
