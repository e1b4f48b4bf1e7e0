// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/check.h"

#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "formats/aas/lookup.h"
#include "formats/aas/rules.h"
#include "formats/aas/walker.h"

namespace formats::aas {

using base::Json;

namespace {

Findings walk(const Json& value, const Class& type, Version version, const CheckOptions& options, const Way& way) {
  const auto& book = rulebook(version);
  const Json* environment = options.environment;
  if (environment == nullptr && type.name == "Environment") environment = &value;
  std::optional<Lookup> lookup;
  if (environment != nullptr && options.checks != Checks::structure) lookup.emplace(*environment, book.model());
  Walker walker(book, options, lookup ? &*lookup : nullptr);
  walker.object(value, type, Place{}, 0, way);
  return walker.take();
}

// The steps of a JSON Pointer, RFC 6901, 4.
std::vector<std::string> steps_of(std::string_view pointer) {
  std::vector<std::string> steps;
  if (!pointer.starts_with('/')) return steps;
  for (const auto each : base::split(pointer.substr(1), '/')) {
    std::string& step = steps.emplace_back();
    for (std::size_t i = 0; i < each.size(); ++i) {
      const bool escaped = each[i] == '~' && i + 1 < each.size() && (each[i + 1] == '0' || each[i + 1] == '1');
      step += escaped ? (each[++i] == '0' ? '~' : '/') : each[i];
    }
  }
  return steps;
}

}  // namespace

Findings check(const Json& value, const Class& type, Version version, const CheckOptions& options) {
  return walk(value, type, version, options, {});
}

Findings check_structure(const Json& value, const Class& type, Version version, CheckOptions options) {
  options.checks = Checks::structure;
  return walk(value, type, version, options, {});
}

Findings check_constraints(const Json& value, const Class& type, Version version, CheckOptions options) {
  options.checks = Checks::constraints;
  return walk(value, type, version, options, {});
}

Findings check_around(const Json& document, const Class& type, Version version, std::string_view pointer,
                      const CheckOptions& options) {
  const auto steps = steps_of(pointer);
  return walk(document, type, version, options, steps.empty() ? Way() : Way(steps));
}

const Class& class_of_document(const Json& document, const Metamodel& model) {
  const Class* said = model.find_class(text_of(document.find("modelType")));
  if (said != nullptr && !said->model_type.empty()) return *said;
  const auto has = [&](std::string_view member) { return document.find(member) != nullptr; };
  if (has("observableReference") || has("timeStamp") || has("source")) return model.get_class("EventPayload");
  if (has("assetInformation")) return model.get_class("AssetAdministrationShell");
  if (has("submodelElements")) return model.get_class("Submodel");
  if (has("isCaseOf")) return model.get_class("ConceptDescription");
  return model.get_class("Environment");
}

}  // namespace formats::aas
