// SPDX-License-Identifier: Apache-2.0
// Walls that clash (tests/support/wall_proof.h): geometry_bench prints {"volume_m3", "near", "prisms_ms",
// "solids_volume_m3", "solids_ms", "many_near", "many_ms"}. CPU time; medians of five, of solids one.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "geometry/bvh.h"
#include "geometry/solid.h"
#include "support/wall_proof.h"

namespace {

double cpu_ms() { return static_cast<double>(std::clock()) * 1e3 / CLOCKS_PER_SEC; }

template <class Work>
double median_ms(int rounds, const Work& work) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const double start = cpu_ms();
    work();
    times.push_back(cpu_ms() - start);
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

double clash_by_solids(const std::vector<geometry::Prism>& walls) {
  std::vector<geometry::Solid> solids;
  std::vector<geometry::Box> boxes;
  for (const auto& wall : walls) {
    solids.push_back(*geometry::Solid::from_prism(wall));
    boxes.push_back(wall.box());
  }
  double sum = 0;
  geometry::Bvh(boxes).each_pair([&](std::uint32_t i, std::uint32_t j) {
    sum += combine(solids[i], solids[j], geometry::Operation::intersect)->volume_m3();
    return true;
  });
  return sum;
}

}  // namespace

int main() {
  const auto walls = tests::proof_walls(1000), many = tests::proof_walls(20000);
  tests::Clashes found, more;
  const double prisms = median_ms(5, [&] { found = tests::clash(walls); });
  const double large = median_ms(5, [&] { more = tests::clash(many); });
  double volume = 0;
  const double solids = median_ms(1, [&] { volume = clash_by_solids(walls); });
  std::printf(
      "{\"volume_m3\": %.9f, \"near\": %zu, \"prisms_ms\": %.3f, \"solids_volume_m3\": %.9f, \"solids_ms\": %.1f, "
      "\"many_near\": %zu, \"many_ms\": %.1f}\n",
      found.volume_m3, found.near, prisms, volume, solids, more.near, large);
}
