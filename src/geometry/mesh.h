// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "geometry/triangulate.h"
#include "geometry/vec.h"

// Surfaces as triangles, metres, against the clock seen from outside. Pure functions, safe on any thread.
namespace geometry {

struct Mesh {
  std::vector<Vec3> points;
  std::vector<Triangle> triangles;
};

// Points that lie at the same place (or, with a distance, in the same cell of a grid that fine or in touching ones
// within it) become one; triangles that lose a side and points that nothing uses go.
Mesh welded(const Mesh& mesh, double within_m = 0);

// Does a mesh enclose a space? Every edge must be passed as often one way as the other. Points at different indices are
// different points: weld first.
struct Closure {
  std::size_t open_edges = 0;     // with a triangle on one side only
  std::size_t twisted_edges = 0;  // whose triangles face opposite ways
  bool closed() const { return open_edges == 0 && twisted_edges == 0; }
  std::string reason() const;  // for people; empty: closed
};
Closure closure_of(const Mesh& mesh);

// By the divergence theorem, from a point of the mesh: below zero if it is inside out; means nothing for an open one.
double signed_volume(const Mesh& mesh);
double surface(const Mesh& mesh);
Box box_of(const Mesh& mesh);

// Finite, within limits.h, triangles that name existing points.
Result<void> check(const Mesh& mesh);

}  // namespace geometry
