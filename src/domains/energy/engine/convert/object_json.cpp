// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/convert/object_json.h"

#include <utility>

#include "base/utf8.h"
#include "domains/energy/engine/document/document.h"

namespace energy::engine {

using base::Json;

Json json_of(const Value& value) {
  if (value.kind == Value::Kind::text) return utf8_of(value.text);
  if (value.kind == Value::Kind::integer) return static_cast<std::int64_t>(value.number);
  if (value.kind == Value::Kind::number) return value.number;
  return {};
}

Json fields_json(const Model& model, const Object& object) {
  Json::Object out;
  std::vector<Json::Object> groups(object.groups);
  for (const Reading& reading : model.readings(object)) {
    if (object.type->named && reading.slot == 0) continue;
    auto& members = reading.in_group() ? groups[reading.group] : out;
    members.emplace_back(Model::field_of(object, reading).name, json_of(reading.value));
  }
  if (!groups.empty()) {
    Json list = Json::array();
    for (auto& each : groups) list.push_back(Json::object(std::move(each)));
    out.emplace_back(object.type->group_name, std::move(list));
  }
  return Json::object(std::move(out));
}

}  // namespace energy::engine
