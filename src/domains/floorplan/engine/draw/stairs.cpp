// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "domains/floorplan/engine/draw/canvas.h"
#include "domains/floorplan/engine/draw/text.h"
#include "drawing/fonts.h"

namespace floorplan::engine {
namespace {

using drawing::Layer;
using drawing::Path;
using drawing::Vec;

double length(Vec a) { return std::hypot(a.x, a.y); }

std::vector<Vec> points(const std::vector<std::array<double, 2>>& list) {
  std::vector<Vec> out;
  for (const auto& p : list) out.push_back(vec(p));
  return out;
}

Path polyline(const std::vector<Vec>& list) {
  Path path;
  for (std::size_t i = 0; i < list.size(); ++i) i == 0 ? path.move(list[i]) : path.line(list[i]);
  return path;
}

Rect box_of(const std::vector<std::array<double, 2>>& list) {
  if (list.empty()) return {};
  double x0 = list[0][0];
  double x1 = x0;
  double y0 = list[0][1];
  double y1 = y0;
  for (const auto& p : list) {
    x0 = std::min(x0, p[0]);
    x1 = std::max(x1, p[0]);
    y0 = std::min(y0, p[1]);
    y1 = std::max(y1, p[1]);
  }
  return {x0, y0, x1 - x0, y1 - y0};
}

// A line one walks along: where one is after a distance, and which way one looks.
class Walk {
 public:
  explicit Walk(std::vector<Vec> line) : line_(std::move(line)) {
    for (std::size_t i = 1; i < line_.size(); ++i) total_ += floorplan::engine::length(line_[i] - line_[i - 1]);
  }
  double total() const { return total_; }
  struct At {
    Vec place, direction;
  };
  At at(double distance) const {
    for (std::size_t i = 1; i < line_.size(); ++i) {
      const Vec step = line_[i] - line_[i - 1];
      const double size = floorplan::engine::length(step);
      if (size <= 0) continue;
      if (distance <= size || i + 1 == line_.size()) {
        const Vec direction = step * (1 / size);
        return {line_[i - 1] + direction * std::min(distance, size), direction};
      }
      distance -= size;
    }
    return {line_.empty() ? Vec{} : line_.back(), {1, 0}};
  }
  // The line from that distance on.
  std::vector<Vec> from(double distance) const {
    std::vector<Vec> out{at(distance).place};
    double passed = 0;
    for (std::size_t i = 1; i < line_.size(); ++i) {
      passed += floorplan::engine::length(line_[i] - line_[i - 1]);
      if (passed > distance) out.push_back(line_[i]);
    }
    return out;
  }

 private:
  std::vector<Vec> line_;
  double total_ = 0;
};

// The last of a chain of stairs is seen from above: one goes down it.
bool arrives_here(const Plan& plan, std::size_t index) {
  const Stair& stair = plan.stairs[index];
  return std::ranges::any_of(plan.verticals, [&](const VerticalLink& link) {
    return !link.is_lift && link.stairs_or_lifts.size() > 1 && link.stairs_or_lifts.back().first == stair.floor &&
           link.stairs_or_lifts.back().second == static_cast<int>(index);
  });
}

class StairDrawing {
 public:
  StairDrawing(Canvas& canvas, const Stair& stair, bool down)
      : canvas_(canvas), stair_(stair), down_(down), walk_(walk_line(stair, down)) {
    const Theme& theme = canvas.theme();
    fill_ = stair.look.floor_color ? mix(theme.ground, drawing::colour(*stair.look.floor_color), theme.style_share)
                                   : mix(theme.room, theme.ground, theme.room_kinds ? 0.6 : 0.0);
  }

  void draw() {
    for (const StairPart& part : stair_.parts) {
      canvas_.fill(Layer::stairs, "stair", drawing::polygon(points(part.outline)), fill_);
    }
    treads();
    for (const StairPart& part : stair_.parts) {
      canvas_.stroke(Layer::stairs, "stair", drawing::polygon(points(part.outline)), canvas_.theme().line, 1);
    }
    if (!down_) break_line();
    arrow();
  }

 private:
  static std::vector<Vec> walk_line(const Stair& stair, bool down) {
    std::vector<Vec> line = points(stair.walk_line);
    if (down) std::ranges::reverse(line);
    return line;
  }
  // Where the sheet cuts the stair: a good metre up, never at its very ends.
  double cut() const { return std::clamp(1.2 / std::max(0.1, stair_.rise), 0.3, 0.62); }

