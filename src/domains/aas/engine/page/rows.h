// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domains/aas/engine/templates/templates.h"
#include "domains/aas/engine/tree/node.h"

// Inner to this room: the nodes of a document in one list, as the page counts them.
namespace aas::engine {

struct Row {
  Node node;
  std::size_t parent = 0;
  std::string list;       // of the parent, in which it stands
  std::size_t index = 0;  // there
  std::string pointer;
  std::vector<std::size_t> children = {};
};

// In the order of the document; the first is the environment.
class Rows {
 public:
  explicit Rows(const Nodes& nodes);

  const std::vector<Row>& list() const { return rows_; }
  const Row& operator[](std::size_t at) const { return rows_[at]; }
  std::size_t left() const { return left_; }  // how many are not in it
  // The row that a pointer leads to or into.
  std::size_t at_pointer(std::string_view pointer) const;
  // Of the submodels, in their order.
  std::vector<std::size_t> submodels() const;
  // "Address/Phones[1]", within its submodel; "" for what is in none.
  std::string path_in_submodel(std::size_t at) const;

 private:
  void add_below(const Nodes& nodes, const Row& parent, std::size_t place, std::vector<Row>& out) const;

  std::vector<Row> rows_;
  std::size_t left_ = 0;
  std::unordered_map<std::string, std::size_t> by_pointer_;
};

// What semantic ids mean: as the document says it, else as the dictionary does.
class Meanings {
 public:
  Meanings(const Rows& rows, const Templates& known);
  // The place of a meaning in the list; 0: it has none.
  std::size_t place(std::string_view semantic_id);
  Json take() { return std::move(list_); }

 private:
  Json described(const std::string& semantic_id) const;

  const Templates& known_;
  std::unordered_map<std::string, Json> own_;
  std::unordered_map<std::string, std::size_t> places_;
  Json list_ = Json::array({Json()});
};

// A member, or what a patch sets, in words for people: lines of languages, keys of references, else its JSON.
std::string member_in_words(const Json& value, std::size_t max_bytes);

}  // namespace aas::engine
