// SPDX-License-Identifier: Apache-2.0
#include "geometry/convex.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "geometry/orientation.h"

namespace geometry {

// I. E. Sutherland, G. W. Hodgman, "Reentrant Polygon Clipping", 1974.
void keep_left(std::span<const Vec2> ring, Vec2 a, Vec2 b, Ring& out) {
  out.clear();
  const Vec2 along = b - a;
  const auto side = [&](Vec2 point) { return cross(along, point - a); };
  double here = ring.empty() ? 0 : side(ring.back());
  Vec2 last = ring.empty() ? Vec2{} : ring.back();
  for (const auto& point : ring) {
    const double there = side(point);
    if ((here < 0 && there > 0) || (here > 0 && there < 0))
      out.push_back(last + (point - last) * (here / (here - there)));
    if (there >= 0) out.push_back(point);
    here = there;
    last = point;
  }
  if (out.size() < 3) out.clear();
}

Ring common(std::span<const Vec2> a, std::span<const Vec2> b) {
  Ring now(a.begin(), a.end()), next;
  now.reserve(a.size() + b.size());
  next.reserve(a.size() + b.size());
  for (std::size_t i = 0; i < b.size() && !now.empty(); ++i) {
    keep_left(now, b[i], b[(i + 1) % b.size()], next);
    std::swap(now, next);
  }
  return now;
}

double distance(std::span<const Vec2> a, std::span<const Vec2> b) {
  if (a.empty() || b.empty()) return std::numeric_limits<double>::infinity();
  if (locate(a, b[0]) != Place::outside || locate(b, a[0]) != Place::outside) return 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      nearest = std::min(nearest, distance_of_segments(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()]));
  return nearest;
}

}  // namespace geometry
