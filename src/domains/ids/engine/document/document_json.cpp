// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/document_json.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/did_you_mean.h"
#include "base/text.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
namespace doc = formats::ids;

// In the order in which a restriction's members stand when they are grouped by kind.
constexpr std::array<std::string_view, 9> xs_kinds{"enumeration",  "pattern",      "minInclusive",
                                                   "minExclusive", "maxInclusive", "maxExclusive",
                                                   "length",       "minLength",    "maxLength"};
bool takes_many(std::string_view kind) { return kind == "enumeration" || kind == "pattern"; }

std::size_t rank(std::string_view kind) {
  return static_cast<std::size_t>(std::ranges::find(xs_kinds, kind) - xs_kinds.begin());
}

void set_unless_empty(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json.set(key, text);
}
void set_if(Json& json, const char* key, const std::optional<std::string>& text) {
  if (text) json.set(key, *text);
}
void set_if(Json& json, const char* key, const std::optional<doc::IdsValue>& value) {
  if (value) json.set(key, to_json(*value));
}

Json texts_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const auto& text : texts) list.push_back(text);
  return list;
}

Json extra_json(const doc::Extra& extra) {
  Json out = Json::object();
  if (!extra.attributes.empty()) {
    Json list = Json::array();
    for (const auto& [name, value] : extra.attributes) list.push_back(Json::array({name, value}));
    out.set("attributes", std::move(list));
  }
  if (!extra.children.empty()) {
    Json list = Json::array();
    for (const auto& child : extra.children) list.push_back(Json::array({child.after, child.xml}));
    out.set("children", std::move(list));
  }
  if (!extra.parts.empty()) {
    Json list = Json::array();
    for (const auto& part : extra.parts) list.push_back(Json::array({part.name, extra_json(part.extra)}));
    out.set("parts", std::move(list));
  }
  if (!extra.missing.empty()) out.set("missing", texts_json(extra.missing));
  return out;
}

void set_extra(Json& json, const char* key, const doc::Extra& extra) {
  if (!extra.empty()) json.set(key, extra_json(extra));
}

// True if the members of a JSON object, one per kind, tell everything.
bool is_plain(const doc::Restriction& restriction) {
  if (!restriction.extra.empty()) return false;
  std::size_t last = 0;
  for (std::size_t i = 0; i < restriction.facets.size(); ++i) {
    const auto& facet = restriction.facets[i];
    const std::size_t now = rank(facet.name);
    if (facet.fixed || !facet.extra.empty() || now == xs_kinds.size() || now < last) return false;
    if (i > 0 && now == last && !takes_many(facet.name)) return false;
    last = now;
  }
  return true;
}

Json plain_json(const doc::Restriction& restriction) {
  Json json = Json::object({{"base", restriction.base}});
  for (const auto& facet : restriction.facets) {
    if (!takes_many(facet.name)) {
      json.set(facet.name, facet.value);
    } else {
      if (json.find(facet.name) == nullptr) json.set(facet.name, Json::array());
      json[facet.name].push_back(facet.value);
    }
  }
  return json;
}

Json whole_json(const doc::Restriction& restriction) {
  Json facets = Json::array();
  for (const auto& facet : restriction.facets) {
    Json one = Json::object({{"name", facet.name}, {"value", facet.value}});
    if (facet.fixed) one.set("fixed", true);
    set_extra(one, "extra", facet.extra);
    facets.push_back(std::move(one));
  }
  Json json = Json::object({{"base", restriction.base}, {"facets", std::move(facets)}});
  set_extra(json, "extra", restriction.extra);
  return json;
}

