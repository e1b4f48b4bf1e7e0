// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/text.h"
#include "formats/table/cells.h"
#include "formats/table/table.h"
#include "formats/table/xlsx_cells.h"
#include "formats/xml/reader.h"
#include "formats/zip/zip.h"

// SpreadsheetML (ECMA-376-1, 18), transitional and strict alike: elements are known by their local names.
namespace formats::table {
namespace {

using base::Code;
using base::fail;
using base::Result;
using xml::Attributes;

// What is unpacked is bounded by the archive, and cells are counted as they come.
Result<void> read_part(std::string_view bytes, const std::string& part, xml::Handlers handlers) {
  return xml::read(bytes, std::move(handlers),
                   {.limits = {.bytes = xml::unlimited, .nodes = xml::unlimited},
                    .names = xml::Names::local,
                    .part = part,
                    .complaint = "the XML is broken"});
}

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_true(std::string_view text) { return text == "1" || text == "true"; }

base::Error beyond(const std::string& what, std::size_t limit) {
  return fail(Code::out_of_range, "the table has more than " + std::to_string(limit) + " " + what);
}

bool has_member(const zip::Archive& archive, std::string_view name) {
  return std::ranges::any_of(archive.members(), [&](const zip::Member& member) { return member.name == name; });
}

// ---- where the parts are ----------------------------------------------------------------------

// ECMA-376-2, 9.3: a target is relative to the folder of the part that names it, or begins with "/".
std::string resolved(std::string_view folder, std::string_view target) {
  if (target.starts_with('/')) return std::string(target.substr(1));
  std::string base(folder);
  while (target.starts_with("../") || target.starts_with("./")) {
    if (target.starts_with("../") && !base.empty()) {
      base.pop_back();
      base.resize(base.rfind('/') == std::string::npos ? 0 : base.rfind('/') + 1);
    }
    target.remove_prefix(target.find('/') + 1);
  }
  return base + std::string(target);
}

struct Relation {
  std::string type, target;  // the last word of the type: "worksheet"
};
using Relations = std::map<std::string, Relation, std::less<>>;

Result<Relations> relations_of(const zip::Archive& archive, std::string_view folder, std::string_view file) {
  const std::string part = std::string(folder) + "_rels/" + std::string(file) + ".rels";
  Relations relations;
  if (!has_member(archive, part)) return relations;
  const std::string xml = TRY(archive.read(part));
  xml::Handlers handlers{.start = [&](const xml::Name& tag, const Attributes& attributes) -> Result<void> {
    if (tag.local != "Relationship") return {};
    const std::string_view type = attributes.text("Type");
    relations[std::string(attributes.text("Id"))] = {std::string(type.substr(type.rfind('/') + 1)),
                                                     resolved(folder, attributes.text("Target"))};
    return {};
  }};
  TRY(read_part(xml, part, std::move(handlers)));
  return relations;
}

std::string target_of_type(const Relations& relations, std::string_view type, std::string_view otherwise) {
  for (const auto& [id, relation] : relations) {
    if (relation.type == type) return relation.target;
  }
  return std::string(otherwise);
}

struct Workbook {
  struct Entry {
    std::string name, part;
  };
  std::vector<Entry> sheets;
  std::string strings_part, styles_part;
  bool from_1904 = false;
};

constexpr std::size_t max_sheets = 1000;

Result<Workbook> read_workbook(const zip::Archive& archive) {
  const Relations package = TRY(relations_of(archive, "", ""));
  const std::string part = target_of_type(package, "officeDocument", "xl/workbook.xml");
  if (!has_member(archive, part)) {
    return fail(Code::parse, "this archive holds no workbook", part, "Save the table as .xlsx (not .xls or .xlsb).");
  }
  const std::size_t slash = part.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : part.substr(0, slash + 1);
  const Relations relations = TRY(relations_of(archive, folder, std::string_view(part).substr(folder.size())));
  Workbook workbook;
  workbook.strings_part = target_of_type(relations, "sharedStrings", folder + "sharedStrings.xml");
  workbook.styles_part = target_of_type(relations, "styles", folder + "styles.xml");
  xml::Handlers handlers{.start = [&](const xml::Name& tag, const Attributes& attributes) -> Result<void> {
    if (tag.local == "workbookPr") workbook.from_1904 = is_true(attributes.text("date1904"));
    if (tag.local != "sheet") return {};
    const auto relation = relations.find(attributes.text("id"));
    if (relation == relations.end()) return fail(Code::parse, "a sheet's part is not in the package");
    if (relation->second.type != "worksheet") return {};  // a chart has no cells
    if (workbook.sheets.size() >= max_sheets) return beyond("sheets", max_sheets);
    workbook.sheets.push_back({std::string(attributes.text("name")), relation->second.target});
    return {};
  }};
  const std::string xml = TRY(archive.read(part));
  TRY(read_part(xml, part, std::move(handlers)));
  return workbook;
}

// ---- what cells refer to ----------------------------------------------------------------------

// 18.4.8: a string is its <t>, or those of its runs; phonetic runs are no part of it.
Result<std::vector<std::string>> read_strings(const zip::Archive& archive, const std::string& part,
                                              const Limits& limits) {
  std::vector<std::string> strings;
  if (!has_member(archive, part)) return strings;
  const std::string xml = TRY(archive.read(part));
  bool in_text = false;
  int phonetic = 0;
  xml::Handlers handlers{
      .start = [&](const xml::Name& tag, const Attributes&) -> Result<void> {
        if (tag.local == "si" && strings.size() >= limits.max_cells) return beyond("strings", limits.max_cells);
        if (tag.local == "si") strings.emplace_back();
        if (tag.local == "rPh") ++phonetic;
        in_text = tag.local == "t" && phonetic == 0;
        return {};
      },
      .end = [&](const xml::Name& tag) -> Result<void> {
        if (tag.local == "rPh") --phonetic;
        if (tag.local == "t") in_text = false;
        if (tag.local == "si") strings.back() = unescaped(strings.back());
        return {};
      },
      .text = [&](std::string_view text) -> Result<void> {
        if (in_text && !strings.empty()) strings.back() += text;
        return {};
      },
  };
  TRY(read_part(xml, part, std::move(handlers)));
  return strings;
}

// Which of the cell formats (cellXfs) show dates.
Result<std::vector<bool>> read_date_styles(const zip::Archive& archive, const std::string& part) {
  std::vector<bool> dates;
  if (!has_member(archive, part)) return dates;
  const std::string xml = TRY(archive.read(part));
  std::map<std::size_t, bool> own_formats;
  bool in_cell_formats = false;
  xml::Handlers handlers{
      .start = [&](const xml::Name& tag, const Attributes& attributes) -> Result<void> {
        const std::size_t id = whole_number(attributes.text("numFmtId")).value_or(0);
        if (tag.local == "numFmt") own_formats[id] = is_date_format(attributes.text("formatCode"));
        if (tag.local == "cellXfs") in_cell_formats = true;
        if (tag.local != "xf" || !in_cell_formats) return {};
        const auto own = own_formats.find(id);
        dates.push_back(own == own_formats.end() ? is_date_format(id) : own->second);
        return {};
      },
      .end = [&](const xml::Name& tag) -> Result<void> {
        if (tag.local == "cellXfs") in_cell_formats = false;
        return {};
      },
  };
  TRY(read_part(xml, part, std::move(handlers)));
  return dates;
}

// ---- cells ------------------------------------------------------------------------------------

// What all sheets may use together.
struct Budget {
  std::size_t cells = 0, text = 0, xml = 0;
};

class SheetReader {
 public:
  SheetReader(const std::vector<std::string>& strings, const std::vector<bool>& dates, bool from_1904,
              const Limits& limits, Budget& budget)
      : strings_(strings), dates_(dates), from_1904_(from_1904), limits_(limits), budget_(budget) {}

