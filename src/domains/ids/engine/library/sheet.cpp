// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/sheet.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/ids/engine/library/sheet_words.h"
#include "formats/ifc/version.h"

namespace ids::engine {
namespace {

namespace doc = formats::ids;
using base::Code;
using base::Result;
using doc::IdsValue;
using doc::Specification;
using formats::table::Sheet;

constexpr std::size_t heading_rows = 50;  // titles, dates and logos above the table
constexpr std::size_t max_unread = 20;    // columns that are told
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// ---- headings

using Places = std::array<std::size_t, column_count>;  // where each column is; nowhere

Places places_of(const std::vector<std::string>& row) {
  Places places;
  places.fill(nowhere);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto column = column_headed(row[i]);
    if (column && places[static_cast<std::size_t>(*column)] == nowhere) places[static_cast<std::size_t>(*column)] = i;
  }
  return places;
}

bool knows(const Places& places, Column column) { return places[static_cast<std::size_t>(column)] != nowhere; }

// Two headings at least, and one of them says what is asked for.
bool is_heading(const Places& places) {
  const auto known = std::count_if(places.begin(), places.end(), [](std::size_t place) { return place != nowhere; });
  return known >= 2 && (knows(places, Column::entity) || knows(places, Column::property) ||
                        knows(places, Column::attribute) || knows(places, Column::specification));
}

// Columns that nothing reads, each as a sentence.
std::vector<std::string> unread_columns(const Sheet& sheet, std::size_t heading_row, const Places& places) {
  std::vector<std::string> out;
  const auto& headings = sheet.rows[heading_row];
  for (std::size_t i = 0; i < headings.size() && out.size() < max_unread; ++i) {
    const auto word = cleaned(headings[i]);
    if (word.empty() || std::ranges::find(places, i) != places.end()) continue;
    const std::string named = "The column `" + base::printable(word, 60) + "`";
    out.push_back(column_headed(word) ? named + " means the same as one before it and was not read."
                                      : named + " is not known and was not read. " +
                                            base::did_you_mean(word, known_headings(),
                                                               {.besides = "export_ids_table shows the columns."}));
  }
  return out;
}

base::Error no_heading() {
  return base::fail(Code::missing, "no row with headings was found among the first " + std::to_string(heading_rows), {},
                    "Headings are words such as: " + base::join(known_headings(), ", ") + ".");
}

// ---- one row

// What a row cannot say: why it is left out.
struct Refusal {
  Column column;
  std::string message, hint;
};

class Row {
 public:
  Row(const std::vector<std::string>& cells, const Places& places) : cells_(cells), places_(places) {}
  std::string_view operator[](Column column) const {
    const std::size_t place = places_[static_cast<std::size_t>(column)];
    return place < cells_.size() ? cleaned(cells_[place]) : std::string_view{};
  }
  bool has(Column column) const { return !(*this)[column].empty(); }
  bool blank() const {
    return std::all_of(places_.begin(), places_.end(),
                       [this](std::size_t place) { return place >= cells_.size() || cleaned(cells_[place]).empty(); });
  }

 private:
  const std::vector<std::string>& cells_;
  const Places& places_;
};

Refusal refused(Column column, const base::Error& error) { return {column, error.message, error.hint}; }

std::optional<std::string> optional_text(std::string_view cell, std::string (*word)(std::string_view)) {
  if (cell.empty()) return std::nullopt;
  if (auto exact = unquoted(cell)) return exact;
  return word(cell);
}

// The parts of facets. The first cell that cannot be read is kept as the row's refusal.
class FacetReader {
 public:
  FacetReader(const Row& row, std::string instructions) : row_(row), instructions_(std::move(instructions)) {}

