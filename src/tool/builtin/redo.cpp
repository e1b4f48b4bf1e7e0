// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/reversal.h"

namespace tool::builtin {

Tool redo_tool() {
  return reversal_tool(
      {.name = "redo",
       .title = "Redo what was undone",
       .doc = "Takes back your last undo, or the undo you name, while nothing else has happened since.",
       .needs = Permission::modify},
      &kernel::Kernel::redo);
}

}  // namespace tool::builtin
