// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "domains/floorplan/engine/plan/neighbours.h"
#include "domains/floorplan/engine/resolve/context.h"

namespace floorplan::engine {

namespace {

using words::WallDirection;

// Up to this far apart two walls can be meant as one (the origin's tolerance when it looks for a side).
constexpr double reach = 0.5;
constexpr double least_stretch = 0.01;

// The order in which the origin tries the sides of the first room.
constexpr auto search_order =
    std::to_array({WallDirection::right, WallDirection::left, WallDirection::bottom, WallDirection::top});

struct Stretch {
  WallDirection from_side{}, to_side{};
  bool horizontal = true;
  double line = 0;
  double low = 0, high = 0;
  bool found = false;
};

std::optional<Stretch> shared(const Rect& a, WallDirection a_side, const Rect& b, WallDirection b_side) {
  const auto p = side_line(a, a_side);
  const auto q = side_line(b, b_side);
  if (p.horizontal != q.horizontal || std::abs(p.line - q.line) > reach) return std::nullopt;
  Stretch stretch{a_side, b_side, p.horizontal, (p.line + q.line) / 2, std::max(p.low, q.low), std::min(p.high, q.high),
                  true};
  if (stretch.high - stretch.low < least_stretch) return std::nullopt;
  return stretch;
}

// Finds which rooms, sides and stretch of wall a connection means, and puts its opening there.
class Connector {
 public:
  explicit Connector(Context& context) : context_(context), plan_(context.plan) {
    for (std::size_t i = 0; i < plan_.rooms.size(); ++i) by_name_[plan_.rooms[i].name].push_back(static_cast<int>(i));
  }

  void run() {
    plan_.connections.reserve(context_.document.connections.size());
    for (const auto& source : context_.document.connections) add(source);
  }

 private:
  const Room& room(int i) const { return plan_.rooms[static_cast<std::size_t>(i)]; }

  void add(const words::Connection& source) {
    auto& connection = plan_.connections.emplace_back();
    connection.span = source.span;
    connection.type = source.type.value;
    connection.from_outside = source.from.outside;
    connection.to_outside = source.to.outside;
    choose_rooms(source, connection);
    measure(source, connection);
    if (!connection.known) return;
    const auto stretch = find_stretch(source, connection);
    if (!stretch) return;
    connection.placed = true;
    connection.from_side = stretch->from_side;
    connection.to_side = stretch->to_side;
    open(source, connection, *stretch);
    hang(source, connection);
  }

  // Names may come on several floors: the pair on one floor is meant, of several the first that touches.
  void choose_rooms(const words::Connection& source, Connection& connection) {
    const auto* from = candidates(source.from);
    const auto* to = candidates(source.to);
    const bool from_good = source.from.outside || from != nullptr;
    const bool to_good = source.to.outside || to != nullptr;
    connection.known = from_good && to_good && !(source.from.outside && source.to.outside);
    if (!connection.known) {
      if (from != nullptr) connection.from = from->front();
      if (to != nullptr) connection.to = to->front();
      return;
    }
    if (from == nullptr || to == nullptr) {
      const auto& only = from != nullptr ? *from : *to;
      (from != nullptr ? connection.from : connection.to) = only.front();
      if (only.size() > 1) ambiguous(source, from != nullptr ? source.from : source.to);
      return;
    }
    choose_pair(source, *from, *to, connection);
  }
  const std::vector<int>* candidates(const words::End& end) const {
    if (end.outside) return nullptr;
    const auto found = by_name_.find(end.room.text);
    return found == by_name_.end() ? nullptr : &found->second;
  }
  void choose_pair(const words::Connection& source, const std::vector<int>& from, const std::vector<int>& to,
                   Connection& connection) {
    connection.from = from.front();
    connection.to = to.front();
    if (from.size() == 1 && to.size() == 1) return;
    int best = -1;
    int equals = 0;
    // Few rooms share a name; the bound is for the odd plan in which all do.
    for (std::size_t i = 0; i < std::min<std::size_t>(from.size(), 16); ++i) {
      for (std::size_t j = 0; j < std::min<std::size_t>(to.size(), 16); ++j) {
        const int score = pair_score(source, from[i], to[j]);
        if (score == best) ++equals;
        if (score <= best) continue;
        best = score;
        equals = 1;
        connection.from = from[i];
        connection.to = to[j];
      }
    }
    if (equals > 1) ambiguous(source, from.size() > 1 ? source.from : source.to);
  }
  int pair_score(const words::Connection& source, int from, int to) const {
    if (from == to || room(from).floor != room(to).floor) return 0;
    return between(source, from, to) ? 2 : 1;
  }
  void ambiguous(const words::Connection& source, const words::End& end) {
    auto& finding =
        context_.findings.add(Finding::connection_ambiguous, end.span,
                              "Several rooms are called " + quoted(end.room.text) + "; the first that fits is taken.",
                              "Give the rooms different names.");
    finding.rooms = {source.from.room.text, source.to.room.text};
  }

