// SPDX-License-Identifier: Apache-2.0
// Doors between rooms, and to the outside.
#include "domains/floorplan/engine/modify/handlers.h"
#include "domains/floorplan/engine/modify/needs.h"
#include "domains/floorplan/engine/modify/statements.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;

// One end of a connection, on a floor if that is given.
Result<words::End> end_of(const Draft& draft, const std::string& name, const std::optional<std::string>& floor,
                          const std::optional<words::WallDirection>& side, std::string_view path) {
  words::End end;
  end.outside = name == "outside";
  end.room.text = name;
  if (!end.outside) end.room.text = TRY(draft.room(name, floor, path)).room->name.text;
  if (side) end.side = words::Located<words::WallDirection>{*side, {}};
  return end;
}

bool has_room(const Draft& draft, const words::Floor& floor, const words::End& end) {
  return end.outside || draft.room(end.room.text, floor.name.text).ok();
}

// The floor that a connection is asked for on: params.floor, or that of an end written Floor.Room.
std::optional<std::string> asked_floor(const Draft& draft, const action::Ends& given) {
  if (given.floor) return given.floor;
  for (const auto* name : {&given.from, &given.to}) {
    const auto found = draft.room(name->value_or(""));
    if (found.ok() && found->room->name.text != **name && (*name)->starts_with(found->floor->name.text + ".")) {
      return found->floor->name.text;
    }
  }
  return std::nullopt;
}

// The text of a connection has no floor: one that is asked for must be the only one with such rooms.
Result<void> check_only_floor(const Draft& draft, const action::Ends& given, const words::Connection& connection) {
  const auto asked = asked_floor(draft, given);
  if (!asked) return {};
  for (const auto& floor : draft.document().floors) {
    if (floor.name.text == *asked) continue;
    if (!has_room(draft, floor, connection.from) || !has_room(draft, floor, connection.to)) continue;
    return fail(Code::constraint,
                "floor " + in_quotes(floor.name.text) +
                    " has rooms of these names too, and a connection cannot say which are meant",
                "params.floor", "Rename one of the rooms first (rename_room).");
  }
  return {};
}

// The rooms, or the outside, that are to be joined.
Result<void> set_ends(const Draft& draft, const action::AddConnection& given, words::Connection& connection) {
  const std::string from = TRY(need(given, &action::AddConnection::from));
  const std::string to = TRY(need(given, &action::AddConnection::to));
  connection.from = TRY(end_of(draft, from, given.floor, given.fromSide, "params.from"));
  connection.to = TRY(end_of(draft, to, given.floor, given.toSide, "params.to"));
  if (connection.from.room.text == connection.to.room.text) {
    return fail(Code::constraint, "a room cannot be connected to itself", "params.to");
  }
  return check_only_floor(draft, given, connection);
}

// What stands between them.
Result<void> set_door(const Draft& draft, const action::AddConnection& given, words::Connection& connection) {
  const Settings& settings = draft.plan().settings;
  connection.type.value = given.doorType.value_or(words::DoorType::door);
  const bool wide = connection.type.value == words::DoorType::double_door;
  connection.at = place_along(given);
  connection.size = opening_size(draft, given, given.unit, wide ? settings.double_door_width : settings.door_width,
                                 settings.door_height);
  if (given.swing) connection.swing = words::Located<words::SwingDirection>{*given.swing, {}};
  if (!given.opensInto) return {};
  const words::End into = TRY(end_of(draft, *given.opensInto, given.floor, std::nullopt, "params.opensInto"));
  if (into.room.text != connection.from.room.text && into.room.text != connection.to.room.text) {
    return fail(Code::constraint, "the door can only open into one of the two it joins", "params.opensInto");
  }
  connection.opens_into = into;
  return {};
}

bool joins(const words::Connection& connection, const std::string& from, const std::string& to) {
  const auto is = [](const words::End& end, const std::string& name) {
    return end.outside ? name == "outside" : end.room.text == name;
  };
  return (is(connection.from, from) && is(connection.to, to)) || (is(connection.from, to) && is(connection.to, from));
}

// Connections name rooms without their floor or parent.
std::string plain_name(const Draft& draft, const std::string& name) {
  const auto found = draft.room(name);
  return found.ok() ? found->room->name.text : name;
}

bool is_on(const Draft& draft, const Connection& connection, const std::string& floor) {
  const int room = connection.from >= 0 ? connection.from : connection.to;
  if (room < 0) return false;
  const int index = draft.plan().rooms[static_cast<std::size_t>(room)].floor;
  return draft.plan().floors[static_cast<std::size_t>(index)].id == floor;
}

// Those that join the two, on the floor asked for.
std::vector<const words::Connection*> between(const Draft& draft, const std::string& from, const std::string& to,
                                              const std::optional<std::string>& floor) {
  const std::string plain_from = plain_name(draft, from);
  const std::string plain_to = plain_name(draft, to);
  std::vector<const words::Connection*> found;
  const auto& connections = draft.document().connections;
  for (std::size_t i = 0; i < connections.size(); ++i) {
    if (!joins(connections[i], plain_from, plain_to)) continue;
    if (!floor || is_on(draft, draft.plan().connections[i], *floor)) found.push_back(&connections[i]);
  }
  return found;
}

}  // namespace

Result<std::string> add_connection(Draft& draft, const std::string& /*target*/, const action::AddConnection& given) {
  words::Connection connection;
  TRY(set_ends(draft, given, connection));
  TRY(set_door(draft, given, connection));
  insert_after(draft, last_connection(draft.document()), print(connection));
  return in_quotes(connection.from.room.text) + " and " + in_quotes(connection.to.room.text) + " are joined by " +
         (connection.type.value == words::DoorType::opening ? "an " : "a ") + std::string(text(connection.type.value));
}

Result<std::string> remove_connection(Draft& draft, const std::string& /*target*/,
                                      const action::RemoveConnection& given) {
  const std::string from = TRY(need(given, &action::RemoveConnection::from));
  const std::string to = TRY(need(given, &action::RemoveConnection::to));
  const auto found = between(draft, from, to, asked_floor(draft, given));
  const auto index = given.index.value_or(0);
  if (index < 0 || static_cast<std::size_t>(index) >= found.size()) {
    return fail(Code::not_found,
                counted(found.size(), "connection") + (found.size() == 1 ? " joins " : " join ") + in_quotes(from) +
                    " and " + in_quotes(to),
                found.empty() ? "params.from" : "params.index");
  }
  draft.remove_statement(found[static_cast<std::size_t>(index)]->span);
  return "The connection of " + in_quotes(from) + " and " + in_quotes(to) + " is gone";
}

}  // namespace floorplan::engine
