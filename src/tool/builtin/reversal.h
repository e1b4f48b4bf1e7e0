// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel/kernel.h"
#include "tool/builtin/list.h"

namespace tool::builtin {

// Undo and redo are one tool with two directions.
using Reversal = void (kernel::Kernel::*)(kernel::Call, std::string, kernel::Kernel::Done);
Tool reversal_tool(Spec spec, Reversal reversal);

}  // namespace tool::builtin