  void treads() {
    std::size_t count = 0;
    for (const StairPart& part : stair_.parts) count += part.treads.size();
    if (count == 0) return;
    const std::size_t every = stride(count);
    std::size_t i = 0;
    for (const StairPart& part : stair_.parts) {
      for (const auto& tread : part.treads) {
        const bool above = !down_ && stair_.shape != words::StairShape::spiral &&
                           static_cast<double>(i) > cut() * static_cast<double>(count);
        if (i++ % every != 0) continue;
        canvas_.stroke(Layer::stairs, "tread", polyline({vec(tread[0]), vec(tread[1])}),
                       above ? canvas_.theme().faint : canvas_.theme().line, 0.75,
                       above ? std::vector<double>{3, 2.5} : std::vector<double>{});
      }
    }
  }
  // Small stairs keep fewer lines: less than three pixels apart they are a blot.
  std::size_t stride(std::size_t count) const {
    const double apart = canvas_.px(walk_.total()) / static_cast<double>(count);
    return apart >= 3 ? 1 : static_cast<std::size_t>(std::ceil(3 / std::max(0.2, apart)));
  }

  double width() const { return stair_.width > 0 ? stair_.width : std::min(stair_.box.width, stair_.box.height) / 2; }

  // The tread where the sheet cuts the stair, as its middle and half its length.
  struct Cut {
    Vec middle, half;
  };
  std::optional<Cut> cut_tread() const {
    std::vector<Cut> all;
    for (const StairPart& part : stair_.parts) {
      for (const auto& tread : part.treads) {
        const Vec a = vec(tread[0]);
        const Vec b = vec(tread[1]);
        all.push_back({(a + b) * 0.5, (b - a) * 0.5});
      }
    }
    if (all.size() < 4) return std::nullopt;
    return all[static_cast<std::size_t>(cut() * static_cast<double>(all.size()))];
  }
  // Across the flight, askew, with the zigzag in the middle. Round a newel it would only confuse.
  void break_line() {
    const std::optional<Cut> here = cut_tread();
    if (!here || stair_.shape == words::StairShape::spiral) return;
    const double w = length(here->half);
    if (canvas_.px(w) < 6) return;
    const Vec across = here->half * (1 / w);
    const Vec ahead{-across.y, across.x};
    const double z = std::min(canvas_.t(6), w * 0.4);
    const auto at = [&](double side, double forward) {
      return here->middle + across * (w * side) + ahead * (forward + (side * w * 0.3));
    };
    const std::vector<Vec> line{at(-1, 0), at(-0.18, 0), at(-0.05, z), at(0.05, -z), at(0.18, 0), at(1, 0)};
    canvas_.stroke(Layer::stairs, "break", polyline(line), fill_, 3.2, {}, false);
    canvas_.stroke(Layer::stairs, "break", polyline(line), canvas_.theme().line, 1, {}, false);
  }

  void arrow() {
    const double total = walk_.total();
    if (canvas_.px(total) < 14) return;
    const Theme& theme = canvas_.theme();
    const double size = std::clamp(canvas_.px(width()) * 0.3, 7.0 * canvas_.type(), 10.5 * canvas_.type());
    const std::string word = down_ ? "DN" : "UP";
    const bool has_word = canvas_.px(width()) > drawing::text_width(word, size, drawing::Weight::semibold) + 4 &&
                          canvas_.px(total) > size * 5;
    double start = canvas_.m(size) * 0.4;
    if (has_word) {
      const Walk::At foot = walk_.at(canvas_.m(size) * 0.9);
      const double wide = std::abs(foot.direction.x) > 0.7
                              ? drawing::text_width(word, size, drawing::Weight::semibold) / size
                              : drawing::cap_height_em;
      const Walk::At middle = walk_.at(canvas_.m(size) * (0.45 + (wide / 2)));
      put_word(word, middle.place, size);
      start = canvas_.m(size) * (0.45 + wide + 0.4);
    }
    const double head = std::min(canvas_.t(8), total * 0.25);
    canvas_.stroke(Layer::stairs, "walk", polyline(walk_.from(start)), theme.line, 1, {}, false);
    if (!has_word) {
      canvas_.fill(Layer::stairs, "walk", drawing::circle(walk_.at(start).place, canvas_.t(1.8)), theme.line, false);
    }
    arrow_head(head);
  }
  void put_word(const std::string& word, Vec middle, double size) {
    drawing::Text text{.text = word,
                       .at = {middle.x, middle.y + canvas_.m(size * drawing::cap_height_em / 2)},
                       .size_px = size,
                       .weight = drawing::Weight::semibold,
                       .colour = readable(canvas_.theme().ink2, fill_),
                       .halo = fill_};
    canvas_.text(Layer::stairs, "stair-direction", std::move(text));
  }
  void arrow_head(double size) {
    const Walk::At end = walk_.at(walk_.total());
    const Vec across{-end.direction.y, end.direction.x};
    const Vec base = end.place - end.direction * size;
    canvas_.fill(Layer::stairs, "walk",
                 drawing::polygon({end.place, base + across * (size * 0.36), base - across * (size * 0.36)}),
                 canvas_.theme().line, false);
  }

