// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domains/ids/engine/value/value.h"
#include "formats/ifc/model.h"

// What every facet needs of a model, worked out once per check. Immutable; safe to read from many threads. The model
// must outlive it.
namespace ids::engine {

class PropertyReader;

using formats::ifc::EntityId;
using formats::ifc::Index;

// One flag per entity of a schema: is it this one, or a subtype? A name the schema does not know flags none.
class EntityFlags {
 public:
  EntityFlags(const formats::ifc::Schema& schema, std::string_view ancestor);
  bool operator[](EntityId id) const { return flags_[id]; }

 private:
  std::vector<bool> flags_;
};

class ModelFacts {
 public:
  explicit ModelFacts(const formats::ifc::Model& model);
  ~ModelFacts();
  ModelFacts(const ModelFacts&) = delete;
  ModelFacts& operator=(const ModelFacts&) = delete;

  const formats::ifc::Model& model;
  const formats::ifc::Schema& schema;
  const bool is_2x3;
  std::vector<EntityId> present;  // the entities that the file has instances of
  const EntityFlags object, type_object, context, classification, material_definition, profile;

  // The attribute's text; "" where it is null or no text.
  std::string text(Index record, std::string_view attribute) const;
  std::optional<Index> referred(Index record, std::string_view attribute) const;
  std::vector<Index> referred_list(Index record, std::string_view attribute) const;
  std::string_view entity_name(Index record) const;  // "IfcWall"; "an unknown entity" if the schema has none

  // A value of the declared type in SI units. What is not a simple value (references, lists) is monostate.
  ModelValue value(const formats::step::Value& value, std::string_view declared_upper,
                   formats::ifc::Primitive primitive, const std::optional<Index>& unit) const;
  struct Typed {
    ModelValue value;
    std::string type;  // "IFCLABEL"; "" where the file tells none
  };
  // A value of a select, which tells its own type: IFCLABEL('x').
  Typed typed(const formats::step::Value& value, const std::optional<Index>& unit) const;

  // Instances of these and of their subtypes, in the order of the file.
  std::vector<Index> instances(std::initializer_list<std::string_view> entities) const;
  std::vector<Index> instances(const std::vector<EntityId>& exactly) const;
  // IfcProfileProperties of a profile (IFC4 and later).
  const std::vector<Index>& profile_properties(Index profile_def) const;
  const PropertyReader& properties() const { return *properties_; }

 private:
  void find_profile_properties();
  std::unordered_map<std::string, formats::ifc::Model::UnitScale> project_units_;  // where they are not 1
  std::unordered_map<Index, std::vector<Index>> profile_properties_;
  std::unique_ptr<const PropertyReader> properties_;
};

}  // namespace ids::engine
