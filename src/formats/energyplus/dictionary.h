// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace formats::energyplus {

// A variable or a meter that a run could report.
struct Reportable {
  std::string name;
  std::string units;
  std::string kind;  // "Zone Average", "HVAC Sum"; of a meter empty, or "Cumulative"
  bool is_meter = false;
};

// What an .rdd or .mdd file lists, in its order. Both styles of Output:VariableDictionary: IDF and regular. Lines that
// are neither are left out.
std::vector<Reportable> read_dictionary(std::string_view text);

}  // namespace formats::energyplus
