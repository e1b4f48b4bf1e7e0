// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

using base::Json;

class EpjsonReader {
 public:
  EpjsonReader(Model& model, const formats::epjson::File& file) : model_(model), file_(file) {}

  void run() {
    for (const auto& [name, objects] : file_.root().as_object()) type(name, objects);
  }

 private:
  void type(const std::string& name, const Json& objects) {
    const std::size_t first = objects_;
    if (objects.is_object()) objects_ += objects.size();
    const auto* type = model_.schema_->find(name);
    // NB: the engine fails at a type that is spelt in another case.
    if (type == nullptr || type->name != name) return unknown(name, type);
    if (!objects.is_object()) return add(Severity::error, "wrong_type", *type, {}, {}, "must be an object of objects");
    std::size_t number = first;
    for (const auto& [key, fields] : objects.as_object()) object(*type, key, fields, number++);
  }

  void unknown(const std::string& name, const ObjectType* meant) {
    const auto near = meant != nullptr ? meant->name : base::nearest(name, model_.schema_->type_names());
    model_.findings_.push_back(
        {.code = "unknown_type",
         .type = base::printable(name, 100),
         .message = "\"" + base::printable(name, 100) + "\" is not an object type of this version",
         .hint = near ? "Did you mean " + *near + "?" : ""});
  }

  void object(const ObjectType& type, const std::string& key, const Json& fields, std::size_t number) {
    if (!fields.is_object()) return add(Severity::error, "wrong_type", type, key, {}, "must be an object of fields");
    Object made{
        .type = &type, .key = key, .source = number, .first = static_cast<std::uint32_t>(model_.readings_.size())};
    if (type.named) model_.readings_.push_back({.value = {.text = key}});
    for (const auto& [name, value] : fields.as_object()) member(type, made, name, value);
    const auto begin = model_.readings_.begin() + made.first;
    std::ranges::stable_sort(begin, model_.readings_.end(), {}, &Reading::slot);
    made.count = static_cast<std::uint32_t>(model_.readings_.size()) - made.first;
    model_.objects_.push_back(std::move(made));
  }

  void member(const ObjectType& type, Object& made, const std::string& name, const Json& value) {
    if (type.extensible() && name == type.group_name) return groups(type, made, value);
    const auto index = type.field(name);
    if (!index || (type.named && *index == 0)) {
      if (name == "idf_order" || name.starts_with("idf_max_")) return;  // the engine's own
      return add(Severity::warning, "unknown_field", type, made.key, name,
                 "is not a field of its type; EnergyPlus ignores it");
    }
    const auto place = static_cast<std::uint32_t>(*index);
    model_.readings_.push_back({.field = place, .slot = place, .value = value_of(value)});
  }

  void groups(const ObjectType& type, Object& made, const Json& value) {
    if (!value.is_array()) return add(Severity::error, "wrong_type", type, made.key, type.group_name, "must be a list");
    made.has_groups = true;
    const auto size = static_cast<std::uint32_t>(type.group_fields.size());
    for (const Json& group : value.as_array()) {
      const auto number = made.groups++;
      const std::string path = type.group_name + "[" + std::to_string(number) + "]";
      if (!group.is_object()) {
        add(Severity::error, "wrong_type", type, made.key, path, "must be an object of fields");
        continue;
      }
      for (const auto& [name, inner] : group.as_object()) {
        const auto index = type.group_field(name);
        if (!index) {
          add(Severity::warning, "unknown_field", type, made.key, path + "." + name,
              "is not a field of its type; EnergyPlus ignores it");
          continue;
        }
        const auto place = static_cast<std::uint32_t>(*index);
        model_.readings_.push_back({.field = place,
                                    .group = number,
                                    .slot = static_cast<std::uint32_t>(type.fields.size()) + number * size + place,
                                    .value = value_of(inner)});
      }
    }
  }

  static Value value_of(const Json& json) {
    if (json.is_string()) return {.kind = Value::Kind::text, .text = json.as_string()};
    if (json.is_integer()) return {.kind = Value::Kind::integer, .number = json.as_number()};
    if (json.is_number()) return {.kind = Value::Kind::number, .number = json.as_number()};
    return {.kind = Value::Kind::other, .text = json.type_name()};
  }

  void add(Severity severity, std::string_view code, const ObjectType& type, std::string name, std::string field,
           std::string message) {
    model_.findings_.push_back({.severity = severity,
                                .code = code,
                                .type = type.name,
                                .name = std::move(name),
                                .field = std::move(field),
                                .message = std::move(message)});
  }

  Model& model_;
  const formats::epjson::File& file_;
  std::size_t objects_ = 0;  // so far, of unknown types too
};

Model Model::read(EpjsonFile file, std::shared_ptr<const Schema> schema) {
  Model model;
  model.schema_ = std::move(schema);
  EpjsonReader(model, *file).run();
  model.file_ = std::move(file);
  return model;
}

}  // namespace energy::engine