  doc::Facet entity() { return entity_facet(true); }
  doc::Facet part_of() {
    return doc::PartOfFacet{.relation = optional_text(row_[Column::relation], relation_word),
                            .entity = entity_facet(false),
                            .cardinality = cardinality(),
                            .instructions = instructions_};
  }
  doc::Facet classification() {
    const auto column = row_.has(Column::classification) ? Column::classification : Column::value;
    return doc::ClassificationFacet{.value = optional(column),
                                    .system = optional(Column::system),
                                    .uri = uri(),
                                    .cardinality = cardinality(),
                                    .instructions = instructions_};
  }
  doc::Facet attribute() {
    return doc::AttributeFacet{.name = required(Column::attribute, "an attribute needs its name"),
                               .value = optional(Column::value),
                               .cardinality = cardinality(),
                               .instructions = instructions_};
  }
  doc::Facet property();
  doc::Facet material() {
    const auto column = row_.has(Column::material) ? Column::material : Column::value;
    return doc::MaterialFacet{
        .value = optional(column), .uri = uri(), .cardinality = cardinality(), .instructions = instructions_};
  }
  const std::optional<Refusal>& refusal() const { return refusal_; }

 private:
  doc::EntityFacet entity_facet(bool own) {
    return {.name = entity_name(),
            .predefined_type = optional(Column::predefined_type),
            .instructions = own ? instructions_ : ""};
  }
  void refuse(Refusal refusal) {
    if (!refusal_) refusal_ = std::move(refusal);
  }
  IdsValue taken(Column column, Result<IdsValue> value) {
    if (value) return *std::move(value);
    refuse(refused(column, value.error()));
    return {};
  }
  IdsValue entity_name() {
    if (!row_.has(Column::entity)) refuse({Column::entity, "the entity is missing", "Write its IFC name: IfcWall."});
    return taken(Column::entity, entity_from_text(row_[Column::entity]));
  }
  IdsValue required(Column column, std::string_view without) {
    if (!row_.has(column))
      refuse({column, std::string(without), "Fill the column " + std::string(heading(column)) + "."});
    return taken(column, value_from_text(row_[column], {}));
  }
  std::optional<IdsValue> optional(Column column, std::string_view data_type = {}) {
    if (!row_.has(column)) return std::nullopt;
    return taken(column, value_from_text(row_[column], data_type));
  }
  std::optional<std::string> uri() { return optional_text(row_[Column::uri], text_from_cell); }
  std::string cardinality();

  const Row& row_;
  std::string instructions_;
  std::optional<Refusal> refusal_;
};

std::string FacetReader::cardinality() {
  const auto cell = row_[Column::cardinality];
  if (cell.empty()) return "";
  if (auto exact = unquoted(cell)) return *std::move(exact);
  if (auto word = cardinality_word(cell)) return *std::move(word);
  refuse({Column::cardinality, "\"" + base::printable(cell, 60) + "\" is not a cardinality",
          "Write required, optional or prohibited."});
  return "";
}

// "Pset_WallCommon.FireRating" in one cell says both.
std::optional<std::pair<std::string_view, std::string_view>> set_and_property(std::string_view cell) {
  const std::size_t dot = cell.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == cell.size()) return std::nullopt;
  const auto set = base::lower_ascii(cell.substr(0, dot));
  if (!set.starts_with("pset_") && !set.starts_with("qto_")) return std::nullopt;
  return std::pair(cell.substr(0, dot), cell.substr(dot + 1));
}

doc::Facet FacetReader::property() {
  doc::PropertyFacet facet;
  facet.data_type = optional_text(row_[Column::data_type], data_type_word);
  const auto both = set_and_property(row_[Column::property]);
  if (both && !row_.has(Column::property_set)) {
    facet.property_set = std::string(both->first);
    facet.base_name = std::string(both->second);
  } else {
    facet.property_set = required(Column::property_set, "a property needs its property set");
    facet.base_name = required(Column::property, "a property needs its name");
  }
  facet.value = optional(Column::value, facet.data_type.value_or(""));
  facet.uri = uri();
  facet.cardinality = cardinality();
  facet.instructions = instructions_;
  return facet;
}

// ---- specifications as they grow

struct Draft {
  Specification specification;
  std::array<std::string, column_count> said;   // the cells that filled it
  std::set<std::string, std::less<>> entities;  // cells that went into its applicability
  std::string fallback_name;
};

