// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include "domains/aas/commands/commands.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/list.h"
#include "domains/aas/tools/parts/document.h"

namespace aas {

namespace {

// Every change waits anyway; a template or a table of values touches thousands of elements at once.
constexpr std::int64_t elements_per_operation = 20'000;

tool::Toolset toolset() {
  tool::Toolset out;
  out.name = "aas";
  out.title = "Asset Administration Shells";
  out.doc =
      "Asset Administration Shells (AASX, JSON, XML of metamodel 3.0 and 3.1): read, validate and edit; every edit is "
      "a "
      "patch that waits for approval.";
  out.shape = tool::Shape::tool_response;
  out.reasoning = "reason";
  out.governance = kernel::Governance{.mode = kernel::Mode::propose, .max_elements = elements_per_operation};
  return out;
}

::domain::Serving serve() {
  auto runtime = std::make_shared<runtime::Runtime>();
  ::domain::Serving serving{.runtime = runtime};
  serving.offers.push_back(tools::offer(*runtime));
  return serving;
}

}  // namespace

::domain::Domain domain() {
  return {.name = "aas",
          .toolsets = {toolset()},
          .serve = serve,
          .add_commands = commands::add,
          .example = "lintel aas validate pump.aasx",
          .divide = tools::divide};
}

}  // namespace aas
