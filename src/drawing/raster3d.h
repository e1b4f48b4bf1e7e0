// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "drawing/mesh.h"

namespace drawing {

using Vec3 = std::array<double, 3>;

// Where the scene is seen from. Without a position the camera stands so that the whole scene is in the
// picture with a margin, looking down from the right and the front.
struct Camera {
  enum class Kind : std::uint8_t { isometric, perspective };
  Kind kind = Kind::isometric;
  double fov_deg = 35;           // upright angle of view; perspective only, 10 to 120
  std::optional<Vec3> position;  // metres, in the scene's axes
  std::optional<Vec3> target;    // none: the middle of the scene
};

struct View3d {
  int width = 1200, height = 900;  // 1 to 8192 each, at most 4 million together
  Camera camera;
  Colour ground = colour(0xf4f5f6);
};

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  // 0xAARRGGBB, from the top left
  Camera camera;                      // as it was used: position and target are set
  Vec3 low{}, high{};                 // what the scene measures
};

// Draws with a z-buffer of its own: four samples a pixel, one soft sun with shadows, darker corners, thin
// edges. The same scene and view give the same pixels. Fails for sizes and cameras that make no picture.
base::Result<Image> raster3d(const Scene& scene, const View3d& view);

}  // namespace drawing
