// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// The kinds of day that schedules tell apart, in the order of Schedule:Week:Daily.
enum class DayType : std::uint8_t {
  sunday,
  monday,
  tuesday,
  wednesday,
  thursday,
  friday,
  saturday,
  holiday,
  summer_design_day,
  winter_design_day,
  custom_day_1,
  custom_day_2
};
inline constexpr std::size_t day_types = 12;

int days_in_year(int year);
// Days of the year count from 0.
DayType weekday(int year, int day);
// "12/31", "31 December", "Dec 31", "3rd Monday in January", "Last Monday in May". nullopt: there is no such day that
// year, or it is not a date.
std::optional<int> day_of_year(std::string_view text, int year);
std::optional<int> day_of_year(int year, int month, int day);

// The kind of every day of a year: RunPeriodControl:SpecialDays over the weekdays of the calendar.
std::vector<DayType> calendar(const Model& model, int year);

}  // namespace energy::engine
