// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/ids/engine/report/report.h"

// The formats that a report is written in: one table. Writers, the enums of tools, the help of the command, the look-up
// by file name and docs/ids.md (which a test compares) read it; a new format is one writer and one row.
namespace ids::engine {

// A page of web/ and what it shows. The engine gives data; whoever writes the file joins it with the HTML of that page
// (ids/runtime/report_file.h does, by web::page_file).
struct PageData {
  std::string_view page;  // "report": web/pages/report.tsx
  base::Json data;
  std::string title, text;  // for those who run no script
};
// What a writer gives: the bytes of a file, or a page that is still to be joined.
using Written = std::variant<std::string, PageData>;

// What of a report can stand in a tool's answer.
enum class InAnswer : std::uint8_t {
  nothing,   // it is a file
  text,      // all of it, as text
  failures,  // the counts and some of the failures, which the caller pages through
  page,      // a page, with the first failures of each list
};

struct ReportFormat {
  std::string_view name;                      // as people and tools write it
  std::string_view other_name = {};           // another one that is accepted
  std::array<std::string_view, 2> endings{};  // of file names, in lower case; the first is the one to choose
  std::string_view mime_type;
  std::string_view doc;  // one line
  InAnswer in_answer = InAnswer::nothing;
  Written (*write)(const std::vector<Report>& reports);  // several models: one report of each
  bool shows_places = false;                             // looks at where the elements stand
};

// The writers of the table that report.h has not: whole files of several models.
std::string console_file(const std::vector<Report>& reports);
std::string json_file(const std::vector<Report>& reports);
std::string bcf_2_1_file(const std::vector<Report>& reports);
std::string bcf_3_0_file(const std::vector<Report>& reports);
Written html_page(const std::vector<Report>& reports);
// A file over no model says so: it is never empty, and never looks like a pass.
std::vector<Report> or_nothing_checked();
template <std::string (*write)(const std::vector<Report>&)>
Written as_file(const std::vector<Report>& reports) {
  return write(reports.empty() ? or_nothing_checked() : reports);
}

// Where two rows have an ending in common, a file name means the first.
inline constexpr auto report_formats = std::to_array<ReportFormat>({
    {.name = "console",
     .endings = {".txt"},
     .mime_type = "text/plain; charset=utf-8",
     .doc = "plain text, as on a terminal",
     .in_answer = InAnswer::text,
     .write = as_file<console_file>},
    {.name = "json",
     .endings = {".json"},
     .mime_type = "application/json",
     .doc = "for programs: the counts, and up to 200,000 failures",
     .in_answer = InAnswer::failures,
     .write = as_file<json_file>},
    {.name = "html",
     .endings = {".html"},
     .mime_type = "text/html; charset=utf-8",
     .doc = "one page to read, filter, search and print",
     .in_answer = InAnswer::page,
     .write = html_page},
    {.name = "pdf",
     .endings = {".pdf"},
     .mime_type = "application/pdf",
     .doc = "pages to print and hand on",
     .write = as_file<pdf_report>},
    {.name = "csv",
     .endings = {".csv"},
     .mime_type = "text/csv; charset=utf-8",
     .doc = "a table with one row for each failure",
     .write = as_file<csv_report>},
    {.name = "xlsx",
     .endings = {".xlsx"},
     .mime_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
     .doc = "a workbook: summary, specifications, failures",
     .write = as_file<xlsx_report>},
    {.name = "bcf",
     .other_name = "bcf-2.1",
     .endings = {".bcf", ".bcfzip"},
     .mime_type = "application/octet-stream",
     .doc = "BCF 2.1: one topic for each failed requirement, with its elements selected",
     .write = as_file<bcf_2_1_file>,
     .shows_places = true},
    {.name = "bcf-3.0",
     .endings = {".bcf"},
     .mime_type = "application/octet-stream",
     .doc = "the same as BCF 3.0",
     .write = as_file<bcf_3_0_file>,
     .shows_places = true},
    {.name = "junit",
     .endings = {".xml"},
     .mime_type = "application/xml",
     .doc = "for pipelines: one test case for each requirement",
     .write = as_file<junit_report>},
    {.name = "sarif",
     .endings = {".sarif"},
     .mime_type = "application/sarif+json",
     .doc = "for code hosts: each failure at its line of the model",
     .write = as_file<sarif_report>},
});

// The names in the order of the table, for enums of tools: a value is a row.
constexpr auto report_format_names() {
  std::array<std::string_view, report_formats.size()> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = report_formats[i].name;
  return out;
}

constexpr bool comes_in_answer(const ReportFormat& format) { return format.in_answer != InAnswer::nothing; }
constexpr bool is_only_a_file(const ReportFormat& format) { return !comes_in_answer(format); }
// A text made while compiling, as the docs of a tool's fields must be. One that is too long does not compile.
struct ConstantText {
  std::array<char, 256> bytes{};  // ends with a zero
  std::size_t size = 0;
  constexpr ConstantText& add(std::string_view text) {
    for (const char c : text) bytes.at(size++) = c;
    return *this;
  }
  constexpr std::string_view view() const { return {bytes.data(), size}; }
};
// "console, json and html": those that `keep` keeps.
constexpr ConstantText report_formats_in_words(bool (*keep)(const ReportFormat&)) {
  ConstantText out;
  auto left = std::ranges::count_if(report_formats, keep);
  for (const ReportFormat& format : report_formats) {
    if (!keep(format)) continue;
    out.add(format.name);
    --left;
    if (left > 0) out.add(left == 1 ? " and " : ", ");
  }
  return out;
}

// By either name; unknown_name with those there are.
base::Result<ReportFormat> report_format(std::string_view name);
// By the ending of a file's name, in any case; nullptr where no row has it.
const ReportFormat* report_format_of_file(std::string_view path);

}  // namespace ids::engine
