// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/aas/runtime/runtime.h"
#include "tool/registry.h"

namespace aas::tools {

// All that the toolset offers. The runtime must outlive it.
tool::Offer offer(runtime::Runtime& runtime);

}  // namespace aas::tools
