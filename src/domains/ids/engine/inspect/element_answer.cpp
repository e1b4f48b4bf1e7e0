// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "domains/ids/engine/facets/entity.h"
#include "domains/ids/engine/facets/property_reading.h"
#include "domains/ids/engine/inspect/answer.h"
#include "domains/ids/engine/inspect/census.h"

namespace ids::engine {
namespace {

using base::Json;
using formats::step::Value;

constexpr std::size_t max_related = 20, max_sets = 60, max_properties = 200, max_items = 10, max_own = 10'000;

// Another record: {"id": "#12", "class": "IFCMATERIAL", "name": "Concrete"}.
Json record_json(const ModelFacts& facts, Index record) {
  Json out = Json::object({{"id", id_of(facts, record)}, {"class", class_of(facts, record)}});
  if (auto code = facts.text(record, facts.is_2x3 ? "ItemReference" : "Identification"); !code.empty()) {
    out.set("code", short_name(code));
  }
  auto name = facts.model.name(record);
  if (name.empty()) name = facts.text(record, "LayerSetName");
  if (!name.empty()) out.set("name", short_name(name));
  return out;
}

Json written_json(const ModelFacts& facts, const Value& value, const formats::ifc::Attribute& attribute) {
  if (const auto record = facts.model.referred(value)) return id_of(facts, *record) + " " + class_of(facts, *record);
  if (value.kind() == Value::Kind::list) return base::printable(value.raw(), value_bytes);
  if (value.kind() == Value::Kind::typed) return value_json(facts.typed(value, std::nullopt).value, long_value_bytes);
  const auto read = facts.value(value, base::upper_ascii(attribute.type), attribute.primitive, std::nullopt);
  return value_json(read, long_value_bytes);
}

void put_attributes(Json& out, const ModelFacts& facts, Index record, Room& room) {
  const auto id = facts.model.entity(record);
  if (!id) return;
  Json attributes = Json::object();
  std::size_t at = 0;
  const auto& known = facts.schema.entity(*id).attributes;
  for (const auto value : facts.model.file().arguments(record)) {
    if (at == known.size()) break;
    const auto& attribute = known[at++];
    if (value.is_null()) continue;
    Json shown = written_json(facts, value, attribute);
    if (!shown.is_null() && room.admits(shown)) attributes.set(std::string(attribute.name), std::move(shown));
  }
  out.set("attributes", std::move(attributes));
}

void put_one(Json& out, const char* name, const ModelFacts& facts, const std::optional<Index>& record) {
  if (record) out.set(name, record_json(facts, *record));
}

// In the words of the material facet, which knows layers, constituents and the type's material.
void put_material(Json& out, const ModelFacts& facts, Index element) {
  const auto check = ready(formats::ids::MaterialFacet{}, facts);
  std::string text;
  if (!check.ok() || (*check)->test(element, Tell::what, text) != Outcome::met) return;
  out.set("material", base::printable(text, long_value_bytes));
}

void put_relations(Json& out, const ModelFacts& facts, Index element, Room& room) {
  const auto& model = facts.model;
  put_one(out, "type", facts, model.type_of(element));
  put_one(out, "container", facts, model.contained_in(element));
  put_one(out, "part_of", facts, model.aggregated_in(element));
  put_one(out, "nested_in", facts, model.nested_in(element));
  put_one(out, "fills", facts, model.fills(element));
  put_one(out, "voids", facts, model.voids(element));
  const auto show = [&](Index record) { return record_json(facts, record); };
  const auto type = model.type_of(element);
  put_material(out, facts, element);
  put_list(out, "classifications", model.classifications_of(element), max_related, room, show);
  if (type) put_list(out, "type_classifications", model.classifications_of(*type), max_related, room, show);
  put_list(out, "groups", model.groups_of(element), max_related, room, show);
}

Json items_json(const std::vector<ModelFacts::Typed>& items) {
  if (items.size() == 1) return value_json(items.front().value, long_value_bytes);
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(items.size(), max_items); ++i) {
    list.push_back(value_json(items[i].value, value_bytes));
  }
  return list;
}

Json bounds_json(const PropertyReader::Values& values) {
  Json out = Json::object();
  if (values.lower) out.set("lower", *values.lower);
  if (values.upper) out.set("upper", *values.upper);
  if (values.set_point) out.set("set_point", value_json(values.items.back().value, value_bytes));
  return out;
}

Json property_json(const ModelFacts& facts, const PropertyRef& property) {
  using Shape = PropertyReader::Values::Shape;
  const auto values = facts.properties().values_of(property);
  Json out = Json::object({{"name", short_name(property.name)}});
  if (values.shape == Shape::unsupported) return out.set("not_checkable", values.kind);
  if (!values.items.empty() && !values.items.front().type.empty()) out.set("data_type", values.items.front().type);
  if (values.items.empty()) return out.set("value", Json());
  out.set("value", values.shape == Shape::bounded ? bounds_json(values) : items_json(values.items));
  if (values.shape == Shape::several && values.items.size() > max_items) {
    out.set("more_items", values.items.size() - max_items);
  }
  return out;
}

std::string key_of(const std::string& set, const std::string& property) {
  return counted_name(set) + '\0' + counted_name(property);
}

struct PlacedSet {
  Index record;
  bool own;
};

std::vector<PlacedSet> sets_of(const ModelFacts& facts, Index element, const InspectCall& call) {
  const auto sets = facts.properties().sets_of(element);
  std::vector<PlacedSet> out;
  for (const auto set : sets.own) out.push_back({set, true});
  for (const auto set : sets.inherited) out.push_back({set, false});
  if (call.property_set) {
    std::erase_if(out,
                  [&](const PlacedSet& set) { return facts.properties().set_name(set.record) != *call.property_set; });
  }
  return out;
}

// What the element itself says, which its type cannot say otherwise; of elements with very many properties some of it.
std::unordered_set<std::string> own_properties(const ModelFacts& facts, const std::vector<PlacedSet>& sets) {
  std::unordered_set<std::string> names;
  std::size_t count = 0;
  for (const auto& set : sets) {
    if (!set.own || count > max_own) continue;
    const auto name = facts.properties().set_name(set.record);
    for (const auto& property : facts.properties().properties_of(set.record)) {
      names.insert(key_of(name, property.name));
      ++count;
    }
  }
  return names;
}

// The names of all sets come first, then the properties of as many as there is room for.
void put_sets(Json& out, const ModelFacts& facts, Index element, const InspectCall& call, Room& room) {
  const auto& reader = facts.properties();
  const auto sets = sets_of(facts, element, call);
  const auto own = own_properties(facts, sets);
  put_list(out, "property_sets", sets, max_sets, room, [&](const PlacedSet& set) {
    return Json::object({{"name", short_name(reader.set_name(set.record))}, {"from", set.own ? "element" : "type"}});
  });
  Json* const list = out.find("property_sets");
  if (list == nullptr) return;
  std::size_t at = 0;
  for (Json& shown : list->as_array()) {
    const PlacedSet& set = sets[at++];
    const auto name = reader.set_name(set.record);
    put_list(shown, "properties", reader.properties_of(set.record), max_properties, room,
             [&](const PropertyRef& property) {
               Json json = property_json(facts, property);
               if (!set.own && own.contains(key_of(name, property.name))) json.set("overridden", true);
               return json;
             });
  }
}

}  // namespace

Json element_answer(const ModelFacts& facts, Index record, const InspectCall& call) {
  Room room;
  Json out = Json::object({{"id", id_of(facts, record)}, {"class", class_of(facts, record)}});
  const auto words = predefined_words(facts, record);
  if (!words.empty()) out.set("predefined_type", short_name(words.front()));
  put_attributes(out, facts, record, room);
  put_relations(out, facts, record, room);
  put_sets(out, facts, record, call, room);
  return out;
}

}  // namespace ids::engine
