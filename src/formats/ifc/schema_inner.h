// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <vector>

#include "formats/ifc/schema.h"
#include "formats/ifc/tables.h"

// What a schema holds in memory. Inner to formats/ifc.
namespace formats::ifc {

struct Schema::Inner {
  explicit Inner(Version which);

  Version version;
  std::vector<Entity> entities;
  std::vector<EntityId> ids;                 // 0, 1, 2 …: subtypes are a piece of it
  std::vector<EntityId> ends;                // by entity: one past its last subtype
  std::vector<std::vector<EntityId>> typed;  // by entity: those that it types, the inverse of Entity::types
  std::vector<DefinedType> defined;
  std::vector<Enumeration> enumerations;
  std::vector<Select> selects;
  std::vector<PartOfRelation> part_of;
  NameIndex entity_names, defined_names, enumeration_names, select_names;

  // Sets are half of the facts, and many callers need none of them.
  struct Sets {
    std::vector<PropertySetFact> all;
    NameIndex names;
  };
  const Sets& sets() const;

  std::optional<EntityId> find(std::string_view name) const { return entity_names.find(name); }
  bool is_a(EntityId id, EntityId ancestor) const { return id >= ancestor && id < ends[ancestor]; }

 private:
  void read_line(std::string_view line);
  void read_entity(std::string_view cells);
  void read_attribute(std::string_view cells);
  void mark_derived(std::string_view names);
  void find_ends();
  void settle_defined_types();
  void mark_measures(const Select& select);
  void settle_attributes();
  Primitive primitive_of(std::string_view type) const;
  void find_types();
  void find_part_of();

  mutable std::once_flag sets_once_;
  mutable Sets sets_;
};

}  // namespace formats::ifc
