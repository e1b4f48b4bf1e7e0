// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/tree/pointer.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/tree/tree.h"

namespace aas::engine {

namespace {

// How many names a hint tells.
constexpr std::size_t names_in_hint = 12;

std::string quoted(std::string_view text) { return "\"" + base::printable(text, 200) + "\""; }

std::string name_in_list(const Nodes& nodes, const Json& id, std::size_t index) {
  const Node node = nodes.find(id.as_string());
  const std::string_view name = node ? node.id_short() : std::string_view();
  return std::to_string(index) + (name.empty() ? "" : " (" + base::printable(name, 60) + ")");
}

std::string items_hint(const Nodes& nodes, const Json& list) {
  if (list.empty()) return "The list is empty.";
  std::string out = "There are: ";
  for (std::size_t i = 0; i < std::min(list.size(), names_in_hint); ++i)
    out += (i == 0 ? "" : ", ") + name_in_list(nodes, list.as_array()[i], i);
  return out + (list.size() > names_in_hint ? ", … " + std::to_string(list.size()) + " in all." : ".");
}

std::string members_hint(const Json& members) {
  std::string out = "Here there are: ";
  for (std::size_t i = 0; i < std::min(members.size(), names_in_hint); ++i)
    out += (i == 0 ? "" : ", ") + base::printable(members.as_object()[i].first, 60);
  return out + ".";
}

const Json* step(const Json& value, const std::string& token) {
  if (value.is_object()) return value.find(token);
  if (!value.is_array()) return nullptr;
  const auto index = index_of(token);
  return index && *index < value.size() ? &value.as_array()[*index] : nullptr;
}

// The value within a node's members, or an error that says where it ended.
Result<Json> member_at(const Place& place, std::string_view pointer) {
  const Json* at = &place.node.members();
  for (const std::string& token : place.rest) {
    const Json* next = step(*at, token);
    if (next == nullptr) {
      return invalid_path("there is no " + quoted(token) + " on the way of the pointer", pointer,
                          at->is_object() ? members_hint(*at) : std::string());
    }
    at = next;
  }
  return *at;
}

Json list_value(const Nodes& nodes, const Json& ids) {
  Json out = Json::array();
  for (const Json& id : ids.as_array()) {
    if (const Node node = nodes.find(id.as_string())) out.push_back(put_together(nodes, node));
  }
  return out;
}

// Where a node stands in its parent: the name of the list and the index in it.
std::pair<std::string_view, std::size_t> position_of(const Node& parent, const std::string& id) {
  for (const auto& [name, ids] : parent.lists().as_object()) {
    const auto& items = ids.as_array();
    const auto found = std::ranges::find_if(items, [&](const Json& each) { return each.as_string() == id; });
    if (found != items.end()) return {name, static_cast<std::size_t>(found - items.begin())};
  }
  return {};
}

}  // namespace

base::Error invalid_path(std::string message, std::string_view pointer, std::string hint) {
  base::Error error{base::Code::not_found, std::move(message), base::printable(pointer, 400), std::move(hint)};
  error.label = "INVALID_PATH";
  return error;
}

std::optional<std::size_t> index_of(std::string_view token) {
  std::size_t index = 0;
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return std::nullopt;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (code != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return index;
}

Result<std::vector<std::string>> tokens_of(std::string_view pointer) {
  std::vector<std::string> out;
  if (pointer.empty()) return out;
  if (pointer.front() != '/')
    return invalid_path("a JSON Pointer begins with /", pointer, "For example /submodels/0/submodelElements/3");
  for (const std::string_view raw : base::split(pointer.substr(1), '/')) {
    std::string token;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '~') {
        token += raw[i];
        continue;
      }
      const char next = i + 1 < raw.size() ? raw[++i] : '\0';
      if (next != '0' && next != '1') return invalid_path("in a JSON Pointer ~ is written ~0 and / is ~1", pointer);
      token += next == '0' ? '~' : '/';
    }
    out.push_back(std::move(token));
  }
  return out;
}

std::string escaped(std::string_view token) {
  std::string out;
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

Result<Place> place_of(const Nodes& nodes, std::string_view pointer) {
  const std::vector<std::string> tokens = TRY(tokens_of(pointer));
  Place place{nodes.root(), {}};
  if (!place.node) return invalid_path("no document is open", pointer);
  std::size_t at = 0;
  while (at < tokens.size()) {
    const Json* list = place.node.list(tokens[at]);
    if (list == nullptr) break;
    const bool last = at + 2 >= tokens.size();
    const auto index = at + 1 < tokens.size() ? index_of(tokens[at + 1]) : std::nullopt;
    const bool there = index && *index < list->size();
    if (!there && !last)
      return invalid_path("there is no item " + quoted(tokens[at + 1]) + " in " + quoted(tokens[at]), pointer,
                          items_hint(nodes, *list));
    if (!there) {
      place.in_list = true;
      break;
    }
    Node next = nodes.find(list->as_array()[*index].as_string());
    if (!next) return invalid_path("what the pointer leads to may not be read", pointer);
    place.node = std::move(next);
    at += 2;
  }
  place.rest.assign(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.end());
  return place;
}

Result<Json> value_at(const Nodes& nodes, std::string_view pointer) {
  const Place place = TRY(place_of(nodes, pointer));
  if (place.is_node()) return put_together(nodes, place.node);
  if (!place.in_list) return member_at(place, pointer);
  const Json& ids = *place.node.list(place.rest.front());
  if (place.rest.size() == 1) return list_value(nodes, ids);
  return invalid_path("there is no item " + quoted(place.rest[1]) + " in " + quoted(place.rest[0]), pointer,
                      items_hint(nodes, ids));
}

Result<Node> node_at(const Nodes& nodes, std::string_view pointer) {
  Place place = TRY(place_of(nodes, pointer));
  if (place.is_node()) return std::move(place.node);
  if (place.in_list && place.rest.size() == 2)
    return invalid_path("there is no item " + quoted(place.rest[1]) + " in " + quoted(place.rest[0]), pointer,
                        items_hint(nodes, *place.node.list(place.rest.front())));
  return invalid_path("the pointer leads to no element", pointer,
                      "An element's pointer ends in its index, as " + pointer_of(nodes, place.node) + " does.");
}

std::string pointer_of(const Nodes& nodes, const Node& node) {
  std::string out;
  for (Node at = node; at && at.id() != root_id;) {
    Node parent = nodes.find(at.parent());
    if (!parent) break;
    const auto [name, index] = position_of(parent, at.id());
    out.insert(0, "/" + escaped(name) + "/" + std::to_string(index));
    at = std::move(parent);
  }
  return out;
}

std::string path_of(const Nodes& nodes, const Node& node) {
  std::string out;
  for (Node at = node; at && at.id() != root_id;) {
    Node parent = nodes.find(at.parent());
    std::string name(at.id_short());
    if (name.empty() && parent) {
      const std::size_t index = position_of(parent, at.id()).second;
      name = parent.id() == root_id ? std::string(at.members().text("id", at.model_type()))
                                    : "[" + std::to_string(index) + "]";
    }
    out = out.empty() ? name : name + (out.starts_with('[') ? "" : "/") + out;
    at = std::move(parent);
  }
  return out;
}

}  // namespace aas::engine
