// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "formats/floorplan/document.h"

namespace formats::floorplan {

namespace {

// same(a, b) for every node: its values, not its places. All are declared before the templates that use them.
bool same(double a, double b) { return a == b; }
bool same(bool a, bool b) { return a == b; }
bool same(const std::string& a, const std::string& b) { return a == b; }
bool same(std::monostate /*a*/, std::monostate /*b*/) { return true; }
bool same(const Name& a, const Name& b) { return a.text == b.text; }
bool same(const Length& a, const Length& b) { return a.number == b.number && a.unit == b.unit; }
bool same(const Along& a, const Along& b) { return a.number == b.number && a.percent == b.percent && a.unit == b.unit; }
bool same(const Size& a, const Size& b);
bool same(const Point& a, const Point& b) { return same(a.x, b.x) && same(a.y, b.y); }
bool same(const RelativePosition& a, const RelativePosition& b);
bool same(const Wall& a, const Wall& b);
bool same(const Room& a, const Room& b);
bool same(const Flight& a, const Flight& b);
bool same(const Turn& a, const Turn& b);
bool same(const Segment& a, const Segment& b);
bool same(const Stair& a, const Stair& b);
bool same(const Lift& a, const Lift& b);
bool same(const Floor& a, const Floor& b);
bool same(const End& a, const End& b);
bool same(const Connection& a, const Connection& b);
bool same(const Link& a, const Link& b) { return same(a.floor, b.floor) && same(a.element, b.element); }
bool same(const Vertical& a, const Vertical& b);
bool same(const Define& a, const Define& b);
bool same(const StyleProperty& a, const StyleProperty& b);
bool same(const Style& a, const Style& b);
bool same(const ConfigEntry& a, const ConfigEntry& b);
bool same(const FrontMatterEntry& a, const FrontMatterEntry& b);

template <class T>
bool same(const Located<T>& a, const Located<T>& b) {
  return a.value == b.value;
}
template <class A, class B>
bool same(const std::pair<A, B>& a, const std::pair<A, B>& b) {
  if constexpr (std::is_enum_v<A>) {
    return a.first == b.first && same(a.second, b.second);
  } else {
    return same(a.first, b.first) && same(a.second, b.second);
  }
}
template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, [](const T& x, const T& y) { return same(x, y); });
}
template <class... T>
bool same(const std::variant<T...>& a, const std::variant<T...>& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&](const auto& value) { return same(value, std::get<std::remove_cvref_t<decltype(value)>>(b)); },
                    a);
}

bool same(const Size& a, const Size& b) {
  return same(a.width, b.width) && same(a.height, b.height) && a.full_height == b.full_height;
}
bool same(const RelativePosition& a, const RelativePosition& b) {
  return same(a.direction, b.direction) && same(a.reference, b.reference) && same(a.gap, b.gap) &&
         same(a.align, b.align);
}
bool same(const Wall& a, const Wall& b) {
  return same(a.side, b.side) && same(a.type, b.type) && same(a.at, b.at) && same(a.size, b.size) &&
         same(a.height, b.height);
}
bool same(const Room& a, const Room& b) {
  return a.is_sub_room == b.is_sub_room && same(a.name, b.name) && same(a.at, b.at) && same(a.size, b.size) &&
         same(a.height, b.height) && same(a.elevation, b.elevation) && same(a.walls, b.walls) &&
         same(a.relative, b.relative) && same(a.label, b.label) && same(a.rooms, b.rooms) && same(a.style, b.style);
}
bool same(const Flight& a, const Flight& b) {
  return a.steps == b.steps && same(a.width, b.width) && same(a.along, b.along);
}
bool same(const Turn& a, const Turn& b) {
  return a.direction == b.direction && same(a.landing, b.landing) && a.winders == b.winders && a.degrees == b.degrees;
}
bool same(const Segment& a, const Segment& b) { return same(a.what, b.what); }
bool same_shape(const Stair& a, const Stair& b) {
  return same(a.shape, b.shape) && same(a.direction, b.direction) && same(a.turn, b.turn) && a.runs == b.runs &&
         same(a.landing, b.landing) && same(a.rotation, b.rotation) && same(a.inner_radius, b.inner_radius) &&
         same(a.outer_radius, b.outer_radius) && same(a.radius, b.radius) && a.arc_degrees == b.arc_degrees &&
         a.winders == b.winders && same(a.segments, b.segments);
}
bool same(const Stair& a, const Stair& b) {
  return same(a.name, b.name) && same(a.at, b.at) && same_shape(a, b) && same(a.rise, b.rise) &&
         same(a.width, b.width) && same(a.riser, b.riser) && same(a.tread, b.tread) && same(a.nosing, b.nosing) &&
         same(a.headroom, b.headroom) && same(a.handrail, b.handrail) && same(a.stringers, b.stringers) &&
         same(a.material, b.material) && same(a.relative, b.relative) && same(a.label, b.label) &&
         same(a.style, b.style);
}
bool same(const Lift& a, const Lift& b) {
  return same(a.name, b.name) && same(a.at, b.at) && same(a.size, b.size) && same(a.doors, b.doors) &&
         same(a.relative, b.relative) && same(a.label, b.label) && same(a.style, b.style);
}
bool same(const Floor& a, const Floor& b) {
  return same(a.name, b.name) && same(a.height, b.height) && same(a.rooms, b.rooms) && same(a.stairs, b.stairs) &&
         same(a.lifts, b.lifts);
}
bool same(const End& a, const End& b) { return same(a.room, b.room) && a.outside == b.outside && same(a.side, b.side); }
bool same(const Connection& a, const Connection& b) {
  return same(a.from, b.from) && same(a.to, b.to) && same(a.type, b.type) && same(a.at, b.at) && same(a.size, b.size) &&
         same(a.opens_into, b.opens_into) && same(a.swing, b.swing);
}
bool same(const Vertical& a, const Vertical& b) { return same(a.links, b.links); }
bool same(const Define& a, const Define& b) { return same(a.name, b.name) && same(a.size, b.size); }
bool same(const StyleProperty& a, const StyleProperty& b) { return same(a.key, b.key) && same(a.value, b.value); }
bool same(const Style& a, const Style& b) { return same(a.name, b.name) && same(a.properties, b.properties); }
bool same(const ConfigEntry& a, const ConfigEntry& b) { return same(a.key, b.key) && same(a.value, b.value); }
bool same(const FrontMatterEntry& a, const FrontMatterEntry& b) { return same(a.key, b.key) && a.value == b.value; }

}  // namespace

bool same_model(const Document& a, const Document& b) {
  return same(a.version, b.version) && same(a.front_matter, b.front_matter) && same(a.defines, b.defines) &&
         same(a.styles, b.styles) && same(a.config, b.config) && same(a.floors, b.floors) &&
         same(a.connections, b.connections) && same(a.verticals, b.verticals);
}

}  // namespace formats::floorplan
