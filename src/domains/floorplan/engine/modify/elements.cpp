// SPDX-License-Identifier: Apache-2.0
// Connections, stairs, lifts and vertical links.
#include <algorithm>

#include "base/text.h"
#include "domains/floorplan/engine/modify/draft.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;

// A new connection or link goes after the last of its kind, else after what the grammar puts before it.
void insert_after_last(Draft& draft, words::Span last, const std::string& statement) {
  if (last.empty()) return draft.append_statement(statement, {});
  draft.insert_statement_after(last, statement);
}

words::Span last_floor(const words::Document& document) {
  return document.floors.empty() ? document.header : document.floors.back().span;
}
words::Span last_connection(const words::Document& document) {
  return document.connections.empty() ? last_floor(document) : document.connections.back().span;
}
words::Span last_vertical(const words::Document& document) {
  return document.verticals.empty() ? last_connection(document) : document.verticals.back().span;
}

// The end of a connection, on params.floor if that is given.
Result<words::End> end_of(const Draft& draft, const Parameters& given, const std::string& name,
                          const std::optional<words::WallDirection>& side, std::string_view path) {
  words::End end;
  end.outside = name == "outside";
  end.room.text = name;
  if (!end.outside) end.room.text = TRY(draft.room(name, given.floor, path)).room->name.text;
  if (side) end.side = words::Located<words::WallDirection>{*side, {}};
  return end;
}

bool has_room(const Draft& draft, const words::Floor& floor, const words::End& end) {
  return end.outside || draft.room(end.room.text, floor.name.text).ok();
}

