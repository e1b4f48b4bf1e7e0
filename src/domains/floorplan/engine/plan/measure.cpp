// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/measure.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "domains/floorplan/engine/plan/walls.h"

namespace floorplan::engine {
namespace {

using words::AreaUnit;
using words::LengthUnit;

Box box_of(const Rect& rect) { return {ticks(rect.x), ticks(rect.y), ticks(rect.right()), ticks(rect.bottom())}; }

double area_of(const std::vector<Box>& disjoint) {
  double sum = 0;
  for (const Box& box : disjoint) sum += metres(box.x1 - box.x0) * metres(box.y1 - box.y0);
  return sum;
}

bool meets(const Box& a, const Box& b) { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1; }

Box common(const Box& a, const Box& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

// The body of the walls without holes: a doorway is not a living space.
std::vector<Box> wall_boxes(const Plan& plan, int floor) {
  Walls body = walls(plan, floor);
  body.holes.clear();
  std::vector<Box> boxes = body.footprint();
  std::ranges::sort(boxes, {}, &Box::x0);
  return boxes;
}

double net_area(const Rect& rect, const std::vector<Box>& walls_by_left) {
  const Box room = box_of(rect);
  std::vector<Box> inside;
  for (const Box& wall : walls_by_left) {
    if (wall.x0 >= room.x1) break;
    if (meets(wall, room)) inside.push_back(common(wall, room));
  }
  return area_of(cover(std::span(&room, 1), inside));
}

FloorMeasure measure_floor(const Plan& plan, std::size_t index, Analysis& into) {
  const Floor& floor = plan.floors[index];
  FloorMeasure out{.floor = static_cast<int>(index), .bounds = floor.bounds};
  const std::vector<Box> body = wall_boxes(plan, out.floor);
  std::vector<Box> all;
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    const Room& room = plan.rooms[i];
    if (room.floor != out.floor || !room.placed) continue;
    all.push_back(box_of(room.rect));
    into.rooms.push_back({.room = static_cast<int>(i),
                          .area = room.rect.area(),
                          .net = net_area(room.rect, body),
                          .volume = room.rect.area() * room.height,
                          .height = room.height});
    if (room.parent >= 0) {
      ++out.sub_rooms;
      continue;
    }
    ++out.rooms;
    out.area += room.rect.area();
    into.volume += room.rect.area() * room.height;
  }
  out.net = area_of(cover(all, body));
  all.insert(all.end(), body.begin(), body.end());
  out.gross = area_of(cover(all));
  if (out.bounds.area() > 0) out.efficiency = out.area / out.bounds.area();
  return out;
}

std::string fixed(double value, int digits) {
  char buffer[352];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits);
  return {buffer, result.ptr};
}

// To the nearest inch, as building drawings have it: 10' 6".
std::string feet_and_inches(double metres_value) {
  const double inches = std::round(metres_value / 0.0254);
  const double feet = std::trunc(inches / 12);
  const double rest = std::abs(inches - (feet * 12));
  if (feet == 0 && rest != 0) return (inches < 0 ? "-" : "") + fixed(rest, 0) + "\"";
  return fixed(feet, 0) + "'" + (rest == 0 ? "" : " " + fixed(rest, 0) + "\"");
}

double rounded(double value) { return std::round(value * 1000) / 1000; }

// A schedule's numbers: in its units, to a thousandth.
class Numbers {
 public:
  explicit Numbers(Units units) : units_(units) {}
  Cell length(double value) const { return rounded(value / metres_per(units_.length)); }
  Cell area(double value) const { return rounded(value / square_metres_per(units_.area)); }
  std::string in_length(std::string name) const { return name + "_" + std::string(words::text(units_.length)); }
  std::string in_area(std::string name) const { return name + "_" + std::string(words::text(units_.area)); }

