// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/region.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace floorplan::engine {
namespace {

struct Interval {
  Tick from = 0, to = 0;
  friend auto operator<=>(const Interval&, const Interval&) = default;
};
using Intervals = std::vector<Interval>;  // sorted, disjoint, not touching

void add(Intervals& list, Interval next) {
  if (!list.empty() && next.from <= list.back().to) {
    list.back().to = std::max(list.back().to, next.to);
  } else {
    list.push_back(next);
  }
}

Intervals difference(const Intervals& a, const Intervals& b) {
  Intervals out;
  std::size_t j = 0;
  for (Interval rest : a) {
    while (j < b.size() && b[j].to <= rest.from) ++j;
    for (std::size_t k = j; k < b.size() && b[k].from < rest.to; ++k) {
      if (b[k].from > rest.from) out.push_back({rest.from, b[k].from});
      rest.from = std::min(std::max(rest.from, b[k].to), rest.to);
    }
    if (rest.from < rest.to) out.push_back(rest);
  }
  return out;
}

// Boxes that a vertical line crosses as it moves right, kept by their upper edge.
class Active {
 public:
  explicit Active(std::span<const Box> boxes) {
    for (const Box& box : boxes) {
      if (!box.empty()) waiting_.push_back(box);
    }
    std::ranges::sort(waiting_, {}, &Box::x0);
  }
  Intervals at(Tick x) {
    std::erase_if(live_, [x](const Box& box) { return box.x1 <= x; });
    const std::size_t before = live_.size();
    for (; next_ < waiting_.size() && waiting_[next_].x0 <= x; ++next_) live_.push_back(waiting_[next_]);
    const auto middle = live_.begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(middle, live_.end(), by_top);
    merged_.clear();
    std::merge(live_.begin(), middle, middle, live_.end(), std::back_inserter(merged_), by_top);
    live_.swap(merged_);
    Intervals out;
    for (const Box& box : live_) add(out, {box.y0, box.y1});
    return out;
  }
  void stops(std::vector<Tick>& xs) const {
    for (const Box& box : waiting_) xs.insert(xs.end(), {box.x0, box.x1});
  }

 private:
  static bool by_top(const Box& a, const Box& b) { return a.y0 < b.y0; }
  std::vector<Box> waiting_, live_, merged_;
  std::size_t next_ = 0;
};

struct Strip {
  Tick x0 = 0, x1 = 0;
  Intervals covered;
};

std::vector<Strip> strips(std::span<const Box> inside, std::span<const Box> outside) {
  Active yes(inside);
  Active no(outside);
  std::vector<Tick> xs;
  yes.stops(xs);
  no.stops(xs);
  std::ranges::sort(xs);
  xs.erase(std::ranges::unique(xs).begin(), xs.end());
  std::vector<Strip> out;
  for (std::size_t i = 0; i + 1 < xs.size(); ++i) {
    out.push_back({xs[i], xs[i + 1], difference(yes.at(xs[i]), no.at(xs[i]))});
  }
  return out;
}

// Runs of the same key over neighbouring strips, as [x0, x1].
template <class Key, class Emit>
class Runs {
 public:
  explicit Runs(Emit emit) : emit_(std::move(emit)) {}
  void strip(Tick x0, Tick x1, const std::vector<Key>& keys) {
    std::map<Key, Tick> next;
    for (const Key& key : keys) {
      const auto it = open_.find(key);
      next.emplace(key, it == open_.end() ? x0 : it->second);
      if (it != open_.end()) open_.erase(it);
    }
    close(x0);
    open_ = std::move(next);
    end_ = x1;
  }
  void finish() { close(end_); }

