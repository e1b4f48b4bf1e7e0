// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <limits>

#include "formats/step/scan.h"
#include "formats/step/step.h"
#include "formats/step/strings.h"

namespace formats::step {
namespace {

using scan::is_digit;
using scan::is_letter;

std::string_view without_plus(std::string_view bytes) {
  if (bytes.starts_with('+')) bytes.remove_prefix(1);
  return bytes;
}

double whole_or_real(std::string_view bytes) {
  bytes = without_plus(bytes);
  double value = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), value);
  if (error != std::errc::result_out_of_range)
    return std::isfinite(value) ? value : 0;  // "inf" and "nan" are no numbers
  // from_chars does not say which end was passed: a negative exponent is the small one.
  const std::size_t exponent = bytes.find_first_of("eE");
  const bool tiny = exponent == std::string_view::npos ? bytes.find_first_not_of("+-0.") > bytes.find('.')
                                                       : bytes.substr(exponent + 1).starts_with('-');
  if (tiny) return 0;
  return bytes.starts_with('-') ? std::numeric_limits<double>::lowest() : std::numeric_limits<double>::max();
}

std::int64_t cut(double value) {
  constexpr double limit = 9223372036854775807.0;  // rounds to 2^63
  if (value >= limit) return std::numeric_limits<std::int64_t>::max();
  if (value <= -limit) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

}  // namespace

Value::Kind Value::kind() const {
  if (bytes_.empty()) return Kind::null;
  const char first = bytes_[0];
  switch (first) {
    case '*':
      return Kind::derived;
    case '\'':
      return Kind::string;
    case '#':
      return Kind::reference;
    case '(':
      return Kind::list;
    case '"':
      return Kind::binary;
    case '.':
      return bytes_.size() > 1 && is_digit(bytes_[1]) ? Kind::real : Kind::enumeration;
    default:
      break;
  }
  if (is_letter(first) || first == '!') return Kind::typed;
  if (!is_digit(first) && first != '-' && first != '+') return Kind::null;
  return bytes_.find_first_of(".eE") == std::string_view::npos ? Kind::integer : Kind::real;
}

std::int64_t Value::integer() const {
  const Kind found = kind();
  if (found == Kind::real) return cut(number());
  if (found != Kind::integer) return 0;
  const std::string_view bytes = without_plus(bytes_);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  return bytes.starts_with('-') ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

double Value::number() const {
  const Kind found = kind();
  return found == Kind::integer || found == Kind::real ? whole_or_real(bytes_) : 0;
}

std::string Value::string() const {
  if (kind() != Kind::string) return {};
  std::string_view inside = bytes_.substr(1);
  if (inside.ends_with('\'')) inside.remove_suffix(1);
  return decoded(inside);
}

std::string_view Value::word() const {
  const Kind found = kind();
  if (found == Kind::typed) {
    const char* begin = bytes_.data();
    return {begin, scan::skip_word(begin, begin + bytes_.size())};
  }
  if (found != Kind::enumeration) return {};
  std::string_view inside = bytes_.substr(1);
  if (inside.ends_with('.')) inside.remove_suffix(1);
  return inside;
}

std::uint32_t Value::reference() const {
  if (kind() != Kind::reference) return 0;
  std::uint32_t id = 0;
  const auto [end, error] = std::from_chars(bytes_.data() + 1, bytes_.data() + bytes_.size(), id);
  return error == std::errc() ? id : 0;
}

std::string_view Value::raw() const { return bytes_; }

Value::Items Value::items() const {
  const Kind found = kind();
  Items items;
  if (found != Kind::list && found != Kind::typed) return items;
  const char* begin = bytes_.data();
  const char* end = begin + bytes_.size();
  if (found == Kind::typed) begin = scan::skip_blank(scan::skip_word(begin, end), end);
  if (begin != end && *begin == '(') items.bytes_ = {begin + 1, end};
  return items;
}

Value::Items::Iterator::Iterator(const char* at, const char* end) : next_(at), end_(end) {
  at = scan::skip_blank(at, end);
  if (at == end || *at == ')') return;
  take(at);
}

void Value::Items::Iterator::take(const char* at) {
  at_ = at;
  value_end_ = scan::skip_value(at, end_);
  next_ = scan::skip_blank(value_end_, end_);
}

Value::Items::Iterator& Value::Items::Iterator::operator++() {
  // What stands between a value and the next comma is not a part of either.
  while (next_ != end_ && *next_ != ',' && *next_ != ')') {
    const char* after = scan::skip_value(next_, end_);
    next_ = scan::skip_blank(after == next_ ? after + 1 : after, end_);
  }
  if (next_ == end_ || *next_ == ')') {
    at_ = nullptr;
  } else {
    take(scan::skip_blank(next_ + 1, end_));
  }
  return *this;
}

std::size_t Value::Items::size() const {
  std::size_t count = 0;
  for (auto at = begin(); at != end(); ++at) ++count;
  return count;
}

Value Value::Items::operator[](std::size_t index) const {
  for (const Value& each : *this) {
    if (index-- == 0) return each;
  }
  return {};
}

}  // namespace formats::step
