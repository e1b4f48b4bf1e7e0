// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/look/look.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/tree.h"

namespace aas::engine {

namespace {

bool has_key(const Json* reference, std::string_view wanted) {
  const Json* keys = reference != nullptr ? reference->find("keys") : nullptr;
  if (keys == nullptr || !keys->is_array()) return false;
  return std::ranges::any_of(keys->as_array(), [&](const Json& key) { return key.text("value") == wanted; });
}

bool means(const Json& members, std::string_view wanted) {
  if (has_key(members.find("semanticId"), wanted)) return true;
  const Json* more = members.find("supplementalSemanticIds");
  if (more == nullptr || !more->is_array()) return false;
  return std::ranges::any_of(more->as_array(), [&](const Json& each) { return has_key(&each, wanted); });
}

bool contains_text(std::string_view where, std::string_view lower_text) {
  return base::lower_ascii(where).find(lower_text) != std::string::npos;
}

bool any_text(const Json* list, std::string_view lower_text) {
  if (list == nullptr || !list->is_array()) return false;
  return std::ranges::any_of(list->as_array(),
                             [&](const Json& each) { return contains_text(each.text("text"), lower_text); });
}

bool says(const Json& members, std::string_view text) {
  const std::string wanted = base::lower_ascii(text);
  constexpr std::size_t all = 1'000'000;
  return contains_text(members.text("idShort"), wanted) || contains_text(members.text("id"), wanted) ||
         contains_text(value_in_words(members, all), wanted) || any_text(members.find("description"), wanted) ||
         any_text(members.find("displayName"), wanted);
}

// One node of the tree and all that is shown below it. As deep as `depth`, which callers bound.
class Tree {
 public:
  Tree(const Nodes& nodes, std::size_t depth, const Wanted& filter)
      : nodes_(nodes), filter_(filter), filtered_(filter.anything()), depth_(depth) {}

  Structure of(const Node& at) {
    out_.by_depth.assign(10, 0);
    out_.tree = items(at, pointer_of(nodes_, at), 1);
    for (std::size_t i = 1; i < out_.by_depth.size(); ++i) out_.by_depth[i] += out_.by_depth[i - 1];
    return std::move(out_);
  }

 private:
  Json items(const Node& parent, const std::string& pointer, std::size_t level) {
    Json out = Json::array();
    for (const auto& [name, ids] : parent.lists().as_object()) {
      // A document may have thousands of them; they are counted, and shown to who asks for them.
      if (name == "conceptDescriptions" && !filtered_) continue;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const Node child = nodes_.find(ids.as_array()[i].as_string());
        if (!child) continue;
        if (level <= out_.by_depth.size()) ++out_.by_depth[level - 1];
        Json shown = item(child, pointer + "/" + escaped(name) + "/" + std::to_string(i), level);
        if (!shown.is_null()) out.push_back(std::move(shown));
      }
    }
    return out;
  }

  // Null for what neither matches nor leads to what does.
  Json item(const Node& node, const std::string& pointer, std::size_t level) {
    Json below = Json::array();
    if (level < depth_) {
      below = items(node, pointer, level + 1);
    } else {
      count_below(node, level);
    }
    if (filtered_ && below.empty() && !matches(node.members(), filter_)) return {};
    ++out_.shown;
    Json out = brief(node, pointer);
    if (!below.empty()) out.set("items", std::move(below));
    return out;
  }

  void count_below(const Node& node, std::size_t level) {
    for (const Node& child : children_of(nodes_, node)) {
      if (level < out_.by_depth.size()) ++out_.by_depth[level];
      if (!filtered_ || matches(child.members(), filter_)) ++out_.below;
      if (level < 60) count_below(child, level + 1);
    }
  }

  const Nodes& nodes_;
  const Wanted& filter_;
  bool filtered_;
  std::size_t depth_;
  Structure out_;
};

const Json* content_of(const Json& description) {
  const Json* specifications = description.find("embeddedDataSpecifications");
  if (specifications == nullptr || !specifications->is_array() || specifications->empty()) return nullptr;
  return specifications->as_array().front().find("dataSpecificationContent");
}

std::string_view first_text(const Json* list) {
  if (list == nullptr || !list->is_array() || list->empty()) return {};
  for (const Json& each : list->as_array()) {
    if (each.text("language").starts_with("en")) return each.text("text");
  }
  return list->as_array().front().text("text");
}

}  // namespace

bool Wanted::anything() const {
  return !model_types.empty() || !semantic_id.empty() || !id_short.empty() || !text.empty() || !value.empty();
}

bool matches(const Json& members, const Wanted& wanted) {
  const std::string_view type = members.text("modelType");
  if (!wanted.model_types.empty() && std::ranges::find(wanted.model_types, type) == wanted.model_types.end())
    return false;
  if (!wanted.semantic_id.empty() && !means(members, wanted.semantic_id)) return false;
  if (!wanted.id_short.empty() && !base::equals_ignoring_case(members.text("idShort"), wanted.id_short)) return false;
  constexpr std::size_t all = 1'000'000;
  if (!wanted.value.empty() && value_in_words(members, all) != wanted.value) return false;
  return wanted.text.empty() || says(members, wanted.text);
}

Structure structure_of(const Nodes& nodes, const Node& at, std::size_t depth, const Wanted& filter) {
  return Tree(nodes, depth, filter).of(at);
}

Found search(const Nodes& nodes, const Wanted& wanted, std::size_t from, std::size_t limit) {
  Found out{Json::array(), 0};
  const std::vector<Node> all = in_order(nodes, nodes.root());
  for (const Node& node : all) {
    if (node.id() == root_id || !matches(node.members(), wanted)) continue;
    const std::size_t at = out.total++;
    if (at < from || at >= from + limit) continue;
    Json item = brief(node, pointer_of(nodes, node));
    item.set("where", path_of(nodes, node));
    out.items.push_back(std::move(item));
  }
  return out;
}

Json concept_of(const Json& description) {
  Json out = Json::object({{"id", description.text("id")}});
  const auto add = [&](const char* name, std::string_view text) {
    if (!text.empty()) out.set(name, base::printable(text, 1000));
  };
  add("idShort", description.text("idShort"));
  if (const Json* content = content_of(description)) {
    add("preferredName", first_text(content->find("preferredName")));
    add("unit", content->text("unit"));
    add("dataType", content->text("dataType"));
    add("definition", first_text(content->find("definition")));
  }
  return out;
}

Json concept_in(const Nodes& nodes, std::string_view id) {
  const Json* list = nodes.root() ? nodes.root().list("conceptDescriptions") : nullptr;
  if (list == nullptr || id.empty()) return {};
  for (const Json& each : list->as_array()) {
    const Node node = nodes.find(each.as_string());
    if (node && node.members().text("id") == id) return concept_of(node.members());
  }
  return {};
}

}  // namespace aas::engine
