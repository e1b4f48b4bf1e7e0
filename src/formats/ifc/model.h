// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/ifc/schema.h"
#include "formats/step/step.h"

// An IFC file with its schema: entities by class, attributes by name, and the relations that checking needs,
// indexed when first asked for. Immutable for readers; safe to use from many threads.
namespace formats::ifc {

using Index = step::File::Index;  // of a record in the file

// What leads from one record to others. An object may stand in several relations of a kind, and files hold cycles and
// references to nothing: a model tells what is there, one step at a time.
enum class Relation : std::uint8_t {
  type,                 // IfcRelDefinesByType
  property_definition,  // IfcRelDefinesByProperties, HasPropertySets
  material_properties,  // of a material: IfcMaterialProperties
  profile_properties,   // of a profile: IfcProfileProperties
  material,             // IfcRelAssociatesMaterial
  classification,       // IfcRelAssociatesClassification, IfcExternalReferenceRelationship
  aggregate,            // IfcRelAggregates: the wholes
  nest,                 // IfcRelNests: the hosts
  container,            // IfcRelContainedInSpatialStructure
  group,                // IfcRelAssignsToGroup
  filled_opening,       // IfcRelFillsElement
  voided_element        // IfcRelVoidsElement
};
inline constexpr std::size_t relation_count = 12;

class Model {
 public:
  // The schema is the file's own; an unknown one is an error that names those we know.
  static base::Result<Model> open(const std::string& path, const base::Cancel& cancel = {},
                                  const step::Limits& limits = {},
                                  const std::function<void(double share)>& progress = {});
  // The same for an open descriptor (one that base::Roots gave), which stays the caller's.
  static base::Result<Model> read(int descriptor, const std::string& name, const base::Cancel& cancel = {},
                                  const step::Limits& limits = {},
                                  const std::function<void(double share)>& progress = {});
  static base::Result<Model> parse(std::string bytes);
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  const step::File& file() const;
  const Schema& schema() const;

  // ---- entities
  std::optional<EntityId> entity(Index index) const;  // its class; none if the schema has no such name
  bool is_a(Index index, EntityId ancestor) const;    // false where the schema has no such name
  std::vector<Index> of_entity(EntityId id) const;    // exactly this class, in the order of the file
  std::span<const Index> exactly(EntityId id) const;  // the same without a copy
  std::vector<Index> of_entity_and_subtypes(EntityId id) const;
  // ---- attributes
  step::Value attribute(Index index, int position) const;  // null where the file has too few
  std::optional<step::Value> attribute(Index index, std::string_view name) const;
  std::optional<Index> referred(const step::Value& value) const;  // the record a reference leads to
  std::string global_id(Index index) const;                       // "" where it has none
  std::string name(Index index) const;
  std::optional<Index> project() const;  // the first IfcProject

  // ---- relations (each list in the order of the file; empty where there is none)
  std::span<const Index> related(Relation relation, Index object) const;
  // Those that give one give the first of the file; related() gives them all.
  std::optional<Index> type_of(Index occurrence) const;  // IfcRelDefinesByType
  // Sets on it: by IfcRelDefinesByProperties (the project too), and HasPropertySets of types.
  std::span<const Index> property_definitions(Index object) const;
  // IfcMaterialProperties; of IFC2X3 its subtypes, IfcExtendedMaterialProperties and others.
  std::span<const Index> material_properties(Index material) const;
  std::span<const Index> materials_of(Index object) const;  // IfcRelAssociatesMaterial: the material selects
  // References and classifications on it. Rooted: IfcRelAssociatesClassification; others:
  // IfcExternalReferenceRelationship.
  std::span<const Index> classifications_of(Index object) const;
  std::optional<Index> aggregated_in(Index object) const;  // IfcRelAggregates: the whole
  std::optional<Index> nested_in(Index object) const;      // IfcRelNests
  std::optional<Index> contained_in(Index object) const;   // IfcRelContainedInSpatialStructure
  std::span<const Index> groups_of(Index object) const;    // IfcRelAssignsToGroup
  std::optional<Index> fills(Index object) const;          // the opening a door fills
  std::optional<Index> voids(Index opening) const;         // the element an opening voids

  // ---- units
  // Factor and offset from the model's unit of a measure ("IFCLENGTHMEASURE") to SI: si = value * factor + offset.
  struct UnitScale {
    double factor = 1, offset = 0;
  };
  // 1 for what has no unit, or none in this model.
  UnitScale project_unit(std::string_view measure_upper) const;
  // The same for an explicit unit (a property's Unit), by its record.
  UnitScale unit_scale(Index unit) const;

 private:
  struct Inner;
  Model() = default;
  static base::Result<Model> of(base::Result<step::File> file);
  std::optional<Index> first(Relation relation, Index object) const;
  std::unique_ptr<Inner> inner_;
};

}  // namespace formats::ifc
