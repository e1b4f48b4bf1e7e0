// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/energy/runtime/runtime.h"
#include "tool/registry.h"

namespace energy::tools {

// What the toolset offers. The runtime must outlive it.
tool::Offer offer(runtime::Runtime& runtime);

}  // namespace energy::tools
