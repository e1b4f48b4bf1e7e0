// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "base/utf8.h"
#include "base/xml_text.h"
#include "formats/table/cells.h"
#include "formats/table/table.h"
#include "formats/table/xlsx_cells.h"
#include "formats/zip/zip.h"

// SpreadsheetML (ECMA-376-1, 18), the smallest package that every reader takes.
namespace formats::table {
namespace {

constexpr std::string_view xml_head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
constexpr std::string_view main_namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
constexpr std::string_view package_types = "http://schemas.openxmlformats.org/package/2006/";
constexpr std::string_view document_types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::size_t max_cell_units = 32'767;  // UTF-16 units of one cell
constexpr std::size_t max_name_characters = 31;

// ---- text -------------------------------------------------------------------------------------

// How many UTF-16 units the character takes whose first byte this is; 0 for the bytes that follow it.
std::size_t units(char c) {
  if (base::continues_character(c)) return 0;
  return static_cast<unsigned char>(c) >= 0xF0 ? 2 : 1;
}

// At most `limit` units, cut between characters; what was cut ends with an ellipsis.
std::string cut_units(std::string_view text, std::size_t limit) {
  std::size_t used = 0, fits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    used += units(text[i]);
    if (used > limit) return std::string(text.substr(0, fits)) + "…";
    if (i + 1 == text.size() || units(text[i + 1]) != 0) fits = used < limit ? i + 1 : fits;
  }
  return std::string(text);
}

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

// ECMA-376-1, 22.9.2.19 (ST_Xstring): _xHHHH_ stands for a character, so text that looks like it is written so as well.
bool looks_escaped(std::string_view text) {
  return text.size() >= 7 && text[0] == '_' && text[1] == 'x' && text[6] == '_' &&
         std::all_of(text.begin() + 2, text.begin() + 6, is_hex);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool control = byte < 0x20 && byte != '\n' && byte != '\t';
    if (control || (byte == '_' && looks_escaped(text.substr(i)))) {
      static constexpr std::string_view digits = "0123456789ABCDEF";
      out += "_x00";
      out += {digits[byte >> 4], digits[byte & 15U], '_'};
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

// ---- shared strings ---------------------------------------------------------------------------

class Strings {
 public:
  std::size_t index_of(std::string_view text) {
    ++uses_;
    std::string valid = base::valid_utf8(text) ? std::string(text) : base::printable(text, text.size() * 3);
    const auto [found, added] = places_.try_emplace(cut_units(valid, max_cell_units), places_.size());
    if (added) {
      items_ += "<si><t xml:space=\"preserve\">";
      base::append_xml_text(items_, escaped(found->first));
      items_ += "</t></si>";
    }
    return found->second;
  }
  std::string xml() const {
    std::string out(xml_head);
    out += "<sst xmlns=\"" + std::string(main_namespace) + "\" count=\"" + std::to_string(uses_) + "\" uniqueCount=\"" +
           std::to_string(places_.size()) + "\">";
    return out + items_ + "</sst>";
  }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::string items_;
  std::size_t uses_ = 0;
};

// ---- one sheet --------------------------------------------------------------------------------

// Positions in cellXfs of styles.xml below.
enum class Style : std::uint8_t { text = 0, heading = 1, guarded = 2, number = 3 };

std::size_t columns_of(const Sheet& sheet) {
  std::size_t count = 0;
  for (const auto& row : sheet.rows) count = std::max(count, row.size());
  return std::min(count, spreadsheet_columns);
}
std::size_t rows_of(const Sheet& sheet) { return std::min(sheet.rows.size(), spreadsheet_rows); }

double shown_width(std::string_view cell) {
  std::size_t widest = 0, line = 0;
  for (const char c : cell.substr(0, 400)) {
    line = c == '\n' ? 0 : line + (units(c) > 0 ? 1 : 0);
    widest = std::max(widest, line);
  }
  return static_cast<double>(widest);
}

std::vector<double> widths_of(const Sheet& sheet, const Look& look, std::size_t columns) {
  std::vector<double> widths(columns, 8);
  const std::size_t sampled = std::min<std::size_t>(rows_of(sheet), 1000);
  for (std::size_t r = 0; r < sampled; ++r) {
    for (std::size_t c = 0; c < std::min(columns, sheet.rows[r].size()); ++c) {
      const double filter_button = r == 0 && look.header ? 3 : 0;
      widths[c] = std::min(60.0, std::max(widths[c], shown_width(sheet.rows[r][c]) + 2 + filter_button));
    }
  }
  for (std::size_t c = 0; c < std::min(columns, look.widths.size()); ++c) {
    if (look.widths[c] > 0 && look.widths[c] <= 255) widths[c] = look.widths[c];
  }
  return widths;
}

std::string extent(const Sheet& sheet) {
  const std::size_t columns = std::max<std::size_t>(columns_of(sheet), 1);
  return "A1:" + column_name(columns - 1) + std::to_string(std::max<std::size_t>(rows_of(sheet), 1));
}

class SheetWriter {
 public:
  SheetWriter(const Sheet& sheet, const Look& look, Strings& strings) : sheet_(sheet), look_(look), strings_(strings) {}

  std::string xml(bool first) {
    out_ = std::string(xml_head) + "<worksheet xmlns=\"" + std::string(main_namespace) + "\"><dimension ref=\"" +
           extent(sheet_) + "\"/>";
    view(first);
    columns();
    out_ += "<sheetData>";
    for (std::size_t r = 0; r < rows_of(sheet_); ++r) row(r);
    out_ += "</sheetData>";
    if (has_header()) out_ += "<autoFilter ref=\"" + extent(sheet_) + "\"/>";
    return out_ + "</worksheet>";
  }

 private:
  bool has_header() const { return look_.header && !sheet_.rows.empty() && !sheet_.rows[0].empty(); }
  void view(bool first) {
    out_ += "<sheetViews><sheetView workbookViewId=\"0\"";
    if (first) out_ += " tabSelected=\"1\"";
    if (has_header()) {
      out_ += "><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView>";
    } else {
      out_ += "/>";
    }
    out_ += "</sheetViews>";
  }
  void columns() {
    const std::vector<double> widths = widths_of(sheet_, look_, columns_of(sheet_));
    if (widths.empty()) return;
    out_ += "<cols>";
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string number = std::to_string(c + 1);
      out_ += "<col min=\"" + number + "\" max=\"" + number + "\" width=\"" + std::to_string(widths[c]) +
              "\" customWidth=\"1\"/>";
    }
    out_ += "</cols>";
  }
  void row(std::size_t r) {
    out_ += "<row r=\"" + std::to_string(r + 1) + "\">";
    const auto& cells = sheet_.rows[r];
    for (std::size_t c = 0; c < std::min(cells.size(), spreadsheet_columns); ++c) {
      if (!cells[c].empty()) cell(r, c, cells[c]);
    }
    out_ += "</row>";
  }
  void cell(std::size_t r, std::size_t c, std::string_view text) {
    const bool heading = r == 0 && has_header();
    const bool number = !heading && is_number(c, text);
    out_ += "<c r=\"" + column_name(c) + std::to_string(r + 1) + "\" s=\"";
    out_ += std::to_string(static_cast<int>(style(heading, number, text)));
    if (number) {
      out_ += "\"><v>" + std::string(text) + "</v></c>";
    } else {
      out_ += "\" t=\"s\"><v>" + std::to_string(strings_.index_of(text)) + "</v></c>";
    }
  }
  // Text that would come back otherwise, like the version "1.0", stays text.
  bool is_number(std::size_t column, std::string_view text) const {
    return std::ranges::find(look_.numbers, column) != look_.numbers.end() && reads_like_number(text) &&
           shown_number(text) == text;
  }
  static Style style(bool heading, bool number, std::string_view text) {
    if (heading) return Style::heading;
    if (number) return Style::number;
    return reads_like_formula(text) ? Style::guarded : Style::text;
  }

  const Sheet& sheet_;
  const Look& look_;
  Strings& strings_;
  std::string out_;
};

// ---- the package ------------------------------------------------------------------------------

// ECMA-376-1, 18.3.1.73 and what spreadsheets ask beyond it: 31 characters, none of []:*?/\, no apostrophe at an end.
std::string legal_name(std::string_view name) {
  std::string out = base::printable(name, 400);
  for (char& c : out) {
    if (std::string_view("[]:*?/\\\n\t").find(c) != std::string_view::npos) c = '_';
  }
  while (out.starts_with('\'')) out.erase(0, 1);
  while (out.ends_with('\'')) out.pop_back();
  out = cut_units(out, max_name_characters);
  return base::trim(out).empty() ? "Sheet" : out;
}

std::vector<std::string> sheet_names(const std::vector<Sheet>& sheets) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const Sheet& sheet : sheets) {
    const std::string wanted = legal_name(sheet.name);
    std::string name = wanted;
    for (int i = 2; !taken.insert(base::lower_ascii(name)).second; ++i) {
      const std::string number = " (" + std::to_string(i) + ")";
      name = cut_units(wanted, max_name_characters - number.size()) + number;
    }
    names.push_back(name);
  }
  return names;
}

