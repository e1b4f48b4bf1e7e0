// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "domains/floorplan/engine/plan/plan.h"

// Where the attributes of a room stand in its statement, so that a new one goes where the strict grammar wants it:
// name, place, size, height, elevation, walls, position beside another, label, sub-rooms, style.
namespace floorplan::engine {

inline constexpr std::array<words::WallDirection, 4> all_sides{
    words::WallDirection::top, words::WallDirection::right, words::WallDirection::bottom, words::WallDirection::left};

// Of the size in numbers or by a name; empty if the room has none.
words::Span span_of_size(const words::Room& room);

// Offsets in the text, just after all that comes up to and including what the function names.
std::uint32_t end_of_dimensions(const words::Room& room);
std::uint32_t end_of_walls(const words::Room& room);
std::uint32_t end_of_position(const words::Room& room);
std::uint32_t end_of_label(const words::Room& room);

}  // namespace floorplan::engine
