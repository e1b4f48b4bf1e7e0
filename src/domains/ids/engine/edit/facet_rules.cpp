// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/edit/facet_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "base/did_you_mean.h"
#include "base/json.h"
#include "base/text.h"
#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/edit/meant.h"
#include "domains/ids/engine/value/value.h"
#include "formats/ifc/schema.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
namespace doc = formats::ids;
namespace ifc = formats::ifc;

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
    return fail(Code::unknown_name, "Unknown relation: " + base::printable(*facet.relation, 100), "relation",
                base::did_you_mean(wanted, known, {.quote = "", .besides = base::listing("Known", known)}));
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
      notes.emplace_back("IDS 1.0 demands a property set; none was given, so the pattern `.+` stands for it.");
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
  if (std::none_of(facets.begin(), facets.begin() + static_cast<std::ptrdiff_t>(index), is_entity)) return {};
  return fail(Code::constraint, "The applicability has an entity facet already.", "location",
              "For several classes use add_enumeration_restriction on `name` of the one that is there.");
}

base::Error not_admitted(base::Error error, int audit_code) {
  error.data =
      std::make_shared<const base::Json>(Json::object({{"audit_code", audit_code}, {"meaning", meaning(audit_code)}}));
  return error;
}

const doc::IdsValue* value_in(const doc::IdsValue& value) { return &value; }
const doc::IdsValue* value_in(const std::optional<doc::IdsValue>& value) { return value ? &*value : nullptr; }

std::vector<const doc::IdsValue*> parameters_of(const doc::Facet& facet) {
  std::vector<const doc::IdsValue*> out;
  const auto add = [&](const auto&... each) { (out.push_back(value_in(each)), ...); };
  if (const auto* entity = std::get_if<doc::EntityFacet>(&facet)) add(entity->name, entity->predefined_type);
  if (const auto* whole = std::get_if<doc::PartOfFacet>(&facet)) add(whole->entity.name, whole->entity.predefined_type);
  if (const auto* attribute = std::get_if<doc::AttributeFacet>(&facet)) add(attribute->name, attribute->value);
  if (const auto* material = std::get_if<doc::MaterialFacet>(&facet)) add(material->value);
  if (const auto* code = std::get_if<doc::ClassificationFacet>(&facet)) add(code->value, code->system);
  if (const auto* property = std::get_if<doc::PropertyFacet>(&facet))
    add(property->property_set, property->base_name, property->value);
  std::erase(out, nullptr);
  return out;
}

// Notes patterns that people mean differently than XML Schema does: ^ and $, for example. What only other languages can
// read is a warning in the audit of a document; nobody is helped by writing it anew.
Result<void> note_patterns(const doc::Facet& facet, std::vector<std::string>& notes) {
  for (const auto* const value : parameters_of(facet)) {
    const auto* restriction = std::get_if<doc::Restriction>(value);
    if (restriction == nullptr) continue;
    for (const auto& each : restriction->facets) {
      if (each.name != "pattern") continue;
      const auto pattern = XsdPattern::compile(each.value);
      if (pattern.ok()) {
        notes.insert(notes.end(), pattern->notes().begin(), pattern->notes().end());
      } else if (const auto& error = pattern.error(); error.code == Code::unavailable) {
        return not_admitted(fail(Code::constraint, error.message, {}, error.hint), 109);
      }
    }
  }
  return {};
}

bool refuses(int code) {
  constexpr std::array codes{103, 104, 105, 107, 109, 302, 303, 304, 305, 308, 401};
  return std::ranges::find(codes, code) != codes.end();
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

}  // namespace

Result<void> normalise(doc::Facet& facet, Location location, const std::vector<std::string>& versions,
                       std::vector<std::string>& notes) {
  TRY(std::visit(Normaliser{location, versions, notes}, facet));
  fill_data_type(facet, versions, notes);
  return {};
}

Result<void> admit(const doc::Specification& specification, Location location, std::size_t index,
                   std::vector<std::string>& notes) {
  TRY(one_entity(specification, location, index));
  if (location == Location::requirements && specification.cardinality() == doc::Cardinality::prohibited) {
    notes.emplace_back(
        "The specification is prohibited: nothing it applies to may exist, and requirements say nothing.");
  }
  TRY(note_patterns(facets_at(specification, location)[index], notes));
  add_entity_notes(facets_at(specification, location)[index], specification.ifc_versions, notes);
  for (const auto& finding : audit_facet(specification, location == Location::requirements, index)) {
    if (refuses(finding.code) && !finding.warning) {
      return not_admitted(fail(finding.code == 103 ? Code::unknown_name : Code::constraint, finding.message,
                               finding.position, finding.hint),
                          finding.code);
    }
    notes.push_back(finding.message + (finding.hint.empty() ? "." : ". " + finding.hint));
  }
  return {};
}

}  // namespace ids::engine
