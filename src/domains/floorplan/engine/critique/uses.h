// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "domains/floorplan/engine/plan/plan.h"

namespace floorplan::engine {

// What a room is for, told from the words of its name and label (English, German, French, Spanish, Italian,
// Dutch): "ParentsBath", "Schlafzimmer 2", "cuisine". One room can be for several things.
enum class Use : std::uint16_t {
  bedroom = 1,
  living = 2,
  kitchen = 4,
  dining = 8,
  bath = 16,
  circulation = 32,
  stair = 64,
  storage = 128,
  work = 256,  // offices, meeting rooms, break rooms
  sales = 512,
  utility = 1024,  // laundry, plant
  outdoor = 2048,  // terraces, porches, garages
};
class Uses {
 public:
  Uses() = default;
  bool has(Use use) const { return (bits_ & static_cast<unsigned>(use)) != 0; }
  bool any(std::initializer_list<Use> uses) const {
    for (const Use use : uses) {
      if (has(use)) return true;
    }
    return false;
  }
  bool none() const { return bits_ == 0; }
  void add(Use use) { bits_ |= static_cast<unsigned>(use); }

 private:
  unsigned bits_ = 0;
};

Uses uses_of(std::string_view name, std::string_view label);
inline Uses uses_of(const Room& room) { return uses_of(room.name, room.label); }

}  // namespace floorplan::engine