// "0..unbounded" as written; a missing number is a missing attribute.
bool read_occurs(std::string_view cell, Specification& out) {
  const std::size_t dots = cell.find("..");
  if (dots == std::string_view::npos) return false;
  const auto number = [](std::string_view text) {
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
  };
  out.min_occurs = number(cell.substr(0, dots));
  out.max_occurs = number(cell.substr(dots + 2));
  return true;
}

std::optional<Refusal> read_occurrence(std::string_view cell, Specification& out) {
  if (read_occurs(cell, out)) return std::nullopt;
  const auto word = cardinality_word(cell);
  if (!word)
    return Refusal{Column::occurrence, "\"" + base::printable(cell, 60) + "\" does not say how often",
                   "Write required, optional or prohibited."};
  out.min_occurs = *word == "required" ? "1" : "0";
  out.max_occurs = *word == "prohibited" ? "0" : "unbounded";
  return std::nullopt;
}

std::optional<Refusal> read_versions(std::string_view cell, Specification& out) {
  if (const auto exact = unquoted(cell)) {
    out.ifc_versions.clear();
    for (const auto word : base::split(*exact, ' '))
      if (!word.empty()) out.ifc_versions.emplace_back(word);
    return std::nullopt;
  }
  auto versions = version_words(cell);
  if (!versions || versions->empty())
    return Refusal{Column::versions, "\"" + base::printable(cell, 60) + "\" is not an IFC version",
                   "Versions are " IFC_NAMES(" and ") "."};
  out.ifc_versions = *std::move(versions);
  return std::nullopt;
}

std::optional<Refusal> read_field(Column column, std::string_view cell, Specification& out) {
  switch (column) {
    case Column::specification:
      out.name = text_from_cell(cell);
      break;
    case Column::identifier:
      out.identifier = text_from_cell(cell);
      break;
    case Column::description:
      out.description = text_from_cell(cell);
      break;
    case Column::instructions:
      out.instructions = text_from_cell(cell);
      break;
    case Column::requirements_description:
      out.requirements_description = text_from_cell(cell);
      break;
    case Column::versions:
      return read_versions(cell, out);
    case Column::occurrence:
      return read_occurrence(cell, out);
    default:
      break;
  }
  return std::nullopt;
}

constexpr std::array<Column, 7> fields{Column::specification,
                                       Column::identifier,
                                       Column::versions,
                                       Column::occurrence,
                                       Column::description,
                                       Column::instructions,
                                       Column::requirements_description};

doc::Restriction as_list(IdsValue&& value) {
  if (auto* restriction = std::get_if<doc::Restriction>(&value)) return std::move(*restriction);
  return {.base = "xs:string", .facets = {{.name = "enumeration", .value = std::get<std::string>(std::move(value))}}};
}

bool is_list(const IdsValue& value) {
  const auto* restriction = std::get_if<doc::Restriction>(&value);
  if (restriction == nullptr) return std::holds_alternative<std::string>(value);
  return std::all_of(restriction->facets.begin(), restriction->facets.end(),
                     [](const doc::XsFacet& facet) { return facet.name == "enumeration"; });
}

// IDS 1.0, ids.xsd applicabilityType: one entity facet; several classes are an enumeration in it.
std::optional<Refusal> add_entity(doc::EntityFacet facet, Specification& out) {
  doc::EntityFacet* present = nullptr;
  for (auto& one : out.applicability)
    if (auto* entity = std::get_if<doc::EntityFacet>(&one); entity != nullptr && present == nullptr) present = entity;
  if (present == nullptr) {
    out.applicability.emplace_back(std::move(facet));
    return std::nullopt;
  }
  if (present->predefined_type != facet.predefined_type || !is_list(present->name) || !is_list(facet.name))
    return Refusal{Column::entity, "the specification applies to another entity already",
                   "Give the row its own specification, or write all entities as \"one of: IFCWALL | IFCSLAB\"."};
  auto list = as_list(std::move(present->name));
  for (auto& item : as_list(std::move(facet.name)).facets) list.facets.push_back(std::move(item));
  present->name = std::move(list);
  return std::nullopt;
}

// ---- the sheet

class Reader {
 public:
  explicit Reader(const Sheet& sheet) : sheet_(sheet) {}
  Result<FromSheet> read();

