// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "domains/floorplan/engine/critique/context.h"
#include "domains/floorplan/engine/plan/measure.h"

namespace floorplan::engine {
namespace {

using Point = std::array<double, 2>;

constexpr double slack = 0.01;  // m

std::string quoted(const Room& room) { return "`" + room.name + "`"; }

// Between the faces of the walls.
double clear_side(const Review& review, const Room& room) {
  return std::min(room.rect.width, room.rect.height) - review.plan.settings.wall_thickness;
}

bool has_own_window(const Review& review, int index) {
  const Walls& body = review.ways.walls[static_cast<std::size_t>(review.room(index).floor)];
  return std::ranges::any_of(body.holes, [&](const Hole& hole) {
    return hole.kind == Opening::Kind::window && hole.room == index && hole.other < 0;
  });
}

bool family_has_window(const Review& review, int index) {
  if (has_own_window(review, index)) return true;
  const Room& room = review.room(index);
  return std::ranges::any_of(room.rooms, [&](int child) { return has_own_window(review, child); });
}

bool has_borrowed_light(const Review& review, int index) {
  const int parent = review.room(index).parent;
  if (parent >= 0 && family_has_window(review, parent)) return true;
  return std::ranges::any_of(review.passages_of(index), [&](int i) {
    const Passage& passage = review.passage(i);
    if (passage.kind != Passage::Kind::open_side && passage.kind != Passage::Kind::opening) return false;
    const int other = review.ways.other(passage, index);
    return other < 0 || family_has_window(review, other);
  });
}

bool is_private(Uses uses) { return uses.any({Use::bedroom, Use::bath}); }

// ---- ways

bool has_entrance(const Review& review) {
  return std::ranges::any_of(review.ways.passages, [](const Passage& p) { return p.a < 0 || p.b < 0; });
}

// One finding for each group of rooms that hang together and cannot be reached.
void unreachable(Review& review) {
  const auto all = [](int) { return true; };
  const std::vector<bool> reached = reachable(review.plan, review.ways, all);
  std::vector<bool> seen = reached;
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    const Room& room = review.plan.rooms[i];
    if (seen[i] || !room.placed || review.ways.container[i]) continue;
    std::vector<int> group{static_cast<int>(i)};
    seen[i] = true;
    for (std::size_t next = 0; next < group.size(); ++next) {
      for (const int p : review.passages_of(group[next])) {
        const int other = review.ways.other(review.passage(p), group[next]);
        if (other < 0 || seen[static_cast<std::size_t>(other)]) continue;
        seen[static_cast<std::size_t>(other)] = true;
        group.push_back(other);
      }
    }
    std::ranges::sort(group);
    std::string names;
    for (std::size_t k = 0; k < group.size() && k < 6; ++k)
      names += (k == 0 ? "" : ", ") + quoted(review.room(group[k]));
    if (group.size() > 6) names += " and " + std::to_string(group.size() - 6) + " more";
    Finding& finding = review.add("unreachable_room", names + " cannot be reached from outside.", group, room.floor);
    finding.hint = group.size() == 1
                       ? "Connect " + quoted(room) + " to a neighbour: connect " + room.name + " to … door."
                       : "Connect one of them to a room that can be reached.";
  }
}

// An entrance to a fitting room anywhere is enough; a loading door may be in the store.
void entrance_room(Review& review) {
  int bad = -1;
  for (const Passage& passage : review.ways.passages) {
    if (passage.a >= 0 && passage.b >= 0) continue;
    const int inside = passage.a < 0 ? passage.b : passage.a;
    if (inside < 0) continue;
    if (!review.use(inside).any({Use::storage, Use::bath, Use::utility})) return;
    bad = inside;
  }
  if (bad < 0) return;
  review
      .add("entrance_room", "The only way in leads into " + quoted(review.room(bad)) + ".", {bad},
           review.room(bad).floor)
      .hint = "Put the front door in a hall or a living room.";
}

void egress(Review& review) {
  const std::vector<double> lengths = way_out(review.plan, review.ways);
  const double limit = review.threshold("egress_distance");
  const auto farthest = std::ranges::max_element(lengths);
  if (farthest == lengths.end() || *farthest <= limit) return;
  const int index = static_cast<int>(farthest - lengths.begin());
  Finding& finding = review.add("egress_distance",
                                "From the far corner of " + quoted(review.room(index)) + " it is " +
                                    review.shown(*farthest) + " to the open air; at most " + review.shown(limit) + ".",
                                {index}, review.room(index).floor);
  review.measured(finding, *farthest, limit);
  finding.hint = "Add a door to the outside nearer to it.";
}

// Rooms of a kind that no way reaches without one of the rooms that are barred.
std::vector<int> only_through(const Review& review, const std::vector<bool>& reached,
                              const std::function<bool(int)>& subject, const std::function<bool(int, int)>& barred) {
  std::vector<int> out;
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    const int index = static_cast<int>(i);
    if (!reached[i] || !subject(index)) continue;
    const auto may = [&](int room) { return room == index || !barred(index, room); };
    if (!reachable(review.plan, review.ways, may)[i]) out.push_back(index);
  }
  return out;
}

