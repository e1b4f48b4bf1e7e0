// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/edit/restriction.h"

#include <algorithm>
#include <array>
#include <variant>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/facet_rules.h"
#include "domains/ids/engine/value/value.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Result;
namespace doc = formats::ids;

constexpr auto bases =
    std::to_array<std::string_view>({"xs:string", "xs:integer", "xs:double", "xs:decimal", "xs:boolean", "xs:date",
                                     "xs:time", "xs:dateTime", "xs:duration"});

// "property_set", "propertySet" and "PropertySet" are one name.
std::string folded(std::string_view name) {
  std::string out;
  for (const char c : base::lower_ascii(name)) {
    if (c != '_' && c != '-' && c != ' ') out += c;
  }
  return out;
}

// Where a facet keeps a parameter: a value that is always there, or one that may be absent; nowhere if it has no such
// parameter.
class Slot {
 public:
  Slot() = default;
  explicit Slot(doc::IdsValue& value) : always_(&value) {}
  explicit Slot(std::optional<doc::IdsValue>& value) : perhaps_(&value) {}
  bool there() const { return always_ != nullptr || perhaps_ != nullptr; }
  // An absent value is made.
  doc::IdsValue& value() const {
    LINTEL_CHECK(there());
    if (always_ != nullptr) return *always_;
    return *perhaps_ ? **perhaps_ : perhaps_->emplace();
  }

 private:
  doc::IdsValue* always_ = nullptr;
  std::optional<doc::IdsValue>* perhaps_ = nullptr;
};

// `addressed`: the call names the facet, so that `name` may mean the name of a property or of the whole; elsewhere it
// means that of an entity or attribute.
struct Parameter {
  std::string name;  // folded
  bool addressed;

  Slot of_entity(doc::EntityFacet& facet) const {
    if (name == "name" || name == "entityname" || name == "entity" || name == "parententity") return Slot(facet.name);
    if (name == "predefinedtype" || name == "parentpredefinedtype") return Slot(facet.predefined_type);
    return {};
  }
  Slot operator()(doc::EntityFacet& facet) const { return of_entity(facet); }
  Slot operator()(doc::PartOfFacet& facet) const {
    const bool of_an_entity = name == "name" || name == "entityname" || name == "predefinedtype";
    return of_an_entity && !addressed ? Slot() : of_entity(facet.entity);
  }
  Slot operator()(doc::ClassificationFacet& facet) const {
    if (name == "value" || name == "classificationvalue") return Slot(facet.value);
    if (name == "system" || name == "classificationsystem") return Slot(facet.system);
    return {};
  }
  Slot operator()(doc::AttributeFacet& facet) const {
    if (name == "name" || name == "attributename") return Slot(facet.name);
    return name == "value" ? Slot(facet.value) : Slot();
  }
  Slot operator()(doc::PropertyFacet& facet) const {
    if (name == "propertyset" || name == "pset") return Slot(facet.property_set);
    if (name == "basename" || name == "propertyname" || (addressed && name == "name")) return Slot(facet.base_name);
    return name == "value" ? Slot(facet.value) : Slot();
  }
  Slot operator()(doc::MaterialFacet& facet) const {
    return name == "value" || name == "materialvalue" ? Slot(facet.value) : Slot();
  }
};

Slot slot_of(doc::Facet& facet, const std::string& parameter, bool addressed) {
  return std::visit(Parameter{parameter, addressed}, facet);
}

bool has_parameter(doc::Facet& facet, const std::string& parameter, bool addressed) {
  return slot_of(facet, parameter, addressed).there();
}

std::optional<FacetPlace> last_with(doc::Specification& specification, Location location,
                                    const std::string& parameter) {
  auto& facets = facets_at(specification, location);
  for (std::size_t i = facets.size(); i-- > 0;) {
    if (has_parameter(facets[i], parameter, false)) return FacetPlace{spec_id(specification), location, i};
  }
  return std::nullopt;
}

base::Error no_parameter(const RestrictionTarget& target, const std::string& who) {
  return fail(Code::not_found, who + " parameter `" + base::printable(target.parameter_name, 60) + "`.",
              "parameter_name",
              "entity: name, predefinedType; property: propertySet, baseName, value; attribute: name, value; "
              "classification: system, value; material: value; partOf: name, predefinedType.");
}

