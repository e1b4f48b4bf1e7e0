// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "domains/energy/engine/types/types.h"

namespace energy::runtime {

// The directories in which schemas, engines and weather are looked for, those that exist, the best first:
// ENERGYPLUS_DIR, .deps/energy beside the folder that the program was built in (./dev setup energy), `energy` in the
// program's data directory, installations of EnergyPlus in the usual places, the newest first.
std::vector<std::filesystem::path> places();

// The version of the engine that is in a place, by the name of its library or of the place; nullopt: there is none.
std::optional<engine::Version> engine_in(const std::filesystem::path& place);

}  // namespace energy::runtime
