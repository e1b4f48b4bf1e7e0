// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/ifc/schema.h"

// Which entities of a schema a clause of a specification can mean: sets, so that incompatible clauses are an empty
// intersection.
namespace ids::engine {

using EntitySet = std::bitset<1024>;  // over EntityId of one schema; abstract entities are never in it

// The attributes of one name in one schema.
struct AttributeFact {
  EntitySet entities;                             // that have it and do not derive it
  std::map<std::string_view, EntitySet> by_base;  // the same by the xs base of its values; "": it holds no value
  EntitySet logical;                              // of them those where it is a LOGICAL
};

// Facts of one schema, gathered once. Thread-safe.
class SchemaSets {
 public:
  static const SchemaSets& of(formats::ifc::Version version);

  const formats::ifc::Schema& schema() const { return *schema_; }
  std::string_view name() const { return formats::ifc::text(schema_->version()); }
  const EntitySet& all() const { return all_; }  // every entity that can have instances
  // Names an entity facet may use, in capitals: of instances, and in IFC2X3 those of the mapping table.
  const std::vector<std::string_view>& entity_names() const { return entity_name_views_; }
  const std::vector<std::string_view>& attribute_names() const { return attribute_names_; }
  const std::map<std::string_view, AttributeFact>& attributes() const { return attributes_; }
  const EntitySet& with_properties() const { return with_properties_; }
  const EntitySet& classified() const { return classified_; }
  const EntitySet& with_material() const { return with_material_; }
  EntitySet below(std::string_view entity) const;  // its concrete subtypes and itself; empty if there is none
  EntitySet below(formats::ifc::EntityId id) const;
  EntitySet meant_by(const formats::ifc::PropertySetFact& set) const;  // remembered
  // The concrete entity that a name in capitals means; in IFC2X3 a mapped name means the type's and the occurrence's.
  std::optional<formats::ifc::NamedEntity> named(std::string_view upper) const;

 private:
  explicit SchemaSets(const formats::ifc::Schema& schema);
  void gather_attributes();
  void add_select(std::string_view name, EntitySet& out) const;
  EntitySet find_meant_by(const formats::ifc::PropertySetFact& set) const;

  const formats::ifc::Schema* schema_;
  EntitySet all_, with_properties_, classified_, with_material_;
  std::vector<std::string> entity_names_;
  std::vector<std::string_view> entity_name_views_, attribute_names_;
  std::map<std::string_view, AttributeFact> attributes_;
  mutable std::mutex lock_;  // of what follows
  mutable std::map<const formats::ifc::PropertySetFact*, EntitySet> meant_;
};

// The xs base of a declared type: "LIST OF IfcLabel" -> "xs:string"; "" for what holds no value. A URI is "xs:anyURI".
std::string_view xs_base_of(const formats::ifc::Schema& schema, std::string_view type);

}  // namespace ids::engine
