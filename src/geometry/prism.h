// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "geometry/clip.h"
#include "geometry/polygon.h"

// Solids with vertical sides, as authored walls, floors and columns are: lists of convex slabs that do not overlap, in
// doubles. Cuts, volumes and overlaps are analytic, exact to rounding (about 1e-14 of the larger), and take
// microseconds. What slopes goes through solid.h. A prism never changes after it was made, so any number of threads may
// read it.
namespace geometry {

// A convex base against the clock between two heights.
struct Slab {
  Ring base;
  double bottom_m = 0, top_m = 0;
  Box box;
};

// What two prisms share. The point is its centre of gravity.
struct Overlap {
  double volume_m3 = 0;
  Vec3 at;
  Box box;
};

class Prism {
 public:
  Prism() = default;  // nothing
  // The polygon (check() in polygon.h must be content with it) between two heights, the upper one above the lower.
  static Result<Prism> extruded(const Polygon& base, double bottom_m, double top_m);
  // A bar from start to end, half its width on either side: a wall on its centre line, or an opening in one.
  static Result<Prism> bar(Vec2 start, Vec2 end, double width_m, double bottom_m, double top_m);

  const std::vector<Slab>& slabs() const { return slabs_; }
  const Box& box() const { return box_; }
  bool empty() const { return slabs_.empty(); }

  double volume_m3() const;
  // Of its outside: faces between its slabs do not count. They are found where they lie within a nanometre of one
  // another.
  double surface_m2() const;
  // Seen from above; right where no slab stands over another, else what all of them add up to.
  double base_m2() const;

  // This and the other, what they share once.
  Prism with(const Prism& other) const;
  // This without the other. Slabs that the other does not reach stay as they are.
  Prism without(const Prism& other) const;
  Prism moved(Vec3 by) const;
  Prism turned(double angle_rad, Vec2 about) const;

  // What a horizontal plane cuts: slabs that begin at or below it and end above. Put together on the grid of clip.h.
  Result<std::vector<Polygon>> cut_at(double height_m) const;

 private:
  explicit Prism(std::vector<Slab> slabs);
  std::vector<Slab> slabs_;
  Box box_;
};

// Nothing where they only touch.
std::optional<Overlap> overlap(const Prism& a, const Prism& b);
// The least distance; 0 where they touch or overlap; infinite if one is empty.
double distance(const Prism& a, const Prism& b);

}  // namespace geometry
