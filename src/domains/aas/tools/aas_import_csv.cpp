// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/import.h"
#include "domains/aas/tools/parts/source.h"
#include "formats/table/cells.h"
#include "formats/table/table.h"

namespace aas::tools::aas_import_csv {

namespace {

struct Args {
  std::string source;
  std::optional<Json> mapping;
  std::int64_t headerRow = 1, row = 1;
  std::optional<std::string> sheet, reason;
  static constexpr auto fields = tool::fields(
      tool::field("source", &Args::source, "CSV or XLSX: a path or file: URI, or base64.",
                  {.min_length = 1, .max_length = max_source_bytes}),
      tool::field("mapping", &Args::mapping,
                  "By columns, one record a row: {\"Weight [g]\": \"TechnicalData/Weight\"}, or {path, unit, decimal} "
                  "as target. By rows: {\"key\": \"A\", \"value\": \"B\", \"unit\": \"C\"}, keys being paths or "
                  "semanticIds. Default: the header's names are paths."),
      tool::with_default("headerRow", &Args::headerRow, "0: there is none.", {.minimum = 0, .maximum = 1'000'000}),
      tool::with_default("row", &Args::row, "By columns: which record.", {.minimum = 1, .maximum = 1'000'000}),
      tool::field("sheet", &Args::sheet, "Of a workbook; default: the first.", {.max_length = 400}),
      tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

namespace table = formats::table;

Result<table::Sheet> read_sheet(const Args& args, std::string_view bytes) {
  if (!bytes.starts_with("PK")) return table::read_csv(bytes);
  std::vector<table::Sheet> sheets = TRY(table::read_xlsx(bytes));
  if (sheets.empty()) return fail(Code::parse, "the workbook has no sheet", "source");
  if (!args.sheet) return std::move(sheets.front());
  std::vector<std::string> names;
  for (table::Sheet& each : sheets) {
    if (each.name == *args.sheet) return std::move(each);
    names.push_back(each.name);
  }
  return fail(Code::unknown_name, "the workbook has no sheet " + base::printable(*args.sheet, 100), "sheet",
              "It has: " + base::join(names, ", ") + ".");
}

class Table {
 public:
  Table(const Args& args, table::Sheet sheet) : args_(args), sheet_(std::move(sheet)) {
    if (args.headerRow > 0 && static_cast<std::size_t>(args.headerRow) <= sheet_.rows.size())
      header_ = sheet_.rows[static_cast<std::size_t>(args.headerRow) - 1];
  }

  Result<std::vector<engine::Value>> values() const {
    const Json mapping = args_.mapping.value_or(Json());
    if (!mapping.is_null() && !mapping.is_object())
      return fail(Code::wrong_type, "a mapping is an object", "mapping", R"({"Weight": "TechnicalData/Weight"})");
    if (mapping.find("key") != nullptr && mapping.find("value") != nullptr) return by_rows(mapping);
    return by_columns(mapping);
  }

 private:
  std::size_t first_row() const { return static_cast<std::size_t>(args_.headerRow); }

  // By the header's name, a letter or a number.
  Result<std::size_t> column(std::string_view name) const {
    const auto found = std::ranges::find(header_, name);
    if (found != header_.end()) return static_cast<std::size_t>(found - header_.begin());
    if (const auto place = table::cell_place(std::string(name) + "1")) return place->column;
    return fail(
        Code::unknown_name, "the table has no column " + base::printable(name, 100), "mapping",
        base::did_you_mean(name, header_, {.quote = "\""}) + " Columns are named by their header or as A, B, C.");
  }

  std::string cell(std::size_t row, std::size_t at) const {
    return row < sheet_.rows.size() && at < sheet_.rows[row].size() ? sheet_.rows[row][at] : std::string();
  }

  // "Weight [g]": people write the unit behind the name.
  struct Named {
    std::string name, unit;
  };
  static Named named(std::string_view header) {
    header = base::trim(header);
    const std::size_t open = header.rfind('[');
    if (open == std::string_view::npos || open == 0 || !header.ends_with(']')) return {std::string(header), {}};
    const std::string_view unit = header.substr(open + 1, header.size() - open - 2);
    // "Markings[0]" is an item of a list.
    if (unit.find_first_not_of("0123456789") == std::string_view::npos) return {std::string(header), {}};
    return {std::string(base::trim(header.substr(0, open))), std::string(unit)};
  }

  static std::string place(std::size_t row, std::size_t at) { return table::column_name(at) + std::to_string(row + 1); }

  Result<std::vector<engine::Value>> by_rows(const Json& mapping) const {
    const std::size_t key = TRY(column(mapping.text("key"))), value = TRY(column(mapping.text("value")));
    std::optional<std::size_t> unit;
    if (mapping.find("unit") != nullptr) unit = TRY(column(mapping.text("unit")));
    const std::string_view decimal = mapping.text("decimal");
    std::vector<engine::Value> out;
    for (std::size_t row = first_row(); row < sheet_.rows.size(); ++row) {
      const std::string to(base::trim(cell(row, key))), text = cell(row, value);
      if (to.empty() || base::trim(text).empty()) continue;
      out.push_back({.from = place(row, value),
                     .to = to,
                     .value = text,
                     .unit = unit ? cell(row, *unit) : std::string(),
                     .decimal = decimal.empty() ? '\0' : decimal[0]});
    }
    return out;
  }

  Result<std::vector<engine::Value>> by_columns(const Json& mapping) const {
    const std::size_t row = first_row() + static_cast<std::size_t>(args_.row) - 1;
    if (row >= sheet_.rows.size())
      return fail(Code::out_of_range, "the table has no record " + std::to_string(args_.row), "row",
                  "It has " + std::to_string(sheet_.rows.size()) + " rows, the header included.");
    std::vector<engine::Value> out;
    const auto add = [&](std::size_t at, Target to) {
      const std::string text = cell(row, at);
      if (base::trim(text).empty()) return;
      if (to.unit.empty() && at < header_.size()) to.unit = named(header_[at]).unit;
      out.push_back({.from = place(row, at),
                     .to = std::move(to.path),
                     .value = text,
                     .unit = std::move(to.unit),
                     .decimal = to.decimal,
                     .language = std::move(to.language)});
    };
    if (mapping.is_null()) {
      for (std::size_t at = 0; at < header_.size(); ++at) add(at, {named(header_[at]).name, {}});
      return out;
    }
    for (const auto& [name, target] : mapping.as_object()) {
      const std::size_t at = TRY(column(name));
      add(at, TRY(target_from(target, "mapping." + name)));
    }
    return out;
  }

  const Args& args_;
  table::Sheet sheet_;
  std::vector<std::string> header_;
};

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  TRY(open_file(view));
  Source source = TRY(read_source(view, args.source));
  const Table rows(args, TRY(read_sheet(args, source.bytes)));
  const auto values = TRY(rows.values());
  return imported(known, view, values, source.name.empty() ? "a table" : source.name, args.reason);
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, ImportOut>({.name = "aas_import_csv",
                                     .title = "Values from a table",
                                     .doc = "Imports data from CSV or XLSX into submodel elements that exist, as "
                                            "one batch of patches that waits. dry_run shows what would be set.",
                                     .needs = Permission::modify},
                                    runtime, plan);
}

}  // namespace aas::tools::aas_import_csv
