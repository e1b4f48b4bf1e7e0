// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "formats/ifc/model.h"

// Relations of a model as compact lists. Inner to formats/ifc.
namespace formats::ifc {

// For each record that has any: the records it leads to, in the order of the file. Two flat arrays and the keys,
// sorted: a model has many records and few that stand in a relation.
class Links {
 public:
  using Pair = std::pair<Index, Index>;  // from, to
  Links() = default;
  explicit Links(std::span<const Pair> pairs);  // in the order in which they shall be found
  std::span<const Index> of(Index from) const;

 private:
  std::vector<Index> keys_, items_;
  std::vector<std::uint32_t> offsets_;  // keys_.size() + 1
};

// Reads every record of the relation's kinds once.
Links read_links(const Model& model, Relation relation);

}  // namespace formats::ifc
