// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/polygon.h"

// Straight walls on their centre lines, and the outlines that they have where they meet. Metres. Pure, safe on any
// thread.
//
//   corner (L)    ends that meet are mitred: each pair of neighbouring faces is led on to where they cross
//   tee (T)       an end in or at the middle of another wall stops at that wall's face
//   cross (X)     of two walls that cross, the thicker goes through, else the first; the other is cut in two by it
//
// Outlines do not overlap, except where ends meet at so sharp an angle that a mitre would be longer than eight half
// thicknesses or than its wall: those ends stay square.
namespace geometry {

enum class End : unsigned char { joined, square };
struct WallLine {
  Vec2 start, end;
  double thickness_m = 0;  // 0: a line that separates rooms and has no body
  End at_start = End::joined, at_end = End::joined;
};

enum class JoinKind : unsigned char { corner, tee, cross };
struct Join {
  JoinKind kind = JoinKind::corner;
  Vec2 at;
  std::vector<std::uint32_t> walls;  // of a tee the one that goes through is last; of a cross the one that is cut
};
struct JoinedWalls {
  std::vector<std::vector<Polygon>> outlines;  // for each wall, in order; none for a line without a body
  std::vector<Join> joins;
};

// `tolerance_m`: how far ends may be from one another, or from a face, and still meet. Fails for a wall without length
// or with a thickness below zero (path "walls[3]"), and beyond limits.h.
Result<JoinedWalls> join_walls(std::span<const WallLine> walls, double tolerance_m);

// The centre lines, with every end that stops inside another wall or at its face led on, straight, to that wall's
// centre line.
Result<std::vector<WallLine>> led_on(std::span<const WallLine> walls, double tolerance_m);

}  // namespace geometry
