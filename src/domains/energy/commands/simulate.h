// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command/command.h"

namespace energy::commands {

// Adds `run` and `batch` to the group `energy`, and the hidden `worker` that they and the server start. Paths that a
// person types are not confined.
void add_simulation(CLI::App& group, command::Chosen& chosen);

}  // namespace energy::commands
