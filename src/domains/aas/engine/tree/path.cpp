// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/tree/path.h"

#include <algorithm>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"

namespace aas::engine {

namespace {

bool ends_name(char c) { return c == '/' || c == '.' || c == '['; }

// How much of `path` a name takes: all of it, or up to where the next step begins.
std::size_t taken_by(std::string_view path, std::string_view name) {
  if (name.empty() || !path.starts_with(name)) return 0;
  return path.size() == name.size() || ends_name(path[name.size()]) ? name.size() : 0;
}

struct Beginning {
  Node node;
  std::size_t taken = 0;
};

// Of what an environment holds the one whose idShort or id is the longest beginning.
Beginning beginning_of(const Nodes& nodes, std::string_view path) {
  Beginning best;
  for (const Node& each : children_of(nodes, nodes.root())) {
    const std::size_t taken = std::max(taken_by(path, each.id_short()), taken_by(path, each.members().text("id")));
    if (taken > best.taken) best = {each, taken};
  }
  return best;
}

// "Street" of "/Street/No", "[0]" of "[0]/Phone".
std::string_view next_step(std::string_view& rest) {
  if (rest.starts_with('/') || rest.starts_with('.')) rest.remove_prefix(1);
  std::size_t end = 0;
  if (rest.starts_with('[')) {
    end = std::min(rest.find(']'), rest.size() - 1) + 1;
  } else {
    while (end < rest.size() && !ends_name(rest[end])) ++end;
  }
  const std::string_view step = rest.substr(0, end);
  rest.remove_prefix(end);
  return step;
}

Node child_named(const std::vector<Node>& children, std::string_view step) {
  if (step.starts_with('[') && step.ends_with(']')) {
    const auto index = index_of(step.substr(1, step.size() - 2));
    return index && *index < children.size() ? children[*index] : Node();
  }
  const auto found = std::ranges::find_if(children, [&](const Node& each) { return each.id_short() == step; });
  return found == children.end() ? Node() : *found;
}

base::Error not_among(const std::vector<Node>& children, std::string_view step, std::string_view path) {
  std::vector<std::string> names;
  for (const Node& each : children) {
    if (!each.id_short().empty()) names.emplace_back(each.id_short());
  }
  const std::string hint = base::did_you_mean(step, names, {.quote = "\""});
  constexpr std::size_t most = 12;
  std::string there = names.empty() ? std::string("There is nothing with a name here.") : "Here there are: ";
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) there += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) there += " and " + std::to_string(names.size() - most) + " more";
  return invalid_path("there is no \"" + base::printable(step, 100) + "\" on the way of the path", path,
                      hint.empty() ? there : hint);
}

}  // namespace

std::vector<Node> children_of(const Nodes& nodes, const Node& node) {
  std::vector<Node> out;
  for (const auto& [name, ids] : node.lists().as_object()) {
    for (const Json& id : ids.as_array()) {
      if (Node child = nodes.find(id.as_string())) out.push_back(std::move(child));
    }
  }
  return out;
}

std::size_t number_of_children(const Node& node) {
  std::size_t count = 0;
  for (const auto& [name, ids] : node.lists().as_object()) count += ids.size();
  return count;
}

Result<Node> node_named(const Nodes& nodes, std::string_view name) {
  if (name.empty() || name.starts_with('/')) return node_at(nodes, name);
  auto [node, taken] = beginning_of(nodes, name);
  if (!node) {
    std::string_view rest = name;
    return not_among(children_of(nodes, nodes.root()), next_step(rest), name);
  }
  for (std::string_view rest = name.substr(taken); !rest.empty();) {
    const std::string_view step = next_step(rest);
    const std::vector<Node> children = children_of(nodes, node);
    Node child = child_named(children, step);
    if (!child) return not_among(children, step, name);
    node = std::move(child);
  }
  return node;
}

}  // namespace aas::engine
