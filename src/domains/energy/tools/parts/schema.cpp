// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/schema.h"

#include <algorithm>

#include "domains/energy/engine/look/describe.h"

namespace energy::tools {

Result<ChosenSchema> chosen_schema(const View& view, Runtime& runtime, const std::optional<std::string>& version) {
  ChosenSchema out;
  const auto file = file_of(view);
  if (!version && file) {
    out.version = file->version;
  } else {
    out.version = TRY(runtime.schemas.choose(version.value_or(""))).version;
  }
  out.schema = TRY(runtime.schemas.find(out.version));
  out.catalogue = TRY(runtime.catalogues.find(out.version));
  return out;
}

Result<Json> described(const ChosenSchema& chosen, std::string_view name) {
  const auto* type = TRY(type_named(*chosen.schema, chosen.version, name));
  const auto& all = chosen.catalogue->types();
  const auto entry = std::ranges::find(all, type->name, &engine::Catalogue::Entry::name);
  Json out = engine::describe(*type, entry == all.end() ? std::string_view() : std::string_view(entry->memo));
  return out.set("version", chosen.version.text());
}

}  // namespace energy::tools
