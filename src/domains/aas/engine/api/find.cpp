// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/api/find.h"

#include <algorithm>

#include "base/text.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/pointer.h"

namespace aas::engine::api {

namespace {

using base::Code;
using base::fail;

constexpr std::string_view list_type = "SubmodelElementList";

base::Error nothing(std::string_view what, std::string_view id) {
  return fail(Code::not_found, "there is no " + std::string(what) + " " + base::printable(id, 200));
}

std::string_view kind_in(std::string_view list) {
  if (list == shells) return "Asset Administration Shell";
  return list == submodels ? "submodel" : "concept description";
}

bool refers_to(const Json& reference, std::string_view id) {
  const Json* keys = reference.find("keys");
  if (keys == nullptr || !keys->is_array() || keys->empty()) return false;
  const Json& last = keys->as_array().back();
  return last.text("type") == "Submodel" && last.text("value") == id;
}

Node item_of(const Nodes& nodes, const Node& parent, std::string_view index) {
  const Json* ids = parent.model_type() == list_type ? parent.list("value") : nullptr;
  const std::optional<std::size_t> at = index_of(index);
  if (ids == nullptr || !at || *at >= ids->size()) return {};
  return nodes.find(ids->as_array()[*at].as_string());
}

Node child_of(const Nodes& nodes, const Node& parent, std::string_view id_short) {
  if (parent.model_type() == list_type) return {};
  for (const auto& [name, ids] : parent.lists().as_object()) {
    for (const Json& id : ids.as_array()) {
      Node child = nodes.find(id.as_string());
      if (child && child.id_short() == id_short) return child;
    }
  }
  return {};
}

// Takes the next step off a path: an idShort, or "[" and the index of an item. Empty where there is none.
struct NextStep {
  std::string_view text = {};
  bool is_index = false;
};
NextStep take_step(std::string_view& path, bool is_first) {
  if (path.starts_with('[') && !is_first) {
    const std::size_t end = path.find(']');
    if (end == std::string_view::npos) return {};
    const NextStep step{path.substr(1, end - 1), true};
    path.remove_prefix(end + 1);
    return step;
  }
  if (!is_first && !path.starts_with('.')) return {};
  if (!is_first) path.remove_prefix(1);
  const NextStep step{path.substr(0, path.find_first_of(".[")), false};
  path.remove_prefix(step.text.size());
  return step;
}

std::size_t position_of(const Node& parent, std::string_view id) {
  for (const auto& [name, ids] : parent.lists().as_object()) {
    const auto found = std::ranges::find_if(ids.as_array(), [&](const Json& each) { return each.as_string() == id; });
    if (found != ids.as_array().end()) return static_cast<std::size_t>(found - ids.as_array().begin());
  }
  return 0;
}

}  // namespace

std::vector<Node> all_in(const Nodes& nodes, std::string_view list) {
  std::vector<Node> out;
  const Node root = nodes.root();
  const Json* ids = root ? root.list(list) : nullptr;
  if (ids == nullptr) return out;
  for (const Json& id : ids->as_array()) {
    if (Node node = nodes.find(id.as_string())) out.push_back(std::move(node));
  }
  return out;
}

base::Result<Node> with_id(const Nodes& nodes, std::string_view list, std::string_view id) {
  for (Node& node : all_in(nodes, list)) {
    if (node.members().text("id") == id) return std::move(node);
  }
  return nothing(kind_in(list), id);
}

base::Result<Node> first_in(const Nodes& nodes, std::string_view list) {
  std::vector<Node> all = all_in(nodes, list);
  if (all.empty()) return nothing(kind_in(list), "here");
  return std::move(all.front());
}

base::Result<Node> submodel_of(const Nodes& nodes, const Node& shell, std::string_view id) {
  const Json* references = shell.members().find("submodels");
  const bool refers =
      references != nullptr && references->is_array() &&
      std::ranges::any_of(references->as_array(), [&](const Json& each) { return refers_to(each, id); });
  if (!refers) return nothing("submodel of this shell", id);
  return with_id(nodes, submodels, id);
}

base::Result<Node> element_at(const Nodes& nodes, const Node& submodel, std::string_view path) {
  Node node = submodel;
  std::string_view rest = path;
  for (std::size_t depth = 0; depth == 0 || !rest.empty(); ++depth) {
    const NextStep step = take_step(rest, depth == 0);
    if (step.text.empty()) return fail(Code::out_of_range, base::printable(path, 200) + " is no path of idShorts");
    node = step.is_index ? item_of(nodes, node, step.text) : child_of(nodes, node, step.text);
    if (!node || depth == most_levels) return nothing("submodel element", path);
  }
  return node;
}

std::vector<Step> way_to(const Nodes& nodes, const Node& node) {
  std::vector<Step> way;
  for (Node at = node; at && way.size() < most_levels;) {
    if (at.model_type() == "Submodel" || at.level().empty()) {
      way.push_back({std::move(at)});
      break;
    }
    Node parent = nodes.find(at.parent());
    const bool in_list = parent && parent.model_type() == list_type;
    const std::size_t index = in_list ? position_of(parent, at.id()) : 0;
    way.push_back({std::move(at), index, in_list});
    at = std::move(parent);
  }
  std::ranges::reverse(way);
  return way;
}

std::string id_short_path(const std::vector<Step>& way) {
  std::string out;
  for (std::size_t at = 1; at < way.size(); ++at) out = path_below(out, way[at - 1].node, way[at].node, way[at].index);
  return out;
}

std::string path_below(std::string_view parent_path, const Node& parent, const Node& child, std::size_t index) {
  std::string out(parent_path);
  if (parent.model_type() == list_type) return out + "[" + std::to_string(index) + "]";
  if (!out.empty()) out += '.';
  return out.append(child.id_short());
}

}  // namespace aas::engine::api
