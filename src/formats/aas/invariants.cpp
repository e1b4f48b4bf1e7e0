// SPDX-License-Identifier: Apache-2.0
// The invariants that the table names, in the terms of aas-core, which checks the same: one small function each.
#include <algorithm>
#include <iterator>
#include <string>

#include "base/text.h"
#include "formats/aas/rules.h"

namespace formats::aas {

namespace {

using base::Json;

// Calls use(i, text) for each item whose text occurred before. Few are compared with each other, many are sorted.
template <class TextOf, class Use>
void for_each_repeated(const Instance& at, std::span<const Json> items, TextOf text_of_item, Use use) {
  auto& texts = at.texts();
  texts.clear();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (const Json* text = text_of_item(items[i]); text != nullptr && text->is_string())
      texts.push_back({text->as_string(), i});
  }
  if (texts.size() > 8) {
    std::sort(texts.begin(), texts.end());
    for (std::size_t i = 1; i < texts.size(); ++i) {
      if (texts[i].text == texts[i - 1].text) use(texts[i].number, texts[i].text);
    }
    return;
  }
  for (std::size_t i = 1; i < texts.size(); ++i) {
    const auto same = [&](const Numbered& other) { return other.text == texts[i].text; };
    if (std::any_of(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(i), same))
      use(texts[i].number, texts[i].text);
  }
}

// The items of the list at the rule's first property differ in a member.
void require_unique(const Instance& at, std::string_view member, std::string_view what, std::string_view fix) {
  const Json* list = at.subject(0);
  if (list == nullptr) return;
  for_each_repeated(
      at, list->as_array(), [&](const Json& item) { return item.find(member); },
      [&](std::size_t i, std::string_view text) {
        const Place place = at.place().member(at.subject_name(0));
        at.broken(place.item(i), "The " + std::string(what) + ' ' + quoted(text) + " occurs before in this list.", fix);
      });
}

void unique_languages(const Instance& at) {
  require_unique(at, "language", "language", "Keep one text for each language.");
}
void unique_names(const Instance& at) {
  require_unique(at, "name", "extension's name", "Rename the extension or remove it.");
}
void unique_types(const Instance& at) {
  require_unique(at, "type", "qualifier's type", "Keep one qualifier of each type.");
}
void unique_id_shorts(const Instance& at) {
  require_unique(at, "idShort", "idShort", "Give the element an idShort that no sibling has.");
}

void unique_variables(const Instance& at) {
  auto& texts = at.texts();
  texts.clear();
  for (std::size_t list = 0; list < 3; ++list) {
    const auto variables = items_of(at.subject(list));
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const Json* value = variables[i].find("value");
      if (value == nullptr || !value->is_object()) continue;
      if (const Json* id = value->find("idShort"); id != nullptr && id->is_string())
        texts.push_back({id->as_string(), list << 48 | i});
    }
  }
  std::sort(texts.begin(), texts.end());
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i].text != texts[i - 1].text) continue;
    const Place list = at.place().member(at.subject_name(texts[i].number >> 48));
    at.broken(list.item(texts[i].number & 0xffffffffffff),
              "Another variable of the operation has the idShort " + quoted(texts[i].text) + " too.",
              "Give each input, output and in-out variable its own idShort.");
  }
}

void main_semantic_id(const Instance& at) {
  if (at.subject(1) == nullptr || at.subject(0) != nullptr) return;
  const Place place = at.place().member("supplementalSemanticIds");
  at.broken(place, "There are supplemental semantic ids but no semanticId.",
            "Make one of them the semanticId, or remove them.");
}

