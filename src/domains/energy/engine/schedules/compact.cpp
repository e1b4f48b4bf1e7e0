// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/schedules/compact.h"

#include <optional>
#include <string>

#include "base/text.h"

namespace energy::engine {
namespace {

using base::Code;
using base::fail;
using base::Result;

struct Group {
  std::string_view word;
  DayType first, last;
};
constexpr std::array day_groups{
    Group{"ALLDAY", DayType::sunday, DayType::custom_day_2},
    Group{"WEEKDAY", DayType::monday, DayType::friday},
    Group{"SUNDAY", DayType::sunday, DayType::sunday},
    Group{"MONDAY", DayType::monday, DayType::monday},
    Group{"TUESDAY", DayType::tuesday, DayType::tuesday},
    Group{"WEDNESDAY", DayType::wednesday, DayType::wednesday},
    Group{"THURSDAY", DayType::thursday, DayType::thursday},
    Group{"FRIDAY", DayType::friday, DayType::friday},
    Group{"SATURDAY", DayType::saturday, DayType::saturday},
    Group{"HOLIDAY", DayType::holiday, DayType::holiday},
    Group{"SUMMER", DayType::summer_design_day, DayType::summer_design_day},
    Group{"WINTER", DayType::winter_design_day, DayType::winter_design_day},
    Group{"CUSTOMDAY1", DayType::custom_day_1, DayType::custom_day_1},
    Group{"CUSTOMDAY2", DayType::custom_day_2, DayType::custom_day_2},
};

// What follows a keyword and its colon; nullopt: it begins otherwise.
std::optional<std::string_view> after(std::string_view text, std::string_view keyword) {
  if (!base::equals_ignoring_case(text.substr(0, keyword.size()), keyword)) return std::nullopt;
  text = base::trim(text.substr(keyword.size()));
  if (text.starts_with(':')) text.remove_prefix(1);
  return base::trim(text);
}

class Reader {
 public:
  Reader(const Model& model, const Object& object, int year) : model_(model), object_(object), year_(year) {}

  Result<std::vector<CompactPeriod>> read() {
    for (const auto& reading : model_.readings(object_)) {
      if (!reading.in_group()) continue;
      if (reading.value.is_number()) {
        TRY(value(reading.value.number));
      } else {
        TRY(word(base::trim(reading.value.text)));
      }
    }
    end_days();
    if (periods_.empty()) return fail(Code::parse, "it has no Through");
    return std::move(periods_);
  }

 private:
  Result<void> word(std::string_view text) {
    if (const auto date = after(text, "Through")) return through(*date);
    if (const auto days = after(text, "For")) return for_days(*days);
    if (const auto time = after(text, "Until")) return until(*time);
    if (const auto how = after(text, "Interpolate")) {
      between_ = base::equals_ignoring_case(*how, "Linear") ? Between::linear : Between::step;
      return {};
    }
    return fail(Code::parse,
                "\"" + base::printable(text, 60) + "\" is none of Through, For, Interpolate, Until, a number");
  }

  Result<void> through(std::string_view date) {
    end_days();
    const auto day = day_of_year(date, year_);
    // The last day of February is the 28th in most years.
    const auto common = day || date != "2/29" ? day : day_of_year("2/28", year_);
    if (!common) return fail(Code::parse, "Through: \"" + base::printable(date, 40) + "\" is not a date");
    periods_.push_back({.last_day = *common});
    taken_ = {};
    return {};
  }

  Result<void> for_days(std::string_view names) {
    end_days();
    if (periods_.empty()) return fail(Code::parse, "For stands before the first Through");
    days_ = TRY(days_named(names, taken_));
    between_ = Between::step;
    return {};
  }

  Result<void> until(std::string_view time) {
    if (!days_) return fail(Code::parse, "Until stands before the first For");
    minute_ = TRY(minute_of(time));
    return {};
  }

  Result<void> value(double number) {
    if (!minute_) return fail(Code::parse, "a value stands before its Until");
    pieces_.push_back({*minute_, number});
    minute_.reset();
    return {};
  }

  // A day that was named before keeps what it has.
  void end_days() {
    if (!days_) return;
    const auto hours = hours_of(pieces_, between_);
    for (std::size_t i = 0; i < day_types; ++i) {
      if ((*days_)[i] && !taken_[i]) periods_.back().days[i] = hours;
      taken_[i] = taken_[i] || (*days_)[i];
    }
    days_.reset();
    pieces_.clear();
    minute_.reset();
  }

  const Model& model_;
  const Object& object_;
  int year_;
  std::vector<CompactPeriod> periods_;
  DaySet taken_{};
  std::optional<DaySet> days_;
  std::vector<Until> pieces_;
  std::optional<double> minute_;
  Between between_ = Between::step;
};

}  // namespace

Result<DaySet> days_named(std::string_view text, const DaySet& taken) {
  std::string words = base::upper_ascii(text);
  std::erase(words, ' ');
  DaySet days{};
  bool any = false;
  const auto add = [&](DayType day) { any = days[static_cast<std::size_t>(day)] = true; };
  for (const auto& group : day_groups) {
    if (words.find(group.word) == std::string::npos) continue;
    for (auto day = group.first; day <= group.last; day = static_cast<DayType>(static_cast<int>(day) + 1)) add(day);
  }
  if (words.find("WEEKEND") != std::string::npos) {
    add(DayType::sunday);
    add(DayType::saturday);
  }
  if (words.find("ALLOTHERDAY") != std::string::npos) {
    for (std::size_t i = 0; i < day_types; ++i) days[i] = days[i] || !taken[i];
    any = true;
  }
  if (!any) return fail(Code::parse, "\"" + base::printable(text, 60) + "\" names no day");
  return days;
}

Result<std::vector<CompactPeriod>> compact_periods(const Model& model, const Object& object, int year) {
  return Reader(model, object, year).read();
}

}  // namespace energy::engine
