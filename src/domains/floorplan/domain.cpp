// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include "domains/floorplan/commands/commands.h"
#include "domains/floorplan/tools/list.h"
#include "domains/floorplan/tools/parts/division.h"

namespace floorplan {

namespace {

tool::Toolset toolset() {
  tool::Toolset out;
  out.name = "floorplan";
  out.title = "Floor plans";
  out.doc =
      "Floor plans as text: draw, check, change, measure and criticise them. The language is in the resource "
      "floorplan://schema.";
  out.shape = tool::Shape::verdict;
  out.governance = kernel::Governance{.mode = kernel::Mode::direct};
  return out;
}

::domain::Serving serve() {
  ::domain::Serving serving;
  serving.offers.push_back(tools::offer());
  return serving;
}

}  // namespace

::domain::Domain domain() {
  return {.name = "floorplan",
          .toolsets = {toolset()},
          .serve = serve,
          .add_commands = commands::add,
          .example = "lintel floorplan render home.floorplan -o home.png",
          .divide = tools::divide};
}

}  // namespace floorplan