 private:
  Units units_;
};

std::string name_of(const Plan& plan, int room) {
  return room < 0 ? "outside" : plan.rooms[static_cast<std::size_t>(room)].name;
}
std::string floor_of(const Plan& plan, int floor) { return plan.floors[static_cast<std::size_t>(floor)].id; }

std::string_view kind_name(Opening::Kind kind) {
  switch (kind) {
    case Opening::Kind::double_door:
      return "double-door";
    case Opening::Kind::opening:
      return "opening";
    case Opening::Kind::window:
      return "window";
    case Opening::Kind::open:
      return "open";
    default:
      return "door";
  }
}

bool has_leaf(const Hole& hole) { return hole.kind == Opening::Kind::door || hole.kind == Opening::Kind::double_door; }

int leaf_room(const Hole& hole, const Plan& plan) {
  if (hole.connection >= 0) return plan.connections[static_cast<std::size_t>(hole.connection)].leaf_room;
  const Rect& rect = plan.rooms[static_cast<std::size_t>(hole.room)].rect;
  const double x = (hole.a[0] + hole.b[0]) / 2;
  const double y = (hole.a[1] + hole.b[1]) / 2;
  const bool inwards =
      (((rect.x + (rect.width / 2)) - x) * hole.into[0]) + (((rect.y + (rect.height / 2)) - y) * hole.into[1]) > 0;
  return inwards ? hole.room : hole.other;
}

// The hinge side as the language has it: seen from inside the room into which the leaf opens, facing the wall.
std::string_view swing(const Hole& hole) {
  if (hole.kind == Opening::Kind::double_door) return "both";
  const double along_x = hole.b[0] - hole.a[0];
  const double along_y = hole.b[1] - hole.a[1];
  // Facing against `into`; as y goes down, the right hand points along (into.y, -into.x).
  const double right_of_viewer = (along_x * hole.into[1]) - (along_y * hole.into[0]);
  const bool b_is_right = right_of_viewer > 0;
  return hole.hinge_at_a == b_is_right ? "left" : "right";
}

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) return;
  char buffer[352];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value, std::chars_format::fixed);
  out.append(buffer, result.ptr);
}

bool looks_like_formula(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && std::string_view("=+-@").find(text[first]) != std::string_view::npos;
}

void append_text(std::string& out, std::string_view text) {
  const bool formula = looks_like_formula(text);
  // RFC 4180 §2: fields with line breaks, quotes or commas stand in quotes; a quote is doubled.
  const bool quoted =
      text.find_first_of(",\"\r\n") != std::string_view::npos || text.starts_with(' ') || text.ends_with(' ');
  if (quoted) out += '"';
  if (formula) out += '\'';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  if (quoted) out += '"';
}

void append_cell(std::string& out, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) append_text(out, *text);
  if (const auto* number = std::get_if<double>(&cell)) append_number(out, *number);
}

}  // namespace

Analysis measure(const Plan& plan) {
  Analysis out;
  for (std::size_t i = 0; i < plan.floors.size(); ++i) {
    const FloorMeasure floor = measure_floor(plan, i, out);
    out.room_count += floor.rooms;
    out.sub_room_count += floor.sub_rooms;
    out.area += floor.area;
    out.net += floor.net;
    out.gross += floor.gross;
    out.floors.push_back(floor);
  }
  std::ranges::sort(out.rooms, {}, &RoomMeasure::room);
  return out;
}

std::string show_length(double metres_value, LengthUnit unit) {
  if (!std::isfinite(metres_value)) return "?";
  switch (unit) {
    case LengthUnit::ft:
      return feet_and_inches(metres_value);
    case LengthUnit::in:
      return fixed(metres_value / 0.0254, 0) + "\"";
    case LengthUnit::cm:
      return fixed(metres_value * 100, 0) + " cm";
    case LengthUnit::mm:
      return fixed(metres_value * 1000, 0) + " mm";
    default:
      return fixed(metres_value, 2) + " m";
  }
}

