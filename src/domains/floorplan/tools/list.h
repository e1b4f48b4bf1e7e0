// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"

namespace floorplan::tools {

// The toolset "floorplan": every tool and resource of the domain.
void add_floorplan(tool::Registry& registry);

}  // namespace floorplan::tools
