// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/edit/patch.h"
#include "domains/aas/engine/tree/node.h"
#include "domains/aas/engine/tree/pointer.h"
#include "domains/aas/engine/tree/tree.h"

// Operations tried on a document, one after the other, each on what those before it left. Nothing is written: the draft
// gathers which nodes would be different, and what a human is told of each operation.
namespace aas::engine {

class Draft : public Nodes {
 public:
  // `base` must outlive it.
  Draft(const Nodes& base, Mint mint) : base_(base), mint_(std::move(mint)) {}

  // RFC 6902, and fills in what the patch says of itself. "-" and a list that is not there yet are made good. Fails
  // with INVALID_PATH where the pointer leads nowhere, and CONSTRAINT_VIOLATION where a test fails; after that the
  // draft is of no use.
  Result<void> apply(Patch patch);

  // The document as it would be.
  Node find(std::string_view id) const override;

  const std::vector<Patch>& patches() const { return patches_; }
  Tier tier() const;  // of all of them the highest
  // Nodes that would be written or, without a body, go; in the order of their ids.
  using Changed = std::map<std::string, std::optional<std::shared_ptr<Json>>, std::less<>>;
  const Changed& changed() const { return changed_; }

 private:
  // A place between the items of a list.
  struct Gap {
    std::string parent, level, list;
    std::size_t index = 0;
  };

  Result<void> run(Patch& patch);
  Result<void> add(Patch& patch);
  Result<void> replace(Patch& patch);
  Result<void> remove(Patch& patch);
  Result<void> move(Patch& patch);
  Result<void> copy(Patch& patch);
  Result<void> test(const Patch& patch);

  Result<void> add_to_list(const Gap& gap, Json value, Patch& patch);
  Result<void> set_list(const Place& place, Json value, std::string_view pointer);
  Result<void> edit_members(const Place& place, std::string_view pointer, Patch::Op op, Json value);
  void put_members(const Node& node, Json members);
  void put(const std::string& id, Json body);
  void drop(const Node& node);
  Result<void> drop_children(const Node& parent, const std::string& list);
  Json& own(const std::string& id);
  void insert_node(const Gap& gap, Json value);
  void insert_nodes(const Gap& gap, Json values);
  void insert_id(const Gap& gap, const std::string& id);
  void set_ids(const Node& parent, const std::string& list, std::optional<Json> ids);
  Result<std::optional<Gap>> gap_at(const Place& place, const std::string& pointer) const;
  Result<void> move_node(const Node& node, Patch& put);
  std::string take_out(const Node& node);
  std::string unlist(const Node& node);
  void drop_if_empty(std::string_view id, const std::string& list);
  void set_level(const Node& node, const std::string& level);
  void describe(Patch& patch, std::string_view model_type_before, const Json* after) const;

  const Nodes& base_;
  Mint mint_;
  Changed changed_;
  std::vector<Patch> patches_;
  // Copies of copies double with each operation.
  static constexpr std::size_t max_copied_bytes = std::size_t{4} << 20;
  std::size_t copied_bytes_ = 0;
};

}  // namespace aas::engine
