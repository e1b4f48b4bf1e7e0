// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command/command.h"

namespace energy::commands {

// `lintel energy view`: a model, or its schedules, as a page or a picture. Adds it to the group `energy`. Paths that a
// person types are not confined.
void add_view(CLI::App& energy, command::Chosen& chosen);

}  // namespace energy::commands
