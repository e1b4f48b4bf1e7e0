// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "domains/floorplan/engine/draw/canvas.h"
#include "domains/floorplan/engine/draw/text.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "drawing/fonts.h"

namespace floorplan::engine {
namespace {

using drawing::Colour;
using drawing::Layer;
using drawing::Vec;
using drawing::Weight;

constexpr double name_px = 13;
constexpr double detail_px = 11;
constexpr double smallest_px = 7.6;  // below this nobody reads it
constexpr std::size_t most_keys = 40;

struct Line {
  std::string text;
  double size_px = 12;
  Weight weight = Weight::regular;
};
// Lines one under another, centred. Sizes in pixels, before a turn.
struct Block {
  std::vector<Line> lines;
  std::vector<double> baselines;
  double width = 0, height = 0;
  bool turned = false;  // reads from the bottom up
  double box_width() const { return turned ? height : width; }
  double box_height() const { return turned ? width : height; }
  double smallest() const {
    double size = std::numeric_limits<double>::infinity();
    for (const Line& line : lines) size = std::min(size, line.size_px);
    return size;
  }
};

Block block_of(std::vector<Line> lines, bool turned = false) {
  Block out{.lines = std::move(lines), .turned = turned};
  double y = 0;
  for (std::size_t i = 0; i < out.lines.size(); ++i) {
    const Line& line = out.lines[i];
    const bool changes = i > 0 && out.lines[i - 1].weight != line.weight;
    y += i == 0 ? line.size_px * drawing::cap_height_em : line.size_px * (changes ? 1.45 : 1.22);
    out.baselines.push_back(y);
    out.width = std::max(out.width, drawing::text_width(line.text, line.size_px, line.weight));
  }
  out.height = y + (out.lines.empty() ? 0 : out.lines.back().size_px * drawing::descent_em);
  return out;
}

// What can be said about a room, in parts.
struct Words {
  std::string name, size, area;
  std::string detail() const {
    if (size.empty()) return area;
    return area.empty() ? size : size + " · " + area;
  }
};

class Variants {
 public:
  Variants(const Words& words, double type, double font_factor) : words_(words), type_(type), factor_(font_factor) {}

  // From the fullest to the shortest; the first that fits is taken.
  std::vector<Block> all(bool tall) const {
    std::vector<Block> out;
    const auto add = [&out](Block block) {
      if (!block.lines.empty() && block.smallest() >= smallest_px) out.push_back(std::move(block));
    };
    for (const double f : {1.0, 0.9}) add(full(1, f, false));
    for (const double f : {1.0, 0.9}) add(stacked(1, f));
    add(full(1, 0.8, false));
    for (const double f : {0.95, 0.85}) add(stacked(2, f));
    add(stacked(1, 0.8));
    if (tall) {
      for (const double f : {1.0, 0.9, 0.8}) add(full(1, f, true));
    }
    for (const double f : {0.95, 0.85}) add(with_area(1, f, false));
    for (const double f : {0.9, 0.8}) add(with_area(2, f, false));
    if (tall) add(with_area(1, 0.85, true));
    for (const double f : {0.9, 0.8, 0.72}) {
      add(only_name(1, f, false));
      add(only_name(2, f, false));
      if (tall) add(only_name(1, f, true));
      add(only_name(3, f, false));
    }
    for (const double f : {0.65, 0.6}) {
      add(only_name(1, f, false));
      add(only_name(2, f, false));
      add(only_name(1, f, true));
    }
    const std::string brief = abbreviated(words_.name);
    if (!brief.empty()) {
      for (const double f : {0.8, 0.65}) add(block_of({bold(brief, f)}));
      add(block_of({bold(brief, 0.65)}, true));
    }
    return out;
  }
  Block number(const std::string& text) const { return block_of({bold(text, 0.65)}); }

