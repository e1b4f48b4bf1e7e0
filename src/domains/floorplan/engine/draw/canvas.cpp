// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/canvas.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "domains/floorplan/engine/draw/text.h"

namespace floorplan::engine {

using drawing::Colour;
using drawing::Item;
using drawing::Layer;
using drawing::Path;
using drawing::Shape;
using drawing::Stroke;

Item Canvas::item(Layer layer, std::string css_class) const {
  Item out{.layer = layer, .css_class = std::move(css_class), .id = mark_.id, .title = mark_.title};
  if (look_.lines != nullptr && !mark_.span.empty()) {
    out.line = look_.lines->place(mark_.span.begin).line;
    out.end_line = look_.lines->place(mark_.span.end - 1).line;
  }
  out.data = mark_.data;
  return out;
}

void Canvas::shift(Path& path) const {
  for (drawing::Segment& segment : path.segments) {
    segment.to = {segment.to.x + offset_.x, segment.to.y + offset_.y};
    segment.centre = {segment.centre.x + offset_.x, segment.centre.y + offset_.y};
  }
}

void Canvas::fill(Layer layer, std::string css_class, Path path, Colour colour, bool snap) {
  if (only_measure_) return;
  shift(path);
  Item out = item(layer, std::move(css_class));
  out.what = Shape{.path = std::move(path), .fill = colour, .snap = snap};
  items_.push_back(std::move(out));
}

void Canvas::stroke(Layer layer, std::string css_class, Path path, Colour colour, double weight,
                    std::vector<double> dashes, bool snap) {
  if (only_measure_) return;
  shift(path);
  for (double& dash : dashes) dash *= type_;
  Item out = item(layer, std::move(css_class));
  out.what = Shape{.path = std::move(path),
                   .stroke = Stroke{colour, std::max(0.6, weight * type_), std::move(dashes)},
                   .snap = snap};
  items_.push_back(std::move(out));
}

void Canvas::text(Layer layer, std::string css_class, drawing::Text text) {
  if (only_measure_) return;
  text.at = {text.at.x + offset_.x, text.at.y + offset_.y};
  Item out = item(layer, std::move(css_class));
  out.what = std::move(text);
  items_.push_back(std::move(out));
}

// ---- obstacles

bool meet(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

Obstacles::Obstacles(const Rect& bounds, std::size_t expected) : bounds_(bounds) {
  columns_ = std::clamp<std::size_t>(static_cast<std::size_t>(std::sqrt(static_cast<double>(expected))), 1, 128);
  cells_.resize(columns_ * columns_);
}

Obstacles::Range Obstacles::range(const Rect& box) const {
  const auto cell = [this](double value, double start, double size) {
    const double share = size > 0 ? (value - start) / size : 0;
    return static_cast<std::size_t>(std::clamp(share, 0.0, 0.999999) * static_cast<double>(columns_));
  };
  return {cell(box.x, bounds_.x, bounds_.width), cell(box.right(), bounds_.x, bounds_.width),
          cell(box.y, bounds_.y, bounds_.height), cell(box.bottom(), bounds_.y, bounds_.height)};
}

void Obstacles::add(const Rect& box) {
  const Range r = range(box);
  for (std::size_t y = r.y0; y <= r.y1; ++y) {
    for (std::size_t x = r.x0; x <= r.x1; ++x) cells_[(y * columns_) + x].push_back(static_cast<int>(boxes_.size()));
  }
  boxes_.push_back(box);
}

std::vector<Rect> Obstacles::near(const Rect& box) const {
  std::set<int> found;
  const Range r = range(box);
  for (std::size_t y = r.y0; y <= r.y1; ++y) {
    for (std::size_t x = r.x0; x <= r.x1; ++x) {
      for (const int i : cells_[(y * columns_) + x]) {
        if (meet(boxes_[static_cast<std::size_t>(i)], box)) found.insert(i);
      }
    }
  }
  std::vector<Rect> out;
  for (const int i : found) out.push_back(boxes_[static_cast<std::size_t>(i)]);
  return out;
}

bool Obstacles::clear(const Rect& box) const { return near(box).empty(); }

// ---- what there is to draw

bool drawable(const Rect& rect) {
  constexpr double far = 1e6;
  const auto fine = [](double value) { return std::isfinite(value) && std::abs(value) <= far; };
  return fine(rect.x) && fine(rect.y) && fine(rect.width) && fine(rect.height) && rect.width > 0 && rect.height > 0;
}

std::vector<int> rooms_of(const Plan& plan, int floor) {
  std::vector<int> out;
  for (std::size_t i = 0; i < plan.rooms.size(); ++i) {
    const Room& room = plan.rooms[i];
    if (room.floor == floor && room.placed && drawable(room.rect)) out.push_back(static_cast<int>(i));
  }
  return out;
}

namespace {

void include(std::optional<Rect>& all, const Rect& rect) {
  if (!drawable(rect)) return;
  if (!all) {
    all = rect;
    return;
  }
  const double right = std::max(all->right(), rect.right());
  const double bottom = std::max(all->bottom(), rect.bottom());
  all->x = std::min(all->x, rect.x);
  all->y = std::min(all->y, rect.y);
  all->width = right - all->x;
  all->height = bottom - all->y;
}

}  // namespace

Rect room_bounds(const Plan& plan, int floor) {
  std::optional<Rect> all;
  for (const int i : rooms_of(plan, floor)) include(all, plan.rooms[static_cast<std::size_t>(i)].rect);
  return all.value_or(Rect{});
}

Rect floor_bounds(const Plan& plan, int floor) {
  std::optional<Rect> all;
  include(all, room_bounds(plan, floor));
  for (const Stair& stair : plan.stairs) {
    if (stair.floor == floor && stair.placed) include(all, stair.box);
  }
  for (const Lift& lift : plan.lifts) {
    if (lift.floor == floor && lift.placed) include(all, lift.rect);
  }
  return all.value_or(Rect{});
}

}  // namespace floorplan::engine
