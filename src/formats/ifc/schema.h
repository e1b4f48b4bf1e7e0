// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/ifc/version.h"

// The IFC schemas that IDS 1.0 names, as tables of facts (schemas/*.tsv, written by codegen/ifc.py from the
// PyPI package ifcopenshell, embedded by CMake). Read when first asked for; immutable and thread-safe then.
namespace formats::ifc {

// Index within one schema. The table is depth first: an entity is followed by its subtypes at once.
using EntityId = std::uint16_t;

// What stands at the bottom of a declared type.
enum class Primitive : std::uint8_t {
  string,
  integer,
  real,
  number,
  boolean,
  logical,
  binary,
  enumeration,
  entity,
  select,
  aggregate
};

struct Attribute {
  std::string_view name;
  std::string_view type;  // declared: "IfcLabel", "IfcWallTypeEnum", "SET OF IfcRelAssigns"
  Primitive primitive = Primitive::string;
  bool optional = false;
  bool derived = false;  // redeclared as derived in this entity: always * in files
};
struct Entity {
  std::string_view name;  // "IfcWall"
  std::optional<EntityId> parent;
  bool is_abstract = false;
  std::vector<Attribute> attributes;      // all of them, inherited first: the order in files
  std::vector<std::string_view> inverse;  // names of inverse attributes, inherited ones too
  std::string_view predefined_type;       // the enumeration's name; empty if it has none
  std::vector<EntityId> types;            // entities that type it: IfcWall -> IfcWallType, and their subtypes
};
struct DefinedType {
  std::string_view name;  // "IfcLengthMeasure"
  std::string_view base;  // "REAL", "IfcLengthMeasure" …
  Primitive primitive = Primitive::real;
  bool measure = false;  // stands in the select of values (IfcValue)
};
struct Enumeration {
  std::string_view name;  // "IfcWallTypeEnum"
  std::vector<std::string_view> values;
};
struct Select {
  std::string_view name;                  // "IfcValue"
  std::vector<std::string_view> members;  // as declared: defined types, enumerations, entities and other selects
};
struct PropertyFact {
  std::string_view name;
  std::string_view kind;         // "single", "enumerated", "bounded", "list", "table", "reference", "complex", or the
                                 // quantity's: "length", "area", "volume", "count", "weight", "time", "number"
  std::string_view data_type;    // "IfcLabel"; of quantities the measure; of tables that of the defining values; may be
                                 // empty where the templates say nothing
  std::string_view second_type;  // of tables: that of the defined values; of time series: that of their values
  std::vector<std::string_view> values;  // of enumerated ones
  std::vector<PropertyFact> parts;       // of complex ones
};
struct PropertySetFact {
  std::string_view name;                     // "Pset_WallCommon", "Qto_WallBaseQuantities"
  std::vector<std::string_view> applicable;  // entity names, "IfcWall" or "IfcWall/SOLIDWALL"
  std::vector<PropertyFact> properties;
  const PropertyFact* find(std::string_view property) const;
};

// One relation of the partOf facet, and what may stand on its two sides.
struct PartOfRelation {
  std::string_view name;  // as IDS spells it: "IFCRELAGGREGATES", "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT"
  EntityId whole = 0, part = 0;
};
// What a name of an entity facet means in one schema: of IFC2X3's mapped names the occurrence and the type that it must
// have; of all others the entity itself.
struct NamedEntity {
  EntityId entity = 0;
  std::optional<EntityId> mapped_type;
};
struct SearchHit {
  enum class Kind : std::uint8_t { entity, property_set, property, data_type } kind = Kind::entity;
  std::string_view name;
  std::string_view set;  // of a property: the set it stands in
};
std::string_view text(SearchHit::Kind kind);  // "entity", "property_set", "property", "data_type"

class Schema {
 public:
  static const Schema& of(Version version);

