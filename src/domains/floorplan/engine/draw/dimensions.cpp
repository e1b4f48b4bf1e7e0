// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "domains/floorplan/engine/draw/canvas.h"
#include "domains/floorplan/engine/draw/text.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "drawing/fonts.h"

namespace floorplan::engine {
namespace {

using drawing::Layer;
using drawing::Path;
using drawing::Vec;

// Design pixels.
constexpr double first_line = 20;  // from the face of the building to the first chain
constexpr double between = 21;     // from chain to chain
constexpr double beyond = 15;      // above the last one, for its text
constexpr double quiet = 8;        // where there is no chain
constexpr double type_px = 10;
constexpr std::size_t most_rooms = 300;  // beyond that a chain says nothing

struct Span1 {
  double from, to, depth;  // along the side; how far the edge is from the side
};

// Seen from one side: where one edge gives way to another. What is nearer hides what is behind.
std::vector<double> skyline(std::vector<Span1> edges) {
  std::vector<double> stops;
  for (const Span1& edge : edges) stops.insert(stops.end(), {edge.from, edge.to});
  std::ranges::sort(stops);
  std::ranges::sort(edges, {}, &Span1::depth);
  std::vector<double> cuts;
  const Span1* last = nullptr;
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
    if (stops[i + 1] - stops[i] < 0.02) continue;
    const double middle = (stops[i] + stops[i + 1]) / 2;
    const auto seen = std::ranges::find_if(edges, [&](const Span1& e) { return e.from <= middle && middle <= e.to; });
    const Span1* now = seen == edges.end() ? nullptr : &*seen;
    if (now != last || now == nullptr) cuts.push_back(stops[i]);
    last = now;
  }
  if (!stops.empty()) cuts.push_back(stops.back());
  return cuts;
}

bool same_cuts(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) < 0.02; });
}
// No chain for what the overall dimension says already, nor for what the other side says.
void drop_needless(std::vector<double>& cuts, const std::vector<double>* other) {
  if (cuts.size() <= 2 || (other != nullptr && same_cuts(cuts, *other))) cuts.clear();
}

// One chain: a line, slanted ticks at the cuts, lengths above.
class Chain {
 public:
  // `outward`: -1 for the top and the left, 1 for the bottom and the right.
  Chain(Canvas& canvas, bool upright, double at, int outward)
      : canvas_(canvas), upright_(upright), at_(at), outward_(outward) {}

  void draw(const std::vector<double>& cuts, bool named_unit) {
    canvas_.stroke(Layer::dimensions, "dimension-line", path(point(cuts.front()), point(cuts.back())),
                   canvas_.theme().faint, 0.9);
    for (const double cut : cuts) tick(cut);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) number(cuts[i], cuts[i + 1], named_unit);
  }
  // From near the building to just beyond the line.
  void witness(double cut, double from) {
    const double end = at_ + (outward_ * canvas_.t(4));
    canvas_.stroke(Layer::dimensions, "witness", path(place(cut, from), place(cut, end)), canvas_.theme().faint, 0.6);
  }

 private:
  Vec place(double along, double across) const { return upright_ ? Vec{across, along} : Vec{along, across}; }
  Vec point(double along) const { return place(along, at_); }
  static Path path(Vec a, Vec b) {
    Path out;
    out.move(a).line(b);
    return out;
  }
  void tick(double cut) {
    const double r = canvas_.t(3.2);
    const Vec p = point(cut);
    canvas_.stroke(Layer::dimensions, "dimension-tick", path({p.x - r, p.y + r}, {p.x + r, p.y - r}),
                   canvas_.theme().line, 1.3, {}, false);
  }
  void number(double from, double to, bool named_unit) {
    const words::LengthUnit unit = canvas_.look().unit;
    const double length = std::abs(to - from);
    std::vector<std::string> texts;
    if (named_unit) texts.push_back(show_length(length, unit));
    texts.push_back(bare_length(length, unit));
    for (const std::string& text : texts) {
      for (const double f : {1.0, 0.85}) {
        const double size = type_px * f * canvas_.type();
        if (size < 6.8 && f < 1) continue;
        if (drawing::text_width(text, size, drawing::Weight::regular) > canvas_.px(length) - (5 * canvas_.type()))
          continue;
        put(text, (from + to) / 2, size);
        return;
      }
    }
  }
  void put(const std::string& text, double middle, double size) {
    const double off = canvas_.t(4.2);
    const double cap = canvas_.m(size * drawing::cap_height_em);
    // Beyond the line, seen from the building; upright text is read from the right.
    double across = at_ - off;
    if (outward_ > 0) across = at_ + off + cap;
    drawing::Text out{.text = text,
                      .at = place(middle, across),
                      .size_px = size,
                      .angle_deg = upright_ ? -90.0 : 0.0,
                      .colour = canvas_.theme().ink2};
    canvas_.text(Layer::dimensions, "dimension", std::move(out));
  }

  Canvas& canvas_;
  bool upright_;
  double at_;
  int outward_;
};

