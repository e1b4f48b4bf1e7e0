// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

class IdfReader {
 public:
  IdfReader(Model& model, const formats::idf::File& file) : model_(model), file_(file) {}

  void run() {
    for (const auto& each : file_.problems()) {
      model_.findings_.push_back(
          {.code = "syntax", .type = each.object, .line = each.line, .message = each.message, .hint = each.hint});
    }
    model_.objects_.reserve(file_.objects().size());
    std::size_t slots = 0;
    for (const auto& each : file_.objects()) slots += each.slots;
    model_.readings_.reserve(slots);
    for (std::size_t i = 0; i < file_.objects().size(); ++i) object(i);
  }

 private:
  void object(std::size_t index) {
    const auto& source = file_.objects()[index];
    const auto* type = type_named(file_.type(source));
    if (type == nullptr) return unknown(source);
    Object made{.type = type,
                .source = index,
                .line = source.line,
                .first = static_cast<std::uint32_t>(model_.readings_.size()),
                .number = static_cast<std::uint32_t>(index)};
    const auto read = formats::idf::read_object(file_, source, *type, model_.readings_);
    made.count = static_cast<std::uint32_t>(model_.readings_.size()) - made.first;
    made.groups = read.groups;
    made.has_groups = read.groups > 0;
    made.surplus = read.surplus;
    made.key = key_of(made);
    model_.objects_.push_back(std::move(made));
    if (read.too_many >= 0) too_many(read.too_many);
    if (read.pieces) pieces();
  }

  const ObjectType* type_named(std::string_view written) {
    const auto found = types_.find(written);
    if (found != types_.end()) return found->second;
    return types_.emplace(written, model_.schema_->find(written)).first->second;
  }

  std::string key_of(const Object& object) {
    if (!object.type->named) return object.type->name + " " + std::to_string(++numbers_[object.type]);
    const auto readings = model_.readings(object);
    return readings.empty() || readings.front().slot != 0 ? std::string() : std::string(readings.front().value.text);
  }

  void unknown(const formats::idf::File::Object& source) {
    const auto written = file_.type(source);
    const auto near = base::nearest(written, model_.schema_->type_names());
    model_.findings_.push_back(
        {.code = "unknown_type",
         .type = base::printable(written, 100),
         .line = source.line,
         .message = "\"" + base::printable(written, 100) + "\" is not an object type of this version",
         .hint = near ? "Did you mean " + *near + "?" : ""});
  }

  Finding finding(Severity severity, std::string_view code, std::string message) const {
    const Object& object = model_.objects_.back();
    return {.severity = severity,
            .code = code,
            .object = model_.objects_.size() - 1,
            .type = object.type->name,
            .name = object.key,
            .line = object.line,
            .message = std::move(message)};
  }

  void too_many(std::int64_t place) {
    const auto& type = *model_.objects_.back().type;
    auto made = finding(Severity::error, "too_many_fields",
                        "has more values than the " + std::to_string(type.fields.size()) + " fields of its type");
    made.line = file_.line_at(static_cast<std::size_t>(place));
    made.hint = "Is the semicolon of this object missing?";
    model_.findings_.push_back(std::move(made));
  }

  void pieces() {
    auto made = finding(Severity::warning, "missing_comma", "has two values without a comma between them");
    made.hint = "Where a comma is missing before a comment, EnergyPlus takes the last value only.";
    model_.findings_.push_back(std::move(made));
  }

  Model& model_;
  const formats::idf::File& file_;
  std::unordered_map<std::string_view, const ObjectType*> types_;
  std::unordered_map<const ObjectType*, int> numbers_;
};

Model Model::read(IdfFile file, std::shared_ptr<const Schema> schema) {
  Model model;
  model.schema_ = std::move(schema);
  IdfReader(model, *file).run();
  model.file_ = std::move(file);
  return model;
}

}  // namespace energy::engine
