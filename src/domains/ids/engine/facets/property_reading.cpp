// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/facets/property_reading.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace ids::engine {

using formats::step::Value;

PropertyReader::PropertyReader(const ModelFacts& facts)
    : facts_(facts), sets_(facts.schema.entities().size()), kinds_(facts.schema.entities().size(), Kind::none) {
  if (const auto root = facts.schema.find("IfcRoot")) {
    first_predefined_attribute_ = static_cast<int>(facts.schema.entity(*root).attributes.size());
  }
  // The most general first: what follows is more precise.
  for (const auto* const entity : {"IfcPreDefinedPropertySet", "IfcPropertySetDefinition"}) {
    if (!facts.schema.find(entity)) continue;
    add_set(entity, {});
    break;
  }
  add_set("IfcPropertySet", "HasProperties");
  add_set("IfcElementQuantity", "Quantities");
  add_set("IfcExtendedProperties", "Properties");                  // of materials and profiles, IFC4 and later
  add_set("IfcExtendedMaterialProperties", "ExtendedProperties");  // IFC2X3
  add_kind("IfcPropertySingleValue", Kind::single);
  add_kind("IfcPropertyEnumeratedValue", Kind::enumerated);
  add_kind("IfcPropertyListValue", Kind::list);
  add_kind("IfcPropertyBoundedValue", Kind::bounded);
  add_kind("IfcPropertyTableValue", Kind::table);
  add_kind("IfcPropertyReferenceValue", Kind::reference);
  add_kind("IfcComplexProperty", Kind::complex);
  add_kind("IfcPhysicalComplexQuantity", Kind::complex);
  add_kind("IfcPhysicalSimpleQuantity", Kind::quantity);
}

void PropertyReader::add_set(std::string_view entity, std::string_view items) {
  const auto ancestor = facts_.schema.find(entity);
  if (!ancestor) return;
  for (const auto id : facts_.schema.subtypes(*ancestor)) {
    sets_[id] = {.kind = items.empty() ? SetKind::predefined : SetKind::listed,
                 .name = facts_.schema.attribute_index(id, "Name"),
                 .items = items.empty() ? -1 : facts_.schema.attribute_index(id, items)};
  }
}

void PropertyReader::add_kind(std::string_view entity, Kind kind) {
  const auto ancestor = facts_.schema.find(entity);
  if (!ancestor) return;
  for (const auto id : facts_.schema.subtypes(*ancestor)) kinds_[id] = kind;
}

const PropertyReader::SetLayout& PropertyReader::layout_of(Index set) const {
  static const SetLayout none;
  const auto id = facts_.model.entity(set);
  return id ? sets_[*id] : none;
}

PropertyReader::Sets PropertyReader::sets_of(Index element) const {
  Sets found;
  const auto id = facts_.model.entity(element);
  if (!id) return found;
  if (facts_.material_definition[*id]) {
    const auto sets = facts_.model.material_properties(element);
    found.own.assign(sets.begin(), sets.end());
  } else if (facts_.profile[*id]) {
    found.own = facts_.profile_properties(element);
  } else {
    const auto sets = facts_.model.property_definitions(element);
    found.own.assign(sets.begin(), sets.end());
    const auto type = facts_.object[*id] ? facts_.model.type_of(element) : std::nullopt;
    if (!type) return found;
    const auto inherited = facts_.model.property_definitions(*type);
    found.inherited.assign(inherited.begin(), inherited.end());
  }
  return found;
}

std::string PropertyReader::set_name(Index set) const {
  const auto& layout = layout_of(set);
  if (layout.kind == SetKind::none || layout.name < 0) return {};
  const auto name = facts_.model.attribute(set, layout.name);
  return name.kind() == Value::Kind::string ? name.string() : std::string();
}

std::vector<PropertyRef> PropertyReader::properties_of(Index set) const {
  std::vector<PropertyRef> found;
  const auto& layout = layout_of(set);
  if (layout.kind == SetKind::predefined) {
    const auto& attributes = facts_.schema.entity(*facts_.model.entity(set)).attributes;
    for (auto i = static_cast<std::size_t>(first_predefined_attribute_); i < attributes.size(); ++i) {
      found.push_back({std::string(attributes[i].name), set, static_cast<int>(i)});
    }
  }
  if (layout.kind != SetKind::listed || layout.items < 0) return found;
  const auto list = facts_.model.attribute(set, layout.items);
  for (const auto& item : list.items()) {
    const auto record = facts_.model.referred(item);
    if (!record) continue;
    const auto name = facts_.model.attribute(*record, 0);
    if (name.kind() == Value::Kind::string) found.push_back({name.string(), *record});
  }
  return found;
}

