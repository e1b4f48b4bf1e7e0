// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/shared.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/check/check.h"
#include "domains/ids/engine/value/value.h"
#include "domains/ids/runtime/xsd.h"
#include "domains/ids/tools/state.h"
#include "formats/ifc/schema.h"

namespace ids::tools {

namespace {

namespace ifc = formats::ifc;

constexpr std::size_t max_details = 200;

// Names as people type them, with blanks around.
std::string upper(std::string_view text) { return base::upper_ascii(base::trim(text)); }

// Names of classes and types are compared in upper case; people write them as the schema does.
void raise_case(doc::IdsValue& value) {
  if (auto* simple = std::get_if<std::string>(&value)) *simple = upper(*simple);
  if (auto* restriction = std::get_if<doc::Restriction>(&value)) {
    for (auto& facet : restriction->facets) {
      if (facet.name == "enumeration") facet.value = upper(facet.value);
    }
  }
}

// "Any text": what IDS 1.0 has instead of a parameter that is left out.
doc::IdsValue anything() { return doc::Restriction{"xs:string", {{"pattern", ".+", false}}, {}}; }

constexpr auto relations =
    std::to_array<std::string_view>({"IFCRELAGGREGATES", "IFCRELASSIGNSTOGROUP", "IFCRELCONTAINEDINSPATIALSTRUCTURE",
                                     "IFCRELNESTS", "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT"});

Result<void> normalise_relation(doc::PartOfFacet& facet) {
  if (!facet.relation) return {};
  std::string wanted = upper(*facet.relation);
  if (wanted.empty()) {
    facet.relation.reset();
    return {};
  }
  if (wanted == "IFCRELVOIDSELEMENT" || wanted == "IFCRELFILLSELEMENT") wanted = relations.back();
  if (std::ranges::find(relations, wanted) == relations.end()) {
    const std::vector<std::string> known(relations.begin(), relations.end());
    const auto near = base::nearest(wanted, known);
    return fail(Code::unknown_name, "Unknown relation: " + base::printable(*facet.relation, 100), "relation",
                (near ? "Did you mean " + *near + "? " : std::string()) + "Known: " + base::join(known, ", ") + ".");
  }
  facet.relation = std::move(wanted);
  return {};
}

Result<void> normalise_cardinality(std::string& cardinality, Location location, bool may_be_optional,
                                   std::vector<std::string>& notes) {
  if (location == Location::applicability) {
    if (!cardinality.empty() && cardinality != "required") {
      notes.emplace_back("Facets of the applicability have no cardinality: `" + base::printable(cardinality, 30) +
                         "` was left out. An applicability facet always selects.");
    }
    cardinality.clear();
    return {};
  }
  if (cardinality.empty()) cardinality = "required";
  if (cardinality == "required" || cardinality == "prohibited" || (may_be_optional && cardinality == "optional")) {
    return {};
  }
  return fail(Code::out_of_range, "Invalid cardinality: " + base::printable(cardinality, 60), "cardinality",
              may_be_optional ? "One of required, optional, prohibited."
                              : "A partOf facet is required or prohibited (IDS 1.0).");
}

// ids.xsd: facets of the applicability carry neither.
void leave_out(std::string_view what, bool there, Location location, std::vector<std::string>& notes) {
  if (!there || location == Location::requirements) return;
  notes.push_back("Facets of the applicability have no `" + std::string(what) + "`: it was left out.");
}

struct Normaliser {
  Location location;
  const std::vector<std::string>& versions;
  std::vector<std::string>& notes;

  void instructions(std::string& text) const {
    leave_out("instructions", !text.empty(), location, notes);
    if (location == Location::applicability) text.clear();
  }
  void uri(std::optional<std::string>& text) const {
    leave_out("uri", text.has_value(), location, notes);
    if (location == Location::applicability || (text && text->empty())) text.reset();
  }
  // Predefined types are compared as written; one that exists only in capitals was meant so.
  void predefined_type(doc::EntityFacet& facet) const {
    auto* written = facet.predefined_type ? std::get_if<std::string>(&*facet.predefined_type) : nullptr;
    const auto* entity = std::get_if<std::string>(&facet.name);
    if (written == nullptr || entity == nullptr || *written == upper(*written)) return;
    for (const auto& version : versions) {
      const auto named_version = ifc::version_named(version);
      if (!named_version) continue;
      const auto& schema = ifc::Schema::of(*named_version);
      const auto id = schema.find(*entity);
      const auto known = id ? schema.predefined_types(*id) : std::vector<std::string_view>{};
      if (std::ranges::find(known, upper(*written)) == known.end()) continue;
      notes.push_back("Predefined types are written in capitals: " + upper(*written) + ".");
      *written = upper(*written);
      return;
    }
  }

