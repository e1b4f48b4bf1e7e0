// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/lookup.h"

#include <charconv>

#include "formats/aas/rules.h"

namespace formats::aas {

using base::Json;

void Lookup::index() {
  indexed_ = true;
  for (const auto* list : {"assetAdministrationShells", "submodels", "conceptDescriptions"}) {
    for (const auto& each : items_of(environment_.find(list))) {
      if (const Json* id = each.find("id"); id != nullptr && id->is_string())
        identifiables_.emplace(id->as_string(), &each);
    }
  }
}

const Json* Lookup::identifiable(std::string_view id) {
  if (!indexed_) index();
  const auto found = identifiables_.find(id);
  return found == identifiables_.end() ? nullptr : found->second;
}

bool Lookup::is_of_type(const Json& found, std::string_view key_type) const {
  const Class* wanted = model_.find_class(key_type);
  const Class* actual = model_.find_class(text_of(found.find("modelType")));
  return wanted == nullptr || actual == nullptr || actual->is_a(*wanted);
}

const Json* Lookup::child_of_list(std::span<const Json> items, std::string_view position) const {
  std::size_t index = items.size();
  const auto read = std::from_chars(position.data(), position.data() + position.size(), index);
  return read.ec == std::errc() && read.ptr == position.data() + position.size() && index < items.size() ? &items[index]
                                                                                                         : nullptr;
}

const Json* Lookup::child_by_id_short(const Json& parent, std::string_view id_short) {
  const auto [entry, is_new] = children_.try_emplace(&parent);
  auto& children = entry->second;
  if (is_new) {
    for (const auto* member : {"submodelElements", "value", "statements", "annotations"}) {
      for (const auto& each : items_of(parent.find(member))) children.emplace(text_of(each.find("idShort")), &each);
    }
    for (const auto* member : {"inputVariables", "outputVariables", "inoutputVariables"}) {
      for (const auto& each : items_of(parent.find(member))) {
        if (const Json* value = each.find("value"); value != nullptr)
          children.emplace(text_of(value->find("idShort")), value);
      }
    }
  }
  const auto found = children.find(id_short);
  return found == children.end() || id_short.empty() ? nullptr : found->second;
}

const Json* Lookup::child(const Json& parent, const Json& key) {
  const auto value = text_of(key.find("value"));
  const Json* found = text_of(parent.find("modelType")) == "SubmodelElementList"
                          ? child_of_list(items_of(parent.find("value")), value)
                          : child_by_id_short(parent, value);
  return found != nullptr && is_of_type(*found, text_of(key.find("type"))) ? found : nullptr;
}

std::size_t Lookup::keys_found(std::span<const Json> keys) {
  const Json* at = nullptr;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto type = text_of(keys[i].find("type"));
    if (i > 0 && type == "FragmentReference") return keys.size();
    at = i == 0 ? identifiable(text_of(keys[i].find("value"))) : child(*at, keys[i]);
    if (at == nullptr || !is_of_type(*at, type)) return i;
  }
  return keys.size();
}

std::optional<const Json*> Lookup::coded_value(std::string_view id) {
  const Json* concept_description = identifiable(id);
  if (concept_description == nullptr) return std::nullopt;
  for (const auto& each : items_of(concept_description->find("embeddedDataSpecifications"))) {
    const Json* content = each.find("dataSpecificationContent");
    if (content != nullptr && text_of(content->find("modelType")) == "DataSpecificationIec61360")
      return content->find("value");
  }
  return std::nullopt;
}

}  // namespace formats::aas
