// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/resolve/stair_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace floorplan::engine {

namespace {

using Vec = std::array<double, 2>;
using words::StairShape;
using words::TurnDirection;
using words::ViewDirection;

Vec operator+(Vec a, Vec b) { return {a[0] + b[0], a[1] + b[1]}; }
Vec operator-(Vec a, Vec b) { return {a[0] - b[0], a[1] - b[1]}; }
Vec operator*(Vec a, double factor) { return {a[0] * factor, a[1] * factor}; }

constexpr double quarter = std::numbers::pi / 2;
constexpr double well_between_flights = 0.1;

Vec heading(ViewDirection direction) {
  switch (direction) {
    case ViewDirection::bottom:
      return {0, 1};
    case ViewDirection::left:
      return {-1, 0};
    case ViewDirection::right:
      return {1, 0};
    default:
      return {0, -1};
  }
}
// On the sheet y goes down, so a turn to the left of someone walking up is a turn by a negative angle.
Vec turned(Vec v, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {v[0] * c - v[1] * s, v[0] * s + v[1] * c};
}
Vec snapped(Vec v) {
  for (auto& part : v) {
    if (std::abs(part - std::round(part)) < 1e-12) part = std::round(part);
  }
  return v;
}

int whole(double number) { return static_cast<int>(std::clamp(std::round(number), 0.0, double{most_steps})); }

// Walks up the stair and leaves its parts behind.
class Walker {
 public:
  Walker(Stair& stair, Vec direction, double riser) : stair_(stair), ahead_(direction), riser_(riser) {
    stair_.walk_line.push_back(at_);
  }

  // To the right of someone walking up.
  Vec right() const { return {-ahead_[1], ahead_[0]}; }
  Vec ahead() const { return ahead_; }

  void flight(int steps, double width) {
    auto& part = begin(StairPart::Kind::flight);
    const double length = steps * stair_.tread;
    const Vec side = right() * (width / 2);
    const Vec end = at_ + ahead_ * length;
    part.outline = {at_ - side, end - side, end + side, at_ + side};
    for (int i = 0; i < steps; ++i) {
      const Vec front = at_ + ahead_ * (i * stair_.tread);
      part.treads.push_back({front - side, front + side});
    }
    climb(part, steps);
    move_to(end);
  }

  // A corner: the pivot is the inner corner, the outline a mitred quadrilateral. With winders the treads
  // are a fan round the pivot; without it is a landing.
  void corner(double width, double angle, TurnDirection way, int winders) {
    const double sense = way == TurnDirection::left ? -1 : 1;
    const Vec out = right() * -sense;  // away from the pivot
    const Vec pivot = at_ - out * (width / 2);
    auto& part = begin(winders > 0 ? StairPart::Kind::winders : StairPart::Kind::landing);
    const Vec last = turned(out, sense * angle);
    const double mitre = width / std::max(0.2, std::cos(angle / 2));
    part.outline = {pivot, pivot + out * width, pivot + turned(out, sense * angle / 2) * mitre, pivot + last * width};
    for (int i = 0; i < winders; ++i) {
      const double at = angle * i / winders;
      part.treads.push_back({pivot, pivot + turned(out, sense * at) * fan_length(width, angle, at)});
    }
    climb(part, winders);
    move_to(pivot + turned(out, sense * angle / 2) * (width / 2));
    ahead_ = snapped(turned(ahead_, sense * angle));
    move_to(pivot + last * (width / 2));
  }

  // A quarter landing of its own size: depth along the flight, breadth across it; the next flight leaves
  // from the middle of its depth.
  void quarter_landing(double depth, double breadth, double width, TurnDirection way) {
    const double sense = way == TurnDirection::left ? -1 : 1;
    const Vec out = right() * -sense;
    const Vec inner = at_ - out * (width / 2);
    auto& part = begin(StairPart::Kind::landing);
    part.outline = {inner, inner + out * breadth, inner + out * breadth + ahead_ * depth, inner + ahead_ * depth};
    climb(part, 0);
    move_to(at_ + ahead_ * (depth / 2));
    const Vec exit = inner + ahead_ * (depth / 2);
    ahead_ = snapped(turned(ahead_, sense * quarter));
    move_to(exit);
  }

