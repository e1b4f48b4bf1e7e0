// SPDX-License-Identifier: Apache-2.0
#include "formats/ids/time_value.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>

namespace formats::ids {
namespace {

constexpr std::size_t most_digits = 9, fraction_digits = 18;
constexpr std::int64_t whole_fraction = 1'000'000'000'000'000'000, day_seconds = 86'400, hour_seconds = 3'600;

// Takes what it recognises from the front of a text; what it does not makes it bad, and it takes nothing any more.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}
  bool good() const { return good_; }
  bool ends() const { return good_ && rest_.empty(); }
  bool next_is(char c) const { return good_ && rest_.starts_with(c); }
  bool next_is_digit() const { return good_ && !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; }
  bool take(char c) {
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void demand(bool condition) { good_ = good_ && condition; }
  // A number of so many digits.
  std::int64_t number(std::size_t fewest, std::size_t most) {
    std::int64_t value = 0;
    std::size_t count = 0;
    for (; next_is_digit() && count <= most; ++count) value = value * 10 + take_digit();
    demand(count >= fewest && count <= most);
    return good_ ? value : 0;
  }
  std::int64_t two(std::int64_t low, std::int64_t high) {
    const auto value = number(2, 2);
    demand(low <= value && value <= high);
    return value;
  }
  // ".25", or nothing.
  std::int64_t fraction() {
    if (!take('.')) return 0;
    demand(next_is_digit());
    std::int64_t value = 0;
    std::size_t count = 0;
    for (; next_is_digit(); ++count) {
      const auto digit = take_digit();
      if (count < fraction_digits) value = value * 10 + digit;
    }
    for (; count < fraction_digits; ++count) value *= 10;
    return value;
  }

 private:
  std::int64_t take_digit() {
    const auto digit = rest_.front() - '0';
    rest_.remove_prefix(1);
    return digit;
  }
  std::string_view rest_;
  bool good_ = true;
};

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Days since 1970-01-01 in the proleptic Gregorian calendar. Its pattern comes again every 400 years, so that years
// beyond those of std::chrono do no harm.
std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
  const auto eras = floor_divide(year, 400);
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year - eras * 400)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  return eras * 146'097 + std::chrono::sys_days(date).time_since_epoch().count();
}

