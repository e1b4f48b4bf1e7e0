// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/audit/sets.h"

#include <algorithm>
#include <utility>

#include "base/result.h"
#include "base/text.h"

namespace ids::engine {

using formats::ifc::EntityId;
using formats::ifc::Schema;
using formats::ifc::Version;

namespace {

std::string_view xs_base_of_primitive(std::string_view type) {
  if (type == "STRING" || type == "LOGICAL") return "xs:string";  // DataTypes.md: IFCLOGICAL is a text of three values
  if (type == "INTEGER") return "xs:integer";
  if (type == "REAL" || type == "NUMBER") return "xs:double";
  return type == "BOOLEAN" ? "xs:boolean" : "";
}

}  // namespace

std::string_view xs_base_of(const Schema& schema, std::string_view type) {
  for (int depth = 0; depth < 10; ++depth) {
    // The audit tool takes a list for its items, though no check compares values of lists.
    const auto of = type.rfind(" OF ");
    if (of != std::string_view::npos) type = type.substr(of + 4);
    if (type == "IfcURIReference") return "xs:anyURI";
    if (const auto* known = formats::ifc::data_type(type); known != nullptr && !known->xs_base.empty())
      return known->xs_base;
    if (!schema.enumeration(type).empty()) return "xs:string";
    const auto* defined = schema.defined_type(type);
    if (defined == nullptr) return xs_base_of_primitive(type);
    type = defined->base;
  }
  return "";
}

SchemaSets::SchemaSets(const Schema& schema) : schema_(&schema) {
  const auto entities = schema.entities();
  LINTEL_CHECK(entities.size() <= all_.size());
  for (std::size_t i = 0; i < entities.size(); ++i) {
    if (entities[i].is_abstract) continue;
    all_.set(i);
    entity_names_.push_back(base::upper_ascii(entities[i].name));
  }
  if (schema.version() == Version::ifc2x3) {
    for (const auto& each : formats::ifc::mapped_2x3()) entity_names_.push_back(base::upper_ascii(each.name));
  }
  entity_name_views_.assign(entity_names_.begin(), entity_names_.end());
  gather_attributes();
  // IfcRelDefinesByProperties, IfcRelDefinesByType and IfcTypeObject; IfcMaterialProperties; IfcProfileProperties.
  for (const auto* name : {"IfcObjectDefinition", "IfcMaterialDefinition", "IfcMaterial", "IfcProfileDef"})
    with_properties_ |= below(name);
  // IfcRelAssociates: objects and property definitions; resources by IfcExternalReferenceRelationship, and in IFC2X3
  // by IfcMaterialClassificationRelationship and IfcConstraintClassificationRelationship.
  for (const auto* name : {"IfcObjectDefinition", "IfcPropertyDefinition"}) classified_ |= below(name);
  if (schema.version() == Version::ifc2x3) classified_ |= below("IfcMaterial") | below("IfcConstraint");
  add_select("IfcResourceObjectSelect", classified_);
  with_material_ = below("IfcObjectDefinition");
}

void SchemaSets::gather_attributes() {
  const auto entities = schema_->entities();
  std::map<std::string_view, std::string_view> bases;  // of declared types
  for (std::size_t i = 0; i < entities.size(); ++i) {
    if (!all_.test(i)) continue;
    for (const auto& attribute : entities[i].attributes) {
      if (attribute.derived) continue;
      const auto [base, fresh] = bases.try_emplace(attribute.type);
      if (fresh) base->second = xs_base_of(*schema_, attribute.type);
      auto& fact = attributes_[attribute.name];
      fact.entities.set(i);
      fact.by_base[base->second].set(i);
      if (attribute.primitive == formats::ifc::Primitive::logical) fact.logical.set(i);
    }
  }
  for (const auto& [name, fact] : attributes_) attribute_names_.push_back(name);
}

// Selects name entities, and other selects.
void SchemaSets::add_select(std::string_view name, EntitySet& out) const {
  const auto selects = schema_->selects();
  const auto found = std::find_if(selects.begin(), selects.end(), [&](const auto& each) { return each.name == name; });
  if (found == selects.end()) return;
  for (const auto member : found->members) {
    out |= below(member);
    if (member != name) add_select(member, out);
  }
}

// Each made when first asked for.
const SchemaSets& SchemaSets::of(Version version) {
#define IFC_SETS(enumerator, ids, release, table)                  \
  case Version::enumerator: {                                      \
    static const SchemaSets sets(Schema::of(Version::enumerator)); \
    return sets;                                                   \
  }
  switch (version) { IFC_VERSIONS(IFC_SETS, , ) }
#undef IFC_SETS
  std::unreachable();
}

EntitySet SchemaSets::below(std::string_view entity) const {
  const auto id = schema_->find(entity);
  return id ? below(*id) : EntitySet{};
}

EntitySet SchemaSets::below(EntityId id) const {
  EntitySet out;
  for (const auto each : schema_->subtypes(id)) out.set(each);
  return out & all_;
}

EntitySet SchemaSets::meant_by(const formats::ifc::PropertySetFact& set) const {
  const std::lock_guard held(lock_);
  const auto [found, fresh] = meant_.try_emplace(&set);
  if (fresh) found->second = find_meant_by(set);
  return found->second;
}

EntitySet SchemaSets::find_meant_by(const formats::ifc::PropertySetFact& set) const {
  EntitySet out;
  for (std::size_t i = 0; i < schema_->entities().size(); ++i) {
    if (all_.test(i) && schema_->applies(set, static_cast<EntityId>(i))) out.set(i);
  }
  // Some types of IFC2X3 stand elsewhere than the occurrences that the mapping table gives them.
  for (const auto& row : formats::ifc::mapped_2x3()) {
    const auto meant = schema_->named(row.name);
    if (meant && meant->mapped_type && schema_->applies(set, *meant->mapped_type)) out.set(meant->entity);
  }
  return out;
}

std::optional<formats::ifc::NamedEntity> SchemaSets::named(std::string_view upper) const {
  if (upper != base::upper_ascii(upper)) return std::nullopt;
  auto found = schema_->named(upper);
  if (found && !found->mapped_type && !all_.test(found->entity)) return std::nullopt;
  return found;
}

}  // namespace ids::engine
