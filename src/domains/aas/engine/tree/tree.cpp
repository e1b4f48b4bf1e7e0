// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/tree/tree.h"

#include <algorithm>
#include <array>
#include <utility>

namespace aas::engine {

namespace {

struct NodeList {
  std::string_view model_type, name;
};

// Part 1 of the specification, "Details of the Environment" and "Submodel Elements".
constexpr std::array node_lists{NodeList{"Environment", "assetAdministrationShells"},
                                NodeList{"Environment", "submodels"},
                                NodeList{"Environment", "conceptDescriptions"},
                                NodeList{"Submodel", "submodelElements"},
                                NodeList{"SubmodelElementCollection", "value"},
                                NodeList{"SubmodelElementList", "value"},
                                NodeList{"Entity", "statements"},
                                NodeList{"AnnotatedRelationshipElement", "annotations"}};

bool holds_objects(const Json& value) {
  return std::ranges::all_of(value.as_array(), [](const Json& item) { return item.is_object(); });
}

// Takes values apart one after the other; what is found in one waits for its turn.
class Taking {
 public:
  explicit Taking(const Mint& mint) : mint_(mint) {}

  std::vector<NewNode> from(std::string id, Json value, Under under) {
    waiting_.push_back({std::move(id), std::move(value), std::move(under)});
    while (!waiting_.empty()) {
      Waiting next = std::move(waiting_.back());
      waiting_.pop_back();
      take(std::move(next));
    }
    return std::move(out_);
  }

 private:
  struct Waiting {
    std::string id;
    Json value;
    Under under;
  };

  void take(Waiting from) {
    const bool is_root = from.id == root_id;
    const std::string model_type(is_root ? "Environment" : from.value.text("modelType"));
    if (model_type == "Submodel") from.under.level = from.value.text("id");
    const std::size_t first = waiting_.size();
    Json lists = Json::object();
    for (auto& [name, value] : from.value.as_object()) {
      if (!is_list_of_nodes(model_type, name, value)) continue;
      lists.set(name, children(std::exchange(value, Json()), from.id, from.under.level));
    }
    // The last to come is the first to go on: so the nodes come out in the order of the document.
    std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(first), waiting_.end());
    out_.push_back({std::move(from.id), Json::object({{"parent", std::move(from.under.parent)},
                                                      {"level", std::move(from.under.level)},
                                                      {"members", std::move(from.value)},
                                                      {"lists", std::move(lists)}})});
  }

  Json children(Json values, const std::string& parent, const std::string& level) {
    Json ids = Json::array();
    for (Json& value : values.as_array()) {
      waiting_.push_back({mint_(), std::move(value), {parent, level}});
      ids.push_back(waiting_.back().id);
    }
    return ids;
  }

  const Mint& mint_;
  std::vector<Waiting> waiting_;
  std::vector<NewNode> out_;
};

}  // namespace

bool is_node_list(std::string_view model_type, std::string_view name) {
  return std::ranges::any_of(node_lists,
                             [&](const NodeList& each) { return each.model_type == model_type && each.name == name; });
}

bool is_list_of_nodes(std::string_view model_type, std::string_view name, const Json& value) {
  return value.is_array() && is_node_list(model_type, name) && holds_objects(value);
}

std::shared_ptr<const Json> Nodes::whole() const {
  const Node node = root();
  return node ? std::make_shared<const Json>(put_together(*this, node)) : nullptr;
}

std::size_t Nodes::count() const {
  const Node node = root();
  return node ? with_all_below(*this, node).size() : 0;
}

std::vector<NewNode> taken_apart(Json environment, const Mint& mint) {
  return Taking(mint).from(std::string(root_id), std::move(environment), {});
}

std::vector<NewNode> taken_apart(Json value, const Under& under, const Mint& mint) {
  return Taking(mint).from(mint(), std::move(value), under);
}

// As deep as the document, which the reader bounds.
Json put_together(const Nodes& nodes, const Node& node) {
  Json value = node.members();
  for (const auto& [name, ids] : node.lists().as_object()) {
    Json& list = value[name];
    list = Json::array();
    for (const Json& id : ids.as_array()) {
      const Node child = nodes.find(id.as_string());
      if (child) list.push_back(put_together(nodes, child));
    }
  }
  return value;
}

std::vector<Node> with_all_below(const Nodes& nodes, const Node& node) {
  std::vector<Node> out{node};
  for (std::size_t at = 0; at < out.size(); ++at) {
    const Node each = out[at];
    for (const auto& [name, ids] : each.lists().as_object()) {
      for (const Json& id : ids.as_array()) {
        if (Node child = nodes.find(id.as_string())) out.push_back(std::move(child));
      }
    }
  }
  return out;
}

std::vector<Node> in_order(const Nodes& nodes, const Node& node) {
  std::vector<Node> out, waiting{node};
  while (!waiting.empty()) {
    out.push_back(std::move(waiting.back()));
    waiting.pop_back();
    const std::size_t first = waiting.size();
    for (const auto& [name, ids] : out.back().lists().as_object()) {
      for (const Json& id : ids.as_array()) {
        if (Node child = nodes.find(id.as_string())) waiting.push_back(std::move(child));
      }
    }
    std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end());
  }
  return out;
}

}  // namespace aas::engine