// The value at the rule's last property is of the instance's valueType; an Extension without one has strings.
void value_of_type(const Instance& at) {
  const std::size_t last = at.subject_count() - 1;
  const Json* value = at.subject(last);
  if (value == nullptr) return;
  const Json* type = at.get("valueType");
  if (type == nullptr && at.type().find("valueType")->required) return;
  const std::string_view type_name = type == nullptr ? "xs:string" : std::string_view(type->as_string());
  const std::string_view text = value->as_string();
  if (at.value_types().has(type_name, text)) return;
  if (!at.type().find("valueType")->enumeration->has(type_name)) return;  // the structure has a finding
  const Place place = at.place().member(at.subject_name(last));
  const bool infinite = (type_name == "xs:double" || type_name == "xs:float") && text.ends_with("INF\n");
  if (text.ends_with('\n') && !infinite) {
    if (at.value_types().has(type_name, text.substr(0, text.size() - 1))) return at.warn_of_line_break(place);
  }
  at.broken(place, quoted(text) + " is no value of type " + std::string(type_name) + '.',
            "Write it as " + std::string(type_name) + " or change the value type.");
}

// --- shells, submodels and their elements ---

void revision_needs_version(const Instance& at) {
  if (at.get("revision") == nullptr || at.get("version") != nullptr) return;
  const Place place = at.place().member("revision");
  at.broken(place, "There is a revision but no version.", "Add the version or remove the revision.");
}

std::string_view last_key_type(const Json& reference) {
  const auto keys = items_of(reference.find("keys"));
  return keys.empty() ? std::string_view() : text_of(keys.back().find("type"));
}

// A model reference whose last key is good; true as well of what is no reference, for which the structure has a
// finding.
template <class Good>
bool leads_to(const Instance& at, const Json& reference, Good good) {
  const auto type = text_of(reference.find("type"));
  const auto key = last_key_type(reference);
  const bool has_keys = !items_of(reference.find("keys")).empty();
  if (!at.model().find_enumeration("ReferenceTypes")->has(type)) return true;
  if (has_keys && !at.model().find_enumeration("KeyTypes")->has(key)) return true;
  return type == "ModelReference" && good(key);
}

void refers_to_shell(const Instance& at) {
  const Json* reference = at.subject(0);
  if (reference == nullptr) return;
  if (leads_to(at, *reference, [](std::string_view key) { return key == "AssetAdministrationShell"; })) return;
  const Place place = at.place().member("derivedFrom");
  at.broken(place, "derivedFrom is not a model reference to a shell.",
            "Use a ModelReference whose last key is of type AssetAdministrationShell.");
}

void refer_to_submodels(const Instance& at) {
  const auto references = items_of(at.subject(0));
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (leads_to(at, references[i], [](std::string_view key) { return key == "Submodel"; })) continue;
    const Place list = at.place().member("submodels");
    at.broken(list.item(i), "This is not a model reference to a submodel.",
              "Use a ModelReference whose last key is of type Submodel.");
  }
}

void refers_to_event(const Instance& at) {
  const Json* reference = at.subject(0);
  if (reference == nullptr) return;
  const auto is_event = [](std::string_view key) { return key == "EventElement" || key == "BasicEventElement"; };
  if (leads_to(at, *reference, is_event)) return;
  const Place place = at.place().member(at.subject_name(0));
  at.broken(place, "The source is not a model reference to an event element.",
            "Use a ModelReference whose last key is of type EventElement or BasicEventElement.");
}

void refers_to_referable(const Instance& at) {
  const Json* reference = at.subject(0);
  if (reference == nullptr) return;
  const auto& referables = at.model().get_set("AasReferables");
  if (leads_to(at, *reference, [&](std::string_view key) { return referables.has(key); })) return;
  const Place place = at.place().member(at.subject_name(0));
  at.broken(place, "This is not a model reference to something that has an idShort.",
            "Use a ModelReference whose last key names a shell, a submodel, a concept description or an element.");
}

void no_interval_for_input(const Instance& at) {
  if (text_of(at.get("direction")) != "input" || at.get("maxInterval") == nullptr) return;
  const Place place = at.place().member("maxInterval");
  at.broken(place, "An event of direction input has no maxInterval.", "Remove maxInterval.");
}

