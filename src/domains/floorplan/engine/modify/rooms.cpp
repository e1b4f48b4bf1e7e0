// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>

#include "domains/floorplan/engine/modify/draft.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using formats::floorplan::print_name;
using formats::floorplan::print_string;
using words::WallDirection;
using words::WallType;

constexpr std::array<WallDirection, 4> all_sides{WallDirection::top, WallDirection::right, WallDirection::bottom,
                                                 WallDirection::left};

words::Span span_of_size(const words::Room& room) {
  if (const auto* size = std::get_if<words::Size>(&room.size)) return size->span;
  if (const auto* name = std::get_if<words::Name>(&room.size)) return name->span;
  return {};
}

std::uint32_t latest(std::initializer_list<words::Span> spans) {
  std::uint32_t end = 0;
  for (const auto& span : spans) end = std::max(end, span.end);
  return end;
}

template <class T>
words::Span span_of(const std::optional<T>& part) {
  return part ? part->span : words::Span{};
}

// Where the next attribute goes, in the order of the strict grammar.
std::uint32_t end_of_dimensions(const words::Room& room) {
  return latest({room.name.span, span_of(room.at), span_of_size(room), span_of(room.height), span_of(room.elevation)});
}
std::uint32_t end_of_walls(const words::Room& room) { return std::max(end_of_dimensions(room), room.walls_span.end); }
std::uint32_t end_of_position(const words::Room& room) {
  return std::max(end_of_walls(room), span_of(room.relative).end);
}
std::uint32_t end_of_label(const words::Room& room) { return std::max(end_of_position(room), span_of(room.label).end); }

std::vector<words::Wall> wall_list(const Parameters& parameters) {
  std::vector<words::Wall> walls;
  for (const WallDirection side : all_sides) {
    words::Wall wall;
    wall.side.value = side;
    wall.type.value = parameters.walls[static_cast<std::size_t>(side)].value_or(WallType::solid);
    walls.push_back(wall);
  }
  return walls;
}

Result<void> check_style(const Draft& draft, const std::string& style) {
  const auto& styles = draft.document().styles;
  if (std::ranges::any_of(styles, [&](const auto& s) { return s.name.text == style; })) return {};
  return fail(Code::not_found, "Style " + in_quotes(style) + " not found", "params.style",
              "Define it with define_style.");
}

Result<void> check_free(const Draft& draft, const std::string& name, std::string_view path) {
  TRY(check_name(name, path));
  if (!draft.room_exists(name)) return {};
  return fail(Code::constraint, "Room " + in_quotes(name) + " exists already", std::string(path),
              "Choose another name.");
}

void insert_room(Draft& draft, const words::Floor& floor, const words::Room* parent, const words::Room& room) {
  const std::string statement = print(room);
  const auto& siblings = parent != nullptr ? parent->rooms : floor.rooms;
  if (!siblings.empty()) return draft.insert_statement_after(siblings.back().span, statement);
  if (parent == nullptr) return draft.insert_into_body(floor.body, statement);
  if (!parent->rooms_span.empty()) return draft.insert_into_body(parent->rooms_span, statement);
  draft.insert(end_of_label(*parent), " composed of [ " + statement + " ]");
}

Result<words::Room> room_from(const Draft& draft, const Operation& operation, const words::Floor& floor,
                              const words::Room* parent) {
  const Parameters& given = operation.parameters;
  words::Room room;
  room.is_sub_room = parent != nullptr;
  room.name.text = TRY(need(given.name, "name", operation.action));
  TRY(check_free(draft, room.name.text, "params.name"));
  words::Size size;
  size.width = draft.length(TRY(need_positive(given.width, "size.width", operation.action)), given);
  size.height = draft.length(TRY(need_positive(given.height, "size.height", operation.action)), given);
  room.size = size;
  const Position position = TRY(position_of(draft, given, floor, parent));
  if (!position.at && !position.relative) {
    return fail(Code::missing, "add_room needs params.position or params.relativePosition", "params.position",
                "Give {x, y}, or {direction, reference} of a neighbour.");
  }
  room.at = position.at;
  room.relative = position.relative;
  room.walls = wall_list(given);
  if (given.roomHeight) room.height = draft.length(*given.roomHeight, given);
  if (given.elevation) room.elevation = draft.length(*given.elevation, given);
  if (given.label && !given.label->empty()) room.label = words::Located<std::string>{*given.label, {}};
  if (given.style) {
    TRY(check_style(draft, *given.style));
    room.style = words::Name{*given.style, {}};
  }
  return room;
}

