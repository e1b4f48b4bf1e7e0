// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/ids/engine/facets/entity.h"
#include "domains/ids/engine/inspect/answer.h"
#include "domains/ids/engine/inspect/census.h"
#include "domains/ids/engine/inspect/tally.h"

namespace ids::engine {
namespace {

using base::Json;
using base::Result;
using Kind = formats::step::Value::Kind;

constexpr std::size_t max_subtypes = 30, max_kinds = 20, max_values = 5, max_elements = 5, max_sets = 60,
                      max_properties = 60, max_attributes = 30;

// Those that a facet with this name chooses, of IFC2X3 the ones that only their type tells too.
Result<std::vector<Index>> elements_of(const ModelFacts& facts, const std::string& upper) {
  const auto check = TRY(EntityCheck::make({.name = upper}, facts));
  auto elements = check->candidates();
  std::erase_if(elements, [&](Index element) { return !check->matches(element); });
  return elements;
}

std::vector<std::pair<std::string, std::size_t>> subtypes_of(const ModelFacts& facts, EntityId id) {
  std::vector<std::pair<std::string, std::size_t>> out;
  for (const auto each : facts.schema.subtypes(id)) {
    const std::size_t count = each == id ? 0 : facts.model.exactly(each).size();
    if (count > 0) out.emplace_back(base::upper_ascii(facts.schema.entity(each).name), count);
  }
  std::ranges::sort(
      out, [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
  return out;
}

Json use_json(const ValueUse& use, std::size_t bytes = value_bytes) {
  return Json::object({{"value", value_json(use.value, bytes)}, {"count", use.elements}});
}

Json values_json(const std::vector<ValueUse>& uses, std::size_t most) {
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(uses.size(), most); ++i) list.push_back(use_json(uses[i]));
  return list;
}

void put_values(Json& out, const std::vector<ValueUse>& uses, bool more, std::size_t most) {
  if (!uses.empty()) out.set("values", values_json(uses, most));
  if (more || uses.size() > most) out.set("more_values", true);
}

// ---- attributes, types and predefined types

struct AttributeUse {
  const formats::ifc::Attribute* attribute;
  std::string upper_type;
  Tally tally = {};
};

// The attributes of one element, in one pass over its record.
void count_attributes(const ModelFacts& facts, Index element, std::vector<AttributeUse>& uses) {
  std::size_t at = 0;
  for (const auto value : facts.model.file().arguments(element)) {
    if (at == uses.size()) return;
    AttributeUse& use = uses[at++];
    if (use.attribute == nullptr || value.is_null()) continue;
    auto read = facts.value(value, use.upper_type, use.attribute->primitive, std::nullopt);
    auto* const text = std::get_if<std::string>(&read);
    if (std::holds_alternative<std::monostate>(read) || (text != nullptr && text->empty())) continue;
    if (text != nullptr) *text = base::printable(*text, value_bytes);
    use.tally.add(read);
  }
}

// GlobalIds differ by nature; what holds no value cannot be asked for.
std::vector<AttributeUse> attributes_of(const ModelFacts& facts, EntityId id, const std::vector<Index>& elements) {
  std::vector<AttributeUse> uses;
  for (const auto& attribute : facts.schema.entity(id).attributes) {
    const bool counts = attribute.name != "GlobalId" && !facts.schema.xs_base(attribute).empty();
    uses.push_back({counts ? &attribute : nullptr, base::upper_ascii(attribute.type)});
  }
  // A mapped name of IFC2X3 may choose subtypes; they begin with the same attributes.
  for (const auto element : elements) count_attributes(facts, element, uses);
  std::erase_if(uses, [](const AttributeUse& use) { return use.attribute == nullptr || use.tally.total() == 0; });
  return uses;
}

Json attribute_json(const AttributeUse& use) {
  Json out = Json::object({{"name", use.attribute->name}, {"filled", use.tally.total()}});
  put_values(out, use.tally.uses(), false, 3);
  return out;
}

Tally predefined_types_of(const ModelFacts& facts, const std::vector<Index>& elements) {
  Tally tally;
  for (const auto element : elements) {
    const auto words = predefined_words(facts, element);
    if (!words.empty()) tally.add(base::printable(words.front(), value_bytes));
  }
  return tally;
}

Tally types_of(const ModelFacts& facts, const std::vector<Index>& elements) {
  Tally tally;
  for (const auto element : elements) {
    if (const auto type = facts.model.type_of(element)) tally.add(short_name(facts.model.name(*type)));
  }
  return tally;
}

// ---- property sets

Json property_json(const PropertyUse& use, std::size_t values) {
  Json out = Json::object({{"name", short_name(use.name)}});
  if (!use.data_type.empty()) out.set("data_type", use.data_type);
  if (!use.kind.empty()) out.set("not_checkable", use.kind);
  out.set("elements", use.elements);
  out.set("filled", use.filled);
  put_values(out, use.values, use.more_values, values);
  return out;
}

// The names of all sets come first, then the properties of as many as there is room for.
void put_sets(Json& out, const std::vector<SetUse>& sets, const InspectCall& call, Room& room) {
  const std::size_t values = call.property_set ? 24 : max_values;
  std::size_t at = 0;
  put_list(out, "property_sets", sets, max_sets, room, [](const SetUse& set) {
    return Json::object(
        {{"name", short_name(set.name)}, {"elements", set.elements}, {"property_count", set.properties.size()}});
  });
  Json* const list = out.find("property_sets");
  if (list == nullptr) return;
  for (Json& shown : list->as_array()) {
    put_list(shown, "properties", sets[at++].properties, call.property_set ? answer_bytes : max_properties, room,
             [&](const PropertyUse& use) { return property_json(use, values); });
  }
}

Result<void> only_named(std::vector<SetUse>& sets, const std::string& wanted) {
  std::vector<std::string> names;
  for (const auto& set : sets) names.push_back(set.name);
  std::erase_if(sets, [&](const SetUse& set) { return set.name != counted_name(wanted); });
  if (!sets.empty()) return {};
  names.resize(std::min<std::size_t>(names.size(), 100));
  return base::fail(
      base::Code::not_found, "No element of this class has a property set `" + base::printable(wanted, 100) + "`.",
      "property_set", base::did_you_mean(wanted, names, {.otherwise = "Without `property_set` all are listed."}));
}

// ---- what deserves a look

std::string listed(const std::vector<std::pair<std::string, std::size_t>>& subtypes) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min<std::size_t>(subtypes.size(), 5); ++i) names.push_back(subtypes[i].first);
  return base::join(names, ", ") + (subtypes.size() > 5 ? " …" : "");
}

Json notes_of(const std::string& upper, const std::vector<std::pair<std::string, std::size_t>>& subtypes,
              std::size_t elements, std::size_t counted) {
  Json notes = Json::array();
  if (!subtypes.empty()) {
    notes.push_back("An entity facet " + upper + " does not cover its subtypes here (" + listed(subtypes) +
                    "): name them too, as an enumeration.");
  }
  if (counted < elements) {
    notes.push_back("Property sets were counted over the first " + std::to_string(counted) + " elements only.");
  }
  return notes;
}

Json element_json(const ModelFacts& facts, Index element) {
  Json out = Json::object({{"id", id_of(facts, element)}});
  if (auto guid = facts.model.global_id(element); !guid.empty()) out.set("global_id", base::printable(guid, 40));
  if (auto name = facts.model.name(element); !name.empty()) out.set("name", short_name(name));
  return out;
}

}  // namespace