// Enumerated values are measured in what their enumeration says.
std::optional<Index> PropertyReader::unit_of_enumeration(Index record) const {
  const auto reference = facts_.model.attribute(record, "EnumerationReference");
  const auto enumeration = reference ? facts_.model.referred(*reference) : std::nullopt;
  return enumeration ? unit(*enumeration, "Unit") : std::nullopt;
}

void PropertyReader::add_values(Values& values, const Value& list, const std::optional<Index>& unit) const {
  for (const auto& item : list.items()) {
    auto typed = facts_.typed(item, unit);
    if (!std::holds_alternative<std::monostate>(typed.value)) values.items.push_back(std::move(typed));
  }
}

PropertyReader::Values PropertyReader::bounded(Index record) const {
  Values values{.shape = Values::Shape::bounded};
  const auto measured_in = unit(record, "Unit");
  const auto add = [&](std::string_view attribute) -> std::optional<double> {
    const auto value = facts_.model.attribute(record, attribute);
    if (!value || value->is_null()) return std::nullopt;
    auto typed = facts_.typed(*value, measured_in);
    std::optional<double> number;
    if (const auto* const real = std::get_if<double>(&typed.value)) number = *real;
    if (const auto* const whole = std::get_if<std::int64_t>(&typed.value)) number = static_cast<double>(*whole);
    if (!std::holds_alternative<std::monostate>(typed.value)) values.items.push_back(std::move(typed));
    return number;
  };
  values.upper = add("UpperBoundValue");
  values.lower = add("LowerBoundValue");
  const auto before = values.items.size();
  add("SetPointValue");
  values.set_point = values.items.size() > before;
  return values;
}

PropertyReader::Values PropertyReader::table(Index record) const {
  Values values{.shape = Values::Shape::several};
  for (const auto& [column, measure] :
       {std::pair{"DefiningValues", "DefiningUnit"}, std::pair{"DefinedValues", "DefinedUnit"}}) {
    if (const auto list = facts_.model.attribute(record, column)) add_values(values, *list, unit(record, measure));
  }
  return values;
}

// The value of a quantity is its fourth attribute, LengthValue and the like; its measure is the attribute's type.
PropertyReader::Values PropertyReader::quantity(Index record) const {
  Values values;
  const auto id = facts_.model.entity(record);
  const auto& attributes = facts_.schema.entity(*id).attributes;
  if (attributes.size() < 4) return values;
  auto type = base::upper_ascii(attributes[3].type);
  auto value = facts_.value(facts_.model.attribute(record, 3), type, attributes[3].primitive, unit(record, "Unit"));
  if (!std::holds_alternative<std::monostate>(value)) values.items.push_back({std::move(value), std::move(type)});
  return values;
}

PropertyReader::Values PropertyReader::predefined(const PropertyRef& property) const {
  const auto& attribute = facts_.schema.entity(*facts_.model.entity(property.record))
                              .attributes[static_cast<std::size_t>(property.attribute)];
  const auto written = facts_.model.attribute(property.record, property.attribute);
  if (written.kind() == Value::Kind::reference) return {.shape = Values::Shape::unsupported, .kind = "another entity"};
  Values values;
  auto type = base::upper_ascii(attribute.type);
  auto value = facts_.value(written, type, attribute.primitive, std::nullopt);
  if (!std::holds_alternative<std::monostate>(value)) values.items.push_back({std::move(value), std::move(type)});
  return values;
}

PropertyReader::Values PropertyReader::values_of(const PropertyRef& property) const {
  if (property.attribute >= 0) return predefined(property);
  const auto id = facts_.model.entity(property.record);
  Values values;
  switch (id ? kinds_[*id] : Kind::none) {
    case Kind::single: {
      const auto value = facts_.model.attribute(property.record, "NominalValue");
      if (!value || value->is_null()) return values;
      auto typed = facts_.typed(*value, unit(property.record, "Unit"));
      if (!std::holds_alternative<std::monostate>(typed.value)) values.items.push_back(std::move(typed));
      return values;
    }
    case Kind::enumerated:
    case Kind::list: {
      const bool enumerated = kinds_[*id] == Kind::enumerated;
      values.shape = Values::Shape::several;
      const auto list = facts_.model.attribute(property.record, enumerated ? "EnumerationValues" : "ListValues");
      if (list)
        add_values(values, *list, enumerated ? unit_of_enumeration(property.record) : unit(property.record, "Unit"));
      return values;
    }
    case Kind::bounded:
      return bounded(property.record);
    case Kind::table:
      return table(property.record);
    case Kind::quantity:
      return quantity(property.record);
    case Kind::complex:
      return {.shape = Values::Shape::unsupported, .kind = "a complex property"};
    case Kind::reference:
      return {.shape = Values::Shape::unsupported, .kind = "a reference"};
    case Kind::none:
      break;
  }
  return {.shape = Values::Shape::unsupported, .kind = "no property that the schema knows"};
}

}  // namespace ids::engine