void id_shorts_defined(const Instance& at) {
  const auto items = items_of(at.subject(0));
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].is_object() || items[i].find("idShort") != nullptr) continue;
    const Place list = at.place().member(at.subject_name(0));
    at.broken(list.item(i), "The element has no idShort, which only items of a SubmodelElementList may lack.",
              "Add an idShort that no sibling has.");
  }
}

void id_short_of_variable(const Instance& at) {
  const Json* value = at.subject(0);
  if (value == nullptr || value->find("idShort") != nullptr) return;
  const Place place = at.place().member("value");
  at.broken(place, "The operation variable's element has no idShort.", "Add an idShort.");
}

bool is_template_qualifier(const Json& qualifier) { return text_of(qualifier.find("kind")) == "TemplateQualifier"; }
bool is_template(const Instance& at) { return text_of(at.get("kind")) == "Template"; }

void template_qualifier_of_submodel(const Instance& at) {
  if (is_template(at)) return;
  const auto qualifiers = items_of(at.subject(0));
  for (std::size_t i = 0; i < qualifiers.size(); ++i) {
    if (!is_template_qualifier(qualifiers[i])) continue;
    const Place list = at.place().member("qualifiers");
    at.broken(list.item(i), "A template qualifier stands in a submodel that is no template.",
              "Remove the qualifier, or set the submodel's kind to Template.");
  }
}

void template_qualifier_of_element(const Instance& at) {
  if (is_template(at)) return;
  const auto elements = items_of(at.get("submodelElements"));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto qualifiers = items_of(elements[i].find("qualifiers"));
    for (std::size_t q = 0; q < qualifiers.size(); ++q) {
      if (!is_template_qualifier(qualifiers[q])) continue;
      const Place list = at.place().member("submodelElements");
      const Place element = list.item(i);
      const Place in_element = element.member("qualifiers");
      at.broken(in_element.item(q), "An element of a submodel that is no template has a template qualifier.",
                "Remove the qualifier, or set the submodel's kind to Template.");
    }
  }
}

void category_of_data_element(const Instance& at) {
  const Json* category = at.subject(0);
  if (category == nullptr || at.model().get_set("ValidCategoriesForDataElement").has(category->as_string())) return;
  const Place place = at.place().member("category");
  at.broken(place, quoted(category->as_string()) + " is no category of a data element.",
            "Use CONSTANT, PARAMETER or VARIABLE, or remove the category.");
}

// Part 1 says of self-managed entities that they have a global asset id or specific asset ids; of the others 3.0 says
// that they have neither.
void assets_of_entity(const Instance& at) {
  const Json* type = at.get("entityType");
  if (type == nullptr) return;
  const bool global = at.get("globalAssetId") != nullptr;
  const Json* specific = at.get("specificAssetIds");
  if (type->as_string() == "SelfManagedEntity") {
    if (global ? specific == nullptr : !items_of(specific).empty()) return;
    return at.broken(at.place(), "A self-managed entity needs either globalAssetId or specificAssetIds, not both.",
                     global ? "Remove specificAssetIds." : "Add globalAssetId or specificAssetIds.");
  }
  if (at.model().version() != Version::v3_0 || (!global && specific == nullptr)) return;
  at.broken(at.place(), "Only a self-managed entity has globalAssetId or specificAssetIds.",
            "Remove them, or set entityType to SelfManagedEntity.");
}

void reserved_asset_name(const Instance& at) {
  const auto ids = items_of(at.get("specificAssetIds"));
  const Json* global = at.get("globalAssetId");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (text_of(ids[i].find("name")) != "globalAssetId") continue;
    if (global != nullptr && text_of(ids[i].find("value")) == text_of(global)) continue;
    const Place list = at.place().member("specificAssetIds");
    at.broken(list.item(i), "A specific asset id named globalAssetId differs from the global asset id.",
              "Give it the value of globalAssetId, or another name.");
  }
}

