// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "base/text.h"
#include "formats/floorplan/parser.h"

namespace formats::floorplan {

namespace {

// In the strict order.
enum RoomPart : std::uint8_t { at, size_, height, elevation, walls_, relative_, label, composed_, style_ };
constexpr auto room_parts = std::to_array<Part>({{"at"},
                                                 {"size", true},
                                                 {"height"},
                                                 {"elevation"},
                                                 {"walls", true},
                                                 {"<direction>"},
                                                 {"label"},
                                                 {"composed"},
                                                 {"style"}});
// The same with walls that may be left out.
constexpr auto lenient_room_parts = [] {
  auto parts = room_parts;
  parts[walls_].required = false;
  return parts;
}();

enum LiftPart : std::uint8_t { lift_at, lift_size, lift_doors_, lift_relative, lift_label, lift_style };
constexpr auto lift_parts =
    std::to_array<Part>({{"at"}, {"size", true}, {"doors"}, {"<direction>"}, {"label"}, {"style"}});

enum ConnectionPart : std::uint8_t { door_type, door_at, door_size, door_opens, door_swing };
constexpr auto connection_parts = std::to_array<Part>({{"<door type>", true}, {"at"}, {"size"}, {"opens"}, {"swing"}});

template <class T>
bool keep(std::optional<T>& target, std::optional<T> value) {
  if (!value) return false;
  target = std::move(value);
  return true;
}

}  // namespace

// room = ("room"|"sub-room") ID attributes
bool Parser::room(std::vector<Room>& rooms, std::size_t depth) {
  const auto keyword = take();
  if (!count_element(keyword.span)) return false;
  auto named = name("the room");
  if (!named) return false;
  Room room;
  room.is_sub_room = keyword.text == "sub-room";
  room.name = *std::move(named);
  const auto known = strict() ? std::span<const Part>(room_parts) : std::span<const Part>(lenient_room_parts);
  const auto of = "the room `" + base::printable(room.name.text, 60) + "`";
  Progress progress{known};
  const bool good = parts(progress, of, [&](int index) { return room_part(room, index, depth); });
  if (good && !too_many()) missing_parts(progress, of);
  room.span = since(keyword.span.begin);
  rooms.push_back(std::move(room));
  return good;
}

bool Parser::room_part(Room& room, int part, std::size_t depth) {
  if (part == relative_) return keep(room.relative, relative());
  take();
  switch (part) {
    case at:
      return keep(room.at, point());
    case size_:
      return room_size(room);
    case height:
      return keep(room.height, length("the height"));
    case elevation:
      return keep(room.elevation, length("the elevation", true));
    case walls_:
      return walls(room);
    case label:
      return keep(room.label, text("a label"));
    case composed_:
      return need_word("of", "after `composed`") && composed(room, depth);
    default:
      return keep(room.style, name("the style"));
  }
}

bool Parser::room_size(Room& room) {
  const bool named = peek().kind == TokenKind::word || (lenient() && peek().kind == TokenKind::string);
  if (named) {
    auto variable = name("a size");
    if (!variable) return false;
    room.size = *std::move(variable);
    return true;
  }
  auto read = size();
  if (read) room.size = *read;
  return read.has_value();
}

// walls = "[" wall ("," wall)* "]"
bool Parser::walls(Room& room) {
  const auto open = here().begin;
  const bool bracketed = take_symbol('[');
  if (!bracketed && (strict() || !is_symbol(':', 1))) return need_symbol('[', "after `walls`");
  if (!bracketed) {
    do {
      if (!wall(room)) return false;
    } while (take_symbol(',') || (is_symbol(':', 1) && parse_word<WallDirection>(peek().text)));
    return true;
  }
  bool more = !(lenient() && take_symbol(']'));
  if (more && is_symbol(']')) return refuse(Finding::list_empty, "`walls` names at least one side (strict dialect).");
  while (more && !too_many()) {
    const bool read = wall(room) && wall_parts(room.walls.back());
    if (!read && strict()) return false;
    while (!read && !is_symbol(',') && !is_symbol(']') && !closes()) take();
    const auto next = next_entry(']', is_symbol(':', 1), "the walls");
    if (next == Next::broken) return false;
    more = next == Next::entry;
  }
  room.walls_span = since(open);
  return true;
}

// wall = side ":" type …
bool Parser::wall(Room& room) {
  Wall wall;
  const auto begin = here().begin;
  const auto side = word<WallDirection>("a side", Finding::wall_side_unknown);
  if (!side || !need_symbol(':', "after the side")) return false;
  const auto type = word<WallType>("a wall type", Finding::wall_type_unknown);
  if (!type) return false;
  wall.side = *side;
  wall.type = *type;
  wall.span = since(begin);
  room.walls.push_back(wall);
  return true;
}

// … ("at" NUMBER "%"?)? ("size" dim)? ("height" NUMBER)?
bool Parser::wall_parts(Wall& wall) {
  static constexpr auto known = std::to_array<Part>({{"at"}, {"size"}, {"height"}});
  Progress progress{known};
  while (const auto index = part(progress)) {
    if (!take_part(progress, *index, "the wall")) return false;
    take();
    bool read = false;
    if (*index == 0) read = keep(wall.at, along(true));
    if (*index == 1) read = keep(wall.size, size());
    if (*index == 2 && strict()) {
      const auto span = here();
      const auto value = number("the height of the wall");
      if (value) wall.height = Length{*value, std::nullopt, span};
      read = value.has_value();
    } else if (*index == 2) {
      read = keep(wall.height, length("the height of the wall"));
    }
    if (!read) return false;
  }
  wall.span = since(wall.span.begin);
  return true;
}

// "composed" "of" "[" room* "]"
bool Parser::composed(Room& room, std::size_t depth) {
  const auto open = here().begin;
  const bool bracketed = take_symbol('[');
  if (!bracketed && (strict() || !is_word("sub-room"))) return need_symbol('[', "after `composed of`");
  if (depth + 1 >= limits_.max_depth) {
    refuse(Finding::too_deep, "Sub-rooms are nested more than " + std::to_string(limits_.max_depth) + " deep.");
    stopped_ = true;
    return false;
  }
  while (!too_many()) {
    if (bracketed && take_symbol(']')) break;
    const bool inside = is_word("sub-room") || (bracketed && is_word("room"));
    if (!bracketed && !inside) return true;
    if (lenient() && take_symbol(',')) continue;
    if (!inside) {
      need_symbol(']', "after the sub-rooms");
      return lenient();
    }
    if (this->room(room.rooms, depth + 1)) continue;
    if (strict()) return false;
    skip_statement();
  }
  if (bracketed) room.rooms_span = since(open);
  return true;
}

// lift = "lift" ID ("at" coord)? "size" dim ("doors" "(" dir ("," dir)* ")")? relpos? label? style?
bool Parser::lift(Floor& floor) {
  const auto keyword = take();
  if (!count_element(keyword.span)) return false;
  auto named = name("the lift");
  if (!named) return false;
  Lift lift;
  lift.name = *std::move(named);
  const auto of = "the lift `" + base::printable(lift.name.text, 60) + "`";
  Progress progress{lift_parts};
  const bool good = parts(progress, of, [&](int index) { return lift_part(lift, index); });
  if (good && !too_many()) missing_parts(progress, of);
  lift.span = since(keyword.span.begin);
  floor.lifts.push_back(std::move(lift));
  return good;
}

bool Parser::lift_part(Lift& lift, int part) {
  if (part == lift_relative) return keep(lift.relative, relative());
  take();
  switch (part) {
    case lift_at:
      return keep(lift.at, point());
    case lift_size:
      return keep(lift.size, size());
    case lift_doors_:
      return lift_doors(lift);
    case lift_label:
      return keep(lift.label, text("a label"));
    default:
      return keep(lift.style, name("the style"));
  }
}

bool Parser::lift_doors(Lift& lift) {
  const bool open = take_symbol('(');
  if (!open && strict()) return need_symbol('(', "after `doors`");
  do {
    if (open && lenient() && is_symbol(')')) break;
    const auto side = word<ViewDirection>("a side");
    if (!side) return false;
    lift.doors.push_back(*side);
  } while (take_symbol(','));
  return !open || need_symbol(')', "after the doors") || lenient();
}

// connect = "connect" ref "to" ref type ("at" NUMBER "%")? ("size" dim)? ("door"? "opens" "into" roomref)? ("swing" ":"
// way)?
bool Parser::connection() {
  Connection connection;
  const auto begin = take().span.begin;
  const auto from = end(true);
  if (!from || !need_word("to", "between the two rooms")) return false;
  const auto to = end(true);
  if (!to) return false;
  connection.from = *from;
  connection.to = *to;
  Progress progress{connection_parts};
  bool good = true;
  while (good && !closes() && !too_many()) {
    if (progress.last >= door_type && is_word("door") && is_word("opens", 1)) take();
    const auto index = part(progress);
    if (!index) {
      if (progress.last < 0 && peek().kind == TokenKind::word && !peek().line_start) {
        const auto type = word<DoorType>("a kind of connection");
        good = type.has_value();
        if (good) connection.type = *type, progress.last = door_type, progress.seen |= 1;
        continue;
      }
      if (peek().line_start || strict()) break;
      unknown_part(progress, "the connection");
      take();
      skip_to_part(connection_parts);
      continue;
    }
    const bool fresh = take_part(progress, *index, "the connection");
    if (!fresh && lenient()) take();
    if (fresh && connection_part(connection, *index)) continue;
    good = lenient();
    if (good) skip_to_part(connection_parts);
  }
  if (good && (progress.seen & 1U) == 0 && !too_many()) {
    static constexpr auto types = enum_names(DoorType{});
    error(Finding::attribute_missing, strict() ? here() : previous().span,
          "The connection does not say what it is: " + listed(types) + ".");
    good = lenient();
  }
  connection.span = since(begin);
  if (good) document_.connections.push_back(std::move(connection));
  return good;
}

bool Parser::connection_part(Connection& connection, int part) {
  if (part == door_type) {
    const auto type = word<DoorType>("a kind of connection");
    if (type) connection.type = *type;
    return type.has_value();
  }
  take();
  switch (part) {
    case door_at:
      return keep(connection.at, along(false));
    case door_size:
      return keep(connection.size, size(true));
    case door_opens:
      return need_word("into", "after `opens`") && keep(connection.opens_into, end(false));
    default:
      if (strict() && !need_symbol(':', "after `swing`")) return false;
      take_symbol(':');
      return keep(connection.swing, word<SwingDirection>("a swing"));
  }
}

// ref = (ID | "outside") ("." side)?
std::optional<End> Parser::end(bool with_side) {
  End end;
  const auto begin = here().begin;
  if (is_word("outside")) {
    const auto token = take();
    end.outside = true;
    end.room = {std::string(token.text), token.span};
  } else {
    auto room = name("the room");
    if (!room) return std::nullopt;
    end.room = *std::move(room);
  }
  if (with_side && take_symbol('.')) {
    end.side = word<WallDirection>("a side", Finding::wall_side_unknown);
    if (!end.side) return std::nullopt;
  }
  end.span = since(begin);
  return end;
}

}  // namespace formats::floorplan