  Result<Sheet> read(const std::string& xml, const std::string& part) {
    xml::Handlers handlers{
        .start = [this](const xml::Name& tag, const Attributes& attributes) { return start(tag.local, attributes); },
        .end = [this](const xml::Name& tag) { return end(tag.local); },
        .text = [this](std::string_view text) -> Result<void> {
          if (collecting_) value_ += text;
          return {};
        },
    };
    TRY(read_part(xml, part, std::move(handlers)));
    trim();
    return std::move(sheet_);
  }

 private:
  Result<void> start(std::string_view name, const Attributes& attributes) {
    if (name == "row") return start_row(attributes);
    if (name == "c") return start_cell(attributes);
    if (name == "rPh") ++phonetic_;
    collecting_ = in_cell_ && (name == "v" || (name == "t" && phonetic_ == 0));
    if (name == "v") value_.clear();
    return {};
  }
  Result<void> end(std::string_view name) {
    if (name == "rPh") --phonetic_;
    if (name == "v" || name == "t") collecting_ = false;
    if (name != "c" || !in_cell_) return {};
    in_cell_ = false;
    return put(TRY(shown()));
  }
  // 18.3.1.73: r may be left out, and counts on from the one before.
  Result<void> start_row(const Attributes& attributes) {
    next_row_ = whole_number(attributes.text("r")).value_or(next_row_ + 1);
    next_column_ = 0;
    if (next_row_ == 0 || next_row_ > limits_.max_rows) return beyond("rows", limits_.max_rows);
    return {};
  }
  Result<void> start_cell(const Attributes& attributes) {
    const auto reference = attributes.find("r");
    place_ = {next_row_ == 0 ? 0 : next_row_ - 1, next_column_};
    if (reference) {
      const auto place = cell_place(*reference);
      if (!place) return fail(Code::parse, "\"" + base::printable(*reference, 40) + "\" is not a cell");
      place_ = *place;
    }
    next_column_ = place_.column + 1;
    type_ = attributes.text("t");
    style_ = whole_number(attributes.text("s")).value_or(0);
    value_.clear();
    in_cell_ = true;
    return {};
  }
  // 18.18.11 (ST_CellType).
  Result<std::string> shown() const {
    if (type_ == "s") {
      const auto index = whole_number(base::trim(value_));
      if (!index && value_.empty()) return std::string();
      if (!index || *index >= strings_.size()) {
        return fail(Code::parse, "cell " + name() + " refers to a shared string that is missing");
      }
      return strings_[*index];
    }
    if (type_ == "inlineStr" || type_ == "str") return unescaped(value_);
    if (type_ == "b") return std::string(value_.empty() ? "" : is_true(value_) ? "TRUE" : "FALSE");
    if (type_ == "e" || type_ == "d") return value_;
    if (value_.empty()) return std::string();
    const bool date = style_ < dates_.size() && dates_[style_];
    return date ? shown_date(base::trim(value_), from_1904_) : shown_number(value_);
  }
  std::string name() const { return column_name(place_.column) + std::to_string(place_.row + 1); }

