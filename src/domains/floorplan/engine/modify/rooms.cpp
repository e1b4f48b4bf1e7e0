// SPDX-License-Identifier: Apache-2.0
// Rooms: their place, size, name, label and style.
#include <algorithm>
#include <initializer_list>

#include "domains/floorplan/engine/modify/handlers.h"
#include "domains/floorplan/engine/modify/needs.h"
#include "domains/floorplan/engine/modify/placing.h"
#include "domains/floorplan/engine/modify/references.h"
#include "domains/floorplan/engine/modify/room_text.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using formats::floorplan::print_name;
using formats::floorplan::print_string;
using words::WallDirection;

std::vector<words::Wall> wall_list(const action::Walled& given) {
  std::vector<words::Wall> walls;
  for (const WallDirection side : all_sides) {
    words::Wall wall;
    wall.side.value = side;
    wall.type.value = given.wall(side).value_or(words::WallType::solid);
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

void insert_room(Draft& draft, const Scope& scope, const words::Room& room) {
  const std::string statement = print(room);
  if (!scope.rooms().empty()) return draft.insert_statement_after(scope.rooms().back().span, statement);
  if (scope.parent == nullptr) return draft.insert_into_body(scope.floor->body, statement);
  if (!scope.parent->rooms_span.empty()) return draft.insert_into_body(scope.parent->rooms_span, statement);
  draft.insert(end_of_label(*scope.parent), " composed of [ " + statement + " ]");
}

// Where a new room goes: into its parent, or onto a floor.
Result<Scope> scope_of(const Draft& draft, const action::AddRoom& given) {
  if (!given.parent) return Scope{TRY(draft.floor(given.floor)), nullptr};
  const FoundRoom found = TRY(draft.room(*given.parent, given.floor, "params.parent"));
  return Scope{found.floor, found.room};
}

Result<words::Room> room_from(const Draft& draft, const action::AddRoom& given, const Scope& scope) {
  words::Room room;
  room.is_sub_room = scope.parent != nullptr;
  room.name.text = TRY(need(given, &action::AddRoom::name));
  TRY(check_free(draft, room.name.text, "params.name"));
  room.size = TRY(need_size(draft, given.action, given, given.unit, "size."));
  const Place place = TRY(need_place(draft, given.action, given, given.unit, scope,
                                     "Give {x, y}, or {direction, reference} of a neighbour."));
  room.at = place.at;
  room.relative = place.relative;
  room.walls = wall_list(given);
  if (given.roomHeight) room.height = draft.length(*given.roomHeight, given.unit);
  if (given.elevation) room.elevation = draft.length(*given.elevation, given.unit);
  room.label = label_of(given);
  if (given.style) {
    TRY(check_style(draft, *given.style));
    room.style = words::Name{*given.style, {}};
  }
  return room;
}

// Says of a room that it stands beside another, instead of where it stands now.
void put_beside(Draft& draft, const words::Room& room, const words::RelativePosition& relative) {
  if (room.at) draft.remove_clause(room.at->span, "at");
  if (room.relative) return draft.replace(room.relative->span, print(relative));
  draft.insert(end_of_walls(room), " " + print(relative));
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

// Where a copy goes: beside the original, unless another floor is asked for.
Result<Scope> scope_of_copy(const Draft& draft, const FoundRoom& original, const action::CopyRoom& given) {
  const words::Floor* floor = given.floor ? TRY(draft.floor(given.floor)) : original.floor;
  return Scope{floor, floor == original.floor ? original.parent : nullptr};
}

}  // namespace

Result<std::string> add_room(Draft& draft, const std::string& /*target*/, const action::AddRoom& given) {
  const Scope scope = TRY(scope_of(draft, given));
  const words::Room room = TRY(room_from(draft, given, scope));
  insert_room(draft, scope, room);
  return "Room " + in_quotes(room.name.text) + " added to " +
         (scope.parent != nullptr ? "room " + in_quotes(scope.parent->name.text)
                                  : "floor " + in_quotes(scope.floor->name.text));
}

Result<std::string> remove_room(Draft& draft, const std::string& target, const action::RemoveRoom& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  TRY(detach_dependents(draft, found, found.room->name.text));
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

Result<std::string> resize_room(Draft& draft, const std::string& target, const action::ResizeRoom& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  const words::Size size = TRY(need_size(draft, given.action, given, given.unit, ""));
  const words::Span old = span_of_size(*found.room);
  if (old.empty()) return fail(Code::constraint, "the room has no size to replace", "target");
  draft.replace(old, print(size));
  std::string message = "Room " + in_quotes(found.room->name.text) + " is now " + print(size);
  if (!size.width.unit) message += " " + std::string(text(draft.plan().settings.unit));
  return message;
}

Result<std::string> move_room(Draft& draft, const std::string& target, const action::MoveRoom& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  const std::string name = in_quotes(found.room->name.text);
  const Place place = TRY(place_of(draft, given, given.unit, found));
  if (place.relative) {
    if (place.relative->reference.text == found.room->name.text) {
      return fail(Code::constraint, "a room cannot stand beside itself", "params.relativePosition.reference");
    }
    put_beside(draft, *found.room, *place.relative);
    return "Room " + name + " is now " + print(*place.relative);
  }
  TRY(need(given.action, given.across(), "x"));
  TRY(need(given.action, given.down(), "y"));
  put_at(draft, found.room->name, found.room->at, found.room->relative, *place.at);
  return "Room " + name + " moved to " + print(*place.at);
}

Result<std::string> rename_room(Draft& draft, const std::string& target, const action::RenameRoom& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  const std::string name = TRY(need(given, &action::RenameRoom::newName));
  const std::string old = found.room->name.text;
  if (name == old) return "Room " + in_quotes(old) + " has this name already";
  TRY(check_free(draft, name, "params.newName"));
  draft.replace(found.room->name.span, print_name(name));
  rename_references(draft, found, name);
  return "Room " + in_quotes(old) + " is now " + in_quotes(name);
}

Result<std::string> add_label(Draft& draft, const std::string& target, const action::AddLabel& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  const std::string label = TRY(need(given, &action::AddLabel::label));
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

Result<std::string> set_style(Draft& draft, const std::string& target, const action::SetStyle& given) {
  const FoundRoom found = TRY(draft.room(target, given.floor));
  const std::string style = TRY(need(given, &action::SetStyle::style));
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

Result<std::string> copy_room(Draft& draft, const std::string& target, const action::CopyRoom& given) {
  const FoundRoom found = TRY(draft.room(target));
  const std::string name = TRY(need(given, &action::CopyRoom::newName));
  TRY(check_free(draft, name, "params.newName"));
  const Scope scope = TRY(scope_of_copy(draft, found, given));
  const Place place = TRY(need_place(draft, given.action, given, given.unit, scope));
  words::Room copy = *found.room;
  copy.is_sub_room = scope.parent != nullptr;
  copy.name.text = name;
  copy.at = place.at;
  copy.relative = place.relative;
  std::vector<std::string> taken{name};
  rename_copies(draft, copy.rooms, taken);
  insert_room(draft, scope, copy);
  return "Room " + in_quotes(found.room->name.text) + " copied as " + in_quotes(name);
}

}  // namespace floorplan::engine
