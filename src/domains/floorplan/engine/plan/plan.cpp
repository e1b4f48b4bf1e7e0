// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/plan.h"

namespace floorplan::engine {

int Plan::room_named(std::string_view name) const {
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    if (rooms[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int Plan::floor_named(std::string_view id) const {
  for (std::size_t i = 0; i < floors.size(); ++i) {
    if (floors[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace floorplan::engine
