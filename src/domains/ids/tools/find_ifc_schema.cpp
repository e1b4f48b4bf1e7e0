// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/tool.h"
#include "formats/ifc/schema.h"

namespace ids::tools::find_ifc_schema {

namespace {

namespace ifc = formats::ifc;

enum class What : std::uint8_t { search, entity, property_set, property, data_type };
constexpr auto enum_names(What) {
  return std::to_array<std::string_view>({"search", "entity", "property_set", "property", "data_type"});
}

struct Args {
  std::string query;
  What what = What::search;
  std::string ifc_version = "IFC4";
  std::int64_t limit = 30;
  static constexpr auto fields = tool::fields(
      tool::field("query", &Args::query, "A name, or part of one: IFCWALL, Pset_WallCommon, FireRating, thermal.",
                  {.min_length = 1, .max_length = 200}),
      tool::with_default("what", &Args::what,
                         "search: names that contain the text; the others: everything about one of that name."),
      tool::with_default("ifc_version", &Args::ifc_version, IFC_RELEASES(" or ") ".", {.max_length = 30}),
      tool::with_default("limit", &Args::limit, "How many names or sets to list.", {.minimum = 1, .maximum = 500}));
};

struct Out {
  std::string ifc_version, what;
  Json found;
  std::int64_t count = 0;
  static constexpr auto fields =
      tool::fields(tool::field("ifc_version", &Out::ifc_version, "The schema that was asked."),
                   tool::field("what", &Out::what, "What was asked for."),
                   tool::field("found", &Out::found, "A list of names with their kind, or all facts of one."),
                   tool::field("count", &Out::count, "How many things were found."));
};

Json list_of(const std::vector<std::string_view>& names) {
  Json list = Json::array();
  for (const auto name : names) list.push_back(name);
  return list;
}

base::Error unknown(const Args& args, const ifc::Schema& schema, ifc::SearchHit::Kind kind) {
  std::vector<std::string> names;
  for (const auto name : schema.names(kind)) names.emplace_back(name);
  return fail(Code::not_found,
              std::string(ifc::text(schema.version())) + " has no " + std::string(ifc::text(kind)) + " `" +
                  base::printable(args.query, 100) + "`.",
              "query",
              base::did_you_mean(args.query, names, {.quote = "", .otherwise = "Search with what: \"search\"."}));
}

Json property_json(const ifc::PropertyFact& property) {
  Json json = Json::object(
      {{"name", property.name}, {"kind", property.kind}, {"data_type", base::upper_ascii(property.data_type)}});
  if (!property.values.empty()) json.set("values", list_of(property.values));
  return json;
}

Json attribute_json(const ifc::Schema& schema, const ifc::Attribute& attribute) {
  Json json = Json::object({{"name", attribute.name}, {"type", attribute.type}, {"optional", attribute.optional}});
  if (const auto base = schema.xs_base(attribute); !base.empty()) json.set("base_type", base);
  return json;
}

Result<Json> entity_json(const Args& args, const ifc::Schema& schema) {
  const auto named = schema.named(args.query);
  if (!named) return unknown(args, schema, ifc::SearchHit::Kind::entity);
  const auto& entity = schema.entity(named->entity);
  Json attributes = Json::array();
  for (const auto& attribute : entity.attributes) {
    if (!attribute.derived) attributes.push_back(attribute_json(schema, attribute));
  }
  Json sets = Json::array();
  for (const auto* set : schema.sets_for(named->entity)) {
    if (sets.size() < static_cast<std::size_t>(args.limit)) sets.push_back(set->name);
  }
  Json json =
      Json::object({{"name", base::upper_ascii(entity.name)},
                    {"parent", entity.parent ? Json(base::upper_ascii(schema.entity(*entity.parent).name)) : Json()},
                    {"abstract", entity.is_abstract},
                    {"predefined_types", list_of(schema.predefined_types(named->entity))},
                    {"attributes", std::move(attributes)},
                    {"property_sets", std::move(sets)}});
  if (named->mapped_type) json.set("typed_by", base::upper_ascii(schema.entity(*named->mapped_type).name));
  return json;
}

Result<Json> set_json(const Args& args, const ifc::Schema& schema) {
  const auto* set = schema.property_set(args.query);
  if (set == nullptr) return unknown(args, schema, ifc::SearchHit::Kind::property_set);
  Json properties = Json::array();
  for (const auto& property : set->properties) properties.push_back(property_json(property));
  return Json::object(
      {{"name", set->name}, {"applies_to", list_of(set->applicable)}, {"properties", std::move(properties)}});
}

Result<Json> property_sets_json(const Args& args, const ifc::Schema& schema) {
  Json list = Json::array();
  for (const auto* set : schema.sets_with(args.query)) {
    if (list.size() == static_cast<std::size_t>(args.limit)) break;
    Json json = property_json(*set->find(args.query));
    json.set("property_set", set->name);
    json.set("applies_to", list_of(set->applicable));
    list.push_back(std::move(json));
  }
  if (list.empty()) return unknown(args, schema, ifc::SearchHit::Kind::property);
  return list;
}

Result<Json> data_type_json(const Args& args, const ifc::Schema& schema) {
  const auto* type = ifc::data_type(args.query);
  if (type == nullptr || !type->in(schema.version())) return unknown(args, schema, ifc::SearchHit::Kind::data_type);
  Json json = Json::object({{"name", type->name}, {"base_type", type->xs_base}});
  if (!type->unit.empty()) json.set("unit", type->unit);
  if (!type->shown.empty()) json.set("unit_symbol", type->shown);
  return json;
}

Json search_json(const Args& args, const ifc::Schema& schema) {
  Json list = Json::array();
  for (const auto& hit : schema.search(args.query, static_cast<std::size_t>(args.limit))) {
    Json json = Json::object({{"kind", ifc::text(hit.kind)}, {"name", hit.name}});
    if (!hit.set.empty()) json.set("property_set", hit.set);
    list.push_back(std::move(json));
  }
  return list;
}

Result<Json> found(const Args& args, const ifc::Schema& schema) {
  switch (args.what) {
    case What::entity:
      return entity_json(args, schema);
    case What::property_set:
      return set_json(args, schema);
    case What::property:
      return property_sets_json(args, schema);
    case What::data_type:
      return data_type_json(args, schema);
    case What::search:
      break;
  }
  return search_json(args, schema);
}

Result<Out> run(const Args& args, const View&) {
  const auto versions = TRY(engine::ifc_versions({args.ifc_version}));
  const auto& schema = ifc::Schema::of(*ifc::version_named(versions.front()));
  Out out;
  out.ifc_version = versions.front();
  out.what = enum_names(args.what)[static_cast<std::size_t>(args.what)];
  out.found = TRY(found(args, schema));
  out.count = out.found.is_array() ? static_cast<std::int64_t>(out.found.size()) : 1;
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "find_ifc_schema",
                                .title = "Look up the IFC schema",
                                .doc = "Finds entities, predefined types, attributes, property sets, properties and "
                                       "data types of " IFC_RELEASES(" and ") ", so that facets name what exists.",
                                .by_default = false},
                               run);
}

}  // namespace ids::tools::find_ifc_schema
