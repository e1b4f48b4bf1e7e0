// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/floorplan/engine/plan/plan.h"

namespace floorplan::engine {

// What a code asks of a stair, in metres; zero: nothing.
struct StairRules {
  double most_riser = 0;
  double least_tread = 0;
  double least_width = 0;
  double least_headroom = 0;
};

// The figures of IRC R311.7 (residential), IBC 1011 (commercial) and ADA 504, in inches: riser at most,
// tread, width and headroom at least.
constexpr StairRules stair_rules(words::StairCode code) {
  constexpr double inch = 0.0254;
  switch (code) {
    case words::StairCode::commercial:
      return {7 * inch, 11 * inch, 44 * inch, 80 * inch};
    case words::StairCode::ada:
      return {7 * inch, 11 * inch, 48 * inch, 80 * inch};
    case words::StairCode::none:
      return {};
    default:
      return {7.75 * inch, 10 * inch, 36 * inch, 80 * inch};
  }
}

}  // namespace floorplan::engine
