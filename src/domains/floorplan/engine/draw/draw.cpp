// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "domains/floorplan/engine/draw/canvas.h"
#include "domains/floorplan/engine/draw/text.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "drawing/fonts.h"
#include "drawing/pdf.h"

namespace floorplan::engine {
namespace {

using base::Code;
using base::fail;
using base::Result;
using drawing::Layer;
using drawing::Picture;
using drawing::Vec;
using drawing::Weight;

// Design pixels.
constexpr double edge = 18;         // of the sheet
constexpr double between_x = 26;    // floors beside one another
constexpr double between_y = 22;    // floors under one another
constexpr double heading_row = 34;  // the plan's title
constexpr double title_row = 26;    // a floor's title
constexpr double note_row = 17;     // summary and key
constexpr double foot_row = 36;     // scale bar and north arrow
constexpr std::size_t most_key_rows = 5;

struct FloorWork {
  int index = 0;
  Rect bounds;    // of all that is drawn
  Rect measured;  // of the rooms: what the dimensions say
  Walls walls;
  Overhang overhang;
  Chains chains;
  std::string title, summary;
};

DrawLook look_of(const Plan& plan, const DrawOptions& options) {
  DrawLook look{.theme = theme(options.theme.value_or(plan.settings.theme))};
  look.unit = options.length_unit.value_or(plan.settings.unit);
  look.area_unit = options.area_unit.value_or(plan.settings.area_unit);
  look.labels = options.show_labels.value_or(plan.settings.show_labels);
  look.dimensions = options.show_dimensions.value_or(plan.settings.show_dimensions);
  look.area = options.show_area;
  look.summary = options.show_floor_summary;
  look.north = options.north_arrow;
  look.scale_bar = options.scale_bar;
  look.whole_pixels = !options.px_per_m;
  // font_size is the size of room names in pixels, of which 13 are usual.
  if (plan.settings.font_size) look.font_factor = std::clamp(*plan.settings.font_size / 13, 0.5, 4.0);
  return look;
}

std::string count(int n, const std::string& what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

std::string summary_of(const Plan& plan, int floor, const Rect& bounds, const DrawLook& look) {
  double area = 0;
  int rooms = 0;
  for (const int i : rooms_of(plan, floor)) {
    const Room& room = plan.rooms[static_cast<std::size_t>(i)];
    if (room.parent >= 0) continue;
    area += room.rect.area();
    ++rooms;
  }
  std::string out = count(rooms, "room") + " · " + shown_area(area, look.area_unit) + " net";
  if (!drawable(bounds)) return out;
  out += " · " + show_size(bounds.width, bounds.height, look.unit) + " overall · ";
  return out + std::to_string(std::lround(100 * area / bounds.area())) + " % of the outline used";
}

FloorWork prepare(const Plan& plan, int index, const DrawLook& look) {
  FloorWork out{.index = index, .bounds = floor_bounds(plan, index), .walls = walls(plan, index)};
  out.measured = room_bounds(plan, index);
  if (!drawable(out.measured)) out.measured = out.bounds;
  out.overhang = overhang(out.bounds, out.walls.holes, plan.settings.wall_thickness * 0.75);
  out.title = spaced(one_line(plan.floors[static_cast<std::size_t>(index)].id, 60));
  if (look.summary) out.summary = summary_of(plan, index, out.measured, look);
  return out;
}

// How large type is in a field of that many pixels: legible in a small one, growing with a large one.
double type_for(double field_px) {
  if (field_px > 700) return 1 + ((field_px - 700) / 1050);
  return std::max(0.82, 0.82 + ((field_px - 300) / 400 * 0.18));
}

// The sheet: floors in rows and columns, all at one scale.
struct Sheet {
  std::size_t columns = 1, rows = 1;
  double type = 1, px_per_m = 50;
  double width = 0, height = 0;             // pixels
  double cell_width = 0, cell_height = 0;   // pixels
  Margins margins;                          // the largest of all floors
  double heading = 0, notes = 0, foot = 0;  // rows, design pixels
};

class Composer {
 public:
  Composer(const Plan& plan, const DrawOptions& options, const DrawLook& look, std::vector<FloorWork>& floors)
      : plan_(plan), options_(options), look_(look), floors_(floors) {
    for (const FloorWork& floor : floors_) {
      const double width = floor.bounds.width + floor.overhang.left + floor.overhang.right;
      const double height = floor.bounds.height + floor.overhang.top + floor.overhang.bottom;
      content_width_ = std::max(content_width_, width);
      content_height_ = std::max(content_height_, height);
    }
  }

  Picture compose() {
    // Whether a key is needed shows only when the labels have been placed.
    const Sheet tried = choose_sheet(0);
    Canvas measure(look_, tried.px_per_m, tried.type);
    measure.only_measure(true);
    draw_sheet(measure, tried);
    key_room_ = std::min(key_rows_, most_key_rows);
    const Sheet sheet = key_room_ == 0 ? tried : choose_sheet(key_room_);
    Canvas canvas(look_, sheet.px_per_m, sheet.type);
    draw_sheet(canvas, sheet);
    return picture(canvas, sheet);
  }

 private:
  // ---- layout

  Sheet choose_sheet(std::size_t key_rows) {
    if (options_.px_per_m) return fixed_sheet(key_rows);
    Sheet best = fitted_sheet(1, key_rows);
    if (options_.layout == FloorLayout::stacked) return best;
    const std::size_t n = floors_.size();
    best = fitted_sheet(n, key_rows);
    // More rows only where it pays: a row is easier to compare.
    for (std::size_t columns = n - 1; columns >= 1; --columns) {
      const Sheet other = fitted_sheet(columns, key_rows);
      if (other.px_per_m > best.px_per_m * 1.2) best = other;
    }
    return best;
  }

  Sheet frame(std::size_t columns, double type, std::size_t key_rows) {
    Sheet sheet{.columns = columns, .rows = (floors_.size() + columns - 1) / columns, .type = type};
    sheet.heading = plan_.title.empty() || !options_.title ? 0 : heading_row;
    sheet.foot = look_.scale_bar || look_.north ? foot_row : 0;
    sheet.notes = (look_.summary ? note_row : 0) + (note_row * static_cast<double>(key_rows));
    return sheet;
  }
  void set_chains(Sheet& sheet, double floor_px) {
    sheet.margins = {};
    for (FloorWork& floor : floors_) {
      floor.chains = chains_of(plan_, floor.index, floor_px / sheet.type, look_);
      const Margins m = margins_of(floor.chains);
      sheet.margins.left = std::max(sheet.margins.left, m.left);
      sheet.margins.top = std::max(sheet.margins.top, m.top);
      sheet.margins.right = std::max(sheet.margins.right, m.right);
      sheet.margins.bottom = std::max(sheet.margins.bottom, m.bottom);
    }
  }
  // Pixels that are not the plan itself.
  double around_x(const Sheet& s) const {
    return s.type * ((2 * edge) + (static_cast<double>(s.columns - 1) * between_x) +
                     (static_cast<double>(s.columns) * (s.margins.left + s.margins.right)));
  }
  double around_y(const Sheet& s) const {
    return s.type * ((2 * edge) + s.heading + s.foot + (static_cast<double>(s.rows - 1) * between_y) +
                     (static_cast<double>(s.rows) * (title_row + s.notes + s.margins.top + s.margins.bottom)));
  }

  Sheet fitted_sheet(std::size_t columns, std::size_t key_rows) {
    const double width = options_.width_px > 0 ? options_.width_px : 1000;
    const double rows = std::ceil(static_cast<double>(floors_.size()) / static_cast<double>(columns));
    const double tallest = options_.height_px > 0 ? options_.height_px : width * 1.4;
    const double field_x = width / static_cast<double>(columns);
    const double field_y = tallest / rows;
    const double shape = content_height_ / content_width_;
    const double field = std::min(field_x, std::min(field_y, field_x * shape) * 1.4);
    Sheet sheet = frame(columns, type_for(std::sqrt(field * std::min(field_x, field_y * 1.4))), key_rows);
    set_chains(sheet, std::min(field_x, field_y));
    const double room_x = std::max(20.0, width - around_x(sheet)) / static_cast<double>(columns);
    const double room_y = std::max(20.0, tallest - around_y(sheet)) / rows;
    sheet.px_per_m = std::min(room_x / content_width_, room_y / content_height_);
    finish(sheet);
    sheet.width = width;
    if (options_.height_px > 0) sheet.height = options_.height_px;
    return sheet;
  }
  Sheet fixed_sheet(std::size_t key_rows) {
    Sheet sheet = frame(1, 0.82, key_rows);
    sheet.px_per_m = *options_.px_per_m;
    set_chains(sheet, std::min(content_width_, content_height_) * sheet.px_per_m * sheet.type);
    finish(sheet);
    return sheet;
  }
  void finish(Sheet& sheet) const {
    const double t = sheet.type;
    sheet.cell_width = (content_width_ * sheet.px_per_m) + (t * (sheet.margins.left + sheet.margins.right));
    sheet.cell_height =
        (content_height_ * sheet.px_per_m) + (t * (title_row + sheet.notes + sheet.margins.top + sheet.margins.bottom));
    sheet.width = std::ceil(grid_width(sheet) + (2 * edge * t));
    sheet.height = std::ceil(grid_height(sheet) + (t * ((2 * edge) + sheet.heading + sheet.foot)));
  }
  static double grid_width(const Sheet& s) {
    return (static_cast<double>(s.columns) * s.cell_width) + (static_cast<double>(s.columns - 1) * between_x * s.type);
  }
  static double grid_height(const Sheet& s) {
    return (static_cast<double>(s.rows) * s.cell_height) + (static_cast<double>(s.rows - 1) * between_y * s.type);
  }

  // ---- drawing

  void draw_sheet(Canvas& canvas, const Sheet& sheet) {
    key_rows_ = 0;
    const double t = sheet.type;
    const double left = std::floor(std::max(edge * t, (sheet.width - grid_width(sheet)) / 2));
    const double free_y = sheet.height - (t * ((2 * edge) + sheet.heading + sheet.foot)) - grid_height(sheet);
    const double top = std::floor((t * (edge + sheet.heading)) + std::max(0.0, free_y / 2));
    for (std::size_t i = 0; i < floors_.size(); ++i) {
      const std::size_t row = i / sheet.columns;
      const double x = left + (static_cast<double>(i % sheet.columns) * (sheet.cell_width + (between_x * t)));
      const double y = top + (static_cast<double>(row) * (sheet.cell_height + (between_y * t)));
      draw_floor(canvas, sheet, floors_[i], {std::floor(x), std::floor(y)});
    }
    canvas.move_origin({});
    draw_heading(canvas, sheet, left, top - (t * sheet.heading));
    draw_foot(canvas, sheet, left, std::floor(top + grid_height(sheet)));
  }

  void draw_floor(Canvas& canvas, const Sheet& sheet, const FloorWork& floor, Vec cell) {
    const double t = sheet.type;
    const double x = cell.x + (t * sheet.margins.left) + (floor.overhang.left * sheet.px_per_m);
    const double y = cell.y + (t * (title_row + sheet.margins.top)) + (floor.overhang.top * sheet.px_per_m);
    canvas.move_origin({});
    // Titles stand over the left edge of the building.
    put(canvas, floor.title, {std::round(x), cell.y + (t * 16)}, 15, Weight::semibold, look_.theme.ink, "floor-title");
    canvas.move_origin({canvas.m(std::round(x)) - floor.bounds.x, canvas.m(std::round(y)) - floor.bounds.y});
    const WallBody body(plan_, floor.index, floor.walls, canvas);
    Obstacles obstacles(floor.bounds, floor.walls.stretches.size() + (floor.walls.holes.size() * 4) + 16);
    draw_rooms(canvas, plan_, floor.index);
    draw_walls(canvas, plan_, floor.index, body, obstacles);
    draw_openings(canvas, plan_, floor.index, body, obstacles);
    draw_stairs(canvas, plan_, floor.index, obstacles);
    draw_lifts(canvas, plan_, floor.index, body, obstacles);
    const std::vector<KeyEntry> keys = draw_labels(canvas, plan_, floor.index, body, obstacles);
    draw_chains(canvas, floor.measured, floor.bounds, floor.chains,
                overhang(floor.bounds, floor.walls.holes, body.outer()));
    canvas.move_origin({});
    draw_notes(canvas, sheet, floor, keys, {std::round(x), cell.y + sheet.cell_height - (t * sheet.notes)});
  }

  void put(Canvas& canvas, const std::string& text, Vec px, double size, Weight weight, drawing::Colour colour,
           const char* css_class, drawing::Anchor anchor = drawing::Anchor::start) const {
    canvas.text(Layer::sheet, css_class,
                {.text = text,
                 .at = {canvas.m(px.x), canvas.m(px.y)},
                 .size_px = size * canvas.type(),
                 .weight = weight,
                 .anchor = anchor,
                 .colour = colour});
  }

  // The key to numbered rooms, then the summary.
  void draw_notes(Canvas& canvas, const Sheet& sheet, const FloorWork& floor, const std::vector<KeyEntry>& keys,
                  Vec at) {
    const double t = sheet.type;
    const double width = std::max(60.0, sheet.cell_width - (sheet.margins.left * t));
    std::vector<std::vector<const KeyEntry*>> rows = key_rows(keys, width, t);
    key_rows_ = std::max(key_rows_, rows.size());
    double y = at.y + (13 * t);
    for (std::size_t r = 0; r < std::min(rows.size(), key_room_); ++r, y += note_row * t) {
      double x = at.x;
      for (const KeyEntry* entry : rows[r]) x = draw_key(canvas, *entry, {x, y});
    }
    if (floor.summary.empty()) return;
    const double natural = drawing::text_width(floor.summary, 11 * t, Weight::regular);
    const double size = 11 * std::clamp(width / std::max(1.0, natural), 0.6, 1.0);
    const double bottom = at.y + (t * (sheet.notes - 4));
    put(canvas, floor.summary, {at.x, bottom}, size, Weight::regular, look_.theme.ink2, "floor-summary");
  }
  static double key_width(const KeyEntry& entry, double t) {
    return drawing::text_width(entry.number + " ", 10 * t, Weight::semibold) +
           drawing::text_width(entry.text, 10 * t, Weight::regular) + (14 * t);
  }
  static std::vector<std::vector<const KeyEntry*>> key_rows(const std::vector<KeyEntry>& keys, double width, double t) {
    std::vector<std::vector<const KeyEntry*>> rows;
    double used = width;
    for (const KeyEntry& entry : keys) {
      const double own = key_width(entry, t);
      if (rows.empty() || used + own > width) {
        rows.emplace_back();
        used = 0;
      }
      rows.back().push_back(&entry);
      used += own;
    }
    return rows;
  }
  double draw_key(Canvas& canvas, const KeyEntry& entry, Vec at) const {
    const double t = canvas.type();
    put(canvas, entry.number, at, 10, Weight::semibold, look_.theme.ink, "key");
    const double indent = drawing::text_width(entry.number + " ", 10 * t, Weight::semibold);
    put(canvas, entry.text, {at.x + indent, at.y}, 10, Weight::regular, look_.theme.ink2, "key");
    return at.x + key_width(entry, t);
  }

  void draw_heading(Canvas& canvas, const Sheet& sheet, double left, double top) const {
    if (sheet.heading <= 0) return;
    const double t = sheet.type;
    std::string title = one_line(plan_.title, 120);
    const double natural = drawing::text_width(title, 20 * t, Weight::semibold);
    const double size = 20 * std::clamp((sheet.width - left - (edge * t)) / std::max(1.0, natural), 0.5, 1.0);
    put(canvas, title, {std::round(left + first_margin(sheet)), top + (t * 16)}, size, Weight::semibold,
        look_.theme.ink, "title");
  }
  double first_margin(const Sheet& sheet) const {
    return (sheet.margins.left * sheet.type) + (floors_.front().overhang.left * sheet.px_per_m);
  }

  void draw_foot(Canvas& canvas, const Sheet& sheet, double left, double top) const {
    if (sheet.foot <= 0 || content_width_ <= 0) return;
    const double t = sheet.type;
    const double start = std::round(left + first_margin(sheet));
    const double right = sheet.width - left - (t * sheet.margins.right);
    if (look_.scale_bar) draw_scale_bar(canvas, {start, top + (t * 20)}, std::max(40.0, right - start - (30 * t)));
    if (look_.north) draw_north(canvas, {right - (t * 9), top + (t * 8)});
  }

  // A round length of up to 210 pixels, in four fields.
  void draw_scale_bar(Canvas& canvas, Vec at, double room) const {
    const bool feet = look_.unit == words::LengthUnit::ft || look_.unit == words::LengthUnit::in;
    const double unit = feet ? 0.3048 : 1.0;
    const double wanted = std::min(210 * canvas.type(), room * 0.8) / canvas.px_per_m() / unit;
    const double power = std::pow(10, std::floor(std::log10(std::max(1e-9, wanted))));
    double length = power;
    for (const double step : {2.0, 4.0, 5.0, 8.0}) {
      if (step * power <= wanted) length = step * power;
    }
    const double field = canvas.px(length * unit) / 4;
    const double thick = std::max(2.0, std::round(4 * canvas.type()));
    const auto box = [&](double x, double width) {
      return drawing::rectangle(canvas.m(at.x + x), canvas.m(at.y), canvas.m(width), canvas.m(thick));
    };
    for (int i = 0; i < 4; i += 2) canvas.fill(Layer::sheet, "scale-bar", box(field * i, field), look_.theme.ink2);
    canvas.stroke(Layer::sheet, "scale-bar", box(0, field * 4), look_.theme.ink2, 1);
    for (const int i : {0, 2, 4}) {
      const std::string text = scale_text(length * i / 4, feet, i == 4);
      put(canvas, text, {at.x + (field * i), at.y - (5 * canvas.type())}, 9.5, Weight::regular, look_.theme.ink2,
          "scale-text", i == 0 ? drawing::Anchor::start : drawing::Anchor::middle);
    }
  }
  static std::string scale_text(double value, bool feet, bool last) {
    std::string unit = feet ? " ft" : " m";
    if (!feet && value > 0 && value < 0.5) {
      value *= 1000;
      unit = " mm";
    }
    std::string out = std::to_string(std::round(value * 1000) / 1000);
    while (out.ends_with('0')) out.pop_back();
    if (out.ends_with('.')) out.pop_back();
    return last ? out + unit : out;
  }

  void draw_north(Canvas& canvas, Vec at) const {
    const double t = canvas.type();
    const double w = 5.5 * t;
    const double h = 19 * t;
    const auto p = [&](double x, double y) { return Vec{canvas.m(at.x + x), canvas.m(at.y + y)}; };
    const drawing::Colour ink = look_.theme.ink2;
    canvas.fill(Layer::sheet, "north", drawing::polygon({p(0, 0), p(0, h * 0.74), p(-w, h)}), ink, false);
    canvas.stroke(Layer::sheet, "north", drawing::polygon({p(0, 0), p(w, h), p(0, h * 0.74), p(-w, h)}), ink, 1, {},
                  false);
    put(canvas, "N", {at.x - (14 * t), at.y + (14 * t)}, 11, Weight::semibold, ink, "north", drawing::Anchor::middle);
  }

  // Layer after layer; within a layer in the order of drawing.
  static std::vector<drawing::Item> by_layer(std::vector<drawing::Item> items) {
    std::vector<drawing::Item> out;
    out.reserve(items.size());
    for (int layer = 0; layer <= static_cast<int>(Layer::sheet); ++layer) {
      for (drawing::Item& item : items) {
        if (static_cast<int>(item.layer) == layer) out.push_back(std::move(item));
      }
    }
    return out;
  }
  Picture picture(Canvas& canvas, const Sheet& sheet) const {
    Picture out;
    out.px_per_m = sheet.px_per_m;
    out.width = sheet.width / sheet.px_per_m;
    out.height = sheet.height / sheet.px_per_m;
    out.ground = look_.theme.ground;
    out.font_family = one_line(plan_.settings.font_family, 80);
    out.title = plan_.title.empty() ? "Floor plan" : one_line(plan_.title, 200);
    out.items = by_layer(std::move(canvas.items()));
    return out;
  }

  const Plan& plan_;
  const DrawOptions& options_;
  const DrawLook& look_;
  std::vector<FloorWork>& floors_;
  double content_width_ = 0, content_height_ = 0;
  std::size_t key_rows_ = 0, key_room_ = 0;
};

std::string floor_list(const Plan& plan) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(plan.floors.size(), 20); ++i) {
    if (i > 0) out += ", ";
    out += std::to_string(i) + " (" + one_line(plan.floors[i].id, 40) + ")";
  }
  return out.empty() ? "none" : out;
}

Result<std::vector<int>> floors_to_draw(const Plan& plan, const DrawOptions& options) {
  std::vector<int> out;
  if (!options.floor) {
    for (std::size_t i = 0; i < plan.floors.size(); ++i) out.push_back(static_cast<int>(i));
    return out;
  }
  if (*options.floor < 0 || static_cast<std::size_t>(*options.floor) >= plan.floors.size()) {
    return fail(Code::out_of_range, "there is no floor " + std::to_string(*options.floor), "floorIndex",
                "Floors of this plan: " + floor_list(plan) + ".");
  }
  out.push_back(*options.floor);
  return out;
}

std::string describe(const Plan& plan, const std::vector<FloorWork>& floors, const DrawLook& look) {
  std::string out;
  for (const FloorWork& floor : floors) {
    if (!out.empty()) out += " ";
    out += floor.title + ": ";
    std::string names;
    for (const int i : rooms_of(plan, floor.index)) {
      const Room& room = plan.rooms[static_cast<std::size_t>(i)];
      if (names.size() > 2000) break;
      if (!names.empty()) names += ", ";
      names += shown_name(room.name, room.label) + " " + shown_area(room.rect.area(), look.area_unit);
    }
    out += (names.empty() ? "no rooms" : names) + ".";
    if (out.size() > 8000) break;
  }
  return out;
}

// A sheet that says that there is nothing on it.
Picture empty_picture(const Plan& plan, const DrawOptions& options, const DrawLook& look) {
  Picture out;
  const double width = options.width_px > 0 ? options.width_px : 480;
  const double height = options.height_px > 0 ? options.height_px : 320;
  out.px_per_m = 50;
  out.width = width / 50;
  out.height = height / 50;
  out.ground = look.theme.ground;
  out.title = plan.title.empty() ? "Floor plan" : one_line(plan.title, 200);
  out.description = "This plan has no rooms yet.";
  out.items.push_back({.layer = Layer::sheet,
                       .what = drawing::Text{.text = "No rooms yet",
                                             .at = {out.width / 2, out.height / 2},
                                             .size_px = std::clamp(width / 40, 10.0, 200.0),
                                             .colour = look.theme.ink2},
                       .css_class = "empty"});
  return out;
}

// Usual scales, from large to small.
constexpr auto scales = std::to_array<double>({10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000});

struct Print {
  drawing::Paper paper;
  double scale = 0;
  std::vector<drawing::PdfPage> pages;
};

Result<Print> print_at(const Plan& plan, const PrintOptions& options, const std::vector<int>& floors,
                       const drawing::Paper& paper, double scale) {
  Print out{.paper = paper, .scale = scale, .pages = {}};
  const Vec room = drawing::picture_room_px(paper);
  for (const int floor : floors) {
    DrawOptions look = options.look;
    look.floor = floor;
    look.theme = words::ThemeName::standard;
    look.px_per_m = drawing::px_per_m_at(scale);
    look.title = false;  // the title block has it
    Picture picture = TRY(draw(plan, look));
    const bool fits =
        picture.width * picture.px_per_m <= room.x + 0.5 && picture.height * picture.px_per_m <= room.y + 0.5;
    if (!fits) return fail(Code::out_of_range, "the plan does not fit " + paper.name, "scale");
    out.pages.push_back({std::move(picture), spaced(one_line(plan.floors[static_cast<std::size_t>(floor)].id, 60))});
  }
  return out;
}

// The largest scale first; on the smaller paper as long as it is a usual one for buildings.
Result<Print> choose_print(const Plan& plan, const PrintOptions& options, const std::vector<int>& floors) {
  const std::vector<double> tried =
      options.scale ? std::vector<double>{*options.scale} : std::vector<double>(scales.begin(), scales.end());
  for (const bool large : {false, true}) {
    for (const double scale : tried) {
      if (!options.scale && !large && scale > 100) break;
      for (const drawing::Paper& paper : drawing::papers()) {
        if ((paper.name == "A3") != large) continue;
        auto print = print_at(plan, options, floors, paper, scale);
        if (print.ok()) return print;
      }
    }
  }
  const std::string what = options.scale ? "1:" + std::to_string(std::lround(*options.scale)) : "1:5000";
  return fail(Code::out_of_range, "the plan does not fit A3 at " + what, "scale", "Choose a smaller scale, or SVG.");
}

}  // namespace

