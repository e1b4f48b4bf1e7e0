// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domains/floorplan/engine/modify/actions.h"
#include "domains/floorplan/engine/modify/draft.h"

// Where rooms, stairs and lifts stand: at a point, or beside a room of the same scope.
namespace floorplan::engine {

// As a request says it: a point, beside another, both or neither.
struct Place {
  std::optional<words::Point> at;
  std::optional<words::RelativePosition> relative;
};
// Fails if the room it is to stand beside is not in the scope.
Result<Place> place_of(const Draft& draft, const action::Placed& given, std::optional<words::LengthUnit> unit,
                       const Scope& scope);
// The same, for an action that cannot do without.
Result<Place> need_place(const Draft& draft, Action action, const action::Placed& given,
                         std::optional<words::LengthUnit> unit, const Scope& scope, std::string hint = {});

// Whether the alignment is what the direction has when none is written.
bool is_default_alignment(words::RelativeDirection direction, words::AlignmentDirection align);

// A point given in metres from the corner of its scope, as bare numbers.
words::Point point_at(const Draft& draft, double x, double y);

// Puts a room, stair or lift at a point instead of where it is. `at` and `relative` say how it stands now.
void put_at(Draft& draft, const words::Name& name, const std::optional<words::Point>& at,
            const std::optional<words::RelativePosition>& relative, const words::Point& to);

// Those that stand beside `name` in its scope get points of their own, so that they keep their place when it goes.
// Fails if the place of one is not known.
Result<void> detach_dependents(Draft& draft, const Scope& scope, std::string_view name);

}  // namespace floorplan::engine
