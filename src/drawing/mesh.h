// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "drawing/picture.h"

// Solids as triangles, for GLB and for the rasteriser. Metres; x right, y up, z towards the viewer of the
// sheet (so a plan's y becomes z), right-handed as glTF has it.
namespace drawing {

struct Material {
  std::string name;
  Colour colour;
  double roughness = 0.9, metalness = 0;
  friend bool operator==(const Material&, const Material&) = default;
};
struct Triangle {
  std::array<std::array<float, 3>, 3> corners;  // counter-clockwise seen from outside
};
struct Solid {
  std::string id;    // "room:Kitchen"
  std::string name;  // for people
  int material = 0;  // index in Scene::materials
  std::vector<Triangle> triangles;
};
struct Scene {
  std::string title;
  std::vector<Material> materials;
  std::vector<Solid> solids;
};

}  // namespace drawing