Result<Picture> draw(const Plan& plan, const DrawOptions& options) {
  const std::vector<int> wanted = TRY(floors_to_draw(plan, options));
  DrawLook look = look_of(plan, options);
  const std::optional<formats::floorplan::LineIndex> lines =
      options.source.empty() ? std::nullopt : std::optional<formats::floorplan::LineIndex>(options.source);
  look.lines = lines ? &*lines : nullptr;
  std::vector<FloorWork> floors;
  for (const int index : wanted) {
    FloorWork floor = prepare(plan, index, look);
    if (drawable(floor.bounds)) floors.push_back(std::move(floor));
  }
  if (floors.empty()) return empty_picture(plan, options, look);
  Picture picture = Composer(plan, options, look, floors).compose();
  picture.description = describe(plan, floors, look);
  return picture;
}

Result<std::string> print_pdf(const Plan& plan, const PrintOptions& options) {
  if (options.scale && (!(*options.scale >= 1) || !(*options.scale <= 100000))) {
    return fail(Code::out_of_range, "the scale must be between 1:1 and 1:100000", "scale");
  }
  const std::vector<int> floors = TRY(floors_to_draw(plan, options.look));
  if (floors.empty()) return fail(Code::missing, "the plan has no floor to print", "floors");
  Print print = TRY(choose_print(plan, options, floors));
  drawing::PdfOptions sheet{.title = options.title.empty() ? plan.title : options.title,
                            .date = options.date,
                            .unit = std::string(words::text(options.look.length_unit.value_or(plan.settings.unit))),
                            .scale = print.scale,
                            .paper = print.paper};
  if (sheet.title.empty()) sheet.title = "Floor plan";
  return drawing::pdf(print.pages, sheet);
}

}  // namespace floorplan::engine
