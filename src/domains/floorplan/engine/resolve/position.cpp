// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/floorplan/engine/resolve/context.h"

namespace floorplan::engine {

namespace {

using words::AlignmentDirection;
using words::RelativeDirection;

// Something that has a place: a room, a stair or a lift.
struct Item {
  enum class Kind : std::uint8_t { room, sub_room, stair, lift };
  Kind kind = Kind::room;
  const words::Name* name = nullptr;
  const std::optional<words::Point>* at = nullptr;
  const std::optional<words::RelativePosition>* relative = nullptr;
  Rect* rect = nullptr;
  bool* placed = nullptr;
  bool sized = true;  // without a size nothing more is said about it
};

struct Offset {
  double x = 0, y = 0;
};

bool aligned(const words::RelativePosition& relative, AlignmentDirection way) {
  return relative.align && relative.align->value == way;
}
double along_y(const Rect& reference, double height, const words::RelativePosition& relative) {
  if (aligned(relative, AlignmentDirection::bottom)) return reference.bottom() - height;
  if (aligned(relative, AlignmentDirection::center)) return reference.y + (reference.height - height) / 2;
  return reference.y;
}
double along_x(const Rect& reference, double width, const words::RelativePosition& relative) {
  if (aligned(relative, AlignmentDirection::right)) return reference.right() - width;
  if (aligned(relative, AlignmentDirection::center)) return reference.x + (reference.width - width) / 2;
  return reference.x;
}

// Where a rectangle of this size stands beside the reference.
Offset beside(const Rect& reference, const Rect& size, const words::RelativePosition& relative, double gap) {
  const double right = reference.right() + gap;
  const double left = reference.x - size.width - gap;
  const double above = reference.y - size.height - gap;
  const double below = reference.bottom() + gap;
  switch (relative.direction.value) {
    case RelativeDirection::left_of:
      return {left, along_y(reference, size.height, relative)};
    case RelativeDirection::above:
      return {along_x(reference, size.width, relative), above};
    case RelativeDirection::below:
      return {along_x(reference, size.width, relative), below};
    case RelativeDirection::above_right_of:
      return {right, above};
    case RelativeDirection::above_left_of:
      return {left, above};
    case RelativeDirection::below_right_of:
      return {right, below};
    case RelativeDirection::below_left_of:
      return {left, below};
    default:
      return {right, along_y(reference, size.height, relative)};
  }
}

// Places the items of one floor, or of one parent.
class Placer {
 public:
  Placer(Context& context, std::vector<Item> items, Offset origin, std::string floor)
      : context_(context), items_(std::move(items)), origin_(origin), floor_(std::move(floor)) {
    state_.assign(items_.size(), State::open);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      by_name_.try_emplace(items_[i].name->text, i);
      if (items_[i].kind == Item::Kind::room) rooms_by_name_.try_emplace(items_[i].name->text, i);
    }
  }

  void run() {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (state_[i] == State::open) follow(i);
    }
  }

 private:
  enum class State : std::uint8_t { open, waiting, done };
  static constexpr std::size_t none = SIZE_MAX;

  // Each item waits for at most one other, so a chain of references is a list: walk to its end, then back.
  void follow(std::size_t start) {
    std::vector<std::size_t> chain;
    std::size_t at = start;
    while (state_[at] == State::open) {
      state_[at] = State::waiting;
      chain.push_back(at);
      const auto next = waits_for(at);
      if (next == none) break;
      at = next;
    }
    if (state_[at] == State::waiting && (chain.back() != at || waits_for(at) == at)) cycle(chain, at);
    for (auto i = chain.rbegin(); i != chain.rend(); ++i) finish(*i);
  }

  // The item whose place is needed first; none if the own `at` or nothing decides.
  std::size_t waits_for(std::size_t i) {
    const auto& item = items_[i];
    if (*item.at || !*item.relative) return none;
    const auto& names = item.kind == Item::Kind::room ? rooms_by_name_ : by_name_;
    const auto found = names.find((*item.relative)->reference.text);
    return found == names.end() ? none : found->second;
  }

