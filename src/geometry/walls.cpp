// SPDX-License-Identifier: Apache-2.0
#include "geometry/walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "geometry/bvh.h"
#include "geometry/clip.h"
#include "geometry/orientation.h"
#include "geometry/snap.h"

namespace geometry {
namespace {

constexpr double mitre_limit = 8;    // half thicknesses
constexpr double least_sine = 1e-6;  // below: parallel
constexpr std::size_t most_walls = 100'000;

Result<void> check_walls(std::span<const WallLine> walls, double tolerance_m) {
  TRY(check_positive(tolerance_m, "the tolerance"));
  TRY(check_count(walls.size(), most_walls, "walls"));
  for (std::size_t i = 0; i < walls.size(); ++i) {
    const Vec2 ends[] = {walls[i].start, walls[i].end};
    const auto path = "walls[" + std::to_string(i) + "]";
    TRY(check_points(ends, path));
    TRY(check_length(walls[i].thickness_m, "the thickness of " + path));
    if (walls[i].thickness_m < 0) return base::fail(base::Code::out_of_range, "a wall's thickness is below zero", path);
    if (!(length(walls[i].end - walls[i].start) > tolerance_m))
      return base::fail(base::Code::zero_length, "a wall is shorter than the tolerance", path,
                        "Give a start and an end that differ.");
  }
  return {};
}

// Finds the wall that an end runs into.
class Neighbours {
 public:
  Neighbours(std::span<const WallLine> walls, double tolerance_m)
      : walls_(walls), tolerance_(tolerance_m), tree_(boxes(walls, tolerance_m)) {}

  // The nearest wall that has the point in its body or at its face, between its own ends, and is not parallel.
  std::optional<std::uint32_t> through(std::uint32_t wall, Vec2 end) const {
    std::optional<std::uint32_t> found;
    double nearest = Box::none;
    tree_.each(box_of(std::span(&end, 1)), [&](std::uint32_t other) {
      const double far = other == wall || parallel(wall, other) ? Box::none : distance_from(other, end);
      if (far < nearest || (far == nearest && found && other < *found)) {
        nearest = far;
        found = other;
      }
      return true;
    });
    return found;
  }
  const Bvh& tree() const { return tree_; }