struct SideOf {
  const std::vector<double>& cuts;
  bool overall, upright;
  int outward;
  double face;      // where the building ends on that side, with what sticks out of it
  double from, to;  // the whole length
};

void draw_side(Canvas& canvas, const SideOf& side) {
  double at = side.face + (side.outward * canvas.t(first_line));
  const double near = side.face + (side.outward * canvas.t(6));
  if (!side.cuts.empty()) {
    Chain chain(canvas, side.upright, at, side.outward);
    for (std::size_t i = 0; i < side.cuts.size(); ++i) {
      const bool end = i == 0 || i + 1 == side.cuts.size();
      if (!end || !side.overall) chain.witness(side.cuts[i], near);
    }
    chain.draw(side.cuts, false);
    at += side.outward * canvas.t(between);
  }
  if (side.overall) {
    Chain chain(canvas, side.upright, at, side.outward);
    chain.witness(side.from, near);
    chain.witness(side.to, near);
    chain.draw({side.from, side.to}, true);
  }
}

}  // namespace

Chains chains_of(const Plan& plan, int floor, double room_px, const DrawLook& look) {
  Chains out;
  const Rect bounds = floor_bounds(plan, floor);
  if (!look.dimensions || !drawable(bounds) || room_px < 150) return out;
  out.overall = true;
  std::vector<Rect> rects;
  for (const int i : rooms_of(plan, floor)) {
    const Room& room = plan.rooms[static_cast<std::size_t>(i)];
    if (room.parent < 0) rects.push_back(room.rect);
  }
  if (rects.empty() || rects.size() > most_rooms || room_px < 260) return out;
  std::vector<Span1> top;
  std::vector<Span1> bottom;
  std::vector<Span1> left;
  std::vector<Span1> right;
  for (const Rect& r : rects) {
    top.push_back({r.x, r.right(), r.y});
    bottom.push_back({r.x, r.right(), -r.bottom()});
    left.push_back({r.y, r.bottom(), r.x});
    right.push_back({r.y, r.bottom(), -r.right()});
  }
  out.top = skyline(std::move(top));
  out.left = skyline(std::move(left));
  if (room_px >= 420) {
    out.bottom = skyline(std::move(bottom));
    out.right = skyline(std::move(right));
  }
  drop_needless(out.bottom, &out.top);
  drop_needless(out.right, &out.left);
  drop_needless(out.top, nullptr);
  drop_needless(out.left, nullptr);
  return out;
}

Margins margins_of(const Chains& chains) {
  const auto side = [](bool chain, bool overall) {
    const int lines = (chain ? 1 : 0) + (overall ? 1 : 0);
    return lines == 0 ? quiet : first_line + ((lines - 1) * between) + beyond;
  };
  return {side(!chains.left.empty(), chains.overall), side(!chains.top.empty(), chains.overall),
          side(!chains.right.empty(), false), side(!chains.bottom.empty(), false)};
}

void draw_chains(Canvas& canvas, const Rect& measured, const Rect& bounds, const Chains& chains,
                 const Overhang& overhang) {
  const Rect& m = measured;
  draw_side(canvas, {chains.top, chains.overall, false, -1, bounds.y - overhang.top, m.x, m.right()});
  draw_side(canvas, {chains.left, chains.overall, true, -1, bounds.x - overhang.left, m.y, m.bottom()});
  draw_side(canvas, {chains.bottom, false, false, 1, bounds.bottom() + overhang.bottom, m.x, m.right()});
  draw_side(canvas, {chains.right, false, true, 1, bounds.right() + overhang.right, m.y, m.bottom()});
}

}  // namespace floorplan::engine
