// SPDX-License-Identifier: Apache-2.0
// What tests/peers/aas_templates.py compares with codegen/idta.py and aas-core:
//
//     aas_templates <lines
//
// Each line a request in JSON, each answer one line of JSON, {"error": …, "label": …} where it fails:
//
//     {"do":"table"}                                    the published templates
//     {"do":"compile","path":FILE,"source":PATH}        the templates and concepts of a file, and what each finds in
//     itself
//     {"do":"conform","path":FILE}                      each submodel that is no template, to the published one of its
//     semanticId
//     {"do":"instance","source":PATH,"template":ID,"id":ID,"metamodel":"3.1","optional":BOOL,"prefill":{…}}
//                                                       of a published one, or of the file compiled last
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "domains/aas/engine/document/document.h"
#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/templates/instance.h"
#include "formats/aas/check.h"

namespace {

using aas::engine::Conformance;
using aas::engine::Element;
using aas::engine::Template;
using aas::engine::Templates;
using base::Json;
using base::Result;

std::string bytes_of(std::string_view path) {
  std::ifstream file(std::string(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Json shown(const Element& element) {
  Json children = Json::array();
  for (const Element& each : element.children) children.push_back(shown(each));
  const bool unknown = element.cardinality == aas::engine::Cardinality::unknown;
  return Json::object(
      {{"modelType", element.model_type},
       {"idShort", element.id_short},
       {"cardinality", unknown ? "?" + element.cardinality_text : std::string(name(element.cardinality))},
       {"valueType", element.value_type},
       {"semanticId", element.semantic_id},
       {"more", element.more},
       {"children", std::move(children)}});
}

Json texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const std::string& each : list) out.push_back(each);
  return out;
}

Json shown(const Template& each) {
  return Json::object({{"name", each.name},
                       {"version", each.version},
                       {"metamodel", each.metamodel},
                       {"semanticId", each.semantic_id},
                       {"idShort", each.id_short},
                       {"id", each.id},
                       {"numbers", texts(each.numbers)},
                       {"source", each.source},
                       {"root", shown(each.root())}});
}

Json shown(const aas::engine::Concept& each) {
  return Json::object({{"id", each.id},
                       {"idShort", each.id_short},
                       {"preferredName", each.preferred_name},
                       {"unit", each.unit},
                       {"unitId", each.unit_id},
                       {"dataType", each.data_type},
                       {"value", each.value}});
}

Json shown(const Conformance& found) {
  Json errors = Json::array(), unknown = Json::array();
  for (const auto& each : found.findings) {
    const bool is_error = each.severity == aas::engine::RuleSeverity::error;
    (is_error ? errors : unknown).push_back(each.rule + " at " + each.pointer + ": " + each.message);
  }
  return Json::object({{"errors", std::move(errors)},
                       {"count", found.errors},
                       {"information", std::move(unknown)},
                       {"not_checkable", found.not_checkable},
                       {"expected", found.expected},
                       {"filled", found.filled},
                       {"percent", found.percent()}});
}

template <class List>
Json all_shown(const List& list) {
  Json out = Json::array();
  for (const auto& each : list) out.push_back(shown(each));
  return out;
}

// The published ones, and those of one file.
struct Known {
  Templates all = Templates::published();
};

Result<Json> compile(const Json& request, Known& known) {
  const auto file = TRY(aas::engine::opened(bytes_of(request.text("path"))));
  auto own = TRY(aas::engine::compiled(file.environment, request.text("source"), file.metamodel));
  const auto concepts = aas::engine::concepts_of(file.environment);
  Json selves = Json::array();
  std::size_t next = 0;
  if (const Json* submodels = file.environment.find("submodels")) {
    for (const Json& each : submodels->as_array()) {
      if (each.text("kind") == "Template") selves.push_back(shown(conformance(each, own.at(next++))));
    }
  }
  Json answer = Json::object(
      {{"templates", all_shown(own)}, {"concepts", all_shown(concepts)}, {"conformance", std::move(selves)}});
  known.all = Templates::published().with(std::move(own), concepts);
  return answer;
}

Result<Json> conform(const Json& request) {
  const auto file = TRY(aas::engine::opened(bytes_of(request.text("path"))));
  Json out = Json::array();
  const Json* submodels = file.environment.find("submodels");
  for (std::size_t i = 0; submodels != nullptr && i < submodels->size(); ++i) {
    const Json& each = submodels->as_array()[i];
    const Template* of = Templates::published().of_submodel(each);
    if (of == nullptr || each.text("kind") == "Template") continue;
    Json found = shown(conformance(each, *of, "/submodels/" + std::to_string(i)));
    out.push_back(std::move(found.set("template", of->name + " " + of->version).set("idShort", each.text("idShort"))));
  }
  return out;
}

const Template* wanted_template(const Json& request, const Templates& all) {
  for (const Template& each : all.list()) {
    if (each.source == request.text("source") && each.id == request.text("template")) return &each;
  }
  return nullptr;
}

Json messages(const formats::aas::Findings& findings) {
  Json out = Json::array();
  for (const auto& each : findings.list) {
    if (each.severity == formats::aas::Severity::error) out.push_back(each.pointer + ": " + each.message);
  }
  return out;
}

Result<Json> instance(const Json& request, const Known& known) {
  const Template* of = wanted_template(request, known.all);
  if (of == nullptr) return base::fail(base::Code::not_found, "no such template");
  using formats::aas::Version;
  const Json* optional = request.find("optional");
  const aas::engine::InstanceOptions options{
      .id = std::string(request.text("id")),
      .version = request.text("metamodel") == "3.1" ? Version::v3_1 : Version::v3_0,
      .prefill = request.find("prefill"),
      .optional_too = optional != nullptr && optional->as_bool()};
  const auto made = TRY(instance_of(known.all, *of, options));
  Json environment = Json::object({{"submodels", Json::array({made.submodel})}});
  if (!made.concept_descriptions.empty()) environment.set("conceptDescriptions", made.concept_descriptions);
  const auto& type = formats::aas::metamodel(options.version).get_class("Environment");
  Json answer = Json::object({{"findings", messages(check(environment, type, options.version))},
                              {"conformance", shown(conformance(made.submodel, *of))},
                              {"repaired", texts(made.repaired)},
                              {"to_do", texts(made.to_do)}});
  answer.set("environment", std::move(environment));
  return answer;
}

Result<Json> answer_to(const Json& request, Known& known) {
  const auto what = request.text("do");
  if (what == "compile") return compile(request, known);
  if (what == "conform") return conform(request);
  if (what == "instance") return instance(request, known);
  return all_shown(Templates::published().list());
}

}  // namespace

int main() try {
  Known known;
  for (std::string line; std::getline(std::cin, line);) {
    const auto request = base::parse_json(line);
    const auto answer = request.ok() ? answer_to(*request, known) : Result<Json>(request.error());
    std::cout << (answer.ok() ? *answer
                              : Json::object({{"error", answer.error().message}, {"label", answer.error().label}}))
                     .dump()
              << '\n'
              << std::flush;
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