// `along Room.side` of custom stairs: the clause goes, the flight stays.
void remove_along(Draft& draft, const words::Floor& floor, const std::vector<const words::Room*>& rooms) {
  const auto gone = [&](const words::Name& name) {
    return std::ranges::any_of(rooms, [&](const words::Room* room) { return room->name.text == name.text; });
  };
  for (const auto& stair : floor.stairs) {
    for (const auto& segment : stair.segments) {
      const auto* flight = std::get_if<words::Flight>(&segment.what);
      if (flight == nullptr || !flight->along || !gone(flight->along->first)) continue;
      draft.remove_clause({flight->along->first.span.begin, flight->along->second.span.end}, "along");
    }
  }
}

// `opens into` of connections between others cannot name the room; it goes with its connection.
void rename_references(Draft& draft, const FoundRoom& found, const std::string& name) {
  const std::string& old = found.room->name.text;
  const std::string text = print_name(name);
  const auto follow = [&](const words::Name& reference) {
    if (reference.text == old) draft.replace(reference.span, text);
  };
  const auto& siblings = found.parent != nullptr ? found.parent->rooms : found.floor->rooms;
  for (const auto& room : siblings) {
    if (room.relative) follow(room.relative->reference);
  }
  if (found.parent == nullptr) {
    for (const auto& stair : found.floor->stairs) {
      if (stair.relative) follow(stair.relative->reference);
    }
    for (const auto& lift : found.floor->lifts) {
      if (lift.relative) follow(lift.relative->reference);
    }
  }
  for (const auto& stair : found.floor->stairs) {
    for (const auto& segment : stair.segments) {
      const auto* flight = std::get_if<words::Flight>(&segment.what);
      if (flight != nullptr && flight->along) follow(flight->along->first);
    }
  }
}

// Connections that mean this room, not a namesake on another floor.
void rename_in_connections(Draft& draft, const words::Room& room, const std::string& name) {
  const int index = static_cast<int>(draft.index_of(room));
  const auto& sources = draft.document().connections;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Connection& meant = draft.plan().connections[i];
    if (meant.from != index && meant.to != index) continue;
    if (meant.from == index) draft.replace(sources[i].from.room.span, print_name(name));
    if (meant.to == index) draft.replace(sources[i].to.room.span, print_name(name));
    const auto& into = sources[i].opens_into;
    if (into && !into->outside && into->room.text == room.name.text) draft.replace(into->room.span, print_name(name));
  }
}

// The entries of one side.
std::vector<const words::Wall*> entries_of(const words::Room& room, WallDirection side) {
  std::vector<const words::Wall*> out;
  for (const auto& wall : room.walls) {
    if (wall.side.value == side) out.push_back(&wall);
  }
  return out;
}

// Takes one entry out of `[ … ]` with one of the commas beside it.
void remove_wall_entry(Draft& draft, const words::Room& room, const words::Wall& wall) {
  const std::size_t index = static_cast<std::size_t>(&wall - room.walls.data());
  if (index + 1 < room.walls.size()) return draft.replace({wall.span.begin, room.walls[index + 1].span.begin}, "");
  if (index > 0) return draft.replace({room.walls[index - 1].span.end, wall.span.end}, "");
  draft.replace(wall.span, "");
}

// Adds one entry, or the whole list if the room has none.
void append_wall_entry(Draft& draft, const words::Room& room, const std::string& entry) {
  if (room.walls_span.empty()) return draft.insert(end_of_dimensions(room), " walls [" + entry + "]");
  if (room.walls.empty()) return draft.insert(room.walls_span.begin + 1, entry);
  draft.insert(room.walls.back().span.end, ", " + entry);
}

void set_wall(Draft& draft, const words::Room& room, WallDirection side, WallType type) {
  const auto entries = entries_of(room, side);
  words::Wall wall;
  wall.side.value = side;
  wall.type.value = type;
  if (entries.empty()) return append_wall_entry(draft, room, print(wall));
  // What was said of a door's place means nothing on a wall without one.
  const bool keeps_place = type == WallType::door || type == WallType::window;
  if (keeps_place) {
    draft.replace(entries.front()->type.span, std::string(text(type)));
  } else {
    draft.replace(entries.front()->span, print(wall));
  }
  for (std::size_t i = 1; i < entries.size(); ++i) remove_wall_entry(draft, room, *entries[i]);
}

std::string unique_name(const Draft& draft, const std::string& wished, const std::vector<std::string>& taken) {
  std::string name = wished;
  for (int i = 2; draft.room_exists(name) || std::ranges::find(taken, name) != taken.end(); ++i) {
    name = wished + "_" + std::to_string(i);
  }
  return name;
}

// Sub-rooms of a copy get names of their own; references among them follow.
void rename_copies(const Draft& draft, std::vector<words::Room>& rooms, std::vector<std::string>& taken) {
  for (auto& room : rooms) {
    const std::string old = room.name.text;
    room.name.text = unique_name(draft, old, taken);
    taken.push_back(room.name.text);
    for (auto& other : rooms) {
      if (other.relative && other.relative->reference.text == old) other.relative->reference.text = room.name.text;
    }
    rename_copies(draft, room.rooms, taken);
  }
}

}  // namespace

