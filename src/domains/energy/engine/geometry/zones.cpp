// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/geometry/zones.h"

#include <algorithm>
#include <cmath>

namespace energy::engine {
namespace {

struct Span {
  double low = 1e300, high = -1e300;
};

void count_in(ZoneSize& size, Span& span, const Surface& surface, Point origin) {
  ++size.counts[static_cast<std::size_t>(surface.kind)];
  if (surface.kind == Surface::Kind::shading) return;
  const double m2 = area(surface.points);
  if (surface.kind == Surface::Kind::window) size.window_m2 += m2 * surface.multiplier;
  if (surface.opening()) return;
  if (surface.kind == Surface::Kind::floor) size.floor_m2 += m2;
  if (surface.kind == Surface::Kind::ceiling || surface.kind == Surface::Kind::roof) size.ceiling_m2 += m2;
  if (surface.kind == Surface::Kind::wall) size.wall_m2 += m2;
  if (surface.kind == Surface::Kind::wall && surface.boundary == "Outdoors") size.outside_wall_m2 += m2;
  size.volume_m3 += signed_volume(surface.points, origin);
  for (const auto& point : surface.points) span = {std::min(span.low, point.z), std::max(span.high, point.z)};
}

}  // namespace

std::vector<ZoneSize> zone_sizes(const Scene& scene) {
  std::vector<ZoneSize> sizes(scene.zones.size());
  std::vector<Span> spans(scene.zones.size());
  for (const auto& surface : scene.surfaces)
    if (surface.zone != Surface::none) {
      count_in(sizes[surface.zone], spans[surface.zone], surface, scene.zones[surface.zone].origin);
    }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i].volume_m3 = std::abs(sizes[i].volume_m3);
    sizes[i].height_m = std::max(0.0, spans[i].high - spans[i].low);
  }
  return sizes;
}

}  // namespace energy::engine
