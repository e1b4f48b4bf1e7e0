// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/schedules/day.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text.h"

namespace energy::engine {
namespace {

// The area under the pieces over one hour. A linear piece goes from the value before it to its own; the first is level,
// as in the engine's ProcessIntervalFields.
double mean_of_hour(const std::vector<Until>& pieces, Between between, double from) {
  double sum = 0, begin = 0;
  const double to = from + 60;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const double end = i + 1 == pieces.size() ? 1440 : pieces[i].minute;
    const double low = std::max(begin, from), high = std::min(end, to);
    const bool level = between == Between::step || i == 0 || end <= begin;
    if (low <= from && high >= to && level) return pieces[i].value;
    if (high > low) {
      const double slope = level ? 0 : (pieces[i].value - pieces[i - 1].value) / (end - begin);
      const double middle = level ? pieces[i].value : pieces[i - 1].value + slope * ((low + high) / 2 - begin);
      sum += middle * (high - low);
    }
    begin = std::max(begin, end);
  }
  return sum / 60;
}

Between between_of(const Model& model, const Object& object) {
  const auto* said = model.value(object, "interpolate_to_timestep");
  return said != nullptr && base::equals_ignoring_case(said->value.text, "Linear") ? Between::linear : Between::step;
}

DayHours hourly(const Model& model, const Object& object) {
  DayHours hours{};
  for (std::size_t i = 0; i < hours.size(); ++i) {
    if (const auto* value = model.value(object, "hour_" + std::to_string(i + 1))) hours[i] = value->value.number;
  }
  return hours;
}

base::Result<DayHours> interval(const Model& model, const Object& object) {
  std::vector<Until> pieces;
  double minute = 0;
  for (const auto& reading : model.readings(object)) {
    if (!reading.in_group()) continue;
    if (reading.field == 0) {
      minute = TRY(minute_of(formats::idf::text_of(reading.value)));
      if (!pieces.empty() && minute <= pieces.back().minute)
        return base::fail(base::Code::constraint, "its times do not ascend");
    } else {
      pieces.push_back({minute, reading.value.number});
    }
  }
  return hours_of(pieces, between_of(model, object));
}

DayHours list(const Model& model, const Object& object) {
  const auto* minutes = model.value(object, "minutes_per_item");
  const double step = minutes == nullptr || minutes->value.number < 1 ? 60 : minutes->value.number;
  std::vector<Until> pieces;
  for (const auto& reading : model.readings(object)) {
    if (reading.in_group()) pieces.push_back({std::min(1440.0, step * (reading.group + 1.0)), reading.value.number});
  }
  return hours_of(pieces, between_of(model, object));
}

}  // namespace

base::Result<double> minute_of(std::string_view text) {
  const auto parts = base::split(base::trim(text), ':');
  double minutes = 0, unit = 60;
  for (const auto part : parts) {
    int value = 0;
    const auto word = base::trim(part);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value < 0 || unit < 1.0 / 60) {
      return base::fail(base::Code::parse, "\"" + base::printable(text, 40) + "\" is not a time of day");
    }
    minutes += value * unit;
    unit /= 60;
  }
  if (minutes > 1440) return base::fail(base::Code::parse, "\"" + base::printable(text, 40) + "\" is after 24:00");
  return minutes;
}

DayHours hours_of(const std::vector<Until>& pieces, Between between) {
  DayHours hours{};
  for (std::size_t i = 0; i < hours.size(); ++i) hours[i] = mean_of_hour(pieces, between, static_cast<double>(i) * 60);
  return hours;
}

base::Result<DayHours> day_hours(const Model& model, const Object& object) {
  if (object.type->name == "Schedule:Day:Hourly") return hourly(model, object);
  if (object.type->name == "Schedule:Day:Interval") return interval(model, object);
  return list(model, object);
}

}  // namespace energy::engine