Result<std::string> add_room(Draft& draft, const Operation& operation) {
  const Parameters& given = operation.parameters;
  const words::Floor* floor = nullptr;
  const words::Room* parent = nullptr;
  if (given.parent) {
    const FoundRoom found = TRY(draft.room(*given.parent, given.floor, "params.parent"));
    floor = found.floor;
    parent = found.room;
  } else {
    floor = TRY(draft.floor(given.floor));
  }
  const words::Room room = TRY(room_from(draft, operation, *floor, parent));
  insert_room(draft, *floor, parent, room);
  return "Room " + in_quotes(room.name.text) + " added to " +
         (parent != nullptr ? "room " + in_quotes(parent->name.text) : "floor " + in_quotes(floor->name.text));
}

Result<std::string> remove_room(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  TRY(detach_dependents(draft, *found.floor, found.parent, found.room->name.text));
  std::vector<const words::Room*> rooms;
  collect(*found.room, rooms);
  const std::size_t connections = remove_connections_of(draft, rooms);
  remove_along(draft, *found.floor, rooms);
  draft.remove_statement(found.room->span);
  std::string message = "Room " + in_quotes(found.room->name.text) + " removed";
  if (rooms.size() > 1) message += " with its " + counted(rooms.size() - 1, "sub-room");
  if (connections > 0) message += "; " + counted(connections, "connection") + " went with it";
  return message;
}

Result<std::string> resize_room(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  const Parameters& given = operation.parameters;
  words::Size size;
  size.width = draft.length(TRY(need_positive(given.width, "width", operation.action)), given);
  size.height = draft.length(TRY(need_positive(given.height, "height", operation.action)), given);
  const words::Span old = span_of_size(*found.room);
  if (old.empty()) return fail(Code::constraint, "the room has no size to replace", "target");
  draft.replace(old, print(size));
  std::string message = "Room " + in_quotes(found.room->name.text) + " is now " + print(size);
  if (!size.width.unit) message += " " + std::string(text(draft.plan().settings.unit));
  return message;
}

Result<std::string> move_room(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  const Position position = TRY(position_of(draft, operation.parameters, *found.floor, found.parent));
  if (position.relative) {
    if (position.relative->reference.text == found.room->name.text) {
      return fail(Code::constraint, "a room cannot stand beside itself", "params.relativePosition.reference");
    }
    if (found.room->at) draft.remove_clause(found.room->at->span, "at");
    if (found.room->relative) {
      draft.replace(found.room->relative->span, print(*position.relative));
    } else {
      draft.insert(end_of_walls(*found.room), " " + print(*position.relative));
    }
    return "Room " + in_quotes(found.room->name.text) + " is now " + print(*position.relative);
  }
  TRY(need(operation.parameters.x, "x", operation.action));
  TRY(need(operation.parameters.y, "y", operation.action));
  place(draft, found.room->name, found.room->at, found.room->relative, *position.at);
  return "Room " + in_quotes(found.room->name.text) + " moved to " + print(*position.at);
}

Result<std::string> rename_room(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  const std::string name = TRY(need(operation.parameters.newName, "newName", operation.action));
  const std::string old = found.room->name.text;
  if (name == old) return "Room " + in_quotes(old) + " has this name already";
  TRY(check_free(draft, name, "params.newName"));
  draft.replace(found.room->name.span, print_name(name));
  rename_references(draft, found, name);
  rename_in_connections(draft, *found.room, name);
  return "Room " + in_quotes(old) + " is now " + in_quotes(name);
}

Result<std::string> update_walls(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  std::string done;
  std::string added;
  for (const WallDirection side : all_sides) {
    const auto type = operation.parameters.walls[static_cast<std::size_t>(side)];
    if (!type) continue;
    done += (done.empty() ? "" : ", ") + std::string(text(side)) + " " + std::string(text(*type));
    if (!entries_of(*found.room, side).empty()) {
      set_wall(draft, *found.room, side, *type);
    } else {
      added += (added.empty() ? "" : ", ") + std::string(text(side)) + ": " + std::string(text(*type));
    }
  }
  if (done.empty()) {
    return fail(Code::missing, "update_walls needs at least one of params.top, right, bottom, left", "params",
                std::string(info(operation.action).doc));
  }
  if (!added.empty()) append_wall_entry(draft, *found.room, added);
  return "Walls of " + in_quotes(found.room->name.text) + ": " + done;
}

