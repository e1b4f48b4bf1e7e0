// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/vec.h"

// A tree of boxes, built at once: which boxes overlap one another or a given one. Touching counts. Boxes go by their
// place in what was handed in; those that are empty or not finite are in no answer. n log n to build; unchanging after
// that, so any number of threads may ask. The order of answers depends on nothing but the boxes.
namespace geometry {

class Bvh {
 public:
  explicit Bvh(std::span<const Box> boxes);

  // `what(i)` for each box that overlaps; it returns false to end the search, and so does this.
  template <class What>
  bool each(const Box& box, What what) const;
  // `what(i, j)` once for every two boxes of the tree that overlap, i < j.
  template <class What>
  bool each_pair(What what) const;
  // `what(i, j)`, i of this tree and j of the other; of a tree with itself as above.
  template <class What>
  bool each_pair(const Bvh& other, What what) const;

  std::vector<std::uint32_t> overlapping(const Box& box) const;

 private:
  // A leaf has entries [begin, end); an inner node has its children at `begin` and `begin` + 1, and end is 0.
  struct Node {
    Box box;
    std::uint32_t begin = 0, end = 0;
    bool leaf() const { return end != 0; }
  };
  struct Entry {
    Box box;
    std::uint32_t index = 0;
  };
  struct Two {
    std::uint32_t a, b;
  };
  void build(std::uint32_t node, std::uint32_t begin, std::uint32_t end);
  static void divide(const Bvh& one, const Bvh& other, Two two, std::vector<Two>& todo);

  std::vector<Entry> entries_;
  std::vector<Node> nodes_;
};

template <class What>
bool Bvh::each(const Box& box, What what) const {
  std::vector<std::uint32_t> todo;
  if (!nodes_.empty()) todo.push_back(0);
  while (!todo.empty()) {
    const Node& node = nodes_[todo.back()];
    todo.pop_back();
    if (!overlap(node.box, box)) continue;
    if (!node.leaf()) {
      todo.push_back(node.begin);
      todo.push_back(node.begin + 1);
      continue;
    }
    for (auto i = node.begin; i < node.end; ++i)
      if (overlap(entries_[i].box, box) && !what(entries_[i].index)) return false;
  }
  return true;
}

template <class What>
bool Bvh::each_pair(What what) const {
  return each_pair(*this, what);
}

template <class What>
bool Bvh::each_pair(const Bvh& other, What what) const {
  const bool same = this == &other;
  std::vector<Two> todo;
  if (!nodes_.empty() && !other.nodes_.empty()) todo.push_back({0, 0});
  while (!todo.empty()) {
    const Two two = todo.back();
    todo.pop_back();
    const Node &a = nodes_[two.a], &b = other.nodes_[two.b];
    if (!overlap(a.box, b.box)) continue;
    if (!a.leaf() || !b.leaf()) {
      divide(*this, other, two, todo);
      continue;
    }
    for (auto i = a.begin; i < a.end; ++i)
      for (auto j = same && two.a == two.b ? i + 1 : b.begin; j < b.end; ++j) {
        const Entry &one = entries_[i], &second = other.entries_[j];
        if (!overlap(one.box, second.box)) continue;
        const bool swapped = same && one.index > second.index;
        if (!what(swapped ? second.index : one.index, swapped ? one.index : second.index)) return false;
      }
  }
  return true;
}

}  // namespace geometry
