// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/results/series.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <utility>

#include "base/text.h"

namespace energy::engine {

namespace {

constexpr int reference_year = 2017;

Moment moment_of(const formats::energyplus::EsoTime& time) {
  Moment out{.year = time.year, .month = time.month, .day = time.day, .environment = time.environment};
  if (time.hour == 0) {  // a day, a month or more: until its last midnight
    out.hour = time.day > 0 ? 24 : 0;
    return out;
  }
  // ESO counts hours from 1 and has the minutes at which the interval begins and ends within it.
  const bool full = time.end_minute >= 60;
  out.hour = static_cast<std::int8_t>(full ? time.hour : time.hour - 1);
  out.minute = static_cast<std::int8_t>(full ? 0 : std::clamp(time.end_minute, 0.0, 59.0));
  out.minutes = static_cast<std::int32_t>(std::clamp(time.end_minute - time.start_minute, 0.0, 60.0));
  return out;
}

// Owns the columns of a file that was read as text.
struct OwnedColumns {
  formats::energyplus::Eso eso;
  std::vector<Moment> moments;
};

}  // namespace

std::string timestamp(const Moment& moment) {
  namespace time = std::chrono;
  if (moment.month == 0) return {};
  const int given = moment.year > 0 ? moment.year : reference_year;
  const auto month_of = time::year(given) / time::month(static_cast<unsigned>(moment.month));
  const auto last = static_cast<unsigned>((month_of / time::last).day());
  // A month is over with its last day.
  const unsigned day_of = moment.day > 0 ? static_cast<unsigned>(moment.day) : last;
  const int hours = moment.day > 0 ? moment.hour : 24;
  const auto at = time::sys_days(month_of / 1) + time::days(day_of - 1) + hours / 24 * time::days(1);
  const time::year_month_day date(time::sys_days{at});
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:00", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), hours % 24, moment.minute);
  return out.data();
}

std::string_view name(Frequency frequency) { return enum_names(frequency)[static_cast<std::size_t>(frequency)]; }

Frequency frequency_of(std::string_view spelled) {
  static constexpr auto spellings = std::to_array<std::pair<std::string_view, Frequency>>({
      {"Zone Timestep", Frequency::timestep},
      {"TimeStep", Frequency::timestep},
      {"Hourly", Frequency::hourly},
      {"Daily", Frequency::daily},
      {"Monthly", Frequency::monthly},
      {"Run Period", Frequency::run_period},
      {"RunPeriod", Frequency::run_period},
      {"Annual", Frequency::annual},
  });
  const auto found = std::ranges::find_if(
      spellings, [&](const auto& each) { return base::equals_ignoring_case(each.first, spelled); });
  return found == spellings.end() ? Frequency::detailed : found->second;
}

Series series_of(formats::energyplus::Eso eso) {
  auto owned = std::make_shared<OwnedColumns>();
  owned->eso = std::move(eso);
  Series out;
  for (const auto& time : owned->eso.times) owned->moments.push_back(moment_of(time));
  out.moments = owned->moments;
  for (const auto& each : owned->eso.environments) {
    out.environments.push_back({static_cast<std::int64_t>(out.environments.size()), each.title,
                                each.design_day ? Environment::Kind::design_day : Environment::Kind::run_period});
  }
  for (std::size_t i = 0; i < owned->eso.variables.size(); ++i) {
    const auto& each = owned->eso.variables[i];
    out.variables.push_back({each.id, each.name, each.key, each.units, frequency_of(each.frequency), each.is_meter,
                             each.units == "J" || each.is_meter});
    out.columns.push_back({owned->eso.columns[i].times, owned->eso.columns[i].values});
  }
  out.keeps = std::move(owned);
  return out;
}

}  // namespace energy::engine
