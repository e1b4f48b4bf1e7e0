// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/ids/document.h"
#include "formats/table/table.h"

// IDS documents as the table that information managers keep: one row per facet, specifications repeated or left empty
// below their first row. to_sheet then from_sheet gives the same specifications, but for what only XML can carry
// (Extra: comments, annotations). Pure.
namespace ids::engine {

formats::table::Sheet to_sheet(const formats::ids::Document& document);

struct SheetProblem {
  std::size_t row = 0;  // from 1, as a spreadsheet counts
  std::string column, message, hint;
};
struct FromSheet {
  std::vector<formats::ids::Specification> specifications;
  std::vector<SheetProblem> problems;  // rows that were left out, and why; at most max_sheet_problems
  std::vector<std::string> warnings;   // columns that were not read: sentences
};
inline constexpr std::size_t max_sheet_problems = 1'000;
// Columns are found by their headings, in any order and with the usual synonyms ("Pset", "Property set"); what is
// missing has a default. Fails where no heading row is found, with the headings that are known.
// Rows belong together by "Spec. no.", else by identifier, else by the specification's name, else by the entity; a row
// with none of them continues the one above. Where neither "Part" nor "Facet" is filled, an entity says what the
// specification applies to and everything else in the row is required.
base::Result<FromSheet> from_sheet(const formats::table::Sheet& sheet);
// One value as a cell: "REI60", "one of: REI30 | REI60", "pattern: EW-[0-9]{3}", ">= 2.4; <= 3", "length: 5..50".
// Texts that would read as something else stand in quotes; inside them "" is a quote and &#10; a character.
std::string value_text(const formats::ids::IdsValue& value);
// The same without the base type where the data type implies it.
std::string value_text(const formats::ids::IdsValue& value, std::string_view data_type_upper);
base::Result<formats::ids::IdsValue> value_from_text(std::string_view text, std::string_view data_type_upper);

}  // namespace ids::engine
