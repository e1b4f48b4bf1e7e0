// SPDX-License-Identifier: Apache-2.0
#include "formats/table/xlsx_cells.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "formats/table/cells.h"

namespace formats::table {
namespace {

constexpr std::int64_t ms_of_day = 86'400'000;
constexpr std::int64_t days_1900 = 25'569;  // from 1899-12-30 to 1970-01-01
constexpr std::int64_t days_1904 = 24'107;

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<char32_t> escape_at(std::string_view text) {
  if (text.size() < 7 || text[0] != '_' || text[1] != 'x' || text[6] != '_') return std::nullopt;
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, code, 16);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (error != std::errc() || end != text.data() + 6 || surrogate || code == 0) return std::nullopt;
  return code;
}

}  // namespace

bool is_date_format(std::size_t id) {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

bool is_date_format(std::string_view code) {
  bool quoted = false, bracketed = false;
  for (std::size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
    const char c = code[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '\\' || c == '_' || c == '*')) {
      ++i;  // the next character stands for itself
      continue;
    }
    if (!quoted && c == '[') bracketed = true;
    if (!quoted && c == ']') bracketed = false;
    if (quoted || bracketed) continue;
    if (std::string_view("ymdhsYMDHS").find(c) != std::string_view::npos) return true;
  }
  return false;
}

std::string shown_date(std::string_view number, bool from_1904) {
  const std::optional<double> days = number_in(number);
  // 2,958,466 is the first day of the year 10000.
  if (!days || *days < 0 || *days >= 2'958'466) return shown_number(number);
  const auto ms = static_cast<std::int64_t>(std::llround(*days * 86'400)) * 1000;
  const std::string iso = base::iso8601(ms - ((from_1904 ? days_1904 : days_1900) * ms_of_day));
  if (ms < ms_of_day && *days > 0) return iso.substr(11, 8);
  return ms % ms_of_day == 0 ? iso.substr(0, 10) : iso.substr(0, 19);
}

std::string shown_number(std::string_view text) {
  const std::optional<double> value = number_in(base::trim(text));
  if (!value) return std::string(text);
  std::array<char, 40> buffer{};
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.15g", *value + 0.0);
  return {buffer.data(), static_cast<std::size_t>(length)};
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::optional<char32_t> character = escape_at(text.substr(i));
    if (character) base::append_utf8(out, *character);
    if (!character) out.push_back(text[i]);
    i += character ? 7 : 1;
  }
  return out;
}

}  // namespace formats::table