 private:
  bool find_heading();
  void read_row();
  Draft* draft_of(const Row& row);
  std::string key_of(const Row& row) const;
  void read_fields(const Row& row, Draft& draft, std::string& instructions);
  void read_facets(const Row& row, Draft& draft, std::string instructions);
  void read_named(const Row& row, Draft& draft, FacetReader& reader, std::optional<Part> part);
  void read_inferred(const Row& row, Draft& draft, FacetReader& reader, std::optional<Part> part);
  void infer_entity(const Row& row, Draft& draft, FacetReader& reader, std::optional<Part> part);
  void add(Draft& draft, Part part, doc::Facet facet, const FacetReader& reader);
  void report(Refusal refusal);
  bool groups_by_entity() const {
    return !knows(places_, Column::spec_no) && !knows(places_, Column::identifier) &&
           !knows(places_, Column::specification);
  }

  const Sheet& sheet_;
  Places places_{};
  std::size_t row_ = 0;  // from 0
  std::vector<Draft> drafts_;
  std::map<std::string, std::size_t, std::less<>> by_key_;
  std::optional<std::size_t> current_;
  FromSheet out_;
};

void Reader::report(Refusal refusal) {
  if (out_.problems.size() >= max_sheet_problems) return;
  out_.problems.push_back(
      {row_ + 1, std::string(heading(refusal.column)), std::move(refusal.message), std::move(refusal.hint)});
}

bool Reader::find_heading() {
  for (row_ = 0; row_ < std::min(sheet_.rows.size(), heading_rows); ++row_) {
    places_ = places_of(sheet_.rows[row_]);
    if (is_heading(places_)) return true;
  }
  return false;
}

std::string Reader::key_of(const Row& row) const {
  for (const auto column : {Column::spec_no, Column::identifier, Column::specification})
    if (row.has(column)) return std::string(heading(column)) + ":" + std::string(row[column]);
  if (groups_by_entity() && row.has(Column::entity) && !row.has(Column::relation))
    return "entity:" + std::string(row[Column::entity]) + "." + std::string(row[Column::predefined_type]);
  return "";
}

Draft* Reader::draft_of(const Row& row) {
  const auto key = key_of(row);
  if (key.empty()) return current_ ? &drafts_[*current_] : nullptr;
  const auto [place, added] = by_key_.try_emplace(key, drafts_.size());
  if (added) {
    drafts_.emplace_back();
    auto& specification = drafts_.back().specification;
    specification.ifc_versions = {"IFC4"};
    specification.min_occurs = "0";
    specification.max_occurs = "unbounded";
    drafts_.back().fallback_name = row.has(Column::identifier) ? row[Column::identifier] : row[Column::entity];
  }
  current_ = place->second;
  return &drafts_[*current_];
}

// The first row that fills a field has it. What later rows say in the columns for people belongs to their facet.
void Reader::read_fields(const Row& row, Draft& draft, std::string& instructions) {
  for (const auto column : fields) {
    const auto cell = row[column];
    auto& said = draft.said[static_cast<std::size_t>(column)];
    if (cell.empty() || cell == said) continue;
    if (said.empty()) {
      said = cell;
      if (auto refusal = read_field(column, cell, draft.specification)) report(*std::move(refusal));
    } else if (column == Column::description || column == Column::instructions) {
      if (instructions.empty()) instructions = text_from_cell(cell);
    } else {
      report({column, "the specification has another one already: " + base::printable(said, 60),
              "The first one is kept. Give the row its own specification, or leave the cell empty."});
    }
  }
}

void Reader::add(Draft& draft, Part part, doc::Facet facet, const FacetReader& reader) {
  if (reader.refusal()) return;
  auto& specification = draft.specification;
  if (part == Part::requirements) specification.has_requirements = true;
  auto& list = part == Part::requirements ? specification.requirements : specification.applicability;
  list.push_back(std::move(facet));
}

