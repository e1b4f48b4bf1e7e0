// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"

namespace ids::engine {
namespace {

using formats::ifc::Index;
using formats::ifc::Model;
using formats::step::Value;

constexpr int max_steps = 64;  // towards the storey; files may hold circles

// Names of ten megabytes are somebody's mistake; reports need not repeat them.
constexpr std::size_t max_text = 1000;

std::string short_text(const std::string& text) { return base::printable(text, max_text); }

std::string text_attribute(const Model& model, Index index, std::string_view name) {
  const auto value = model.attribute(index, name);
  if (!value) return {};
  if (value->kind() == Value::Kind::string) return short_text(value->string());
  if (value->kind() == Value::Kind::enumeration) return std::string(value->word());
  return {};
}

std::string entity_name(const Model& model, Index index) {
  if (const auto id = model.entity(index)) return std::string(model.schema().entity(*id).name);
  return model.file().types()[model.file().records()[index].type];
}

// What holds an element: its container, the whole it is a part of, or the wall whose opening it fills.
std::optional<Index> holder(const Model& model, Index index) {
  if (const auto container = model.contained_in(index)) return container;
  if (const auto whole = model.aggregated_in(index)) return whole;
  if (const auto host = model.nested_in(index)) return host;
  if (const auto opening = model.fills(index)) return opening;
  return model.voids(index);
}

std::string storey_of(const Model& model, Index index) {
  const auto storey = model.schema().find("IfcBuildingStorey");
  std::optional<Index> at = index;
  for (int step = 0; at && step < max_steps; ++step) {
    const auto entity = model.entity(*at);
    if (entity && storey && model.schema().is_a(*entity, *storey)) return short_text(model.name(*at));
    at = holder(model, *at);
  }
  return {};
}

// A USERDEFINED type is told by ObjectType, or by ElementType of the type.
std::string own_predefined_type(const Model& model, Index index) {
  std::string type = text_attribute(model, index, "PredefinedType");
  if (type != "USERDEFINED") return type;
  const std::string of_object = text_attribute(model, index, "ObjectType");
  const std::string told = of_object.empty() ? text_attribute(model, index, "ElementType") : of_object;
  return told.empty() ? type : told;
}

ElementFact fact_of(const Model& model, Index index) {
  ElementFact fact;
  fact.step_id = model.file().records()[index].id;
  fact.global_id = base::printable(model.global_id(index), 100);
  fact.entity = entity_name(model, index);
  fact.name = short_text(model.name(index));
  fact.tag = text_attribute(model, index, "Tag");
  fact.predefined_type = own_predefined_type(model, index);
  if (const auto type = model.type_of(index)) {
    fact.type_name = short_text(model.name(*type));
    if (fact.predefined_type.empty()) fact.predefined_type = own_predefined_type(model, *type);
  }
  // Some exports have no type objects and name the type here (IFC, IfcObject: "a particular type").
  if (fact.type_name.empty()) fact.type_name = text_attribute(model, index, "ObjectType");
  fact.storey = storey_of(model, index);
  fact.line = model.file().line_of(index);
  return fact;
}

bool is_name_character(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// IDS writes names of the schema in capitals; people read IfcWallStandardCase more easily. Values, which stand in
// quotes, stay as they are.
std::string with_readable_names(std::string_view text, const formats::ifc::Schema& schema) {
  std::string out;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_name_character(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.empty()) {
      quoted = quoted != (text[at] == '"');
      out.push_back(text[at++]);
      continue;
    }
    const bool name = !quoted && word.starts_with("IFC");
    const auto entity = name ? schema.find(word) : std::nullopt;
    const auto* type = name && !entity ? schema.defined_type(word) : nullptr;
    out += entity ? schema.entity(*entity).name : type != nullptr ? type->name : word;
    at = end;
  }
  return out;
}

std::string in_words(const std::vector<formats::ids::Facet>& facets, const formats::ifc::Schema& schema) {
  std::vector<std::string> words;
  for (const auto& facet : facets) words.push_back(with_readable_names(describe(facet, false), schema));
  return base::join(words, ", ");
}

std::string versions_of(const formats::ids::Specification& specification) {
  return base::join(specification.ifc_versions, ", ");
}

// Gathers each failing element once.
class Gatherer {
 public:
  Gatherer(const Model& model, Report& report, bool with_places) : model_(model), report_(report) {
    if (with_places) places_of_elements_.emplace(model);
  }

