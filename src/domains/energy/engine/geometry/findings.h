// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/energy/engine/geometry/scene.h"

namespace energy::engine {

// What is odd about a model's geometry, as warnings, because models that run have it: surfaces that are not flat or
// have no area, zones that are not closed, surfaces between two zones that do not match, windows that leave their wall.
Findings geometry_findings(const Model& model, const Scene& scene);
Findings geometry_findings(const Model& model);
// Whether objects of this type have a part in it.
bool is_geometry(const ObjectType& type);

}  // namespace energy::engine
