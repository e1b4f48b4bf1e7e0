// SPDX-License-Identifier: Apache-2.0
#include "geometry/prism.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "geometry/convex.h"
#include "geometry/triangulate.h"

namespace geometry {
namespace {

constexpr double nothing = 1e-14;  // of a slab's base: what is left of it by rounding alone

Slab slab(Ring base, double bottom_m, double top_m) {
  Box box = box_of(base);
  box.low.z = bottom_m;
  box.high.z = top_m;
  return {std::move(base), bottom_m, top_m, box};
}

Ring relative(std::span<const Vec2> ring, Vec2 origin) {
  Ring out(ring.begin(), ring.end());
  for (auto& point : out) point = point - origin;
  return out;
}

Result<void> check_heights(double bottom_m, double top_m) {
  TRY(check_length(bottom_m, "the lower height"));
  TRY(check_length(top_m, "the upper height"));
  if (bottom_m < top_m) return {};
  return base::fail(base::Code::degenerate, "the upper height is not above the lower one", {},
                    "Give a height above zero.");
}

// `from` without `other`, to `out`: what is below it, what is above it, and beside it one piece for each of its edges.
void subtract(const Slab& from, const Slab& other, std::vector<Slab>& out) {
  const double bottom = std::max(from.bottom_m, other.bottom_m), top = std::min(from.top_m, other.top_m);
  const Vec2 origin = from.base[0];
  const double least = signed_area(from.base) * nothing;
  Ring rest = relative(from.base, origin), outside, inside;
  std::vector<Ring> beside;
  for (std::size_t i = 0; i < other.base.size(); ++i) {
    const Vec2 a = other.base[i] - origin, b = other.base[(i + 1) % other.base.size()] - origin;
    keep_left(rest, b, a, outside);
    keep_left(rest, a, b, inside);
    if (signed_area(outside) > least) beside.push_back(outside);
    std::swap(rest, inside);
    if (signed_area(rest) > least) continue;
    out.push_back(from);  // they do not meet
    return;
  }
  if (from.bottom_m < bottom) out.push_back(slab(from.base, from.bottom_m, bottom));
  for (const auto& piece : beside) out.push_back(slab(relative(piece, Vec2{} - origin), bottom, top));
  if (top < from.top_m) out.push_back(slab(from.base, top, from.top_m));
}

bool apart(const Slab& a, const Slab& b) {
  return a.box.high.x <= b.box.low.x || b.box.high.x <= a.box.low.x || a.box.high.y <= b.box.low.y ||
         b.box.high.y <= a.box.low.y || a.top_m <= b.bottom_m || b.top_m <= a.bottom_m;
}

constexpr double touching_m = 1e-9;

// How much of a vertical side two slabs have in common: edges that run against one another on one line.
double common_side_m(const Slab& a, const Slab& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.base.size(); ++i) {
    const Vec2 from = a.base[i], edge = a.base[(i + 1) % a.base.size()] - from;
    const double size = length(edge);
    if (!(size > 0)) continue;
    const Vec2 along = unit(edge);
    for (std::size_t j = 0; j < b.base.size(); ++j) {
      const Vec2 c = b.base[j] - from, d = b.base[(j + 1) % b.base.size()] - from;
      if (std::abs(cross(along, c)) > touching_m || std::abs(cross(along, d)) > touching_m) continue;
      sum += std::max(0.0, std::min(size, dot(along, c)) - std::max(0.0, dot(along, d)));
    }
  }
  return sum;
}

double contact_m2(const Slab& a, const Slab& b) {
  const double height = std::min(a.top_m, b.top_m) - std::max(a.bottom_m, b.bottom_m);
  if (height > touching_m) return height * common_side_m(a, b);
  if (height < -touching_m) return 0;
  return signed_area(common(relative(a.base, a.base[0]), relative(b.base, a.base[0])));
}

}  // namespace

Prism::Prism(std::vector<Slab> slabs) : slabs_(std::move(slabs)) {
  for (const auto& each : slabs_) box_.include(each.box);
}

Result<Prism> Prism::extruded(const Polygon& base, double bottom_m, double top_m) {
  TRY(check(base));
  TRY(check_heights(bottom_m, top_m));
  std::vector<Slab> slabs;
  for (auto& piece : TRY(convex_pieces(base))) slabs.push_back(slab(std::move(piece), bottom_m, top_m));
  return Prism(std::move(slabs));
}

