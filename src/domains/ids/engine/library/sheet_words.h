// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/ids/document.h"

// The words people write into requirement tables, in English and German, and how exact texts stand in cells. Pure.
namespace ids::engine {

// ---- cells
std::string_view cleaned(std::string_view cell);             // without blanks around it, no-break spaces too
std::string quoted(std::string_view text);                   // "…"; holds any text exactly
std::optional<std::string> unquoted(std::string_view cell);  // the text of a cell that is quoted as a whole
// Where the quoted text that begins at `at` ends (behind its closing quote); none if it does not.
std::optional<std::size_t> quoted_end(std::string_view text, std::size_t at);
bool has_control(std::string_view text);  // beside line feeds
// Plain where `reads_as` gives the text back, quoted elsewhere; empty stays empty.
std::string exact_cell(std::string_view text,
                       const std::function<std::optional<std::string>(std::string_view)>& reads_as);
std::string text_cell(std::string_view text);
std::string text_from_cell(std::string_view cell);

// A value of which every facet is spelt out, so that no habit applies.
std::string exact_value_text(const formats::ids::IdsValue& value);
// Names of entities: any case unless quoted or spelt out, several with commas or line breaks too.
base::Result<formats::ids::IdsValue> entity_from_text(std::string_view cell);

// ---- headings
enum class Column : std::uint8_t {
  spec_no,
  specification,
  identifier,
  versions,
  occurrence,
  description,
  instructions,
  requirements_description,
  part,
  facet,
  entity,
  predefined_type,
  property_set,
  property,
  attribute,
  data_type,
  value,
  system,
  classification,
  material,
  relation,
  cardinality,
  facet_instructions,
  uri
};
inline constexpr std::size_t column_count = 24;
std::string_view heading(Column column);
std::optional<Column> column_headed(std::string_view heading);
std::vector<std::string> known_headings();

// ---- words in cells; none for what is not known
std::optional<std::string> cardinality_word(std::string_view cell);  // "required", "optional", "prohibited"
std::optional<bool> yes_or_no(std::string_view cell);
enum class Part : std::uint8_t { applicability, requirements };
std::optional<Part> part_word(std::string_view cell);
std::optional<std::string> facet_word(std::string_view cell);  // "entity", "partOf" …
std::string data_type_word(std::string_view cell);             // "IfcLabel", "Text" -> IFCLABEL; upper case at least
std::string relation_word(std::string_view cell);
// "IFC4, IFC 4.3" -> IFC4 IFC4X3_ADD2
std::optional<std::vector<std::string>> version_words(std::string_view cell);

}  // namespace ids::engine
