// SPDX-License-Identifier: Apache-2.0
// The walls of a room, and the doors and windows in them that join no other room.
#include <algorithm>

#include "domains/floorplan/engine/modify/handlers.h"
#include "domains/floorplan/engine/modify/needs.h"
#include "domains/floorplan/engine/modify/room_text.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using words::WallDirection;
using words::WallType;

// The entries of one side.
std::vector<const words::Wall*> entries_of(const words::Room& room, WallDirection side) {
  std::vector<const words::Wall*> out;
  for (const auto& wall : room.walls) {
    if (wall.side.value == side) out.push_back(&wall);
  }
  return out;
}

bool is_opening(WallType type) { return type == WallType::door || type == WallType::window; }

std::vector<const words::Wall*> openings_of(const words::Room& room, WallDirection side) {
  auto entries = entries_of(room, side);
  std::erase_if(entries, [](const words::Wall* wall) { return !is_opening(wall->type.value); });
  return entries;
}

// Takes one entry out of `[ … ]` with one of the commas beside it.
void remove_entry(Draft& draft, const words::Room& room, const words::Wall& wall) {
  const std::size_t index = static_cast<std::size_t>(&wall - room.walls.data());
  if (index + 1 < room.walls.size()) return draft.replace({wall.span.begin, room.walls[index + 1].span.begin}, "");
  if (index > 0) return draft.replace({room.walls[index - 1].span.end, wall.span.end}, "");
  draft.replace(wall.span, "");
}

// Adds one entry, or the whole list if the room has none.
void append_entry(Draft& draft, const words::Room& room, const std::string& entry) {
  if (room.walls_span.empty()) return draft.insert(end_of_dimensions(room), " walls [" + entry + "]");
  if (room.walls.empty()) return draft.insert(room.walls_span.begin + 1, entry);
  draft.insert(room.walls.back().span.end, ", " + entry);
}

// Makes the entries of one side, of which there is at least one, into one of this type.
void change_entries(Draft& draft, const words::Room& room, const std::vector<const words::Wall*>& entries,
                    WallType type) {
  words::Wall wall;
  wall.side.value = entries.front()->side.value;
  wall.type.value = type;
  // What was said of a door's place means nothing on a wall without one.
  if (is_opening(type)) {
    draft.replace(entries.front()->type.span, std::string(text(type)));
  } else {
    draft.replace(entries.front()->span, print(wall));
  }
  for (std::size_t i = 1; i < entries.size(); ++i) remove_entry(draft, room, *entries[i]);
}

void add_to_list(std::string& list, WallDirection side, std::string_view between, WallType type) {
  list += (list.empty() ? "" : ", ") + std::string(text(side)) + std::string(between) + std::string(text(type));
}

Result<words::Wall> opening_from(const Draft& draft, const action::AddOpening& given) {
  words::Wall wall;
  wall.side.value = TRY(need(given, &action::AddOpening::side));
  wall.type.value = TRY(need(given, &action::AddOpening::type));
  if (!is_opening(wall.type.value)) {
    return fail(Code::out_of_range, "an opening is a door or a window", "params.type",
                "For a wall without openings, or no wall at all, use update_walls.");
  }
  const Settings& settings = draft.plan().settings;
  const bool window = wall.type.value == WallType::window;
  wall.at = place_along(given);
  wall.size = opening_size(draft, given, given.unit, window ? settings.window_width : settings.door_width,
                           window ? settings.window_height : settings.door_height);
  return wall;
}

}  // namespace

Result<std::string> update_walls(Draft& draft, const std::string& target, const action::UpdateWalls& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  std::string done;
  std::string added;
  for (const WallDirection side : all_sides) {
    const auto type = given.wall(side);
    if (!type) continue;
    add_to_list(done, side, " ", *type);
    const auto entries = entries_of(*found.room, side);
    if (entries.empty()) {
      add_to_list(added, side, ": ", *type);
    } else {
      change_entries(draft, *found.room, entries, *type);
    }
  }
  if (done.empty()) {
    return fail(Code::missing, "update_walls needs at least one of params.top, right, bottom, left", "params",
                std::string(info(given.action).doc));
  }
  if (!added.empty()) append_entry(draft, *found.room, added);
  return "Walls of " + in_quotes(found.room->name.text) + ": " + done;
}

Result<std::string> add_opening(Draft& draft, const std::string& target, const action::AddOpening& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  const words::Wall wall = TRY(opening_from(draft, given));
  const auto entries = entries_of(*found.room, wall.side.value);
  const bool replaces = entries.size() == 1 && entries.front()->type.value == WallType::solid;
  if (replaces) {
    draft.replace(entries.front()->span, print(wall));
  } else {
    append_entry(draft, *found.room, print(wall));
  }
  return "A " + std::string(text(wall.type.value)) + " in the " + std::string(text(wall.side.value)) + " wall of " +
         in_quotes(found.room->name.text);
}

Result<std::string> remove_opening(Draft& draft, const std::string& target, const action::RemoveOpening& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  const WallDirection side = TRY(need(given, &action::RemoveOpening::side));
  const std::string where = std::string(text(side)) + " wall of " + in_quotes(found.room->name.text);
  const auto openings = openings_of(*found.room, side);
  const auto index = given.index.value_or(0);
  if (index < 0 || static_cast<std::size_t>(index) >= openings.size()) {
    return fail(Code::not_found, "the " + where + " has " + counted(openings.size(), "opening") + " of its own",
                "params.index", "Doors that join two rooms are connections: remove_connection.");
  }
  const words::Wall& wall = *openings[static_cast<std::size_t>(index)];
  if (openings.size() > 1) {
    remove_entry(draft, *found.room, wall);
  } else {
    words::Wall solid;
    solid.side.value = side;
    draft.replace(wall.span, print(solid));
  }
  return "A " + std::string(text(wall.type.value)) + " taken out of the " + where;
}

}  // namespace floorplan::engine
