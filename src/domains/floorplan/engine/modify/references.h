// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "domains/floorplan/engine/modify/draft.h"

// Whoever names a room, a stair or a lift elsewhere in the text: they follow when it is renamed, and go or let go
// when it is removed. Connections count by the room they mean, not by the name, which other floors may have too.
namespace floorplan::engine {

// The room and all inside it, itself first.
void collect(const words::Room& room, std::vector<const words::Room*>& into);

// Positions beside the room, custom stairs along it, and connections name it `name` from now on. The room's own
// statement is not touched.
void rename_references(Draft& draft, const FoundRoom& found, const std::string& name);

// Takes the connections of these rooms away and says how many went.
std::size_t remove_connections_of(Draft& draft, const std::vector<const words::Room*>& rooms);
// Custom stairs of the floor that run along one of these rooms keep the flight and lose the clause.
void remove_along(Draft& draft, const words::Floor& floor, const std::vector<const words::Room*>& rooms);
// Takes links out of the vertical statements; a statement that joins fewer than two goes whole.
void remove_links(Draft& draft, const std::function<bool(const words::Link&)>& gone);

}  // namespace floorplan::engine