  void measure(const words::Connection& source, Connection& connection) const {
    const auto& settings = plan_.settings;
    connection.width =
        source.type.value == words::DoorType::double_door ? settings.double_door_width : settings.door_width;
    connection.height = settings.door_height;
    if (source.size) {
      const double width = context_.metres(source.size->width);
      if (width > 0) connection.width = width;
      if (source.size->height && context_.metres(*source.size->height) > 0) {
        connection.height = context_.metres(*source.size->height);
      }
      connection.full_height = source.size->full_height;
    }
    if (connection.full_height) connection.height = lower_height(connection);
  }
  double lower_height(const Connection& connection) const {
    double height = 0;
    for (const int i : {connection.from, connection.to}) {
      if (i >= 0) height = height == 0 ? room(i).height : std::min(height, room(i).height);
    }
    return height;
  }

  std::optional<Stretch> find_stretch(const words::Connection& source, const Connection& connection) const {
    if (connection.from >= 0 && !room(connection.from).placed) return std::nullopt;
    if (connection.to >= 0 && !room(connection.to).placed) return std::nullopt;
    if (connection.from < 0 || connection.to < 0) return outer(source, connection);
    if (connection.from == connection.to || room(connection.from).floor != room(connection.to).floor)
      return std::nullopt;
    return between(source, connection.from, connection.to);
  }

  std::optional<Stretch> between(const words::Connection& source, int from, int to) const {
    if (room(to).parent == from) return inside(room(to), source.to.side, false, room(from));
    if (room(from).parent == to) return inside(room(from), source.from.side, true, room(to));
    const auto& a = room(from).rect;
    const auto& b = room(to).rect;
    if (source.from.side && source.to.side) return shared(a, source.from.side->value, b, source.to.side->value);
    for (const auto side : search_order) {
      if (source.from.side && source.from.side->value != side) continue;
      if (source.to.side && source.to.side->value != opposite(side)) continue;
      if (const auto stretch = shared(a, side, b, opposite(side))) return stretch;
    }
    return std::nullopt;
  }

  // A sub-room and its parent: the wall is the sub-room's own, one that is not the parent's too.
  static std::optional<Stretch> inside(const Room& child, const std::optional<words::Located<WallDirection>>& side,
                                       bool child_is_from, const Room& parent) {
    std::optional<WallDirection> chosen;
    if (side) chosen = side->value;
    for (const auto each : search_order) {
      if (chosen) break;
      const auto line = side_line(child.rect, each);
      if (std::abs(line.line - side_line(parent.rect, each).line) > reach / 2) chosen = each;
    }
    if (!chosen) return std::nullopt;
    const auto line = side_line(child.rect, *chosen);
    Stretch stretch{*chosen, *chosen, line.horizontal, line.line, line.low, line.high, true};
    (child_is_from ? stretch.to_side : stretch.from_side) = opposite(*chosen);
    return stretch;
  }