  Result<void> operator()(doc::EntityFacet& facet) const {
    raise_case(facet.name);
    predefined_type(facet);
    instructions(facet.instructions);
    return {};
  }
  Result<void> operator()(doc::PartOfFacet& facet) const {
    raise_case(facet.entity.name);
    predefined_type(facet.entity);
    instructions(facet.instructions);
    TRY(normalise_relation(facet));
    return normalise_cardinality(facet.cardinality, location, false, notes);
  }
  Result<void> operator()(doc::ClassificationFacet& facet) const {
    instructions(facet.instructions);
    uri(facet.uri);
    if (!facet.system || std::holds_alternative<std::monostate>(*facet.system)) {
      facet.system = anything();
      notes.emplace_back(
          "IDS 1.0 demands a classification system; none was given, so any system counts (pattern `.+`).");
    }
    return normalise_cardinality(facet.cardinality, location, true, notes);
  }
  Result<void> operator()(doc::AttributeFacet& facet) const {
    instructions(facet.instructions);
    return normalise_cardinality(facet.cardinality, location, true, notes);
  }
  Result<void> operator()(doc::PropertyFacet& facet) const {
    instructions(facet.instructions);
    uri(facet.uri);
    if (facet.cardinality == "prohibited" && facet.value && location == Location::requirements) {
      return fail(Code::constraint, "A prohibited property has no value (IDS 1.0): it may not be there at all.",
                  "cardinality", "Forbid the property, or require it with the values that are allowed.");
    }
    if (std::holds_alternative<std::monostate>(facet.property_set)) {
      facet.property_set = anything();
      notes.emplace_back("IDS 1.0 demands a property set; none was given, so any set counts (pattern `.+`).");
    }
    if (facet.data_type) facet.data_type = upper(*facet.data_type);
    if (facet.data_type && facet.data_type->empty()) facet.data_type.reset();
    return normalise_cardinality(facet.cardinality, location, true, notes);
  }
  Result<void> operator()(doc::MaterialFacet& facet) const {
    instructions(facet.instructions);
    uri(facet.uri);
    return normalise_cardinality(facet.cardinality, location, true, notes);
  }
};

// The data type of a property in the standard sets of every listed schema; nothing where they differ.
std::optional<std::string> standard_data_type(const std::string& set, const std::string& property,
                                              const std::vector<std::string>& versions) {
  std::optional<std::string> found;
  for (const auto& name : versions) {
    const auto version = ifc::version_named(name);
    if (!version) continue;
    const auto* facts = ifc::Schema::of(*version).property_set(set);
    const auto* fact = facts == nullptr ? nullptr : facts->find(property);
    if (fact == nullptr) continue;
    const std::string type = upper(fact->data_type);
    if (type.empty() || (found && *found != type)) return std::nullopt;
    found = type;
  }
  return found;
}

// ids.xsd: one entity facet chooses the elements; a second would choose nothing.
Result<void> one_entity(const doc::Specification& specification, Location location, std::size_t index) {
  const auto& facets = facets_at(specification, location);
  const auto is_entity = [](const doc::Facet& facet) { return std::holds_alternative<doc::EntityFacet>(facet); };
  if (location == Location::requirements || !is_entity(facets[index])) return {};
  if (std::ranges::count_if(facets, is_entity) < 2) return {};
  return fail(Code::constraint, "The applicability has an entity facet already.", "location",
              "For several classes use add_enumeration_restriction on `name` of the one that is there.");
}

// Patterns that people mean differently than XML Schema does: ^ and $, for example.
void add_pattern_notes(const doc::Facet& facet, std::vector<std::string>& notes) {
  const auto look = [&](const std::optional<doc::IdsValue>& value) {
    const auto* restriction = value ? std::get_if<doc::Restriction>(&*value) : nullptr;
    if (restriction == nullptr) return;
    for (const auto& each : restriction->facets) {
      if (each.name != "pattern") continue;
      if (const auto pattern = engine::XsdPattern::compile(each.value); pattern.ok()) {
        notes.insert(notes.end(), pattern->notes().begin(), pattern->notes().end());
      }
    }
  };
  if (const auto* entity = std::get_if<doc::EntityFacet>(&facet)) look(entity->name), look(entity->predefined_type);
  if (const auto* whole = std::get_if<doc::PartOfFacet>(&facet)) look(whole->entity.name);
  if (const auto* attribute = std::get_if<doc::AttributeFacet>(&facet)) look(attribute->name), look(attribute->value);
  if (const auto* material = std::get_if<doc::MaterialFacet>(&facet)) look(material->value);
  if (const auto* code = std::get_if<doc::ClassificationFacet>(&facet)) look(code->value), look(code->system);
  if (const auto* property = std::get_if<doc::PropertyFacet>(&facet)) {
    look(property->property_set), look(property->base_name), look(property->value);
  }
}

bool refuses(int code) {
  constexpr std::array codes{103, 104, 105, 107, 109, 302, 303, 304, 305, 308, 401};
  return std::ranges::find(codes, code) != codes.end();
}

std::string named(const doc::Specification& specification) {
  return "Specification '" + base::printable(specification.name, 120) + "'";
}

FindingOut finding_out(const engine::AuditFinding& finding, const doc::Document& document) {
  FindingOut out;
  out.code = finding.code;
  out.severity = finding.warning ? "warning" : "error";
  out.level = finding.kind == engine::AuditFinding::Kind::content ? "content" : "structure";
  out.position = finding.position;
  out.message = finding.message;
  if (!finding.hint.empty()) out.hint = finding.hint;
  out.meaning = std::string(engine::meaning(finding.code));
  if (finding.specification >= 0) {
    out.spec_id = spec_id(document.specifications[static_cast<std::size_t>(finding.specification)]);
  }
  return out;
}

void tell(Validation& out, FindingOut finding, const std::string& sentence) {
  (finding.severity == "error" ? out.errors : out.warnings).push_back(sentence);
  if (out.details.size() < max_details) out.details.push_back(std::move(finding));
}

void add_completeness(Validation& out, const doc::Document& document) {
  const auto tell_error = [&](const std::string& sentence, std::string position, std::optional<std::string> id) {
    FindingOut finding;
    finding.code = 101;
    finding.severity = "error";
    finding.level = "completeness";
    finding.position = std::move(position);
    finding.message = sentence;
    finding.spec_id = std::move(id);
    tell(out, std::move(finding), sentence);
  };
  if (document.specifications.empty()) tell_error("IDS has no specifications", "/ids/specifications", std::nullopt);
  for (std::size_t i = 0; i < document.specifications.size(); ++i) {
    const auto& specification = document.specifications[i];
    if (!specification.applicability.empty()) continue;
    tell_error("Specification '" + specification.name + "' has no applicability facets",
               "/ids/specifications/specification[" + std::to_string(i + 1) + "]/applicability",
               spec_id(specification));
  }
}

void add_structure(Validation& out, const doc::Document& document) {
  const auto found = engine::audit_structure(doc::write(document), runtime::xsd_path());
  if (!found.note.empty()) out.warnings.push_back("This document was " + found.note);
  for (const auto& each : found.findings) {
    tell(out, finding_out(each, document), "Line " + std::to_string(each.line) + ": " + each.message);
  }
}

void add_content(Validation& out, const doc::Document& document) {
  for (const auto& found : engine::audit(document)) {
    if (found.code == 101 && found.specification >= 0 &&
        document.specifications[static_cast<std::size_t>(found.specification)].applicability.empty()) {
      continue;  // told in the seed's own sentence
    }
    if (found.code == 101 && document.specifications.empty()) continue;
    std::string sentence = found.message;
    if (found.specification >= 0) {
      sentence = named(document.specifications[static_cast<std::size_t>(found.specification)]) + ": " + sentence;
    }
    tell(out, finding_out(found, document), sentence);
  }
}

}  // namespace

std::string spec_id(const doc::Specification& specification) {
  return specification.identifier.empty() ? specification.name : specification.identifier;
}

base::Error no_specification(std::vector<std::string> known, std::string_view wanted) {
  const auto near = base::nearest(wanted, known);
  std::string hint = near ? "Did you mean `" + *near + "`?" : "Add one with add_specification.";
  if (!near && !known.empty()) {
    known.resize(std::min<std::size_t>(known.size(), 10));
    hint = "There are: " + base::join(known, ", ") + ".";
  }
  return fail(Code::not_found, "Specification not found: " + base::printable(wanted, 200), "spec_id", hint);
}

Result<std::size_t> find_specification(const doc::Document& document, std::string_view wanted) {
  const auto& list = document.specifications;
  auto found = std::ranges::find(list, wanted, &doc::Specification::identifier);
  if (wanted.empty() || found == list.end()) found = std::ranges::find(list, wanted, &doc::Specification::name);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  std::vector<std::string> known;
  for (const auto& specification : list) known.push_back(spec_id(specification));
  return no_specification(std::move(known), wanted);
}

std::string_view name(Location location) { return enum_names(location)[static_cast<std::size_t>(location)]; }

std::string FacetPlace::id() const { return std::string(name(location)) + "[" + std::to_string(index) + "]"; }

std::vector<doc::Facet>& facets_at(doc::Specification& specification, Location location) {
  return location == Location::applicability ? specification.applicability : specification.requirements;
}
const std::vector<doc::Facet>& facets_at(const doc::Specification& specification, Location location) {
  return location == Location::applicability ? specification.applicability : specification.requirements;
}

Result<FacetPlace> find_facet(const doc::Specification& specification, const std::optional<std::string>& facet_id,
                              std::optional<Location> location, std::optional<std::int64_t> index) {
  FacetPlace place{spec_id(specification), location.value_or(Location::requirements), 0};
  if (facet_id) {
    const auto open = facet_id->find('[');
    const bool applicability = facet_id->starts_with("applicability[");
    std::size_t number = 0;
    const char* begin = facet_id->data() + std::min(open + 1, facet_id->size());
    const auto read = std::from_chars(begin, facet_id->data() + facet_id->size(), number);
    const bool good = open != std::string::npos && (applicability || facet_id->starts_with("requirements[")) &&
                      read.ec == std::errc{} && std::string_view(read.ptr) == "]";
    if (!good) {
      return fail(Code::out_of_range, "`" + base::printable(*facet_id, 60) + "` is no facet_id.", "facet_id",
                  "They look like requirements[0]; get_specification lists them.");
    }
    place.location = applicability ? Location::applicability : Location::requirements;
    place.index = number;
    if ((location && *location != place.location) || (index && std::cmp_not_equal(*index, number))) {
      return fail(Code::constraint, "`facet_id` and `location` or `facet_index` name different facets.", "facet_id");
    }
  } else if (index) {
    place.index = static_cast<std::size_t>(std::max<std::int64_t>(*index, 0));
  } else {
    return fail(Code::missing, "Say which facet: `facet_id`, or `location` and `facet_index`.", "facet_id");
  }
  const auto count = facets_at(specification, place.location).size();
  if (place.index < count) return place;
  return fail(
      Code::not_found, "Facet not found: " + place.id(), "facet_index",
      "The " + std::string(name(place.location)) + " of this specification has " + std::to_string(count) + " facets.");
}

Result<std::vector<std::string>> ifc_versions(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const auto& given : names) {
    const std::string wanted = upper(given);
    const bool known = wanted == "IFC2X3" || wanted == "IFC4" || wanted == "IFC4X3" || wanted == "IFC4X3_ADD2";
    if (!known) {
      return fail(Code::out_of_range,
                  "Invalid IFC version: " + base::printable(given, 60) + ". Valid versions: IFC2X3, IFC4, IFC4X3",
                  "ifc_versions");
    }
    const std::string version = wanted == "IFC4X3" ? "IFC4X3_ADD2" : wanted;
    if (std::ranges::find(out, version) == out.end()) out.push_back(version);
  }
  if (out.empty())
    return fail(Code::missing, "At least one IFC version is needed.", "ifc_versions", "IFC4, for example.");
  return out;
}