void asset_has_id(const Instance& at) {
  const Json* specific = at.get("specificAssetIds");
  if (specific == nullptr ? at.get("globalAssetId") != nullptr : !items_of(specific).empty()) return;
  at.broken(at.place(), "The asset has neither a global asset id nor a specific one.",
            "Add globalAssetId or a specific asset id.");
}

void external_subject(const Instance& at) {
  const Json* subject = at.subject(0);
  if (subject == nullptr || text_of(subject->find("type")) == "ExternalReference") return;
  const Place place = at.place().member("externalSubjectId");
  at.broken(place, "The external subject is not an external reference.", "Set its type to ExternalReference.");
}

// --- lists of elements ---

bool same_key_values(const Json& one, const Json& other) {
  const auto a = items_of(one.find("keys"));
  const auto b = items_of(other.find("keys"));
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Json& x, const Json& y) { return text_of(x.find("value")) == text_of(y.find("value")); });
}

// The items of a list whose semanticId is another than `wanted`; null: than the first that has one.
void require_semantic_id(const Instance& at, const Json* wanted, std::string_view message, std::string_view fix) {
  const auto items = items_of(at.get("value"));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Json* own = items[i].find("semanticId");
    if (own == nullptr) continue;
    if (wanted == nullptr) wanted = own;
    if (same_key_values(*own, *wanted)) continue;
    const Place list = at.place().member("value");
    at.broken(list.item(i), message, fix);
  }
}

void semantic_id_of_list(const Instance& at) {
  const Json* wanted = at.get("semanticIdListElement");
  if (wanted == nullptr) return;
  require_semantic_id(at, wanted, "The item's semanticId is not the list's semanticIdListElement.",
                      "Use the list's semanticIdListElement, or none.");
}

void same_semantic_ids(const Instance& at) {
  require_semantic_id(at, nullptr, "The item's semanticId differs from that of an item before it.",
                      "Items of one list share one semanticId.");
}

void type_of_list(const Instance& at) {
  const Class* wanted = at.model().find_class(text_of(at.get("typeValueListElement")));
  const auto items = items_of(at.get("value"));
  for (std::size_t i = 0; wanted != nullptr && i < items.size(); ++i) {
    const Class* type = at.model().find_class(text_of(items[i].find("modelType")));
    if (type == nullptr || type->is_a(*wanted)) continue;
    const Place list = at.place().member("value");
    at.broken(list.item(i),
              "The item is a " + std::string(type->name) + ", the list is of " + std::string(wanted->name) + '.',
              "Move it elsewhere, or change typeValueListElement.");
  }
}

void value_type_of_list(const Instance& at) {
  const auto type = text_of(at.get("typeValueListElement"));
  if (type != "Property" && type != "Range") return;
  if (at.get("value") == nullptr && at.model().version() != Version::v3_0) return;
  const Json* wanted = at.get("valueTypeListElement");
  if (wanted == nullptr) {
    return at.broken(at.place(), "A list of properties or ranges needs valueTypeListElement.",
                     "Add valueTypeListElement, the value type of all items.");
  }
  const auto items = items_of(at.get("value"));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto kind = text_of(items[i].find("modelType"));
    if ((kind != "Property" && kind != "Range") || text_of(items[i].find("valueType")) == wanted->as_string()) continue;
    const Place list = at.place().member("value");
    at.broken(list.item(i), "The item's value type is not the list's, " + quoted(wanted->as_string()) + '.',
              "Use the value type of the list.");
  }
}

void no_id_short_in_list(const Instance& at) {
  const auto items = items_of(at.subject(0));
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].find("idShort") == nullptr) continue;
    const Place list = at.place().member("value");
    const Place item = list.item(i);
    at.broken(item.member("idShort"), "An item of a SubmodelElementList has no idShort.", "Remove the idShort.");
  }
}

// --- references ---

