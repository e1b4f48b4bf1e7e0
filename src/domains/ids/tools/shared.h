// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/ids/engine/audit/audit.h"
#include "formats/ids/document.h"
#include "tool/registry.h"
#include "tool/tool.h"

// What the ids tools have in common: how a specification and a facet are found in a document, and the rules that hold
// when something is added (seed 000, with docs/ids.md telling where IDS 1.0 differs from it).
namespace ids::runtime {
class Checks;
}

namespace ids::tools {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using kernel::Change;
using kernel::Permission;
using kernel::View;
using tool::Tool;

namespace doc = formats::ids;

inline constexpr std::size_t max_document_bytes = std::size_t{16} << 20;

// The specification whose identifier is `spec_id`, else whose name is. The sentence of the error is the seed's.
Result<std::size_t> find_specification(const doc::Document& document, std::string_view spec_id);
base::Error no_specification(std::vector<std::string> known, std::string_view wanted);
std::string spec_id(const doc::Specification& specification);

enum class Location : std::uint8_t { applicability, requirements };
constexpr auto enum_names(Location) { return std::to_array<std::string_view>({"applicability", "requirements"}); }
enum class Occurrence : std::uint8_t { required, optional, prohibited };
constexpr auto enum_names(Occurrence) {
  return std::to_array<std::string_view>({"required", "optional", "prohibited"});
}
std::string_view name(Location location);

struct FacetPlace {
  std::string spec_id;
  Location location{};
  std::size_t index = 0;
  std::string id() const;  // "requirements[0]"
};
std::vector<doc::Facet>& facets_at(doc::Specification& specification, Location location);
const std::vector<doc::Facet>& facets_at(const doc::Specification& specification, Location location);
// Which facet of a specification a call means: `facet_id` or `location` with `facet_index`.
Result<FacetPlace> find_facet(const doc::Specification& specification, const std::optional<std::string>& facet_id,
                              std::optional<Location> location, std::optional<std::int64_t> index);

// IFC2X3, IFC4, IFC4X3 in any case; IFC4X3 becomes IFC4X3_ADD2, the name in ids.xsd.
Result<std::vector<std::string>> ifc_versions(const std::vector<std::string>& names);

// Names in the case that IDS wants, what IDS 1.0 demands and the seed lets out, cardinalities that exist.
// What was altered or cannot be said in IDS is told in `notes`.
Result<void> normalise(doc::Facet& facet, Location location, const std::vector<std::string>& versions,
                       std::vector<std::string>& notes);
// The data type of a standard property where one is needed and none was given.
void fill_data_type(doc::Facet& facet, const std::vector<std::string>& versions, std::vector<std::string>& notes);

// The audit of a facet as it stands in the specification: names that do not exist refuse it, what may still be
// mended by later calls is told in `notes`.
Result<void> admit(const doc::Specification& specification, Location location, std::size_t index,
                   std::vector<std::string>& notes);

// What every add_…_facet tool takes and answers.
struct FacetOut {
  std::string status = "added";
  std::string facet_type, spec_id, facet_id;
  std::int64_t facet_index = 0;
  std::string description;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("status", &FacetOut::status, "added."),
                   tool::field("facet_type", &FacetOut::facet_type,
                               "entity, property, attribute, classification, material or partOf."),
                   tool::field("spec_id", &FacetOut::spec_id, "The specification."),
                   tool::field("facet_id", &FacetOut::facet_id, "The facet within it: requirements[0]."),
                   tool::field("facet_index", &FacetOut::facet_index, "Its position at that location, from 0."),
                   tool::field("description", &FacetOut::description, "The facet in words."),
                   tool::field("warnings", &FacetOut::warnings, "What deserves a look."));
};
FacetOut facet_out(std::string status, const doc::Specification& specification, const FacetPlace& place,
                   std::vector<std::string> warnings = {});
Result<Change> add_facet(const View& view, std::string_view spec_id, Location location, doc::Facet facet,
                         std::vector<std::string> notes = {});

// The cardinality attribute as the document keeps it: only requirements have one.
std::string cardinality_text(Location location, Occurrence occurrence);