std::string show_area(double square_metres, AreaUnit unit) {
  if (!std::isfinite(square_metres)) return "?";
  if (unit == AreaUnit::sqft) return fixed(square_metres / square_metres_per(unit), 0) + " ft²";
  return fixed(square_metres, 1) + " m²";
}

Units units_of(const Plan& plan) { return {plan.settings.unit, plan.settings.area_unit}; }

Schedule room_schedule(const Plan& plan, Units units) {
  const Numbers in(units);
  Schedule out{.name = "rooms",
               .columns = {"id", "label", "floor", "parent", in.in_length("width"), in.in_length("depth"),
                           in.in_length("height"), in.in_area("area"), in.in_area("net_area"), "style"}};
  for (const RoomMeasure& measured : measure(plan).rooms) {
    const Room& room = plan.rooms[static_cast<std::size_t>(measured.room)];
    out.rows.push_back({room.name, room.label, floor_of(plan, room.floor),
                        room.parent < 0 ? Cell{} : Cell{name_of(plan, room.parent)}, in.length(room.rect.width),
                        in.length(room.rect.height), in.length(room.height), in.area(measured.area),
                        in.area(measured.net), room.style});
  }
  return out;
}

Schedule door_schedule(const Plan& plan, Units units) {
  const Numbers in(units);
  Schedule out{.name = "doors",
               .columns = {"id", "kind", "floor", "from", "to", in.in_length("width"), in.in_length("height"),
                           in.in_area("area"), "opens_into", "swing"}};
  for (std::size_t f = 0; f < plan.floors.size(); ++f) {
    for (const Hole& hole : walls(plan, static_cast<int>(f)).holes) {
      if (!hole.passable()) continue;
      const double height = hole.top - hole.bottom;
      const bool leaf = has_leaf(hole);
      out.rows.push_back(
          {hole.id, std::string(kind_name(hole.kind)), floor_of(plan, hole.floor), name_of(plan, hole.room),
           name_of(plan, hole.other), in.length(hole.width()), in.length(height), in.area(hole.width() * height),
           leaf ? Cell{name_of(plan, leaf_room(hole, plan))} : Cell{}, leaf ? Cell{std::string(swing(hole))} : Cell{}});
    }
  }
  return out;
}

Schedule window_schedule(const Plan& plan, Units units) {
  const Numbers in(units);
  Schedule out{.name = "windows",
               .columns = {"id", "floor", "room", "side", "to", in.in_length("width"), in.in_length("height"),
                           in.in_length("sill"), in.in_area("area")}};
  for (std::size_t f = 0; f < plan.floors.size(); ++f) {
    for (const Hole& hole : walls(plan, static_cast<int>(f)).holes) {
      if (hole.passable()) continue;
      const double height = hole.top - hole.bottom;
      const double sill = hole.bottom - plan.rooms[static_cast<std::size_t>(hole.room)].elevation;
      out.rows.push_back({hole.id, floor_of(plan, hole.floor), name_of(plan, hole.room),
                          std::string(words::text(hole.side)), name_of(plan, hole.other), in.length(hole.width()),
                          in.length(height), in.length(sill), in.area(hole.width() * height)});
    }
  }
  return out;
}

base::Json row_json(const Schedule& schedule, const std::vector<Cell>& row) {
  base::Json out = base::Json::object();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (const auto* text = std::get_if<std::string>(&row[i])) out.set(schedule.columns[i], *text);
    if (const auto* number = std::get_if<double>(&row[i])) out.set(schedule.columns[i], *number);
  }
  return out;
}

std::string csv(const Schedule& schedule) {
  std::string out;
  for (std::size_t i = 0; i < schedule.columns.size(); ++i) {
    if (i != 0) out += ',';
    append_text(out, schedule.columns[i]);
  }
  out += "\r\n";
  for (const auto& row : schedule.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i != 0) out += ',';
      append_cell(out, row[i]);
    }
    out += "\r\n";
  }
  return out;
}

}  // namespace floorplan::engine
