// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/model/model.h"

#include "base/text.h"

namespace energy::engine {

const Field& Model::field_of(const Object& object, const Reading& reading) {
  return reading.in_group() ? object.type->group_fields[reading.field] : object.type->fields[reading.field];
}

std::string path_of(const ObjectType& type, std::uint32_t field, std::uint32_t group) {
  if (group == Reading::no_group) return type.fields[field].name;
  return type.group_name + "[" + std::to_string(group) + "]." + type.group_fields[field].name;
}

std::string Model::field_path(const Object& object, const Reading& reading) {
  return path_of(*object.type, reading.field, reading.group);
}

const Model& Model::whole() const {
  if (whole_ == nullptr) return *this;
  std::call_once(whole_->once, [this] { whole_->model = std::make_unique<const Model>(whole_->read()); });
  return *whole_->model;
}

Model::Place Model::place_of(const Object& object) const {
  const Model& from = object.piece == 0 ? *this : *over_[object.piece - 1];
  const auto& file = *std::get<IdfFile>(from.file_);
  return {file, file.objects()[object.piece == 0 ? object.number : 0]};
}

const Reading* Model::value(const Object& object, std::string_view field) const {
  const auto index = object.type->field(field);
  if (!index) return nullptr;
  for (const auto& each : readings(object))
    if (!each.in_group() && each.field == *index) return &each;
  return nullptr;
}

std::vector<std::size_t> Model::of_type(std::string_view type) const {
  const ObjectType* wanted = schema_->find(type);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < objects_.size(); ++i)
    if (objects_[i].type == wanted) found.push_back(i);
  return found;
}

std::size_t Model::find(std::string_view type, std::string_view name) const {
  const ObjectType* wanted = schema_->find(type);
  for (std::size_t i = 0; i < objects_.size(); ++i)
    if (objects_[i].type == wanted && base::equals_ignoring_case(objects_[i].key, name)) return i;
  return SIZE_MAX;
}

}  // namespace energy::engine