std::string workbook_xml(const std::vector<Sheet>& sheets, const std::vector<std::string>& names,
                         const std::vector<Look>& looks) {
  std::string out(xml_head);
  out += "<workbook xmlns=\"" + std::string(main_namespace) + "\" xmlns:r=\"" + std::string(document_types) +
         "\"><bookViews><workbookView/></bookViews><sheets>";
  std::string filters;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    out += "<sheet name=\"" + base::xml_text(names[i]) + "\" sheetId=\"" + number + "\" r:id=\"rId" + number + "\"/>";
    if (!looks[i].header || sheets[i].rows.empty() || sheets[i].rows[0].empty()) continue;
    std::string quoted;
    for (const char c : names[i]) quoted += c == '\'' ? "''" : std::string(1, c);
    const std::string last = column_name(std::max<std::size_t>(columns_of(sheets[i]), 1) - 1);
    filters += "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"" + std::to_string(i) + "\" hidden=\"1\">" +
               base::xml_text("'" + quoted + "'!$A$1:$" + last + "$" + std::to_string(rows_of(sheets[i]))) +
               "</definedName>";
  }
  out += "</sheets>";
  if (!filters.empty()) out += "<definedNames>" + filters + "</definedNames>";
  return out + "</workbook>";
}

std::string styles_xml() {
  std::string out(xml_head);
  out += "<styleSheet xmlns=\"" + std::string(main_namespace) + "\">";
  out +=
      "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>"
      "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font></fonts>"
      "<fills count=\"3\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill "
      "patternType=\"gray125\"/></fill>"
      "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFEEF1F4\"/><bgColor "
      "indexed=\"64\"/></patternFill></fill>"
      "</fills><borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
      "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
      "<cellXfs count=\"4\">"
      // Format 49 is text ("@"): a cell that is edited stays text.
      "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" "
      "applyAlignment=\"1\">"
      "<alignment vertical=\"top\" wrapText=\"1\"/></xf>"
      "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"2\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" applyFont=\"1\" "
      "applyFill=\"1\"/>"
      "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" quotePrefix=\"1\" "
      "applyNumberFormat=\"1\" "
      "applyAlignment=\"1\"><alignment vertical=\"top\" wrapText=\"1\"/></xf>"
      "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyAlignment=\"1\">"
      "<alignment vertical=\"top\"/></xf>"
      "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
      "</styleSheet>";
  return out;
}

