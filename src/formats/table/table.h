// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// Tables as people keep them: CSV (RFC 4180) and XLSX (ECMA-376), both ways.
namespace formats::table {

struct Sheet {
  std::string name;
  std::vector<std::vector<std::string>> rows;  // cells as text; rows may differ in length
};
struct Limits {
  std::size_t max_bytes = std::size_t{64} << 20;
  std::size_t max_rows = 1'000'000, max_columns = 1'000, max_cells = 10'000'000;
};

// Comma, semicolon or tab, told from the first line ("sep=;" too); quotes, line breaks in cells, a byte order mark.
// What is not UTF-8 is read as Windows-1252, as spreadsheets still save it. An apostrophe that keeps a cell from being
// a formula is taken away, so that what write_csv wrote comes back.
base::Result<Sheet> read_csv(std::string_view bytes, const Limits& limits = {});
// Cells that a spreadsheet would take for a formula (= + - @) are written so that it does not; numbers stay numbers.
std::string write_csv(const Sheet& sheet, char separator = ',');

// Every sheet, in order: shared and inline strings, numbers and booleans as shown, dates as ISO. Empty rows and cells
// at the end are left out. Fails for what is not a workbook, refers to strings it has not, or exceeds the limits; a
// member may unpack to four times max_bytes, and so may the text of all cells.
base::Result<std::vector<Sheet>> read_xlsx(std::string_view bytes, const Limits& limits = {});
// How a written sheet looks beside its cells.
struct Look {
  bool header = true;                // the first row is bold, frozen and filterable
  std::vector<double> widths;        // in characters; empty: from the content
  std::vector<std::size_t> numbers;  // columns whose cells are numbers, where they read like one; others are text
};
// The same sheets give the same bytes. Sheet names are made legal and unique; text beyond 32,767 characters of a cell,
// rows beyond 1,048,576 and columns beyond 16,384 are what no spreadsheet takes, and are cut. Text is never a formula.
std::string write_xlsx(const std::vector<Sheet>& sheets, const std::vector<Look>& looks = {});

}  // namespace formats::table
