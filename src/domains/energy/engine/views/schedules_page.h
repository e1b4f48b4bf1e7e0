// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/energy/engine/schedules/schedules.h"
#include "domains/energy/engine/views/page_data.h"

namespace energy::engine {

// A schedule of one year, with what can be told of it in a line.
struct ScheduleYear {
  std::size_t object = 0;
  std::string name, type, limits, unit;
  std::vector<double> values;  // 24 each day
  double low = 0, high = 0, mean = 0;
  double full_hours = 0;  // the sum of the values: equivalent full-load hours of a fraction
};
struct NotShown {
  std::string name, type, reason;
};
struct ScheduleYears {
  int year = 2024;
  std::vector<DayType> days;
  std::vector<ScheduleYear> list;
  std::vector<NotShown> skipped;
};
// All of a model, or the one of that name (case does not matter; Week and Day schedules too).
ScheduleYears schedule_years(const Model& model, int year, const std::string& name, const FileText& read_file);

// What the page `energy-schedules` reads (web/pages/energy-schedules/data.ts): of each schedule its different days
// once, and which of them each day of the year is; schedules in parts.
PageData schedules_page(const ScheduleYears& years, const std::string& name);

}  // namespace energy::engine
