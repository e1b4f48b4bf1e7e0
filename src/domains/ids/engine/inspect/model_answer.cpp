// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "domains/ids/engine/inspect/answer.h"

namespace ids::engine {
namespace {

using base::Json;
using formats::step::Value;

constexpr std::size_t max_classes = 150, max_type_classes = 60, max_storeys = 60, max_units = 30, max_names = 30,
                      max_problems = 5;

// ISO 10303-21, 8.2: what stands in the header, with our names for it.
struct HeaderEntry {
  std::string_view entry;
  std::size_t position;
  const char* name;
};
constexpr HeaderEntry header_entries[] = {{"FILE_DESCRIPTION", 0, "description"}, {"FILE_NAME", 0, "file_name"},
                                          {"FILE_NAME", 1, "written_at"},         {"FILE_NAME", 2, "author"},
                                          {"FILE_NAME", 3, "organization"},       {"FILE_NAME", 5, "written_by"}};

Json header_json(const formats::step::File& file) {
  Json out = Json::object({{"schema", base::printable(file.schema_name(), 40)}});
  for (const auto& each : header_entries) {
    const auto arguments = file.header(each.entry);
    if (each.position >= arguments.size() || base::trim(arguments[each.position]).empty()) continue;
    out.set(each.name, base::printable(arguments[each.position], 200));
  }
  out.set("bytes", file.bytes());
  out.set("records", file.records().size());
  return out;
}

std::string word(const ModelFacts& facts, Index unit, std::string_view attribute) {
  return base::printable(facts.text(unit, attribute), 60);
}

// "MILLI METRE", "DEGREE", "EUR"; of derived units what the file calls them, if it does.
std::string unit_name(const ModelFacts& facts, Index unit) {
  const std::string prefix = word(facts, unit, "Prefix");
  if (!prefix.empty()) return prefix + " " + word(facts, unit, "Name");
  for (const char* const attribute : {"Name", "Currency", "UserDefinedType"}) {
    if (auto name = word(facts, unit, attribute); !name.empty()) return name;
  }
  return {};
}

Json unit_json(const ModelFacts& facts, Index unit) {
  const std::string type = word(facts, unit, "UnitType");
  Json out = Json::object({{"type", type.empty() ? class_of(facts, unit) : type}});
  if (auto name = unit_name(facts, unit); !name.empty()) out.set("unit", std::move(name));
  if (type.empty()) return out;
  const auto scale = facts.model.unit_scale(unit);
  out.set("to_si", scale.factor);
  if (scale.offset != 0) out.set("offset", scale.offset);
  return out;
}

std::vector<Index> units_of(const ModelFacts& facts) {
  const auto project = facts.model.project();
  const auto assignment = project ? facts.referred(*project, "UnitsInContext") : std::nullopt;
  return assignment ? facts.referred_list(*assignment, "Units") : std::vector<Index>();
}

struct Storey {
  Index record;
  std::size_t elements = 0;
  std::optional<double> elevation;
};

std::optional<double> elevation_of(const ModelFacts& facts, Index storey) {
  const auto written = facts.model.attribute(storey, "Elevation");
  if (!written || written->is_null()) return std::nullopt;
  const auto value = facts.value(*written, "IFCLENGTHMEASURE", formats::ifc::Primitive::real, std::nullopt);
  const auto* const real = std::get_if<double>(&value);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

// From below; those that do not say where they are come last.
std::vector<Storey> storeys_of(const ModelFacts& facts) {
  std::vector<Storey> storeys;
  std::unordered_map<Index, std::size_t> places;
  for (const auto record : facts.instances({"IfcBuildingStorey"})) {
    places.emplace(record, storeys.size());
    storeys.push_back({.record = record, .elevation = elevation_of(facts, record)});
  }
  if (storeys.empty()) return storeys;
  for (const auto element : facts.instances({"IfcProduct"})) {
    for (const auto container : facts.model.related(formats::ifc::Relation::container, element)) {
      if (const auto found = places.find(container); found != places.end()) ++storeys[found->second].elements;
    }
  }
  std::ranges::sort(storeys, [](const Storey& a, const Storey& b) {
    if (a.elevation && b.elevation && *a.elevation != *b.elevation) return *a.elevation < *b.elevation;
    if (a.elevation.has_value() != b.elevation.has_value()) return a.elevation.has_value();
    return a.record < b.record;
  });
  return storeys;
}

Json storey_json(const ModelFacts& facts, const Storey& storey) {
  Json out = Json::object({{"name", short_name(facts.model.name(storey.record))},
                           {"global_id", base::printable(facts.model.global_id(storey.record), 40)}});
  if (storey.elevation) out.set("elevation", *storey.elevation);
  out.set("elements", storey.elements);
  return out;
}

struct ClassCount {
  std::string_view name;
  std::size_t count;
};

std::vector<ClassCount> classes_of(const ModelFacts& facts, const EntityFlags& wanted) {
  std::vector<ClassCount> out;
  for (const auto id : facts.present) {
    if (wanted[id]) out.push_back({facts.schema.entity(id).name, facts.model.exactly(id).size()});
  }
  std::ranges::sort(out, [](const ClassCount& a, const ClassCount& b) {
    return a.count != b.count ? a.count > b.count : a.name < b.name;
  });
  return out;
}

Json class_json(const ClassCount& each) {
  return Json::object({{"class", base::upper_ascii(each.name)}, {"count", each.count}});
}

// How many references lead to a system, directly or over other references.
std::size_t references_to(const ModelFacts& facts, Index system) {
  return static_cast<std::size_t>(
      std::ranges::count_if(facts.instances({"IfcClassificationReference"}), [&](Index reference) {
        std::optional<Index> at = reference;
        for (int step = 0; at && step < 32; ++step) {
          if (*at == system) return true;
          at = facts.referred(*at, "ReferencedSource");
        }
        return false;
      }));
}

std::vector<std::string> material_names(const ModelFacts& facts) {
  std::vector<std::string> names;
  for (const auto record : facts.instances({"IfcMaterial"})) names.push_back(facts.model.name(record));
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

Json problem_json(const formats::step::Problem& problem) {
  return "Line " + std::to_string(problem.line) + ": " + base::printable(problem.message, 200);
}

}  // namespace

Json model_answer(const ModelFacts& facts) {
  Room room;
  Json out = Json::object({{"header", header_json(facts.model.file())}});
  if (const auto project = facts.model.project()) {
    out.set("project", Json::object({{"name", short_name(facts.model.name(*project))},
                                     {"global_id", base::printable(facts.model.global_id(*project), 40)}}));
  }
  put_list(out, "problems", facts.model.file().problems(), max_problems, room, problem_json);
  put_list(out, "units", units_of(facts), max_units, room, [&](Index unit) { return unit_json(facts, unit); });
  put_list(out, "classes", classes_of(facts, facts.object), max_classes, room, class_json);
  put_list(out, "type_classes", classes_of(facts, facts.type_object), max_type_classes, room, class_json);
  put_list(out, "storeys", storeys_of(facts), max_storeys, room,
           [&](const Storey& storey) { return storey_json(facts, storey); });
  put_list(out, "classifications", facts.instances({"IfcClassification"}), max_names, room, [&](Index system) {
    return Json::object({{"name", short_name(facts.model.name(system))}, {"references", references_to(facts, system)}});
  });
  put_list(out, "materials", material_names(facts), max_names, room,
           [](const std::string& name) { return Json(base::printable(name, value_bytes)); });
  return out;
}

}  // namespace ids::engine
