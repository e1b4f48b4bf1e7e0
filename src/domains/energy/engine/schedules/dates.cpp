// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/schedules/dates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "base/text.h"

namespace energy::engine {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;

constexpr std::array<std::string_view, 12> month_names{"january",   "february", "march",    "april",
                                                       "may",       "june",     "july",     "august",
                                                       "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> weekday_names{"sunday",   "monday", "tuesday", "wednesday",
                                                        "thursday", "friday", "saturday"};

// "jan", "january": a word of three letters or more that begins the name. 0-based.
template <std::size_t count>
std::optional<unsigned> named(const std::array<std::string_view, count>& names, std::string_view word) {
  if (word.size() < 3) return std::nullopt;
  for (unsigned i = 0; i < count; ++i)
    if (base::equals_ignoring_case(names[i].substr(0, word.size()), word)) return i;
  return std::nullopt;
}

// "3", "3rd".
std::optional<int> number_in(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const auto rest = base::lower_ascii({end, word.data() + word.size()});
  const bool ordinal = rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
  return error == std::errc{} && ordinal ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(" \t/-"), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

int place_of(sys_days date, int in_year) {
  return static_cast<int>((date - sys_days(year(in_year) / month(1) / day(1))).count());
}

// "3rd Monday in January", "Last Monday in May".
std::optional<int> weekday_in_month(const std::vector<std::string_view>& words, int in_year) {
  const auto which = named(weekday_names, words[1]);
  const auto in = named(month_names, words[3]);
  if (!which || !in || !base::equals_ignoring_case(words[2], "in")) return std::nullopt;
  const auto at = year(in_year) / month(*in + 1);
  if (base::equals_ignoring_case(words[0], "last"))
    return place_of(sys_days(at / std::chrono::weekday(*which)[std::chrono::last]), in_year);
  const auto nth = number_in(words[0]);
  if (!nth || *nth < 1 || *nth > 5) return std::nullopt;
  const auto date = at / std::chrono::weekday(*which)[static_cast<unsigned>(*nth)];
  return date.ok() ? std::optional(place_of(sys_days(date), in_year)) : std::nullopt;
}

DayType special_type(std::string_view name) {
  if (base::equals_ignoring_case(name, "SummerDesignDay")) return DayType::summer_design_day;
  if (base::equals_ignoring_case(name, "WinterDesignDay")) return DayType::winter_design_day;
  if (base::equals_ignoring_case(name, "CustomDay1")) return DayType::custom_day_1;
  if (base::equals_ignoring_case(name, "CustomDay2")) return DayType::custom_day_2;
  return DayType::holiday;
}

// RunPeriod, "Apply Weekend Holiday Rule": special days of one day that fall on a weekend are on the Monday after it.
// The engine takes a blank for yes.
bool weekend_rule(const Model& model) {
  const auto periods = model.of_type("RunPeriod");
  const auto* said = periods.empty() ? nullptr : model.value(model.objects()[periods[0]], "apply_weekend_holiday_rule");
  return said == nullptr || !base::equals_ignoring_case(said->value.text, "No");
}
int to_monday(DayType day) { return day == DayType::sunday ? 1 : day == DayType::saturday ? 2 : 0; }

// Where two meet, the first one holds; after the last day of the year comes the first.
void mark(std::vector<DayType>& days, int first, int count, DayType kind) {
  for (int i = 0; i < count; ++i) {
    auto& day = days[static_cast<std::size_t>(first + i) % days.size()];
    if (day <= DayType::saturday) day = kind;
  }
}

}  // namespace

int days_in_year(int in_year) { return year(in_year).is_leap() ? 366 : 365; }

DayType weekday(int in_year, int at) {
  const std::chrono::weekday found(sys_days(year(in_year) / month(1) / day(1)) + std::chrono::days(at));
  return static_cast<DayType>(found.c_encoding());
}

std::optional<int> day_of_year(int in_year, int in_month, int at) {
  if (in_month < 1 || in_month > 12 || at < 1 || at > 31) return std::nullopt;
  const auto date = year(in_year) / in_month / at;
  return date.ok() ? std::optional(place_of(sys_days(date), in_year)) : std::nullopt;
}

std::optional<int> day_of_year(std::string_view text, int in_year) {
  const auto words = words_of(text);
  if (words.size() == 4) return weekday_in_month(words, in_year);
  if (words.size() != 2) return std::nullopt;
  const auto first = number_in(words[0]), second = number_in(words[1]);
  if (const auto in = named(month_names, words[0]); in && second)
    return day_of_year(in_year, static_cast<int>(*in) + 1, *second);
  if (const auto in = named(month_names, words[1]); in && first)
    return day_of_year(in_year, static_cast<int>(*in) + 1, *first);
  return first && second ? day_of_year(in_year, *first, *second) : std::nullopt;
}

std::vector<DayType> calendar(const Model& model, int in_year) {
  std::vector<DayType> days(static_cast<std::size_t>(days_in_year(in_year)));
  for (std::size_t i = 0; i < days.size(); ++i) days[i] = weekday(in_year, static_cast<int>(i));
  const bool moved = weekend_rule(model);
  for (const auto index : model.of_type("RunPeriodControl:SpecialDays")) {
    const auto& object = model.objects()[index];
    const auto* date = model.value(object, "start_date");
    const auto* duration = model.value(object, "duration");
    const auto* type = model.value(object, "special_day_type");
    const auto first = date == nullptr ? std::nullopt : day_of_year(formats::idf::text_of(date->value), in_year);
    if (!first) continue;
    const auto kind = special_type(type == nullptr ? std::string_view() : type->value.text);
    const int count = duration == nullptr ? 1 : static_cast<int>(std::clamp(duration->value.number, 0.0, 366.0));
    mark(days, *first + (moved && count == 1 ? to_monday(weekday(in_year, *first)) : 0), count, kind);
  }
  return days;
}

}  // namespace energy::engine