 private:
  Line bold(std::string text, double f) const {
    return {std::move(text), std::max(smallest_px, name_px * f * type_ * factor_), Weight::semibold};
  }
  Line plain(std::string text, double f) const {
    return {std::move(text), detail_px * f * type_ * std::min(factor_, 1.25)};
  }
  std::vector<Line> names(std::size_t lines, double f) const {
    const std::vector<std::string> parts = wrapped(words_.name, lines);
    if (lines > 1 && parts.size() < lines) return {};
    std::vector<Line> out;
    for (const std::string& part : parts) out.push_back(bold(part, f));
    return out;
  }
  Block with(std::vector<Line> out, std::initializer_list<std::string> details, double f, bool turned) const {
    if (out.empty()) return {};
    for (const std::string& detail : details) {
      if (!detail.empty()) out.push_back(plain(detail, f));
    }
    return block_of(std::move(out), turned);
  }
  Block full(std::size_t lines, double f, bool turned) const {
    return with(names(lines, f), {words_.detail()}, f, turned);
  }
  Block stacked(std::size_t lines, double f) const {
    if (lines == 1 && (words_.size.empty() || words_.area.empty())) return {};
    return with(names(lines, f), {words_.size, words_.area}, f, false);
  }
  Block with_area(std::size_t lines, double f, bool turned) const {
    const std::string& what = words_.area.empty() ? words_.size : words_.area;
    return with(names(lines, f), {what}, f, turned);
  }
  Block only_name(std::size_t lines, double f, bool turned) const { return with(names(lines, f), {}, f, turned); }

  const Words& words_;
  double type_, factor_;
};

// A place for a box of that size: within `free`, clear of `taken`, as near to the middle as can be. The best
// place has each coordinate either in the middle or against the edge of something.
std::optional<Vec> find_place(const Rect& free, const std::vector<Rect>& taken, double width, double height) {
  if (width > free.width || height > free.height) return std::nullopt;
  const Vec middle{free.x + (free.width / 2), free.y + (free.height / 2)};
  std::vector<double> xs{middle.x, free.x + (width / 2), free.right() - (width / 2)};
  std::vector<double> ys{middle.y, free.y + (height / 2), free.bottom() - (height / 2)};
  for (std::size_t i = 0; i < std::min<std::size_t>(taken.size(), 24); ++i) {
    xs.insert(xs.end(), {taken[i].x - (width / 2), taken[i].right() + (width / 2)});
    ys.insert(ys.end(), {taken[i].y - (height / 2), taken[i].bottom() + (height / 2)});
  }
  std::optional<Vec> best;
  double best_distance = std::numeric_limits<double>::infinity();
  constexpr double slack = 1e-9;
  for (const double x : xs) {
    if (x - (width / 2) < free.x - slack || x + (width / 2) > free.right() + slack) continue;
    for (const double y : ys) {
      if (y - (height / 2) < free.y - slack || y + (height / 2) > free.bottom() + slack) continue;
      const double distance = std::hypot(x - middle.x, y - middle.y);
      if (distance >= best_distance - slack) continue;
      const Rect box{x - (width / 2) + slack, y - (height / 2) + slack, width - (2 * slack), height - (2 * slack)};
      if (std::ranges::any_of(taken, [&](const Rect& other) { return meet(other, box); })) continue;
      best = Vec{x, y};
      best_distance = distance;
    }
  }
  return best;
}

class Labels {
 public:
  Labels(Canvas& canvas, const Plan& plan, int floor, const WallBody& body, Obstacles& obstacles)
      : canvas_(canvas), plan_(plan), floor_(floor), body_(body), obstacles_(obstacles) {}

  std::vector<KeyEntry> draw() {
    for (const int i : rooms_of(plan_, floor_)) {
      const Room& room = plan_.rooms[static_cast<std::size_t>(i)];
      for (const int sub : room.rooms) obstacles_.add(plan_.rooms[static_cast<std::size_t>(sub)].rect);
    }
    lifts();
    for (const int i : by_size()) room(plan_.rooms[static_cast<std::size_t>(i)]);
    stairs();
    canvas_.clear_mark();
    return std::move(keys_);
  }

