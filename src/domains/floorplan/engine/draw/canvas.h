// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domains/floorplan/engine/draw/draw.h"
#include "domains/floorplan/engine/draw/theme.h"
#include "domains/floorplan/engine/plan/plan.h"
#include "domains/floorplan/engine/plan/walls.h"
#include "drawing/picture.h"

// What the parts of draw() share. Not for others.
namespace floorplan::engine {

inline drawing::Vec vec(const std::array<double, 2>& point) { return {point[0], point[1]}; }

// The options with the plan's own settings filled in.
struct DrawLook {
  Theme theme;
  words::LengthUnit unit = words::LengthUnit::m;
  words::AreaUnit area_unit = words::AreaUnit::sqm;
  bool labels = true, dimensions = true, area = true, summary = false, north = true, scale_bar = true;
  double font_factor = 1;
  bool whole_pixels = true;  // walls as wide as pixels are; on paper they are as wide as they are
  const formats::floorplan::LineIndex* lines = nullptr;  // of the source, if it is known
};

// Whose marks an item is.
struct Mark {
  std::string id, title;
  Span span;
  std::vector<std::pair<std::string, std::string>> data;
};

// A sheet under work: scale, the size of type, and where the current floor stands.
class Canvas {
 public:
  Canvas(const DrawLook& look, double px_per_m, double type) : look_(look), px_per_m_(px_per_m), type_(type) {}

  const DrawLook& look() const { return look_; }
  const Theme& theme() const { return look_.theme; }
  double px_per_m() const { return px_per_m_; }
  double m(double px) const { return px / px_per_m_; }  // pixels as metres
  double px(double metres) const { return metres * px_per_m_; }
  double type() const { return type_; }                              // pixels for a design pixel
  double t(double design_px) const { return m(design_px * type_); }  // design pixels as metres

  // Nothing is kept: for finding out what there is room for.
  void only_measure(bool yes) { only_measure_ = yes; }
  bool only_measures() const { return only_measure_; }

  void move_origin(drawing::Vec offset) { offset_ = offset; }
  void set_mark(Mark mark) { mark_ = std::move(mark); }
  void clear_mark() { mark_ = {}; }

  void fill(drawing::Layer layer, std::string css_class, drawing::Path path, drawing::Colour colour, bool snap = true);
  // The weight is in design pixels.
  void stroke(drawing::Layer layer, std::string css_class, drawing::Path path, drawing::Colour colour, double weight,
              std::vector<double> dashes = {}, bool snap = true);
  void text(drawing::Layer layer, std::string css_class, drawing::Text text);
  std::vector<drawing::Item>& items() { return items_; }

 private:
  drawing::Item item(drawing::Layer layer, std::string css_class) const;
  void shift(drawing::Path& path) const;

  const DrawLook& look_;
  double px_per_m_, type_;
  drawing::Vec offset_;
  Mark mark_;
  bool only_measure_ = false;
  std::vector<drawing::Item> items_;
};

// Boxes that labels must keep clear of, found by place.
class Obstacles {
 public:
  explicit Obstacles(const Rect& bounds, std::size_t expected);
  void add(const Rect& box);
  // All that meet the box (touching is not meeting).
  std::vector<Rect> near(const Rect& box) const;
  bool clear(const Rect& box) const;

 private:
  struct Range {
    std::size_t x0, x1, y0, y1;
  };
  Range range(const Rect& box) const;
  Rect bounds_;
  std::size_t columns_ = 1;
  std::vector<std::vector<int>> cells_;
  std::vector<Rect> boxes_;
};
bool meet(const Rect& a, const Rect& b);

// The walls of a floor as they are drawn: thicknesses are whole pixels, so that all of a kind look alike.
class WallBody {
 public:
  WallBody(const Plan& plan, int floor, Walls walls, const Canvas& canvas);
  // How far the wall reaches from its line, towards smaller and larger coordinates, m.
  struct Faces {
    double before = 0, after = 0;
    bool outer() const { return before != after; }
  };
  Faces faces(bool upright, double line, double along) const;
  double half() const { return half_; }    // of an inner wall
  double outer() const { return outer_; }  // from the line to the outer face
  const std::vector<Hole>& holes() const { return walls_.holes; }
  const std::vector<Box>& boxes() const { return boxes_; }  // disjoint, without the holes
  const std::vector<Stretch>& stretches() const { return walls_.stretches; }
  std::vector<Loop> outline() const;
  const RoomsAt& rooms() const { return rooms_; }

 private:
  void split_and_size();
  std::vector<Box> skins() const;
  Box skin(const Stretch& stretch, bool towards_smaller) const;
  Tick reach(const Stretch& stretch, Tick end, int direction, bool towards_smaller) const;
  bool wall_across(const Stretch& stretch, Tick end) const;
  int top_of(int room) const;
  void index();

  const Plan& plan_;
  int floor_;
  RoomsAt rooms_;
  Walls walls_;
  double half_ = 0, partition_ = 0, outer_ = 0;
  std::map<std::pair<bool, Tick>, std::vector<std::size_t>> by_line_;
  std::vector<Box> boxes_;
};

// The parts of a floor. Each adds what labels must avoid to `obstacles`, in the plan's metres.
void draw_rooms(Canvas& canvas, const Plan& plan, int floor);
void draw_walls(Canvas& canvas, const Plan& plan, int floor, const WallBody& body, Obstacles& obstacles);
void draw_openings(Canvas& canvas, const Plan& plan, int floor, const WallBody& body, Obstacles& obstacles);
void draw_stairs(Canvas& canvas, const Plan& plan, int floor, Obstacles& obstacles);
void draw_lifts(Canvas& canvas, const Plan& plan, int floor, const WallBody& body, Obstacles& obstacles);
// Names in the rooms, then names of stairs and lifts. Rooms too small for words get a number; the list of
// them comes back.
struct KeyEntry {
  std::string number, text;
};
std::vector<KeyEntry> draw_labels(Canvas& canvas, const Plan& plan, int floor, const WallBody& body,
                                  Obstacles& obstacles);

// What a floor takes beyond its bounds: outer walls and leaves that open outwards, m on each side.
struct Overhang {
  double left = 0, top = 0, right = 0, bottom = 0;
};
Overhang overhang(const Rect& bounds, const std::vector<Hole>& holes, double outer_wall);

// The chains round a floor: where they cut, and how many lines they take on each side.
struct Chains {
  std::vector<double> top, bottom, left, right;  // cuts of the room chain; empty: none on that side
  bool overall = false;                          // at the top and on the left
};
Chains chains_of(const Plan& plan, int floor, double room_px, const DrawLook& look);
struct Margins {  // design pixels
  double left = 0, top = 0, right = 0, bottom = 0;
};
Margins margins_of(const Chains& chains);
// `measured` is what the overall dimensions say; the chains stand clear of `bounds` and what it overhangs.
void draw_chains(Canvas& canvas, const Rect& measured, const Rect& bounds, const Chains& chains,
                 const Overhang& overhang);

// Rooms of the floor that can be drawn.
bool drawable(const Rect& rect);
std::vector<int> rooms_of(const Plan& plan, int floor);
Rect room_bounds(const Plan& plan, int floor);
Rect floor_bounds(const Plan& plan, int floor);  // with stairs and lifts

}  // namespace floorplan::engine
