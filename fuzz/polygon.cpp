// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as rings of points, on a coarse grid so that they touch, cross and coincide, or as any doubles at
// all. The clipper, the triangulation and the arrangement answer or refuse; what they answer keeps its promises.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/result.h"
#include "geometry/arrangement.h"
#include "geometry/clip.h"
#include "geometry/prism.h"
#include "geometry/triangulate.h"

namespace {

using geometry::Polygon;
using geometry::Ring;
using geometry::Vec2;

// The first byte says how points are read; a byte 255 (or, of doubles, every eighth point) begins another ring.
std::vector<Ring> rings_of(const std::uint8_t* data, std::size_t size) {
  std::vector<Ring> rings(1);
  if (size == 0) return rings;
  const bool any = data[0] % 4 == 0;
  const double step = data[0] % 4 == 1 ? 0.5 : data[0] % 4 == 2 ? 1e-9 : 0.1;
  for (std::size_t i = 1; any && i + 16 <= size; i += 16) {
    Vec2 point;
    std::memcpy(&point, data + i, 16);
    if (rings.back().size() == 8) rings.emplace_back();
    rings.back().push_back(point);
  }
  for (std::size_t i = 1; !any && i + 2 <= size;) {
    if (data[i] == 255)
      rings.emplace_back(), ++i;
    else
      rings.back().push_back({step * data[i], step * data[i + 1]}), i += 2;
  }
  return rings;
}

bool near(double a, double b, double scale) { return std::abs(a - b) <= 1e-7 * (1 + scale) + 1e-12 * scale * scale; }

void clips(const std::vector<Polygon>& a, const std::vector<Polygon>& b) {
  using geometry::Operation;
  const auto both = combine(a, b, Operation::unite), back = combine(b, a, Operation::unite);
  const auto common = combine(a, b, Operation::intersect), rest = combine(a, b, Operation::subtract);
  const auto alone = united(a), other = united(b);
  if (!both.ok() || !back.ok() || !common.ok() || !rest.ok() || !alone.ok() || !other.ok()) return;
  const auto simple = [](const Polygon& each) { return check(each).ok(); };
  if (!std::ranges::all_of(a, simple) || !std::ranges::all_of(b, simple)) return;  // clip.h promises less of others
  double scale = 0;  // what rounding to a nanometre can do: all edges and crossings
  for (const auto* side : {&*both, &*common, &*rest, &*alone, &*other})
    for (const auto& each : *side) scale += perimeter(each);
  LINTEL_CHECK(near(area(*both), area(*back), scale));
  LINTEL_CHECK(near(area(*both) + area(*common), area(*alone) + area(*other), scale));
  LINTEL_CHECK(near(area(*rest) + area(*common), area(*alone), scale));
  for (const auto& each : *both) LINTEL_CHECK(signed_area(each.outer) >= 0);
  for (const auto corner : {geometry::Corner::mitre, geometry::Corner::round}) {
    static_cast<void>(offset(a, 0.25, corner));
    static_cast<void>(offset(a, -0.25, corner));
  }
}

void fills(const Polygon& polygon) {
  const bool simple = check(polygon).ok();
  const auto triangles = triangulate(polygon);
  LINTEL_CHECK(triangles.ok() || !simple);
  if (!triangles.ok()) return;
  const auto count = points_of(polygon).size();
  for (const auto& each : *triangles)
    for (const auto index : each) LINTEL_CHECK(index < count);
  const auto prism = geometry::Prism::extruded(polygon, 0, 2);
  LINTEL_CHECK(prism.ok() == simple);
  if (prism.ok()) LINTEL_CHECK(near(prism->volume_m3(), 2 * area(polygon), perimeter(polygon)));
}

void divides(const std::vector<Ring>& rings) {
  std::vector<geometry::Line> lines;
  for (const auto& ring : rings)
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) lines.push_back({ring[i], ring[i + 1]});
  const auto made = geometry::arrange(lines, 1e-6);
  if (!made.ok()) return;
  double faces = 0;
  for (const auto& face : made->faces) {
    LINTEL_CHECK(area(face.polygon) > -1e-9);
    LINTEL_CHECK(std::ranges::is_sorted(face.pieces));
    faces += area(face.polygon);
  }
  LINTEL_CHECK(faces >= 0);
  for (const auto& piece : made->pieces) {
    LINTEL_CHECK(piece.from != piece.to && !piece.lines.empty());
    LINTEL_CHECK(piece.loose || piece.left != piece.right);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto rings = rings_of(data, std::min<std::size_t>(size, 512));
  std::vector<Polygon> a, b;
  for (std::size_t i = 0; i < rings.size(); ++i) (i % 2 == 0 ? a : b).push_back({rings[i], {}});
  clips(a, b);
  for (const auto& ring : rings) fills({ring, {}});
  if (rings.size() > 1) fills({rings[0], {rings.begin() + 1, rings.end()}});
  divides(rings);
  return 0;
}