void through_bedrooms(Review& review) {
  const std::vector<bool> reached = reachable(review.plan, review.ways, [](int) { return true; });
  const auto bedroom = [&](int i) {
    return review.use(i).has(Use::bedroom) && !review.use(i).any({Use::living, Use::kitchen});
  };
  const auto other_bedroom = [&](int subject, int room) { return room != subject && bedroom(room); };
  for (const int index : only_through(review, reached, bedroom, other_bedroom)) {
    review
        .add("bedroom_through_bedroom", quoted(review.room(index)) + " is reached only through another bedroom.",
             {index}, review.room(index).floor)
        .hint = "Give it a door to a hall.";
  }
}

// By its own doors, so that it is seen even where the rest of the way is broken.
void common_behind_bedroom(Review& review) {
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    const int index = static_cast<int>(i);
    if (!review.use(index).any({Use::living, Use::kitchen, Use::dining}) || review.use(index).has(Use::bedroom))
      continue;
    const auto& passages = review.passages_of(index);
    const bool behind = !passages.empty() && std::ranges::all_of(passages, [&](int p) {
      const int other = review.ways.other(review.passage(p), index);
      return other >= 0 && review.use(other).has(Use::bedroom);
    });
    if (!behind) continue;
    review
        .add("walk_through_bedroom", quoted(review.room(index)) + " is reached only through a bedroom.", {index},
             review.room(index).floor)
        .hint = "Give it a door to a hall or the entrance.";
  }
}

void circulation(Review& review) {
  for (const Floor& floor : review.plan.floors) {
    const auto is = [&](Use use) {
      return std::ranges::any_of(floor.rooms, [&](int room) { return review.use(room).has(use); });
    };
    if (floor.rooms.size() < 4 || is(Use::circulation) || !is(Use::bedroom)) continue;
    for (const int room : floor.rooms) {
      if (!review.use(room).has(Use::living) || review.use(room).has(Use::bedroom)) continue;
      const auto private_doors = std::ranges::count_if(review.passages_of(room), [&](int p) {
        return is_private(review.use(review.ways.other(review.passage(p), room)));
      });
      if (private_doors < 2) continue;
      review
          .add("no_circulation_room",
               "There is no hall: every way to the private rooms crosses " + quoted(review.room(room)) + ".", {room},
               floor.index)
          .hint = "Add a hall between the living room and the private rooms.";
    }
  }
}

// ---- rooms

void corridor(Review& review, int index) {
  const Room& room = review.room(index);
  const double limit = review.threshold("corridor_width");
  const double clear = clear_side(review, room);
  if (!review.use(index).has(Use::circulation) || room.parent >= 0 || clear >= limit - slack) return;
  Finding& finding = review.add(
      "corridor_width",
      quoted(room) + " is " + review.shown(clear) + " wide between its walls; at least " + review.shown(limit) + ".",
      {index}, room.floor);
  review.measured(finding, clear, limit);
  finding.hint =
      "Make it " + review.shown(limit + review.plan.settings.wall_thickness) + " wide, to the middle of its walls.";
}

void light(Review& review, int index) {
  const Room& room = review.room(index);
  const Uses uses = review.use(index);
  if (review.ways.container[static_cast<std::size_t>(index)] || family_has_window(review, index)) return;
  if (uses.has(Use::bedroom)) {
    review.add("bedroom_window", quoted(room) + " has no window to the outside.", {index}, room.floor).hint =
        "Add a window on an outer side: walls [… : window].";
    return;
  }
  if (!uses.any({Use::living, Use::work, Use::kitchen, Use::dining}) || has_borrowed_light(review, index)) return;
  Finding& finding = review.add("natural_light", quoted(room) + " has no daylight.", {index}, room.floor);
  if (!uses.any({Use::living, Use::work})) finding.severity = Severity::info;
  finding.hint = "Add a window on an outer side, or open it to a room that has one.";
}

