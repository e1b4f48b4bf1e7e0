// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/run/study.h"

#include <algorithm>
#include <map>
#include <memory>
#include <variant>

#include "base/text.h"
#include "formats/idf/edit.h"

namespace energy::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

std::string value_text(const Json& value) { return value.is_string() ? value.as_string() : value.dump(); }

// "Zone Name" is zone_name.
std::string field_name(std::string_view given) {
  std::string out = base::lower_ascii(base::trim(given));
  std::ranges::replace(out, ' ', '_');
  return out;
}

struct Target {
  std::vector<std::size_t> objects;
  std::size_t field = 0;
};

Result<Target> target_of(const Model& model, const Setting& setting) {
  const ObjectType* type = model.schema().find(setting.type);
  if (type == nullptr) {
    return fail(Code::unknown_name, "There is no object type '" + base::printable(setting.type, 200) + "'.",
                "object_type", "search_schema finds types.");
  }
  const auto field = type->field(field_name(setting.field));
  if (!field) {
    return fail(Code::unknown_name, type->name + " has no field '" + base::printable(setting.field, 200) + "'.",
                "field", "describe_object_type lists its fields; those of groups cannot be varied.");
  }
  Target out{.field = *field};
  const auto pattern = base::upper_ascii(setting.name.empty() ? "*" : setting.name);
  for (const auto index : model.of_type(type->name)) {
    if (base::glob_match(pattern, base::upper_ascii(model.objects()[index].key))) out.objects.push_back(index);
  }
  if (!out.objects.empty()) return out;
  return fail(Code::not_found, "The model has no " + type->name + " '" + base::printable(setting.name, 200) + "'.",
              "name", "list_objects shows them.");
}

Result<void> check_value(const Setting& setting) {
  if (!setting.value.is_number() && !setting.value.is_string()) {
    return fail(Code::wrong_type, "A value is a number or a text, not " + std::string(setting.value.type_name()) + ".",
                "value");
  }
  if (const auto has = formats::idf::unwritable(value_text(setting.value))) {
    return fail(Code::out_of_range, "The value has " + *has + ", which cannot stand in a model.", "value");
  }
  return {};
}

// The slots as they are written, so that only what is set changes.
std::vector<std::string> slots_of(const Model& model, const formats::idf::File& file, const Object& object) {
  std::vector<std::string> out;
  for (const auto& reading : model.readings(object)) {
    out.resize(std::max<std::size_t>(out.size(), reading.slot + std::size_t{1}));
    out[reading.slot] = file.text({reading.begin, reading.end});
  }
  return out;
}

Result<Model> set_in_idf(const Model& model, const Model::IdfFile& file, std::span<const Setting> settings) {
  std::map<std::size_t, std::vector<std::string>> changed;
  for (const auto& setting : settings) {
    const auto target = TRY(target_of(model, setting));
    for (const auto index : target.objects) {
      auto [at, fresh] = changed.try_emplace(index);
      if (fresh) at->second = slots_of(model, *file, model.objects()[index]);
      at->second.resize(std::max(at->second.size(), target.field + 1));
      at->second[target.field] = value_text(setting.value);
    }
  }
  formats::idf::Edits edits(*file);
  for (const auto& [index, slots] : changed) {
    edits.set(model.objects()[index].source, slots, *model.objects()[index].type);
  }
  auto made = std::make_shared<const formats::idf::File>(TRY(formats::idf::File::parse(edits.apply())));
  return Model::read(std::move(made), std::shared_ptr<const Schema>(std::shared_ptr<void>(), &model.schema()));
}

Result<Model> set_in_epjson(const Model& model, const Model::EpjsonFile& file, std::span<const Setting> settings) {
  Json root = file->root();
  for (const auto& setting : settings) {
    const auto target = TRY(target_of(model, setting));
    for (const auto index : target.objects) {
      const Object& object = model.objects()[index];
      Json* type = root.find(object.type->name);
      Json* one = type == nullptr ? nullptr : type->find(object.key);
      if (one == nullptr) return fail(Code::not_found, "This object is spelled otherwise in the file.", object.key);
      one->set(object.type->fields[target.field].name, setting.value);
    }
  }
  auto bytes = TRY(file->with(root));
  auto made = std::make_shared<const formats::epjson::File>(TRY(formats::epjson::File::parse(std::move(bytes))));
  return Model::read(std::move(made), std::shared_ptr<const Schema>(std::shared_ptr<void>(), &model.schema()));
}

