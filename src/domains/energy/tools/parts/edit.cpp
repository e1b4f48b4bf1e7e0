// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/edit.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domains/energy/engine/convert/object_json.h"
#include "domains/energy/engine/validate/validate.h"

namespace energy::tools {

namespace {

constexpr std::size_t lines_told = 1000;
constexpr std::size_t warnings_given = 50;

std::string key_of(std::string_view type, std::string_view name) {
  return std::string(type).append(1, '\0').append(base::upper_ascii(name));
}

std::string called(const engine::Object& object) {
  return object.type->named ? object.type->name + " \"" + base::printable(object.key, 200) + "\"" : object.key;
}

// The key of a new object of a type without names.
std::string free_key(const Opened& open, const engine::ObjectType& type, std::int64_t more) {
  auto number = static_cast<std::int64_t>(open.held->of_type(type.name).size()) + 1 + more;
  while (open.held->find(type.name, type.name + " " + std::to_string(number)) != SIZE_MAX) ++number;
  return type.name + " " + std::to_string(number);
}

}  // namespace

Result<Editing> Editing::of(const View& view, Runtime& runtime) {
  Opened open = TRY(opened(view, runtime));
  auto schema = TRY(runtime.schemas.find(open.version));
  return Editing(view, std::move(schema), std::move(open));
}

Result<engine::Draft> Editing::fresh(std::string_view type_name, std::string_view name) {
  const auto* type = TRY(type_named(open_, type_name));
  name = base::trim(name);
  const auto& there = open_.held->of_type(type->name);
  const auto more =
      std::ranges::count_if(names_, [&](const auto& each) { return each.starts_with(type->name + '\0'); });
  if (there.size() + static_cast<std::size_t>(more) >= type->max_objects) {
    return fail(Code::constraint,
                "a model may have " + std::to_string(type->max_objects) + " object of type " + type->name + " only",
                "object_type", "update_object changes the one that is there.");
  }
  if (!type->named) {
    if (!name.empty())
      return fail(Code::constraint, type->name + " objects have no name", "name", "Leave the name away.");
    return engine::Draft::fresh(*type, open_.format, free_key(open_, *type, more));
  }
  if (open_.held->find(type->name, name) != SIZE_MAX || names_.count(key_of(type->name, name)) > 0) {
    return fail(Code::constraint,
                "there is an object of type " + type->name + " called \"" + base::printable(name, 200) + "\" already",
                "name");
  }
  return engine::Draft::fresh(*type, open_.format, name);
}

Result<void> Editing::set_all(engine::Draft& draft, const Json& fields) {
  if (!fields.is_object()) return fail(Code::wrong_type, "fields must be an object {field: value}", "fields");
  for (const auto& [field, value] : fields.as_object()) TRY(draft.set(field, value));
  return {};
}

std::vector<std::string> Editing::zones_of(const Json& body) const {
  std::vector<std::string> out;
  const auto* known = engine::type_facts(body.text("type"), open_.version);
  if (known == nullptr) return out;
  const Json* slots = body.find("fields");
  const auto text_at = [&](const engine::TypeFacts::ZoneField& field) -> std::string {
    if (slots == nullptr) return std::string(body.at("value").text(field.name));
    return field.slot < slots->size() ? slots->as_array()[field.slot].as_string() : std::string();
  };
  const auto add = [&](std::string name) {
    const auto zone = open_.held->find("Zone", name);
    if (zone != SIZE_MAX && known->name != "Zone") name = engine::utf8_of(object(zone).key);
    if (!name.empty() && std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
  };
  if (known->name == "Zone") add(engine::label_of(body));
  for (const auto& field : known->zones) add(text_at(field));
  return out;
}

// What the object lacks, and what it refers to.
void Editing::look_at(const engine::Model& alone) {
  for (const auto& finding : engine::validate(alone, {.references = false})) {
    if (finding.object == engine::Finding::whole_model || change_.warnings.size() == warnings_given) continue;
    change_.warnings.push_back(finding.type + " \"" + finding.name +
                               "\": " + (finding.field.empty() ? "" : finding.field + ": ") + finding.message);
  }
  for (const auto& object : alone.objects()) {
    values_.insert(base::upper_ascii(object.key));
    for (const auto& reading : alone.readings(object)) {
      const auto& field = engine::Model::field_of(object, reading);
      if (reading.value.kind != engine::Value::Kind::text || reading.value.text.empty()) continue;
      if (!field.references.empty()) values_.insert(base::upper_ascii(reading.value.text));
      if (field.object_lists.empty() || field.choice(reading.value.text) != nullptr) continue;
      if (alone.schema().find(reading.value.text) != nullptr) continue;
      wanted_.emplace_back(std::string(reading.value.text),
                           called(object) + ": " + engine::Model::field_path(object, reading));
    }
  }
}

void Editing::tell(std::string line) {
  if (change_.told.size() < lines_told) {
    change_.told.push_back(std::move(line));
  } else {
    ++untold_;
  }
}

Result<ObjectOut> Editing::put(std::string id, Json body, const Json* before) {
  const engine::Model alone = TRY(engine::model_of(body, schema_));
  LINTEL_CHECK(alone.objects().size() == 1);
  ObjectOut out = object_out(alone, alone.objects().front());
  if (!alone.objects().front().type->named && body.find("key") != nullptr) out.name = body.text("key");
  look_at(alone);
  const std::string who = out.object_type + (out.name.empty() ? "" : " \"" + base::printable(out.name, 200) + "\"");
  for (const auto& line : engine::differences(before, &out.fields_)) tell(who + ", " + line);
  auto zones = zones_of(body);
  change_.put(element_of(std::move(id), std::move(body), std::move(zones)));
  return out;
}

Result<ObjectOut> Editing::add(const engine::Draft& draft) {
  Json body = draft.body();
  Json order = Json::array();
  order.push_back(view_.revision());
  order.push_back(added_++);
  body.set("order", std::move(order));
  ObjectOut out = TRY(put(view_.mint_id(id_prefix), std::move(body), nullptr));
  names_.insert(key_of(out.object_type, out.name));
  return out;
}

Result<ObjectOut> Editing::change(std::size_t index, const engine::Draft& draft) {
  const std::string& id = open_.held->id_of(object(index));
  Json body = draft.body();
  if (const auto element = view_.element(id))
    if (const Json* order = element->body.find("order")) body.set("order", *order);
  const Json before = engine::fields_json(*open_.model, object(index));
  ObjectOut out = TRY(put(id, std::move(body), &before));
  if (object(index).type->named && out.name != object(index).key)
    tell(out.object_type + ": \"" + base::printable(object(index).key, 200) + "\" → \"" +
         base::printable(out.name, 200) + "\"");
  if (!object(index).type->named) out.name = object(index).key;
  return out;
}

void Editing::remove(std::size_t index) {
  change_.remove(open_.held->id_of(object(index)));
  tell("REMOVES " + called(object(index)));
}

Change Editing::finish(std::string summary) && {
  for (const auto& [name, where] : wanted_) {
    const bool there = open_.held->gives(name) || values_.count(base::upper_ascii(name)) > 0;
    if (!there && change_.warnings.size() < warnings_given)
      change_.warnings.push_back(where + ": no object is called \"" + base::printable(name, 200) + "\"");
  }
  if (untold_ > 0) change_.told.push_back("and " + base::grouped(static_cast<std::int64_t>(untold_)) + " lines more");
  change_.summary = std::move(summary);
  return std::move(change_);
}

}  // namespace energy::tools
