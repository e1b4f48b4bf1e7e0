// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/print.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "formats/floorplan/lexer.h"

namespace formats::floorplan {

namespace {

std::string indented(int depth) { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }

template <class T, class Print>
std::string listed(const std::vector<T>& items, Print print_one) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + print_one(item);
  return text;
}

template <class T>
std::string part(std::string_view word, const std::optional<T>& value) {
  return value ? " " + std::string(word) + " " + print(*value) : std::string();
}
std::string name_part(std::string_view word, const std::optional<Name>& value) {
  return value ? " " + std::string(word) + " " + print_name(value->text) : std::string();
}
std::string label_part(const std::optional<Located<std::string>>& label) {
  return label ? " label " + print_string(label->value) : std::string();
}
std::string relative_part(const std::optional<RelativePosition>& relative) {
  return relative ? " " + print(*relative) : std::string();
}
template <class Enum>
std::string word_part(std::string_view word, const std::optional<Located<Enum>>& value) {
  return value ? " " + std::string(word) + " " + std::string(text(value->value)) : std::string();
}

std::string print_along(const Along& along) {
  return print_number(along.number) + (along.percent ? "%" : "") +
         (along.unit && !along.percent ? std::string(text(*along.unit)) : "");
}

std::string print_end(const End& end) {
  const auto room = end.outside ? std::string("outside") : print_name(end.room.text);
  return end.side ? room + "." + std::string(text(end.side->value)) : room;
}

std::string print_flight(const Flight& flight) {
  auto out = "flight " + print_number(flight.steps) + part("width", flight.width);
  if (flight.along) {
    out += " along " + print_name(flight.along->first.text) + "." + std::string(text(flight.along->second.value));
  }
  return out;
}
std::string print_turn(const Turn& turn) {
  auto out = "turn " + std::string(text(turn.direction)) + part("landing", turn.landing);
  if (turn.winders) out += " winders " + print_number(*turn.winders);
  if (turn.degrees) out += " " + print_number(*turn.degrees) + "°";
  return out;
}
std::string print_segment(const Segment& segment) {
  if (const auto* flight = std::get_if<Flight>(&segment.what)) return print_flight(*flight);
  return print_turn(std::get<Turn>(segment.what));
}

// The parts of a shape in the order in which the grammar of each shape has them.
std::string print_shape(const Stair& stair) {
  auto out = " shape " + std::string(text(stair.shape.value));
  out += word_part(stair.shape.value == StairShape::straight ? "toward" : "from", stair.direction);
  out += word_part("turn", stair.turn) + word_part("rotation", stair.rotation);
  out += part("inner-radius", stair.inner_radius) + part("outer-radius", stair.outer_radius);
  if (stair.arc_degrees) out += " arc " + print_number(*stair.arc_degrees) + "°";
  out += part("radius", stair.radius);
  if (stair.winders) out += " winders " + print_number(*stair.winders);
  if (!stair.runs.empty()) out += " runs " + listed(stair.runs, print_number);
  out += part("landing", stair.landing);
  if (!stair.segments.empty()) out += " [" + listed(stair.segments, print_segment) + "]";
  return out;
}

struct PrintValue {
  std::string operator()(const Length& value) const { return print(value); }
  std::string operator()(const Size& value) const { return print(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const Name& value) const { return value.text; }
  std::string operator()(const std::string& value) const { return print_string(value); }
  std::string operator()(double value) const { return print_number(value); }
};

std::string print_property(const StyleProperty& property) {
  return std::string(text(property.key.value)) + ": " + std::visit(PrintValue{}, property.value);
}

std::string print_setting(const ConfigEntry& entry) {
  const auto key = text(entry.key.value);
  return (entry.camel_case ? camel_case(key) : std::string(key)) + ": " + std::visit(PrintValue{}, entry.value);
}

std::string print_key(std::string_view key) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return std::ranges::all_of(key, plain) ? std::string(key) : print_string(key);
}

std::string print_front_matter(const Document& document) {
  if (document.front_matter.empty()) return {};
  std::string out = "---\n";
  bool in_config = false;
  for (const auto& entry : document.front_matter) {
    const bool nested = entry.key.text.starts_with("config.");
    if (nested && !in_config) out += "config:\n";
    in_config = nested;
    out += nested ? "  " + print_key(entry.key.text.substr(7)) : print_key(entry.key.text);
    out += ": " + print_string(entry.value) + "\n";
  }
  return out + "---\n";
}

bool bare_version(std::string_view version) {
  const auto parts = base::split(version, '.');
  return parts.size() <= 2 && std::ranges::all_of(parts, [](auto digits) {
           return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
         });
}

std::string print_version(const Document& document) {
  const bool above =
      std::ranges::any_of(document.front_matter, [](const auto& entry) { return entry.key.text == "version"; });
  if (!document.version || above) return {};
  const auto& version = document.version->value;
  return "%%{version: " + (bare_version(version) ? version : print_string(version)) + "}%%\n";
}

std::string print_floor(const Floor& floor) {
  auto out = "  floor " + print_name(floor.name.text) + part("height", floor.height) + " {\n";
  for (const auto& room : floor.rooms) out += "    " + print(room, 2) + "\n";
  for (const auto& stair : floor.stairs) out += "    " + print(stair) + "\n";
  for (const auto& lift : floor.lifts) out += "    " + print(lift) + "\n";
  return out + "  }\n";
}

}  // namespace

std::string print_number(double number) {
  std::array<char, 400> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed);
  return {buffer.data(), end.ptr};
}

