// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/critique/layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/engine/critique/passages.h"
#include "domains/floorplan/engine/critique/uses.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {
namespace {

using base::Code;
using words::WallDirection;

constexpr double door_fits = 1.1;    // shared wall that takes a door, m
constexpr double window_fits = 0.9;  // outer wall that takes a window, m
constexpr std::size_t rooms_without_hall = 4;

// ---- what is wanted, by index

struct Wish {
  std::string id;  // as the language can write it
  std::string label;
  double min_area = 0, max_area = 0, min_width = 0;
  bool window = false, outside_door = false;
  Uses uses;
  double target() const { return (min_area + max_area) / 2; }
};
struct Job {
  std::vector<Wish> rooms;
  std::vector<std::vector<int>> links;  // +1 wanted, -1 unwanted, by room and room
  int hall = -1;                        // the spine; -1: none
  double width = 0, depth = 0, grid = 0.1;
  double hall_width = 1.3;
  WallDirection entrance = WallDirection::bottom;
};

double grid_of(words::LengthUnit unit) {
  switch (unit) {
    case words::LengthUnit::ft:
      return 0.5 * 0.3048;
    case words::LengthUnit::in:
      return 6 * 0.0254;
    default:
      return 0.1;
  }
}

// ---- random numbers, the same everywhere (splitmix64)

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  double share() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

// ---- slicing trees: an inner node cuts its rectangle in the ratio of the areas below it

struct Node {
  int left = -1, right = -1;  // -1: a leaf
  int parent = -1;
  int room = -1;
  bool upright = false;  // the cut
  bool leaf() const { return left < 0; }
};
struct Tree {
  std::vector<Node> nodes;
  int root = -1;
  bool spine = false;  // the root's cut is the hall
};

int add_leaf(Tree& tree, int room) {
  tree.nodes.push_back({.room = room});
  return static_cast<int>(tree.nodes.size()) - 1;
}
int join(Tree& tree, int left, int right, bool upright) {
  tree.nodes.push_back({.left = left, .right = right, .upright = upright});
  const int index = static_cast<int>(tree.nodes.size()) - 1;
  tree.nodes[static_cast<std::size_t>(left)].parent = index;
  tree.nodes[static_cast<std::size_t>(right)].parent = index;
  return index;
}

// Halves of about equal area, cut across the longer side: near to square from the start.
int squarish(Tree& tree, const Job& job, std::vector<int> rooms, double width, double depth) {
  if (rooms.size() == 1) return add_leaf(tree, rooms[0]);
  double total = 0;
  for (const int room : rooms) total += job.rooms[static_cast<std::size_t>(room)].target();
  double sum = 0;
  std::size_t count = 0;
  while (count + 1 < rooms.size() && (count == 0 || sum < total / 2))
    sum += job.rooms[static_cast<std::size_t>(rooms[count++])].target();
  const bool upright = width >= depth;
  const double share = sum / total;
  const std::vector<int> first(rooms.begin(), rooms.begin() + static_cast<std::ptrdiff_t>(count));
  const std::vector<int> rest(rooms.begin() + static_cast<std::ptrdiff_t>(count), rooms.end());
  const int left = squarish(tree, job, first, upright ? width * share : width, upright ? depth : depth * share);
  const int right =
      squarish(tree, job, rest, upright ? width * (1 - share) : width, upright ? depth : depth * (1 - share));
  return join(tree, left, right, upright);
}

Tree first_tree(const Job& job) {
  std::vector<int> order;
  for (std::size_t i = 0; i < job.rooms.size(); ++i) {
    if (static_cast<int>(i) != job.hall) order.push_back(static_cast<int>(i));
  }
  // Common rooms to one side, private ones to the other.
  std::ranges::sort(order, {}, [&](int room) {
    return std::pair(job.rooms[static_cast<std::size_t>(room)].uses.any({Use::bedroom, Use::bath}), room);
  });
  Tree tree;
  tree.spine = job.hall >= 0 && order.size() >= 2;
  tree.root = squarish(tree, job, order, job.width, job.depth);
  return tree;
}

// ---- a tree on the ground

class Ground {
 public:
  Ground(const Tree& tree, const Job& job) : tree_(tree), job_(job), rects_(job.rooms.size()) {
    sums_.resize(tree.nodes.size());
    sum(tree.root);
    const Rect whole{0, 0, job.width, job.depth};
    if (tree.spine) {
      with_hall(whole);
    } else {
      place(tree.root, whole);
    }
  }
  std::vector<Rect> take() { return std::move(rects_); }

