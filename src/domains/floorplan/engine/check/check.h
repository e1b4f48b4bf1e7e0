// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "domains/floorplan/engine/resolve/context.h"

namespace floorplan::engine {

// Adds what is wrong with a resolved plan, and what deserves a look, to `findings`: every rule, in the order below.
// The document is the one the plan was resolved from. Pure.
void check(const words::Document& document, const Plan& plan, words::Dialect dialect,
           std::vector<words::Diagnostic>& findings);

// Its parts, one file each.
void check_text(const words::Document& document, const Plan& plan, words::Dialect dialect, Findings& findings);
void check_rooms(const words::Document& document, const Plan& plan, Findings& findings);
void check_walls(const words::Document& document, const Plan& plan, Findings& findings);
void check_connections(const words::Document& document, const Plan& plan, words::Dialect dialect, Findings& findings);
void check_stairs(const words::Document& document, const Plan& plan, Findings& findings);

}  // namespace floorplan::engine
