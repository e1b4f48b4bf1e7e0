// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/parts/division.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/crypto.h"
#include "domains/floorplan/engine/resolve/resolve.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "formats/floorplan/parse.h"

namespace floorplan::tools {

namespace {

namespace words = formats::floorplan;
using engine::Plan;
using engine::Rect;
using kernel::Box;
using kernel::Part;
using words::Span;

std::int64_t micrometres(double metres) {
  constexpr double most = 1e15;  // a million kilometres
  return std::isfinite(metres) ? std::llround(std::clamp(metres * 1e6, -most, most)) : 0;
}

// Collects what a part is, value after value, into its digest.
class Content {
 public:
  Content& number(double metres) { return text(std::to_string(micrometres(metres))); }
  Content& maybe(const std::optional<double>& metres) { return metres ? number(*metres) : text("-"); }
  Content& text(std::string_view value) {
    all_.append(std::to_string(value.size())).append(":").append(value);
    return *this;
  }
  Content& rect(const Rect& r) { return number(r.x).number(r.y).number(r.width).number(r.height); }
  template <class Enum>
  Content& word(Enum value) {
    return text(words::text(value));
  }
  std::string digest() const { return base::sha256_hex(all_); }

 private:
  std::string all_;
};

Box box_of(const Rect& rect, double low, double height) {
  return {{micrometres(rect.x), micrometres(rect.y), micrometres(low)},
          {micrometres(rect.right()), micrometres(rect.bottom()), micrometres(low + height)}};
}

// Makes the parts of one plan.
class Division {
 public:
  Division(const words::Document& document, const Plan& plan) : document_(document), plan_(plan) {}

  std::vector<Part> run() {
    for (const auto& floor : plan_.floors) add_floor(floor);
    for (const auto& room : plan_.rooms) add_room(room);
    for (const auto& stair : plan_.stairs) add_stair(stair);
    for (const auto& lift : plan_.lifts) add_lift(lift);
    for (const auto& connection : plan_.connections) add_connection(connection);
    for (const auto& link : plan_.verticals) add_vertical(link);
    return std::move(parts_);
  }

 private:
  std::vector<std::string> level(int floor) const {
    if (floor < 0 || std::cmp_greater_equal(floor, plan_.floors.size())) return {};
    return {plan_.floors[static_cast<std::size_t>(floor)].id};
  }
  double elevation(int floor) const {
    return level(floor).empty() ? 0 : plan_.floors[static_cast<std::size_t>(floor)].elevation;
  }
  void add(std::string category, const std::string& name, int floor, std::optional<Box> box, const Content& content) {
    std::string id = category + " " + name;
    parts_.push_back({std::move(id), std::move(category), level(floor), box, content.digest()});
  }

  void add_floor(const engine::Floor& floor) {
    Content content;
    content.text(std::to_string(floor.index)).number(floor.height).number(floor.elevation);
    add("floor", floor.id, floor.index, {}, content);
  }

  // Openings are parts of their own; a wall that has some counts as solid here.
  void add_room(const engine::Room& room) {
    const double low = elevation(room.floor) + room.elevation;
    Content content;
    content.rect(room.rect).number(low).number(room.height).text(room.label).text(room.style);
    for (std::size_t i = 0; i < room.sides.size(); ++i) {
      const engine::Side& side = room.sides[i];
      content.text(side.type == words::WallType::open ? "open" : "solid").maybe(side.height);
      for (const auto& opening : side.openings) {
        if (opening.connection < 0) add_opening(room, static_cast<words::WallDirection>(i), opening);
      }
    }
    add_look(content, room.look);
    const auto box = room.placed ? std::optional(box_of(room.rect, low, room.height)) : std::nullopt;
    add("room", room.name, room.floor, box, content);
  }

  static void add_look(Content& content, const engine::Look& look) {
    for (const auto& color : {look.floor_color, look.wall_color}) {
      content.text(color ? std::to_string(*color) : "-");
    }
    content.maybe(look.roughness).maybe(look.metalness).text(look.floor_texture).text(look.wall_texture);
  }

  // Along its wall, from the room's corner.
  static Rect place_of(const engine::Room& room, words::WallDirection direction, const engine::Opening& opening) {
    const Rect& r = room.rect;
    const double length = opening.to - opening.from;
    switch (direction) {
      case words::WallDirection::top:
        return {r.x + opening.from, r.y, length, 0};
      case words::WallDirection::bottom:
        return {r.x + opening.from, r.bottom(), length, 0};
      case words::WallDirection::left:
        return {r.x, r.y + opening.from, 0, length};
      default:
        return {r.right(), r.y + opening.from, 0, length};
    }
  }

  void add_opening(const engine::Room& room, words::WallDirection direction, const engine::Opening& opening) {
    const Rect place = place_of(room, direction, opening);
    const double low = elevation(room.floor) + room.elevation;
    Content content;
    content.text(std::to_string(static_cast<int>(opening.kind))).rect(place);
    content.number(low).number(opening.sill).number(opening.head);
    content.text(opening.opens_into_owner ? "in" : "out").text(opening.hinge_at_from ? "from" : "to");
    const auto box =
        room.placed ? std::optional(box_of(place, low + opening.sill, opening.head - opening.sill)) : std::nullopt;
    add("opening", room.name + "." + std::string(words::text(direction)), room.floor, box, content);
  }

