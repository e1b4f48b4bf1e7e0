// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"

namespace ids::tools {

// The toolset "ids": every tool, resource and prompt of the domain.
void add_ids(tool::Registry& registry);

}  // namespace ids::tools
