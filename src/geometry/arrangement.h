// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/polygon.h"

// The plane as segments divide it. Segments are split wherever they meet, at L-, T- and X-junctions and where they run
// together; points within the tolerance of one another, or of a segment, become one with it. What encloses an area is a
// face; pieces that enclose nothing are loose. Pure, safe on any thread; the same input gives the same result in the
// same order.
namespace geometry {

struct Line {
  Vec2 a, b;
};

inline constexpr std::size_t most_lines = 100'000;
inline constexpr std::size_t most_pieces = 1'000'000;  // after splitting

struct Piece {
  static constexpr std::uint32_t none = 0xffffffff;  // outside everything
  std::uint32_t from = 0, to = 0;                    // in Arrangement::points
  std::vector<std::uint32_t> lines;         // of which given lines it is a part; more than one where they run together
  std::uint32_t left = none, right = none;  // the faces beside it; the same, or none, for a loose piece
  bool loose = false;
};
struct Face {
  Polygon polygon;                    // without loose pieces; what lies inside as an island is a hole
  std::vector<std::uint32_t> pieces;  // of its whole boundary, ascending
};
struct Arrangement {
  std::vector<Vec2> points;
  std::vector<Piece> pieces;
  std::vector<Face> faces;
};

// Fails beyond limits.h and the limits above, for a tolerance that is not above zero, and where the segments lie so
// close to one another that splitting does not come to an end (degenerate; a smaller tolerance helps). Segments shorter
// than the tolerance vanish.
Result<Arrangement> arrange(std::span<const Line> lines, double tolerance_m);

}  // namespace geometry
