// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel/parts.h"

namespace floorplan::tools {

// A plan as the kernel counts it: floors, rooms, openings, stairs, lifts and vertical links, each with its storey and,
// where it is placed, its box. What is resolved counts, not how it is written: a room that moves because another grows
// has changed, one whose line is only indented has not.
kernel::Parts divide(const kernel::Element& element);

}  // namespace floorplan::tools
