// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/placing.h"

#include <algorithm>

#include "base/text.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

std::optional<words::Point> point_of(const Draft& draft, const action::Placed& given,
                                     std::optional<words::LengthUnit> unit) {
  if (!given.across() && !given.down()) return std::nullopt;
  words::Point point;
  point.x = draft.length(given.across().value_or(0), unit);
  point.y = draft.length(given.down().value_or(0), unit);
  return point;
}

Result<void> check_neighbour(const std::string& reference, const Scope& scope) {
  std::vector<std::string> names;
  for (const auto& room : scope.rooms()) names.push_back(room.name.text);
  if (std::ranges::find(names, reference) != names.end()) return {};
  const auto near = base::nearest(reference, names);
  return fail(
      Code::not_found, "Room \"" + base::printable(reference, 200) + "\" not found",
      "params.relativePosition.reference",
      near ? "Did you mean \"" + *near + "\"?" : "Name a room of the same floor (of the same parent for sub-rooms).");
}

words::RelativePosition relative_of(const Draft& draft, const action::Beside& beside,
                                    std::optional<words::LengthUnit> unit) {
  words::RelativePosition out;
  out.direction.value = beside.direction;
  out.reference.text = beside.reference;
  if (beside.gap) out.gap = draft.length(*beside.gap, unit);
  if (beside.alignment) out.align = words::Located<words::AlignmentDirection>{*beside.alignment, {}};
  return out;
}

// One thing that stands beside something else.
struct Standing {
  const words::Name* name;
  const std::optional<words::Point>* at;
  const std::optional<words::RelativePosition>* relative;
  bool placed;
  double x, y;  // in its scope, metres
};

void add_rooms(const Draft& draft, const Scope& scope, std::vector<Standing>& out) {
  const Rect origin = scope.parent != nullptr ? draft.resolved(*scope.parent).rect : Rect{};
  for (const auto& room : scope.rooms()) {
    const Room& resolved = draft.resolved(room);
    out.push_back({&room.name, &room.at, &room.relative, resolved.placed, resolved.rect.x - origin.x,
                   resolved.rect.y - origin.y});
  }
}

std::vector<Standing> standing_in(const Draft& draft, const Scope& scope) {
  std::vector<Standing> out;
  add_rooms(draft, scope, out);
  if (scope.parent != nullptr) return out;
  const auto add = [&](const auto& element, const auto& list, const auto& corner) {
    for (const auto& candidate : list) {
      if (!(candidate.span == element.span)) continue;
      const Rect rect = corner(candidate);
      out.push_back({&element.name, &element.at, &element.relative, candidate.placed, rect.x, rect.y});
    }
  };
  for (const auto& stair : scope.floor->stairs) add(stair, draft.plan().stairs, [](const Stair& s) { return s.box; });
  for (const auto& lift : scope.floor->lifts) add(lift, draft.plan().lifts, [](const Lift& l) { return l.rect; });
  return out;
}

}  // namespace

Result<Place> place_of(const Draft& draft, const action::Placed& given, std::optional<words::LengthUnit> unit,
                       const Scope& scope) {
  Place out;
  out.at = point_of(draft, given, unit);
  if (const auto beside = given.beside()) {
    TRY(check_neighbour(beside->reference, scope));
    out.relative = relative_of(draft, *beside, unit);
  }
  return out;
}

Result<Place> need_place(const Draft& draft, Action action, const action::Placed& given,
                         std::optional<words::LengthUnit> unit, const Scope& scope, std::string hint) {
  Place place = TRY(place_of(draft, given, unit, scope));
  if (place.at || place.relative) return place;
  return fail(Code::missing, std::string(info(action).name) + " needs params.position or params.relativePosition",
              "params.position", std::move(hint));
}

bool is_default_alignment(words::RelativeDirection direction, words::AlignmentDirection align) {
  const bool horizontal =
      direction == words::RelativeDirection::right_of || direction == words::RelativeDirection::left_of;
  return align == (horizontal ? words::AlignmentDirection::top : words::AlignmentDirection::left);
}

words::Point point_at(const Draft& draft, double x, double y) {
  words::Point point;
  point.x = draft.bare(x);
  point.y = draft.bare(y);
  return point;
}

void put_at(Draft& draft, const words::Name& name, const std::optional<words::Point>& at,
            const std::optional<words::RelativePosition>& relative, const words::Point& to) {
  if (at) {
    draft.replace(at->span, formats::floorplan::print(to));
  } else {
    draft.insert(name.span.end, " at " + formats::floorplan::print(to));
  }
  if (relative) draft.remove_clause(relative->span, "");
}

Result<void> detach_dependents(Draft& draft, const Scope& scope, std::string_view name) {
  for (const Standing& one : standing_in(draft, scope)) {
    const auto& relative = *one.relative;
    if (!relative || relative->reference.text != name || one.name->text == name) continue;
    if (!*one.at && !one.placed) {
      return fail(Code::constraint,
                  "\"" + one.name->text + "\" stands beside \"" + std::string(name) + "\", and its place is not known",
                  "target", "Give \"" + one.name->text + "\" a position first (move_room).");
    }
    if (!*one.at) {
      draft.insert(one.name->span.end, " at " + formats::floorplan::print(point_at(draft, one.x, one.y)));
    }
    draft.remove_clause(relative->span, "");
  }
  return {};
}

}  // namespace floorplan::engine
