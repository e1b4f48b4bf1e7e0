// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"

namespace floorplan::tools {

// The toolset "floorplan": every tool and resource of the domain.
tool::Offer offer();

}  // namespace floorplan::tools
