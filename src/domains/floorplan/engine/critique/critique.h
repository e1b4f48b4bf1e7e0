// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domains/floorplan/engine/plan/plan.h"
#include "formats/floorplan/diagnostic.h"

// Whether people can live with a plan: ways, widths, light, privacy, stairs. A plan can be valid and bad.
namespace floorplan::engine {

using formats::floorplan::Severity;

enum class Occupancy : std::uint8_t { residential, commercial };

// One rule, as the table in docs and answers shows it.
struct Rule {
  std::string_view id;  // snake_case
  Severity severity = Severity::warning;
  double residential = 0, commercial = 0;  // thresholds in `unit`; 0 where the rule has none
  std::string_view unit;                   // "in", "ft", "sqft", or empty
  std::string_view why;                    // one sentence, with the source where there is one
};
std::span<const Rule> rules();

struct CritiqueOptions {
  std::optional<Occupancy> occupancy;  // none: told from stair_code and the rooms' names
  bool vastu = false;                  // also the rules of Vastu (wet_walls_separated)
  std::vector<std::string> rules;      // ids; empty: all
};

struct Finding {
  std::string rule;
  Severity severity = Severity::warning;
  std::string message;
  std::optional<double> measured, required;  // in `unit`
  std::string unit;                          // of the plan: "ft", "m", "sqft" …
  std::string floor;                         // id; may be empty
  std::vector<std::string> rooms;
  Span span;
  std::string hint;
};

Occupancy occupancy_of(const Plan& plan);
// By floor and the order of the rules; the same plan gives the same list.
std::vector<Finding> critique(const Plan& plan, const CritiqueOptions& options = {});

}  // namespace floorplan::engine
