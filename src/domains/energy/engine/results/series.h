// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/energyplus/eso.h"

// The series that a run reported, whichever file they came from.
namespace energy::engine {

// The end of the interval for which a value holds, as the engine counts: hour 24 is midnight of the next day. What a
// frequency does not tell is 0. Kept as it is in files, so its size is fixed.
struct Moment {
  std::int16_t year = 0;  // 0: a design day has none
  std::int8_t month = 0, day = 0, hour = 0, minute = 0;
  std::uint8_t warmup = 0;
  std::uint8_t unused = 0;
  std::int32_t minutes = 0;       // how long the interval is
  std::uint32_t environment = 0;  // of Series::environments
  friend bool operator==(const Moment&, const Moment&) = default;
};
static_assert(sizeof(Moment) == 16);

// 2017-01-31T24:00 is 2017-02-01T00:00:00. Without a year it is 2017, as other readers of these files have it; of a run
// period, which has no date, empty.
std::string timestamp(const Moment& moment);

struct Environment {
  enum class Kind : std::uint8_t { other = 0, design_day = 1, design_period = 2, run_period = 3 };
  std::int64_t id = 0;
  std::string name;
  Kind kind = Kind::other;
  bool is_sizing() const { return kind == Kind::design_day || kind == Kind::design_period; }
};

enum class Frequency : std::uint8_t { detailed, timestep, hourly, daily, monthly, run_period, annual };
constexpr auto enum_names(Frequency) {
  return std::to_array<std::string_view>({"Detailed", "Timestep", "Hourly", "Daily", "Monthly", "RunPeriod", "Annual"});
}
std::string_view name(Frequency frequency);
// As the database and ESO files spell it: "HVAC System Timestep", "Each Call". Unknown ones are detailed.
Frequency frequency_of(std::string_view spelled);

struct Variable {
  std::int64_t id = 0;
  std::string name, key, units;  // a meter has no key
  Frequency frequency = Frequency::hourly;
  bool is_meter = false;
  bool is_sum = false;  // values add up over time, as energies do; else they are averages
};

// Immutable. The columns may lie in a mapped file, which `keeps` holds.
struct Series {
  struct Column {
    std::span<const std::uint32_t> moments;  // of Series::moments, ascending
    std::span<const double> values;
  };
  std::vector<Environment> environments;
  std::vector<Variable> variables;
  std::span<const Moment> moments;
  std::vector<Column> columns;  // one for each variable
  std::shared_ptr<const void> keeps;
};

// Whether an environment is a design day is told from what its times say: the weather of a run period has no such day
// type. Energies are told by their unit.
Series series_of(formats::energyplus::Eso eso);

}  // namespace energy::engine
