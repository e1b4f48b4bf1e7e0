// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// How the values of XLSX cells are shown as text.
namespace formats::table {

// ECMA-376-1, 18.8.30: the built-in formats that show a date or a time, and what a format code says.
bool is_date_format(std::size_t format_id);
bool is_date_format(std::string_view format_code);
// 18.17.4: days since 1899-12-30 (or 1904-01-01), as 2026-11-15, 2026-11-15T10:30:00 or, within a day, 10:30:00.
// What is not a date is shown as the number it is.
std::string shown_date(std::string_view number, bool from_1904);
// Fifteen digits, as spreadsheets show them: 0.10000000000000001 is 0.1.
std::string shown_number(std::string_view number);
// 22.9.2.19: _x000D_ stands for a character.
std::string unescaped(std::string_view text);

}  // namespace formats::table
