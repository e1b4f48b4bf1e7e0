// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/look/describe.h"

#include <array>
#include <utility>

namespace energy::engine {
namespace {

using base::Json;
using formats::idf::Field;
using formats::idf::ObjectType;

Json texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const auto& each : list)
    if (!each.empty()) out.push_back(each);
  return out;
}

std::string_view kind_of(Field::Kind kind) {
  constexpr std::array<std::string_view, 4> names{"string", "number", "integer", "number or text"};
  return names[static_cast<std::size_t>(kind)];
}

Json example_of(const Field& field) {
  if (field.kind != Field::Kind::text) return 0;
  for (const auto& each : field.choices)
    if (!each.empty()) return each;
  return field.object_lists.empty() ? Json("") : Json("<name>");
}

Json group_of(const ObjectType& type) {
  Json items = Json::array();
  Json example = Json::object();
  for (const Field& each : type.group_fields) {
    items.push_back(describe(each));
    example.set(each.name, example_of(each));
  }
  Json list = Json::array();
  list.push_back(std::move(example));
  return Json::object({{"key", type.group_name},
                       {"item_fields", std::move(items)},
                       {"example", Json::object({{type.group_name, std::move(list)}})}});
}

}  // namespace

Json describe(const Field& field) {
  Json out = Json::object({{"name", field.name}, {"field_type", kind_of(field.kind)}, {"required", field.required}});
  if (field.otherwise) out.set("default", *field.otherwise);
  if (!field.units.empty()) out.set("units", field.units);
  if (!field.choices.empty()) out.set("enum_values", texts(field.choices));
  if (field.minimum) out.set(field.above_minimum ? "exclusive_minimum" : "minimum", *field.minimum);
  if (field.maximum) out.set(field.below_maximum ? "exclusive_maximum" : "maximum", *field.maximum);
  if (!field.object_lists.empty()) out.set("is_reference", true).set("object_list", texts(field.object_lists));
  return out;
}

Json describe(const ObjectType& type, std::string_view memo) {
  Json fields = Json::array(), required = Json::array();
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    const Field& field = type.fields[i];
    if (field.required || (i == 0 && type.named && type.name_required)) required.push_back(field.name);
    if (!(i == 0 && type.named)) fields.push_back(describe(field));
  }
  Json out = Json::object({{"object_type", type.name},
                           {"group", type.group},
                           {"memo", memo},
                           {"has_name", type.named},
                           {"is_extensible", type.extensible()},
                           {"required_fields", std::move(required)},
                           {"fields", std::move(fields)}});
  if (!type.extensible()) return out;
  return out.set("extensible_size", type.group_fields.size()).set("extensible_group", group_of(type));
}

}  // namespace energy::engine
