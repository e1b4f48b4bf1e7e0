// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"

namespace ids::runtime {
struct Runtime;
}

namespace ids::tools {

// The toolset "ids": every tool, resource and prompt of the domain. The runtime must outlive them.
tool::Offer offer(runtime::Runtime& runtime);

}  // namespace ids::tools
