// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/bim/engine/derive/place.h"

// Elements at another place. Millimetres.
namespace bim::engine {

// The body of an element that goes by so much. What a wall hosts goes with it unwritten; what is hosted goes along its
// wall. Fails (degenerate) for what has no place of its own or cannot go that way.
Result<Json> moved(const Record& record, const Point& by_mm, const Source& source);

// The point that a copy's target names: the start of a wall, the middle of a column, the first corner of an outline,
// the near jamb of what is in a wall.
Result<Point> handle_of(const Record& record, const Source& source);

}  // namespace bim::engine
