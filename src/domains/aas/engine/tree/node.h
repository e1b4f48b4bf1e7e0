// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/json.h"

// A document as a tree of nodes. Every shell, submodel, submodel element and concept description is a node of its own,
// so that an edit writes no more than what it changes and everything is counted in the terms of the standard.
namespace aas::engine {

using base::Json;

// The environment itself.
inline constexpr std::string_view root_id = "aas:document";

// One node: what it is, without the nodes below it. A view: cheap to copy, the body is shared and never changes.
//
// The body is {"parent": id, "level": id of its submodel, "members": {…}, "lists": {"submodelElements": [id, …]}}.
// Members are those of the standard's JSON form, in their order; where a list of nodes stands there is null, which that
// form does not know.
class Node {
 public:
  Node() = default;
  Node(std::string id, std::shared_ptr<const Json> body) : id_(std::move(id)), body_(std::move(body)) {}

  explicit operator bool() const { return body_ != nullptr; }
  const std::string& id() const { return id_; }
  const Json& body() const { return *body_; }
  const Json& members() const { return body_->at("members"); }
  const Json& lists() const { return body_->at("lists"); }
  std::string_view parent() const { return body_->text("parent"); }
  // The identifier of the submodel it belongs to; "" for what is in none.
  std::string_view level() const { return body_->text("level"); }
  // "Property"; "Environment" for the root.
  std::string_view model_type() const { return id_ == root_id ? "Environment" : members().text("modelType"); }
  std::string_view id_short() const { return members().text("idShort"); }
  // The ids of the nodes in one of its lists; nullptr where it has no such list.
  const Json* list(std::string_view name) const { return lists().find(name); }

 private:
  std::string id_;
  std::shared_ptr<const Json> body_;
};

// Where nodes are found: a workspace, or a document in memory.
class Nodes {
 public:
  virtual ~Nodes() = default;
  // An empty node where there is none.
  virtual Node find(std::string_view id) const = 0;
  Node root() const { return find(root_id); }
  // The document as a whole, in the standard's form; null where there is no root.
  virtual std::shared_ptr<const Json> whole() const;
  virtual std::size_t count() const;  // of the root and all below it
};

// Whether the member `name` of that class is a list of nodes. Of the standard's lists those of referables; an Operation
// keeps its variables, which are no referables, in itself.
bool is_node_list(std::string_view model_type, std::string_view name);
// And its value is one, as the standard has it.
bool is_list_of_nodes(std::string_view model_type, std::string_view name, const Json& value);

}  // namespace aas::engine