  void add_stair(const engine::Stair& stair) {
    Content content;
    content.rect(stair.box).number(elevation(stair.floor)).word(stair.shape).text(stair.label).text(stair.style);
    content.number(stair.rise).number(stair.width).number(stair.riser).number(stair.tread).maybe(stair.headroom);
    content.text(std::to_string(stair.steps));
    for (const auto& part : stair.parts) {
      for (const auto& point : part.outline) content.number(point[0]).number(point[1]);
      content.number(part.z_from).number(part.z_to);
    }
    if (stair.source != nullptr) add_make(content, *stair.source);
    add_look(content, stair.look);
    const auto box = stair.placed ? std::optional(box_of(stair.box, elevation(stair.floor), stair.rise)) : std::nullopt;
    add("stair", stair.name, stair.floor, box, content);
  }

  static void add_make(Content& content, const words::Stair& stair) {
    if (stair.handrail) content.word(stair.handrail->value);
    if (stair.stringers) content.word(stair.stringers->value);
    for (const auto& [part, material] : stair.material) content.word(part).text(material.value);
  }

  void add_lift(const engine::Lift& lift) {
    Content content;
    content.rect(lift.rect).number(elevation(lift.floor)).text(lift.label).text(lift.style);
    for (const auto door : lift.doors) content.word(door);
    const auto box = lift.placed ? std::optional(box_of(lift.rect, elevation(lift.floor), 0)) : std::nullopt;
    add("lift", lift.name, lift.floor, box, content);
  }

  std::string end_of(int room, bool outside) const {
    if (outside) return "outside";
    return room < 0 ? "?" : plan_.rooms[static_cast<std::size_t>(room)].name;
  }

  void add_connection(const engine::Connection& connection) {
    const int at = connection.from >= 0 ? connection.from : connection.to;
    const engine::Room* room = at < 0 ? nullptr : &plan_.rooms[static_cast<std::size_t>(at)];
    const int floor = room == nullptr ? -1 : room->floor;
    const double low = room == nullptr ? 0 : elevation(floor) + room->elevation;
    const auto [left, right] = std::minmax(connection.a[0], connection.b[0]);
    const auto [top, bottom] = std::minmax(connection.a[1], connection.b[1]);
    const Rect place{left, top, right - left, bottom - top};
    Content content;
    content.word(connection.type).rect(place).number(low).number(connection.width).number(connection.height);
    content.text(connection.full_height ? "full" : "").text(connection.hinge_at_a ? "a" : "b");
    content.text(connection.leaf_room == connection.from ? "from" : "to").word(connection.from_side);
    const auto box = connection.placed ? std::optional(box_of(place, low, connection.height)) : std::nullopt;
    const std::string name =
        end_of(connection.from, connection.from_outside) + " to " + end_of(connection.to, connection.to_outside);
    add("opening", name, floor, box, content);
  }

  void add_vertical(const engine::VerticalLink& link) {
    std::string name = document_.source.substr(link.span.begin, link.span.end - link.span.begin);
    if (name.starts_with("vertical")) name.erase(0, name.find_first_not_of(" \t\r\n", 8));
    Content content;
    content.text(link.is_lift ? "lift" : "stair").text(std::to_string(link.stairs_or_lifts.size()));
    Part part{"vertical " + name, "vertical", {}, {}, content.digest()};
    for (const auto& [floor, index] : link.stairs_or_lifts) {
      for (auto& id : level(floor)) part.levels.push_back(std::move(id));
    }
    parts_.push_back(std::move(part));
  }

  const words::Document& document_;
  const Plan& plan_;
  std::vector<Part> parts_;
};

// What the statements of parts take up in the text.
std::vector<Span> covered(const words::Document& document) {
  std::vector<Span> spans;
  const auto add_all = [&](const auto& statements) {
    for (const auto& each : statements) spans.push_back(each.span);
  };
  for (const auto& floor : document.floors) {
    spans.push_back({floor.span.begin, std::min(floor.body.begin + 1, floor.span.end)});
    add_all(floor.rooms);
    add_all(floor.stairs);
    add_all(floor.lifts);
    if (floor.body.end > floor.body.begin) spans.push_back({floor.body.end - 1, floor.span.end});
  }
  add_all(document.connections);
  add_all(document.verticals);
  std::ranges::sort(spans, {}, &Span::begin);
  return spans;
}

// Settings, definitions, styles, remarks: the text without the parts and without blanks.
std::string rest_of(const words::Document& document) {
  std::string rest = "plan\n";
  std::uint32_t at = 0;
  const auto add_until = [&](std::uint32_t end) {
    for (; at < end; ++at) {
      const char c = document.source[at];
      if (static_cast<unsigned char>(c) > 0x20) rest.push_back(c);
    }
  };
  for (const Span& span : covered(document)) {
    add_until(span.begin);
    at = std::max(at, span.end);
  }
  add_until(static_cast<std::uint32_t>(document.source.size()));
  return base::sha256_hex(rest);
}

}  // namespace

kernel::Parts divide(const kernel::Element& element) {
  if (element.id != plan_element) return {};
  const auto parsed = words::parse(std::string(element.body.text("dsl")), words::Dialect::lenient, {});
  std::vector<words::Diagnostic> ignored;
  const Plan plan = engine::resolve(parsed.document, ignored);
  return {Division(parsed.document, plan).run(), rest_of(parsed.document)};
}

}  // namespace floorplan::tools
