// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

// Unions and differences of upright rectangles, exact because they are whole numbers (tenths of a
// millimetre). What walls are merged with, in the plan and in three dimensions. y goes down, as on the sheet.
namespace floorplan::engine {

using Tick = std::int64_t;  // 0.1 mm
Tick ticks(double metres);  // rounds; what is not a number or beyond 10 000 km becomes the nearest end
constexpr double metres(Tick value) { return static_cast<double>(value) * 1e-4; }

struct Box {
  Tick x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // x0 < x1 and y0 < y1, else it is nothing
  bool empty() const { return x0 >= x1 || y0 >= y1; }
  friend bool operator==(const Box&, const Box&) = default;
};
struct Corner {
  Tick x = 0, y = 0;
  friend auto operator<=>(const Corner&, const Corner&) = default;
};
// A straight piece of border; the inside is on the right of from → to as seen on the sheet.
struct Border {
  Corner from, to;
  Corner outward() const;  // (±1, 0) or (0, ±1)
};
using Loop = std::vector<Corner>;  // closed; outer ones run clockwise on the sheet, holes against it

// Disjoint boxes that cover what is in `inside` and not in `outside`.
std::vector<Box> cover(std::span<const Box> inside, std::span<const Box> outside = {});
// The border of the same set, in maximal straight pieces.
std::vector<Border> borders(std::span<const Box> inside, std::span<const Box> outside = {});
// The border as closed loops without needless corners.
std::vector<Loop> outlines(std::span<const Box> inside, std::span<const Box> outside = {});

}  // namespace floorplan::engine
