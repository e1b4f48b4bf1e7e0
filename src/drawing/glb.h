// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "drawing/mesh.h"

namespace drawing {

// The scene as glTF 2.0 in one binary file (GLB). One node and one mesh per material, so that thousands of
// solids draw in a few calls. Every vertex carries the number of its solid (`_FEATURE_ID_0`, as
// EXT_mesh_features has it), and the node's `extras.elements` lists {id, name} by that number; a node with
// one solid alone bears its name. Solids without triangles and triangles without area are left out.
std::string glb(const Scene& scene);

}  // namespace drawing
