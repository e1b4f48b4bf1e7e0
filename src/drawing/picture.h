// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// One display list for every format. Geometry is in metres (x right, y down); line weights and text
// sizes are in pixels of 1/96 inch, so they look the same at any scale. A picture is composed for one scale
// (`px_per_m`), because labels are placed by their size; emitters may still show it at another.
namespace drawing {

struct Vec {
  double x = 0, y = 0;
  friend bool operator==(const Vec&, const Vec&) = default;
};
constexpr Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec operator*(Vec a, double k) { return {a.x * k, a.y * k}; }

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Colour&, const Colour&) = default;
};
constexpr Colour colour(std::uint32_t rgb, std::uint8_t alpha = 255) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8), static_cast<std::uint8_t>(rgb),
          alpha};
}

struct Stroke {
  Colour colour;
  double width_px = 1;
  std::vector<double> dashes_px;
};

// Sub-paths of lines and circular arcs.
struct Segment {
  enum class Kind : std::uint8_t { move, line, arc, close };
  Kind kind = Kind::move;
  Vec to;
  // arc: round `centre` to `to`; clockwise as seen on the sheet.
  Vec centre;
  bool clockwise = true;
};
struct Path {
  std::vector<Segment> segments;
  Path& move(Vec to);
  Path& line(Vec to);
  Path& arc(Vec centre, Vec to, bool clockwise);
  Path& close();
};
Path rectangle(double x, double y, double width, double height);
Path polygon(const std::vector<Vec>& points);
Path circle(Vec centre, double radius);

enum class Layer : std::uint8_t {
  ground,
  rooms,
  walls,
  doors,
  windows,
  stairs,
  lifts,
  furniture,
  labels,
  dimensions,
  sheet
};
std::string_view name(Layer layer);  // "WALLS": DXF layers and SVG group classes

struct Shape {
  Path path;
  std::optional<Colour> fill;
  std::optional<Stroke> stroke;
  bool even_odd = false;
  bool snap = false;  // straight edges go to whole pixels in raster output (walls)
};

enum class Weight : std::uint8_t { regular, semibold };
enum class Anchor : std::uint8_t { start, middle, end };
struct Text {
  std::string text;  // UTF-8, one line
  Vec at;            // the baseline, at the anchor
  double size_px = 12;
  Weight weight = Weight::regular;
  Anchor anchor = Anchor::middle;
  double angle_deg = 0;  // clockwise on the sheet
  Colour colour;
  std::optional<Colour> halo;  // a quiet outline where text crosses lines
};

struct Item {
  Layer layer = Layer::sheet;
  std::variant<Shape, Text> what;
  std::string css_class;       // "room", "wall", "door" …
  std::string id;              // "room:Kitchen"; becomes data-id; items with one id are one thing
  std::string title;           // for people and screen readers
  int line = 0, end_line = 0;  // of the source; 0: none
  std::vector<std::pair<std::string, std::string>> data;  // further data-* attributes
};

struct Picture {
  double x = 0, y = 0, width = 0, height = 0;  // what is shown, metres
  double px_per_m = 50;
  Colour ground = colour(0xffffff);
  std::string title, description;
  std::string font_family;  // for SVG; ours is embedded everywhere else
  std::vector<Item> items;  // painted in this order
};

}  // namespace drawing
