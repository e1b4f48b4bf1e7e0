// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "formats/idf/schema.h"

// Schemas for tests from a few words.
namespace tests {

// "Zone name x_origin# vertices[vertex_x_coordinate# …]": `#` is a number, `?` a number or a text, else a text; the
// words in brackets are a group.
struct TypeWords {
  const char* type;
  const char* fields;
  const char* group = "";
  const char* group_fields = "";
};

inline base::Json field_schema(char kind) {
  using base::Json;
  if (kind == '#') return Json::object({{"type", "number"}});
  if (kind == '?')
    return Json::object(
        {{"anyOf", Json::array({Json::object({{"type", "number"}}), Json::object({{"type", "string"}})})}});
  return Json::object({{"type", "string"}});
}

struct FieldsMade {
  base::Json::Array names;
  base::Json properties = base::Json::object(), info = base::Json::object();
};
inline FieldsMade fields_made(std::string_view words) {
  FieldsMade made;
  for (auto word : base::split(words, ' ')) {
    if (word.empty()) continue;
    const char kind = word.back();
    if (kind == '#' || kind == '?') word.remove_suffix(1);
    made.names.emplace_back(word);
    made.info.set(std::string(word), base::Json::object({{"field_name", word}}));
    if (word != "name") made.properties.set(std::string(word), field_schema(kind));
  }
  return made;
}

inline std::shared_ptr<const formats::idf::Schema> schema_of(const std::vector<TypeWords>& types) {
  using base::Json;
  Json all = Json::object();
  for (const auto& each : types) {
    auto fields = fields_made(each.fields);
    auto group = fields_made(each.group_fields);
    const bool named = std::string_view(each.fields).starts_with("name");
    Json idd = Json::object({{"fields", fields.names}});
    Json made = Json::object({{"type", "object"}});
    if (named) made.set("name", Json::object({{"type", "string"}}));
    if (*each.group != '\0') {
      made.set("extensible_size", static_cast<std::int64_t>(group.names.size()));
      idd.set("extensibles", group.names).set("extension", each.group);
      for (const auto& [name, value] : group.info.as_object()) fields.info.set(name, value);
      fields.properties.set(
          each.group, Json::object({{"type", "array"},
                                    {"items", Json::object({{"type", "object"}, {"properties", group.properties}})}}));
    }
    idd.set("field_info", fields.info);
    made.set("patternProperties",
             Json::object({{".*", Json::object({{"type", "object"}, {"properties", fields.properties}})}}));
    all.set(each.type, made.set("legacy_idd", idd));
  }
  return formats::idf::Schema::read(Json::object({{"properties", all}}).dump()).value();
}

}  // namespace tests