Json facet_json(const doc::EntityFacet& facet) {
  Json json = Json::object({{"type", "entity"}, {"name", to_json(facet.name)}});
  set_if(json, "predefinedType", facet.predefined_type);
  set_unless_empty(json, "instructions", facet.instructions);
  set_extra(json, "extra", facet.extra);
  return json;
}
template <class F>
void set_common(Json& json, const F& facet) {
  set_unless_empty(json, "cardinality", facet.cardinality);
  set_unless_empty(json, "instructions", facet.instructions);
  set_extra(json, "extra", facet.extra);
}
Json facet_json(const doc::PartOfFacet& facet) {
  Json json = Json::object({{"type", "partOf"}});
  set_if(json, "relation", facet.relation);
  Json entity = facet_json(facet.entity);
  entity.erase("type");
  json.set("entity", std::move(entity));
  set_common(json, facet);
  return json;
}
Json facet_json(const doc::ClassificationFacet& facet) {
  Json json = Json::object({{"type", "classification"}});
  set_if(json, "value", facet.value);
  set_if(json, "system", facet.system);
  set_if(json, "uri", facet.uri);
  set_common(json, facet);
  return json;
}
Json facet_json(const doc::AttributeFacet& facet) {
  Json json = Json::object({{"type", "attribute"}, {"name", to_json(facet.name)}});
  set_if(json, "value", facet.value);
  set_common(json, facet);
  return json;
}
Json facet_json(const doc::PropertyFacet& facet) {
  Json json = Json::object(
      {{"type", "property"}, {"propertySet", to_json(facet.property_set)}, {"baseName", to_json(facet.base_name)}});
  set_if(json, "dataType", facet.data_type);
  set_if(json, "value", facet.value);
  set_if(json, "uri", facet.uri);
  set_common(json, facet);
  return json;
}
Json facet_json(const doc::MaterialFacet& facet) {
  Json json = Json::object({{"type", "material"}});
  set_if(json, "value", facet.value);
  set_if(json, "uri", facet.uri);
  set_common(json, facet);
  return json;
}

Json facets_json(const std::vector<doc::Facet>& facets) {
  Json list = Json::array();
  for (const auto& facet : facets) list.push_back(to_json(facet));
  return list;
}

// --- reading ---

Result<std::vector<std::string>> texts_from_json(const Json& json, const std::string& path) {
  if (!json.is_array()) return fail(Code::wrong_type, "Expected a list of texts.", path);
  std::vector<std::string> out;
  for (const auto& item : json.as_array()) {
    if (!item.is_string()) return fail(Code::wrong_type, "Expected a list of texts.", path);
    out.push_back(item.as_string());
  }
  return out;
}

// The pairs of a list such as [["xml:lang", "de"]].
Result<std::vector<std::pair<const Json*, const Json*>>> pairs_in(const Json& json, const char* key,
                                                                  const std::string& path) {
  std::vector<std::pair<const Json*, const Json*>> out;
  const Json* list = json.find(key);
  if (list == nullptr) return out;
  const auto bad = [&] { return fail(Code::wrong_type, "This is not extra content.", path); };
  if (!list->is_array()) return bad();
  for (const auto& item : list->as_array()) {
    if (!item.is_array() || item.size() != 2) return bad();
    out.emplace_back(&item.as_array()[0], &item.as_array()[1]);
  }
  return out;
}

Result<doc::Extra> extra_from_json(const Json& json, const std::string& path) {
  const auto bad = [&] { return fail(Code::wrong_type, "This is not extra content.", path); };
  doc::Extra out;
  for (const auto& [name, value] : TRY(pairs_in(json, "attributes", path))) {
    if (!name->is_string() || !value->is_string()) return bad();
    out.attributes.emplace_back(name->as_string(), value->as_string());
  }
  for (const auto& [after, xml] : TRY(pairs_in(json, "children", path))) {
    if (!after->is_integer() || after->as_integer() < 0 || !xml->is_string()) return bad();
    out.children.push_back({static_cast<std::size_t>(after->as_integer()), xml->as_string()});
  }
  for (const auto& [name, inner] : TRY(pairs_in(json, "parts", path))) {
    if (!name->is_string()) return bad();
    out.parts.push_back({name->as_string(), TRY(extra_from_json(*inner, path))});
  }
  if (const Json* missing = json.find("missing")) out.missing = TRY(texts_from_json(*missing, path));
  return out;
}

