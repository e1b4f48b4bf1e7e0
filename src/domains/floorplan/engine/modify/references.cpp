// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/references.h"

#include <algorithm>

#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using formats::floorplan::print_name;

// The flights of custom stairs that run along a room.
void each_along(const words::Floor& floor, const std::function<void(const words::Flight&)>& visit) {
  for (const auto& stair : floor.stairs) {
    for (const auto& segment : stair.segments) {
      const auto* flight = std::get_if<words::Flight>(&segment.what);
      if (flight != nullptr && flight->along) visit(*flight);
    }
  }
}

// What stands beside something in the scope.
void each_relative(const Scope& scope, const std::function<void(const words::RelativePosition&)>& visit) {
  const auto all = [&](const auto& list) {
    for (const auto& one : list) {
      if (one.relative) visit(*one.relative);
    }
  };
  all(scope.rooms());
  if (scope.parent != nullptr) return;
  all(scope.floor->stairs);
  all(scope.floor->lifts);
}

void rename_in_connections(Draft& draft, const words::Room& room, const std::string& name) {
  const int index = static_cast<int>(draft.index_of(room));
  const auto& sources = draft.document().connections;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Connection& meant = draft.plan().connections[i];
    if (meant.from != index && meant.to != index) continue;
    if (meant.from == index) draft.replace(sources[i].from.room.span, print_name(name));
    if (meant.to == index) draft.replace(sources[i].to.room.span, print_name(name));
    const auto& into = sources[i].opens_into;
    if (into && !into->outside && into->room.text == room.name.text) draft.replace(into->room.span, print_name(name));
  }
}

}  // namespace

void collect(const words::Room& room, std::vector<const words::Room*>& into) {
  into.push_back(&room);
  for (const auto& inner : room.rooms) collect(inner, into);
}

void rename_references(Draft& draft, const FoundRoom& found, const std::string& name) {
  const auto follow = [&](const words::Name& reference) {
    if (reference.text == found.room->name.text) draft.replace(reference.span, print_name(name));
  };
  each_relative(found, [&](const words::RelativePosition& relative) { follow(relative.reference); });
  each_along(*found.floor, [&](const words::Flight& flight) { follow(flight.along->first); });
  rename_in_connections(draft, *found.room, name);
}

std::size_t remove_connections_of(Draft& draft, const std::vector<const words::Room*>& rooms) {
  std::vector<int> gone;
  for (const auto* room : rooms) gone.push_back(static_cast<int>(draft.index_of(*room)));
  std::ranges::sort(gone);
  const auto goes = [&](int room) { return std::ranges::binary_search(gone, room); };
  std::size_t count = 0;
  for (const auto& connection : draft.plan().connections) {
    if (!goes(connection.from) && !goes(connection.to)) continue;
    draft.remove_statement(connection.span);
    ++count;
  }
  return count;
}

void remove_along(Draft& draft, const words::Floor& floor, const std::vector<const words::Room*>& rooms) {
  each_along(floor, [&](const words::Flight& flight) {
    const auto& [name, side] = *flight.along;
    const auto is_meant = [&](const words::Room* room) { return room->name.text == name.text; };
    if (std::ranges::none_of(rooms, is_meant)) return;
    draft.remove_clause({name.span.begin, side.span.end}, "along");
  });
}

void remove_links(Draft& draft, const std::function<bool(const words::Link&)>& gone) {
  for (const auto& vertical : draft.document().verticals) {
    words::Vertical rest = vertical;
    std::erase_if(rest.links, gone);
    if (rest.links.size() == vertical.links.size()) continue;
    if (rest.links.size() < 2) {
      draft.remove_statement(vertical.span);
    } else {
      draft.replace(vertical.span, print(rest));
    }
  }
}

}  // namespace floorplan::engine
