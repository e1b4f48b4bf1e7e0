// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/schedules/schedules.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "base/text.h"
#include "domains/energy/engine/schedules/compact.h"
#include "domains/energy/engine/schedules/day.h"

namespace energy::engine {

namespace {

using base::Code;
using base::fail;
using base::Result;
using Week = std::array<DayHours, day_types>;

bool is_schedule(std::string_view type) {
  return type == "Schedule:Compact" || type == "Schedule:Year" || type == "Schedule:Constant" ||
         type == "Schedule:File";
}

double number_of(const Model& model, const Object& object, std::string_view field, double otherwise) {
  const auto* found = model.value(object, field);
  return found == nullptr ? otherwise : found->value.number;
}

char separator_of(const Model& model, const Object& object) {
  const auto* said = model.value(object, "column_separator");
  if (said == nullptr) return ',';
  if (base::equals_ignoring_case(said->value.text, "Tab")) return '\t';
  if (base::equals_ignoring_case(said->value.text, "Space")) return ' ';
  return base::equals_ignoring_case(said->value.text, "Semicolon") ? ';' : ',';
}

std::optional<double> cell(std::string_view line, char separator, std::size_t column) {
  const auto cells = base::split(line, separator);
  if (column > cells.size()) return std::nullopt;
  const auto text = base::trim(cells[column - 1]);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

struct Schedules::State {
  State(const Model& given, int in_year, FileText read)
      : model(given), year(in_year), read_file(std::move(read)), days(calendar(given, in_year)) {
    for (std::size_t i = 0; i < model.objects().size(); ++i) {
      const auto& object = model.objects()[i];
      if (!object.type->name.starts_with("Schedule:")) continue;
      if (is_schedule(object.type->name)) listed.push_back(i);
      named.emplace(base::upper_ascii(object.key), i);
    }
  }

  Result<std::size_t> find(std::string_view prefix, const Value& name) const {
    const auto text = formats::idf::text_of(name);
    const auto [first, last] = named.equal_range(base::upper_ascii(text));
    for (auto each = first; each != last; ++each)
      if (model.objects()[each->second].type->name.starts_with(prefix)) return each->second;
    return fail(Code::not_found, "it names \"" + base::printable(text, 100) + "\", which is not there");
  }

  Result<DayHours> day(const Value& name) const {
    const auto object = TRY(find("Schedule:Day:", name));
    return day_hours(model, model.objects()[object]);
  }

  Result<Week> week_daily(const Object& object) const {
    Week week{};
    for (const auto& reading : model.readings(object)) {
      if (reading.field == 0 || reading.field > day_types) continue;
      week[reading.field - 1] = TRY(day(reading.value));
    }
    return week;
  }

  Result<Week> week_compact(const Object& object) const {
    Week week{};
    DaySet taken{}, now{};
    for (const auto& reading : model.readings(object)) {
      if (!reading.in_group()) continue;
      if (reading.field == 0) {
        now = TRY(days_named(reading.value.text, taken));
        continue;
      }
      const auto hours = TRY(day(reading.value));
      for (std::size_t i = 0; i < day_types; ++i) {
        if (now[i] && !taken[i]) week[i] = hours;
        taken[i] = taken[i] || now[i];
      }
    }
    return week;
  }

  Result<Week> week(std::size_t index) const {
    const auto& object = model.objects()[index];
    return object.type->name == "Schedule:Week:Daily" ? week_daily(object) : week_compact(object);
  }

  std::vector<double> all_year(const Week& week) const {
    std::vector<double> values;
    values.reserve(days.size() * 24);
    for (const auto type : days) put(values, week[static_cast<std::size_t>(type)]);
    return values;
  }
  static void put(std::vector<double>& values, const DayHours& hours) {
    values.insert(values.end(), hours.begin(), hours.end());
  }

  Result<std::vector<double>> compact(const Object& object) const {
    const auto periods = TRY(compact_periods(model, object, year));
    std::vector<double> values;
    values.reserve(days.size() * 24);
    std::size_t at = 0;
    for (std::size_t i = 0; i < days.size(); ++i) {
      while (at + 1 < periods.size() && static_cast<int>(i) > periods[at].last_day) ++at;
      put(values, periods[at].days[static_cast<std::size_t>(days[i])]);
    }
    return values;
  }

  // Groups of five: a week's name, the month and day where it begins, the month and day where it ends.
  Result<std::vector<double>> of_year(const Object& object) const {
    std::vector<double> values(days.size() * 24);
    std::map<std::uint32_t, std::array<const Value*, 5>> groups;
    for (const auto& reading : model.readings(object))
      if (reading.in_group() && reading.field < 5) groups[reading.group][reading.field] = &reading.value;
    std::vector<bool> filled(days.size());
    for (const auto& [number, group] : groups) {
      if (std::ranges::count(group, nullptr) > 0) continue;
      TRY(fill(group, values, filled));
    }
    return values;
  }

  Result<void> fill(const std::array<const Value*, 5>& group, std::vector<double>& values,
                    std::vector<bool>& filled) const {
    const auto which = TRY(find("Schedule:Week:", *group[0]));
    const auto week_of = TRY(week(which));
    const auto first = TRY(date(*group[1], *group[2])), last = TRY(date(*group[3], *group[4]));
    for (std::size_t i = 0; i < days.size(); ++i) {
      const int day = static_cast<int>(i);
      const bool inside = first <= last ? day >= first && day <= last : day >= first || day <= last;
      if (!inside || filled[i]) continue;
      filled[i] = true;
      std::ranges::copy(week_of[static_cast<std::size_t>(days[i])],
                        values.begin() + static_cast<std::ptrdiff_t>(i) * 24);
    }
    return {};
  }

  Result<int> date(const Value& month, const Value& day) const {
    const int in = static_cast<int>(month.number), at = static_cast<int>(day.number);
    const auto found = day_of_year(year, in, in == 2 ? std::min(at, days.size() == 366 ? 29 : 28) : at);
    if (found) return *found;
    return fail(Code::parse, std::to_string(in) + "/" + std::to_string(at) + " is not a date");
  }

  Result<std::vector<double>> of_file(const Object& object) const {
    const auto* name = model.value(object, "file_name");
    if (name == nullptr) return fail(Code::missing, "it names no file");
    if (!read_file) return fail(Code::unavailable, "files are not read here");
    const auto text = TRY(read_file(std::string(name->value.text)));
    const auto rows = rows_of(text, object);
    if (rows.empty()) return fail(Code::parse, "its file has no numbers in that column");
    return in_hours(rows, std::max(1.0, number_of(model, object, "minutes_per_item", 60)));
  }

  std::vector<double> rows_of(std::string_view text, const Object& object) const {
    const auto column = static_cast<std::size_t>(std::max(1.0, number_of(model, object, "column_number", 1)));
    auto skip = number_of(model, object, "rows_to_skip_at_top", 0);
    const char separator = separator_of(model, object);
    std::vector<double> rows;
    for (const auto line : base::split(text, '\n')) {
      if (skip-- > 0) continue;
      if (const auto value = cell(line, separator, column)) rows.push_back(*value);
    }
    return rows;
  }

  // A file that ends early keeps its last value.
  std::vector<double> in_hours(const std::vector<double>& rows, double minutes) const {
    std::vector<double> values(days.size() * 24);
    const auto each = std::max<std::size_t>(1, static_cast<std::size_t>(60 / minutes));
    for (std::size_t i = 0; i < values.size(); ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < each; ++k) {
        const auto row = minutes > 60 ? static_cast<std::size_t>(static_cast<double>(i) * 60 / minutes) : i * each + k;
        sum += rows[std::min(row, rows.size() - 1)];
      }
      values[i] = each == 1 ? sum : sum / static_cast<double>(each);
    }
    return values;
  }

  const Model& model;
  int year;
  FileText read_file;
  std::vector<DayType> days;
  std::vector<std::size_t> listed;
  std::multimap<std::string, std::size_t> named;
};

Schedules::Schedules(const Model& model, int year, FileText read_file)
    : state_(std::make_unique<State>(model, year, std::move(read_file))) {}
Schedules::~Schedules() = default;

const std::vector<std::size_t>& Schedules::objects() const { return state_->listed; }
const std::vector<DayType>& Schedules::days() const { return state_->days; }

Result<std::vector<double>> Schedules::values(std::size_t index) const {
  const auto& object = state_->model.objects()[index];
  const auto& type = object.type->name;
  if (type == "Schedule:Compact") return state_->compact(object);
  if (type == "Schedule:Year") return state_->of_year(object);
  if (type == "Schedule:File") return state_->of_file(object);
  if (type.starts_with("Schedule:Week:")) return state_->all_year(TRY(state_->week(index)));
  Week same;
  if (type == "Schedule:Constant") {
    DayHours hours;
    hours.fill(number_of(state_->model, object, "hourly_value", 0));
    same.fill(hours);
  } else if (type.starts_with("Schedule:Day:")) {
    same.fill(TRY(day_hours(state_->model, object)));
  } else {
    return fail(Code::unknown_name, type + " is not a schedule that can be shown");
  }
  return state_->all_year(same);
}

}  // namespace energy::engine
