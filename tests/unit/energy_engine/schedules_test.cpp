// SPDX-License-Identifier: Apache-2.0
// tests/peers/energy_views.py shows the same of 1,914 schedules beside the engine.
#include "domains/energy/engine/schedules/schedules.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "domains/energy/engine/views/schedules_page.h"
#include "support/energy_types.h"

namespace {

using energy::engine::day_of_year;
using energy::engine::DayType;
using energy::engine::Model;
using energy::engine::Schedules;

Model schedules_model(const std::string& text) {
  static const auto schema = tests::schema_of(
      {{"Schedule:Compact", "name schedule_type_limits_name", "data", "field?"},
       {"Schedule:Constant", "name schedule_type_limits_name hourly_value#"},
       {"Schedule:Day:Interval", "name schedule_type_limits_name interpolate_to_timestep", "data",
        "time value_until_time#"},
       {"Schedule:Day:List", "name schedule_type_limits_name interpolate_to_timestep minutes_per_item#", "values",
        "value#"},
       {"Schedule:Week:Daily",
        "name sunday monday tuesday wednesday thursday friday saturday holiday summer winter custom1 custom2"},
       {"Schedule:Week:Compact", "name", "data", "daytype_list schedule_day_name"},
       {"Schedule:Year", "name schedule_type_limits_name", "schedule_weeks",
        "schedule_week_name start_month# start_day# end_month# end_day#"},
       {"Schedule:File",
        "name schedule_type_limits_name file_name column_number# rows_to_skip_at_top# number_of_hours_of_data# "
        "column_separator interpolate_to_timestep minutes_per_item#"},
       {"ScheduleTypeLimits", "name lower_limit_value# upper_limit_value# numeric_type unit_type"},
       {"RunPeriod", "name apply_weekend_holiday_rule"},
       {"RunPeriodControl:SpecialDays", "name start_date duration# special_day_type"}});
  auto file = std::make_shared<const formats::idf::File>(formats::idf::File::parse(text).value());
  return Model::read(std::move(file), schema);
}

// 2023 begins with a Sunday.
std::vector<double> values_of(const std::string& text, int year = 2023) {
  const auto model = schedules_model(text);
  const Schedules schedules(model, year, [](const std::string&) { return std::string("h,v\n1,0.5\n2,0.25\n"); });
  auto values = schedules.values(schedules.objects().at(0));
  if (!values.ok()) ADD_FAILURE() << values.error().message;
  return values.ok() ? *values : std::vector<double>(24 * 366);
}
std::string refusal_of(const std::string& text) {
  const auto model = schedules_model(text);
  const Schedules schedules(model, 2023);
  const auto values = schedules.values(schedules.objects().at(0));
  return values.ok() ? "" : values.error().message;
}
double at(const std::vector<double>& values, int day, int hour) {
  return values.at(static_cast<std::size_t>(day * 24 + hour));
}

TEST(EnergyDates, AreReadAsTheEngineReadsThem) {
  EXPECT_EQ(day_of_year("1/1", 2023), 0);
  EXPECT_EQ(day_of_year("12/31", 2024), 365);
  EXPECT_EQ(day_of_year("Dec 31", 2023), 364);
  EXPECT_EQ(day_of_year("31 December", 2023), 364);
  EXPECT_EQ(day_of_year("3rd Monday in January", 2023), 15);
  EXPECT_EQ(day_of_year("Last Monday in May", 2023), 148);
  for (const char* wrong :
       {"", "13/1", "2/30", "6th Monday in May", "5th Monday in February", "Monday", "1/2/3", "0/0"})
    EXPECT_EQ(day_of_year(wrong, 2023), std::nullopt) << wrong;
}

TEST(EnergySchedules, CompactByPeriodAndDay) {
  const auto values = values_of(
      "Schedule:Compact,S,,Through: 6/30,For: Weekdays SummerDesignDay,Until: 8:00,0,Until: 24:00,1,"
      "For: AllOtherDays,Until: 24:00,2,Through: 12/31,For AllDays,Until: 24:00,3;");
  ASSERT_EQ(values.size(), 8760u);
  EXPECT_EQ(at(values, 0, 12), 2);  // Sunday
  EXPECT_EQ(at(values, 1, 7), 0);
  EXPECT_EQ(at(values, 1, 8), 1);
  EXPECT_EQ(at(values, 180, 0), 0);  // 30 June, a Friday
  EXPECT_EQ(at(values, 181, 0), 3);
  EXPECT_EQ(at(values, 364, 23), 3);
}

TEST(EnergySchedules, AnHourIsItsMean) {
  const auto steps = values_of("Schedule:Compact,S,,Through: 12/31,For: AllDays,Until: 8:15,0,Until: 24:00,1;");
  EXPECT_DOUBLE_EQ(at(steps, 0, 8), 0.75);
  const auto line = values_of(
      "Schedule:Compact,S,,Through: 12/31,For: AllDays,Interpolate: Linear,Until: 8:00,0,Until: 10:00,1,Until: "
      "24:00,1;");
  EXPECT_DOUBLE_EQ(at(line, 0, 7), 0);
  EXPECT_DOUBLE_EQ(at(line, 0, 8), 0.25);
  EXPECT_DOUBLE_EQ(at(line, 0, 9), 0.75);
}

TEST(EnergySchedules, HolidaysAreDaysOfTheirOwn) {
  const std::string compact =
      "Schedule:Compact,S,,Through: 12/31,For: Weekdays,Until: 24:00,1,For: Holiday,Until: 24:00,5,For: "
      "AllOtherDays,Until: 24:00,2;";
  const auto kept = values_of(compact + "RunPeriodControl:SpecialDays,H,1/3,2,Holiday;");
  EXPECT_EQ(at(kept, 1, 0), 1);
  EXPECT_EQ(at(kept, 2, 0), 5);
  EXPECT_EQ(at(kept, 3, 0), 5);
  // On a weekend: the Monday after, unless the run period says otherwise.
  const auto moved = values_of(compact + "RunPeriodControl:SpecialDays,H,1/1,1,Holiday;");
  EXPECT_EQ(at(moved, 0, 0), 2);
  EXPECT_EQ(at(moved, 1, 0), 5);
  const auto stays = values_of(compact + "RunPeriodControl:SpecialDays,H,1/1,1,Holiday;RunPeriod,R,No;");
  EXPECT_EQ(at(stays, 0, 0), 5);
  EXPECT_EQ(at(stays, 1, 0), 1);
}

TEST(EnergySchedules, YearsOfWeeksOfDays) {
  const auto values = values_of(
      "Schedule:Year,Y,,Winter,11,1,3,31,Summer,4,1,10,31;"
      "Schedule:Week:Daily,Winter,A,B,B,B,B,B,A,A,A,A,A,A;"
      "Schedule:Week:Compact,Summer,For: Weekdays,B,For: AllOtherDays,A;"
      "Schedule:Day:Interval,A,,No,24:00,4;Schedule:Day:List,B,,No,720,1,2;");
  EXPECT_EQ(at(values, 0, 0), 4);
  EXPECT_EQ(at(values, 1, 11), 1);
  EXPECT_EQ(at(values, 1, 12), 2);
  EXPECT_EQ(at(values, 120, 0), 1);  // 1 May, a Monday
  EXPECT_EQ(at(values, 364, 0), 4);  // 31 December, a Sunday
}

TEST(EnergySchedules, ConstantsAndFiles) {
  EXPECT_EQ(values_of("Schedule:Constant,C,,0.3;", 2024).size(), 8784u);
  const auto file = values_of("Schedule:File,F,,x.csv,2,1,8760,Comma,No,60;");
  EXPECT_EQ(at(file, 0, 0), 0.5);
  EXPECT_EQ(at(file, 0, 1), 0.25);
  EXPECT_EQ(at(file, 9, 9), 0.25);  // the last one holds
}

TEST(EnergySchedules, SayWhatCannotBeUnderstood) {
  const std::string head = "Schedule:Compact,S,,";
  EXPECT_EQ(refusal_of(head + "1;"), "a value stands before its Until");
  EXPECT_EQ(refusal_of(head + "Through: 13/1;"), "Through: \"13/1\" is not a date");
  EXPECT_EQ(refusal_of(head + "Through: 12/31,For: Never;"), "\"Never\" names no day");
  EXPECT_EQ(refusal_of(head + "Through: 12/31,For: AllDays,Until: 25:00;"), "\"25:00\" is after 24:00");
  EXPECT_EQ(refusal_of(head + "Through: 12/31,For: AllDays,Until: noon;"), "\"noon\" is not a time of day");
  EXPECT_EQ(refusal_of("Schedule:Year,Y,,Gone,1,1,12,31;"), "it names \"Gone\", which is not there");
  EXPECT_EQ(refusal_of("Schedule:File,F,,x.csv;"), "files are not read here");
}

TEST(EnergySchedules, ThePageHasEachDayOnce) {
  const auto model = schedules_model(
      "ScheduleTypeLimits,T,,,,Temperature;Schedule:Compact,S,T,Through: 12/31,For: Weekdays,Until: 24:00,21,For: "
      "AllOtherDays,Until: "
      "24:00,15;Schedule:Compact,Bad,T,1;");
  const auto page = schedules_page(schedule_years(model, 2023, "", {}), "m.idf");
  const auto& first = page.parts.at("schedules-0").at("schedules").as_array()[0];
  EXPECT_EQ(first.at("shapes").size(), 2u);
  EXPECT_EQ(first.at("days").size(), 365u);
  EXPECT_EQ(first.text("unit"), "°C");
  EXPECT_EQ(page.main.at("skipped").as_array()[0].text("reason"), "a value stands before its Until");
}

}  // namespace
