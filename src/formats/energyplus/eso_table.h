// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "formats/energyplus/eso.h"

namespace formats::energyplus {

// The series as a CSV text in the layout of EnergyPlus' ReadVarsESO: `Date/Time` first, then a column for each series,
// `KEY:Variable Name [unit](Hourly)`; a row for each moment, blank where a series has no value then. Moments are the
// ends of intervals, ` 12/21  24:00:00`; of days ` 12/21`, of months their name, of run periods the environment.
std::string table_of(const Eso& eso);

}  // namespace formats::energyplus
