// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include "domains/energy/commands/commands.h"
#include "domains/energy/runtime/runtime.h"
#include "domains/energy/tools/list.h"
#include "domains/energy/tools/parts/adopted.h"

namespace energy {

namespace {

tool::Toolset toolset() {
  tool::Toolset out;
  out.name = "energy";
  out.title = "EnergyPlus models";
  out.doc =
      "EnergyPlus models (IDF and epJSON, versions 8.9 to 26.2): read, edit without loss, validate, simulate with the "
      "real engine, and look at results.";
  out.governance = kernel::Governance{.mode = kernel::Mode::direct};
  return out;
}

::domain::Serving serve() {
  auto runtime = std::make_shared<runtime::Runtime>();
  ::domain::Serving serving{.runtime = runtime};
  serving.offers.push_back(tools::offer(*runtime));
  return serving;
}

void examine(command::Sheet& sheet) {
  const auto versions = runtime::Schemas(runtime::places()).versions();
  if (versions.empty()) {
    return sheet.note("energy",
                      "no schema of EnergyPlus was found: models cannot be read; ./dev setup energy brings "
                      "them, or set ENERGYPLUS_DIR");
  }
  sheet.good("energy", "schemas of " + std::to_string(versions.size()) + " versions of EnergyPlus, " +
                           versions.front().brief() + " to " + versions.back().brief());
}

}  // namespace

::domain::Domain domain() {
  return {.name = "energy",
          .toolsets = {toolset()},
          .serve = serve,
          .add_commands = commands::add,
          .example = "lintel energy check office.idf",
          .examine = examine,
          .divide = tools::divide,
          .expand = tools::expand};
}

}  // namespace energy