std::int64_t last_day(std::int64_t year, std::int64_t month) {
  static constexpr std::array<std::int64_t, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

// 3.2.7.1: four digits at least, more only without leading zeros.
std::int64_t take_days(Scanner& scan) {
  const bool before = scan.take('-');
  const auto written = scan.number(4, scan.next_is('0') ? 4 : most_digits);
  const auto year = before ? -written : written;
  scan.demand(scan.take('-'));
  const auto month = scan.two(1, 12);
  scan.demand(scan.take('-'));
  const auto day = scan.two(1, 31);
  scan.demand(scan.good() && day <= last_day(year, month));
  return scan.good() ? days_of(year, month, day) : 0;
}

// 24:00:00 is the first instant of the next day (3.2.7.1).
Instant take_clock(Scanner& scan) {
  const auto hour = scan.two(0, 24);
  scan.demand(scan.take(':'));
  const auto minute = scan.two(0, 59);
  scan.demand(scan.take(':'));
  const auto second = scan.two(0, 59);
  const Instant out{hour * hour_seconds + minute * 60 + second, scan.fraction()};
  scan.demand(out <= Instant{day_seconds, 0});
  return out;
}

void take_zone(Scanner& scan, TimeValue& value) {
  if (scan.ends()) return;
  value.zoned = true;
  if (scan.take('Z')) return;
  const bool west = scan.next_is('-');
  scan.demand(scan.take('+') || scan.take('-'));
  const auto hours = scan.two(0, 14);
  scan.demand(scan.take(':'));
  const auto shift = hours * hour_seconds + scan.two(0, 59) * 60;
  scan.demand(shift <= 14 * hour_seconds);
  value.instant.seconds += west ? shift : -shift;
}

TimeValue take_point(Scanner& scan, TimeType type) {
  TimeValue value;
  if (type == TimeType::time) {
    value.instant = take_clock(scan);
    value.instant.seconds %= day_seconds;
  } else {
    const auto days = take_days(scan);
    if (type == TimeType::date_time) {
      scan.demand(scan.take('T'));
      value.instant = take_clock(scan);
    }
    value.instant.seconds += days * day_seconds;
  }
  take_zone(scan, value);
  return value;
}

// One number with its letter; the letters come in their order, each once (3.2.6.1).
struct Part {
  char letter;
  std::int64_t months, seconds;
};

bool take_parts(Scanner& scan, std::span<const Part> parts, TimeValue& value) {
  bool any = false;
  for (auto part = parts.begin(); scan.next_is_digit(); any = true) {
    const auto count = scan.number(1, most_digits);
    const bool fraction = scan.next_is('.');
    value.instant.fraction = scan.fraction();
    while (part != parts.end() && !scan.next_is(part->letter)) ++part;
    scan.demand(part != parts.end() && (!fraction || part->letter == 'S'));
    if (!scan.good()) return false;
    scan.take(part->letter);
    value.months += count * part->months;
    value.instant.seconds += count * part->seconds;
    ++part;
  }
  return any;
}

void negate(TimeValue& value) {
  value.months = -value.months;
  value.instant.seconds = -value.instant.seconds;
  if (value.instant.fraction == 0) return;
  value.instant = {value.instant.seconds - 1, whole_fraction - value.instant.fraction};
}

// IDS 1.0 lets a plus stand where XML Schema has a minus only.
TimeValue take_duration(Scanner& scan) {
  static constexpr std::array<Part, 3> date{{{'Y', 12, 0}, {'M', 1, 0}, {'D', 0, day_seconds}}};
  static constexpr std::array<Part, 3> clock{{{'H', 0, hour_seconds}, {'M', 0, 60}, {'S', 0, 1}}};
  TimeValue value;
  const bool negative = scan.take('-');
  if (!negative) scan.take('+');
  scan.demand(scan.take('P'));
  const bool any = take_parts(scan, date, value);
  if (scan.take('T'))
    scan.demand(take_parts(scan, clock, value));
  else
    scan.demand(any);
  if (negative) negate(value);
  return value;
}

// 3.2.7.4: a value without a time zone may mean any from +14:00 to -14:00.
std::partial_ordering order_of_points(const TimeValue& a, const TimeValue& b) {
  if (a.zoned == b.zoned) return a.instant <=> b.instant;
  if (b.zoned) return 0 <=> order_of_points(b, a);
  const auto shifted = [&](std::int64_t hours) {
    return Instant{b.instant.seconds + hours * hour_seconds, b.instant.fraction};
  };
  if (a.instant < shifted(-14)) return std::partial_ordering::less;
  if (a.instant > shifted(14)) return std::partial_ordering::greater;
  return std::partial_ordering::unordered;
}

// 3.2.6.2: one duration is longer if it is so from each of four days, which have all lengths of months behind them.
std::partial_ordering order_of_durations(const TimeValue& a, const TimeValue& b) {
  struct Start {
    std::int64_t year, month;
  };
  static constexpr std::array<Start, 4> starts{{{1696, 9}, {1697, 2}, {1903, 3}, {1903, 7}}};
  const auto end = [](const Start& start, const TimeValue& value) {
    const auto months = start.month - 1 + value.months;
    const auto years = floor_divide(months, 12);
    const auto days = days_of(start.year + years, months - years * 12 + 1, 1);
    return Instant{days * day_seconds + value.instant.seconds, value.instant.fraction};
  };
  const auto first = end(starts[0], a) <=> end(starts[0], b);
  const bool all =
      std::ranges::all_of(starts, [&](const Start& each) { return (end(each, a) <=> end(each, b)) == first; });
  return all ? std::partial_ordering(first) : std::partial_ordering::unordered;
}

}  // namespace

std::optional<TimeType> time_type(std::string_view xs_base) {
  if (xs_base == "xs:duration") return TimeType::duration;
  if (xs_base == "xs:dateTime") return TimeType::date_time;
  if (xs_base == "xs:time") return TimeType::time;
  if (xs_base == "xs:date") return TimeType::date;
  return std::nullopt;
}

std::optional<TimeValue> time_value(TimeType type, std::string_view text) {
  Scanner scan(text);
  const auto value = type == TimeType::duration ? take_duration(scan) : take_point(scan, type);
  return scan.ends() ? std::optional(value) : std::nullopt;
}

std::partial_ordering order(TimeType type, const TimeValue& a, const TimeValue& b) {
  return type == TimeType::duration ? order_of_durations(a, b) : order_of_points(a, b);
}

}  // namespace formats::ids