  Canvas& canvas_;
  const Stair& stair_;
  bool down_;
  Walk walk_;
  drawing::Colour fill_;
};

// ---- lifts

// The shaft's walls stand inside the lift's box; where the doors are they are open.
std::vector<Box> shaft(const Lift& lift, double wall) {
  const Rect& r = lift.rect;
  const Box whole{ticks(r.x), ticks(r.y), ticks(r.right()), ticks(r.bottom())};
  const Tick w = ticks(wall);
  std::vector<Box> holes{{whole.x0 + w, whole.y0 + w, whole.x1 - w, whole.y1 - w}};
  const Tick dx = ticks(r.width * 0.2);
  const Tick dy = ticks(r.height * 0.2);
  for (const words::ViewDirection door : lift.doors) {
    switch (door) {
      case words::ViewDirection::top:
        holes.push_back({whole.x0 + dx, whole.y0 - w, whole.x1 - dx, whole.y0 + w});
        break;
      case words::ViewDirection::bottom:
        holes.push_back({whole.x0 + dx, whole.y1 - w, whole.x1 - dx, whole.y1 + w});
        break;
      case words::ViewDirection::left:
        holes.push_back({whole.x0 - w, whole.y0 + dy, whole.x0 + w, whole.y1 - dy});
        break;
      case words::ViewDirection::right:
        holes.push_back({whole.x1 - w, whole.y0 + dy, whole.x1 + w, whole.y1 - dy});
        break;
    }
  }
  return cover(std::span(&whole, 1), holes);
}

void draw_shaft(Canvas& canvas, const Lift& lift, double wall) {
  for (const Box& box : shaft(lift, wall)) {
    canvas.fill(Layer::lifts, "lift",
                drawing::rectangle(metres(box.x0), metres(box.y0), metres(box.x1 - box.x0), metres(box.y1 - box.y0)),
                canvas.theme().wall);
  }
}

// Two sliding leaves on each door side.
void draw_lift_doors(Canvas& canvas, const Lift& lift, double wall) {
  const Rect& r = lift.rect;
  const double dx = r.width * 0.2;
  const double dy = r.height * 0.2;
  const auto bar = [&](Vec a, Vec b) {
    canvas.stroke(Layer::lifts, "lift-door", polyline({a, b}), canvas.theme().line, 1.5);
  };
  const double in = wall * 0.5;
  for (const words::ViewDirection door : lift.doors) {
    const bool top = door == words::ViewDirection::top;
    const bool left = door == words::ViewDirection::left;
    if (top || door == words::ViewDirection::bottom) {
      const double y = top ? r.y + in : r.bottom() - in;
      bar({r.x + dx, y}, {r.x + (r.width / 2) - canvas.t(1), y});
      bar({r.x + (r.width / 2) + canvas.t(1), y}, {r.right() - dx, y});
    } else {
      const double x = left ? r.x + in : r.right() - in;
      bar({x, r.y + dy}, {x, r.y + (r.height / 2) - canvas.t(1)});
      bar({x, r.y + (r.height / 2) + canvas.t(1)}, {x, r.bottom() - dy});
    }
  }
}

}  // namespace

void draw_stairs(Canvas& canvas, const Plan& plan, int floor, Obstacles& obstacles) {
  for (std::size_t i = 0; i < plan.stairs.size(); ++i) {
    const Stair& stair = plan.stairs[i];
    if (stair.floor != floor || !stair.placed || !drawable(stair.box)) continue;
    Mark mark{.id = "stair:" + one_line(stair.name, 200), .span = stair.span};
    mark.title = shown_name(stair.name, stair.label) + ", " + std::to_string(stair.steps) + " steps";
    canvas.set_mark(std::move(mark));
    StairDrawing(canvas, stair, arrives_here(plan, i)).draw();
    for (const StairPart& part : stair.parts) obstacles.add(box_of(part.outline));
  }
  canvas.clear_mark();
}

void draw_lifts(Canvas& canvas, const Plan& plan, int floor, const WallBody& body, Obstacles& obstacles) {
  for (const Lift& lift : plan.lifts) {
    if (lift.floor != floor || !lift.placed || !drawable(lift.rect)) continue;
    const Rect& r = lift.rect;
    canvas.set_mark({.id = "lift:" + one_line(lift.name, 200),
                     .title = shown_name(lift.name, lift.label),
                     .span = lift.span,
                     .data = {}});
    const double wall = std::min(body.half(), std::min(r.width, r.height) / 14);
    const Theme& theme = canvas.theme();
    canvas.fill(Layer::lifts, "lift", drawing::rectangle(r.x, r.y, r.width, r.height),
                mix(theme.room, theme.ground, theme.room_kinds ? 0.6 : 0.0));
    canvas.stroke(Layer::lifts, "lift", polyline({{r.x + wall, r.y + wall}, {r.right() - wall, r.bottom() - wall}}),
                  theme.faint, 0.9, {}, false);
    canvas.stroke(Layer::lifts, "lift", polyline({{r.right() - wall, r.y + wall}, {r.x + wall, r.bottom() - wall}}),
                  theme.faint, 0.9, {}, false);
    draw_shaft(canvas, lift, wall);
    draw_lift_doors(canvas, lift, wall);
    obstacles.add(r);
  }
  canvas.clear_mark();
}

}  // namespace floorplan::engine
