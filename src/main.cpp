// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "domains/fixtures/tools/list.h"
#include "domains/fixtures/tools/sample.h"
#include "domains/floorplan/tools/list.h"
#include "domains/ids/tools/list.h"

namespace {

// Every domain, as a plain list.
void fill(tool::Registry& registry, bool fixtures) {
  ids::tools::add_ids(registry);
  floorplan::tools::add_floorplan(registry);
  if (!fixtures) return;
  fixtures::tools::add_fixtures(registry);
  fixtures::tools::add_sample(registry);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return cli::run(argc, argv, {fill, {cli::add_floorplan_commands, cli::add_ids_commands}});
  } catch (const std::exception& problem) {
    cli::print_error(std::string("lintel: internal error: ") + problem.what());
    return cli::exit_could_not_run;
  }
}