  ReportSpecification gather(SpecificationResult result) {
    ReportSpecification out;
    out.applicable = static_cast<std::int64_t>(result.applicable.size());
    out.failures.reserve(result.failures.size());
    for (Failure& failure : result.failures) {
      out.failures.push_back({place_of(failure.element), failure.requirement, std::move(failure.reason)});
    }
    for (RequirementResult& requirement : result.requirements) {
      requirement.description = with_readable_names(requirement.description, model_.schema());
    }
    result.near_miss = with_readable_names(result.near_miss, model_.schema());
    for (Narrowing& each : result.narrowed) each.description = with_readable_names(each.description, model_.schema());
    result.applicable = {};
    result.failures = {};
    out.result = std::move(result);
    return out;
  }

 private:
  std::size_t place_of(Index index) {
    const auto [found, added] = places_.try_emplace(index, report_.elements.size());
    if (added) {
      report_.elements.push_back(fact_of(model_, index));
      if (places_of_elements_) report_.elements.back().place = places_of_elements_->of(index);
    }
    return found->second;
  }

  const Model& model_;
  Report& report_;
  std::optional<Places> places_of_elements_;
  std::unordered_map<Index, std::size_t> places_;
};

void describe_specification(const formats::ids::Specification& from, const formats::ifc::Schema& schema,
                            ReportSpecification& to) {
  to.description = from.description;
  to.instructions = from.instructions;
  to.applies_to = in_words(from.applicability, schema);
  to.ifc_versions = versions_of(from);
  const auto cardinality = from.cardinality();
  to.cardinality = cardinality ? std::string(formats::ids::text(*cardinality)) : "";
}

void describe_document(const formats::ids::Info& info, Report& report) {
  report.title = info.title;
  report.author = info.author.value_or("");
  report.version = info.version.value_or("");
  report.date = info.date.value_or("");
  report.description = info.description.value_or("");
  report.purpose = info.purpose.value_or("");
  report.milestone = info.milestone.value_or("");
  report.copyright = info.copyright.value_or("");
}

std::optional<Index> first_of(const Model& model, std::string_view entity) {
  const auto id = model.schema().find(entity);
  if (!id) return std::nullopt;
  const auto found = model.of_entity(*id);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

// ISO 10303-21, 9.2.3: the sixth argument of FILE_NAME is the originating system.
std::string application_of(const Model& model) {
  if (const auto application = first_of(model, "IfcApplication")) {
    const std::string name = text_attribute(model, *application, "ApplicationFullName");
    const std::string version = text_attribute(model, *application, "Version");
    if (!name.empty()) return version.empty() ? name : name + " " + version;
  }
  const auto header = model.file().header("FILE_NAME");
  return header.size() > 5 ? short_text(header[5]) : "";
}

void describe_model(const Model& model, Report& report) {
  report.model_schema = model.file().schema_name();
  report.model_application = application_of(model);
  report.model_bytes = static_cast<std::int64_t>(model.file().bytes());
  report.model_records = static_cast<std::int64_t>(model.file().records().size());
  if (const auto project = first_of(model, "IfcProject")) {
    report.project_name = short_text(model.name(*project));
    report.project_global_id = base::printable(model.global_id(*project), 100);
  }
}

Report begin_report(const formats::ids::Document& document, std::string model_path, std::int64_t time_ms) {
  Report report;
  describe_document(document.info, report);
  report.model_name = model_path.substr(model_path.find_last_of('/') + 1);
  report.model_path = std::move(model_path);
  report.time_ms = time_ms;
  return report;
}

}  // namespace

Report unchecked_report(const formats::ids::Document& document, std::string model_path, std::int64_t time_ms,
                        const base::Error& why) {
  Report report = begin_report(document, std::move(model_path), time_ms);
  add_problem(report, "The model could not be checked",
              base::printable(why.message, 1000) + (why.hint.empty() ? "" : ". " + why.hint));
  return report;
}

Report make_report(const formats::ids::Document& document, const Model& model, CheckResult result,
                   std::string model_path, std::int64_t time_ms, bool with_places) {
  Report report = begin_report(document, std::move(model_path), time_ms);
  describe_model(model, report);
  report.status = result.status;
  report.warnings = std::move(result.warnings);
  Gatherer gatherer(model, report, with_places);
  for (SpecificationResult& each : result.specifications) {
    const auto index = static_cast<std::size_t>(each.index);
    ReportSpecification specification = gatherer.gather(std::move(each));
    if (index < document.specifications.size()) {
      describe_specification(document.specifications[index], model.schema(), specification);
    }
    report.specifications.push_back(std::move(specification));
  }
  if (report.specifications.empty()) {
    add_problem(report, "Nothing was checked", "The IDS document has no specifications");
  }
  return report;
}

}  // namespace ids::engine
