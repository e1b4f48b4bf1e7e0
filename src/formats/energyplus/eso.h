// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace formats::energyplus {

// A series that an .eso or .mtr file declares.
struct EsoVariable {
  std::int64_t id = 0;
  std::string key;  // "CORE_ZN"; of a meter empty
  std::string name;
  std::string units;
  std::string frequency;  // as written: "Hourly", "Each Call"
  bool is_meter = false;
};

struct EsoEnvironment {
  std::string title;
  double latitude = 0, longitude = 0, time_zone = 0, elevation_m = 0;
  bool design_day = false;  // one of its times says so
};

// The moment at whose end a value holds. What a frequency does not tell is 0: months have no day, run periods nothing.
struct EsoTime {
  std::uint32_t environment = 0;
  std::int16_t year = 0;
  std::int8_t month = 0, day = 0, hour = 0;  // hour 1 to 24, as written
  double start_minute = 0, end_minute = 0;
};

// A file of series. 12 bytes for each value. Of daily, monthly and longer records the value is kept, not the extremes.
struct Eso {
  struct Column {
    std::vector<std::uint32_t> times;  // of Eso::times
    std::vector<double> values;
  };
  std::string version;
  std::vector<EsoVariable> variables;
  std::vector<EsoEnvironment> environments;
  std::vector<EsoTime> times;
  std::vector<Column> columns;  // one for each variable
  bool complete = false;        // it ends as the engine ends a file
};

// Fails for what does not begin as such a file, and above 2 GiB. Lines that are not understood are left out.
base::Result<Eso> read_eso(std::string_view text);

}  // namespace formats::energyplus