struct LeastSize {
  Use use;
  double area_sqft, side_ft;
  std::string_view word;
};
constexpr LeastSize least_sizes[] = {{Use::bedroom, 70, 7, "bedroom"},
                                     {Use::living, 100, 7, "living room"},
                                     {Use::kitchen, 50, 5, "kitchen"},
                                     {Use::bath, 15, 3, "bathroom"}};

void size(Review& review, int index) {
  const Room& room = review.room(index);
  for (const LeastSize& least : least_sizes) {
    if (!review.use(index).has(least.use)) continue;
    const double area = least.area_sqft * 0.09290304;
    const double side = least.side_ft * 0.3048;
    const double shorter = std::min(room.rect.width, room.rect.height);
    const auto unit = review.plan.settings.area_unit;
    if (room.rect.area() < area * 0.995) {
      Finding& finding = review.add("room_too_small",
                                    quoted(room) + " has " + show_area(room.rect.area(), unit) + "; a " +
                                        std::string(least.word) + " needs " + show_area(area, unit) + ".",
                                    {index}, room.floor);
      review.measured_area(finding, room.rect.area(), area);
      finding.hint = "Make it larger, or say what else it is for in its label.";
    } else if (shorter < side - slack) {
      Finding& finding = review.add("room_too_small",
                                    quoted(room) + " is " + review.shown(shorter) + " wide; a " +
                                        std::string(least.word) + " needs " + review.shown(side) + ".",
                                    {index}, room.floor);
      review.measured(finding, shorter, side);
      finding.hint = "Make it wider.";
    }
    return;
  }
}

void turning(Review& review, int index) {
  const Room& room = review.room(index);
  const double limit = review.threshold("turning_circle");
  const double clear = clear_side(review, room);
  if (!review.use(index).any({Use::bath, Use::kitchen}) || clear >= limit - slack) return;
  Finding& finding = review.add("turning_circle",
                                "In " + quoted(room) + " a circle of " + review.shown(clear) +
                                    " is free; a wheelchair needs " + review.shown(limit) + ".",
                                {index}, room.floor);
  review.measured(finding, clear, limit);
  finding.hint = "Accessibility: widen the room if wheelchair users are expected.";
}

// ---- privacy

void bath_onto(Review& review, int bath) {
  std::set<int> seen;
  for (const int p : review.passages_of(bath)) {
    const int other = review.ways.other(review.passage(p), bath);
    const Uses uses = review.use(other);
    if (other < 0 || !seen.insert(other).second || uses.any({Use::bedroom, Use::circulation})) continue;
    if (!uses.any({Use::kitchen, Use::dining, Use::living, Use::sales})) continue;
    Finding& finding =
        review.add("bathroom_privacy", quoted(review.room(bath)) + " opens onto " + quoted(review.room(other)) + ".",
                   {bath, other}, review.room(bath).floor);
    if (!uses.any({Use::kitchen, Use::dining})) finding.severity = Severity::info;
    finding.hint = "Put a hall between them, or move the door.";
  }
}

// Where there is one bathroom, guests must not cross a bedroom to get to it.
void only_bath(Review& review) {
  int only = -1;
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    if (!review.uses[i].has(Use::bath)) continue;
    if (only >= 0) return;
    only = static_cast<int>(i);
  }
  if (only < 0) return;
  const auto& passages = review.passages_of(only);
  const bool inner = !passages.empty() && std::ranges::all_of(passages, [&](int p) {
    const Uses uses = review.use(review.ways.other(review.passage(p), only));
    return uses.has(Use::bedroom) && !uses.has(Use::living);
  });
  if (!inner) return;
  Finding& finding = review.add("bathroom_privacy",
                                quoted(review.room(only)) + ", the only bathroom, is reached only through a bedroom.",
                                {only}, review.room(only).floor);
  finding.hint = "Give it a door to a hall.";
}

// ---- shops

