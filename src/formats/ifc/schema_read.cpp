// SPDX-License-Identifier: Apache-2.0
// From the table of a schema (codegen/ifc.py explains its lines) to what is looked up.
#include <algorithm>

#include "base/result.h"
#include "formats/ifc/schema_inner.h"

namespace formats::ifc {

namespace {

Table schema_table(Version version) {
#define IFC_TABLE(enumerator, ids, release, table) Table::table,
  constexpr std::array tables{IFC_VERSIONS(IFC_TABLE, , )};
#undef IFC_TABLE
  return tables[static_cast<std::size_t>(version)];
}

constexpr std::array<std::pair<std::string_view, Primitive>, 7> simple_types{{{"STRING", Primitive::string},
                                                                              {"INTEGER", Primitive::integer},
                                                                              {"REAL", Primitive::real},
                                                                              {"NUMBER", Primitive::number},
                                                                              {"BOOLEAN", Primitive::boolean},
                                                                              {"LOGICAL", Primitive::logical},
                                                                              {"BINARY", Primitive::binary}}};

void append(std::vector<EntityId>& to, std::span<const EntityId> items) {
  for (const EntityId item : items) {
    if (std::ranges::find(to, item) == to.end()) to.push_back(item);
  }
}

}  // namespace

Schema::Inner::Inner(Version which) : version(which) {
  for_each_line(schema_table(version), [&](std::string_view line) { read_line(line); });
  entity_names = index_names(entities);
  defined_names = index_names(defined);
  enumeration_names = index_names(enumerations);
  select_names = index_names(selects);
  find_ends();
  settle_defined_types();
  settle_attributes();
  find_types();
  find_part_of();
}

void Schema::Inner::read_line(std::string_view line) {
  const std::string_view kind = take(line, '\t');
  switch (kind.front()) {
    case 'T': {
      const std::string_view name = take(line, '\t');
      defined.push_back({.name = name, .base = line});
      break;
    }
    case 'N': {
      const std::string_view name = take(line, '\t');
      enumerations.push_back({.name = name, .values = split_cells(line, ' ')});
      break;
    }
    case 'S': {
      const std::string_view name = take(line, '\t');
      selects.push_back({.name = name, .members = split_cells(line, ' ')});
      break;
    }
    case 'E':
      read_entity(line);
      break;
    case 'A':
      read_attribute(line);
      break;
    case 'D':
      mark_derived(line);
      break;
    default: {
      LINTEL_CHECK(kind == "I");
      auto& inverse = entities.back().inverse;
      while (!line.empty()) inverse.push_back(take(line, ' '));
    }
  }
}

void Schema::Inner::read_entity(std::string_view cells) {
  Entity entity;
  entity.name = take(cells, '\t');
  const std::string_view parent = take(cells, '\t');
  entity.is_abstract = cells == "a";
  if (!parent.empty()) {
    // Depth first: the parent is the entity before, or one of its ancestors.
    auto id = static_cast<EntityId>(entities.size() - 1);
    while (entities[id].name != parent) id = entities[id].parent.value();
    entity.parent = id;
    entity.attributes = entities[id].attributes;
    entity.inverse = entities[id].inverse;
    entity.predefined_type = entities[id].predefined_type;
  }
  entities.push_back(std::move(entity));
}

void Schema::Inner::read_attribute(std::string_view cells) {
  Entity& entity = entities.back();
  Attribute attribute;
  attribute.name = take(cells, '\t');
  attribute.type = take(cells, '\t');
  attribute.optional = cells == "?";
  if (attribute.name == "PredefinedType") entity.predefined_type = attribute.type;
  entity.attributes.push_back(attribute);
}

void Schema::Inner::mark_derived(std::string_view names) {
  while (!names.empty()) {
    const auto found = std::ranges::find(entities.back().attributes, take(names, ' '), &Attribute::name);
    LINTEL_CHECK(found != entities.back().attributes.end());
    found->derived = true;
  }
}

void Schema::Inner::find_ends() {
  ids.resize(entities.size());
  ends.resize(entities.size());
  for (std::size_t i = entities.size(); i-- > 0;) {
    ids[i] = static_cast<EntityId>(i);
    ends[i] = std::max(ends[i], static_cast<EntityId>(i + 1));
    if (const auto parent = entities[i].parent) ends[*parent] = std::max(ends[*parent], ends[i]);
  }
}

Primitive Schema::Inner::primitive_of(std::string_view type) const {
  if (type.contains(' ')) return Primitive::aggregate;  // LIST OF …
  for (const auto& [name, primitive] : simple_types) {
    if (name == type) return primitive;
  }
  if (const auto id = defined_names.find(type)) return primitive_of(defined[*id].base);
  if (enumeration_names.find(type)) return Primitive::enumeration;
  if (select_names.find(type)) return Primitive::select;
  LINTEL_CHECK(find(type));
  return Primitive::entity;
}

void Schema::Inner::settle_defined_types() {
  for (DefinedType& type : defined) type.primitive = primitive_of(type.base);
  if (const auto value = select_names.find("IfcValue")) mark_measures(selects[*value]);
}

void Schema::Inner::mark_measures(const Select& select) {
  for (const std::string_view member : select.members) {
    if (const auto type = defined_names.find(member)) defined[*type].measure = true;
    if (const auto inner = select_names.find(member)) mark_measures(selects[*inner]);
  }
}

void Schema::Inner::settle_attributes() {
  for (Entity& entity : entities) {
    const std::size_t inherited = entity.parent ? entities[*entity.parent].attributes.size() : 0;
    for (std::size_t i = 0; i < entity.attributes.size(); ++i) {
      Attribute& attribute = entity.attributes[i];
      attribute.primitive =
          i < inherited ? entities[*entity.parent].attributes[i].primitive : primitive_of(attribute.type);
    }
  }
}

// The schemas do not say which entity types which; the names do: IfcWall and IfcWallType, IfcDoor and IfcDoorStyle,
// IfcProduct and IfcTypeProduct. An occurrence without a type of its own has that of its ancestor
// (IfcWallStandardCase).
void Schema::Inner::find_types() {
  typed.resize(entities.size());
  const auto object = find("IfcObject"), type_object = find("IfcTypeObject");
  LINTEL_CHECK(object && type_object);
  std::vector<std::vector<EntityId>> by_name(entities.size());
  for (const EntityId id : std::span(ids).subspan(*object, ends[*object] - *object)) {
    Entity& entity = entities[id];
    const std::string name(entity.name);
    for (const std::string& candidate : {name + "Type", name + "Style", "IfcType" + name.substr(3)}) {
      const auto found = find(candidate);
      if (!found || !is_a(*found, *type_object)) continue;
      by_name[id].push_back(*found);
      append(entity.types, std::span(ids).subspan(*found, ends[*found] - *found));
    }
    if (by_name[id].empty() && entity.parent) {
      by_name[id] = by_name[*entity.parent];
      for (const EntityId type : by_name[id]) {
        if (!entities[type].is_abstract) entity.types.push_back(type);
      }
    }
    for (const EntityId type : entity.types) typed[type].push_back(id);
  }
}

// ids.xsd, simple type "relations". An entity that fills the void of another is part of that other.
void Schema::Inner::find_part_of() {
  struct Side {
    std::string_view name, relation, whole, part;
  };
  constexpr std::array<Side, 5> sides{
      {{"IFCRELAGGREGATES", "IfcRelAggregates", "RelatingObject", "RelatedObjects"},
       {"IFCRELASSIGNSTOGROUP", "IfcRelAssignsToGroup", "RelatingGroup", "RelatedObjects"},
       {"IFCRELCONTAINEDINSPATIALSTRUCTURE", "IfcRelContainedInSpatialStructure", "RelatingStructure",
        "RelatedElements"},
       {"IFCRELNESTS", "IfcRelNests", "RelatingObject", "RelatedObjects"},
       {"IFCRELVOIDSELEMENT IFCRELFILLSELEMENT", "IfcRelFillsElement", "RelatedBuildingElement",
        "RelatedBuildingElement"}}};
  for (const Side& side : sides) {
    const Entity& relation = entities[find(side.relation).value()];
    const auto declared = [&](std::string_view attribute) {
      const std::string_view type = std::ranges::find(relation.attributes, attribute, &Attribute::name)->type;
      return find(type.substr(type.rfind(' ') + 1)).value();
    };
    part_of.push_back({.name = side.name, .whole = declared(side.whole), .part = declared(side.part)});
  }
}

}  // namespace formats::ifc