 private:
  static std::vector<Box> boxes(std::span<const WallLine> walls, double tolerance_m) {
    std::vector<Box> out;
    for (const auto& wall : walls) {
      const Vec2 ends[] = {wall.start, wall.end};
      out.push_back(grown(box_of(ends), wall.thickness_m / 2 + tolerance_m));
    }
    return out;
  }
  bool parallel(std::uint32_t a, std::uint32_t b) const {
    return std::abs(cross(unit(walls_[a].end - walls_[a].start), unit(walls_[b].end - walls_[b].start))) < least_sine;
  }
  double distance_from(std::uint32_t wall, Vec2 end) const {
    const auto& w = walls_[wall];
    const Vec2 along = unit(w.end - w.start);
    const double place = dot(end - w.start, along), whole = length(w.end - w.start);
    const double far = std::abs(cross(along, end - w.start));
    const bool between = place > tolerance_ && place < whole - tolerance_;
    return between && far <= w.thickness_m / 2 + tolerance_ ? far : Box::none;
  }
  std::span<const WallLine> walls_;
  double tolerance_;
  Bvh tree_;
};

// One end of a wall: where it is, which way the wall goes from there, and how its two sides end, seen along that way.
struct Tip {
  std::uint32_t wall = 0;
  bool last = false;  // the wall's end, not its start
  Vec2 node, away;
  double half = 0, reach = 0;  // half the thickness, the wall's length
  Vec2 left, right;
  bool pointed = false;  // the node is a corner too
};

void square(Tip& tip) {
  tip.left = tip.node + left_of(tip.away) * tip.half;
  tip.right = tip.node - left_of(tip.away) * tip.half;
}

// Where the left side of one and the right side of the next, against the clock, cross.
void mitre(Tip& one, Tip& next) {
  const double sine = cross(one.away, next.away);
  if (std::abs(sine) < least_sine) return;
  const Vec2 gap = next.right - one.left;
  const double s = cross(gap, next.away) / sine, t = cross(gap, one.away) / sine;
  const double limit = mitre_limit * std::max(one.half, next.half);
  if (std::abs(s) > std::min(limit, one.reach) || std::abs(t) > std::min(limit, next.reach)) return;
  one.left = next.right = one.left + one.away * s;
}

void corner(std::vector<Tip*>& tips) {
  std::ranges::sort(tips, [](const Tip* a, const Tip* b) {
    const double first = std::atan2(a->away.y, a->away.x), second = std::atan2(b->away.y, b->away.x);
    return first != second ? first < second : a->wall < b->wall;
  });
  for (auto* tip : tips) square(*tip);
  for (std::size_t i = 0; i < tips.size(); ++i) mitre(*tips[i], *tips[(i + 1) % tips.size()]);
  for (auto* tip : tips) tip->pointed = tips.size() > 2;
}

// Both sides end at the face of the wall that goes through, on the side the tip comes from.
void tee(Tip& tip, const WallLine& through) {
  const Vec2 along = unit(through.end - through.start);
  const double sine = cross(along, tip.away), side = sine > 0 ? 1 : -1;
  const Vec2 face = through.start + left_of(along) * (side * through.thickness_m / 2);
  square(tip);
  const auto reach = [&](Vec2 from) { return cross(face - from, along) / cross(tip.away, along); };
  const double left = reach(tip.left), right = reach(tip.right);
  if (std::max(std::abs(left), std::abs(right)) > std::min(tip.reach, mitre_limit * (tip.half + through.thickness_m)))
    return;
  tip.left = tip.left + tip.away * left;
  tip.right = tip.right + tip.away * right;
}

class Joiner {
 public:
  Joiner(std::span<const WallLine> walls, double tolerance_m)
      : walls_(walls.begin(), walls.end()), tolerance_(tolerance_m), snap_(tolerance_m) {
    for (auto& wall : walls_) {
      const auto a = snap_(wall.start), b = snap_(wall.end);
      wall.start = snap_[a];
      wall.end = snap_[b];
      nodes_.emplace_back(a, b);
    }
  }
  Result<JoinedWalls> joined() {
    for (std::size_t i = 0; i < walls_.size(); ++i)  // chains of near points may have made one of both ends
      if (nodes_[i].first == nodes_[i].second)
        return base::fail(base::Code::zero_length, "a wall is shorter than the tolerance",
                          "walls[" + std::to_string(i) + "]");
    const Neighbours neighbours(walls_, tolerance_);
    make_tips();
    meet_at_ends(neighbours);
    make_outlines();
    TRY(cut_crosses(neighbours));
    return std::move(out_);
  }