void shops(Review& review) {
  int sales = -1;
  int storage = -1;
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    if (review.uses[i].has(Use::sales)) sales = static_cast<int>(i);
    if (review.uses[i].has(Use::storage)) storage = static_cast<int>(i);
  }
  if (sales < 0 || storage < 0) return;
  bool service = false;
  for (const int p : review.passages_of(storage)) {
    const Passage& passage = review.passage(p);
    const int other = review.ways.other(passage, storage);
    service = service || other < 0;
    if (other != sales || passage.kind == Passage::Kind::door) continue;
    review
        .add("back_of_house_open",
             "Nothing closes " + quoted(review.room(storage)) + " off from " + quoted(review.room(sales)) + ".",
             {storage, sales}, review.room(sales).floor)
        .hint = "Make the side solid and connect the two by a door.";
  }
  if (!service) {
    review
        .add("no_service_entrance", quoted(review.room(storage)) + " has no door to the outside.", {storage},
             review.room(storage).floor)
        .hint = "Connect it to outside for deliveries.";
  }
}

void shop_front(Review& review) {
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    if (!review.uses[i].has(Use::sales)) continue;
    const Walls& body = review.ways.walls[static_cast<std::size_t>(review.plan.rooms[i].floor)];
    bool window = false;
    bool door = false;
    bool together = false;
    for (const Hole& hole : body.holes) {
      if (hole.room != static_cast<int>(i) || hole.other >= 0) continue;
      (hole.passable() ? door : window) = true;
      if (!hole.passable()) continue;
      together = together || std::ranges::any_of(body.holes, [&](const Hole& pane) {
                   return pane.room == hole.room && !pane.passable() && pane.side == hole.side && pane.other < 0;
                 });
      // A window under a door's connection gives way to it; the side still says what it is.
      together = together || review.plan.rooms[i].side(hole.side).type == words::WallType::window;
    }
    if (!window || !door || together) continue;
    review
        .add("entrance_front",
             "The entrance of " + quoted(review.plan.rooms[i]) + " is not on the side of its windows.",
             {static_cast<int>(i)}, review.plan.rooms[i].floor)
        .hint = "Move the door to the front.";
  }
}

}  // namespace

void review_ways(Review& review) {
  if (review.plan.rooms.empty()) return;
  if (!has_entrance(review)) {
    review.add("no_entrance", "No door leads outside.", {}, -1).hint = "Add one: connect <Room> to outside door.";
  } else {
    unreachable(review);
    entrance_room(review);
    egress(review);
    through_bedrooms(review);
  }
  common_behind_bedroom(review);
  circulation(review);
}

void review_rooms(Review& review) {
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    if (!review.plan.rooms[i].placed) continue;
    const int index = static_cast<int>(i);
    corridor(review, index);
    light(review, index);
    size(review, index);
    turning(review, index);
    if (review.uses[i].has(Use::bath)) bath_onto(review, index);
  }
  only_bath(review);
  shops(review);
  shop_front(review);
}

// ---- doors

namespace {

// The quarter that a leaf sweeps, as a convex polygon.
std::vector<Point> sweep(Point hinge, Point end, Point into) {
  const double radius = std::hypot(end[0] - hinge[0], end[1] - hinge[1]);
  std::vector<Point> out{hinge};
  for (int i = 0; i <= 6; ++i) {
    const double t = i * std::numbers::pi / 12;
    const double c = std::cos(t);
    const double s = std::sin(t);
    out.push_back({hinge[0] + ((end[0] - hinge[0]) * c) + (into[0] * radius * s),
                   hinge[1] + ((end[1] - hinge[1]) * c) + (into[1] * radius * s)});
  }
  return out;
}

std::vector<std::vector<Point>> sweeps(const Hole& hole) {
  if (hole.kind == Opening::Kind::door) {
    return {sweep(hole.hinge_at_a ? hole.a : hole.b, hole.hinge_at_a ? hole.b : hole.a, hole.into)};
  }
  if (hole.kind != Opening::Kind::double_door) return {};
  const Point middle{(hole.a[0] + hole.b[0]) / 2, (hole.a[1] + hole.b[1]) / 2};
  return {sweep(hole.a, middle, hole.into), sweep(hole.b, middle, hole.into)};
}

// Separating axes over the edges of `a`; touching does not count.
bool apart(const std::vector<Point>& a, const std::vector<Point>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Point& p = a[i];
    const Point& q = a[(i + 1) % a.size()];
    const Point normal{q[1] - p[1], p[0] - q[0]};
    const auto range = [&](const std::vector<Point>& polygon) {
      double low = 1e300;
      double high = -1e300;
      for (const Point& r : polygon) {
        const double d = (r[0] * normal[0]) + (r[1] * normal[1]);
        low = std::min(low, d);
        high = std::max(high, d);
      }
      return std::pair{low, high};
    };
    const double size = std::hypot(normal[0], normal[1]);
    const auto [a_low, a_high] = range(a);
    const auto [b_low, b_high] = range(b);
    if (a_high - (0.02 * size) <= b_low || b_high - (0.02 * size) <= a_low) return true;
  }
  return false;
}

