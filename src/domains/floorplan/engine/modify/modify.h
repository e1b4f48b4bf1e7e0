// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/floorplan/engine/compile.h"
#include "formats/floorplan/words.h"

// Changes to a plan's text. Every operation edits just the bytes it means: comments, order and layout of
// the rest stay. References follow: whoever names a renamed thing names it anew, whoever stood beside a
// removed room keeps its place, connections of a removed room go with it.
namespace floorplan::engine {

namespace words = formats::floorplan;

// What can be asked, in the order of the documentation.
enum class Action : std::uint8_t {
  add_room,
  remove_room,
  resize_room,
  move_room,
  rename_room,
  update_walls,
  add_label,
  convert_to_relative,
  copy_room,
  set_style,
  add_opening,
  remove_opening,
  add_connection,
  remove_connection,
  add_stair,
  add_lift,
  remove_element,
  move_element,
  add_vertical,
  add_floor,
  rename_floor,
  remove_floor,
  define_style,
  remove_style,
  set_config,
  align_rooms,
  mirror,
};
struct ActionInfo {
  std::string_view name;
  std::string_view target;  // what `target` names; empty: it takes none
  std::string_view doc;     // parameters in words
};
const ActionInfo& info(Action action);
std::array<std::string_view, 27> enum_names(Action);

enum class Axis : std::uint8_t { horizontal, vertical };
constexpr auto enum_names(Axis /*any*/) { return std::to_array<std::string_view>({"horizontal", "vertical"}); }

// Parameters of all operations. Lengths are in `unit`, else in the plan's default unit.
struct Parameters {
  std::optional<std::string> name, newName, label, style, floor, parent;
  std::optional<words::LengthUnit> unit;
  std::optional<double> x, y, width, height, roomHeight, elevation;
  std::array<std::optional<words::WallType>, 4> walls;  // by WallDirection
  // Beside another.
  std::optional<words::RelativeDirection> direction;
  std::optional<std::string> reference;
  std::optional<double> gap;
  std::optional<words::AlignmentDirection> alignment;
  // convert_to_relative, align_rooms, mirror
  std::optional<std::string> anchorRoom;
  std::optional<double> alignmentTolerance;
  std::optional<std::vector<std::string>> targetRooms;
  std::optional<Axis> axis;
  // Openings and connections.
  std::optional<std::string> from, to, opensInto;
  std::optional<words::WallDirection> side, fromSide, toSide;
  std::optional<words::WallType> type;
  std::optional<words::DoorType> doorType;
  std::optional<words::SwingDirection> swing;
  std::optional<double> position;  // per cent along the wall
  std::optional<std::int64_t> index;
  // Stairs and lifts.
  std::optional<words::StairShape> shape;
  std::optional<words::ViewDirection> toward;
  std::optional<words::TurnDirection> turn;
  std::optional<words::RotationDirection> rotation;
  std::optional<double> rise, riser, tread, innerRadius, outerRadius, radius, arc;
  std::optional<std::int64_t> winders;
  std::optional<std::vector<std::int64_t>> runs;
  std::optional<std::vector<words::ViewDirection>> doors;
  std::optional<std::vector<std::string>> links;  // Floor.Element
  // Styles and settings.
  std::optional<std::string> floorColor, wallColor, floorTexture, wallTexture;
  std::optional<double> roughness, metalness;
  std::optional<words::ConfigKey> key;
  std::optional<std::string> value;
};

struct Operation {
  Action action = Action::add_room;
  std::string target;
  Parameters parameters;
};

struct OperationOutcome {
  enum class Result : std::uint8_t { applied, skipped, error };
  Action action = Action::add_room;
  std::string target;
  Result result = Result::skipped;
  std::string message;
  std::string hint;  // for errors
  std::string path;  // the parameter that was wrong
};

enum class Atomicity : std::uint8_t { all_or_nothing, each_alone };

struct Modified {
  bool success = false;
  std::string dsl;    // unchanged where nothing was applied
  Compiled compiled;  // of `dsl`, where anything was applied
  std::vector<OperationOutcome> outcomes;
};

// Runs the operations in order on a text. A text with syntax errors is not touched: every outcome is then
// an error that names the first. What comes out parses, and refers to nothing that is not there unless the
// text did so before. Pure.
Modified modify(std::string dsl, const std::vector<Operation>& operations,
                Atomicity atomicity = Atomicity::all_or_nothing);

}  // namespace floorplan::engine
