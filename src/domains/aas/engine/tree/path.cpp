// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/tree/path.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/aas/engine/tree/tree.h"

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

// Part 1 of the specification, class Operation.
constexpr std::array<std::string_view, 3> variable_lists{"inputVariables", "outputVariables", "inoutputVariables"};

std::vector<std::string> names_of(const std::vector<Node>& nodes) {
  std::vector<std::string> names;
  for (const Node& each : nodes) {
    if (!each.id_short().empty()) names.emplace_back(each.id_short());
  }
  return names;
}

// An element within a node, and its pointer from there.
struct Inner {
  const Json* element = nullptr;
  std::string pointer;
};

void add_items(std::vector<Inner>& out, const Inner& parent, std::string_view list, std::string_view inside) {
  const Json* items = parent.element->find(list);
  if (items == nullptr || !items->is_array()) return;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const Json* item = items->as_array()[i].pointer(inside);
    if (item == nullptr || !item->is_object()) continue;
    std::string pointer = parent.pointer + "/" + std::string(list) + "/" + std::to_string(i) + std::string(inside);
    out.push_back({item, std::move(pointer)});
  }
}

// The elements in an operation's variables, or in an element that one of them has.
std::vector<Inner> elements_within(const Inner& parent) {
  std::vector<Inner> out;
  const std::string_view type = parent.element->text("modelType");
  if (type == "Operation") {
    for (const std::string_view list : variable_lists) add_items(out, parent, list, "/value");
    return out;
  }
  for (const auto& [name, value] : parent.element->as_object()) {
    if (is_list_of_nodes(type, name, value)) add_items(out, parent, name, "");
  }
  return out;
}

std::vector<std::string> names_of(const std::vector<Inner>& elements) {
  std::vector<std::string> names;
  for (const Inner& each : elements) {
    if (const std::string_view name = each.element->text("idShort"); !name.empty()) names.emplace_back(name);
  }
  return names;
}

const Inner* inner_named(const std::vector<Inner>& elements, std::string_view step) {
  if (step.starts_with('[') && step.ends_with(']')) {
    const auto index = index_of(step.substr(1, step.size() - 2));
    return index && *index < elements.size() ? &elements[*index] : nullptr;
  }
  const auto found =
      std::ranges::find_if(elements, [&](const Inner& each) { return each.element->text("idShort") == step; });
  return found == elements.end() ? nullptr : &*found;
}

base::Error not_among(const std::vector<std::string>& names, std::string_view step, std::string_view path) {
  const std::string hint = base::did_you_mean(step, names, {.quote = "\""});
  constexpr std::size_t most = 12;
  std::string there = names.empty() ? std::string("There is nothing with a name here.") : "Here there are: ";
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) there += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) there += " and " + std::to_string(names.size() - most) + " more";
  return invalid_path("there is no \"" + base::printable(step, 100) + "\" on the way of the path", path,
                      hint.empty() ? there : hint);
}

// As far as a path of idShorts leads along nodes, and what is left of it.
struct Way {
  Node node;
  std::string_view rest;
};

Result<Way> along_nodes(const Nodes& nodes, std::string_view name) {
  auto [node, taken] = beginning_of(nodes, name);
  if (!node) {
    std::string_view rest = name;
    return not_among(names_of(children_of(nodes, nodes.root())), next_step(rest), name);
  }
  for (std::string_view rest = name.substr(taken); !rest.empty();) {
    const std::string_view before = rest;
    const std::string_view step = next_step(rest);
    const std::vector<Node> children = children_of(nodes, node);
    Node child = child_named(children, step);
    if (!child && node.model_type() == "Operation") return Way{std::move(node), before};
    if (!child) return not_among(names_of(children), step, name);
    node = std::move(child);
  }
  return Way{std::move(node), {}};
}

// The path of idShorts from an operation to an element in it, by the pointer between the two.
std::string where_within(const Json& operation, std::string_view inside) {
  std::string out;
  for (std::size_t end = inside.find('/', 1); end != std::string_view::npos; end = inside.find('/', end + 1)) {
    const Json* at = operation.pointer(inside.substr(0, end));
    if (at != nullptr && at->find("modelType") != nullptr) out.append("/").append(at->text("idShort"));
  }
  return out.append("/").append(operation.pointer(inside)->text("idShort"));
}

Result<Named> variable_at(const Nodes& nodes, std::string_view pointer) {
  const Place place = TRY(place_of(nodes, pointer));
  std::string inside;
  for (const std::string& step : place.rest) inside += "/" + escaped(step);
  const Json* element = place.node.model_type() == "Operation" ? place.node.members().pointer(inside) : nullptr;
  if (element == nullptr || !element->is_object() || element->find("modelType") == nullptr)
    return node_at(nodes, pointer).error();
  std::string where = path_of(nodes, place.node) + where_within(place.node.members(), inside);
  return Named{place.node, std::move(inside), std::move(where)};
}

Result<Named> variable_named(const Nodes& nodes, Way way, std::string_view name) {
  Inner at{&way.node.members(), {}};
  std::string where = path_of(nodes, way.node);
  while (!way.rest.empty()) {
    const std::string_view step = next_step(way.rest);
    const std::vector<Inner> elements = elements_within(at);
    const Inner* next = inner_named(elements, step);
    if (next == nullptr) return not_among(names_of(elements), step, name);
    at = *next;
    where.append(step.starts_with('[') ? "" : "/").append(step);
  }
  return Named{std::move(way.node), std::move(at.pointer), std::move(where)};
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
  Way way = TRY(along_nodes(nodes, name));
  if (way.rest.empty()) return std::move(way.node);
  std::string_view rest = way.rest;
  return not_among({}, next_step(rest), name);
}

Result<Named> element_named(const Nodes& nodes, std::string_view name) {
  if (name.starts_with('/')) {
    const Result<Place> place = place_of(nodes, name);
    if (place.ok() && !place->is_node()) return variable_at(nodes, name);
  }
  if (name.empty() || name.starts_with('/')) {
    Node node = TRY(node_at(nodes, name));
    std::string where = path_of(nodes, node);
    return Named{std::move(node), {}, std::move(where)};
  }
  Way way = TRY(along_nodes(nodes, name));
  if (!way.rest.empty()) return variable_named(nodes, std::move(way), name);
  std::string where = path_of(nodes, way.node);
  return Named{std::move(way.node), {}, std::move(where)};
}

}  // namespace aas::engine
