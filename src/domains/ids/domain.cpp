// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include <filesystem>

#include "domains/ids/commands/commands.h"
#include "domains/ids/runtime/runtime.h"
#include "domains/ids/tools/list.h"
#include "domains/ids/tools/parts/document.h"

namespace ids {

namespace {

tool::Toolset toolset() {
  tool::Toolset out;
  out.name = "ids";
  out.title = "Information delivery specifications";
  out.doc =
      "buildingSMART IDS 1.0: write, audit and export information requirements, and check IFC models against them.";
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
  const std::string xsd = runtime::xsd_path();
  std::error_code ignored;
  if (std::filesystem::exists(xsd, ignored)) return sheet.good("ids", "the XSD of IDS 1.0 is at " + xsd);
  sheet.note("ids", "no XSD of IDS 1.0 at " + xsd + ": audits leave it out; ./dev setup puts it there");
}

}  // namespace

::domain::Domain domain() {
  return {.name = "ids",
          .toolsets = {toolset()},
          .serve = serve,
          .add_commands = commands::add,
          .example = "lintel ids check rules.ids model.ifc --report report.html",
          .examine = examine,
          .divide = tools::divide};
}

}  // namespace ids
