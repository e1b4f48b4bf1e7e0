// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/result.h"
#include "geometry/vec.h"

// What geometry/ accepts. Whoever hands in more, or what is not a number, gets an error, never a wrong answer.
namespace geometry {

using base::Result;

inline constexpr double furthest_m = 1e7;                 // a coordinate, either way: national grids fit
inline constexpr std::size_t most_points = 1'000'000;     // of the polygons of one call
inline constexpr std::size_t most_triangles = 4'000'000;  // of one mesh
// Pairs of edges near enough to be looked at, of one call. Real outlines have a few for each edge; input made to take
// quadratic time has more.
inline constexpr std::size_t most_pairs = 20'000'000;

// Every coordinate a finite number within furthest_m; `what` says of what in the error.
Result<void> check_points(std::span<const Vec2> points, const std::string& what);
Result<void> check_points(std::span<const Vec3> points, const std::string& what);
Result<void> check_length(double length_m, const std::string& what);    // finite, within furthest_m
Result<void> check_positive(double length_m, const std::string& what);  // and above zero
Result<void> check_count(std::size_t count, std::size_t most, const std::string& what);

}  // namespace geometry