// These rules look at the keys, and most of them at the type before.
std::span<const Json> keys_of(const Instance& at) { return items_of(at.subject(at.subject_count() - 1)); }
std::string_view type_of_key(const Json& key) { return text_of(key.find("type")); }
bool is_external(const Instance& at) { return text_of(at.subject(0)) == "ExternalReference"; }
bool is_model(const Instance& at) { return text_of(at.subject(0)) == "ModelReference"; }

void key_is_wrong(const Instance& at, std::size_t i, std::string_view message, std::string_view fix = {}) {
  const Place list = at.place().member("keys");
  at.broken(list.item(i), message, fix);
}

// Types that are no literals have a finding of the structure.
bool key_is_in(const Instance& at, const Json& key, std::string_view set) {
  const auto& literals = at.model().get_set(set);
  const auto type = type_of_key(key);
  return literals.has(type) || !literals.enumeration->has(type);
}

void first_key(const Instance& at) {
  const auto keys = keys_of(at);
  if (keys.empty() || key_is_in(at, keys.front(), "GloballyIdentifiables")) return;
  key_is_wrong(at, 0, "A reference begins with something that is identifiable worldwide.",
               "Begin with a GlobalReference, or with the shell, submodel or concept description that contains it.");
}

void first_key_external(const Instance& at) {
  const auto keys = keys_of(at);
  if (!is_external(at) || keys.empty() || key_is_in(at, keys.front(), "GenericGloballyIdentifiables")) return;
  key_is_wrong(at, 0, "An external reference begins with a key of type GlobalReference.",
               "Set the key's type to GlobalReference, or the reference's type to ModelReference.");
}

void first_key_model(const Instance& at) {
  const auto keys = keys_of(at);
  if (!is_model(at) || keys.empty() || key_is_in(at, keys.front(), "AasIdentifiables")) return;
  key_is_wrong(at, 0, "A model reference begins with a shell, a submodel or a concept description.",
               "Set the reference's type to ExternalReference, or begin with the identifiable that contains it.");
}

void last_key_external(const Instance& at) {
  const auto keys = keys_of(at);
  if (!is_external(at) || keys.empty() || key_is_in(at, keys.back(), "GenericGloballyIdentifiables") ||
      key_is_in(at, keys.back(), "GenericFragmentKeys"))
    return;
  key_is_wrong(at, keys.size() - 1, "An external reference ends with a GlobalReference or a FragmentReference.");
}

void later_keys(const Instance& at) {
  const auto keys = keys_of(at);
  for (std::size_t i = 1; is_model(at) && i < keys.size(); ++i) {
    if (key_is_in(at, keys[i], "FragmentKeys")) continue;
    key_is_wrong(at, i, "After its first key, a model reference names elements or fragments only.");
  }
}

void fragment_key_last(const Instance& at) {
  const auto keys = keys_of(at);
  for (std::size_t i = 0; is_model(at) && i + 1 < keys.size(); ++i) {
    if (!at.model().get_set("GenericFragmentKeys").has(type_of_key(keys[i]))) continue;
    key_is_wrong(at, i, "A fragment can only be the last key.");
  }
}

void fragment_after_file(const Instance& at) {
  const auto keys = keys_of(at);
  if (!is_model(at) || keys.size() < 2 || type_of_key(keys.back()) != "FragmentReference") return;
  const auto before = type_of_key(keys[keys.size() - 2]);
  if (before == "File" || before == "Blob") return;
  key_is_wrong(at, keys.size() - 1, "A fragment can only be one of a File or a Blob.");
}

void index_after_list(const Instance& at) {
  const auto keys = keys_of(at);
  if (!is_model(at) || keys.size() < 3) return;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    if (type_of_key(keys[i]) != "SubmodelElementList") continue;
    auto value = text_of(keys[i + 1].find("value"));
    if (value.ends_with('\n')) value.remove_suffix(1);  // as aas-core
    if (at.model().get_pattern("xs_non_negative_integer").matches(value)) continue;
    key_is_wrong(at, i + 1, "After a SubmodelElementList comes the position of the item, counted from 0.",
                 "Give the position as a number.");
  }
}

