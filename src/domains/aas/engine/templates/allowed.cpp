// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/allowed.h"

#include <re2/re2.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"

namespace aas::engine {

namespace {

std::optional<double> number_or(std::string_view text, double if_empty) {
  text = base::trim(text);
  if (text.empty() || text == "*") return if_empty;
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || std::isnan(value)) return std::nullopt;
  return value;
}

struct Bounds {
  double low = 0, high = 0;
  bool with_low = true, with_high = true;
};

std::optional<Bounds> bounds_of(std::string_view range) {
  range = base::trim(range);
  Bounds out;
  if (range.starts_with('[') || range.starts_with('(') || range.starts_with(']')) {
    out.with_low = range.front() == '[';
    range.remove_prefix(1);
  }
  if (range.ends_with(']') || range.ends_with(')') || range.ends_with('[')) {
    out.with_high = range.back() == ']';
    range.remove_suffix(1);
  }
  for (const std::string_view separator : {"..", ";", ","}) {
    const std::size_t at = range.find(separator);
    if (at == std::string_view::npos) continue;
    constexpr double beyond = std::numeric_limits<double>::infinity();
    const auto low = number_or(range.substr(0, at), -beyond);
    const auto high = number_or(range.substr(at + separator.size()), beyond);
    if (!low || !high) return std::nullopt;
    out.low = *low;
    out.high = *high;
    return out;
  }
  return std::nullopt;
}

bool is_one_of(std::string_view list, std::string_view value) {
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find_first_of(",;|", begin), list.size());
    if (base::trim(list.substr(begin, end - begin)) == value) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

std::optional<bool> is_in_range(std::string_view range, std::string_view value) {
  const auto bounds = bounds_of(range);
  const auto number = number_or(value, std::numeric_limits<double>::quiet_NaN());
  if (!bounds || !number || std::isnan(*number)) return std::nullopt;
  const bool above = bounds->with_low ? *number >= bounds->low : *number > bounds->low;
  const bool below = bounds->with_high ? *number <= bounds->high : *number < bounds->high;
  return above && below;
}

std::optional<bool> is_allowed(std::string_view rule, std::string_view value) {
  if (is_one_of(rule, value)) return true;
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(std::int64_t{1} << 20);
  const re2::RE2 expression(re2::StringPiece(rule.data(), rule.size()), options);
  if (!expression.ok()) return std::nullopt;
  return re2::RE2::FullMatch(re2::StringPiece(value.data(), value.size()), expression);
}

}  // namespace aas::engine
