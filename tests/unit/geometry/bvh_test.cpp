// SPDX-License-Identifier: Apache-2.0
#include "geometry/bvh.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace geometry {
namespace {

std::vector<Box> random_boxes(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0, 20), size(0, 2);
  std::vector<Box> boxes;
  for (int i = 0; i < count; ++i) {
    const Vec3 low{place(random), place(random), place(random)};
    boxes.push_back({low, low + Vec3{size(random), size(random), size(random)}});
  }
  return boxes;
}
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

TEST(Bvh, FindsEveryPairOnce) {
  for (const int count : {0, 1, 2, 5, 300}) {
    const auto boxes = random_boxes(7, count);
    Pairs found, expected;
    Bvh(boxes).each_pair([&](std::uint32_t i, std::uint32_t j) {
      EXPECT_LT(i, j);
      EXPECT_TRUE(found.emplace(i, j).second);
      return true;
    });
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
      for (std::uint32_t j = i + 1; j < boxes.size(); ++j)
        if (overlap(boxes[i], boxes[j])) expected.emplace(i, j);
    EXPECT_EQ(found, expected);
  }
}

TEST(Bvh, FindsPairsOfTwoTreesAndBoxesOfOne) {
  const auto one = random_boxes(1, 200), other = random_boxes(2, 70);
  const Bvh a(one), b(other);
  Pairs found, expected;
  a.each_pair(b, [&](std::uint32_t i, std::uint32_t j) { return found.emplace(i, j).second; });
  for (std::uint32_t j = 0; j < other.size(); ++j) {
    std::vector<std::uint32_t> these;
    for (std::uint32_t i = 0; i < one.size(); ++i)
      if (overlap(one[i], other[j])) expected.emplace(i, j), these.push_back(i);
    EXPECT_EQ(a.overlapping(other[j]), these);
  }
  EXPECT_EQ(found, expected);
}

TEST(Bvh, LeavesOutWhatIsEmptyOrNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  std::vector<Box> boxes = random_boxes(3, 9);
  boxes.push_back({});
  boxes.push_back({{nan, 0, 0}, {1, 1, 1}});
  boxes.push_back({{-inf, -inf, -inf}, {inf, inf, inf}});
  for (const auto index : Bvh(boxes).overlapping({{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}})) EXPECT_LT(index, 9u);
  EXPECT_EQ(Bvh(boxes).overlapping({{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}}).size(), 9u);
}

TEST(Bvh, TouchingCountsAndTheSearchCanEnd) {
  const std::vector<Box> boxes{{{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}};
  int seen = 0;
  EXPECT_FALSE(Bvh(boxes).each_pair([&](std::uint32_t, std::uint32_t) { return ++seen < 2; }));
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace geometry