 private:
  double sum(int node) {
    const Node& n = tree_.nodes[static_cast<std::size_t>(node)];
    const double value = n.leaf() ? job_.rooms[static_cast<std::size_t>(n.room)].target() : sum(n.left) + sum(n.right);
    sums_[static_cast<std::size_t>(node)] = value;
    return value;
  }
  double on_grid(double value) const { return std::round(value / job_.grid) * job_.grid; }
  double share(const Node& n) const {
    const double left = sums_[static_cast<std::size_t>(n.left)];
    return left / (left + sums_[static_cast<std::size_t>(n.right)]);
  }
  void with_hall(const Rect& whole) {
    const Node& n = tree_.nodes[static_cast<std::size_t>(tree_.root)];
    const double hall = on_grid(job_.hall_width);
    auto& own = rects_[static_cast<std::size_t>(job_.hall)];
    if (n.upright) {
      const double cut = on_grid((whole.width - hall) * share(n));
      place(n.left, {0, 0, cut, whole.height});
      own = {cut, 0, hall, whole.height};
      place(n.right, {cut + hall, 0, whole.width - cut - hall, whole.height});
    } else {
      const double cut = on_grid((whole.height - hall) * share(n));
      place(n.left, {0, 0, whole.width, cut});
      own = {0, cut, whole.width, hall};
      place(n.right, {0, cut + hall, whole.width, whole.height - cut - hall});
    }
  }
  void place(int node, const Rect& r) {
    const Node& n = tree_.nodes[static_cast<std::size_t>(node)];
    if (n.leaf()) {
      rects_[static_cast<std::size_t>(n.room)] = r;
      return;
    }
    if (n.upright) {
      const double cut = on_grid(r.x + (r.width * share(n)));
      place(n.left, {r.x, r.y, cut - r.x, r.height});
      place(n.right, {cut, r.y, r.right() - cut, r.height});
    } else {
      const double cut = on_grid(r.y + (r.height * share(n)));
      place(n.left, {r.x, r.y, r.width, cut - r.y});
      place(n.right, {r.x, cut, r.width, r.bottom() - cut});
    }
  }
  const Tree& tree_;
  const Job& job_;
  std::vector<Rect> rects_;
  std::vector<double> sums_;
};

// ---- judging

double shared(const Rect& a, const Rect& b) {
  constexpr double near = 0.01;
  const double x = std::min(a.right(), b.right()) - std::max(a.x, b.x);
  const double y = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  if (std::abs(x) < near && y > near) return y;
  if (std::abs(y) < near && x > near) return x;
  return 0;
}

bool on_edge(const Job& job, const Rect& r, WallDirection side) {
  constexpr double near = 0.01;
  switch (side) {
    case WallDirection::top:
      return r.y < near;
    case WallDirection::bottom:
      return r.bottom() > job.depth - near;
    case WallDirection::left:
      return r.x < near;
    default:
      return r.right() > job.width - near;
  }
}
constexpr WallDirection all_sides[] = {WallDirection::top, WallDirection::right, WallDirection::bottom,
                                       WallDirection::left};

double outer_wall(const Job& job, const Rect& r) {
  double longest = 0;
  for (const WallDirection side : all_sides) {
    const bool upright = side == WallDirection::left || side == WallDirection::right;
    if (on_edge(job, r, side)) longest = std::max(longest, upright ? r.height : r.width);
  }
  return longest;
}

double beyond(double value, double low, double high) {
  if (value < low) return (low - value) / low;
  return value > high ? (value - high) / high : 0;
}

bool may_pass_through(const Wish& wish) {
  return !wish.uses.any({Use::bath, Use::storage, Use::utility, Use::bedroom});
}

// A bathroom or a closet may hang on a bedroom that wants it; nothing else is behind private rooms.
bool fit_for_door(const Job& job, int inner, int outer) {
  const Wish& from = job.rooms[static_cast<std::size_t>(outer)];
  if (may_pass_through(from)) return true;
  const bool wanted = job.links[static_cast<std::size_t>(inner)][static_cast<std::size_t>(outer)] > 0;
  return wanted && from.uses.has(Use::bedroom) &&
         job.rooms[static_cast<std::size_t>(inner)].uses.any({Use::bath, Use::storage, Use::utility});
}

// Where the front door can be: the hall, a room that asks for it, else a common room; on the entrance side
// if possible. Lower is better.
int entrance_rank(const Job& job, const std::vector<Rect>& rects, int room) {
  const Wish& wish = job.rooms[static_cast<std::size_t>(room)];
  const Rect& rect = rects[static_cast<std::size_t>(room)];
  if (outer_wall(job, rect) < door_fits) return 100;
  int rank = 0;
  if (!on_edge(job, rect, job.entrance)) rank += 4;
  if (room != job.hall && !wish.outside_door) rank += 2;
  if (!may_pass_through(wish)) rank += 40;
  if (wish.uses.has(Use::kitchen)) rank += 1;
  return rank;
}
int entrance_of(const Job& job, const std::vector<Rect>& rects) {
  int best = 0;
  for (std::size_t i = 1; i < job.rooms.size(); ++i) {
    if (entrance_rank(job, rects, static_cast<int>(i)) < entrance_rank(job, rects, best)) best = static_cast<int>(i);
  }
  return best;
}

// How many rooms can be reached with decent doors.
std::vector<bool> decent_ways(const Job& job, const std::vector<Rect>& rects, int entrance) {
  std::vector<bool> reached(rects.size(), false);
  std::vector<int> todo{entrance};
  reached[static_cast<std::size_t>(entrance)] = true;
  while (!todo.empty()) {
    const int room = todo.back();
    todo.pop_back();
    for (std::size_t i = 0; i < rects.size(); ++i) {
      if (reached[i] || shared(rects[static_cast<std::size_t>(room)], rects[i]) < door_fits) continue;
      if (!fit_for_door(job, static_cast<int>(i), room)) continue;
      reached[i] = true;
      todo.push_back(static_cast<int>(i));
    }
  }
  return reached;
}

double room_cost(const Job& job, const Wish& wish, const Rect& r) {
  const double shorter = std::max(std::min(r.width, r.height), 1e-3);
  const double ratio = std::max(r.width, r.height) / shorter;
  double cost = 6 * beyond(r.area(), wish.min_area, wish.max_area);
  cost += 8 * std::max(0.0, (wish.min_width - shorter) / std::max(wish.min_width, 0.1));
  cost += 0.6 * std::max(0.0, ratio - 1.6);
  if (wish.window && outer_wall(job, r) < std::max(window_fits, wish.min_width * 0.5)) cost += 5;
  return cost;
}

// Private rooms belong at the hall; a bathroom or closet may hang on the bedroom that wants it.
double privacy_cost(const Job& job, const std::vector<Rect>& rects, std::size_t room) {
  if (job.hall < 0 || !job.rooms[room].uses.any({Use::bedroom, Use::bath})) return 0;
  if (shared(rects[room], rects[static_cast<std::size_t>(job.hall)]) >= door_fits) return 0;
  for (std::size_t i = 0; i < rects.size(); ++i) {
    if (job.links[room][i] > 0 && job.rooms[i].uses.has(Use::bedroom) && shared(rects[room], rects[i]) >= door_fits)
      return 0;
  }
  return 3;
}

double cost_of(const Job& job, const std::vector<Rect>& rects) {
  double cost = 0;
  for (std::size_t i = 0; i < rects.size(); ++i) {
    cost += privacy_cost(job, rects, i);
    if (static_cast<int>(i) != job.hall) cost += room_cost(job, job.rooms[i], rects[i]);
    if (job.rooms[i].outside_door && outer_wall(job, rects[i]) < door_fits) cost += 4;
    for (std::size_t j = i + 1; j < rects.size(); ++j) {
      const int link = job.links[i][j];
      if (link == 0) continue;
      const double wall = shared(rects[i], rects[j]);
      if (link > 0 && wall < door_fits) cost += 4 - (wall / door_fits);
      if (link < 0 && wall > 0.05) cost += 4;
    }
  }
  const int entrance = entrance_of(job, rects);
  cost += 0.8 * entrance_rank(job, rects, entrance);
  const std::vector<bool> reached = decent_ways(job, rects, entrance);
  cost += 7.0 * static_cast<double>(std::ranges::count(reached, false));
  return cost;
}

// ---- annealing

bool is_below(const Tree& tree, int node, int ancestor) {
  for (int at = node; at >= 0; at = tree.nodes[static_cast<std::size_t>(at)].parent) {
    if (at == ancestor) return true;
  }
  return false;
}

// Exchanges the places of two subtrees, neither of which contains the other.
void exchange(Tree& tree, int a, int b) {
  if (a == tree.root || b == tree.root || is_below(tree, a, b) || is_below(tree, b, a)) return;
  auto node = [&](int i) -> Node& { return tree.nodes[static_cast<std::size_t>(i)]; };
  const int pa = node(a).parent;
  const int pb = node(b).parent;
  if (pa == pb) {
    std::swap(node(pa).left, node(pa).right);
    return;
  }
  (node(pa).left == a ? node(pa).left : node(pa).right) = b;
  (node(pb).left == b ? node(pb).left : node(pb).right) = a;
  std::swap(node(a).parent, node(b).parent);
}

// Takes a leaf out (its sibling moves up) and hangs it beside another node.
void transplant(Tree& tree, int leaf, int target, bool upright, bool first) {
  auto node = [&](int i) -> Node& { return tree.nodes[static_cast<std::size_t>(i)]; };
  const int parent = node(leaf).parent;
  if (parent < 0 || parent == tree.root || target == tree.root || target == parent || target == leaf) return;
  const int sibling = node(parent).left == leaf ? node(parent).right : node(parent).left;
  if (is_below(tree, target, parent) && target != sibling && !is_below(tree, target, sibling)) return;
  const int above = node(parent).parent;
  (node(above).left == parent ? node(above).left : node(above).right) = sibling;
  node(sibling).parent = above;
  const int over = node(target).parent;
  (node(over).left == target ? node(over).left : node(over).right) = parent;
  node(parent) = {.left = first ? leaf : target, .right = first ? target : leaf, .parent = over, .upright = upright};
  node(leaf).parent = parent;
  node(target).parent = parent;
}

void shake(Tree& tree, Dice& dice) {
  const std::size_t count = tree.nodes.size();
  auto any = [&] { return static_cast<int>(dice.below(count)); };
  auto leaf = [&] {
    int i = any();
    while (!tree.nodes[static_cast<std::size_t>(i)].leaf()) i = any();
    return i;
  };
  switch (dice.below(6)) {
    case 0:
    case 1:
      std::swap(tree.nodes[static_cast<std::size_t>(leaf())].room, tree.nodes[static_cast<std::size_t>(leaf())].room);
      break;
    case 2:
      exchange(tree, any(), any());
      break;
    case 3: {
      Node& node = tree.nodes[static_cast<std::size_t>(any())];
      if (!node.leaf()) node.upright = !node.upright;
      break;
    }
    default:
      transplant(tree, leaf(), any(), dice.below(2) == 0, dice.below(2) == 0);
  }
}

std::vector<Rect> search(const Job& job, std::uint32_t seed) {
  Tree tree = first_tree(job);
  std::vector<Rect> rects = Ground(tree, job).take();
  if (tree.nodes.size() < 3) return rects;
  Dice dice(seed);
  double cost = cost_of(job, rects);
  std::vector<Rect> best = rects;
  double best_cost = cost;
  const std::size_t n = job.rooms.size();
  const auto steps = static_cast<int>(std::clamp<std::size_t>(3'600'000 / (n * n), 4'000, 40'000));
  for (int i = 0; i < steps; ++i) {
    Tree next = tree;
    shake(next, dice);
    const std::vector<Rect> placed = Ground(next, job).take();
    const double next_cost = cost_of(job, placed);
    const double heat = 3.0 * std::pow(0.004, static_cast<double>(i) / steps);
    if (next_cost > cost && dice.share() >= std::exp((cost - next_cost) / heat)) continue;
    tree = std::move(next);
    cost = next_cost;
    if (cost < best_cost) {
      best = placed;
      best_cost = cost;
    }
  }
  return best;
}

// ---- doors

struct Door {
  int a = -1, b = -1;  // b -1: outside
  WallDirection side = WallDirection::top;
  bool opening = false;
};

bool flows(const Job& job, int a, int b) {
  const auto common = [&](int room) {
    const Uses uses = job.rooms[static_cast<std::size_t>(room)].uses;
    return uses.any({Use::living, Use::dining, Use::kitchen}) && !uses.has(Use::bedroom);
  };
  return common(a) && common(b);
}

class Doors {
 public:
  Doors(const Job& job, const std::vector<Rect>& rects) : job_(job), rects_(rects), reached_(rects.size(), false) {
    entrance_ = entrance_of(job, rects);
    outside(entrance_);
    reached_[static_cast<std::size_t>(entrance_)] = true;
    for (std::size_t i = 0; i < rects.size(); ++i) {
      if (job.rooms[i].outside_door && static_cast<int>(i) != entrance_) outside(static_cast<int>(i));
    }
    for (const bool decent : {true, false}) {
      while (one_more(decent)) {
      }
    }
    wanted();
  }
  std::vector<Door> take() { return std::move(doors_); }

