// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

// Dates, times and durations of XML Schema, read from their texts and put into order (XML Schema Part 2, 3.2.6 to
// 3.2.9).
namespace formats::ids {

enum class TimeType : std::uint8_t { duration, date_time, time, date };
std::optional<TimeType> time_type(std::string_view xs_base);  // "xs:date"

// Seconds on a line, with their fraction in 1e-18 s; what is finer is dropped.
struct Instant {
  std::int64_t seconds = 0, fraction = 0;  // fraction is never negative
  friend auto operator<=>(const Instant&, const Instant&) = default;
};
struct TimeValue {
  bool zoned = false;       // there is a time zone: `instant` is UTC
  std::int64_t months = 0;  // of a duration, which has them beside its seconds
  Instant instant;
};
// Nothing for texts that are no value of the type, and for numbers of more than nine digits.
std::optional<TimeValue> time_value(TimeType type, std::string_view text);

// Two values of one type. Unordered where XML Schema says "indeterminate": a time zone that only one of them has may
// turn the order round, and so may the length of months.
std::partial_ordering order(TimeType type, const TimeValue& a, const TimeValue& b);

}  // namespace formats::ids
