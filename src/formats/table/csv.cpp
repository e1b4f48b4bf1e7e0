// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "formats/table/cells.h"
#include "formats/table/table.h"

namespace formats::table {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Windows-1252, 0x80 to 0x9F; the rest is Latin-1. Zero: not assigned.
constexpr std::array<char16_t, 32> windows_1252{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

std::string from_windows_1252(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() + (bytes.size() / 8));
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    char32_t character = byte;
    if (byte >= 0x80 && byte < 0xA0) character = windows_1252[byte - 0x80];
    base::append_utf8(out, character == 0 && byte != 0 ? 0xFFFD : character);
  }
  return out;
}

// The separator that stands most often in the first line, outside quotes.
char told_from_first_line(std::string_view text) {
  std::array<std::pair<char, std::size_t>, 3> seen{{{',', 0}, {';', 0}, {'\t', 0}}};
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '\n' || c == '\r')) break;
    for (auto& [separator, count] : seen) count += !quoted && c == separator ? 1 : 0;
  }
  return std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

// "sep=;" as the first line is how a spreadsheet is told the separator.
std::optional<char> said_in_first_line(std::string_view& text) {
  if (text.size() < 5 || !base::equals_ignoring_case(text.substr(0, 4), "sep=")) return std::nullopt;
  const char separator = text[4];
  std::string_view rest = text.substr(5);
  if (rest.starts_with("\r\n")) {
    rest.remove_prefix(2);
  } else if (rest.starts_with('\n')) {
    rest.remove_prefix(1);
  } else if (!rest.empty()) {
    return std::nullopt;
  }
  if (separator != ',' && separator != ';' && separator != '\t') return std::nullopt;
  text = rest;
  return separator;
}

// RFC 4180, 2. Not asked for: quotes that begin in the middle of a cell are part of it.
class CsvReader {
 public:
  CsvReader(std::string_view text, char separator, const Limits& limits)
      : text_(text), separator_(separator), limits_(limits) {}

  Result<Sheet> read() {
    while (at_ < text_.size()) {
      std::string cell = TRY(next_cell());
      if (const auto added = add(std::move(cell)); !added.ok()) return added.error();
      end_of_cell();
    }
    if (!row_.empty() || after_separator_) {
      if (after_separator_) row_.emplace_back();
      sheet_.rows.push_back(std::move(row_));
    }
    return std::move(sheet_);
  }

 private:
  Result<std::string> next_cell() {
    quoted_ = text_[at_] == '"';
    if (quoted_) return quoted_cell();
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    return std::string(text_.substr(start, at_ - start));
  }
  Result<std::string> quoted_cell() {
    const std::size_t start = at_++;
    std::string cell;
    while (true) {
      const std::size_t quote = text_.find('"', at_);
      if (quote == std::string_view::npos) {
        return fail(Code::parse, "a quoted cell does not end", "line " + std::to_string(line_at(start)),
                    "Close the cell with a second quotation mark.");
      }
      cell.append(text_.substr(at_, quote - at_));
      at_ = quote + 1;
      if (at_ >= text_.size() || text_[at_] != '"') break;
      cell.push_back('"');
      ++at_;
    }
    // What stands between the closing quote and the separator belongs to the cell: spreadsheets read it so.
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' && text_[at_] != '\r') {
      cell.push_back(text_[at_++]);
    }
    return cell;
  }
  Result<void> add(std::string cell) {
    if (row_.size() >= limits_.max_columns) return beyond("columns", limits_.max_columns);
    if (++cells_ > limits_.max_cells) return beyond("cells", limits_.max_cells);
    row_.push_back(without_guard(std::move(cell)));
    return sheet_.rows.size() >= limits_.max_rows ? Result<void>(beyond("rows", limits_.max_rows)) : Result<void>();
  }
  void end_of_cell() {
    after_separator_ = at_ < text_.size() && text_[at_] == separator_;
    if (at_ >= text_.size()) return;
    if (after_separator_) {
      ++at_;
      return;
    }
    at_ += text_.substr(at_, 2) == "\r\n" ? 2 : 1;
    if (row_.size() == 1 && row_[0].empty() && !quoted_) row_.clear();  // an empty line
    sheet_.rows.push_back(std::exchange(row_, {}));
  }
  base::Error beyond(const std::string& what, std::size_t limit) const {
    return fail(Code::out_of_range, "the table has more than " + std::to_string(limit) + " " + what,
                "line " + std::to_string(line_at(at_)));
  }
  std::int64_t line_at(std::size_t offset) const {
    return 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  }

  std::string_view text_;
  char separator_;
  const Limits& limits_;
  std::size_t at_ = 0, cells_ = 0;
  bool after_separator_ = false, quoted_ = false;
  std::vector<std::string> row_;
  Sheet sheet_;
};

bool needs_quotes(std::string_view cell, char separator) {
  if (cell.empty()) return false;
  if (cell.front() == ' ' || cell.back() == ' ') return true;
  return cell.find_first_of("\"\r\n,;\t") != std::string_view::npos || cell.find(separator) != std::string_view::npos;
}

void append_cell(std::string& out, std::string_view cell, char separator) {
  const std::string guarded = with_guard(cell);
  if (!needs_quotes(guarded, separator)) {
    out += guarded;
    return;
  }
  out.push_back('"');
  for (const char c : guarded) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  out.push_back('"');
}

}  // namespace

Result<Sheet> read_csv(std::string_view bytes, const Limits& limits) {
  if (bytes.size() > limits.max_bytes) {
    return fail(Code::out_of_range, "the table has more than " + std::to_string(limits.max_bytes) + " bytes");
  }
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return fail(Code::parse, "the table is in UTF-16", "", "Save it as \"CSV UTF-8\".");
  }
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  if (bytes.find('\0') != std::string_view::npos) return fail(Code::parse, "this is not text, so not a CSV table");
  std::string converted;
  if (!base::valid_utf8(bytes)) {
    converted = from_windows_1252(bytes);
    bytes = converted;
  }
  const std::optional<char> said = said_in_first_line(bytes);
  return CsvReader(bytes, said ? *said : told_from_first_line(bytes), limits).read();
}

std::string write_csv(const Sheet& sheet, char separator) {
  std::string out;
  for (const auto& row : sheet.rows) {
    // A row with one empty cell must differ from no row at all.
    if (row.size() == 1 && row[0].empty()) out += "\"\"";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out.push_back(separator);
      append_cell(out, row[i], separator);
    }
    out += "\r\n";
  }
  return out;
}

}  // namespace formats::table
