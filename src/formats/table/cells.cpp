// SPDX-License-Identifier: Apache-2.0
#include "formats/table/cells.h"

#include <charconv>
#include <cmath>

namespace formats::table {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool begins_formula(char c) { return c == '=' || c == '+' || c == '-' || c == '@' || c == '\t' || c == '\r'; }

// Apostrophes, then what would begin a formula.
bool looks_guarded(std::string_view text) {
  const std::size_t at = text.find_first_not_of('\'');
  return at != 0 && at != std::string_view::npos && begins_formula(text[at]);
}

}  // namespace

bool reads_like_number(std::string_view text) {
  if (text.empty() || text.size() > 32) return false;
  const std::string_view digits = text[0] == '-' ? text.substr(1) : text;
  if (digits.empty() || !is_digit(digits[0])) return false;
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) return false;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

bool reads_like_formula(std::string_view text) {
  return !text.empty() && begins_formula(text[0]) && !reads_like_number(text);
}

std::string with_guard(std::string_view cell) {
  const bool guard = reads_like_formula(cell) || looks_guarded(cell);
  return guard ? "'" + std::string(cell) : std::string(cell);
}

std::string without_guard(std::string cell) {
  if (looks_guarded(cell)) cell.erase(0, 1);
  return cell;
}

std::string column_name(std::size_t column) {
  std::string out;
  for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
    out.insert(out.begin(), static_cast<char>('A' + ((rest - 1) % 26)));
  }
  return out;
}

std::optional<CellPlace> cell_place(std::string_view reference) {
  std::size_t at = 0, column = 0, row = 0;
  for (; at < reference.size() && at < 4 && reference[at] >= 'A' && reference[at] <= 'Z'; ++at) {
    column = (column * 26) + static_cast<std::size_t>(reference[at] - 'A' + 1);
  }
  const std::size_t letters = at;
  for (; at < reference.size() && at < letters + 8 && is_digit(reference[at]); ++at) {
    row = (row * 10) + static_cast<std::size_t>(reference[at] - '0');
  }
  if (letters == 0 || at == letters || at != reference.size()) return std::nullopt;
  if (row == 0 || row > spreadsheet_rows || column > spreadsheet_columns) return std::nullopt;
  return CellPlace{row - 1, column - 1};
}

}  // namespace formats::table
