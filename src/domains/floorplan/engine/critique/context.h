// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/floorplan/engine/critique/critique.h"
#include "domains/floorplan/engine/critique/passages.h"
#include "domains/floorplan/engine/critique/uses.h"

// What the rules share while they look at one plan.
namespace floorplan::engine {

struct Review {
  const Plan& plan;
  Ways ways;
  std::vector<Uses> uses;  // by room
  Occupancy occupancy;
  std::vector<Finding> findings{};

  const Room& room(int index) const { return plan.rooms[static_cast<std::size_t>(index)]; }
  Uses use(int index) const { return index < 0 ? Uses{} : uses[static_cast<std::size_t>(index)]; }
  const std::vector<int>& passages_of(int index) const { return ways.of_room[static_cast<std::size_t>(index)]; }
  const Passage& passage(int index) const { return ways.passages[static_cast<std::size_t>(index)]; }
  // In metres or square metres.
  double threshold(std::string_view rule) const;

  Finding& add(std::string_view rule, std::string message, std::vector<int> rooms, int floor);
  // Lengths in metres; shown in the plan's unit.
  void measured(Finding& finding, double value_m, double required_m) const;
  void measured_area(Finding& finding, double value_m2, double required_m2) const;
  std::string shown(double value_m) const;
};

const Rule& rule_named(std::string_view id);

// The rules, in groups.
void review_ways(Review& review);
void review_rooms(Review& review);
void review_doors(Review& review);
void review_storeys(Review& review, bool vastu);
void review_stairs(Review& review);

}  // namespace floorplan::engine