// The floor that a connection is asked for on: params.floor, or that of an end written Floor.Room.
std::optional<std::string> asked_floor(const Draft& draft, const Parameters& given) {
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
Result<void> check_only_floor(const Draft& draft, const Parameters& given, const words::Connection& connection) {
  const auto asked = asked_floor(draft, given);
  if (!asked) return {};
  for (const auto& floor : draft.document().floors) {
    if (floor.name.text == *asked) continue;
    if (!has_room(draft, floor, connection.from) || !has_room(draft, floor, connection.to)) continue;
    return fail(Code::constraint,
                "floor " + in_quotes(floor.name.text) +
                    " has rooms of these names too, and a connection cannot say "
                    "which are meant",
                "params.floor", "Rename one of the rooms first (rename_room).");
  }
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

// A stair or a lift of the tree, with its floor.
struct FoundElement {
  const words::Floor* floor = nullptr;
  const words::Stair* stair = nullptr;
  const words::Lift* lift = nullptr;
  const words::Name& name() const { return stair != nullptr ? stair->name : lift->name; }
  words::Span span() const { return stair != nullptr ? stair->span : lift->span; }
};

Result<FoundElement> find_element(const Draft& draft, const Operation& operation) {
  std::vector<std::string> names;
  FoundElement found;
  const auto consider = [&](const words::Floor& floor, const auto& list, auto FoundElement::* member) {
    for (const auto& element : list) {
      names.push_back(element.name.text);
      const bool meant =
          element.name.text == operation.target || floor.name.text + "." + element.name.text == operation.target;
      if (found.floor != nullptr || !meant) continue;
      found.floor = &floor;
      found.*member = &element;
    }
  };
  for (const auto& floor : draft.document().floors) {
    if (operation.parameters.floor && floor.name.text != *operation.parameters.floor) continue;
    consider(floor, floor.stairs, &FoundElement::stair);
    consider(floor, floor.lifts, &FoundElement::lift);
  }
  if (found.floor != nullptr) return found;
  const auto near = base::nearest(operation.target, names);
  return fail(Code::not_found, "no stair or lift " + in_quotes(base::printable(operation.target, 200)) + " found",
              "target", near ? "Did you mean \"" + *near + "\"?" : "");
}

void insert_element(Draft& draft, const words::Floor& floor, words::Span previous, const std::string& statement) {
  if (!previous.empty()) return draft.insert_statement_after(previous, statement);
  draft.insert_into_body(floor.body, statement);
}

words::Span last_stair_or_room(const words::Floor& floor) {
  if (!floor.stairs.empty()) return floor.stairs.back().span;
  return floor.rooms.empty() ? words::Span{} : floor.rooms.back().span;
}

Result<std::string> new_element_name(const Draft& draft, const words::Floor& floor, const Operation& operation) {
  std::string name = TRY(need(operation.parameters.name, "name", operation.action));
  TRY(check_name(name, "params.name"));
  if (!draft.element_exists(floor, name)) return name;
  return fail(Code::constraint,
              "floor " + in_quotes(floor.name.text) + " has a stair or lift " + in_quotes(name) + " already",
              "params.name", "Choose another name.");
}

Result<Position> required_position(const Draft& draft, const Operation& operation, const words::Floor& floor) {
  Position position = TRY(position_of(draft, operation.parameters, floor, nullptr));
  if (position.at || position.relative) return position;
  return fail(Code::missing,
              std::string(info(operation.action).name) + " needs params.position or params.relativePosition",
              "params.position");
}

// The grammar wants two runs or more; a double-L has up to three, and one is enough for it.
Result<void> runs_of(const Parameters& given, words::Stair& stair) {
  if (!given.runs || given.runs->empty()) return {};
  const bool three = stair.shape.value == words::StairShape::double_l;
  if (three ? given.runs->size() > 3 : given.runs->size() < 2) {
    return fail(
        Code::out_of_range,
        std::string(text(stair.shape.value)) + " stairs have " + (three ? "one to three" : "two or more") + " runs",
        "params.runs", "Give the steps of each flight, or leave `runs` out.");
  }
  for (const auto run : *given.runs) stair.runs.push_back(static_cast<double>(run));
  return {};
}

// What each shape cannot do without.
Result<void> shape_of(const Draft& draft, const Operation& operation, words::Stair& stair) {
  const Parameters& given = operation.parameters;
  const auto shape = TRY(need(given.shape, "shape", operation.action));
  stair.shape.value = shape;
  const auto direction = [&]() -> Result<void> {
    stair.direction = words::Located<words::ViewDirection>{TRY(need(given.toward, "toward", operation.action)), {}};
    return {};
  };
  if (shape == words::StairShape::custom) {
    return fail(Code::out_of_range, "custom stairs are written in the text, not built from parameters", "params.shape",
                "Choose another shape, or edit the DSL.");
  }
  if (shape == words::StairShape::spiral) {
    stair.rotation =
        words::Located<words::RotationDirection>{given.rotation.value_or(words::RotationDirection::clockwise), {}};
    stair.outer_radius = draft.length(TRY(need_positive(given.outerRadius, "outerRadius", operation.action)), given);
    if (given.innerRadius) stair.inner_radius = draft.length(*given.innerRadius, given);
    return {};
  }
  TRY(direction());
  if (shape == words::StairShape::straight) return {};
  if (shape == words::StairShape::curved) {
    stair.radius = draft.length(TRY(need_positive(given.radius, "radius", operation.action)), given);
    stair.arc_degrees = given.arc;
    return {};
  }
  stair.turn = words::Located<words::TurnDirection>{TRY(need(given.turn, "turn", operation.action)), {}};
  if (shape == words::StairShape::winder) {
    stair.winders = static_cast<double>(TRY(need(given.winders, "winders", operation.action)));
  }
  return runs_of(given, stair);
}

}  // namespace

Result<std::string> add_connection(Draft& draft, const Operation& operation) {
  const Parameters& given = operation.parameters;
  words::Connection connection;
  const std::string from = TRY(need(given.from, "from", operation.action));
  const std::string to = TRY(need(given.to, "to", operation.action));
  connection.from = TRY(end_of(draft, given, from, given.fromSide, "params.from"));
  connection.to = TRY(end_of(draft, given, to, given.toSide, "params.to"));
  if (connection.from.room.text == connection.to.room.text) {
    return fail(Code::constraint, "a room cannot be connected to itself", "params.to");
  }
  TRY(check_only_floor(draft, given, connection));
  connection.type.value = given.doorType.value_or(words::DoorType::door);
  if (given.position) {
    words::Along along;
    along.number = *given.position;
    along.percent = true;
    connection.at = along;
  }
  if (given.width || given.height) {
    words::Size size;
    const Settings& settings = draft.plan().settings;
    const bool wide = connection.type.value == words::DoorType::double_door;
    const double standard = wide ? settings.double_door_width : settings.door_width;
    size.width = given.width ? draft.length(*given.width, given) : draft.bare(standard);
    size.height = given.height ? draft.length(*given.height, given) : draft.bare(settings.door_height);
    connection.size = size;
  }
  if (given.opensInto) {
    const words::End into = TRY(end_of(draft, given, *given.opensInto, std::nullopt, "params.opensInto"));
    if (into.room.text != connection.from.room.text && into.room.text != connection.to.room.text) {
      return fail(Code::constraint, "the door can only open into one of the two it joins", "params.opensInto");
    }
    connection.opens_into = into;
  }
  if (given.swing) connection.swing = words::Located<words::SwingDirection>{*given.swing, {}};
  insert_after_last(draft, last_connection(draft.document()), print(connection));
  return in_quotes(connection.from.room.text) + " and " + in_quotes(connection.to.room.text) + " are joined by " +
         (connection.type.value == words::DoorType::opening ? "an " : "a ") + std::string(text(connection.type.value));
}

Result<std::string> remove_connection(Draft& draft, const Operation& operation) {
  const std::string from = TRY(need(operation.parameters.from, "from", operation.action));
  const std::string to = TRY(need(operation.parameters.to, "to", operation.action));
  const auto asked = asked_floor(draft, operation.parameters);
  const std::string plain_from = plain_name(draft, from);
  const std::string plain_to = plain_name(draft, to);
  std::vector<const words::Connection*> found;
  const auto& connections = draft.document().connections;
  for (std::size_t i = 0; i < connections.size(); ++i) {
    if (!joins(connections[i], plain_from, plain_to)) continue;
    if (!asked || is_on(draft, draft.plan().connections[i], *asked)) found.push_back(&connections[i]);
  }
  const auto index = operation.parameters.index.value_or(0);
  if (index < 0 || static_cast<std::size_t>(index) >= found.size()) {
    return fail(Code::not_found,
                counted(found.size(), "connection") + (found.size() == 1 ? " joins " : " join ") + in_quotes(from) +
                    " and " + in_quotes(to),
                found.empty() ? "params.from" : "params.index");
  }
  draft.remove_statement(found[static_cast<std::size_t>(index)]->span);
  return "The connection of " + in_quotes(from) + " and " + in_quotes(to) + " is gone";
}

Result<std::string> add_stair(Draft& draft, const Operation& operation) {
  const Parameters& given = operation.parameters;
  const words::Floor* floor = TRY(draft.floor(given.floor));
  words::Stair stair;
  stair.name.text = TRY(new_element_name(draft, *floor, operation));
  const Position position = TRY(required_position(draft, operation, *floor));
  stair.at = position.at;
  stair.relative = position.relative;
  TRY(shape_of(draft, operation, stair));
  stair.rise = draft.length(TRY(need_positive(given.rise, "rise", operation.action)), given);
  if (given.width) stair.width = draft.length(*given.width, given);
  if (given.riser) stair.riser = draft.length(*given.riser, given);
  if (given.tread) stair.tread = draft.length(*given.tread, given);
  if (given.label && !given.label->empty()) stair.label = words::Located<std::string>{*given.label, {}};
  insert_element(draft, *floor, last_stair_or_room(*floor), print(stair));
  return "Stair " + in_quotes(stair.name.text) + " added to floor " + in_quotes(floor->name.text);
}

Result<std::string> add_lift(Draft& draft, const Operation& operation) {
  const Parameters& given = operation.parameters;
  const words::Floor* floor = TRY(draft.floor(given.floor));
  words::Lift lift;
  lift.name.text = TRY(new_element_name(draft, *floor, operation));
  words::Size size;
  size.width = draft.length(TRY(need_positive(given.width, "size.width", operation.action)), given);
  size.height = draft.length(TRY(need_positive(given.height, "size.height", operation.action)), given);
  lift.size = size;
  const Position position = TRY(required_position(draft, operation, *floor));
  lift.at = position.at;
  lift.relative = position.relative;
  for (const auto side : given.doors.value_or(std::vector<words::ViewDirection>{})) lift.doors.push_back({side, {}});
  if (given.label && !given.label->empty()) lift.label = words::Located<std::string>{*given.label, {}};
  const words::Span previous = floor->lifts.empty() ? last_stair_or_room(*floor) : floor->lifts.back().span;
  insert_element(draft, *floor, previous, print(lift));
  return "Lift " + in_quotes(lift.name.text) + " added to floor " + in_quotes(floor->name.text);
}

Result<std::string> remove_element(Draft& draft, const Operation& operation) {
  const FoundElement found = TRY(find_element(draft, operation));
  remove_links(draft, [&](const words::Link& link) {
    return link.floor.text == found.floor->name.text && link.element.text == found.name().text;
  });
  draft.remove_statement(found.span());
  return in_quotes(found.name().text) + " removed from floor " + in_quotes(found.floor->name.text);
}

Result<std::string> move_element(Draft& draft, const Operation& operation) {
  const FoundElement found = TRY(find_element(draft, operation));
  const Position position = TRY(required_position(draft, operation, *found.floor));
  const auto& at = found.stair != nullptr ? found.stair->at : found.lift->at;
  const auto& relative = found.stair != nullptr ? found.stair->relative : found.lift->relative;
  if (position.at) {
    place(draft, found.name(), at, relative, *position.at);
    return in_quotes(found.name().text) + " moved to " + print(*position.at);
  }
  words::Stair stair = found.stair != nullptr ? *found.stair : words::Stair{};
  words::Lift lift = found.lift != nullptr ? *found.lift : words::Lift{};
  stair.at.reset();
  lift.at.reset();
  stair.relative = position.relative;
  lift.relative = position.relative;
  draft.replace(found.span(), found.stair != nullptr ? print(stair) : print(lift));
  return in_quotes(found.name().text) + " is now " + print(*position.relative);
}

Result<std::string> add_vertical(Draft& draft, const Operation& operation) {
  const auto links = TRY(need(operation.parameters.links, "links", operation.action));
  if (links.size() < 2) return fail(Code::out_of_range, "a vertical link joins at least two", "params.links");
  words::Vertical vertical;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::string path = "params.links[" + std::to_string(i) + "]";
    const std::size_t dot = links[i].find('.');
    if (dot == std::string::npos) {
      return fail(Code::out_of_range, in_quotes(base::printable(links[i], 200)) + " is not Floor.Element", path);
    }
    const words::Floor* floor = TRY(draft.floor(links[i].substr(0, dot), path));
    words::Link link;
    link.floor.text = floor->name.text;
    link.element.text = links[i].substr(dot + 1);
    if (!draft.element_exists(*floor, link.element.text)) {
      return fail(Code::not_found,
                  "floor " + in_quotes(floor->name.text) + " has no stair or lift " +
                      in_quotes(base::printable(link.element.text, 200)),
                  path);
    }
    vertical.links.push_back(link);
  }
  insert_after_last(draft, last_vertical(draft.document()), print(vertical));
  return std::to_string(links.size()) + " storeys linked";
}

}  // namespace floorplan::engine