// All rules of references speak of model references, of several keys, or of other types of keys.
bool is_plain_external(const Instance& at) {
  const auto keys = items_of(at.get("keys"));
  return keys.size() == 1 && text_of(at.get("type")) == "ExternalReference" &&
         type_of_key(keys.front()) == "GlobalReference";
}

// --- concept descriptions ---

bool is_english(std::string_view language) {
  if (language.ends_with('\n')) language.remove_suffix(1);
  return (language.starts_with("en") || language.starts_with("EN")) &&
         (language.size() == 2 || (language[2] == '-' && language.find('\n') == std::string_view::npos));
}

bool has_english(const Json* texts) {
  return std::ranges::any_of(items_of(texts),
                             [](const Json& each) { return is_english(text_of(each.find("language"))); });
}

// Content of IEC 61360, or null.
const Json* iec61360(const Json& specification) {
  const Json* content = specification.find("dataSpecificationContent");
  return content != nullptr && text_of(content->find("modelType")) == "DataSpecificationIec61360" ? content : nullptr;
}

// Calls use(i, content) for every data specification of IEC 61360 that is not good.
template <class Good, class Use>
void for_each_bad_specification(const Instance& at, Good good, Use use) {
  const auto specifications = items_of(at.get("embeddedDataSpecifications"));
  for (std::size_t i = 0; i < specifications.size(); ++i) {
    const Json* content = iec61360(specifications[i]);
    if (content != nullptr && !good(*content)) use(i);
  }
}

void specification_is_wrong(const Instance& at, std::size_t i, std::string_view message, std::string_view fix) {
  const Place list = at.place().member("embeddedDataSpecifications");
  const Place item = list.item(i);
  at.broken(item.member("dataSpecificationContent"), message, fix);
}

void english_definition(const Instance& at) {
  bool all_have_values = true;
  for_each_bad_specification(
      at, [](const Json& content) { return content.find("value") != nullptr; },
      [&](std::size_t) { all_have_values = false; });
  if (all_have_values) return;
  for_each_bad_specification(
      at, [](const Json& content) { return has_english(content.find("definition")); },
      [&](std::size_t i) {
        specification_is_wrong(at, i, "The concept has no definition in English.",
                               "Add a definition whose language is en.");
      });
}

void require_data_type(const Instance& at, std::string_view set, std::string_view fix) {
  for_each_bad_specification(
      at,
      [&](const Json& content) {
        const Json* type = content.find("dataType");
        return type != nullptr && (set.empty() || at.model().get_set(set).has(text_of(type)));
      },
      [&](std::size_t i) {
        specification_is_wrong(
            at, i, "The data type does not suit a concept of category " + quoted(text_of(at.get("category"))) + '.',
            fix);
      });
}

void data_type_of_property(const Instance& at) {
  const auto category = text_of(at.get("category"));
  if (category != "PROPERTY" && category != "VALUE") return;
  require_data_type(at, "DataTypeIec61360ForPropertyOrValue",
                    "Set dataType to a kind of date, time, string, number or boolean.");
}
void data_type_of_reference(const Instance& at) {
  if (text_of(at.get("category")) != "REFERENCE") return;
  require_data_type(at, "DataTypeIec61360ForReference", "Set dataType to STRING, IRI or IRDI.");
}
void data_type_of_document(const Instance& at) {
  if (text_of(at.get("category")) != "DOCUMENT") return;
  require_data_type(at, "DataTypeIec61360ForDocument", "Set dataType to FILE, BLOB or HTML.");
}
void data_type_of_qualifier(const Instance& at) {
  if (text_of(at.get("category")) == "QUALIFIER_TYPE") require_data_type(at, {}, "Add dataType.");
}