Result<Json> class_answer(const ModelFacts& facts, const InspectCall& call) {
  const std::string upper = base::upper_ascii(base::trim(call.about));
  const auto named = *facts.schema.named(upper);
  const auto elements = TRY(elements_of(facts, upper));
  const auto subtypes = named.mapped_type ? decltype(subtypes_of(facts, 0)){} : subtypes_of(facts, named.entity);
  auto census = TRY(count_properties(facts, elements, call.cancel));
  if (call.property_set) TRY(only_named(census.sets, *call.property_set));

  Room room;
  Json out = Json::object({{"class", upper}, {"count", elements.size()}});
  const auto as_class = [](const auto& each) { return Json::object({{"class", each.first}, {"count", each.second}}); };
  const auto as_use = [](const ValueUse& use) { return use_json(use, name_bytes); };
  put_list(out, "subtypes", subtypes, max_subtypes, room, as_class);
  if (Json notes = notes_of(upper, subtypes, elements.size(), census.counted); !notes.empty()) {
    out.set("notes", std::move(notes));
  }
  if (!call.property_set) {
    put_list(out, "predefined_types", predefined_types_of(facts, elements).uses(), max_kinds, room, as_use);
    put_list(out, "types", types_of(facts, elements).uses(), max_kinds, room, as_use);
    put_list(out, "attributes", attributes_of(facts, named.entity, elements), max_attributes, room, attribute_json);
    const std::vector<Index> first(elements.begin(),
                                   elements.begin() + std::min(std::ssize(elements), std::ptrdiff_t{max_elements}));
    put_list(out, "elements", first, max_elements, room, [&](Index each) { return element_json(facts, each); });
  }
  put_sets(out, census.sets, call, room);
  return out;
}

}  // namespace ids::engine
