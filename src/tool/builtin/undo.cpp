// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/reversal.h"

namespace tool::builtin {

Tool undo_tool() {
  return reversal_tool({.name = "undo",
                        .title = "Undo a change",
                        .doc = "Takes back your last change, or the event you name, as a new event. Refused, with the "
                               "reasons, where later work depends on it.",
                        .needs = Permission::modify},
                       &kernel::Kernel::undo);
}

}  // namespace tool::builtin
