// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/edit/draft.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "base/utf8.h"
#include "domains/energy/engine/convert/object_json.h"
#include "domains/energy/engine/validate/fields.h"
#include "formats/idf/edit.h"

namespace energy::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t max_groups = 100'000;

std::string described(const Object& object) { return object.type->name + " \"" + object.key + "\""; }

// The texts of an object's slots as the file has them.
Result<std::vector<std::string>> slots_in(const Model& model, const Object& object) {
  std::vector<std::string> out;
  const auto [file, place] = model.place_of(object);
  const auto slots = file.slots(place);
  for (const auto& slot : slots) out.emplace_back(slot_text(file, slot));
  if (!std::ranges::all_of(out, [](const std::string& each) { return base::valid_utf8(each); })) {
    return fail(Code::constraint, described(object) + " has bytes that are not UTF-8",
                "line " + std::to_string(object.line), "Save the file in UTF-8 and load it again.");
  }
  for (const Reading& reading : model.readings(object)) {
    const bool in_place = reading.slot < slots.size() && slots[reading.slot].begin <= reading.begin &&
                          reading.end <= slots[reading.slot].end;
    if (in_place) continue;
    return fail(Code::constraint, described(object) + " has two values without a comma between them",
                "line " + std::to_string(object.line), "Write the comma in the file and load it again.");
  }
  return out;
}

std::vector<std::string> names_of(const ObjectType& type) {
  std::vector<std::string> out;
  for (const Field& each : type.fields) out.push_back(each.name);
  if (type.extensible()) out.push_back(type.group_name);
  return out;
}

base::Error unknown_field(const ObjectType& type, std::string_view field) {
  std::string besides =
      type.extensible() ? "Repeated fields are set as a list: " + type.group_name + "." : std::string();
  return fail(Code::unknown_name, type.name + " has no field \"" + base::printable(field, 100) + "\"",
              base::printable(field, 100),
              base::did_you_mean(field, names_of(type),
                                 {.otherwise = "describe_object_type lists the fields.", .besides = besides}));
}

// What a JSON value would be in an IDF file; nullopt: blank.
Result<std::optional<std::string>> text_for(const Json& value, std::string_view path) {
  if (value.is_null()) return std::optional<std::string>();
  if (value.is_string()) {
    std::string text(base::trim(value.as_string()));
    return text.empty() ? std::optional<std::string>() : std::optional(std::move(text));
  }
  if (value.is_integer()) return std::optional(std::to_string(value.as_integer()));
  if (value.is_number()) {
    std::string text;
    base::append_json_number(text, value.as_number());
    return std::optional(std::move(text));
  }
  return fail(Code::wrong_type, "a value must be a number, a text or null, not " + std::string(value.type_name()),
              std::string(path));
}

bool same(const Value& a, const Value& b) {
  if (a.is_number() != b.is_number()) return false;
  return a.is_number() ? a.number == b.number : a.text == b.text;
}

}  // namespace

Result<Draft> Draft::of(const Model& model, const Object& object) {
  if (model.is_idf()) {
    Draft out(*object.type, Format::idf);
    out.slots_ = TRY(slots_in(model, object));
    return out;
  }
  Draft out(*object.type, Format::epjson);
  const Json& root = std::get<Model::EpjsonFile>(model.file())->root();
  out.key_ = object.key;
  out.value_ = root.at(object.type->name).at(object.key);
  return out;
}

Result<Draft> Draft::fresh(const ObjectType& type, Format format, std::string_view name) {
  Draft out(type, format);
  out.value_ = Json::object();
  if (type.named) {
    if (format == Format::idf) out.slots_.emplace_back();
    if (!name.empty() || type.name_required) TRY(out.set_name(name));
  } else {
    out.key_ = name;
  }
  return out;
}

Result<void> Draft::set_name(std::string_view name) {
  if (!type_->named) return fail(Code::constraint, type_->name + " objects have no name", "name");
  name = base::trim(name);
  if (name.empty()) return fail(Code::missing, "the name is blank", "name");
  if (const auto has = formats::idf::unwritable(name))
    return fail(Code::constraint, "a name may not have " + *has, base::printable(name, 200));
  if (format_ == Format::idf) {
    slots_.resize(std::max<std::size_t>(slots_.size(), 1));
    slots_[0] = name;
  } else {
    key_ = name;
  }
  return {};
}

void Draft::take_name(const Draft& other) {
  key_ = other.key_;
  if (format_ == Format::idf && type_->named) {
    slots_.resize(std::max<std::size_t>(slots_.size(), 1));
    slots_[0] = other.slots_.front();
  }
}

Result<Draft::Place> Draft::place_of(std::string_view path) const {
  if (const auto index = type_->field(path)) {
    if (type_->named && *index == 0)
      return fail(Code::constraint, "the name is not set like other fields", "name", "rename_object changes it.");
    return Place{&type_->fields[*index], *index, SIZE_MAX};
  }
  const auto open = path.find('['), close = path.find("].");
  if (!type_->extensible() || open == std::string_view::npos || close == std::string_view::npos || close < open ||
      path.substr(0, open) != type_->group_name)
    return unknown_field(*type_, path);
  std::size_t group = 0;
  const auto digits = path.substr(open + 1, close - open - 1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), group);
  const auto index = type_->group_field(path.substr(close + 2));
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || !index) return unknown_field(*type_, path);
  if (group > groups()) {
    return fail(Code::out_of_range, "there are " + std::to_string(groups()) + " of " + type_->group_name,
                base::printable(path, 200), "They are counted from 0.");
  }
  return Place{&type_->group_fields[*index], *index, group};
}