// The members of one object, each asked for by name; what nobody asked for is an error at the end.
class Members {
 public:
  Members(const Json& json, std::string path) : json_(json), path_(std::move(path)) { known_.reserve(16); }

  Result<void> need_object() const {
    if (json_.is_object()) return {};
    return fail(Code::wrong_type, "Expected an object, got " + std::string(json_.type_name()) + ".", path_);
  }
  std::string at(std::string_view name) const {
    return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
  }
  // The first of several names that is there; nullptr if none is.
  const Json* find(std::initializer_list<std::string_view> names) {
    const Json* found = nullptr;
    for (const auto name : names) {
      known_.push_back(name);
      if (found == nullptr) found = json_.find(name);
    }
    return found;
  }
  Result<std::optional<std::string>> text(std::initializer_list<std::string_view> names) {
    const Json* found = find(names);
    if (found == nullptr || found->is_null()) return std::optional<std::string>();
    if (found->is_string()) return std::optional<std::string>(found->as_string());
    if (found->is_integer()) return std::optional<std::string>(found->dump());
    return fail(Code::wrong_type, "Expected a text, got " + std::string(found->type_name()) + ".", at(*names.begin()));
  }
  Result<std::optional<doc::IdsValue>> value(std::initializer_list<std::string_view> names) {
    const Json* found = find(names);
    if (found == nullptr) return std::optional<doc::IdsValue>();
    if (found->is_string()) return std::optional<doc::IdsValue>(found->as_string());  // needs no path
    auto value = TRY(value_from_json(*found, at(*names.begin())));
    return std::optional<doc::IdsValue>(std::move(value));
  }
  Result<doc::IdsValue> needed_value(std::initializer_list<std::string_view> names) {
    auto value = TRY(this->value(names));
    if (value) return *std::move(value);
    return fail(Code::missing, "`" + std::string(*names.begin()) + "` is missing.", at(*names.begin()));
  }
  Result<doc::Extra> extra(std::string_view name) {
    const Json* found = find({name});
    if (found == nullptr) return doc::Extra{};
    return extra_from_json(*found, at(name));
  }
  Result<void> no_others() const {
    for (const auto& [name, value] : json_.as_object()) {
      if (std::ranges::find(known_, std::string_view(name)) != known_.end()) continue;
      const std::vector<std::string> known(known_.begin(), known_.end());
      return fail(Code::unknown_parameter, "Unknown member `" + base::printable(name, 60) + "`.", at(name),
                  base::did_you_mean(name, known, {.otherwise = base::listing("Known", known)}));
    }
    return {};
  }
  const std::string& path() const { return path_; }

 private:
  const Json& json_;
  std::string path_;
  std::vector<std::string_view> known_;  // literals
};

Result<void> add_xs_facets(doc::Restriction& out, std::string_view kind, const Json& json, const std::string& path) {
  if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      TRY(add_xs_facets(out, kind, json.as_array()[i], path + "[" + std::to_string(i) + "]"));
    }
    return {};
  }
  auto text = scalar_text(json);
  if (!text) return fail(Code::wrong_type, "Expected a text or a number.", path);
  out.facets.push_back({std::string(kind), *std::move(text), false, {}});
  return {};
}

Result<void> add_listed_facets(doc::Restriction& out, const Json& list, const std::string& path) {
  if (!list.is_array()) return fail(Code::wrong_type, "Expected a list.", path);
  for (const auto& item : list.as_array()) {
    const Json* fixed = item.find("fixed");
    const Json* value = item.find("value");
    if (item.text("name").empty() || value == nullptr || !value->is_string()) {
      return fail(Code::wrong_type, "Each facet of a restriction needs `name` and `value`.", path);
    }
    doc::XsFacet facet;
    facet.name = item.text("name");
    facet.value = value->as_string();
    facet.fixed = fixed != nullptr && fixed->is_bool() && fixed->as_bool();
    if (const Json* extra = item.find("extra")) facet.extra = TRY(extra_from_json(*extra, path));
    out.facets.push_back(std::move(facet));
  }
  return {};
}