std::string cardinality_text(Location location, Occurrence occurrence) {
  if (location == Location::applicability && occurrence == Occurrence::required) return {};
  return std::string(enum_names(occurrence)[static_cast<std::size_t>(occurrence)]);
}

Result<void> normalise(doc::Facet& facet, Location location, const std::vector<std::string>& versions,
                       std::vector<std::string>& notes) {
  TRY(std::visit(Normaliser{location, versions, notes}, facet));
  fill_data_type(facet, versions, notes);
  return {};
}

void fill_data_type(doc::Facet& facet, const std::vector<std::string>& versions, std::vector<std::string>& notes) {
  auto* property = std::get_if<doc::PropertyFacet>(&facet);
  if (property == nullptr || property->data_type || !property->value) return;
  const auto* set = std::get_if<std::string>(&property->property_set);
  const auto* name = std::get_if<std::string>(&property->base_name);
  if (set == nullptr || name == nullptr) return;
  property->data_type = standard_data_type(*set, *name, versions);
  if (!property->data_type) return;
  notes.push_back("IDS asks for a data type where a property has a value: " + *name + " in " + *set + " is " +
                  *property->data_type + ".");
}

Result<void> admit(const doc::Specification& specification, Location location, std::size_t index,
                   std::vector<std::string>& notes) {
  TRY(one_entity(specification, location, index));
  if (location == Location::requirements && specification.cardinality() == doc::Cardinality::prohibited) {
    notes.emplace_back(
        "The specification is prohibited: nothing it applies to may exist, and requirements say nothing.");
  }
  add_pattern_notes(facets_at(specification, location)[index], notes);
  for (const auto& finding : engine::audit_facet(specification, location == Location::requirements, index)) {
    if (refuses(finding.code) && !finding.warning) {
      base::Error error = fail(finding.code == 103 ? Code::unknown_name : Code::constraint, finding.message,
                               finding.position, finding.hint);
      error.data = std::make_shared<const Json>(
          Json::object({{"audit_code", finding.code}, {"meaning", engine::meaning(finding.code)}}));
      return error;
    }
    notes.push_back(finding.message + (finding.hint.empty() ? "." : ". " + finding.hint));
  }
  return {};
}