std::string content_types_xml(std::size_t sheets) {
  constexpr std::string_view part = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
  std::string out(xml_head);
  out += "<Types xmlns=\"" + std::string(package_types) + "content-types\">";
  out += "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>";
  out += "<Default Extension=\"xml\" ContentType=\"application/xml\"/>";
  const auto add = [&](const std::string& name, std::string_view kind) {
    out +=
        "<Override PartName=\"/xl/" + name + "\" ContentType=\"" + std::string(part) + std::string(kind) + "+xml\"/>";
  };
  add("workbook.xml", "sheet.main");
  for (std::size_t i = 1; i <= sheets; ++i) add("worksheets/sheet" + std::to_string(i) + ".xml", "worksheet");
  add("styles.xml", "styles");
  add("sharedStrings.xml", "sharedStrings");
  return out + "</Types>";
}

std::string relation(std::size_t id, std::string_view type, std::string_view target) {
  return "<Relationship Id=\"rId" + std::to_string(id) + "\" Type=\"" + std::string(document_types) + "/" +
         std::string(type) + "\" Target=\"" + std::string(target) + "\"/>";
}

std::string relations_xml(const std::string& relations) {
  return std::string(xml_head) + "<Relationships xmlns=\"" + std::string(package_types) + "relationships\">" +
         relations + "</Relationships>";
}

std::string workbook_relations(std::size_t sheets) {
  std::string out;
  for (std::size_t i = 1; i <= sheets; ++i)
    out += relation(i, "worksheet", "worksheets/sheet" + std::to_string(i) + ".xml");
  out += relation(sheets + 1, "styles", "styles.xml");
  return relations_xml(out + relation(sheets + 2, "sharedStrings", "sharedStrings.xml"));
}

}  // namespace

std::string write_xlsx(const std::vector<Sheet>& given, const std::vector<Look>& given_looks) {
  // A workbook has at least one sheet (18.2.20).
  const std::vector<Sheet> one_sheet{{.name = "Sheet1"}};
  const std::vector<Sheet>& sheets = given.empty() ? one_sheet : given;
  std::vector<Look> looks = given_looks;
  looks.resize(sheets.size());
  zip::Writer writer;
  writer.add("[Content_Types].xml", content_types_xml(sheets.size()));
  writer.add("_rels/.rels", relations_xml(relation(1, "officeDocument", "xl/workbook.xml")));
  writer.add("xl/workbook.xml", workbook_xml(sheets, sheet_names(sheets), looks));
  writer.add("xl/_rels/workbook.xml.rels", workbook_relations(sheets.size()));
  writer.add("xl/styles.xml", styles_xml());
  Strings strings;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    writer.add("xl/worksheets/sheet" + std::to_string(i + 1) + ".xml",
               SheetWriter(sheets[i], looks[i], strings).xml(i == 0));
  }
  writer.add("xl/sharedStrings.xml", strings.xml());
  return std::move(writer).finish();
}

}  // namespace formats::table