bool collide(const Hole& a, const Hole& b) {
  const double reach = a.width() + b.width() + 0.1;
  if (std::hypot(a.a[0] - b.a[0], a.a[1] - b.a[1]) > reach * 2) return false;
  for (const auto& one : sweeps(a)) {
    for (const auto& two : sweeps(b)) {
      if (!apart(one, two) && !apart(two, one)) return true;
    }
  }
  return false;
}

void clear_width(Review& review, const Hole& hole) {
  const bool leaf = hole.kind == Opening::Kind::door || hole.kind == Opening::Kind::double_door;
  const double one = hole.kind == Opening::Kind::double_door ? hole.width() / 2 : hole.width();
  const double clear = leaf ? one - (2 * 0.0254) : one;
  const double limit = review.threshold("door_clear_width");
  if (clear >= limit - slack || review.use(hole.room).has(Use::storage) || review.use(hole.other).has(Use::storage))
    return;
  const std::string to = hole.other < 0 ? "outside" : quoted(review.room(hole.other));
  Finding& finding = review.add("door_clear_width",
                                "The door from " + quoted(review.room(hole.room)) + " to " + to + " leaves " +
                                    review.shown(clear) + " clear; at least " + review.shown(limit) + ".",
                                {hole.room, hole.other}, hole.floor);
  review.measured(finding, clear, limit);
  finding.span = hole.span;
  finding.hint = "Make it " + review.shown(limit + (leaf ? 2 * 0.0254 : 0)) + " wide or more.";
}

void collision(Review& review, const Hole& a, const Hole& b) {
  Finding& finding =
      review.add("door_swing_collision", "The leaves of " + a.id + " and " + b.id + " hit one another.", {}, a.floor);
  for (const int index : std::set<int>{a.room, a.other, b.room, b.other}) {
    if (index >= 0) finding.rooms.push_back(review.room(index).name);
  }
  finding.span = b.span;
  finding.hint = "Let one open into the other room, or change its hinge (swing).";
}

// From left to right, so that only neighbours are compared.
void swings(Review& review, const Walls& body) {
  std::vector<const Hole*> leaves;
  double widest = 0;
  for (const Hole& hole : body.holes) {
    if (hole.kind != Opening::Kind::door && hole.kind != Opening::Kind::double_door) continue;
    leaves.push_back(&hole);
    widest = std::max(widest, hole.width());
  }
  std::ranges::sort(leaves, {}, [](const Hole* hole) { return std::pair(hole->a[0], hole); });
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (std::size_t j = i + 1; j < leaves.size(); ++j) {
      if (leaves[j]->a[0] - leaves[i]->a[0] > 3 * widest) break;
      if (collide(*leaves[i], *leaves[j])) collision(review, *leaves[i], *leaves[j]);
    }
  }
}

void said_twice(Review& review) {
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    const Room& room = review.plan.rooms[i];
    for (std::size_t s = 0; s < 4; ++s) {
      const Side& side = room.sides[s];
      if (side.type != words::WallType::door) continue;
      const auto it =
          std::ranges::find_if(side.openings, [](const Opening& opening) { return opening.connection >= 0; });
      if (it == side.openings.end()) continue;
      const std::string where(words::text(static_cast<words::WallDirection>(s)));
      Finding& finding = review.add(
          "double_declared_door", quoted(room) + " says door on its " + where + " side, and a connection is there too.",
          {static_cast<int>(i)}, room.floor);
      finding.hint = "Write `" + where + ": solid` and keep the connection.";
    }
  }
}

}  // namespace

void review_doors(Review& review) {
  for (const Walls& body : review.ways.walls) {
    for (const Hole& hole : body.holes) {
      if (hole.passable()) clear_width(review, hole);
    }
    swings(review, body);
  }
  said_twice(review);
}