  // Gaps are counted as cells: a far corner costs as much as what lies before it.
  Result<void> put(std::string text) {
    if (text.empty()) return {};
    if (place_.row >= limits_.max_rows) return beyond("rows", limits_.max_rows);
    if (place_.column >= limits_.max_columns) return beyond("columns", limits_.max_columns);
    if (sheet_.rows.size() <= place_.row) {
      budget_.cells += place_.row + 1 - sheet_.rows.size();
      sheet_.rows.resize(place_.row + 1);
    }
    auto& row = sheet_.rows[place_.row];
    if (row.size() <= place_.column) {
      budget_.cells += place_.column + 1 - row.size();
      if (budget_.cells > limits_.max_cells) return beyond("cells", limits_.max_cells);
      row.resize(place_.column + 1);
    }
    budget_.text += text.size();
    if (budget_.text > limits_.max_bytes * 4) return beyond("bytes of text", limits_.max_bytes * 4);
    row[place_.column] = std::move(text);
    return {};
  }
  void trim() {
    while (!sheet_.rows.empty() && sheet_.rows.back().empty()) sheet_.rows.pop_back();
  }

  const std::vector<std::string>& strings_;
  const std::vector<bool>& dates_;
  bool from_1904_;
  const Limits& limits_;
  Budget& budget_;
  Sheet sheet_;
  CellPlace place_;
  std::size_t next_row_ = 0, next_column_ = 0, style_ = 0;
  std::string type_, value_;
  bool in_cell_ = false, collecting_ = false;
  int phonetic_ = 0;
};

}  // namespace

Result<std::vector<Sheet>> read_xlsx(std::string_view bytes, const Limits& limits) {
  if (bytes.size() > limits.max_bytes) return beyond("bytes", limits.max_bytes);
  const zip::Limits zip_limits{.max_member_bytes = limits.max_bytes * 4};
  const zip::Archive archive = TRY(zip::Archive::open(bytes, zip_limits));
  const Workbook workbook = TRY(read_workbook(archive));
  const std::vector<std::string> strings = TRY(read_strings(archive, workbook.strings_part, limits));
  const std::vector<bool> dates = TRY(read_date_styles(archive, workbook.styles_part));
  std::vector<Sheet> sheets;
  Budget budget;
  for (const auto& entry : workbook.sheets) {
    if (!has_member(archive, entry.part)) return fail(Code::parse, "a sheet is missing in the package", entry.part);
    const std::string xml = TRY(archive.read(entry.part));
    budget.xml += xml.size();  // a thousand sheets may be the same part
    if (budget.xml > limits.max_bytes * 8) return beyond("unpacked bytes", limits.max_bytes * 8);
    Sheet sheet = TRY(SheetReader(strings, dates, workbook.from_1904, limits, budget).read(xml, entry.part));
    sheet.name = entry.name;
    sheets.push_back(std::move(sheet));
  }
  return sheets;
}

}  // namespace formats::table
