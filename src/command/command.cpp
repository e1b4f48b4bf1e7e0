// SPDX-License-Identifier: Apache-2.0
#include "command/command.h"

#include <CLI/CLI.hpp>

namespace command {

void add_examples(CLI::App& command, const std::string& lines) { command.footer("Examples:\n" + lines); }

}  // namespace command