Result<Prism> Prism::bar(Vec2 start, Vec2 end, double width_m, double bottom_m, double top_m) {
  const Vec2 ends[] = {start, end};
  TRY(check_points(ends, "the line"));
  TRY(check_positive(width_m, "the width"));
  TRY(check_heights(bottom_m, top_m));
  if (!(length(end - start) > 0))
    return base::fail(base::Code::zero_length, "start and end are the same point", {}, "Give two different points.");
  const Vec2 half = left_of(unit(end - start)) * (width_m / 2);
  std::vector<Slab> slabs;
  slabs.push_back(slab({start - half, end - half, end + half, start + half}, bottom_m, top_m));
  return Prism(std::move(slabs));
}

double Prism::volume_m3() const {
  double sum = 0;
  for (const auto& each : slabs_) sum += signed_area(each.base) * (each.top_m - each.bottom_m);
  return sum;
}
double Prism::base_m2() const {
  double sum = 0;
  for (const auto& each : slabs_) sum += signed_area(each.base);
  return sum;
}
double Prism::surface_m2() const {
  double sum = 0;
  for (std::size_t i = 0; i < slabs_.size(); ++i) {
    const auto& each = slabs_[i];
    sum += 2 * signed_area(each.base) + perimeter(each.base) * (each.top_m - each.bottom_m);
    for (std::size_t j = i + 1; j < slabs_.size(); ++j) sum -= 2 * contact_m2(each, slabs_[j]);
  }
  return sum;
}

Prism Prism::with(const Prism& other) const {
  std::vector<Slab> slabs = slabs_;
  for (const Slab& each : other.without(*this).slabs_) slabs.push_back(each);
  return Prism(std::move(slabs));
}

Prism Prism::without(const Prism& other) const {
  std::vector<Slab> now = slabs_, next;
  for (const auto& cut : other.slabs_) {
    next.clear();
    for (auto& each : now) {
      if (apart(each, cut))
        next.push_back(std::move(each));
      else
        subtract(each, cut, next);
    }
    std::swap(now, next);
  }
  return Prism(std::move(now));
}

Prism Prism::moved(Vec3 by) const {
  std::vector<Slab> slabs;
  for (const auto& each : slabs_)
    slabs.push_back(slab(relative(each.base, {-by.x, -by.y}), each.bottom_m + by.z, each.top_m + by.z));
  return Prism(std::move(slabs));
}
Prism Prism::turned(double angle_rad, Vec2 about) const {
  std::vector<Slab> slabs;
  for (const auto& each : slabs_)
    slabs.push_back(slab(geometry::turned({each.base, {}}, angle_rad, about).outer, each.bottom_m, each.top_m));
  return Prism(std::move(slabs));
}

Result<std::vector<Polygon>> Prism::cut_at(double height_m) const {
  TRY(check_length(height_m, "the height"));
  std::vector<Polygon> bases;
  for (const auto& each : slabs_)
    if (each.bottom_m <= height_m && height_m < each.top_m) bases.push_back({each.base, {}});
  return united(bases);
}

std::optional<Overlap> overlap(const Prism& a, const Prism& b) {
  Overlap sum;
  Vec3 moment;
  for (const auto& one : a.slabs()) {
    for (const auto& other : b.slabs()) {
      if (apart(one, other)) continue;
      const Vec2 origin = one.base[0];
      const Polygon shared{common(relative(one.base, origin), relative(other.base, origin)), {}};
      const double base = signed_area(shared.outer);
      if (!(base > std::min(signed_area(one.base), signed_area(other.base)) * nothing)) continue;
      const double bottom = std::max(one.bottom_m, other.bottom_m), top = std::min(one.top_m, other.top_m);
      const double volume = base * (top - bottom);
      const Vec2 middle = centroid(shared) + origin;
      sum.volume_m3 += volume;
      moment = moment + Vec3{middle.x, middle.y, (bottom + top) / 2} * volume;
      sum.box.include(slab(relative(shared.outer, Vec2{} - origin), bottom, top).box);
    }
  }
  if (!(sum.volume_m3 > 0)) return std::nullopt;
  sum.at = moment * (1 / sum.volume_m3);
  return sum;
}

double distance(const Prism& a, const Prism& b) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& one : a.slabs())
    for (const auto& other : b.slabs()) {
      const double gap = std::max({0.0, one.bottom_m - other.top_m, other.bottom_m - one.top_m});
      if (gap < nearest) nearest = std::min(nearest, std::hypot(gap, distance(one.base, other.base)));
    }
  return nearest;
}

}  // namespace geometry