Result<std::string> add_label(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  const std::string label = TRY(need(operation.parameters.label, "label", operation.action));
  const std::string name = in_quotes(found.room->name.text);
  if (label.empty()) {
    if (found.room->label) draft.remove_clause(found.room->label->span, "label");
    return "Room " + name + " has no label";
  }
  if (found.room->label) {
    draft.replace(found.room->label->span, print_string(label));
  } else {
    draft.insert(end_of_position(*found.room), " label " + print_string(label));
  }
  return "Room " + name + " is labelled " + in_quotes(label);
}

Result<std::string> set_style(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  const std::string style = TRY(need(operation.parameters.style, "style", operation.action));
  const std::string name = in_quotes(found.room->name.text);
  if (style.empty()) {
    if (found.room->style) draft.remove_clause(found.room->style->span, "style");
    return "Room " + name + " has no style";
  }
  TRY(check_style(draft, style));
  if (found.room->style) {
    draft.replace(found.room->style->span, print_name(style));
  } else {
    draft.insert(found.room->span.end, " style " + print_name(style));
  }
  return "Room " + name + " has the style " + in_quotes(style);
}

Result<std::string> copy_room(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(draft.room(operation.target));
  const Parameters& given = operation.parameters;
  const std::string name = TRY(need(given.newName, "newName", operation.action));
  TRY(check_free(draft, name, "params.newName"));
  const words::Floor* floor = found.floor;
  const words::Room* parent = found.parent;
  if (given.floor) {
    floor = TRY(draft.floor(given.floor));
    if (floor != found.floor) parent = nullptr;
  }
  const Position position = TRY(position_of(draft, given, *floor, parent));
  if (!position.at && !position.relative) {
    return fail(Code::missing, "copy_room needs params.position or params.relativePosition", "params.position");
  }
  words::Room copy = *found.room;
  copy.is_sub_room = parent != nullptr;
  copy.name.text = name;
  copy.at = position.at;
  copy.relative = position.relative;
  std::vector<std::string> taken{name};
  rename_copies(draft, copy.rooms, taken);
  insert_room(draft, *floor, parent, copy);
  return "Room " + in_quotes(found.room->name.text) + " copied as " + in_quotes(name);
}

Result<std::string> add_opening(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  const Parameters& given = operation.parameters;
  words::Wall wall;
  wall.side.value = TRY(need(given.side, "side", operation.action));
  wall.type.value = TRY(need(given.type, "type", operation.action));
  if (wall.type.value == WallType::solid || wall.type.value == WallType::open) {
    return fail(Code::out_of_range, "an opening is a door or a window", "params.type",
                "For a wall without openings, or no wall at all, use update_walls.");
  }
  if (given.position) {
    words::Along along;
    along.number = *given.position;
    along.percent = true;
    wall.at = along;
  }
  if (given.width || given.height) {
    const Settings& settings = draft.plan().settings;
    const bool window = wall.type.value == WallType::window;
    const double width = window ? settings.window_width : settings.door_width;
    const double height = window ? settings.window_height : settings.door_height;
    words::Size size;
    size.width = given.width ? draft.length(*given.width, given) : draft.bare(width);
    size.height = given.height ? draft.length(*given.height, given) : draft.bare(height);
    wall.size = size;
  }
  const auto entries = entries_of(*found.room, wall.side.value);
  const bool replaces = entries.size() == 1 && entries.front()->type.value == WallType::solid;
  if (replaces) {
    draft.replace(entries.front()->span, print(wall));
  } else {
    append_wall_entry(draft, *found.room, print(wall));
  }
  return "A " + std::string(text(wall.type.value)) + " in the " + std::string(text(wall.side.value)) + " wall of " +
         in_quotes(found.room->name.text);
}

Result<std::string> remove_opening(Draft& draft, const Operation& operation) {
  const FoundRoom found = TRY(target_room(draft, operation));
  const WallDirection side = TRY(need(operation.parameters.side, "side", operation.action));
  auto entries = entries_of(*found.room, side);
  std::erase_if(entries, [](const words::Wall* wall) {
    return wall->type.value == WallType::solid || wall->type.value == WallType::open;
  });
  const auto index = operation.parameters.index.value_or(0);
  if (index < 0 || static_cast<std::size_t>(index) >= entries.size()) {
    return fail(Code::not_found,
                "the " + std::string(text(side)) + " wall of " + in_quotes(found.room->name.text) + " has " +
                    counted(entries.size(), "opening") + " of its own",
                "params.index", "Doors that join two rooms are connections: remove_connection.");
  }
  const words::Wall& wall = *entries[static_cast<std::size_t>(index)];
  if (entries.size() > 1) {
    remove_wall_entry(draft, *found.room, wall);
  } else {
    words::Wall solid;
    solid.side.value = side;
    draft.replace(wall.span, print(solid));
  }
  return "A " + std::string(text(wall.type.value)) + " taken out of the " + std::string(text(side)) + " wall of " +
         in_quotes(found.room->name.text);
}

}  // namespace floorplan::engine