  // A half landing across both flights of a U; the next flight goes back beside the first.
  void half_landing(double depth, double breadth, double width, double well, TurnDirection way) {
    const double sense = way == TurnDirection::left ? -1 : 1;
    const Vec out = right() * -sense;
    const Vec outer = at_ + out * (width / 2);
    auto& part = begin(StairPart::Kind::landing);
    part.outline = {outer, outer - out * breadth, outer - out * breadth + ahead_ * depth, outer + ahead_ * depth};
    climb(part, 0);
    const Vec back = at_ - out * (width + well);
    move_to(at_ + ahead_ * (depth / 2));
    move_to(back + ahead_ * (depth / 2));
    ahead_ = ahead_ * -1;
    move_to(back);
  }

  void climb(StairPart& part, int risers) {
    part.z_from = height_;
    height_ += risers * riser_;
    part.z_to = height_;
  }
  StairPart& begin(StairPart::Kind kind) {
    auto& part = stair_.parts.emplace_back();
    part.kind = kind;
    return part;
  }
  void move_to(Vec point) {
    at_ = point;
    stair_.walk_line.push_back(point);
  }

 private:
  // From the pivot to the mitred outline.
  static double fan_length(double width, double angle, double at) {
    const double from_edge = std::min(at, angle - at);
    return width / std::max(0.2, std::cos(from_edge));
  }

  Stair& stair_;
  Vec at_{0, 0};
  Vec ahead_;
  double riser_;
  double height_ = 0;
};

// A stair along a ring: treads are radii. Angles from the x axis, growing clockwise on the sheet.
void ring(Stair& stair, double inner, double outer, double from, double sweep) {
  const int pieces = std::clamp(static_cast<int>(std::ceil(std::abs(sweep) / 0.13)), 4, 96);
  const auto point = [](double radius, double angle) {
    return Vec{radius * std::cos(angle), radius * std::sin(angle)};
  };
  auto& part = stair.parts.emplace_back();
  part.kind = StairPart::Kind::winders;
  part.z_to = stair.rise;
  for (int i = 0; i <= pieces; ++i) part.outline.push_back(point(outer, from + sweep * i / pieces));
  for (int i = pieces; i >= 0; --i) part.outline.push_back(point(inner, from + sweep * i / pieces));
  for (int i = 0; i < stair.steps; ++i) {
    const double angle = from + sweep * i / std::max(1, stair.steps);
    part.treads.push_back({point(inner, angle), point(outer, angle)});
  }
  for (int i = 0; i <= pieces; ++i) stair.walk_line.push_back(point((inner + outer) / 2, from + sweep * i / pieces));
}

class Shaper {
 public:
  Shaper(const words::Stair& source, words::LengthUnit unit, Stair& stair)
      : source_(source), unit_(unit), stair_(stair), needed_(stair.steps) {}

  void run() {
    switch (source_.shape.value) {
      case StairShape::l_shaped:
        return turning(1);
      case StairShape::u_shaped:
        return u_shaped();
      case StairShape::double_l:
        return turning(2);
      case StairShape::spiral:
        return spiral();
      case StairShape::curved:
        return curved();
      case StairShape::winder:
        return winder();
      case StairShape::custom:
        return custom();
      default:
        return straight();
    }
  }

 private:
  double length(const std::optional<words::Length>& value, double otherwise) const {
    if (!value) return otherwise;
    const double read = metres(*value, unit_);
    return read > 0 ? std::min(read, 1000.0) : otherwise;
  }
  // `from bottom` enters at the bottom and goes up the sheet; `toward top` is the same way.
  Vec first_heading() const {
    if (!source_.direction) return {0, -1};
    const Vec way = heading(source_.direction->value);
    return source_.shape.value == StairShape::straight ? way : way * -1;
  }
  TurnDirection turn() const { return source_.turn ? source_.turn->value : TurnDirection::right; }

