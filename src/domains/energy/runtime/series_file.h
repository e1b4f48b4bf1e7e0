// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/result.h"
#include "domains/energy/engine/results/series.h"
#include "domains/energy/runtime/sql_file.h"

namespace energy::runtime {

// The series of a database of EnergyPlus'. It has no index of them, so every question would read all values; the first
// time they are put in order into a file beside it (eplusout.sql.series), which is mapped from then on. Where none can
// be written they stay in memory.
base::Result<engine::Series> read_series(const SqlFile& sql, const std::filesystem::path& path);

}  // namespace energy::runtime
