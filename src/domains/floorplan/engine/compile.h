// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "domains/floorplan/engine/plan/plan.h"
#include "formats/floorplan/parse.h"

namespace floorplan::engine {

// A text, understood as far as it can be: the tree, the resolved plan and everything there is to say.
// The plan's pointers lead into the document, so the two stay together.
struct Compiled {
  std::unique_ptr<const formats::floorplan::Document> document;
  Plan plan;
  std::vector<formats::floorplan::Diagnostic> diagnostics;  // by place; errors before warnings at one place
  bool valid() const;                                       // no error among them
};

// Parses, resolves and checks. strict gives the origin's verdicts (which plans are valid, and the first
// line that is wrong) and nothing the origin does not check. Pure; bounded by `limits`.
Compiled compile(std::string source, formats::floorplan::Dialect dialect = formats::floorplan::Dialect::lenient,
                 const formats::floorplan::Limits& limits = {});

}  // namespace floorplan::engine