  // A door to outside: on the named side, else on the side with the longest stretch that no room covers.
  std::optional<Stretch> outer(const words::Connection& source, const Connection& connection) const {
    const int inner = connection.from >= 0 ? connection.from : connection.to;
    const auto& end = connection.from >= 0 ? source.from : source.to;
    if (end.side) {
      const auto line = side_line(room(inner).rect, end.side->value);
      return Stretch{end.side->value, end.side->value, line.horizontal, line.line, line.low, line.high, true};
    }
    std::optional<Stretch> best;
    for (const auto side : search_order) {
      const auto free = longest_free(inner, side);
      if (!best || free.high - free.low > best->high - best->low + 1e-9) best = free;
    }
    if (best && best->high - best->low < least_stretch) return std::nullopt;
    return best;
  }
  Stretch longest_free(int inner, WallDirection side) const {
    const auto line = side_line(room(inner).rect, side);
    std::vector<std::pair<double, double>> covered;
    for (const int i : plan_.floors[static_cast<std::size_t>(room(inner).floor)].rooms) {
      const auto& other = room(i);
      if (i == inner || !other.placed) continue;
      const auto facing = side_line(other.rect, opposite(side));
      if (std::abs(facing.line - line.line) <= reach) covered.emplace_back(facing.low, facing.high);
    }
    std::ranges::sort(covered);
    Stretch best{side, side, line.horizontal, line.line, line.low, line.low, true};
    double at = line.low;
    for (const auto& [low, high] : covered) {
      keep_longer(best, at, std::min(low, line.high));
      at = std::max(at, high);
    }
    keep_longer(best, at, line.high);
    return best;
  }
  static void keep_longer(Stretch& best, double low, double high) {
    if (high - low <= best.high - best.low) return;
    best.low = low;
    best.high = high;
  }

  // `at p%` is the middle of the opening along the shared stretch; a length is the near edge from its start.
  void open(const words::Connection& source, Connection& connection, const Stretch& stretch) {
    const double length = stretch.high - stretch.low;
    const double width = std::min(connection.width, length);
    double from = stretch.low + (length - width) / 2;
    if (source.at && source.at->percent) {
      from = stretch.low + length * held(source.at->number) / 100 - width / 2;
    } else if (source.at) {
      from = stretch.low + metres({source.at->number, source.at->unit, {}}, plan_.settings.unit);
    }
    from = std::clamp(from, stretch.low, stretch.high - width);
    connection.width = width;
    const auto point = [&](double along) {
      return stretch.horizontal ? std::array{along, stretch.line} : std::array{stretch.line, along};
    };
    connection.a = point(from);
    connection.b = point(from + width);
  }

  // Which room the leaf opens into, and where its hinge is. Without `opens into` the larger room, and
  // inwards at an outer door; without `swing` left if that is the first room, else right.
  void hang(const words::Connection& source, Connection& connection) const {
    connection.leaf_room = leaf_room(source, connection);
    const bool into_from = connection.leaf_room == connection.from;
    const auto swing = source.swing ? source.swing->value
                       : into_from  ? words::SwingDirection::left
                                    : words::SwingDirection::right;
    auto side = into_from ? connection.from_side : connection.to_side;
    if (connection.leaf_room < 0) side = opposite(side);
    connection.hinge_at_a = hinge_at_low_end(side, swing);
  }
  int leaf_room(const words::Connection& source, const Connection& connection) const {
    if (source.opens_into) {
      if (source.opens_into->outside && (source.from.outside || source.to.outside)) return -1;
      if (source.opens_into->room.text == source.from.room.text && connection.from >= 0) return connection.from;
      if (source.opens_into->room.text == source.to.room.text && connection.to >= 0) return connection.to;
    }
    if (connection.from < 0) return connection.to;
    if (connection.to < 0) return connection.from;
    return room(connection.from).rect.area() > room(connection.to).rect.area() * (1 + 1e-9) ? connection.from
                                                                                            : connection.to;
  }
  // Seen from inside the room, facing the wall: left is the low end at the top and right sides.
  static bool hinge_at_low_end(WallDirection side, words::SwingDirection swing) {
    const bool left_is_low = side == WallDirection::top || side == WallDirection::right;
    return left_is_low == (swing == words::SwingDirection::left);
  }

  Context& context_;
  Plan& plan_;
  std::unordered_map<std::string_view, std::vector<int>> by_name_;
};

}  // namespace

void resolve_connections(Context& context) { Connector(context).run(); }

}  // namespace floorplan::engine
