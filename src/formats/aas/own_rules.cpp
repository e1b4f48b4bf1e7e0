// SPDX-License-Identifier: Apache-2.0
// What aas-core leaves unchecked, because it looks at one object at a time: warnings.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "formats/aas/lookup.h"
#include "formats/aas/rules.h"

namespace formats::aas {

namespace {

using base::Json;

// The value of the last key: what a reference means in the end.
std::string_view last_key_value(const Json* reference) {
  const auto keys = items_of(reference == nullptr ? nullptr : reference->find("keys"));
  return keys.empty() ? std::string_view() : text_of(keys.back().find("value"));
}

// Part 1, AASd-006 and AASd-007: beside a valueId, the value is that of the coded value it refers to.
void coded_value(const Instance& at) {
  const Json* value = at.get("value");
  const Json* id = at.get("valueId");
  if (at.lookup() == nullptr || value == nullptr || id == nullptr) return;
  const auto coded = at.lookup()->coded_value(last_key_value(id));
  if (!coded.has_value() || *coded == nullptr || text_of(*coded) == value->as_string()) return;
  const Place place = at.place().member("value");
  at.broken(place,
            "The value is " + quoted(value->as_string()) + ", that of its valueId " + quoted(text_of(*coded)) + '.',
            "Write the coded value, or refer to another one.");
}

// Part 3a, AASc-3a-003: a concept description that a value list refers to has a value.
void listed_value(const Instance& at) {
  const auto id = last_key_value(at.get("valueId"));
  if (at.lookup() == nullptr || id.empty()) return;
  const auto coded = at.lookup()->coded_value(id);
  if (!coded.has_value() || *coded != nullptr) return;
  const Place place = at.place().member("valueId");
  at.broken(place, "The concept description " + quoted(id) + " is listed as a value and has none.",
            "Set the value in its data specification.");
}

// Part 3a, AASc-3a-050: content of IEC 61360 says so by the IRI of its template. The texts of the standard spell its
// end in two ways, and the version as /3, /3/0 or /3/1.
bool is_template_of_iec61360(std::string_view iri) {
  constexpr std::string_view start = "https://admin-shell.io/DataSpecificationTemplates/DataSpecification";
  constexpr std::string_view name = "iec61360/3";
  if (!iri.starts_with(start) || !base::equals_ignoring_case(iri.substr(start.size()).substr(0, name.size()), name))
    return false;
  const auto rest = iri.substr(start.size() + name.size());
  return rest.empty() || rest == "/0" || rest == "/1";
}

void names_its_template(const Instance& at) {
  const Json* content = at.get("dataSpecificationContent");
  const Json* specification = at.get("dataSpecification");
  if (content == nullptr || specification == nullptr) return;
  if (text_of(content->find("modelType")) != "DataSpecificationIec61360") return;
  const bool external = text_of(specification->find("type")) == "ExternalReference";
  if (external && is_template_of_iec61360(last_key_value(specification))) return;
  const Place place = at.place().member("dataSpecification");
  const bool other_scheme = last_key_value(specification).starts_with("http://admin-shell.io/");
  at.broken(
      place, "The content is of IEC 61360, and the reference does not name that template.",
      other_scheme
          ? "Write https:// in place of http://."
          : "Refer externally to https://admin-shell.io/DataSpecificationTemplates/DataSpecificationIec61360/3/0.");
}

void reference_leads_somewhere(const Instance& at) {
  if (at.lookup() == nullptr || text_of(at.get("type")) != "ModelReference") return;
  const auto keys = items_of(at.get("keys"));
  const std::size_t found = at.lookup()->keys_found(keys);
  if (found == keys.size()) return;
  const auto type = text_of(keys[found].find("type"));
  const auto value = text_of(keys[found].find("value"));
  const Place list = at.place().member("keys");
  at.broken(
      list.item(found), "There is no " + base::printable(type, 60) + ' ' + quoted(value) + " here.",
      found == 0 ? "Add it, or make it an external reference if it is kept elsewhere." : "Correct the path of keys.");
}

void require_unique_id_shorts(const Instance& at, Instance::Name list) {
  auto& texts = at.texts();
  texts.clear();
  const auto items = items_of(at.get(list));
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (const auto id = text_of(items[i].find("idShort")); !id.empty()) texts.push_back({id, i});
  }
  std::sort(texts.begin(), texts.end());
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i].text != texts[i - 1].text) continue;
    const Place place = at.place().member(list.text);
    at.broken(place.item(texts[i].number), "The idShort " + quoted(texts[i].text) + " occurs before in this list.",
              "Give the element an idShort that no sibling has.");
  }
}
void unique_statements(const Instance& at) { require_unique_id_shorts(at, "statements"); }
void unique_annotations(const Instance& at) { require_unique_id_shorts(at, "annotations"); }

constexpr Instance::Name identifiable_lists[] = {"assetAdministrationShells", "submodels", "conceptDescriptions"};

// Ids are unique worldwide, so much more within one document.
void unique_ids(const Instance& at) {
  auto& texts = at.texts();
  texts.clear();
  for (std::size_t list = 0; list < std::size(identifiable_lists); ++list) {
    const auto items = items_of(at.get(identifiable_lists[list]));
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (const auto id = text_of(items[i].find("id")); !id.empty()) texts.push_back({id, list << 48 | i});
    }
  }
  std::sort(texts.begin(), texts.end());
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i].text != texts[i - 1].text) continue;
    const Place list = at.place().member(identifiable_lists[texts[i].number >> 48].text);
    const Place item = list.item(texts[i].number & 0xffffffffffff);
    at.broken(item.member("id"), "Something before it has the id " + quoted(texts[i].text) + " too.",
              "Give it an id of its own, or remove it if it is the same.");
  }
}

OwnRule own(std::string_view type, std::string_view name, std::string_view constraint, void (*check)(const Instance&)) {
  return {type, {name, Stage::constraints, Severity::warning, check}, {name, constraint, {}}};
}

}  // namespace

std::span<const OwnRule> own_rules() {
  static const std::vector<OwnRule> all = {
      own("Qualifier", "coded_value", "AASd-006", coded_value),
      own("Property", "coded_value", "AASd-007", coded_value),
      own("ValueReferencePair", "listed_value", "AASc-3a-003", listed_value),
      own("EmbeddedDataSpecification", "data_specification", "AASc-3a-050", names_its_template),
      own("Reference", "dangling_reference", "", reference_leads_somewhere),
      own("Entity", "unique_id_shorts", "AASd-022", unique_statements),
      own("AnnotatedRelationshipElement", "unique_id_shorts", "AASd-022", unique_annotations),
      own("Environment", "duplicate_id", "", unique_ids),
  };
  return all;
}

}  // namespace formats::aas