// A member that must be a text; `required` ones may not be empty.
enum class Need : std::uint8_t { required, optional };
Result<std::string> text_at(const Json& object, const char* key, const std::string& path, Need need) {
  const Json* found = object.find(key);
  if (found == nullptr && need == Need::optional) return std::string();
  if (found == nullptr || !found->is_string() || (need == Need::required && found->as_string().empty())) {
    return fail(Code::wrong_type, std::string("A text is needed for ") + key + ".", path + "." + key);
  }
  return found->as_string();
}

Result<Setting> read_setting(const Json& json, const std::string& path) {
  Setting out{.type = TRY(text_at(json, "object_type", path, Need::required))};
  out.name = TRY(text_at(json, "name", path, Need::optional));
  out.field = TRY(text_at(json, "field", path, Need::required));
  if (const Json* value = json.find("value")) out.value = *value;
  return out;
}

// The items of a member that is a list; none where it is absent.
Result<std::span<const Json>> list_at(const Json& object, const char* key, const std::string& path) {
  const Json* found = object.find(key);
  if (found == nullptr) return std::span<const Json>();
  if (!found->is_array()) return fail(Code::wrong_type, "A list is needed.", path);
  return std::span<const Json>(found->as_array());
}

std::string item(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

Result<Variant> read_variant(const Json& json, const std::string& path) {
  Variant out{TRY(text_at(json, "name", path, Need::required)), {}};
  const auto settings = TRY(list_at(json, "set", path + ".set"));
  for (std::size_t i = 0; i < settings.size(); ++i) {
    out.settings.push_back(TRY(read_setting(settings[i], item(path + ".set", i))));
  }
  return out;
}

Result<Parameter> read_parameter(const Json& json, const std::string& path) {
  auto setting = TRY(read_setting(json, path));
  const auto values = TRY(list_at(json, "values", path + ".values"));
  return Parameter{setting.type, setting.name, setting.field, {values.begin(), values.end()}};
}

}  // namespace

Result<std::vector<Variant>> read_variants(const Json& study, std::size_t most) {
  std::vector<Variant> out{{"model as it is", {}}};
  const auto variants = TRY(list_at(study, "variants", "variants"));
  for (std::size_t i = 0; i < variants.size(); ++i) out.push_back(TRY(read_variant(variants[i], item("variants", i))));
  std::vector<Parameter> parameters;
  const auto given = TRY(list_at(study, "parameters", "parameters"));
  for (std::size_t i = 0; i < given.size(); ++i) {
    parameters.push_back(TRY(read_parameter(given[i], item("parameters", i))));
  }
  for (auto& each : TRY(combinations(parameters, most))) out.push_back(std::move(each));
  if (out.size() > 1 && out.size() <= most + 1) return out;
  return fail(Code::out_of_range, "A study has one to " + std::to_string(most) + " variants.", "variants",
              "Give variants or parameters.");
}

Result<std::vector<Variant>> combinations(std::span<const Parameter> parameters, std::size_t most) {
  std::vector<Variant> out;
  if (parameters.empty()) return out;
  out.emplace_back();
  for (const auto& parameter : parameters) {
    if (parameter.values.empty() || out.size() * parameter.values.size() > most) {
      return fail(Code::out_of_range, "A study has one to " + std::to_string(most) + " variants.", "parameters",
                  "Give fewer values.");
    }
    std::vector<Variant> next;
    for (const auto& variant : out) {
      for (const auto& value : parameter.values) {
        next.push_back(variant);
        next.back().name += (variant.name.empty() ? "" : ", ") + field_name(parameter.field) + "=" + value_text(value);
        next.back().settings.push_back({parameter.type, parameter.name, parameter.field, value});
      }
    }
    out = std::move(next);
  }
  return out;
}

Result<Model> with_settings(const Model& model, std::span<const Setting> settings) {
  for (const auto& setting : settings) TRY(check_value(setting));
  const Model& whole = model.whole();
  if (const auto* idf = std::get_if<Model::IdfFile>(&whole.file())) return set_in_idf(whole, *idf, settings);
  return set_in_epjson(whole, std::get<Model::EpjsonFile>(whole.file()), settings);
}

}  // namespace energy::engine
