// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "domains/bim/tools/parts/draft.h"
#include "tool/fields.h"

// Doors, windows and openings in their walls.
namespace bim::tools {

// A point of the model as a wall sees it: along its centre line from its start, and above its base.
struct InWall {
  double along_mm = 0, up_mm = 0;
};
// Fails (opening_outside_host) where the point is beside the wall.
Result<InWall> in_wall(const Record& wall, const engine::Source& source, const Json& point, const std::string& path);

// Where an offset leads to.
enum class OffsetReference : std::uint8_t { near_jamb, centre };
constexpr auto enum_names(OffsetReference) { return std::array{"near_jamb", "centre"}; }
inline constexpr const char* offset_doc = "mm from the wall's start to the near jamb.";
inline constexpr const char* reference_doc = "What `offset` leads to.";

// Puts a door or a window into a wall, and says so.
struct Hosted {
  std::string category, wall_id;
  double offset_mm = 0;
  OffsetReference reference = OffsetReference::near_jamb;
  std::optional<double> width_mm, height_mm, sill_mm;
  std::optional<std::string> type;
};
Result<std::string> host(const Hosted& wanted, Draft& draft);

}  // namespace bim::tools
