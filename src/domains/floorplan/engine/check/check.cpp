// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/check/check.h"

namespace floorplan::engine {

void check(const words::Document& document, const Plan& plan, words::Dialect dialect,
           std::vector<words::Diagnostic>& findings) {
  Findings collected(findings, dialect);
  check_text(document, plan, dialect, collected);
  check_rooms(document, plan, collected);
  check_walls(document, plan, collected);
  check_connections(document, plan, dialect, collected);
  check_stairs(document, plan, collected);
}

}  // namespace floorplan::engine
