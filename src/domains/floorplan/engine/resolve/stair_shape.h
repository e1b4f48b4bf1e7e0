// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/floorplan/engine/resolve/context.h"

namespace floorplan::engine {

// Fills in steps, parts, walk line and box of a stair from its text, around the origin (the box begins at
// 0, 0). `rise`, `width`, `riser` and `tread` are set before.
void shape_stair(const words::Stair& source, words::LengthUnit unit, Stair& stair);

// More steps than this are a mistake; they are not drawn.
constexpr int most_steps = 400;

}  // namespace floorplan::engine