// ---- storeys

namespace {

double shared_wall(const Rect& a, const Rect& b) {
  constexpr double near = 0.05;
  const double over_x = std::min(a.right(), b.right()) - std::max(a.x, b.x);
  const double over_y = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  if (std::abs(over_x) <= near && over_y > 0) return over_y;
  if (std::abs(over_y) <= near && over_x > 0) return over_x;
  return 0;
}

bool over_one_another(const Rect& a, const Rect& b) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > 0.3 &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > 0.3;
}

std::vector<int> rooms_for(const Review& review, const Floor& floor, std::initializer_list<Use> wanted) {
  std::vector<int> out;
  for (std::size_t i = 0; i < review.plan.rooms.size(); ++i) {
    if (review.plan.rooms[i].floor == floor.index && review.plan.rooms[i].placed && review.uses[i].any(wanted))
      out.push_back(static_cast<int>(i));
  }
  return out;
}

void wet_rooms(Review& review, const Floor& floor) {
  const std::vector<int> baths = rooms_for(review, floor, {Use::bath});
  const std::vector<int> kitchens = rooms_for(review, floor, {Use::kitchen});
  if (baths.size() != 1 || kitchens.size() != 1) return;
  if (shared_wall(review.room(baths[0]).rect, review.room(kitchens[0]).rect) > 0.3) return;
  review
      .add("wet_rooms_apart",
           quoted(review.room(baths[0])) + " and " + quoted(review.room(kitchens[0])) + " share no wall.",
           {baths[0], kitchens[0]}, floor.index)
      .hint = "Put them side by side to keep pipes short.";
}

void wet_stack(Review& review, const Floor& lower, const Floor& upper) {
  const std::initializer_list<Use> wet{Use::bath, Use::kitchen, Use::utility};
  const std::vector<int> below = rooms_for(review, lower, wet);
  const std::vector<int> above = rooms_for(review, upper, {Use::bath});
  if (below.empty() || above.empty()) return;
  for (const int a : above) {
    for (const int b : below) {
      if (over_one_another(review.room(a).rect, review.room(b).rect)) return;
    }
  }
  review
      .add("wet_stack_aligned", "No bathroom of `" + upper.id + "` stands over a wet room of `" + lower.id + "`.",
           above, upper.index)
      .hint = "Move one over " + quoted(review.room(below.front())) + ".";
}

void separated(Review& review, const Floor& floor) {
  const std::vector<int> baths = rooms_for(review, floor, {Use::bath});
  for (std::size_t i = 0; i < baths.size(); ++i) {
    for (std::size_t j = i + 1; j < baths.size(); ++j) {
      if (shared_wall(review.room(baths[i]).rect, review.room(baths[j]).rect) < 0.3) continue;
      review
          .add("wet_walls_separated",
               quoted(review.room(baths[i])) + " and " + quoted(review.room(baths[j])) + " share a wall.",
               {baths[i], baths[j]}, floor.index)
          .hint = "Put another room between them.";
    }
  }
}

void footprint(Review& review, const Floor& lower, const Floor& upper) {
  if (lower.bounds.area() <= 0 || upper.bounds.area() <= 0) return;
  const double limit = review.threshold("footprint_aligned");
  const double beyond =
      std::max({lower.bounds.x - upper.bounds.x, lower.bounds.y - upper.bounds.y,
                upper.bounds.right() - lower.bounds.right(), upper.bounds.bottom() - lower.bounds.bottom()});
  if (beyond <= limit) return;
  Finding& finding = review.add("footprint_aligned",
                                "`" + upper.id + "` stands " + review.shown(beyond) + " out over `" + lower.id + "`.",
                                {}, upper.index);
  finding.span = upper.span;
  review.measured(finding, beyond, limit);
  finding.hint = "Bring it back over the storey below, or plan for a cantilever.";
}

}  // namespace

void review_storeys(Review& review, bool vastu) {
  const auto& floors = review.plan.floors;
  for (std::size_t i = 0; i < floors.size(); ++i) {
    wet_rooms(review, floors[i]);
    if (vastu) separated(review, floors[i]);
    if (i == 0) continue;
    wet_stack(review, floors[i - 1], floors[i]);
    footprint(review, floors[i - 1], floors[i]);
  }
}

}  // namespace floorplan::engine
