// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/commands.h"

// What --help says beyond the options themselves. Made when somebody asks: a server must start fast.
namespace cli {

// The help of the command that was chosen: examples that fit it, and the toolsets that there are.
std::string help_text(CLI::App& app, const Domains& domains);

// Words that the command line does not know, told by their names: the nearest one, or those there are.
// `problem` is what the parser said, for everything else.
base::Error parse_error(CLI::App& app, const std::string& problem);

}  // namespace cli