std::size_t Draft::slot_of(const Place& place) const {
  if (place.group == SIZE_MAX) return place.index;
  return type_->fields.size() + place.group * type_->group_fields.size() + place.index;
}

std::size_t Draft::groups() const {
  if (format_ == Format::idf) {
    const std::size_t first = type_->fields.size(), size = type_->group_fields.size();
    return slots_.size() <= first ? 0 : (slots_.size() - first + size - 1) / size;
  }
  const Json* list = value_.find(type_->group_name);
  return list != nullptr && list->is_array() ? list->size() : 0;
}

Result<void> Draft::set(std::string_view field, const Json& value) {
  if (type_->extensible() && field == type_->group_name) return set_groups(value);
  const Place place = TRY(place_of(field));
  if (place.group != SIZE_MAX && place.group == groups()) resize_groups(place.group + 1);
  return set_at(place, value, field);
}

Result<void> Draft::set_at(const Place& place, const Json& value, std::string_view path) {
  const auto text = TRY(text_for(value, path));
  if (!text) {
    clear(place);
    return {};
  }
  const Value read = formats::idf::read_value(*place.field, *text);
  const std::string where = type_->name + ", " + base::printable(path, 200);
  if (auto why = refusal(*place.field, read)) return fail(Code::constraint, why->message, where, why->hint);
  if (read.rounded) return fail(Code::constraint, "\"" + *text + "\" is not an integer", where);
  if (const auto has = formats::idf::unwritable(*text); has && format_ == Format::idf)
    return fail(Code::constraint, "the value has " + *has + ", which cannot stand in an IDF file", where);
  put(place, *text, read);
  return {};
}

// A value that reads the same keeps its spelling: 0.50 is not made 0.5.
void Draft::put(const Place& place, std::string_view text, const Value& value) {
  if (format_ == Format::epjson) {
    Json& members = place.group == SIZE_MAX ? value_ : value_[type_->group_name].as_array()[place.group];
    Json& member = members[place.field->name];
    if (Json made = json_of(value); !(member == made)) member = std::move(made);
    return;
  }
  const std::size_t slot = slot_of(place);
  if (slots_.size() <= slot) slots_.resize(slot + 1);
  const std::string& before = slots_[slot];
  if (!before.empty() && same(formats::idf::read_value(*place.field, before), value)) return;
  slots_[slot] = value.kind == Value::Kind::text ? value.text : text;
}

void Draft::clear(const Place& place) {
  if (format_ == Format::epjson) {
    Json& members = place.group == SIZE_MAX ? value_ : value_[type_->group_name].as_array()[place.group];
    members.erase(place.field->name);
  } else if (const std::size_t slot = slot_of(place); slot < slots_.size()) {
    slots_[slot].clear();
  }
}

void Draft::resize_groups(std::size_t count) {
  if (format_ == Format::idf) {
    slots_.resize(type_->fields.size() + count * type_->group_fields.size());
    return;
  }
  Json& list = value_[type_->group_name];
  if (!list.is_array()) list = Json::array();
  while (list.size() < count) list.push_back(Json::object());
  while (list.size() > count) list.as_array().pop_back();
}

Result<void> Draft::set_groups(const Json& list) {
  if (!list.is_array())
    return fail(Code::wrong_type, "must be a list of objects", type_->name + ", " + type_->group_name);
  if (list.size() > std::min(type_->max_groups, max_groups)) {
    return fail(Code::out_of_range,
                "at most " + std::to_string(std::min(type_->max_groups, max_groups)) + " are allowed",
                type_->name + ", " + type_->group_name);
  }
  resize_groups(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) TRY(set_group(i, list.as_array()[i]));
  return {};
}

Result<void> Draft::set_group(std::size_t number, const Json& group) {
  const std::string path = type_->group_name + "[" + std::to_string(number) + "]";
  if (!group.is_object()) return fail(Code::wrong_type, "must be an object of fields", type_->name + ", " + path);
  for (const auto& [name, value] : group.as_object())
    if (!type_->group_field(name)) return unknown_field(*type_, path + "." + name);
  for (std::size_t i = 0; i < type_->group_fields.size(); ++i) {
    const Field& field = type_->group_fields[i];
    const Json* value = group.find(field.name);
    TRY(set_at({&field, i, number}, value == nullptr ? Json() : *value, path + "." + field.name));
  }
  return {};
}

Result<void> Draft::replace(const Reading& reading, std::string_view text) {
  if (type_->named && reading.slot == 0) return set_name(text);
  const auto& fields = reading.in_group() ? type_->group_fields : type_->fields;
  const Place place{&fields[reading.field], reading.field, reading.in_group() ? reading.group : SIZE_MAX};
  if (const auto has = formats::idf::unwritable(text); has && format_ == Format::idf)
    return fail(Code::constraint, "the value has " + *has + ", which cannot stand in an IDF file");
  put(place, text, {.text = text});
  return {};
}

Json Draft::body() const {
  if (format_ == Format::epjson) return Json::object({{"type", type_->name}, {"key", key_}, {"value", value_}});
  Json fields = Json::array();
  for (const std::string& each : slots_) fields.push_back(each);
  return Json::object({{"type", type_->name}, {"fields", std::move(fields)}});
}

}  // namespace energy::engine