 private:
  // Small rooms first: where rooms overlap, the larger one has more places to go.
  std::vector<int> by_size() const {
    std::vector<int> out = rooms_of(plan_, floor_);
    std::ranges::sort(out, {},
                      [this](int i) { return std::pair(plan_.rooms[static_cast<std::size_t>(i)].rect.area(), i); });
    return out;
  }
  Words words(const Room& room) const {
    const DrawLook& look = canvas_.look();
    Words out{.name = shown_name(room.name, room.label)};
    if (look.dimensions) out.size = show_size(room.rect.width, room.rect.height, look.unit);
    if (look.area) out.area = shown_area(room.rect.area(), look.area_unit);
    return out;
  }
  Rect inside(const Room& room) const {
    const double edge = body_.half();
    return {room.rect.x + edge, room.rect.y + edge, room.rect.width - (2 * edge), room.rect.height - (2 * edge)};
  }
  // Obstacles but for the room itself, which its parent has among its own.
  std::vector<Rect> taken(const Room& room, const Rect& free) const {
    std::vector<Rect> out = obstacles_.near(free);
    std::erase(out, room.rect);
    return out;
  }

  void room(const Room& room) {
    const Rect free = inside(room);
    if (canvas_.px(free.width) < 7 || canvas_.px(free.height) < 7) return;
    const Words text = words(room);
    const Variants variants(text, canvas_.type(), canvas_.look().font_factor);
    const std::vector<Rect> others = taken(room, free);
    canvas_.set_mark({.id = "room:" + one_line(room.name, 200), .title = {}, .span = room.span, .data = {}});
    const Colour fill = floor_tint(canvas_.theme(), room);
    const bool tall = free.height > free.width * 1.25;
    for (const Block& block : variants.all(tall)) {
      for (const double pad : {10.0, 4.0}) {
        if (try_block(block, free, others, fill, pad)) return;
      }
    }
    number(text, variants, free, others, fill);
  }
  void number(const Words& text, const Variants& variants, const Rect& free, const std::vector<Rect>& others,
              Colour fill) {
    if (keys_.size() >= most_keys) return;
    const std::string digits = std::to_string(keys_.size() + 1);
    if (!try_block(variants.number(digits), free, others, fill, 2)) return;
    const std::string detail = text.area.empty() ? text.size : text.area;
    keys_.push_back({digits, detail.empty() ? text.name : text.name + " " + detail});
  }

  bool try_block(const Block& block, const Rect& free, const std::vector<Rect>& others, Colour fill, double pad_px) {
    const double pad = canvas_.t(pad_px);
    const double width = canvas_.m(block.box_width()) + (2 * pad);
    const double height = canvas_.m(block.box_height()) + (2 * pad);
    const std::optional<Vec> at = find_place(free, others, width, height);
    if (!at) return false;
    put(block, *at, fill, "room");
    obstacles_.add({at->x - (width / 2), at->y - (height / 2), width, height});
    return true;
  }

  void put(const Block& block, Vec middle, Colour fill, const std::string& what, bool halo = false) {
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
      const Line& line = block.lines[i];
      const bool name = line.weight == Weight::semibold;
      const double down = canvas_.m(block.baselines[i] - (block.height / 2));
      drawing::Text text{.text = line.text,
                         .at = block.turned ? Vec{middle.x + down, middle.y} : Vec{middle.x, middle.y + down},
                         .size_px = line.size_px,
                         .weight = line.weight,
                         .angle_deg = block.turned ? -90.0 : 0.0,
                         .colour = readable(name ? canvas_.theme().ink : canvas_.theme().ink2, fill)};
      if (halo) text.halo = fill;
      canvas_.text(Layer::labels, what + (name ? "-name" : "-detail"), std::move(text));
    }
  }

  // ---- stairs and lifts

  Colour quiet_fill() const {
    const Theme& theme = canvas_.theme();
    return mix(theme.room, theme.ground, theme.room_kinds ? 0.6 : 0.0);
  }
  Line small(std::string text, double f) const {
    return {std::move(text), detail_px * f * canvas_.type(), Weight::semibold};
  }