std::string print_name(std::string_view name) {
  return plain_name(name, Dialect::lenient) ? std::string(name) : print_string(name);
}

std::string print_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out + "\"";
}

std::string print(const Length& length) {
  return print_number(length.number) + (length.unit ? std::string(text(*length.unit)) : "");
}

std::string print(const Size& size) {
  return "(" + print(size.width) + " x " + (size.full_height || !size.height ? "full" : print(*size.height)) + ")";
}

std::string print(const Point& point) { return "(" + print(point.x) + ", " + print(point.y) + ")"; }

std::string print(const RelativePosition& relative) {
  return std::string(text(relative.direction.value)) + " " + print_name(relative.reference.text) +
         part("gap", relative.gap) + word_part("align", relative.align);
}

std::string print(const Wall& wall) {
  auto out = std::string(text(wall.side.value)) + ": " + std::string(text(wall.type.value));
  if (wall.at) out += " at " + print_along(*wall.at);
  return out + part("size", wall.size) + part("height", wall.height);
}

std::string print(const Room& room, int indent) {
  auto out = std::string(room.is_sub_room ? "sub-room " : "room ") + print_name(room.name.text) + part("at", room.at);
  if (const auto* size = std::get_if<Size>(&room.size)) out += " size " + print(*size);
  if (const auto* variable = std::get_if<Name>(&room.size)) out += " size " + print_name(variable->text);
  out += part("height", room.height) + part("elevation", room.elevation);
  if (!room.walls.empty()) out += " walls [" + listed(room.walls, [](const Wall& wall) { return print(wall); }) + "]";
  out += relative_part(room.relative) + label_part(room.label);
  if (!room.rooms.empty()) {
    out += " composed of [\n";
    for (const auto& inner : room.rooms) out += indented(indent + 1) + print(inner, indent + 1) + "\n";
    out += indented(indent) + "]";
  }
  return out + name_part("style", room.style);
}

std::string print(const Stair& stair) {
  auto out = "stair " + print_name(stair.name.text) + part("at", stair.at) + print_shape(stair);
  out += part("rise", stair.rise) + part("width", stair.width) + part("riser", stair.riser);
  out += part("tread", stair.tread) + part("nosing", stair.nosing) + part("headroom", stair.headroom);
  if (stair.handrail) out += " handrail (" + std::string(text(stair.handrail->value)) + ")";
  out += word_part("stringers", stair.stringers);
  if (!stair.material.empty()) {
    out += " material {" +
           listed(stair.material,
                  [](const auto& entry) {
                    return std::string(text(entry.first)) + ": " + print_string(entry.second.value);
                  }) +
           "}";
  }
  return out + relative_part(stair.relative) + label_part(stair.label) + name_part("style", stair.style);
}

std::string print(const Lift& lift) {
  auto out = "lift " + print_name(lift.name.text) + part("at", lift.at) + part("size", lift.size);
  if (!lift.doors.empty()) {
    out += " doors (" + listed(lift.doors, [](const auto& side) { return std::string(text(side.value)); }) + ")";
  }
  return out + relative_part(lift.relative) + label_part(lift.label) + name_part("style", lift.style);
}

std::string print(const Connection& connection) {
  auto out = "connect " + print_end(connection.from) + " to " + print_end(connection.to) + " " +
             std::string(text(connection.type.value));
  if (connection.at) out += " at " + print_along(*connection.at);
  out += part("size", connection.size);
  if (connection.opens_into) out += " opens into " + print_end(*connection.opens_into);
  if (connection.swing) out += " swing: " + std::string(text(connection.swing->value));
  return out;
}

std::string print(const Vertical& vertical) {
  std::string out = "vertical ";
  for (std::size_t i = 0; i < vertical.links.size(); ++i) {
    const auto& link = vertical.links[i];
    out += (i > 0 ? " to " : "") + print_name(link.floor.text) + "." + print_name(link.element.text);
  }
  return out;
}

std::string print(const Style& style) {
  return "style " + print_name(style.name.text) + " { " + listed(style.properties, print_property) +
         (style.properties.empty() ? "}" : " }");
}

std::string print(const Define& define) { return "define " + print_name(define.name.text) + " " + print(define.size); }

std::string print(const Document& document) {
  auto out = print_front_matter(document) + print_version(document) + "floorplan\n";
  for (const auto& define : document.defines) out += "  " + print(define) + "\n";
  for (const auto& style : document.styles) out += "  " + print(style) + "\n";
  if (!document.config.empty()) out += "  config { " + listed(document.config, print_setting) + " }\n";
  for (const auto& floor : document.floors) out += print_floor(floor);
  for (const auto& connection : document.connections) out += "  " + print(connection) + "\n";
  for (const auto& vertical : document.verticals) out += "  " + print(vertical) + "\n";
  return out;
}

std::string apply(std::string_view source, std::vector<Edit> edits) {
  // Insertions at one place stay in their order.
  std::vector<std::pair<std::uint32_t, std::size_t>> order;
  for (std::size_t i = 0; i < edits.size(); ++i) order.emplace_back(edits[i].span.begin, i);
  std::ranges::sort(order);
  std::string out;
  std::size_t at = 0;
  for (const auto& [place, index] : order) {
    const auto& edit = edits[index];
    const auto begin = std::min<std::size_t>(edit.span.begin, source.size());
    if (begin < at) continue;
    out += source.substr(at, begin - at);
    out += edit.text;
    at = std::min<std::size_t>(std::max(edit.span.begin, edit.span.end), source.size());
  }
  out += source.substr(at);
  return out;
}

}  // namespace formats::floorplan