Result<doc::IdsValue> restriction_from_json(const Json& json, const std::string& path) {
  Members members(json, path);
  doc::Restriction out;
  out.base = TRY(members.text({"base", "base_type"})).value_or("xs:string");
  out.extra = TRY(members.extra("extra"));
  if (const Json* list = members.find({"facets"})) TRY(add_listed_facets(out, *list, members.at("facets")));
  for (const auto kind : xs_kinds) {
    if (const Json* found = members.find({kind})) TRY(add_xs_facets(out, kind, *found, members.at(kind)));
  }
  TRY(members.no_others());
  return doc::IdsValue(std::move(out));
}

template <class F>
Result<void> read_common(Members& members, F& facet) {
  facet.cardinality = TRY(members.text({"cardinality"})).value_or("");
  facet.instructions = TRY(members.text({"instructions"})).value_or("");
  facet.extra = TRY(members.extra("extra"));
  return members.no_others();
}

Result<doc::EntityFacet> entity_from_json(Members& members) {
  doc::EntityFacet facet;
  facet.name = TRY(members.needed_value({"name", "entity_name"}));
  facet.predefined_type = TRY(members.value({"predefinedType", "predefined_type"}));
  facet.instructions = TRY(members.text({"instructions"})).value_or("");
  facet.extra = TRY(members.extra("extra"));
  TRY(members.no_others());
  return facet;
}

Result<doc::PartOfFacet> part_of_from_json(Members& members) {
  doc::PartOfFacet facet;
  facet.relation = TRY(members.text({"relation"}));
  const Json* entity = members.find({"entity", "parent_entity"});
  if (entity == nullptr) return fail(Code::missing, "`entity` is missing.", members.at("entity"));
  auto predefined = TRY(members.value({"parent_predefined_type"}));
  if (entity->is_object() && entity->find("name") != nullptr) {
    Members inner(*entity, members.at("entity"));
    facet.entity = TRY(entity_from_json(inner));
  } else {
    facet.entity.name = TRY(value_from_json(*entity, members.at("entity")));
  }
  if (predefined) facet.entity.predefined_type = std::move(predefined);
  TRY(read_common(members, facet));
  return facet;
}

Result<doc::ClassificationFacet> classification_from_json(Members& members) {
  doc::ClassificationFacet facet;
  facet.value = TRY(members.value({"value", "classification_value"}));
  facet.system = TRY(members.value({"system", "classification_system"}));
  facet.uri = TRY(members.text({"uri"}));
  TRY(read_common(members, facet));
  return facet;
}

Result<doc::AttributeFacet> attribute_from_json(Members& members) {
  doc::AttributeFacet facet;
  facet.name = TRY(members.needed_value({"name", "attribute_name"}));
  facet.value = TRY(members.value({"value"}));
  TRY(read_common(members, facet));
  return facet;
}

Result<doc::PropertyFacet> property_from_json(Members& members) {
  doc::PropertyFacet facet;
  facet.property_set = TRY(members.value({"propertySet", "property_set"})).value_or(doc::IdsValue{});
  facet.base_name = TRY(members.needed_value({"baseName", "property_name"}));
  facet.data_type = TRY(members.text({"dataType", "data_type"}));
  facet.value = TRY(members.value({"value"}));
  facet.uri = TRY(members.text({"uri"}));
  TRY(read_common(members, facet));
  return facet;
}

Result<doc::MaterialFacet> material_from_json(Members& members) {
  doc::MaterialFacet facet;
  facet.value = TRY(members.value({"value", "material_value"}));
  facet.uri = TRY(members.text({"uri"}));
  TRY(read_common(members, facet));
  return facet;
}

