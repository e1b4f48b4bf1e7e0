// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/text.h"
#include "domains/ids/engine/library/sheet.h"
#include "domains/ids/engine/library/sheet_words.h"

namespace ids::engine {
namespace {

namespace doc = formats::ids;
using doc::IdsValue;
using doc::Specification;
using formats::table::Sheet;

// The columns we write, in this order; reading knows two more (classification and material, each with its value).
constexpr std::array<Column, 22> written{Column::spec_no,
                                         Column::specification,
                                         Column::identifier,
                                         Column::versions,
                                         Column::occurrence,
                                         Column::description,
                                         Column::instructions,
                                         Column::part,
                                         Column::facet,
                                         Column::entity,
                                         Column::predefined_type,
                                         Column::property_set,
                                         Column::property,
                                         Column::attribute,
                                         Column::data_type,
                                         Column::value,
                                         Column::system,
                                         Column::relation,
                                         Column::cardinality,
                                         Column::facet_instructions,
                                         Column::uri,
                                         Column::requirements_description};

using Row = std::array<std::string, column_count>;
std::string& cell(Row& row, Column column) { return row[static_cast<std::size_t>(column)]; }

std::string optional_cell(const std::optional<std::string>& text, std::string (*word)(std::string_view)) {
  if (!text) return "";
  if (text->empty()) return quoted("");
  return exact_cell(*text, [word](std::string_view cell) { return word(cell); });
}

std::string value_cell(const std::optional<IdsValue>& value, std::string_view data_type = {}) {
  return value ? value_text(*value, data_type) : "";
}

std::string cardinality_cell(const std::string& cardinality) {
  return exact_cell(cardinality, [](std::string_view cell) { return cardinality_word(cell); });
}

// Entities are read in any case, so one that is not in upper case is spelt out.
std::string entity_cell(const IdsValue& name) {
  std::string cell = value_text(name);
  const auto same = entity_from_text(cell);
  return same && *same == name ? cell : exact_value_text(name);
}

void put_entity(Row& row, const doc::EntityFacet& facet) {
  cell(row, Column::entity) = entity_cell(facet.name);
  cell(row, Column::predefined_type) = value_cell(facet.predefined_type);
}

void put(Row& row, const doc::EntityFacet& facet) {
  put_entity(row, facet);
  cell(row, Column::facet_instructions) = text_cell(facet.instructions);
}

// What all other facets have.
template <class Facet>
void put_common(Row& row, const Facet& facet) {
  cell(row, Column::cardinality) = cardinality_cell(facet.cardinality);
  cell(row, Column::facet_instructions) = text_cell(facet.instructions);
  if constexpr (requires { facet.uri; })
    cell(row, Column::uri) = optional_cell(facet.uri, [](std::string_view text) { return text_from_cell(text); });
}

void put(Row& row, const doc::AttributeFacet& facet) {
  cell(row, Column::attribute) = value_text(facet.name);
  cell(row, Column::value) = value_cell(facet.value);
  put_common(row, facet);
}

void put(Row& row, const doc::PropertyFacet& facet) {
  cell(row, Column::property_set) = value_text(facet.property_set);
  cell(row, Column::property) = value_text(facet.base_name);
  cell(row, Column::data_type) = optional_cell(facet.data_type, data_type_word);
  cell(row, Column::value) = value_cell(facet.value, facet.data_type.value_or(""));
  put_common(row, facet);
}

void put(Row& row, const doc::ClassificationFacet& facet) {
  cell(row, Column::system) = value_cell(facet.system);
  cell(row, Column::value) = value_cell(facet.value);
  put_common(row, facet);
}

void put(Row& row, const doc::MaterialFacet& facet) {
  cell(row, Column::value) = value_cell(facet.value);
  put_common(row, facet);
}

void put(Row& row, const doc::PartOfFacet& facet) {
  cell(row, Column::relation) = optional_cell(facet.relation, relation_word);
  put_entity(row, facet.entity);
  put_common(row, facet);
}

std::string versions_cell(const std::vector<std::string>& versions) {
  const std::string text = base::join(versions, " ");
  const auto same = version_words(text);
  return same && *same == versions && !text.empty() ? text : quoted(text);
}

// A word where both numbers are those of the word, else the numbers: "1..5", "..unbounded" without a minOccurs.
std::string occurrence_cell(const Specification& specification) {
  const auto cardinality = specification.cardinality();
  if (cardinality && specification.min_occurs && specification.max_occurs) return std::string(text(*cardinality));
  const auto number = [](const std::optional<std::string>& occurs) { return occurs.value_or(""); };
  return number(specification.min_occurs) + ".." + number(specification.max_occurs);
}

class Writer {
 public:
  Sheet sheet(const doc::Document& document) {
    Sheet out{.name = "Specifications"};
    out.rows.push_back(heading_row());
    for (const auto& specification : document.specifications) add(specification, out);
    return out;
  }

 private:
  static std::vector<std::string> heading_row() {
    std::vector<std::string> row;
    for (const auto column : written) row.emplace_back(heading(column));
    return row;
  }
  void add(const Specification& specification, Sheet& out);
  void add_row(Row row, Sheet& out);
  void add_facets(const std::vector<doc::Facet>& facets, std::string_view part, Sheet& out);
  void begin(const Specification& specification);

  std::size_t number_ = 0;
  Row first_;         // what stands only in the first row of a specification
  std::string name_;  // and what in every row
};

void Writer::begin(const Specification& specification) {
  ++number_;
  name_ = specification.name.empty() ? quoted("") : text_cell(specification.name);
  first_ = {};
  cell(first_, Column::identifier) = text_cell(specification.identifier);
  cell(first_, Column::versions) = versions_cell(specification.ifc_versions);
  cell(first_, Column::occurrence) = occurrence_cell(specification);
  cell(first_, Column::description) = text_cell(specification.description);
  cell(first_, Column::instructions) = text_cell(specification.instructions);
  cell(first_, Column::requirements_description) = text_cell(specification.requirements_description);
}

void Writer::add_row(Row row, Sheet& out) {
  cell(row, Column::spec_no) = std::to_string(number_);
  cell(row, Column::specification) = name_;
  for (std::size_t i = 0; i < column_count; ++i)
    if (!first_[i].empty()) row[i] = std::move(first_[i]);
  first_ = {};
  std::vector<std::string> cells;
  for (const auto column : written) cells.push_back(std::move(cell(row, column)));
  out.rows.push_back(std::move(cells));
}

void Writer::add_facets(const std::vector<doc::Facet>& facets, std::string_view part, Sheet& out) {
  for (const auto& facet : facets) {
    Row row;
    cell(row, Column::part) = part;
    cell(row, Column::facet) = kind(facet);
    std::visit([&row](const auto& one) { put(row, one); }, facet);
    add_row(std::move(row), out);
  }
}

void Writer::add(const Specification& specification, Sheet& out) {
  begin(specification);
  const std::size_t before = out.rows.size();
  add_facets(specification.applicability, "applies to", out);
  add_facets(specification.requirements, "requires", out);
  if (specification.has_requirements && specification.requirements.empty()) {
    Row row;
    cell(row, Column::part) = "requires";
    add_row(std::move(row), out);
  }
  if (out.rows.size() == before) add_row({}, out);
}

}  // namespace

Sheet to_sheet(const doc::Document& document) { return Writer().sheet(document); }

}  // namespace ids::engine