  void finish(std::size_t i) {
    state_[i] = State::done;
    auto& item = items_[i];
    if (*item.at)
      return place(item, {origin_.x + context_.metres((*item.at)->x), origin_.y + context_.metres((*item.at)->y)});
    if (!*item.relative) return no_position(item);
    const auto reference = waits_for(i);
    if (reference == none) return missing(item);
    const auto& other = items_[reference];
    if (!*other.placed || other.rect == item.rect) return;
    const auto& relative = **item.relative;
    const double gap = relative.gap ? context_.metres(*relative.gap) : 0;
    place(item, beside(*other.rect, *item.rect, relative, gap));
  }

  static void place(Item& item, Offset offset) {
    item.rect->x = held(offset.x);
    item.rect->y = held(offset.y);
    *item.placed = item.sized;
  }

  static std::string title(const Item& item) {
    switch (item.kind) {
      case Item::Kind::stair:
        return "Stair " + quoted(item.name->text);
      case Item::Kind::lift:
        return "Lift " + quoted(item.name->text);
      case Item::Kind::sub_room:
        return "Sub-room " + quoted(item.name->text);
      default:
        return "Room " + quoted(item.name->text);
    }
  }
  words::Diagnostic& report(Finding finding, const Item& item, Span span, std::string message, std::string hint = {}) {
    auto& result = context_.findings.add(finding, span, std::move(message), std::move(hint));
    result.rooms = {item.name->text};
    result.floor = floor_;
    return result;
  }

  void no_position(const Item& item) {
    const bool room = item.kind == Item::Kind::room;
    report(room ? Finding::no_position : Finding::part_no_position, item, item.name->span,
           title(item) + " has no position.",
           "Add `at (x, y)`, or a place beside another room such as `right-of Hall`.");
  }

  void missing(const Item& item) {
    const auto& name = (*item.relative)->reference;
    const bool room = item.kind == Item::Kind::room;
    const bool elsewhere = context_.plan.room_named(name.text) >= 0;
    auto& finding = report(room ? Finding::reference_missing : Finding::part_reference_missing, item, name.span,
                           title(item) + " is placed beside " + quoted(name.text) + ", which is not " +
                               (item.kind == Item::Kind::sub_room ? "in the same room." : "on this floor."),
                           elsewhere ? quoted(name.text) + " stands elsewhere in the plan." : "");
    if (names_.empty()) {
      for (const auto& each : items_) names_.push_back(each.name->text);
    }
    context_.findings.suggest(finding, name, names_);
  }

  void cycle(const std::vector<std::size_t>& chain, std::size_t entry) {
    const auto begin = std::ranges::find(chain, entry);
    std::vector<std::string> names;
    for (auto i = begin; i != chain.end(); ++i) names.push_back(items_[*i].name->text);
    std::string listed;
    for (std::size_t i = 0; i < names.size() && i < 10; ++i) listed += (i > 0 ? ", " : "") + shown(names[i]);
    if (names.size() > 10) listed += ", …";
    for (auto i = begin; i != chain.end(); ++i) {
      const auto& item = items_[*i];
      const bool room = item.kind == Item::Kind::room;
      auto& finding = report(room ? Finding::circular_position : Finding::part_circular, item, (*item.relative)->span,
                             "The positions of these wait for each other: " + listed + ".",
                             "Give one of them a position with `at (x, y)`.");
      finding.rooms = names;
    }
  }

  Context& context_;
  std::vector<Item> items_;
  Offset origin_;
  std::string floor_;
  std::vector<State> state_;
  std::unordered_map<std::string_view, std::size_t> by_name_, rooms_by_name_;
  std::vector<std::string> names_;
};

Item item_of(Item::Kind kind, const words::Room& source, Room& room) {
  const bool sized = std::holds_alternative<words::Size>(source.size) || room.rect.width != 0 || room.rect.height != 0;
  return {kind, &source.name, &source.at, &source.relative, &room.rect, &room.placed, sized};
}

