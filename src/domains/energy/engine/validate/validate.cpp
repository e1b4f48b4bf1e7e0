// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/validate/validate.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "domains/energy/engine/references/references.h"
#include "domains/energy/engine/validate/fields.h"

namespace energy::engine {
namespace {

// Where the engine's IDF reader takes any text but these words.
bool free_text(const Field& field) {
  return field.any_text || (field.kind == Field::Kind::text && field.choices.empty());
}
bool is_sentinel(const Value& value) {
  return value.kind == Value::Kind::text && (base::equals_ignoring_case(value.text, "Autosize") ||
                                             base::equals_ignoring_case(value.text, "Autocalculate"));
}

// The program that replaces objects of a type before the engine runs; empty: the engine reads them.
std::string_view preprocessor(std::string_view type) {
  if (type.starts_with("HVACTemplate:") || type.starts_with("GroundHeatTransfer:")) return "ExpandObjects";
  return type.starts_with("Parametric:") ? "ParametricPreprocessor" : "";
}

// Finds objects of one type with one name, upper and lower case alike: a table with open addressing, since this is done
// for all of them after every edit.
class SameNames {
 public:
  explicit SameNames(const Model& model) : model_(model) {}
  void reserve() { table_.assign(std::bit_ceil(2 * model_.objects().size() + 1), none); }

  // The first such object that was added before; nullopt: there was none. Not more than there are objects.
  std::optional<std::size_t> add(std::size_t index) {
    const Object& object = model_.objects()[index];
    std::size_t at = hash(object) & (table_.size() - 1);
    for (; table_[at] != none; at = (at + 1) & (table_.size() - 1)) {
      const Object& other = model_.objects()[table_[at]];
      if (other.type == object.type && base::equals_ignoring_case(other.key, object.key)) return table_[at];
    }
    table_[at] = static_cast<std::uint32_t>(index);
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  static std::size_t hash(const Object& object) {
    std::size_t out = 14695981039346656037U ^ std::hash<const ObjectType*>()(object.type);  // FNV-1a
    for (const char c : object.key)
      out = (out ^ static_cast<unsigned char>(c >= 'a' && c <= 'z' ? c - 32 : c)) * 1099511628211U;
    return out ^ (out >> 32);
  }

  const Model& model_;
  std::vector<std::uint32_t> table_;
};

class Validation {
 public:
  explicit Validation(const Model& model) : model_(model), idf_(model.is_idf()), names_(model) {}

  Findings alone(std::size_t index) {
    object(index);
    return std::move(findings_);
  }

  Findings together() {
    names_.reserve();
    for (std::size_t i = 0; i < model_.objects().size(); ++i) count(i, model_.objects()[i]);
    for (const auto& name : model_.schema().required_types()) {
      const auto* type = model_.schema().find(name);
      if (type != nullptr && counts_.count(type) == 0) missing_object(name);
    }
    return std::move(findings_);
  }

 private:
  Finding& add(std::size_t index, Severity severity, std::string_view code, std::string field, std::string message,
               std::string hint = {}) {
    const Object& object = model_.objects()[index];
    findings_.push_back({.severity = severity,
                         .code = code,
                         .object = index,
                         .type = object.type->name,
                         .name = object.key,
                         .field = std::move(field),
                         .line = object.line,
                         .message = std::move(message),
                         .hint = std::move(hint)});
    return findings_.back();
  }

  void missing_object(const std::string& name) {
    findings_.push_back({.code = "missing_object", .type = name, .message = "a model needs an object of type " + name});
  }

  void object(std::size_t index) {
    const Object& object = model_.objects()[index];
    const ObjectType& type = *object.type;
    if (type.named) name(index, object);
    values(index, object);
    required(index, object);
    if (object.has_groups && object.groups < type.min_groups) {
      add(index, Severity::error, "too_few_groups", type.group_name,
          "needs at least " + std::to_string(type.min_groups) + " of them");
    }
    if (object.groups > type.max_groups) {
      add(index, Severity::error, "too_many_groups", type.group_name,
          "has " + std::to_string(object.groups) + ", at most " + std::to_string(type.max_groups) + " are allowed");
    }
    if (const auto program = preprocessor(type.name); !program.empty()) {
      add(index, Severity::warning, "needs_expansion", {}, "EnergyPlus does not read this type itself",
          std::string(program) + " replaces it before a run.");
    }
  }

  void count(std::size_t index, const Object& object) {
    const auto number = ++counts_[object.type];
    if (number == object.type->max_objects + 1) {
      add(index, Severity::error, "too_many_objects", {},
          "a model may have " + std::to_string(object.type->max_objects) + " object of this type only");
    }
    if (!object.type->named) return;
    const auto before = names_.add(index);
    if (!before) return;
    const Object& other = model_.objects()[*before];
    const bool exact = other.key == object.key;
    add(index, exact ? Severity::error : Severity::warning, "duplicate_name", {},
        exact ? "another object of its type has the same name"
              : "another object of its type has the same name but for case",
        other.line > 0 ? "The other one is in line " + std::to_string(other.line) + "." : "");
  }