  // In the middle of the cross, which gives way.
  void lifts() {
    for (const Lift& lift : plan_.lifts) {
      if (lift.floor != floor_ || !lift.placed || !drawable(lift.rect)) continue;
      canvas_.set_mark({.id = "lift:" + one_line(lift.name, 200), .title = {}, .span = lift.span, .data = {}});
      const std::string name = shown_name(lift.name, lift.label);
      for (const Block& block : {block_of({small(name, 0.9)}), block_of(two_lines(name, 0.85)),
                                 block_of({small(name, 0.72)}), block_of({small("Lift", 0.9)})}) {
        if (block.lines.empty() || block.smallest() < smallest_px) continue;
        if (canvas_.m(block.width) > lift.rect.width * 0.8 || canvas_.m(block.height) > lift.rect.height * 0.7)
          continue;
        put(block, {lift.rect.x + (lift.rect.width / 2), lift.rect.y + (lift.rect.height / 2)}, quiet_fill(), "lift",
            true);
        break;
      }
    }
  }
  std::vector<Line> two_lines(const std::string& text, double f) const {
    std::vector<Line> out;
    const std::vector<std::string> parts = wrapped(text, 2);
    if (parts.size() < 2) return out;
    for (const std::string& part : parts) out.push_back(small(part, f));
    return out;
  }

  void stairs() {
    for (const Stair& stair : plan_.stairs) {
      if (stair.floor != floor_ || !stair.placed || !drawable(stair.box) || stair.label.empty()) continue;
      canvas_.set_mark({.id = "stair:" + one_line(stair.name, 200), .title = {}, .span = stair.span, .data = {}});
      beside(stair);
    }
  }
  // The name stands close to the stair, in the room that it is in.
  void beside(const Stair& stair) {
    const double cx = stair.box.x + (stair.box.width / 2);
    const double cy = stair.box.y + (stair.box.height / 2);
    const int host = body_.rooms().find(cx, cy);
    if (host < 0) return;
    const Room& room = plan_.rooms[static_cast<std::size_t>(host)];
    const Colour fill = floor_tint(canvas_.theme(), room);
    const std::string name = shown_name(stair.name, stair.label);
    for (const Block& block :
         {block_of({small(name, 0.95)}), block_of(two_lines(name, 0.95)), block_of({small(name, 0.8)}),
          block_of(two_lines(name, 0.8)), block_of({small(name, 0.9)}, true), block_of({small(name, 0.75)}, true)}) {
      if (block.lines.empty() || block.smallest() < smallest_px) continue;
      if (try_beside(block, stair.box, inside(room), fill)) return;
    }
  }
  bool try_beside(const Block& block, const Rect& box, const Rect& free, Colour fill) {
    const double gap = canvas_.t(2);
    const double w = canvas_.m(block.box_width()) + (2 * gap);
    const double h = canvas_.m(block.box_height()) + (2 * gap);
    const double cx = box.x + (box.width / 2);
    const double cy = box.y + (box.height / 2);
    const std::array<Vec, 8> places{Vec{cx, box.bottom() + (h / 2)},
                                    Vec{cx, box.y - (h / 2)},
                                    Vec{box.right() + (w / 2), cy},
                                    Vec{box.x - (w / 2), cy},
                                    Vec{box.right() - (w / 2), box.bottom() + (h / 2)},
                                    Vec{box.x + (w / 2), box.bottom() + (h / 2)},
                                    Vec{box.right() - (w / 2), box.y - (h / 2)},
                                    Vec{box.x + (w / 2), box.y - (h / 2)}};
    for (const Vec at : places) {
      const Rect label{at.x - (w / 2), at.y - (h / 2), w, h};
      const bool within =
          label.x >= free.x && label.y >= free.y && label.right() <= free.right() && label.bottom() <= free.bottom();
      if (!within || !obstacles_.clear({label.x + 1e-9, label.y + 1e-9, w - 2e-9, h - 2e-9})) continue;
      put(block, at, fill, "stair");
      obstacles_.add(label);
      return true;
    }
    return false;
  }

  Canvas& canvas_;
  const Plan& plan_;
  int floor_;
  const WallBody& body_;
  Obstacles& obstacles_;
  std::vector<KeyEntry> keys_;
};

}  // namespace

std::vector<KeyEntry> draw_labels(Canvas& canvas, const Plan& plan, int floor, const WallBody& body,
                                  Obstacles& obstacles) {
  if (!canvas.look().labels) return {};
  return Labels(canvas, plan, floor, body, obstacles).draw();
}

}  // namespace floorplan::engine
