// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "domains/energy/engine/geometry/polygon.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// What GlobalGeometryRules and Building say, and what the engine assumes where they are silent.
struct GeometryRules {
  bool relative = true;             // of detailed surfaces: to the origin of their zone
  bool relative_rectangles = true;  // of Wall:Exterior and the like
  bool clockwise = false;
  double north_deg = 0;
};

// One surface where it stands: in the world, the building turned, its points against the clock seen from outside and
// the author's first point first.
struct Surface {
  static constexpr std::size_t none = SIZE_MAX;
  enum class Kind : std::uint8_t { wall, floor, ceiling, roof, window, door, shading, other };
  Kind kind = Kind::other;
  std::size_t object = 0;     // of Model::objects()
  std::string type;           // "Wall", "GlassDoor"; of shading its object type
  std::size_t zone = none;    // of Scene::zones
  std::size_t parent = none;  // of Scene::surfaces: where it is a window or door, or shades one
  std::string boundary;       // "Outdoors", "Surface"…; of a window that of its wall
  std::string boundary_object;
  std::string construction;
  double multiplier = 1;
  Polygon points;

  bool opening() const { return kind == Kind::window || kind == Kind::door; }
};
std::string_view name(Surface::Kind kind);

struct SceneZone {
  std::size_t object = 0;
  std::string name;
  double multiplier = 1;  // its own and that of its groups
  Point origin;           // from where the coordinates of its surfaces are written
};
// Geometry that is not in the scene.
struct LeftOut {
  std::size_t object = 0;
  std::string reason;
};

// A model's geometry in one frame: detailed surfaces, rectangles (Wall:Exterior, Window…) and shading. Pure; everything
// that the model says of geometry is among the surfaces or left out with a reason.
struct Scene {
  GeometryRules rules;
  std::vector<SceneZone> zones;
  std::vector<Surface> surfaces;
  std::vector<LeftOut> left_out;
};
Scene scene_of(const Model& model);

}  // namespace energy::engine
