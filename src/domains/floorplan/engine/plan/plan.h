// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/floorplan/document.h"

// A plan with everything resolved: metres, absolute positions, openings placed. The origin of the sheet is
// its top left corner; x goes right, y goes down. Indices rather than pointers, so a Plan can be copied.
namespace floorplan::engine {

using formats::floorplan::Span;
namespace words = formats::floorplan;

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  double area() const { return width * height; }
  friend bool operator==(const Rect&, const Rect&) = default;
};

// Something in a wall, measured along the wall: for top and bottom sides from the left, for left and right
// sides from the top, in metres from the room's corner.
struct Opening {
  enum class Kind : std::uint8_t { door, double_door, opening, window, open };
  Kind kind = Kind::door;
  double from = 0, to = 0;       // along the side
  double sill = 0, head = 0;     // above the room's floor
  int connection = -1;           // index in Plan::connections, or -1: it comes from `walls [...]`
  bool opens_into_owner = true;  // the leaf swings into the room that lists it
  bool hinge_at_from = true;     // the hinge is at `from`
  Span span;
};

struct Side {
  words::WallType type = words::WallType::solid;  // of the first entry; what the tools report
  bool stated = false;                            // in the text
  std::optional<double> height;                   // of the wall, if the text gives one
  std::vector<Opening> openings;                  // from the text and from connections of this room, by `from`
};

struct Look {  // what a style gives, where it gives it: 0xRRGGBB
  std::optional<std::uint32_t> floor_color, wall_color;
  std::optional<double> roughness, metalness;
  std::string floor_texture, wall_texture;
};

struct Room {
  std::string name;
  std::string label;  // may be empty
  int floor = 0;      // index in Plan::floors
  int parent = -1;    // index in Plan::rooms for sub-rooms
  std::vector<int> rooms;
  Rect rect;            // absolute
  bool placed = false;  // false: no position could be found; rect has the size alone
  double height = 0;    // of the room, metres
  bool height_stated = false;
  double elevation = 0;
  std::array<Side, 4> sides;  // by words::WallDirection: top, right, bottom, left
  std::string style;
  Look look;
  const Side& side(words::WallDirection direction) const { return sides[static_cast<std::size_t>(direction)]; }
  Side& side(words::WallDirection direction) { return sides[static_cast<std::size_t>(direction)]; }
  Span span;
  Span name_span;
};

// A stair as its parts on the sheet. Flights and landings are quadrilaterals (any angle); treads run across.
struct StairPart {
  enum class Kind : std::uint8_t { flight, landing, winders };
  Kind kind = Kind::flight;
  std::vector<std::array<double, 2>> outline;                // closed polygon
  std::vector<std::array<std::array<double, 2>, 2>> treads;  // lines: the front edges, from the bottom up
  double z_from = 0, z_to = 0;                               // above the storey's floor
};
struct Stair {
  std::string name;
  std::string label;
  int floor = 0;
  words::StairShape shape = words::StairShape::straight;
  Rect box;  // around all parts
  bool placed = false;
  double rise = 0, width = 0, riser = 0, tread = 0;
  std::optional<double> headroom;
  int steps = 0;
  std::vector<StairPart> parts;
  std::vector<std::array<double, 2>> walk_line;  // from the foot to the head
  std::string style;
  Look look;
  const words::Stair* source = nullptr;  // into the document the plan was made from
  Span span;
};

struct Lift {
  std::string name;
  std::string label;
  int floor = 0;
  Rect rect;
  bool placed = false;
  std::vector<words::ViewDirection> doors;
  std::string style;
  Span span;
};

struct Floor {
  std::string id;
  int index = 0;
  double height = 0;       // floor to ceiling
  double elevation = 0;    // of its floor above the first one's
  std::vector<int> rooms;  // top-level, in the order of the text
  std::vector<int> stairs, lifts;
  Rect bounds;  // of what is placed; zero if nothing is
  Span span;
};

struct Connection {
  int from = -1, to = -1;  // indices of rooms; -1 for outside (or unknown: see `known`)
  bool from_outside = false, to_outside = false;
  bool known = false;   // both ends exist
  bool placed = false;  // a shared stretch of wall was found and the opening sits on it
  words::WallDirection from_side = words::WallDirection::top, to_side = words::WallDirection::top;
  words::DoorType type = words::DoorType::door;
  double width = 0, height = 0;
  bool full_height = false;
  // The opening on the sheet: ends of its centre line, and the normal that points into `leaf_room`.
  std::array<double, 2> a{}, b{};
  int leaf_room = -1;  // the room the leaf opens into; -1: outside
  bool hinge_at_a = true;
  Span span;
};

struct VerticalLink {
  std::vector<std::pair<int, int>> stairs_or_lifts;  // {floor, index}; index into stairs, or lifts if is_lift
  bool is_lift = false;
  Span span;
};

struct Settings {
  words::LengthUnit unit = words::LengthUnit::m;  // default_unit; shown lengths use it
  bool unit_stated = false;
  words::AreaUnit area_unit = words::AreaUnit::sqm;
  words::ThemeName theme = words::ThemeName::standard;
  double wall_thickness = 0.15;     // inner walls, m
  double outer_thickness = 0.1875;  // a quarter more
  double floor_thickness = 0.2;
  double default_height = 2.7;
  double door_width = 0.9, double_door_width = 1.8, door_height = 2.1;
  double window_width = 1.5, window_height = 1.2, window_sill = 0.9;
  bool show_labels = true, show_dimensions = true;
  std::optional<double> font_size;
  std::string font_family;
  words::StairCode stair_code = words::StairCode::residential;
  bool stair_code_stated = false;
};

struct Plan {
  std::string title;  // from the front matter; may be empty
  std::string version;
  Settings settings;
  std::vector<Floor> floors;
  std::vector<Room> rooms;  // all of them, parents before their sub-rooms
  std::vector<Stair> stairs;
  std::vector<Lift> lifts;
  std::vector<Connection> connections;
  std::vector<VerticalLink> verticals;

  // By name; floors first to last, parents before sub-rooms. -1 if there is none.
  int room_named(std::string_view name) const;
  int floor_named(std::string_view id) const;
};

constexpr double metres_per(words::LengthUnit unit) {
  switch (unit) {
    case words::LengthUnit::ft:
      return 0.3048;
    case words::LengthUnit::cm:
      return 0.01;
    case words::LengthUnit::in:
      return 0.0254;
    case words::LengthUnit::mm:
      return 0.001;
    default:
      return 1.0;
  }
}
constexpr double square_metres_per(words::AreaUnit unit) { return unit == words::AreaUnit::sqft ? 0.09290304 : 1.0; }

}  // namespace floorplan::engine
