// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "base/result.h"
#include "base/wide.h"

namespace formats::aas {

namespace {

bool is_xml_character_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '\t' || c == '\n' || c == '\r') return true;
  return c == '\xEF' && !text.substr(at).starts_with("\xEF\xBF\xBE") && !text.substr(at).starts_with("\xEF\xBF\xBF");
}

}  // namespace

// All but a few texts have neither controls nor the byte that begins U+F000 to U+FFFF.
bool has_only_xml_characters(std::string_view text) {
  constexpr char first_byte = '\xEF';
  if (!base::wide::has_special(text, first_byte)) return true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    at += base::wide::find_special(text.substr(at), first_byte, first_byte);
    if (at < text.size() && !is_xml_character_at(text, at)) return false;
  }
  return true;
}

namespace {

int two_digits(std::string_view text) { return (text[0] - '0') * 10 + (text[1] - '0'); }

// The year by its last digits: whether it is a leap year depends on nothing else, and years may be of any length.
// XML Schema 1.0, 3.2.7: year -1 is 1 BCE, which is 0 in astronomical counting.
bool is_leap_year(std::string_view year) {
  const bool before_christ = year.starts_with('-');
  if (before_christ) year.remove_prefix(1);
  int number = 0;
  for (const char digit : year) number = (number * 10 + (digit - '0')) % 400;
  if (before_christ) number = (number + 399) % 400;
  return number % 4 == 0 && (number % 100 != 0 || number == 0);
}

int days_in_month(int month) {
  constexpr int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month - 1];
}

bool is_zero(std::string_view digits) { return digits.find_first_of("123456789") == std::string_view::npos; }

}  // namespace

bool is_day_of_calendar(std::string_view date) {
  const std::size_t after_year = date.find('-', 1);
  const auto year = date.substr(0, after_year);
  const int month = two_digits(date.substr(after_year + 1));
  const int day = two_digits(date.substr(after_year + 4));
  if (is_zero(year)) return false;
  return day <= (month == 2 && !is_leap_year(year) ? 28 : days_in_month(month));
}

namespace {

constexpr bool is_in_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}

}  // namespace

Base64 look_at_base64(std::string_view text) {
  std::size_t characters = 0;
  std::size_t pads = 0;
  bool strange = false;
  bool ended = false;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return Base64::bad;
    if (c == '=' && !ended) {
      strange = strange || characters % 4 < 2;
      ended = characters % 4 >= 2 && characters % 4 + ++pads >= 4;
    } else if (is_in_base64(c) && !ended) {
      ++characters;
      strange = strange || pads > 0;
      pads = 0;
    } else {
      strange = strange || (c != ' ' && c != '\t' && c != '\n' && c != '\r');
    }
  }
  if (!ended && characters % 4 != 0) return Base64::bad;
  return strange ? Base64::strange_characters : Base64::good;
}

namespace {

// The digits without sign and leading zeros.
std::string_view significant(std::string_view integer) {
  integer.remove_prefix(std::min(integer.find_first_of("0123456789"), integer.size()));
  return integer.substr(std::min(integer.find_first_not_of('0'), integer.size()));
}

// The number is not above `limit` in size; of any length.
bool up_to(std::string_view integer, std::uint64_t limit) {
  const auto digits = significant(integer);
  if (digits.size() > 20) return false;
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return digits.empty() || (read.ec == std::errc() && value <= limit);
}

template <class Integer>
bool within(std::string_view text) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
  const bool one_more = text.starts_with('-') && std::numeric_limits<Integer>::is_signed;
  return up_to(text, one_more ? most + 1 : most);
}

// What is too large becomes infinite; from_chars tells the same of what is too small, which is zero and good.
template <class Number>
bool is_finite(std::string_view text) {
  if (text == "INF" || text == "-INF" || text == "NaN") return true;
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) value = std::strtod(std::string(text).c_str(), nullptr);
  return std::isfinite(value) && std::isfinite(static_cast<Number>(value));
}

bool is_date(std::string_view text) { return is_day_of_calendar(text); }

bool is_month_day(std::string_view text) {
  return two_digits(text.substr(5)) <= days_in_month(two_digits(text.substr(2)));
}

struct TypeRow {
  std::string_view type;
  std::string_view pattern;
  bool (*limits)(std::string_view) = nullptr;
};
constexpr TypeRow type_rows[] = {
    {"xs:anyURI", "xs_any_uri"},
    {"xs:base64Binary", "xs_base_64_binary"},
    {"xs:boolean", "xs_boolean"},
    {"xs:byte", "xs_byte", within<std::int8_t>},
    {"xs:date", "xs_date", is_date},
    {"xs:dateTime", "xs_date_time", is_date},
    {"xs:decimal", "xs_decimal"},
    {"xs:double", "xs_double", is_finite<double>},
    {"xs:duration", "xs_duration"},
    {"xs:float", "xs_float", is_finite<float>},
    {"xs:gDay", "xs_g_day"},
    {"xs:gMonth", "xs_g_month"},
    {"xs:gMonthDay", "xs_g_month_day", is_month_day},
    {"xs:gYear", "xs_g_year"},
    {"xs:gYearMonth", "xs_g_year_month"},
    {"xs:hexBinary", "xs_hex_binary"},
    {"xs:int", "xs_int", within<std::int32_t>},
    {"xs:integer", "xs_integer"},
    {"xs:long", "xs_long", within<std::int64_t>},
    {"xs:negativeInteger", "xs_negative_integer"},
    {"xs:nonNegativeInteger", "xs_non_negative_integer"},
    {"xs:nonPositiveInteger", "xs_non_positive_integer"},
    {"xs:positiveInteger", "xs_positive_integer"},
    {"xs:short", "xs_short", within<std::int16_t>},
    {"xs:time", "xs_time"},
    {"xs:unsignedByte", "xs_unsigned_byte", within<std::uint8_t>},
    {"xs:unsignedInt", "xs_unsigned_int", within<std::uint32_t>},
    {"xs:unsignedLong", "xs_unsigned_long", within<std::uint64_t>},
    {"xs:unsignedShort", "xs_unsigned_short", within<std::uint16_t>},
};

}  // namespace

ValueTypes::ValueTypes(const Metamodel& model) {
  const Enumeration* literals = model.find_enumeration("DataTypeDefXsd");
  LINTEL_CHECK(literals != nullptr && literals->literals.size() == std::size(type_rows) + 1);  // and xs:string
  for (const auto& row : type_rows) {
    LINTEL_CHECK(literals->has(row.type));
    types_.push_back({row.type, &model.get_pattern(row.pattern), row.limits});
  }
}

bool ValueTypes::has(std::string_view type, std::string_view text) const {
  if (type == "xs:string") return has_only_xml_characters(text);
  const auto found = std::ranges::find(types_, type, &Type::name);
  if (found == types_.end() || !found->pattern->matches(text)) return false;
  return found->limits == nullptr || found->limits(text);
}

}  // namespace formats::aas
