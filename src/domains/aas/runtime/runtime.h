// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/aas/runtime/library.h"

namespace aas::runtime {

// What the domain's handlers hold while a server runs.
struct Runtime {
  Library library{template_folder()};
};

}  // namespace aas::runtime
