// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/energy/tools/parts/find.h"

namespace energy::tools::get_available_references {

namespace {

constexpr std::size_t listed = 1000;

struct Args {
  std::string object_type, field_name;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "Which type.", {.min_length = 1, .max_length = max_name}),
      tool::field("field_name", &Args::field_name, "Its field, also one of a list: zone_name of ZoneList.",
                  {.min_length = 1, .max_length = max_name}));
};

struct Out {
  std::string object_type, field_name;
  std::vector<std::string> available_names;
  Json by_reference_list = Json::object();
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Out::object_type, "Which type."),
      tool::field("field_name", &Out::field_name, "Which field."),
      tool::field("available_names", &Out::available_names, "In alphabetical order, at most 1,000."),
      tool::field("by_reference_list", &Out::by_reference_list, "The same by the schema's list that has them."));
};

Result<const engine::Field*> field_named(const engine::ObjectType& type, std::string_view name) {
  const auto dot = name.rfind("].");
  if (dot != std::string_view::npos) name = name.substr(dot + 2);
  if (const auto index = type.field(name)) return &type.fields[*index];
  if (const auto index = type.group_field(name)) return &type.group_fields[*index];
  std::vector<std::string> names;
  for (const auto* list : {&type.fields, &type.group_fields})
    for (const auto& each : *list) names.push_back(each.name);
  return fail(Code::unknown_name, type.name + " has no field \"" + base::printable(name, 100) + "\"", "field_name",
              base::did_you_mean(name, names));
}

bool meet(const engine::Field& field, const engine::Field& giver) {
  return std::ranges::any_of(giver.references,
                             [&](const auto& list) { return std::ranges::count(field.object_lists, list) > 0; });
}
bool meets_any(const engine::Field& field, const engine::ObjectType& type) {
  const auto gives = [&](const engine::Field& each) { return meet(field, each); };
  return std::ranges::any_of(type.fields, gives) || std::ranges::any_of(type.group_fields, gives);
}

// What the model has for each list of the field. Most types give nothing, and files have objects of a type together.
std::map<std::string, std::vector<std::string>> names_for(const engine::Model& model, const engine::Field& field) {
  std::map<std::string, std::vector<std::string>> out;
  std::unordered_map<const engine::ObjectType*, bool> types;
  const engine::ObjectType* last = nullptr;
  bool gives = false;
  for (const auto& object : model.objects()) {
    if (std::exchange(last, object.type) != object.type) {
      const auto [known, fresh] = types.try_emplace(object.type);
      if (fresh) known->second = meets_any(field, *object.type);
      gives = known->second;
    }
    if (!gives) continue;
    for (const auto& reading : model.readings(object))
      for (const auto& list : engine::Model::field_of(object, reading).references)
        if (std::ranges::count(field.object_lists, list) > 0) out[list].push_back(engine::utf8_of(reading.value.text));
  }
  return out;
}

Result<Out> look(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const auto* type = TRY(type_named(open, args.object_type));
  const auto* field = TRY(field_named(*type, args.field_name));
  if (field->object_lists.empty())
    return fail(Code::constraint, args.field_name + " of " + type->name + " does not refer to other objects",
                "field_name");
  auto lists = names_for(*open.model, *field);
  Out out{.object_type = type->name, .field_name = field->name};
  for (auto& [list, names] : lists) {
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    if (names.size() > listed) names.resize(listed);
    out.available_names.insert(out.available_names.end(), names.begin(), names.end());
    out.by_reference_list.set(list, tool::encode(names));
  }
  std::ranges::sort(out.available_names);
  out.available_names.erase(std::ranges::unique(out.available_names).begin(), out.available_names.end());
  if (out.available_names.size() > listed) out.available_names.resize(listed);
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "get_available_references",
                                .title = "Names for a field",
                                .doc = "The names in the model that a field may refer to, by the schema's lists."},
                               [&runtime](const Args& args, const View& view) { return look(runtime, args, view); });
}

}  // namespace energy::tools::get_available_references
