// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/floorplan/diagnostic.h"
#include "formats/floorplan/words.h"

// A floorplan text as a tree. Every node knows its place in the source, so that an edit can replace just
// the bytes it means. Nothing is resolved here: numbers stay as written, names stay names.
namespace formats::floorplan {

// A word or value with its place.
template <class T>
struct Located {
  T value{};
  Span span;
};

struct Name {
  std::string text;  // without quotes and escapes
  Span span;         // with the quotes
};

struct Length {
  double number = 0;
  std::optional<LengthUnit> unit;
  Span span;
};
// width x height. "full" as a height (connections): height is absent.
struct Size {
  Length width;
  std::optional<Length> height;
  bool full_height = false;
  Span span;  // with the parentheses
};
struct Point {
  Length x;
  Length y;
  Span span;
};
// Where an opening sits along its wall: a percentage of the wall, or a distance from its start.
struct Along {
  double number = 0;
  bool percent = false;
  std::optional<LengthUnit> unit;
  Span span;
};

struct RelativePosition {
  Located<RelativeDirection> direction;
  Name reference;
  std::optional<Length> gap;
  std::optional<Located<AlignmentDirection>> align;
  Span span;
};

// One entry of `walls [...]`. A side may come several times (several openings in one wall); without
// strictness.
struct Wall {
  Located<WallDirection> side;
  Located<WallType> type;
  std::optional<Along> at;
  std::optional<Size> size;
  std::optional<Length> height;
  Span span;
};

struct Room {
  bool is_sub_room = false;
  Name name;
  std::optional<Point> at;
  // A size, or the name of a defined one. Absent only after a syntax error.
  std::variant<std::monostate, Size, Name> size;
  std::optional<Length> height;
  std::optional<Length> elevation;  // signed
  std::vector<Wall> walls;
  Span walls_span;  // `[ … ]` with the brackets; empty if there is none
  std::optional<RelativePosition> relative;
  std::optional<Located<std::string>> label;
  std::vector<Room> rooms;  // composed of
  Span rooms_span;          // `[ … ]` with the brackets; empty if there is none
  std::optional<Name> style;
  Span span;  // the whole statement
};

struct Flight {
  double steps = 0;
  std::optional<Length> width;
  std::optional<std::pair<Name, Located<WallDirection>>> along;  // Room.side
};
struct Turn {
  TurnDirection direction{};
  std::optional<Size> landing;
  std::optional<double> winders;
  std::optional<double> degrees;
};
struct Segment {
  std::variant<Flight, Turn> what;
  Span span;
};

struct Stair {
  Name name;
  std::optional<Point> at;
  Located<StairShape> shape;
  std::optional<Located<ViewDirection>> direction;  // toward (straight), from (the others)
  std::optional<Located<TurnDirection>> turn;
  std::vector<double> runs;
  std::optional<Size> landing;
  std::optional<Located<RotationDirection>> rotation;
  std::optional<Length> inner_radius, outer_radius, radius;
  std::optional<double> arc_degrees;
  std::optional<double> winders;
  std::vector<Segment> segments;
  std::optional<Length> rise, width, riser, tread, nosing, headroom;
  std::optional<Located<HandrailSpec>> handrail;
  std::optional<Located<StringerStyle>> stringers;
  std::vector<std::pair<MaterialPart, Located<std::string>>> material;
  std::optional<RelativePosition> relative;
  std::optional<Located<std::string>> label;
  std::optional<Name> style;
  Span span;
};

struct Lift {
  Name name;
  std::optional<Point> at;
  std::optional<Size> size;
  std::vector<Located<ViewDirection>> doors;
  std::optional<RelativePosition> relative;
  std::optional<Located<std::string>> label;
  std::optional<Name> style;
  Span span;
};

struct Floor {
  Name name;
  std::optional<Length> height;
  std::vector<Room> rooms;
  std::vector<Stair> stairs;
  std::vector<Lift> lifts;
  Span body;  // `{ … }` with the braces
  Span span;
};

// One end of a connection: a room or `outside`, and a side.
struct End {
  Name room;
  bool outside = false;
  std::optional<Located<WallDirection>> side;
  Span span;
};
struct Connection {
  End from;
  End to;
  Located<DoorType> type;
  std::optional<Along> at;
  std::optional<Size> size;
  std::optional<End> opens_into;
  std::optional<Located<SwingDirection>> swing;
  Span span;
};

// vertical Ground.Stair to First.Stair to …
struct Link {
  Name floor;
  Name element;
  Span span;
};
struct Vertical {
  std::vector<Link> links;
  Span span;
};

struct Define {
  Name name;
  Size size;
  Span span;
};

struct StyleProperty {
  Located<StyleKey> key;
  std::variant<std::string, double> value;
  Span value_span;
  Span span;
};
struct Style {
  Name name;
  std::vector<StyleProperty> properties;
  Span body;
  Span span;
};

// A setting. The value as it was written: number (with a unit where lenient), size, word, string or flag.
struct ConfigEntry {
  Located<ConfigKey> key;
  bool camel_case = false;
  std::variant<Length, Size, bool, Name, std::string> value;  // Name: a bare word, string: quoted
  Span value_span;
  Span span;
};

// `key: value` between the --- lines; nested config: entries have the key "config.theme".
struct FrontMatterEntry {
  Name key;
  std::string value;
  bool quoted = false;
  Span span;
};

struct Document {
  std::string source;
  std::optional<Located<std::string>> version;  // directive or front matter, as written
  std::vector<FrontMatterEntry> front_matter;
  Span front_matter_span;
  Span header;  // the word `floorplan`; empty if it is missing
  std::vector<Define> defines;
  std::vector<Style> styles;
  std::vector<ConfigEntry> config;  // inline; wins over front matter
  Span config_body;                 // `{ … }` of the first config block; empty if there is none
  std::vector<Span> config_blocks;  // each config statement, whole
  std::vector<Floor> floors;
  std::vector<Connection> connections;
  std::vector<Vertical> verticals;
};

// The same plan, wherever its parts stand in the text. Numbers and units as written.
bool same_model(const Document& a, const Document& b);

}  // namespace formats::floorplan