  Version version() const;
  std::span<const Entity> entities() const;
  const Entity& entity(EntityId id) const;
  // By name in any case; "IFCWALL" and "IfcWall" alike.
  std::optional<EntityId> find(std::string_view name) const;
  bool is_a(EntityId id, EntityId ancestor) const;  // itself too; two comparisons
  bool is_a(EntityId id, std::string_view ancestor) const;
  std::span<const EntityId> subtypes(EntityId id) const;  // all of them, itself first, in the order of the table
  // -1 if it has none of this name (case matters, as in IDS).
  int attribute_index(EntityId id, std::string_view name) const;
  // The base that a restriction of this attribute's value must have ("xs:string"); empty where it holds no value:
  // entities, selects, lists.
  std::string_view xs_base(const Attribute& attribute) const;
  // The names that an entity facet may use: entities, and in IFC2X3 the mapped ones. In any case.
  std::optional<NamedEntity> named(std::string_view name) const;
  // Own ones, or where it has no such attribute those of the entities that type it (IFC2X3: IfcWall by IfcWallType).
  std::vector<std::string_view> predefined_types(EntityId id) const;
  std::span<const PartOfRelation> part_of_relations() const;

  std::span<const Enumeration> enumerations() const;
  std::span<const Select> selects() const;
  // True if the type (in any case) is a member of the select, of a select in it, or a subtype of an entity in it.
  bool in_select(std::string_view type, std::string_view select) const;
  std::span<const std::string_view> enumeration(std::string_view type) const;  // its values; empty if unknown
  const DefinedType* defined_type(std::string_view name) const;                // in any case
  std::span<const DefinedType> defined_types() const;
  std::span<const PropertySetFact> property_sets() const;
  const PropertySetFact* property_set(std::string_view name) const;  // case matters
  // True if the set is meant for this entity (or one of its ancestors, or the type that types it).
  bool applies(const PropertySetFact& set, EntityId id) const;
  // The same for one of its predefined types: what is meant for IfcSpace/PARKING is not for IfcSpace/SPACE.
  bool applies(const PropertySetFact& set, EntityId id, std::string_view predefined_type) const;
  std::vector<const PropertySetFact*> sets_for(EntityId id) const;
  std::vector<const PropertySetFact*> sets_with(std::string_view property) const;  // case matters

  // Names that contain the text in any case, the nearest first: equal, beginning with it, containing it.
  std::vector<SearchHit> search(std::string_view text, std::size_t limit = 50) const;
  // Every name of one kind, for suggestions.
  std::vector<std::string_view> names(SearchHit::Kind kind) const;

 private:
  struct Inner;
  explicit Schema(const Inner& inner);
  const Inner* inner_;
};

// IFC2X3 has no entity for these occurrences; files carry IfcFlowTerminal and the like, typed by the type
// (IDS, "IFC2x3 occurrence type mapping table"): "IFCAIRTERMINAL" -> occurrence "IfcFlowTerminal", type
// "IfcAirTerminalType".
struct Mapped2x3 {
  std::string_view name, occurrence, type;
};
std::span<const Mapped2x3> mapped_2x3();
const Mapped2x3* mapped_2x3(std::string_view name);  // in any case

// IDS data types: upper-case name -> the xs base type that restrictions must have ("xs:double"), and the SI unit.
struct DataType {
  std::string_view name;       // "IFCLENGTHMEASURE"
  std::string_view xs_base;    // "xs:string", "xs:integer", "xs:double", "xs:boolean", "xs:date" …
  std::string_view unit;       // "metre", "" if none
  std::string_view shown;      // "m", "W / m2 K"
  std::string_view unit_type;  // "LENGTHUNIT", "THERMALTRANSMITTANCEUNIT": of IfcUnitEnum or IfcDerivedUnitEnum
  std::array<bool, all_versions.size()> present{};  // by Version
  bool in(Version version) const { return present[static_cast<std::size_t>(version)]; }
};
std::span<const DataType> data_types();
const DataType* data_type(std::string_view name);  // in any case

// Units that go by a name (IfcConversionBasedUnit): "inch" -> 0.0254 metre.
struct ConversionUnit {
  std::string_view name, si_unit;
  double factor = 1;
};
std::span<const ConversionUnit> conversion_units();
const ConversionUnit* conversion_unit(std::string_view name);  // in any case

}  // namespace formats::ifc