void place_floor(Context& context, std::size_t index) {
  auto& plan = context.plan;
  const auto& floor = plan.floors[index];
  const auto& source = context.document.floors[index];
  std::vector<Item> items;
  for (const int i : floor.rooms) {
    items.push_back(item_of(Item::Kind::room, *context.rooms[static_cast<std::size_t>(i)],
                            plan.rooms[static_cast<std::size_t>(i)]));
  }
  for (std::size_t i = 0; i < floor.stairs.size(); ++i) {
    auto& stair = plan.stairs[static_cast<std::size_t>(floor.stairs[i])];
    const auto& text = source.stairs[i];
    items.push_back({Item::Kind::stair, &text.name, &text.at, &text.relative, &stair.box, &stair.placed, true});
  }
  for (std::size_t i = 0; i < floor.lifts.size(); ++i) {
    auto& lift = plan.lifts[static_cast<std::size_t>(floor.lifts[i])];
    const auto& text = source.lifts[i];
    items.push_back({Item::Kind::lift, &text.name, &text.at, &text.relative, &lift.rect, &lift.placed, true});
  }
  Placer(context, std::move(items), {}, floor.id).run();
}

// Sub-rooms stand relative to the corner of their parent, which is placed before them.
void place_sub_rooms(Context& context, Room& parent) {
  if (parent.rooms.empty() || !parent.placed) return;
  std::vector<Item> items;
  for (const int i : parent.rooms) {
    items.push_back(item_of(Item::Kind::sub_room, *context.rooms[static_cast<std::size_t>(i)],
                            context.plan.rooms[static_cast<std::size_t>(i)]));
  }
  Placer(context, std::move(items), {parent.rect.x, parent.rect.y},
         context.plan.floors[static_cast<std::size_t>(parent.floor)].id)
      .run();
}

// The parts of a stair are made around its own origin; they follow its box.
void move_stair(Stair& stair) {
  const double dx = stair.box.x;
  const double dy = stair.box.y;
  for (auto& part : stair.parts) {
    for (auto& point : part.outline) point = {point[0] + dx, point[1] + dy};
    for (auto& tread : part.treads) {
      for (auto& point : tread) point = {point[0] + dx, point[1] + dy};
    }
  }
  for (auto& point : stair.walk_line) point = {point[0] + dx, point[1] + dy};
}

void extend(Rect& bounds, bool& any, const Rect& rect) {
  if (!any) {
    bounds = rect;
    any = true;
    return;
  }
  const double right = std::max(bounds.right(), rect.right());
  const double bottom = std::max(bounds.bottom(), rect.bottom());
  bounds.x = std::min(bounds.x, rect.x);
  bounds.y = std::min(bounds.y, rect.y);
  bounds.width = right - bounds.x;
  bounds.height = bottom - bounds.y;
}

}  // namespace

void resolve_positions(Context& context) {
  auto& plan = context.plan;
  for (std::size_t i = 0; i < plan.floors.size(); ++i) place_floor(context, i);
  for (auto& room : plan.rooms) place_sub_rooms(context, room);
  for (auto& stair : plan.stairs) move_stair(stair);
  for (auto& floor : plan.floors) {
    bool any = false;
    for (const int i : floor.rooms) {
      const auto& room = plan.rooms[static_cast<std::size_t>(i)];
      if (room.placed) extend(floor.bounds, any, room.rect);
    }
    for (const int i : floor.stairs) {
      const auto& stair = plan.stairs[static_cast<std::size_t>(i)];
      if (stair.placed) extend(floor.bounds, any, stair.box);
    }
    for (const int i : floor.lifts) {
      const auto& lift = plan.lifts[static_cast<std::size_t>(i)];
      if (lift.placed) extend(floor.bounds, any, lift.rect);
    }
  }
}

}  // namespace floorplan::engine
