// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/tree/pointer.h"

// Looking at a document: its tree, one element, all that match.
namespace aas::engine {

// What is wanted; what is empty means any.
struct Wanted {
  std::vector<std::string> model_types = {};
  std::string semantic_id = {};  // any key of the semanticId or of a supplemental one, whole
  std::string id_short = {};     // whole, in either case
  std::string text = {};         // part of idShort, id, value, description or display name, in either case
  std::string value = {};        // the whole value, as value_in_words() has it
  bool anything() const;
};
bool matches(const Json& members, const Wanted& wanted);

struct Structure {
  Json tree;                          // [brief and "items": […]]
  std::size_t shown = 0, below = 0;   // nodes in the tree; those that match or lie deeper than it goes
  std::vector<std::size_t> by_depth;  // how many a tree of depth 1, 2, … would have
};
// The tree below `at`, `depth` steps deep; with a filter only what matches and what leads there. Concept descriptions
// only with a filter.
Structure structure_of(const Nodes& nodes, const Node& at, std::size_t depth, const Wanted& filter);

struct Found {
  Json items;  // [brief and "where": "Nameplate/Address"]
  std::size_t total = 0;
};
// All that match, in the order of the document: `limit` of them from `from` on.
Found search(const Nodes& nodes, const Wanted& wanted, std::size_t from, std::size_t limit);

// The semanticId explained by what the document itself says of it: {id, idShort?, preferredName?, unit?, dataType?,
// definition?}; null where it has no such concept description.
Json concept_in(const Nodes& nodes, std::string_view id);
// The same of one concept description.
Json concept_of(const Json& description);

}  // namespace aas::engine
