// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "domains/bim/engine/derive/place.h"
#include "geometry/rooms.h"
#include "geometry/walls.h"

// One storey as its elements make it together: walls that join their neighbours, what is cut out of them, the rooms
// that they enclose. Worked out from the model whenever somebody asks, and kept nowhere.
namespace bim::engine {

struct WallJoin {
  geometry::JoinKind kind = geometry::JoinKind::corner;
  Vec2 at;
  std::vector<std::string> walls;  // of a tee the one that goes through is last
};

struct StoreyShapes {
  double elevation_m = 0;
  std::map<std::string, std::vector<Polygon>> outlines;  // of walls, joined
  std::map<std::string, Prism> bodies;                   // walls, floors, columns and flat roofs, cut
  std::vector<geometry::FoundRoom> spaces;               // all that walls enclose
  std::vector<std::string> walls;                        // by the numbers that spaces use
  std::map<std::string, std::size_t> rooms;              // room element → its space; those in none are missing
  std::vector<WallJoin> joins;
};

// All elements of which storey_of() has this elevation, to a hundredth of a millimetre.
Result<StoreyShapes> storey_shapes(const Model& model, double elevation_m);
std::vector<double> elevations_of(const Model& model);  // where anything stands, ascending

// Which elements have another shape in `after` than in `before`, whether they were written or not: joined neighbours,
// openings, rooms. Only storeys that `written` stands on, before or after, are looked at. In the order of their ids.
Result<std::vector<std::string>> regenerated(const Model& before, const Model& after,
                                             const std::set<std::string>& written);

// A storey's walls for whom `join` elements decide otherwise.
inline constexpr double gap_m = 0.001;  // ends so near to one another meet
// Where two walls meet; nothing: they do not.
std::optional<Vec2> meeting(const WallBody& a, const WallBody& b);

}  // namespace bim::engine