  // The steps of each flight: as written, else the needed ones shared out.
  std::vector<int> flights(int count, int others) const {
    std::vector<int> runs;
    if (!source_.runs.empty()) {
      for (int i = 0; i < count; ++i) {
        const auto index = std::min(static_cast<std::size_t>(i), source_.runs.size() - 1);
        runs.push_back(whole(source_.runs[index]));
      }
      return runs;
    }
    const int left = std::max(count, needed_ - others);
    for (int i = 0; i < count; ++i) runs.push_back(left / count + (i < left % count ? 1 : 0));
    return runs;
  }
  double riser_for(const std::vector<int>& runs, int others) {
    int total = others;
    for (const int run : runs) total += run;
    stair_.steps = std::max(1, total);
    return stair_.rise / stair_.steps;
  }
  // Depth along the heading and breadth across it of a landing given as width x height on the sheet.
  std::pair<double, double> landing(const words::Size& size, Vec ahead) const {
    const double width = length(size.width, stair_.width);
    const double height = length(size.height, stair_.width);
    return std::abs(ahead[0]) > std::abs(ahead[1]) ? std::pair(width, height) : std::pair(height, width);
  }

  void straight() {
    Walker walker(stair_, first_heading(), riser_for({needed_}, 0));
    walker.flight(stair_.steps, stair_.width);
  }

  void turning(int corners) {
    const auto runs = flights(corners + 1, 0);
    Walker walker(stair_, first_heading(), riser_for(runs, 0));
    for (int i = 0; i <= corners; ++i) {
      walker.flight(runs[static_cast<std::size_t>(i)], stair_.width);
      if (i < corners) quarter_turn(walker, source_.landing, stair_.width, turn());
    }
  }
  void quarter_turn(Walker& walker, const std::optional<words::Size>& size, double width, TurnDirection way) const {
    if (!size) return walker.corner(width, quarter, way, 0);
    const auto [depth, breadth] = landing(*size, walker.ahead());
    walker.quarter_landing(depth, breadth, width, way);
  }

  void u_shaped() {
    const auto runs = flights(2, 0);
    Walker walker(stair_, first_heading(), riser_for(runs, 0));
    walker.flight(runs[0], stair_.width);
    double depth = stair_.width;
    double breadth = 2 * stair_.width + well_between_flights;
    if (source_.landing) {
      const auto [given_depth, given_breadth] = landing(*source_.landing, walker.ahead());
      depth = given_depth;
      // A landing given for one flight only still has to reach the other.
      breadth = std::max(given_breadth, 2 * stair_.width);
    }
    walker.half_landing(depth, breadth, stair_.width, breadth - 2 * stair_.width, turn());
    walker.flight(runs[1], stair_.width);
  }

  void winder() {
    const int winders = source_.winders ? std::clamp(whole(*source_.winders), 1, 12) : 3;
    const auto runs = flights(2, winders);
    Walker walker(stair_, first_heading(), riser_for(runs, winders));
    walker.flight(runs[0], stair_.width);
    walker.corner(stair_.width, quarter, turn(), winders);
    walker.flight(runs[1], stair_.width);
  }

  void spiral() {
    const double outer = length(source_.outer_radius, 1.0);
    const double inner = std::min(length(source_.inner_radius, std::min(0.1, outer * 0.15)), outer * 0.9);
    riser_for({needed_}, 0);
    // The going is measured on the walking line, two thirds of the way out; one turn is what a plan shows.
    const double going = stair_.tread / std::max(0.05, inner + (outer - inner) * 2 / 3);
    const double sweep = std::clamp(stair_.steps * going, quarter, 4 * quarter);
    const bool clockwise = !source_.rotation || source_.rotation->value == words::RotationDirection::clockwise;
    ring(stair_, inner, outer, quarter, clockwise ? sweep : -sweep);
    // The stair claims its whole circle.
    stair_.box = {-outer, -outer, 2 * outer, 2 * outer};
  }

