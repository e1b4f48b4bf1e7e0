// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/find.h"

#include <algorithm>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/energy/engine/convert/object_json.h"

namespace energy::tools {

Result<const engine::ObjectType*> type_named(const formats::idf::Schema& schema, const Version& version,
                                             std::string_view type) {
  if (const auto* found = schema.find(base::trim(type))) return found;
  return fail(Code::unknown_name,
              "\"" + base::printable(type, 100) + "\" is not an object type of EnergyPlus " + version.brief(),
              "object_type",
              base::did_you_mean(type, schema.type_names(), {.besides = "search_schema finds types by what they do."}));
}

Result<const engine::ObjectType*> type_named(const Opened& open, std::string_view type) {
  return type_named(open.model->schema(), open.version, type);
}

Result<std::size_t> object_named(const Opened& open, std::string_view type, std::string_view name) {
  const auto* wanted = TRY(type_named(open, type));
  if (const auto found = open.held->find(wanted->name, base::trim(name)); found != SIZE_MAX) return found;
  const auto& all = open.held->of_type(wanted->name);
  if (!wanted->named && all.size() == 1 && base::trim(name).empty()) return std::size_t{all.front()};
  std::vector<std::string> names;
  for (const auto each : all) names.push_back(engine::utf8_of(open.model->objects()[each].key));
  const std::string count = std::to_string(all.size());
  return fail(Code::not_found, "there is no " + wanted->name + " called \"" + base::printable(name, 200) + "\"", "name",
              base::did_you_mean(name, names,
                                 {.quote = "\"",
                                  .otherwise = all.empty() ? "The model has no object of this type."
                                                           : "list_objects lists those of the type."}));
}

ObjectOut object_out(const engine::Model& model, const engine::Object& object) {
  return {object.type->name, engine::utf8_of(object.key), engine::fields_json(model, object)};
}

}  // namespace energy::tools