FacetOut facet_out(std::string status, const doc::Specification& specification, const FacetPlace& place,
                   std::vector<std::string> warnings) {
  const auto& facet = facets_at(specification, place.location)[place.index];
  FacetOut out;
  out.status = std::move(status);
  out.facet_type = doc::kind(facet);
  out.spec_id = place.spec_id;
  out.facet_id = place.id();
  out.facet_index = static_cast<std::int64_t>(place.index);
  out.description = engine::describe(facet, place.location == Location::requirements);
  out.warnings = std::move(warnings);
  return out;
}

Result<Change> add_facet(const View& view, std::string_view wanted, Location location, doc::Facet facet,
                         std::vector<std::string> notes) {
  auto kept = TRY(specification_of(view, wanted));
  auto& specification = kept.specification;
  TRY(normalise(facet, location, specification.ifc_versions, notes));
  auto& facets = facets_at(specification, location);
  facets.push_back(std::move(facet));
  if (location == Location::requirements) specification.has_requirements = true;
  const FacetPlace place{spec_id(specification), location, facets.size() - 1};
  TRY(admit(specification, location, place.index, notes));
  kept.last_added = place;
  const FacetOut out = facet_out("added", specification, place, std::move(notes));
  std::string summary = "Add to " + base::printable(out.spec_id, 100) + ": " + base::printable(out.description, 200);
  return save(kept, std::move(summary), tool::encode(out));
}

