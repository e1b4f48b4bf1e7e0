// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// What CSV and XLSX have in common about one cell.
namespace formats::table {

// "12", "-3.5", "1e-3": nothing but a finite number, with no leading zeros or blanks that would be lost.
bool reads_like_number(std::string_view text);
// A spreadsheet would take it for a formula (CWE-1236): it begins with = + - @ tab or carriage return, and is no
// number.
bool reads_like_formula(std::string_view text);
// An apostrophe before what reads like a formula, and before what would look like such a guarded cell; and back.
std::string with_guard(std::string_view cell);
std::string without_guard(std::string cell);

// "A" is 0, "XFD" is 16383; and back.
std::string column_name(std::size_t column);
struct CellPlace {
  std::size_t row = 0, column = 0;  // from 0
};
// "B12". None for what is not a cell, or lies beyond what a spreadsheet has (1,048,576 rows, 16,384 columns).
std::optional<CellPlace> cell_place(std::string_view reference);
inline constexpr std::size_t spreadsheet_rows = 1'048'576, spreadsheet_columns = 16'384;

}  // namespace formats::table
