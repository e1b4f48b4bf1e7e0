// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/aas/engine/tree/node.h"

namespace aas::engine {

// A document as it was read, with the places of its nodes: nothing is taken apart until somebody asks for it. Nodes are
// numbered in the order of the document, the root is 0. Does not change; holds the environment.
class DocumentIndex {
 public:
  static constexpr std::size_t max_nodes = 100'000;
  static constexpr std::uint32_t none = UINT32_MAX;

  // Fails where there are more than max_nodes. Ids of nodes are `prefix` and their number.
  static base::Result<DocumentIndex> of(Json environment, std::string prefix);
  DocumentIndex(DocumentIndex&&) = default;

  const Json& environment() const { return *environment_; }
  std::size_t size() const { return rows_.size(); }
  std::string id(std::uint32_t number) const;
  std::optional<std::uint32_t> number(std::string_view id) const;
  std::uint32_t parent(std::uint32_t number) const { return rows_[number].parent; }  // of the root: none
  // Where the nodes after it and all below it begin.
  std::uint32_t end(std::uint32_t number) const { return rows_[number].end; }
  // The node with all that is in it, in the standard's form.
  const Json& value(std::uint32_t number) const { return *rows_[number].value; }
  std::string_view model_type(std::uint32_t number) const;
  // The identifier of its submodel, and the number of that; "" and none for what is in none.
  std::string_view level(std::uint32_t number) const;
  std::uint32_t submodel(std::uint32_t number) const { return rows_[number].submodel; }
  // As Node has it.
  Json body(std::uint32_t number) const;

 private:
  struct Row {
    const Json* value;
    std::uint32_t parent, end, submodel;
  };
  DocumentIndex(Json environment, std::string prefix);
  bool add(const Json& value, std::uint32_t parent, std::uint32_t submodel);

  std::unique_ptr<const Json> environment_;
  std::string prefix_;
  std::vector<Row> rows_;
};

}  // namespace aas::engine
