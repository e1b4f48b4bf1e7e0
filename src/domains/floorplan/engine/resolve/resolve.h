// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "domains/floorplan/engine/plan/plan.h"
#include "formats/floorplan/parse.h"

namespace floorplan::engine {

// Turns a tree into a plan in metres: sizes, positions, openings, stairs. What cannot be resolved is a finding and
// left out of the plan. The plan's pointers lead into the document, which must outlive it. Pure.
Plan resolve(const formats::floorplan::Document& document, std::vector<formats::floorplan::Diagnostic>& findings,
             formats::floorplan::Dialect dialect = formats::floorplan::Dialect::lenient);

}  // namespace floorplan::engine