// One specification in answers (seed 000, get_ids_info).
struct SpecificationOut {
  std::string identifier, name;
  std::vector<std::string> ifc_versions;
  std::int64_t applicability_facets = 0, requirement_facets = 0;
  std::string spec_id;
  std::optional<std::string> description, cardinality;
  static constexpr auto fields = tool::fields(
      tool::field("identifier", &SpecificationOut::identifier, "Its identifier; empty if it has none."),
      tool::field("name", &SpecificationOut::name, "Its name."),
      tool::field("ifc_versions", &SpecificationOut::ifc_versions, "The schemas it is for."),
      tool::field("applicability_facets", &SpecificationOut::applicability_facets, "Facets that choose the elements."),
      tool::field("requirement_facets", &SpecificationOut::requirement_facets, "Facets that are asked of them."),
      tool::field("spec_id", &SpecificationOut::spec_id, "How other calls name it."),
      tool::field("description", &SpecificationOut::description, "Why the information is required."),
      tool::field("cardinality", &SpecificationOut::cardinality, "required, optional or prohibited."));
};
SpecificationOut specification_out(const doc::Specification& specification);
std::vector<SpecificationOut> specifications_out(const doc::Document& document);

// One finding in answers.
struct FindingOut {
  std::int64_t code = 0;
  std::string severity, level, position, message;
  std::optional<std::string> hint, spec_id, meaning;
  static constexpr auto fields = tool::fields(
      tool::field("code", &FindingOut::code, "The code of buildingSMART's IDS-Audit-tool."),
      tool::field("severity", &FindingOut::severity, "error or warning."),
      tool::field("level", &FindingOut::level, "structure: the XSD; content: the audit; completeness: the document."),
      tool::field("position", &FindingOut::position, "Where: /ids/specifications/specification[1]/…"),
      tool::field("message", &FindingOut::message, "What is wrong."),
      tool::field("hint", &FindingOut::hint, "What to do."),
      tool::field("spec_id", &FindingOut::spec_id, "The specification concerned."),
      tool::field("meaning", &FindingOut::meaning, "What the code stands for."));
};
struct Validation {
  bool valid = true;
  std::vector<std::string> errors, warnings;
  std::int64_t specifications_count = 0;
  std::vector<FindingOut> details;
  static constexpr auto fields = tool::fields(
      tool::field("valid", &Validation::valid, "No errors."), tool::field("errors", &Validation::errors, "Sentences."),
      tool::field("warnings", &Validation::warnings, "Sentences."),
      tool::field("specifications_count", &Validation::specifications_count, "How many specifications it has."),
      tool::field("details", &Validation::details, "The findings with code, position and hint; the first 200."));
};
Validation validate(const doc::Document& document);
// The document as IDS 1.0 can hold it; what had to be left out is told.
doc::Document exportable(const doc::Document& document, std::vector<std::string>& notes);

Tool create_ids_tool();
Tool load_ids_tool();
Tool export_ids_tool();
Tool get_ids_info_tool();
Tool add_specification_tool();
Tool add_entity_facet_tool();
Tool add_property_facet_tool();
Tool add_attribute_facet_tool();
Tool add_classification_facet_tool();
Tool add_material_facet_tool();
Tool add_partof_facet_tool();
Tool add_enumeration_restriction_tool();
Tool add_pattern_restriction_tool();
Tool add_bounds_restriction_tool();
Tool add_length_restriction_tool();
Tool validate_ids_tool();
Tool validate_ifc_model_tool(runtime::Checks& checks);
Tool export_ids_report_tool(runtime::Checks& checks);
Tool get_specification_tool();
Tool edit_ids_info_tool();
Tool edit_specification_tool();
Tool move_specification_tool();
Tool remove_specification_tool();
Tool edit_facet_tool();
Tool move_facet_tool();
Tool remove_facet_tool();
Tool add_specifications_tool();
Tool list_ids_templates_tool();
Tool apply_ids_template_tool();
Tool find_ifc_schema_tool();
Tool compare_ids_tool();
Tool import_ids_table_tool();
Tool export_ids_table_tool();
tool::Resource document_resource();
tool::Resource audit_resource();
tool::Resource check_resource(const runtime::Checks& checks);
std::vector<tool::Prompt> prompts();

}  // namespace ids::tools