// The facet that the call names; else the one that was added last, if it fits; else the last one that does.
Result<FacetPlace> place_of(const RestrictionTarget& target, doc::Specification& specification,
                            const std::optional<FacetPlace>& last) {
  const std::string parameter = folded(target.parameter_name);
  if (target.facet_id || target.facet_index) {
    auto place = TRY(find_facet(specification, target.facet_id, target.location, target.facet_index));
    if (!has_parameter(facets_at(specification, place.location)[place.index], parameter, true)) {
      return no_parameter(target, "The facet " + place.id() + " has no");
    }
    return place;
  }
  const bool last_fits = last && (!target.location || *target.location == last->location) &&
                         has_parameter(facets_at(specification, last->location)[last->index], parameter, false);
  if (last_fits) return *last;
  for (const auto location : {Location::requirements, Location::applicability}) {
    if (target.location && *target.location != location) continue;
    if (auto place = last_with(specification, location, parameter)) return *std::move(place);
  }
  const std::string where = target.location ? "the " + std::string(name(*target.location)) : "the specification";
  return no_parameter(target, "No facet of " + where + " has the");
}

Result<std::string> base_of(std::string_view given) {
  std::string wanted = given.starts_with("xs:") ? std::string(given) : "xs:" + std::string(given);
  if (std::ranges::find(bases, wanted) != bases.end()) return wanted;
  const std::vector<std::string> known(bases.begin(), bases.end());
  return fail(Code::unknown_name, "Unknown base type: " + base::printable(given, 60), "base_type",
              "One of " + base::join(known, ", ") + ".");
}

bool joins(std::string_view kind) { return kind == "enumeration" || kind == "pattern"; }

// What a new bound or length takes the place of: the other bound on its side, the other way to say a length.
bool gives_way(std::string_view old, std::string_view fresh) {
  if (old == fresh) return !joins(old);
  const auto side = [](std::string_view kind) { return kind.ends_with("clusive") ? kind.substr(0, 3) : kind; };
  if (side(old) == side(fresh)) return true;
  return (old == "length" && fresh.ends_with("Length")) || (fresh == "length" && old.ends_with("Length"));
}

std::optional<double> number_in(const doc::Restriction& restriction, std::string_view low, std::string_view high) {
  for (const auto& facet : restriction.facets) {
    if (facet.name != low && facet.name != high) continue;
    return double_of(facet.value);
  }
  return std::nullopt;
}

Result<void> check_order(const doc::Restriction& restriction) {
  const auto above = [](const std::optional<double>& a, const std::optional<double>& b) { return a && b && *a > *b; };
  const bool bounds = above(number_in(restriction, "minInclusive", "minExclusive"),
                            number_in(restriction, "maxInclusive", "maxExclusive"));
  if (bounds || above(number_in(restriction, "minLength", ""), number_in(restriction, "maxLength", ""))) {
    return fail(Code::constraint, "The lower limit would be above the upper one; nothing could match.", {},
                "Set both in one call. Or begin again with edit_facet.");
  }
  return {};
}

Result<void> join(doc::IdsValue& value, const std::string& base, const std::vector<doc::XsFacet>& facets,
                  std::vector<std::string>& notes) {
  if (const auto* simple = std::get_if<std::string>(&value); simple != nullptr && !simple->empty()) {
    notes.push_back("The restriction replaces the value '" + base::printable(*simple, 100) + "'.");
  }
  if (!std::holds_alternative<doc::Restriction>(value)) value = doc::Restriction{base, {}, {}};
  auto& restriction = std::get<doc::Restriction>(value);
  if (restriction.base != base) {
    return fail(Code::constraint,
                "The parameter is restricted with base " + base::printable(restriction.base, 60) + " already.",
                "base_type", "Use the same base. Or begin again with edit_facet.");
  }
  for (const auto& facet : facets) {
    std::erase_if(restriction.facets, [&](const auto& old) { return gives_way(old.name, facet.name); });
    if (std::ranges::find(restriction.facets, facet) == restriction.facets.end()) restriction.facets.push_back(facet);
  }
  return check_order(restriction);
}

}  // namespace

Result<FacetPlace> restrict_parameter(doc::Specification& specification, const RestrictionTarget& target,
                                      const std::optional<FacetPlace>& last, std::string_view kind,
                                      const std::vector<doc::XsFacet>& facets, std::vector<std::string>& notes) {
  const std::string base = TRY(base_of(target.base_type));
  if (kind == "pattern" && base != "xs:string") {
    return fail(Code::constraint, "Patterns are for texts; this has the base " + base + ".", "base_type",
                "Use add_bounds_restriction or add_enumeration_restriction for numbers and dates.");
  }
  FacetPlace place = TRY(place_of(target, specification, last));
  auto& facet = facets_at(specification, place.location)[place.index];
  TRY(join(slot_of(facet, folded(target.parameter_name), true).value(), base, facets, notes));
  TRY(normalise(facet, place.location, specification.ifc_versions, notes));
  TRY(admit(specification, place.location, place.index, notes));
  return place;
}

}  // namespace ids::engine
