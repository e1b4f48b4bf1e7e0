// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "formats/floorplan/document.h"

// Random documents: every part of the language, odd names and labels, sizes that mean something. The same
// seed gives the same document.
namespace random_plan {

namespace fp = formats::floorplan;

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  fp::Document document() {
    fp::Document document;
    if (chance(30)) front_matter(document);
    if (document.front_matter.empty() && chance(40)) {
      document.version = fp::Located<std::string>{pick({"1.0", "1", "1.0.0"}), {}};
    }
    for (int i = below(4); i > 0; --i) document.defines.push_back({name(), size(), {}});
    for (int i = below(3); i > 0; --i) document.styles.push_back(style());
    for (int i = below(5); i > 0; --i) document.config.push_back(setting());
    for (int i = below(3); i >= 0; --i) document.floors.push_back(floor());
    for (int i = below(5); i > 0; --i) document.connections.push_back(connection());
    for (int i = below(3); i > 0; --i) document.verticals.push_back(vertical());
    return document;
  }

  // ---- small things, for other generators too
  int below(int end) { return static_cast<int>(random_() % static_cast<std::uint64_t>(end)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class Enum>
  Enum any() {
    return static_cast<Enum>(below(static_cast<int>(fp::enum_names(Enum{}).size())));
  }
  std::string pick(std::initializer_list<const char*> options) {
    return options.begin()[below(static_cast<int>(options.size()))];
  }
  double number(double most = 20) {
    constexpr std::array<double, 4> steps{1, 0.5, 0.25, 0.001};
    const double step = steps[static_cast<std::size_t>(below(4))];
    return std::round((1 + below(static_cast<int>(most))) / step) * step + step * below(8);
  }
  fp::Name name() {
    if (chance(70)) return {pick({"Hall", "Kitchen", "Bed", "Bath", "Study", "A", "b_2", "Garage"}) + digits(), {}};
    return {pick({"My Study", "Küche", "x", "outside", "at", "left-of", "5th", "a.b", "R&D <lab>", "O\"Neill",
                  "back\\slash", "two\nlines", "#1", "/* no */", "居間", "size", "tab\there", "'"}),
            {}};
  }
  std::string text() {
    return pick({"Living room", "", "1.5", "2.0.1", "R&D <lab>", "say \"hi\"", "it's", "C:\\new", "line\nbreak",
                 "# not a comment", "/* nor this */", "Wohnküche", "}%%", "---"});
  }
  fp::Length length(bool negative = false) {
    fp::Length length;
    length.number = number() * (negative && chance(30) ? -1 : 1);
    if (chance(40)) length.unit = any<fp::LengthUnit>();
    return length;
  }
  fp::Size size() { return {length(), length(), false, {}}; }
  fp::Point point() { return {length(true), length(true), {}}; }

 private:
  std::string digits() { return chance(60) ? std::to_string(below(40)) : ""; }
  template <class T, class Make>
  std::optional<T> maybe(int percent, Make make) {
    return chance(percent) ? std::optional<T>(make()) : std::nullopt;
  }
  template <class Enum>
  fp::Located<Enum> located() {
    return {any<Enum>(), {}};
  }
  fp::Along along() {
    fp::Along along;
    along.number = below(100);
    along.percent = chance(70);
    if (!along.percent && chance(50)) along.unit = any<fp::LengthUnit>();
    return along;
  }
  fp::RelativePosition relative() {
    fp::RelativePosition relative;
    relative.direction = located<fp::RelativeDirection>();
    relative.reference = name();
    if (chance(30)) relative.gap = length(true);
    if (chance(30)) relative.align = located<fp::AlignmentDirection>();
    return relative;
  }
  void front_matter(fp::Document& document) {
    for (int i = 1 + below(4); i > 0; --i) {
      fp::FrontMatterEntry entry;
      entry.key.text =
          pick({"title", "author", "description", "config.theme", "config.fontFamily", "odd key", "my_key"});
      entry.value = text();
      document.front_matter.push_back(entry);
    }
    if (!chance(50)) return;
    auto& version = document.front_matter.emplace_back();
    version.key.text = "version";
    version.value = "1.0";
    document.version = fp::Located<std::string>{"1.0", {}};
  }
  fp::Style style() {
    fp::Style style;
    style.name = name();
    for (int i = below(4); i > 0; --i) {
      fp::StyleProperty property;
      property.key = located<fp::StyleKey>();
      if (chance(50)) {
        property.value = text();
      } else {
        property.value = number(1);
      }
      style.properties.push_back(property);
    }
    return style;
  }
  fp::ConfigEntry setting() {
    fp::ConfigEntry entry;
    entry.key = located<fp::ConfigKey>();
    entry.camel_case = chance(50);
    switch (below(5)) {
      case 0:
        entry.value = length(true);
        break;
      case 1:
        entry.value = size();
        break;
      case 2:
        entry.value = chance(50);
        break;
      case 3:
        entry.value = fp::Name{pick({"dark", "ft", "Modern", "none", "sqm", "Küche"}), {}};
        break;
      default:
        entry.value = text();
    }
    return entry;
  }
  fp::Wall wall() {
    fp::Wall wall;
    wall.side = located<fp::WallDirection>();
    wall.type = located<fp::WallType>();
    if (chance(30)) wall.at = along();
    if (chance(30)) wall.size = size();
    if (chance(10)) wall.height = length();
    return wall;
  }
  fp::Room room(int depth) {
    fp::Room room;
    room.is_sub_room = depth > 0 ? chance(90) : chance(5);
    room.name = name();
    if (chance(60)) room.at = point();
    if (chance(20)) {
      room.size = name();
    } else {
      room.size = size();
    }
    room.height = maybe<fp::Length>(20, [&] { return length(); });
    room.elevation = maybe<fp::Length>(10, [&] { return length(true); });
    for (int i = below(6); i > 0; --i) room.walls.push_back(wall());
    room.relative = maybe<fp::RelativePosition>(40, [&] { return relative(); });
    room.label = maybe<fp::Located<std::string>>(40, [&] { return fp::Located<std::string>{text(), {}}; });
    room.style = maybe<fp::Name>(20, [&] { return name(); });
    if (depth < 3 && chance(20)) {
      for (int i = below(3); i >= 0; --i) room.rooms.push_back(this->room(depth + 1));
    }
    return room;
  }
  void shape(fp::Stair& stair) {
    using Shape = fp::StairShape;
    stair.shape = located<Shape>();
    const auto what = stair.shape.value;
    if (what != Shape::spiral) stair.direction = located<fp::ViewDirection>();
    const bool turning = what == Shape::l_shaped || what == Shape::u_shaped || what == Shape::double_l;
    if (turning || what == Shape::winder) {
      stair.turn = located<fp::TurnDirection>();
      for (int i = chance(50) ? 2 : 0; i > 0; --i) stair.runs.push_back(1 + below(12));
    }
    if (turning && chance(40)) stair.landing = size();
    if (what == Shape::spiral) {
      stair.rotation = located<fp::RotationDirection>();
      stair.inner_radius = maybe<fp::Length>(50, [&] { return length(); });
      stair.outer_radius = length();
    }
    if (what == Shape::curved) {
      if (chance(50)) stair.arc_degrees = 15 + below(200);
      stair.radius = length();
    }
    if (what == Shape::winder) stair.winders = 1 + below(5);
    if (what == Shape::custom) segments(stair);
  }
  void segments(fp::Stair& stair) {
    for (int i = below(5); i >= 0; --i) {
      fp::Segment segment;
      if (chance(60)) {
        fp::Flight flight;
        flight.steps = 1 + below(12);
        if (chance(30)) flight.width = length();
        if (chance(20)) flight.along.emplace(name(), located<fp::WallDirection>());
        segment.what = flight;
      } else {
        fp::Turn turn;
        turn.direction = any<fp::TurnDirection>();
        if (chance(50)) {
          turn.landing = size();
        } else if (chance(70)) {
          turn.winders = 1 + below(5);
        }
        if (chance(30)) turn.degrees = 10 + below(120);
        segment.what = turn;
      }
      stair.segments.push_back(segment);
    }
  }
  fp::Stair stair() {
    fp::Stair stair;
    stair.name = name();
    stair.at = maybe<fp::Point>(70, [&] { return point(); });
    shape(stair);
    for (auto* part : {&stair.rise, &stair.width, &stair.riser, &stair.tread, &stair.nosing, &stair.headroom}) {
      *part = maybe<fp::Length>(30, [&] { return length(); });
    }
    if (chance(20)) stair.handrail = located<fp::HandrailSpec>();
    if (chance(20)) stair.stringers = located<fp::StringerStyle>();
    for (int i = below(3); i > 0; --i)
      stair.material.emplace_back(any<fp::MaterialPart>(), fp::Located<std::string>{text(), {}});
    stair.relative = maybe<fp::RelativePosition>(30, [&] { return relative(); });
    stair.label = maybe<fp::Located<std::string>>(30, [&] { return fp::Located<std::string>{text(), {}}; });
    stair.style = maybe<fp::Name>(10, [&] { return name(); });
    return stair;
  }
  fp::Lift lift() {
    fp::Lift lift;
    lift.name = name();
    lift.at = maybe<fp::Point>(70, [&] { return point(); });
    lift.size = size();
    for (int i = below(3); i > 0; --i) lift.doors.push_back(located<fp::ViewDirection>());
    lift.relative = maybe<fp::RelativePosition>(30, [&] { return relative(); });
    lift.label = maybe<fp::Located<std::string>>(30, [&] { return fp::Located<std::string>{text(), {}}; });
    return lift;
  }
  fp::Floor floor() {
    fp::Floor floor;
    floor.name = name();
    floor.height = maybe<fp::Length>(40, [&] { return length(); });
    for (int i = below(6); i > 0; --i) floor.rooms.push_back(room(0));
    for (int i = below(3); i > 0; --i) floor.stairs.push_back(stair());
    for (int i = below(2); i > 0; --i) floor.lifts.push_back(lift());
    return floor;
  }
  fp::End end(bool with_side) {
    fp::End end;
    end.outside = chance(15);
    end.room = end.outside ? fp::Name{"outside", {}} : name();
    if (with_side && chance(60)) end.side = located<fp::WallDirection>();
    return end;
  }
  fp::Connection connection() {
    fp::Connection connection;
    connection.from = end(true);
    connection.to = end(true);
    connection.type = located<fp::DoorType>();
    if (chance(60)) connection.at = along();
    if (chance(30)) {
      connection.size = size();
      if (chance(30)) connection.size->height.reset(), connection.size->full_height = true;
    }
    if (chance(30)) connection.opens_into = end(false);
    if (chance(30)) connection.swing = located<fp::SwingDirection>();
    return connection;
  }
  fp::Vertical vertical() {
    fp::Vertical vertical;
    for (int i = 2 + below(3); i > 0; --i) vertical.links.push_back({name(), name(), {}});
    return vertical;
  }

  std::mt19937_64 random_;
};

inline fp::Document document(std::uint64_t seed) { return Maker(seed).document(); }

}  // namespace random_plan
