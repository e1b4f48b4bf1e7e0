// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domains/energy/engine/results/series.h"

// Series as pages read them (web/kit/packed.ts): neighbours in time differ little, so a value takes about a byte.
namespace energy::engine {

// Whole numbers: the difference from the one before, negative ones woven in (0, -1, 1, -2 …), seven bits a byte and the
// lowest first; as base64.
std::string packed_whole(std::span<const std::int64_t> numbers);

// Into how many steps a range of values is divided.
inline constexpr std::int64_t packed_steps = 16382;
// Values from `low` to `high` as whole numbers from 1 to 16383, packed; 0 stands for what is not finite.
std::string packed_values(std::span<const double> values, double low, double high);

// Minutes since 1970 of timestamps, packed; -1 for those that are empty.
std::string packed_times(std::span<const std::string> timestamps);
// 2017-07-21 15:00; of a whole run period, which has no date, empty.
std::string time_text(const Moment& moment);

// What a unit is shown in: joules as kilowatt-hours, all else as it is.
struct ShownUnit {
  std::string name;
  double factor = 1;
};
ShownUnit shown_unit(std::string_view unit);

// Units as people write them: "C" is °C, "W/m2" is W/m².
std::string unit_text(std::string_view unit);

}  // namespace energy::engine
