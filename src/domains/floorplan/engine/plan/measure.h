// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "domains/floorplan/engine/plan/plan.h"

// What a plan measures: areas, volumes, and the lists that builders ask for. Everything in metres, square
// and cubic metres; show() turns them into the units of the plan.
namespace floorplan::engine {

struct RoomMeasure {
  int room = -1;    // index in Plan::rooms
  double area = 0;  // of its rectangle, to the centre lines of the walls
  double net = 0;   // inside the faces of its walls
  double volume = 0;
  double height = 0;
};
struct FloorMeasure {
  int floor = 0;
  int rooms = 0;  // top-level
  int sub_rooms = 0;
  double area = 0;        // sum of the top-level rooms, as the origin counts
  double net = 0;         // inside the walls, each square metre once
  double gross = 0;       // of the building's outline with its outer walls, each square metre once
  double efficiency = 0;  // area / area of the bounding box; 0 for an empty floor
  Rect bounds;
};
struct Analysis {
  std::vector<RoomMeasure> rooms;  // in the order of Plan::rooms; without those that have no place
  std::vector<FloorMeasure> floors;
  int room_count = 0, sub_room_count = 0;
  double area = 0, net = 0, gross = 0, volume = 0;
};
Analysis measure(const Plan& plan);

// ---- units

// 3.2 m → "3.20 m", "10' 6\"", "3200 mm"; for people.
std::string show_length(double metres, words::LengthUnit unit);
std::string show_area(double square_metres, words::AreaUnit unit);

// ---- schedules

using Cell = std::variant<std::monostate, std::string, double>;
struct Schedule {
  std::string name;                  // "rooms", "doors", "windows"
  std::vector<std::string> columns;  // with the unit: "width_ft"
  std::vector<std::vector<Cell>> rows;
};
struct Units {
  words::LengthUnit length = words::LengthUnit::m;
  words::AreaUnit area = words::AreaUnit::sqm;
};
Units units_of(const Plan& plan);
Schedule room_schedule(const Plan& plan, Units units);
Schedule door_schedule(const Plan& plan, Units units);  // doors, double doors and openings
Schedule window_schedule(const Plan& plan, Units units);

// A row as an object, by column; empty cells are left out.
base::Json row_json(const Schedule& schedule, const std::vector<Cell>& row);

// RFC 4180, CRLF, a header line. A text that a spreadsheet would take for a formula (= + - @, also after
// white space) gets an apostrophe in front; numbers stay numbers.
std::string csv(const Schedule& schedule);

}  // namespace floorplan::engine