  void name(std::size_t index, const Object& object) {
    if (!object.type->name_required) return;
    if (object.key.find_first_not_of(" \t\v\f") == std::string::npos) {
      add(index, Severity::error, "missing_name", "name", "the name is blank");
    } else if (object.key.find_first_of("\r\n") != std::string::npos) {
      add(index, Severity::error, "bad_name", "name", "the name goes over a line end",
          "The comma must stand on the line of the name.");
    } else if (!base::valid_utf8(object.key)) {
      add(index, Severity::error, "bad_name", "name", "the name is not UTF-8",
          "Load it with encoding \"latin-1\" if it is that, or save the file in UTF-8.");
    }
  }

  void values(std::size_t index, const Object& object) {
    for (const Reading& reading : model_.readings(object)) {
      if (object.type->named && reading.slot == 0) continue;
      const Field& field = Model::field_of(object, reading);
      if (idf_ && free_text(field) && is_sentinel(reading.value)) {
        add(index, Severity::error, "wrong_type", Model::field_path(object, reading),
            "cannot be Autosize or Autocalculate: EnergyPlus refuses these words in a field without a size");
      } else if (auto why = refusal(field, reading.value)) {
        add(index, Severity::error, why->code, Model::field_path(object, reading), why->message, why->hint);
      } else if (reading.value.rounded) {
        add(index, Severity::warning, "rounded", Model::field_path(object, reading),
            "is an integer for EnergyPlus, which reads " + formats::idf::text_of(reading.value));
      } else if (idf_ && reading.value.text.find('\n') != std::string_view::npos) {
        line_end(index, object, reading);
      }
    }
  }

  // A comma or a semicolon that is missing joins what is before it and after it.
  void line_end(std::size_t index, const Object& object, const Reading& reading) {
    const auto text = reading.value.text;
    const auto last = base::trim(text.substr(text.rfind('\n') + 1));
    const auto* type = model_.schema().find(last);
    add(index, Severity::warning, "line_end_in_value", Model::field_path(object, reading),
        type != nullptr ? "its value takes in the beginning of another object: " + type->name
                        : "its value goes over a line end: \"" + base::printable(text, 200) + "\"",
        type != nullptr ? "Is the semicolon of this object missing?" : "Is a comma or a semicolon missing?");
  }

  void required(std::size_t index, const Object& object) {
    const ObjectType& type = *object.type;
    const auto readings = model_.readings(object);
    auto at = readings.begin();
    for (std::uint32_t i = 0; i < type.fields.size(); ++i) {
      while (at != readings.end() && !at->in_group() && at->field < i) ++at;
      const bool there = at != readings.end() && !at->in_group() && at->field == i;
      if (type.fields[i].required && !there) missing_field(index, object, i, Reading::no_group);
    }
    while (at != readings.end() && !at->in_group()) ++at;
    if (type.group_required && !object.has_groups) {
      add(index, Severity::error, "missing_field", type.group_name, "is required");
    }
    for (std::uint32_t group = 0; group < object.groups; ++group) {
      for (std::uint32_t i = 0; i < type.group_fields.size(); ++i) {
        while (at != readings.end() && (at->group < group || (at->group == group && at->field < i))) ++at;
        const bool there = at != readings.end() && at->group == group && at->field == i;
        if (type.group_fields[i].required && !there) missing_field(index, object, i, group);
      }
    }
  }

  void missing_field(std::size_t index, const Object& object, std::uint32_t field, std::uint32_t group) {
    const auto& type = *object.type;
    const auto& label = group == Reading::no_group ? type.fields[field].label : type.group_fields[field].label;
    add(index, Severity::error, "missing_field", path_of(type, field, group), label + " is required");
  }

  const Model& model_;
  Findings findings_;
  bool idf_;
  std::unordered_map<const ObjectType*, std::size_t> counts_;
  SameNames names_;
};

}  // namespace

Findings findings_of_object(const Model& model, std::size_t object) { return Validation(model).alone(object); }

Findings findings_of_all(const Model& model) { return Validation(model).together(); }

Findings validate(const Model& model, const ValidateOptions& options) {
  Findings findings = model.findings();
  for (std::size_t i = 0; i < model.objects().size(); ++i)
    std::ranges::move(findings_of_object(model, i), std::back_inserter(findings));
  std::ranges::move(findings_of_all(model), std::back_inserter(findings));
  if (!options.references) return findings;
  auto more = unresolved(model, References(model));
  std::ranges::move(more, std::back_inserter(findings));
  return findings;
}

}  // namespace energy::engine