 private:
  void close(Tick x) {
    for (const auto& [key, from] : open_) emit_(key, from, x);
    open_.clear();
  }
  Emit emit_;
  std::map<Key, Tick> open_;
  Tick end_ = 0;
};

void upright_borders(const Intervals& before, const Intervals& after, Tick x, std::vector<Border>& out) {
  for (const Interval& left_only : difference(before, after)) {
    out.push_back({{x, left_only.from}, {x, left_only.to}});
  }
  for (const Interval& right_only : difference(after, before)) {
    out.push_back({{x, right_only.to}, {x, right_only.from}});
  }
}

// +1, 0 or -1: a turn to the right, none, or to the left, on a sheet whose y goes down.
int turn(Corner from, Corner at, Corner to) {
  const auto sign = [](Tick value) { return (value > 0) - (value < 0); };
  return (sign(at.x - from.x) * sign(to.y - at.y)) - (sign(at.y - from.y) * sign(to.x - at.x));
}

using Starts = std::multimap<Corner, Border>;

// Where two loops touch in a corner, turning right keeps them apart.
Starts::iterator onward(Starts& starts, const Border& border) {
  auto [first, last] = starts.equal_range(border.to);
  auto best = first;
  for (auto it = first; it != last; ++it) {
    if (turn(border.from, border.to, it->second.to) > turn(border.from, border.to, best->second.to)) best = it;
  }
  return first == last ? starts.end() : best;
}

Loop take_loop(Starts& starts) {
  Loop loop;
  Border border = starts.begin()->second;
  starts.erase(starts.begin());
  const Corner home = border.from;
  loop.push_back(home);
  while (border.to != home) {
    const auto next = onward(starts, border);
    if (next == starts.end()) break;
    if (turn(border.from, border.to, next->second.to) != 0) loop.push_back(border.to);
    border = next->second;
    starts.erase(next);
  }
  return loop;
}

}  // namespace

Tick ticks(double metres) {
  constexpr double limit = 1e7;
  if (std::isnan(metres)) return 0;
  return static_cast<Tick>(std::llround(std::clamp(metres, -limit, limit) * 1e4));
}

Corner Border::outward() const {
  if (from.x == to.x) return {to.y > from.y ? 1 : -1, 0};
  return {0, to.x > from.x ? -1 : 1};
}

std::vector<Box> cover(std::span<const Box> inside, std::span<const Box> outside) {
  std::vector<Box> out;
  const auto emit = [&out](Interval key, Tick x0, Tick x1) { out.push_back({x0, key.from, x1, key.to}); };
  Runs<Interval, decltype(emit)> runs(emit);
  for (const Strip& strip : strips(inside, outside)) runs.strip(strip.x0, strip.x1, strip.covered);
  runs.finish();
  return out;
}

std::vector<Border> borders(std::span<const Box> inside, std::span<const Box> outside) {
  std::vector<Border> out;
  using Level = std::pair<Tick, bool>;  // a y, and whether it is the upper edge
  const auto emit = [&out](Level level, Tick x0, Tick x1) {
    const Corner left{x0, level.first};
    const Corner right{x1, level.first};
    out.push_back(level.second ? Border{left, right} : Border{right, left});
  };
  Runs<Level, decltype(emit)> runs(emit);
  Intervals before;
  Tick end = 0;
  for (const Strip& strip : strips(inside, outside)) {
    std::vector<Level> levels;
    for (const Interval& interval : strip.covered) {
      levels.emplace_back(interval.from, true);
      levels.emplace_back(interval.to, false);
    }
    runs.strip(strip.x0, strip.x1, levels);
    upright_borders(before, strip.covered, strip.x0, out);
    before = strip.covered;
    end = strip.x1;
  }
  runs.finish();
  upright_borders(before, {}, end, out);
  return out;
}

std::vector<Loop> outlines(std::span<const Box> inside, std::span<const Box> outside) {
  Starts starts;
  for (const Border& border : borders(inside, outside)) starts.emplace(border.from, border);
  std::vector<Loop> out;
  while (!starts.empty()) {
    Loop loop = take_loop(starts);
    if (loop.size() >= 3 && turn(loop.back(), loop[0], loop[1]) == 0) loop.erase(loop.begin());
    out.push_back(std::move(loop));
  }
  return out;
}

}  // namespace floorplan::engine