  // The radius is that of the middle of the flight; the arc turns as `turn` says, else to the right.
  void curved() {
    const double radius = std::max(length(source_.radius, 2.0), stair_.width / 2);
    riser_for({needed_}, 0);
    const double natural = stair_.steps * stair_.tread / radius;
    const double sweep = source_.arc_degrees ? *source_.arc_degrees * std::numbers::pi / 180 : natural;
    const double sense = turn() == TurnDirection::left ? -1 : 1;
    // The start lies where the tangent is the first heading.
    const Vec ahead = first_heading();
    const double from = std::atan2(ahead[1], ahead[0]) - sense * quarter;
    ring(stair_, std::max(0.0, radius - stair_.width / 2), radius + stair_.width / 2, from,
         sense * std::clamp(sweep, 0.05, 4 * quarter));
  }

  void custom() {
    std::vector<int> runs;
    int winders = 0;
    for (const auto& segment : source_.segments) {
      if (const auto* flight = std::get_if<words::Flight>(&segment.what)) runs.push_back(whole(flight->steps));
      if (const auto* turn = std::get_if<words::Turn>(&segment.what); turn != nullptr && turn->winders) {
        winders += std::clamp(whole(*turn->winders), 0, 12);
      }
    }
    Walker walker(stair_, first_heading(), riser_for(runs, winders));
    double width = stair_.width;
    for (const auto& segment : source_.segments) {
      if (const auto* flight = std::get_if<words::Flight>(&segment.what)) {
        width = length(flight->width, stair_.width);
        walker.flight(whole(flight->steps), width);
      } else {
        custom_turn(walker, std::get<words::Turn>(segment.what), width);
      }
    }
  }
  void custom_turn(Walker& walker, const words::Turn& turn, double width) const {
    const double degrees = std::clamp(turn.degrees.value_or(90), 5.0, 150.0);
    const int winders = turn.winders ? std::clamp(whole(*turn.winders), 0, 12) : 0;
    if (winders > 0 || degrees != 90) {
      return walker.corner(width, degrees * std::numbers::pi / 180, turn.direction, winders);
    }
    quarter_turn(walker, turn.landing, width, turn.direction);
  }

  const words::Stair& source_;
  words::LengthUnit unit_;
  Stair& stair_;
  int needed_;
};

// The box around all parts, unless the shape has claimed more; then everything moves so that it begins at 0, 0.
void to_origin(Stair& stair) {
  double left = stair.box.x;
  double top = stair.box.y;
  double right = stair.box.right();
  double bottom = stair.box.bottom();
  bool any = stair.box.width > 0;
  for (const auto& part : stair.parts) {
    for (const auto& point : part.outline) {
      left = any ? std::min(left, point[0]) : point[0];
      right = any ? std::max(right, point[0]) : point[0];
      top = any ? std::min(top, point[1]) : point[1];
      bottom = any ? std::max(bottom, point[1]) : point[1];
      any = true;
    }
  }
  for (auto& part : stair.parts) {
    for (auto& point : part.outline) point = point - Vec{left, top};
    for (auto& tread : part.treads) tread = {tread[0] - Vec{left, top}, tread[1] - Vec{left, top}};
  }
  for (auto& point : stair.walk_line) point = point - Vec{left, top};
  stair.box = {0, 0, right - left, bottom - top};
}

}  // namespace

void shape_stair(const words::Stair& source, words::LengthUnit unit, Stair& stair) {
  stair.steps = std::clamp(static_cast<int>(std::ceil(stair.rise / stair.riser - 1e-9)), 1, most_steps);
  Shaper(source, unit, stair).run();
  stair.riser = stair.rise / std::max(1, stair.steps);
  to_origin(stair);
}

}  // namespace floorplan::engine
