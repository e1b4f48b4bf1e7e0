// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/places.h"

#include <array>

#include "base/text.h"
#include "domains/aas/engine/tree/path.h"

namespace aas::tools {

namespace {

struct Home {
  std::string_view parent, list;
};
// Part 1 of the specification: the lists of elements, by the class that has them.
constexpr std::array homes{Home{"Submodel", "submodelElements"}, Home{"SubmodelElementCollection", "value"},
                           Home{"SubmodelElementList", "value"}, Home{"Entity", "statements"},
                           Home{"AnnotatedRelationshipElement", "annotations"}};

std::string_view list_for(const Node& parent, std::string_view model_type) {
  if (parent.id() == engine::root_id) {
    if (model_type == "Submodel") return "submodels";
    if (model_type == "AssetAdministrationShell") return "assetAdministrationShells";
    return model_type == "ConceptDescription" ? "conceptDescriptions" : "";
  }
  for (const Home& each : homes) {
    if (each.parent == parent.model_type()) return each.list;
  }
  return "";
}

// "/submodels/0/value" or "/submodels/0/value/-": a list by its name. Other pointers are meant as they are, too.
std::string list_pointer(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view last = path.substr(slash + 1);
  const bool index = last == "-" || engine::index_of(last).has_value();
  return std::string(path) + (index ? "" : "/-");
}

}  // namespace

Result<std::string> place_for(const engine::Nodes& nodes, std::string_view path, const Json& element) {
  const std::string_view model_type = element.text("modelType");
  Result<Node> parent = engine::node_named(nodes, path);
  if (parent.ok()) {
    const std::string_view list = list_for(*parent, model_type);
    // A place in a list that is taken: what stands there moves on.
    const bool taken = path.starts_with('/') && list.empty();
    if (taken && parent->id() != engine::root_id) return std::string(path);
    if (list.empty())
      return engine::invalid_path(
          "a " + std::string(parent->model_type()) + " has no place for a " + base::printable(model_type, 60), path,
          "Elements go into submodels, collections, lists and entities.");
    return engine::pointer_of(nodes, *parent) + "/" + std::string(list) + "/-";
  }
  if (!path.starts_with('/')) return std::move(parent).error();
  const auto place = engine::place_of(nodes, path);
  if (!place.ok()) return std::move(parent).error();
  const bool names_list = !place->rest.empty() && place->rest.size() <= 2 &&
                          engine::is_node_list(place->node.model_type(), place->rest.front());
  if (!names_list) return std::move(parent).error();
  return list_pointer(path);
}

}  // namespace aas::tools