 private:
  void make_tips() {
    for (std::uint32_t i = 0; i < walls_.size(); ++i) {
      const auto& wall = walls_[i];
      const Vec2 along = unit(wall.end - wall.start);
      const double half = wall.thickness_m / 2, reach = length(wall.end - wall.start);
      tips_.push_back({i, false, wall.start, along, half, reach, {}, {}, false});
      tips_.push_back({i, true, wall.end, along * -1, half, reach, {}, {}, false});
      square(tips_[2 * i]);
      square(tips_[2 * i + 1]);
    }
  }
  bool joins(const Tip& tip) const {
    const auto& wall = walls_[tip.wall];
    return wall.thickness_m > 0 && (tip.last ? wall.at_end : wall.at_start) == End::joined;
  }
  void meet_at_ends(const Neighbours& neighbours) {
    std::vector<std::vector<Tip*>> at(snap_.points().size());
    for (auto& tip : tips_) {
      if (!joins(tip)) continue;
      const auto through = neighbours.through(tip.wall, tip.node);
      if (through && walls_[*through].thickness_m > 0) {
        tee(tip, walls_[*through]);
        out_.joins.push_back({JoinKind::tee, tip.node, {tip.wall, *through}});
        tees_.insert(std::minmax(tip.wall, *through));
      } else {
        at[tip.last ? nodes_[tip.wall].second : nodes_[tip.wall].first].push_back(&tip);
      }
    }
    for (auto& tips : at) {
      if (tips.size() < 2) continue;
      corner(tips);
      Join join{JoinKind::corner, tips[0]->node, {}};
      for (const auto* tip : tips) join.walls.push_back(tip->wall);
      std::ranges::sort(join.walls);
      out_.joins.push_back(std::move(join));
    }
  }
  void make_outlines() {
    out_.outlines.resize(walls_.size());
    for (std::size_t i = 0; i < walls_.size(); ++i) {
      if (!(walls_[i].thickness_m > 0)) continue;
      const Tip &first = tips_[2 * i], &last = tips_[2 * i + 1];
      Ring ring{first.right, last.left};
      if (last.pointed) ring.push_back(last.node);
      ring.insert(ring.end(), {last.right, first.left});
      if (first.pointed) ring.push_back(first.node);
      out_.outlines[i].push_back({std::move(ring), {}});
    }
  }
  Result<void> cut_crosses(const Neighbours& neighbours) {
    std::vector<std::array<std::uint32_t, 2>> crosses;  // through, cut
    neighbours.tree().each_pair([&](std::uint32_t i, std::uint32_t j) {
      const auto &a = walls_[i], &b = walls_[j];
      if (!(a.thickness_m > 0 && b.thickness_m > 0) || tees_.contains({i, j})) return true;
      if (!cross_inside(a.start, a.end, b.start, b.end)) return true;
      if (b.thickness_m > a.thickness_m)
        crosses.push_back({j, i});
      else
        crosses.push_back({i, j});
      return crosses.size() <= most_walls;
    });
    TRY(check_count(crosses.size(), most_walls, "crossings of walls"));
    std::ranges::sort(crosses);
    const auto whole = out_.outlines;
    for (const auto& [through, cut] : crosses) {
      const auto &a = walls_[through], &b = walls_[cut];
      out_.joins.push_back({JoinKind::cross, crossing_of_lines(a.start, a.end, b.start, b.end), {through, cut}});
      out_.outlines[cut] = TRY(combine(out_.outlines[cut], whole[through], Operation::subtract));
    }
    return {};
  }

  std::vector<WallLine> walls_;
  double tolerance_;
  Snap snap_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes_;  // of each wall's ends
  std::vector<Tip> tips_;                                       // two for each wall
  std::set<std::pair<std::uint32_t, std::uint32_t>> tees_;
  JoinedWalls out_;
};

}  // namespace

Result<JoinedWalls> join_walls(std::span<const WallLine> walls, double tolerance_m) {
  TRY(check_walls(walls, tolerance_m));
  return Joiner(walls, tolerance_m).joined();
}

Result<std::vector<WallLine>> led_on(std::span<const WallLine> walls, double tolerance_m) {
  TRY(check_walls(walls, tolerance_m));
  const Neighbours neighbours(walls, tolerance_m);
  std::vector<WallLine> out(walls.begin(), walls.end());
  for (std::uint32_t i = 0; i < walls.size(); ++i) {
    const auto lead = [&](Vec2 end) {
      const auto through = neighbours.through(i, end);
      if (!through) return end;
      const auto& other = walls[*through];
      const Vec2 at = crossing_of_lines(walls[i].start, walls[i].end, other.start, other.end);
      return length(at - end) <= mitre_limit * (other.thickness_m + tolerance_m) ? at : end;
    };
    out[i].start = lead(walls[i].start);
    out[i].end = lead(walls[i].end);
    if (!(length(out[i].end - out[i].start) > tolerance_m)) out[i] = walls[i];
  }
  return out;
}

}  // namespace geometry