void english_name(const Instance& at) {
  const Json* names = at.subject(0);
  if (names == nullptr || has_english(names)) return;
  const Place place = at.place().member("preferredName");
  at.broken(place, "There is no preferred name in English.", "Add a name whose language is en.");
}

void unit_of_measure(const Instance& at) {
  if (!at.model().get_set("Iec61360DataTypesWithUnit").has(text_of(at.get("dataType")))) return;
  if (at.get("unit") != nullptr || at.get("unitId") != nullptr) return;
  at.broken(at.place(), "A measure or currency needs its unit.", "Add unit or unitId.");
}

void value_or_list(const Instance& at) {
  if (at.get("value") == nullptr || at.get("valueList") == nullptr) return;
  at.broken(at.place(), "There is both a value and a list of values.", "Keep one of the two.");
}

constexpr auto deep = Stage::constraints;
constexpr auto error = Severity::error;
constexpr Rule rules[] = {
    {"asset_has_id", deep, error, asset_has_id},
    {"assets_of_entity", deep, error, assets_of_entity},
    {"category_of_data_element", deep, error, category_of_data_element},
    {"data_type_of_document", deep, error, data_type_of_document},
    {"data_type_of_property", deep, error, data_type_of_property},
    {"data_type_of_qualifier", deep, error, data_type_of_qualifier},
    {"data_type_of_reference", deep, error, data_type_of_reference},
    {"english_definition", deep, error, english_definition},
    {"english_name", deep, error, english_name},
    {"external_subject", deep, error, external_subject},
    {"first_key", deep, error, first_key},
    {"first_key_external", deep, error, first_key_external},
    {"first_key_model", deep, error, first_key_model},
    {"fragment_after_file", deep, error, fragment_after_file},
    {"fragment_key_last", deep, error, fragment_key_last},
    {"id_short_of_variable", deep, error, id_short_of_variable},
    {"id_shorts_defined", deep, error, id_shorts_defined},
    {"index_after_list", deep, error, index_after_list},
    {"last_key_external", deep, error, last_key_external},
    {"later_keys", deep, error, later_keys},
    {"main_semantic_id", deep, error, main_semantic_id},
    {"no_id_short_in_list", deep, error, no_id_short_in_list},
    {"no_interval_for_input", deep, error, no_interval_for_input},
    {"refer_to_submodels", deep, error, refer_to_submodels},
    {"refers_to_event", deep, error, refers_to_event},
    {"refers_to_referable", deep, error, refers_to_referable},
    {"refers_to_shell", deep, error, refers_to_shell},
    {"reserved_asset_name", deep, error, reserved_asset_name},
    {"revision_needs_version", deep, error, revision_needs_version},
    {"same_semantic_ids", deep, error, same_semantic_ids},
    {"semantic_id_of_list", deep, error, semantic_id_of_list},
    {"template_qualifier_of_element", deep, error, template_qualifier_of_element},
    {"template_qualifier_of_submodel", deep, error, template_qualifier_of_submodel},
    {"type_of_list", deep, error, type_of_list},
    {"unique_id_shorts", deep, error, unique_id_shorts},
    {"unique_languages", deep, error, unique_languages},
    {"unique_names", deep, error, unique_names},
    {"unique_types", deep, error, unique_types},
    {"unique_variables", deep, error, unique_variables},
    {"unit_of_measure", deep, error, unit_of_measure},
    {"value_of_type", Stage::structure, error, value_of_type},
    {"value_or_list", deep, error, value_or_list},
    {"value_type_of_list", deep, error, value_type_of_list},
};

}  // namespace

const Rule* find_rule(std::string_view name) {
  const auto* found = std::ranges::find(rules, name, &Rule::name);
  return found == std::end(rules) ? nullptr : found;
}

std::span<const Rule> all_rules() { return rules; }

std::span<const Shortcut> shortcuts() {
  static constexpr Shortcut all[] = {{"Reference", is_plain_external}};
  return all;
}

}  // namespace formats::aas
