// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// The values of one day, each the mean over its hour.
using DayHours = std::array<double, 24>;

// A value that holds up to a minute of the day.
struct Until {
  double minute = 0, value = 0;
};
enum class Between : std::uint8_t { step, linear };

// "8:30", "24:00"; minutes of the day. Fails on what is not a time.
base::Result<double> minute_of(std::string_view text);
// Hours of a day that is given in pieces, first to last; the last one holds to the end of the day.
DayHours hours_of(const std::vector<Until>& pieces, Between between);
// Of Schedule:Day:Hourly, :Interval and :List.
base::Result<DayHours> day_hours(const Model& model, const Object& object);

}  // namespace energy::engine