Result<std::vector<doc::Facet>> facets_from_json(const Json& json, const std::string& path) {
  if (!json.is_array()) return fail(Code::wrong_type, "Expected a list of facets.", path);
  std::vector<doc::Facet> out;
  out.reserve(json.size() + 1);  // one more is often added
  for (std::size_t i = 0; i < json.size(); ++i) {
    out.push_back(TRY(facet_from_json(json.as_array()[i], path + "[" + std::to_string(i) + "]")));
  }
  return out;
}

Result<std::vector<std::string>> versions_from_json(const Json& json, const std::string& path) {
  if (!json.is_string()) return texts_from_json(json, path);
  std::vector<std::string> out;
  for (const auto part : base::split(json.as_string(), ' ')) {
    if (!part.empty()) out.emplace_back(part);
  }
  return out;
}

Result<doc::Info> info_from_json(const Json& json) {
  Members members(json, "info");
  TRY(members.need_object());
  doc::Info info;
  info.title = TRY(members.text({"title"})).value_or("");
  info.copyright = TRY(members.text({"copyright"}));
  info.version = TRY(members.text({"version"}));
  info.description = TRY(members.text({"description"}));
  info.author = TRY(members.text({"author"}));
  info.date = TRY(members.text({"date"}));
  info.purpose = TRY(members.text({"purpose"}));
  info.milestone = TRY(members.text({"milestone"}));
  info.extra = TRY(members.extra("extra"));
  TRY(members.no_others());
  return info;
}

}  // namespace

Json to_json(const doc::IdsValue& value) {
  if (const auto* simple = std::get_if<std::string>(&value)) return Json(*simple);
  if (const auto* restriction = std::get_if<doc::Restriction>(&value)) {
    return is_plain(*restriction) ? plain_json(*restriction) : whole_json(*restriction);
  }
  return Json();
}

Json to_json(const doc::Facet& facet) {
  return std::visit([](const auto& one) { return facet_json(one); }, facet);
}

Json to_json(const doc::Specification& specification) {
  Json versions = Json::array();
  for (const auto& version : specification.ifc_versions) versions.push_back(version);
  Json json = Json::object({{"name", specification.name}, {"ifcVersion", std::move(versions)}});
  set_unless_empty(json, "identifier", specification.identifier);
  set_unless_empty(json, "description", specification.description);
  set_unless_empty(json, "instructions", specification.instructions);
  set_if(json, "minOccurs", specification.min_occurs);
  set_if(json, "maxOccurs", specification.max_occurs);
  json.set("applicability", facets_json(specification.applicability));
  if (specification.has_requirements) json.set("requirements", facets_json(specification.requirements));
  set_unless_empty(json, "requirementsDescription", specification.requirements_description);
  set_extra(json, "applicabilityExtra", specification.applicability_extra);
  set_extra(json, "requirementsExtra", specification.requirements_extra);
  set_extra(json, "extra", specification.extra);
  return json;
}

Json to_json(const doc::Document& document) {
  Json info = Json::object({{"title", document.info.title}});
  set_if(info, "copyright", document.info.copyright);
  set_if(info, "version", document.info.version);
  set_if(info, "description", document.info.description);
  set_if(info, "author", document.info.author);
  set_if(info, "date", document.info.date);
  set_if(info, "purpose", document.info.purpose);
  set_if(info, "milestone", document.info.milestone);
  set_extra(info, "extra", document.info.extra);
  Json list = Json::array();
  for (const auto& specification : document.specifications) list.push_back(to_json(specification));
  Json json = Json::object({{"info", std::move(info)}, {"specifications", std::move(list)}});
  set_extra(json, "extra", document.extra);
  set_extra(json, "specificationsExtra", document.specifications_extra);
  if (!document.before.empty()) json.set("before", texts_json(document.before));
  if (!document.after.empty()) json.set("after", texts_json(document.after));
  return json;
}

