// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "geometry/clip.h"
#include "geometry/mesh.h"
#include "geometry/prism.h"

// Closed bodies of any shape, for booleans and for what comes from files (Manifold, in 64-bit numbers). A solid is kept
// about an origin of its own, a whole number of metres near its middle, so that results are as good 500 km away as at
// home: volumes within 1e-9 of the smaller operand, faces that coincide or touch included. Parts thinner than about
// 1e-12 of the solid's size may vanish. Meshes that cross themselves are accepted and mean nothing in particular. A
// solid never changes after it was made; copies share it; any number of threads may read it.
namespace geometry {

// A flat cut: polygons in the plane's own right and up. Seen from where the normal points to; up is z wherever it can
// be.
struct Section {
  Vec3 origin, right, up;
  std::vector<Polygon> polygons;
};

class Solid {
 public:
  Solid();  // nothing
  // Takes a closed mesh; points at the same place are one, and one that is inside out is turned. Code degenerate with
  // the reason where it is open or has no volume.
  static Result<Solid> from_mesh(const Mesh& mesh);
  static Result<Solid> from_prism(const Prism& prism);

  bool empty() const;
  double volume_m3() const;
  double surface_m2() const;
  Box box() const;
  Mesh mesh() const;
  Solid moved(Vec3 by) const;

  // The section through `origin` square to `normal`. A face that lies in the plane counts where the solid is on the
  // normal's side of it, so that of two storeys one is cut. Corners are on the grid of clip.h.
  Result<Section> cut(Vec3 origin, Vec3 normal) const;

  // Union and intersection commute. An empty result is a solid, not an error.
  friend Result<Solid> combine(const Solid& a, const Solid& b, Operation operation);

 private:
  struct Body;
  explicit Solid(std::shared_ptr<const Body> body);
  std::shared_ptr<const Body> body_;
};
Result<Solid> combine(const Solid& a, const Solid& b, Operation operation);

}  // namespace geometry
