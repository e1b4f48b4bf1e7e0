// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/aas/engine/tree/node.h"

// Finding what an address of the API names.
namespace aas::engine::api {

// The lists of an environment.
inline constexpr std::string_view shells = "assetAdministrationShells", submodels = "submodels",
                                  concept_descriptions = "conceptDescriptions";

// All in one of those lists that the caller may read.
std::vector<Node> all_in(const Nodes& nodes, std::string_view list);
// The one with that identifier. Fails with not_found.
base::Result<Node> with_id(const Nodes& nodes, std::string_view list, std::string_view id);
base::Result<Node> first_in(const Nodes& nodes, std::string_view list);
// A submodel that a shell refers to. Fails with not_found for all others.
base::Result<Node> submodel_of(const Nodes& nodes, const Node& shell, std::string_view id);

// IDTA-01001, "Format Path": the idShorts from the submodel down, with dots between them, and [i] for the items of
// lists: "Address.Phones[0].Number". Fails on what is no such path, and with not_found.
base::Result<Node> element_at(const Nodes& nodes, const Node& submodel, std::string_view path);

// One step on the way from a submodel to an element.
struct Step {
  Node node;
  std::size_t index = 0;  // in its list
  bool in_list = false;   // its parent is a SubmodelElementList
};
// From the submodel, which is the first, to the element; of what is in no submodel only itself.
std::vector<Step> way_to(const Nodes& nodes, const Node& node);
// The idShortPath of the way.
std::string id_short_path(const std::vector<Step>& way);

// How deep elements are followed, whatever the document has.
inline constexpr std::size_t most_levels = 200;

// A list that follows from an element's class: its children, in order, with the path that leads there.
std::string path_below(std::string_view parent_path, const Node& parent, const Node& child, std::size_t index);

}  // namespace aas::engine::api
