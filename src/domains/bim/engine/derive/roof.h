// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/bim/engine/model/parameters.h"
#include "geometry/polygon.h"
#include "geometry/solid.h"

// Roofs that slope, as bodies. Part of solid_of(); not for others.
namespace bim::engine {

bool is_flat(const Record& roof);

// Slopes rise from edges of the outline: `shed` from the first, `gable` from the longest and the one opposite, `hip`
// from all. The outline must be convex (degenerate otherwise); `thickness_m` is square to the surface.
base::Result<geometry::Solid> pitched(const Record& roof, const geometry::Polygon& outline, double eaves_m,
                                      double thickness_m);

}  // namespace bim::engine
