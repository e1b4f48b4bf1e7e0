// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <string>

#include "cli/commands.h"
#include "command/terminal.h"
#include "domains.h"

int main(int argc, char** argv) {
  try {
    return cli::run(argc, argv, all_domains());
  } catch (const std::exception& problem) {
    command::print_error(std::string("lintel: internal error: ") + problem.what());
    return command::exit_could_not_run;
  }
}
