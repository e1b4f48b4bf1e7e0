// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domains/bim/engine/model/parameters.h"
#include "geometry/prism.h"
#include "geometry/solid.h"

// Where single elements are, in metres, from their own parameters and those of what they refer to. Records are of
// bodies that check_values() is content with; what refers to something that is not there is nowhere.
namespace bim::engine {

using geometry::Polygon;
using geometry::Prism;
using geometry::Solid;
using geometry::Vec2;
using geometry::Vec3;

struct Storey {
  std::string id;          // of the level; empty: none is named
  std::string name;        // the level's, else its id
  double elevation_m = 0;  // 0 where no level is named
  double height_m = 3;
};
// Of what stands on one, or is hosted by what does.
Storey storey_of(const Record& record, const Source& source);

struct WallBody {
  Vec2 start, end;
  double thickness_m = 0, bottom_m = 0, top_m = 0;
  Storey storey;
  double length_m() const { return length(end - start); }
  Vec2 along() const { return unit(end - start); }
};
WallBody wall_body(const Record& wall, const Source& source);

// What a door, a window or an opening cuts out of its wall: along it from its start, and between two heights.
struct Hole {
  double near_m = 0, far_m = 0, bottom_m = 0, top_m = 0;
};
Hole hole_in(const Record& opening, const WallBody& wall);
bool is_hosted(std::string_view category);  // door, window, opening

// The outline of a floor, a roof, a column or of an opening in a floor.
Polygon outline_of(const Record& record);
std::vector<Vec2> points_of(const Record& record, std::string_view name);
Vec2 point_at(const Record& record, std::string_view name);
struct Heights {
  double bottom_m = 0, top_m = 0;
};
Heights heights_of(const Record& record, const Source& source);  // of floors, columns and flat roofs

// An element by itself, with what is cut out of it and without how it joins its neighbours. Fails for what has no body.
Result<Prism> prism_of(const Record& record, const Source& source);
Result<Solid> solid_of(const Record& record, const Source& source);

// What scopes ask: levels by name, and the box.
struct Place {
  std::vector<std::string> levels;
  std::optional<geometry::Box> box;
};
Place place_of(const Record& record, const Source& source);

// Invariants of one element, codes as in the tools' contract; the error's path is the element's id.
Result<void> check_values(const Record& record);
Result<void> check_shape(const Record& record, const Source& source);
// Everything that a wall or a floor hosts: inside it, and nothing in the way of another.
Result<void> check_openings(const Record& host, const Source& source);

}  // namespace bim::engine