 private:
  void outside(int room) {
    const Rect& r = rects_[static_cast<std::size_t>(room)];
    std::optional<WallDirection> found;
    for (const WallDirection side : all_sides) {
      const bool upright = side == WallDirection::left || side == WallDirection::right;
      if (!on_edge(job_, r, side) || (upright ? r.height : r.width) < door_fits) continue;
      if (!found || side == job_.entrance) found = side;
    }
    if (found) doors_.push_back({room, -1, *found});
  }
  // The best next door: from the hall if there is one, else over the longest shared wall.
  bool one_more(bool decent) {
    int from = -1;
    int to = -1;
    double best = 0;
    for (std::size_t i = 0; i < rects_.size(); ++i) {
      if (!reached_[i]) continue;
      for (std::size_t j = 0; j < rects_.size(); ++j) {
        const double wall = shared(rects_[i], rects_[j]);
        if (reached_[j] || wall < door_fits) continue;
        if (decent && !fit_for_door(job_, static_cast<int>(j), static_cast<int>(i))) continue;
        const double value = wall + (static_cast<int>(i) == job_.hall ? 100 : 0) + (job_.links[i][j] > 0 ? 200 : 0) -
                             (job_.links[i][j] < 0 ? 50 : 0) + 60;
        if (value > best) {
          best = value;
          from = static_cast<int>(i);
          to = static_cast<int>(j);
        }
      }
    }
    if (to < 0) return false;
    reached_[static_cast<std::size_t>(to)] = true;
    doors_.push_back({from, to, WallDirection::top, flows(job_, from, to)});
    return true;
  }
  // Neighbours that were asked for get their door too.
  void wanted() {
    for (std::size_t i = 0; i < rects_.size(); ++i) {
      for (std::size_t j = i + 1; j < rects_.size(); ++j) {
        if (job_.links[i][j] <= 0 || shared(rects_[i], rects_[j]) < door_fits) continue;
        const int a = static_cast<int>(i);
        const int b = static_cast<int>(j);
        const bool there = std::ranges::any_of(
            doors_, [&](const Door& door) { return (door.a == a && door.b == b) || (door.a == b && door.b == a); });
        if (!there) doors_.push_back({a, b, WallDirection::top, flows(job_, a, b)});
      }
    }
  }
  const Job& job_;
  const std::vector<Rect>& rects_;
  std::vector<bool> reached_;
  std::vector<Door> doors_;
  int entrance_ = 0;
};

// ---- the text

std::string number(double metres_value, words::LengthUnit unit) {
  return formats::floorplan::print_number(std::round(metres_value / metres_per(unit) * 1000) / 1000);
}

std::string walls_text(const Job& job, const Wish& wish, const Rect& r, const std::set<WallDirection>& doors) {
  // Two windows at most, on the longest outer sides without a door.
  std::vector<WallDirection> outer;
  for (const WallDirection side : all_sides) {
    if (on_edge(job, r, side) && !doors.contains(side)) outer.push_back(side);
  }
  std::ranges::sort(outer, {}, [&](WallDirection side) {
    const bool upright = side == WallDirection::left || side == WallDirection::right;
    return std::pair(upright ? -r.height : -r.width, side);
  });
  if (!wish.window) outer.clear();
  if (outer.size() > 2) outer.resize(2);
  std::string out;
  for (const WallDirection side : all_sides) {
    const bool window = std::ranges::find(outer, side) != outer.end();
    out += (out.empty() ? "" : ", ") + std::string(words::text(side)) + ": " + (window ? "window" : "solid");
  }
  return out;
}

std::string write(const Job& job, const Brief& brief, const std::vector<Rect>& rects, const std::vector<Door>& doors) {
  const auto unit = brief.unit;
  std::string out = "%%{version: 1.0}%%\nfloorplan\n\n  config { default_unit: " + std::string(words::text(unit)) +
                    ", area_unit: " + std::string(words::text(brief.area_unit)) + " }\n\n  floor Ground {\n";
  std::vector<std::set<WallDirection>> outer_doors(rects.size());
  for (const Door& door : doors) {
    if (door.b < 0) outer_doors[static_cast<std::size_t>(door.a)].insert(door.side);
  }
  for (std::size_t i = 0; i < rects.size(); ++i) {
    const Wish& wish = job.rooms[i];
    const Rect& r = rects[i];
    out += "    room " + wish.id + " at (" + number(r.x, unit) + ", " + number(r.y, unit) + ") size (" +
           number(r.width, unit) + " x " + number(r.height, unit) + ") walls [" +
           walls_text(job, wish, r, outer_doors[i]) + "]";
    if (!wish.label.empty()) out += " label " + formats::floorplan::print_string(wish.label);
    out += "\n";
  }
  out += "  }\n\n";
  for (const Door& door : doors) {
    const std::string& from = job.rooms[static_cast<std::size_t>(door.a)].id;
    if (door.b < 0) {
      out += "  connect " + from + "." + std::string(words::text(door.side)) + " to outside door at 50%\n";
    } else {
      out += "  connect " + from + " to " + job.rooms[static_cast<std::size_t>(door.b)].id +
             (door.opening ? " opening" : " door") + " at 50%\n";
    }
  }
  return out;
}

// ---- from the brief

// A name that the strict language takes; the wish keeps the words as its label.
std::string id_of(const std::string& name, std::set<std::string>& used) {
  std::string id;
  for (const char c : name) {
    const bool fine = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    id += fine ? c : '_';
  }
  if (id.size() > 60) id.resize(60);
  if (id.empty() || (id[0] >= '0' && id[0] <= '9') ||
      !formats::floorplan::plain_name(id, formats::floorplan::Dialect::strict))
    id = "R_" + id;
  std::string out = id;
  for (int i = 2; !used.insert(out).second; ++i) out = id + "_" + std::to_string(i);
  return out;
}

double usual_width(Uses uses) {
  if (uses.any({Use::bedroom, Use::living})) return 2.7;
  if (uses.any({Use::kitchen, Use::dining, Use::work, Use::sales})) return 2.2;
  return uses.has(Use::bath) ? 1.6 : 1.2;
}

Wish wish_of(const BriefRoom& room, std::set<std::string>& used) {
  Wish wish{.id = id_of(room.name, used),
            .label = room.label,
            .min_area = room.min_area,
            .max_area = room.max_area,
            .min_width = room.min_width,
            .outside_door = room.outside_door,
            .uses = uses_of(room.name, room.label)};
  if (wish.label.empty() && wish.id != room.name) wish.label = room.name;
  if (wish.min_width <= 0) wish.min_width = std::min(usual_width(wish.uses), std::sqrt(wish.target()));
  wish.window = room.window.value_or(
      wish.uses.any({Use::bedroom, Use::living, Use::kitchen, Use::dining, Use::work, Use::sales}));
  return wish;
}

bool within(double value, double low, double high) { return std::isfinite(value) && value >= low && value <= high; }

base::Result<void> check(const Brief& brief) {
  if (brief.rooms.empty() || brief.rooms.size() > 40) {
    return base::fail(Code::out_of_range, "a brief has 1 to 40 rooms", "rooms",
                      "Leave the rest to sub-rooms or another floor.");
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < brief.rooms.size(); ++i) {
    const BriefRoom& room = brief.rooms[i];
    const std::string path = "rooms[" + std::to_string(i) + "]";
    if (room.name.empty() || !names.insert(room.name).second)
      return base::fail(Code::out_of_range, "every room needs a name of its own", path + ".name");
    if (!within(room.min_area, 0.5, 1e5) || !within(room.max_area, room.min_area, 1e5)) {
      return base::fail(Code::out_of_range, "the area of " + room.name + " must be a range of 0.5 to 100000 m²",
                        path + ".area");
    }
    if (!within(room.min_width, 0, 1000))
      return base::fail(Code::out_of_range, "the least width of " + room.name + " must be 0 to 1000 m",
                        path + ".minWidth");
  }
  for (std::size_t i = 0; i < brief.links.size(); ++i) {
    for (const std::string& name : {brief.links[i].a, brief.links[i].b}) {
      if (!names.contains(name))
        return base::fail(Code::unknown_name, "no room is called " + name, "links[" + std::to_string(i) + "]");
    }
    if (brief.links[i].a == brief.links[i].b)
      return base::fail(Code::constraint, "a room has itself as a neighbour", "links[" + std::to_string(i) + "]");
  }
  for (const auto& side : {brief.width, brief.depth}) {
    if (side && !within(*side, 2, 2000))
      return base::fail(Code::out_of_range, "the footprint must be 2 to 2000 m a side", "footprint");
  }
  if (!within(brief.aspect, 0.25, 4)) return base::fail(Code::out_of_range, "aspect must be 0.25 to 4", "aspect");
  if (!within(brief.hall_width, 0.9, 10))
    return base::fail(Code::out_of_range, "a hall is 0.9 to 10 m wide", "hallWidth");
  return {};
}

// The footprint: as given, else from the areas; whole steps of the grid.
void set_footprint(Job& job, const Brief& brief) {
  double area = 0;
  for (std::size_t i = 0; i < job.rooms.size(); ++i) {
    if (static_cast<int>(i) != job.hall) area += job.rooms[i].target();
  }
  double width = brief.width.value_or(brief.depth ? area / *brief.depth : std::sqrt(area * brief.aspect));
  double depth = brief.depth.value_or(area / width);
  if (job.hall >= 0 && !brief.depth) depth += job.hall_width * (brief.width ? 1.0 : 0.5);
  if (job.hall >= 0 && !brief.width) width += job.hall_width * (brief.depth ? 1.0 : 0.5);
  job.width = std::max(1.0, std::round(width / job.grid)) * job.grid;
  job.depth = std::max(1.0, std::round(depth / job.grid)) * job.grid;
}

Job job_of(const Brief& brief) {
  Job job{.grid = grid_of(brief.unit), .hall_width = brief.hall_width, .entrance = brief.entrance};
  std::set<std::string> used;
  std::map<std::string, int> index;
  for (const BriefRoom& room : brief.rooms) {
    index[room.name] = static_cast<int>(job.rooms.size());
    job.rooms.push_back(wish_of(room, used));
    if (job.rooms.back().uses.has(Use::circulation) && job.hall < 0) job.hall = static_cast<int>(job.rooms.size()) - 1;
  }
  if (job.hall < 0 && job.rooms.size() > rooms_without_hall) {
    BriefRoom hall{.name = "Hall", .label = "Hall", .min_area = 1, .max_area = 1e4, .window = false};
    job.hall = static_cast<int>(job.rooms.size());
    job.rooms.push_back(wish_of(hall, used));
  }
  if (job.rooms.size() < 3) job.hall = -1;  // nothing to join
  job.links.assign(job.rooms.size(), std::vector<int>(job.rooms.size(), 0));
  for (const BriefLink& link : brief.links) {
    const auto a = static_cast<std::size_t>(index[link.a]);
    const auto b = static_cast<std::size_t>(index[link.b]);
    job.links[a][b] = job.links[b][a] = link.wanted ? 1 : -1;
  }
  set_footprint(job, brief);
  return job;
}

// ---- scoring what came out, on the compiled plan

RoomScore score_room(const Job& job, const Brief& brief, std::size_t i, const Rect& r, const Plan& plan,
                     const Walls& body, const std::vector<bool>& reached) {
  const Wish& wish = job.rooms[i];
  const int index = plan.room_named(wish.id);
  RoomScore score{.name = i < brief.rooms.size() ? brief.rooms[i].name : wish.id,
                  .area = r.area(),
                  .min_area = wish.min_area,
                  .max_area = wish.max_area,
                  .width = std::min(r.width, r.height),
                  .min_width = wish.min_width,
                  .needs_window = wish.window};
  // A hall that was added has the size it has.
  if (i < brief.rooms.size()) score.deviation = beyond(r.area(), wish.min_area, wish.max_area);
  if (score.deviation < 1e-6) score.deviation = 0;
  score.aspect = std::max(r.width, r.height) / std::max(score.width, 1e-3);
  score.has_window = std::ranges::any_of(body.holes, [&](const Hole& hole) {
    return hole.kind == Opening::Kind::window && hole.room == index && hole.other < 0;
  });
  score.reachable = index >= 0 && reached[static_cast<std::size_t>(index)];
  return score;
}

double mean(const std::vector<double>& values) {
  return values.empty() ? 1 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double percent(double share) { return std::round(1000 * std::clamp(share, 0.0, 1.0)) / 10; }

void sum_up(Layout& out, const Job& job) {
  std::vector<double> areas;
  std::vector<double> shapes;
  std::vector<double> windows;
  std::vector<double> ways;
  std::vector<double> links;
  for (std::size_t i = 0; i < out.rooms.size(); ++i) {
    const RoomScore& room = out.rooms[i];
    ways.push_back(room.reachable ? 1 : 0);
    if (static_cast<int>(i) == job.hall) continue;
    areas.push_back(1 - std::min(1.0, 2 * room.deviation));
    const double narrow = room.width + 0.01 < room.min_width ? 0.5 : 1;
    shapes.push_back(narrow * std::clamp(1 - ((room.aspect - 1.8) / 2.5), 0.0, 1.0));
    if (room.needs_window) windows.push_back(room.has_window ? 1 : 0);
  }
  for (const LinkScore& link : out.links) links.push_back(link.satisfied ? 1 : 0);
  out.areas = percent(mean(areas));
  out.links_score = percent(mean(links));
  out.ways = percent(mean(ways));
  out.windows = percent(mean(windows));
  out.shapes = percent(mean(shapes));
  out.score = std::round(((0.35 * out.areas) + (0.20 * out.links_score) + (0.20 * out.ways) + (0.15 * out.windows) +
                          (0.10 * out.shapes)) *
                         10) /
              10;
}

}  // namespace

base::Result<Layout> layout(const Brief& brief) {
  TRY(check(brief));
  const Job job = job_of(brief);
  const std::vector<Rect> rects = search(job, brief.seed);
  for (const Rect& r : rects) {
    if (r.width < job.grid / 2 || r.height < job.grid / 2) {
      return base::fail(Code::constraint, "the rooms do not fit into the footprint", "footprint",
                        "Make the footprint larger or the rooms fewer.");
    }
  }
  Layout out{.dsl = write(job, brief, rects, Doors(job, rects).take()), .width = job.width, .depth = job.depth};
  out.hall_added = job.rooms.size() > brief.rooms.size();
  const Compiled compiled = compile(out.dsl);
  LINTEL_CHECK(compiled.valid());
  const Ways all = ways(compiled.plan);
  const std::vector<bool> reached = reachable(compiled.plan, all, [](int) { return true; });
  for (std::size_t i = 0; i < rects.size(); ++i) {
    out.rooms.push_back(score_room(job, brief, i, rects[i], compiled.plan, all.walls[0], reached));
  }
  for (const BriefLink& link : brief.links) {
    const int a = compiled.plan.room_named(
        job.rooms[static_cast<std::size_t>(std::ranges::find(brief.rooms, link.a, &BriefRoom::name) -
                                           brief.rooms.begin())]
            .id);
    const int b = compiled.plan.room_named(
        job.rooms[static_cast<std::size_t>(std::ranges::find(brief.rooms, link.b, &BriefRoom::name) -
                                           brief.rooms.begin())]
            .id);
    const double wall = shared(compiled.plan.rooms[static_cast<std::size_t>(a)].rect,
                               compiled.plan.rooms[static_cast<std::size_t>(b)].rect);
    out.links.push_back({link.a, link.b, link.wanted, link.wanted ? wall >= door_fits - 0.01 : wall < 0.05});
  }
  out.findings = critique(compiled.plan);
  sum_up(out, job);
  return out;
}

}  // namespace floorplan::engine
