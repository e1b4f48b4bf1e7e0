// SPDX-License-Identifier: Apache-2.0
#include "geometry/bvh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace geometry {
namespace {

constexpr std::uint32_t leaf_size = 4;

bool usable(const Box& box) {
  const auto finite = [](Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
  return finite(box.low) && finite(box.high) && box.holds_something();
}
double along(Vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

int longest_axis(const Box& box) {
  const Vec3 size = box.high - box.low;
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

}  // namespace

Bvh::Bvh(std::span<const Box> boxes) {
  entries_.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (usable(boxes[i])) entries_.push_back({boxes[i], static_cast<std::uint32_t>(i)});
  if (entries_.empty()) return;
  nodes_.reserve(entries_.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(entries_.size()));
}

void Bvh::build(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
  Box whole, middles;
  for (auto i = begin; i < end; ++i) {
    whole.include(entries_[i].box);
    middles.include(entries_[i].box.middle());
  }
  nodes_[node].box = whole;
  if (end - begin <= leaf_size) {
    nodes_[node].begin = begin;
    nodes_[node].end = end;
    return;
  }
  const int axis = longest_axis(middles);
  const auto half = begin + (end - begin) / 2;
  const auto at = [&](std::uint32_t i) { return entries_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(half), at(end), [&](const Entry& a, const Entry& b) {
    const double first = along(a.box.middle(), axis), second = along(b.box.middle(), axis);
    return first != second ? first < second : a.index < b.index;
  });
  const auto children = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].begin = children;
  build(children, begin, half);
  build(children + 1, half, end);
}

// The larger of the two is taken apart; of a tree with itself every two children meet once.
void Bvh::divide(const Bvh& one, const Bvh& other, Two two, std::vector<Two>& todo) {
  const Node &a = one.nodes_[two.a], &b = other.nodes_[two.b];
  if (&one == &other && two.a == two.b) {
    todo.push_back({a.begin, a.begin});
    todo.push_back({a.begin + 1, a.begin + 1});
    todo.push_back({a.begin, a.begin + 1});
    return;
  }
  const auto size = [](const Box& box) { return dot(box.high - box.low, Vec3{1, 1, 1}); };
  if (b.leaf() || (!a.leaf() && size(a.box) >= size(b.box))) {
    todo.push_back({a.begin, two.b});
    todo.push_back({a.begin + 1, two.b});
  } else {
    todo.push_back({two.a, b.begin});
    todo.push_back({two.a, b.begin + 1});
  }
}

std::vector<std::uint32_t> Bvh::overlapping(const Box& box) const {
  std::vector<std::uint32_t> found;
  each(box, [&](std::uint32_t index) {
    found.push_back(index);
    return true;
  });
  std::ranges::sort(found);
  return found;
}

}  // namespace geometry
