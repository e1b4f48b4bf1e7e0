// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/schedules/dates.h"
#include "domains/energy/engine/schedules/day.h"

namespace energy::engine {

using DaySet = std::array<bool, day_types>;

// "Weekdays SummerDesignDay", "AllOtherDays": the kinds of day that it names. `taken` are those named before, for
// AllOtherDays. Fails where it names none.
base::Result<DaySet> days_named(std::string_view text, const DaySet& taken);

// A stretch of the year up to a day, and the values of each kind of day in it; kinds that nobody named are 0.
struct CompactPeriod {
  int last_day = 0;
  std::array<DayHours, day_types> days{};
};
// Schedule:Compact, `Through: 12/31, For: AllDays, Until: 24:00, 1`, as the engine's ProcessScheduleInput reads it.
base::Result<std::vector<CompactPeriod>> compact_periods(const Model& model, const Object& object, int year);

}  // namespace energy::engine
