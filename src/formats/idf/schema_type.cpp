// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/schema_type.h"

#include <algorithm>
#include <utility>

namespace formats::idf {
namespace {

using base::Json;

std::vector<std::string> strings(const Json* list) {
  std::vector<std::string> found;
  if (list == nullptr || !list->is_array()) return found;
  for (const Json& each : list->as_array())
    if (each.is_string()) found.push_back(each.as_string());
  return found;
}

std::size_t count(const Json& at, std::string_view key, std::size_t otherwise) {
  const Json* found = at.find(key);
  if (found == nullptr || !found->is_number() || found->as_number() < 0) return otherwise;
  return static_cast<std::size_t>(found->as_number());
}

// Up to 9.5 JSON Schema draft 4: "minimum": 0, "exclusiveMinimum": true. From 9.6 on draft 7: "exclusiveMinimum": 0.
void read_bound(const Json& at, const std::string& plain, const std::string& exclusive, std::optional<double>& bound,
                bool& open) {
  const Json* limit = at.find(plain);
  const Json* strict = at.find(exclusive);
  if (limit != nullptr && limit->is_number()) bound = limit->as_number();
  if (strict == nullptr) return;
  open = !strict->is_bool() || strict->as_bool();
  if (strict->is_number()) bound = strict->as_number();
}

void read_number(const Json& at, Field& field) {
  read_bound(at, "minimum", "exclusiveMinimum", field.minimum, field.above_minimum);
  read_bound(at, "maximum", "exclusiveMaximum", field.maximum, field.below_maximum);
  const Json* numbers = at.find("enum");
  if (numbers == nullptr || !numbers->is_array()) return;
  for (const Json& each : numbers->as_array())
    if (each.is_number()) field.numbers.push_back(each.as_number());
}

void read_either(const Json& any_of, Field& field) {
  field.kind = Field::Kind::either;
  field.any_text = false;
  if (!any_of.is_array()) return;
  for (const Json& branch : any_of.as_array()) {
    if (branch.text("type") == "string") {
      field.choices = strings(branch.find("enum"));
      field.any_text = field.choices.empty();
    } else {
      field.whole = branch.text("type") == "integer";
      read_number(branch, field);
    }
  }
}

Field read_field(const std::string& name, const Json& at, const Json& labels) {
  Field field;
  field.name = name;
  const Json* label = labels.find(name);
  field.label = label == nullptr ? name : std::string(label->text("field_name", name));
  field.units = at.text("units");
  const auto type = at.text("type");
  if (type == "number" || type == "integer") {
    field.kind = type == "number" ? Field::Kind::number : Field::Kind::integer;
    read_number(at, field);
  } else if (const Json* any_of = at.find("anyOf")) {
    read_either(*any_of, field);
  } else {
    field.choices = strings(at.find("enum"));
  }
  if (const Json* otherwise = at.find("default")) field.otherwise = *otherwise;
  field.object_lists = strings(at.find("object_list"));
  field.references = strings(at.find("reference"));
  field.class_references = strings(at.find("reference-class-name"));
  return field;
}

void mark_required(std::vector<Field>& fields, const Json* required) {
  for (const auto& each : strings(required)) {
    const auto found = std::ranges::find(fields, each, &Field::name);
    if (found != fields.end()) found->required = true;
  }
}

// Every name of `order`, as `properties` describes it.
std::vector<Field> read_fields(const Json* order, const Json& properties, const Json& labels, const Json* name) {
  static const Json nothing = Json::object();
  std::vector<Field> fields;
  for (const auto& each : strings(order)) {
    const Json* at = each == "name" && name != nullptr ? name : properties.find(each);
    fields.push_back(read_field(each, at == nullptr ? nothing : *at, labels));
  }
  return fields;
}

void read_groups(const Json& legacy, const Json& properties, const Json& labels, ObjectType& type) {
  type.group_name = legacy.text("extension");
  const Json* array = properties.find(type.group_name);
  const Json* items = array == nullptr ? nullptr : array->find("items");
  const Json* inner = items == nullptr ? nullptr : items->find("properties");
  if (inner == nullptr) return;
  type.group_fields = read_fields(legacy.find("extensibles"), *inner, labels, nullptr);
  mark_required(type.group_fields, items->find("required"));
  type.min_groups = count(*array, "minItems", 0);
  type.max_groups = count(*array, "maxItems", SIZE_MAX);
}

}  // namespace

std::optional<ObjectType> read_type(std::string type_name, std::string_view text) {
  const auto json = base::parse_json(text);
  if (!json.ok()) return std::nullopt;
  const Json* patterns = json->find("patternProperties");
  const Json* legacy = json->find("legacy_idd");
  if (patterns == nullptr || !patterns->is_object() || patterns->empty() || legacy == nullptr) return std::nullopt;
  const auto& [pattern, body] = patterns->as_object().front();
  const Json* properties = body.find("properties");
  const Json* labels = legacy->find("field_info");
  if (properties == nullptr || labels == nullptr) return std::nullopt;

  ObjectType type;
  type.name = std::move(type_name);
  type.group = json->text("group");
  const Json* name = json->find("name");
  type.named = name != nullptr;
  // ".*" admits any name. Before 9.1 it was the pattern of all, and is_required of the name was not looked at.
  type.name_required = type.named && pattern != ".*";
  type.fields = read_fields(legacy->find("fields"), *properties, *labels, name);
  if (type.fields.empty()) type.named = false;
  mark_required(type.fields, body.find("required"));
  read_groups(*legacy, *properties, *labels, type);
  const auto required = strings(body.find("required"));
  type.group_required = type.extensible() && std::ranges::count(required, type.group_name) > 0;
  type.max_objects = count(*json, "maxProperties", SIZE_MAX);
  type.min_fields = count(*json, "min_fields", 0);
  type.one_line = json->text("format") == "singleLine";
  type.vertices = json->text("format") == "vertices";
  return type;
}

}  // namespace formats::idf