void Reader::read_named(const Row& row, Draft& draft, FacetReader& reader, std::optional<Part> part) {
  const auto kind = facet_word(row[Column::facet]);
  if (!kind)
    return report({Column::facet, "\"" + base::printable(row[Column::facet], 60) + "\" is not a facet",
                   "Facets are entity, attribute, property, classification, material and partOf."});
  const auto place = part.value_or(*kind == "entity" ? Part::applicability : Part::requirements);
  auto facet = *kind == "entity"           ? reader.entity()
               : *kind == "partOf"         ? reader.part_of()
               : *kind == "classification" ? reader.classification()
               : *kind == "attribute"      ? reader.attribute()
               : *kind == "property"       ? reader.property()
                                           : reader.material();
  add(draft, place, std::move(facet), reader);
}

void Reader::infer_entity(const Row& row, Draft& draft, FacetReader& reader, std::optional<Part> part) {
  auto facet = reader.entity();
  if (reader.refusal()) return;
  if (part == Part::requirements) return add(draft, *part, std::move(facet), reader);
  const std::string cells = base::upper_ascii(row[Column::entity]) + "." + std::string(row[Column::predefined_type]);
  if (!draft.entities.insert(cells).second) return;
  auto entity = std::get<doc::EntityFacet>(std::move(facet));
  entity.instructions.clear();  // they are about what the row requires
  if (auto refusal = add_entity(std::move(entity), draft.specification)) report(*std::move(refusal));
}

void Reader::read_inferred(const Row& row, Draft& draft, FacetReader& reader, std::optional<Part> part) {
  const auto place = part.value_or(Part::requirements);
  bool any = true;
  if (row.has(Column::relation))
    add(draft, place, reader.part_of(), reader);
  else if (row.has(Column::entity))
    infer_entity(row, draft, reader, part);
  else
    any = false;
  const auto said = [&](bool is_there, doc::Facet (FacetReader::*make)()) {
    if (!is_there || reader.refusal()) return;
    any = true;
    add(draft, place, (reader.*make)(), reader);
  };
  said(row.has(Column::property_set) || row.has(Column::property), &FacetReader::property);
  said(row.has(Column::attribute), &FacetReader::attribute);
  said(row.has(Column::classification) || row.has(Column::system), &FacetReader::classification);
  said(row.has(Column::material), &FacetReader::material);
  if (!any && row.has(Column::value))
    report({Column::value, "a value without a property, an attribute or a material", "Say what has this value."});
  if (!any && part == Part::requirements) draft.specification.has_requirements = true;
}

void Reader::read_facets(const Row& row, Draft& draft, std::string instructions) {
  const auto part = part_word(row[Column::part]);
  if (row.has(Column::part) && !part)
    return report({Column::part, "\"" + base::printable(row[Column::part], 60) + "\" is not a part of a specification",
                   "Write \"applies to\" or \"requires\"."});
  FacetReader reader(row, std::move(instructions));
  if (row.has(Column::facet))
    read_named(row, draft, reader, part);
  else
    read_inferred(row, draft, reader, part);
  if (reader.refusal()) report(*reader.refusal());
}

void Reader::read_row() {
  const Row row(sheet_.rows[row_], places_);
  if (row.blank()) return;
  Draft* draft = draft_of(row);
  if (draft == nullptr)
    return report({knows(places_, Column::specification) ? Column::specification : Column::entity,
                   "the row belongs to no specification", "Name the specification in this row or above it."});
  std::string instructions = text_from_cell(row[Column::facet_instructions]);
  read_fields(row, *draft, instructions);
  read_facets(row, *draft, std::move(instructions));
}

Result<FromSheet> Reader::read() {
  if (!find_heading()) return no_heading();
  out_.warnings = unread_columns(sheet_, row_, places_);
  for (++row_; row_ < sheet_.rows.size(); ++row_) read_row();
  for (auto& draft : drafts_) {
    if (draft.said[static_cast<std::size_t>(Column::specification)].empty())
      draft.specification.name = text_from_cell(draft.fallback_name);
    out_.specifications.push_back(std::move(draft.specification));
  }
  return std::move(out_);
}

}  // namespace

Result<FromSheet> from_sheet(const Sheet& sheet) { return Reader(sheet).read(); }

}  // namespace ids::engine