SpecificationOut specification_out(const doc::Specification& specification) {
  SpecificationOut out;
  out.identifier = specification.identifier;
  out.name = specification.name;
  out.ifc_versions = specification.ifc_versions;
  out.applicability_facets = static_cast<std::int64_t>(specification.applicability.size());
  out.requirement_facets = static_cast<std::int64_t>(specification.requirements.size());
  out.spec_id = spec_id(specification);
  if (!specification.description.empty()) out.description = specification.description;
  if (const auto cardinality = specification.cardinality()) out.cardinality = std::string(doc::text(*cardinality));
  return out;
}

std::vector<SpecificationOut> specifications_out(const doc::Document& document) {
  std::vector<SpecificationOut> out;
  for (const auto& specification : document.specifications) out.push_back(specification_out(specification));
  return out;
}

Validation validate(const doc::Document& document) {
  Validation out;
  out.specifications_count = static_cast<std::int64_t>(document.specifications.size());
  std::vector<std::string> notes;
  const doc::Document written = exportable(document, notes);
  add_completeness(out, document);
  if (!document.specifications.empty()) add_structure(out, written);
  add_content(out, written);
  out.warnings.insert(out.warnings.end(), notes.begin(), notes.end());
  out.valid = out.errors.empty();
  return out;
}

doc::Document exportable(const doc::Document& document, std::vector<std::string>& notes) {
  doc::Document out = document;
  if (out.info.author && !doc::is_author(*out.info.author)) {
    notes.push_back("The author '" + base::printable(*out.info.author, 100) +
                    "' is no e-mail address, which IDS 1.0 demands; exports leave it out.");
    out.info.author.reset();
  }
  return out;
}

}  // namespace ids::tools
