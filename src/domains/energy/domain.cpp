// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include "domains/energy/commands/commands.h"
#include "domains/energy/runtime/runtime.h"
#include "domains/energy/tools/list.h"
#include "domains/energy/tools/parts/adopted.h"
#include "domains/energy/tools/session.h"
#include "domains/energy/tools/tool.h"

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
  out.admissions = {tools::foreign_code};
  return out;
}

::domain::Serving serve() {
  auto runtime = std::make_shared<runtime::Runtime>();
  ::domain::Serving serving{.runtime = runtime};
  serving.offers.push_back(tools::offer(*runtime));
  runtime::Runtime& held = *runtime;
  serving.after = {.toolset = "energy",
                   .tools = tools::session_tools(),
                   .run = [&held](const kernel::Kernel::Committed& committed, const kernel::View& view) {
                     tools::put_down(held, committed, view);
                   }};
  serving.coming_back = {.toolset = "energy", .begin = [&held](const std::string& workspace_key) -> tool::First::Ask {
                           held.sessions.keep_in_file(workspace_key);
                           return [&held](std::string_view tool, const kernel::View& view) {
                             return tools::take_up(held, tool, view);
                           };
                         }};
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