std::optional<std::string> scalar_text(const Json& json) {
  if (json.is_string()) return json.as_string();
  if (json.is_number() || json.is_bool()) return json.dump();
  return std::nullopt;
}

Result<doc::IdsValue> value_from_json(const Json& json, const std::string& path) {
  if (json.is_null()) return doc::IdsValue{};
  if (auto text = scalar_text(json)) return doc::IdsValue(*std::move(text));
  if (json.is_object()) return restriction_from_json(json, path);
  return fail(Code::wrong_type, "A value is a text, or a restriction like {\"enumeration\": [\"A\", \"B\"]}.", path);
}

Result<doc::Facet> facet_from_json(const Json& json, const std::string& path) {
  Members members(json, path);
  TRY(members.need_object());
  const std::string type = TRY(members.text({"type"})).value_or("");
  const std::string lower = base::lower_ascii(type);
  if (lower == "entity") return doc::Facet(TRY(entity_from_json(members)));
  if (lower == "partof") return doc::Facet(TRY(part_of_from_json(members)));
  if (lower == "classification") return doc::Facet(TRY(classification_from_json(members)));
  if (lower == "attribute") return doc::Facet(TRY(attribute_from_json(members)));
  if (lower == "property") return doc::Facet(TRY(property_from_json(members)));
  if (lower == "material") return doc::Facet(TRY(material_from_json(members)));
  return fail(Code::unknown_name, "`type` must name a facet, got `" + base::printable(type, 60) + "`.",
              members.at("type"), "One of entity, partOf, classification, attribute, property, material.");
}

Result<doc::Specification> specification_from_json(const Json& json, const std::string& path, std::string_view beside) {
  Members members(json, path);
  TRY(members.need_object());
  if (!beside.empty()) members.find({beside});
  doc::Specification out;
  out.name = TRY(members.text({"name"})).value_or("");
  if (const Json* versions = members.find({"ifcVersion", "ifc_versions"})) {
    out.ifc_versions = TRY(versions_from_json(*versions, members.at("ifcVersion")));
  }
  out.identifier = TRY(members.text({"identifier"})).value_or("");
  out.description = TRY(members.text({"description"})).value_or("");
  out.instructions = TRY(members.text({"instructions"})).value_or("");
  out.min_occurs = TRY(members.text({"minOccurs", "min_occurs"}));
  out.max_occurs = TRY(members.text({"maxOccurs", "max_occurs"}));
  if (const Json* list = members.find({"applicability"})) {
    out.applicability = TRY(facets_from_json(*list, members.at("applicability")));
  }
  if (const Json* list = members.find({"requirements"})) {
    out.has_requirements = true;
    out.requirements = TRY(facets_from_json(*list, members.at("requirements")));
  }
  out.requirements_description = TRY(members.text({"requirementsDescription"})).value_or("");
  out.applicability_extra = TRY(members.extra("applicabilityExtra"));
  out.requirements_extra = TRY(members.extra("requirementsExtra"));
  out.extra = TRY(members.extra("extra"));
  TRY(members.no_others());
  return out;
}

Result<doc::Document> document_from_json(const Json& json) {
  Members members(json, "");
  TRY(members.need_object());
  doc::Document out;
  if (const Json* info = members.find({"info"})) out.info = TRY(info_from_json(*info));
  if (const Json* list = members.find({"specifications"}); list != nullptr && list->is_array()) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string path = "specifications[" + std::to_string(i) + "]";
      out.specifications.push_back(TRY(specification_from_json(list->as_array()[i], path)));
    }
  }
  out.extra = TRY(members.extra("extra"));
  out.specifications_extra = TRY(members.extra("specificationsExtra"));
  if (const Json* list = members.find({"before"})) out.before = TRY(texts_from_json(*list, "before"));
  if (const Json* list = members.find({"after"})) out.after = TRY(texts_from_json(*list, "after"));
  return out;
}

}  // namespace ids::engine
