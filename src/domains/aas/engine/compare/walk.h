// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/compare/differences.h"
#include "domains/aas/engine/compare/list_steps.h"

// Two documents walked side by side.
namespace aas::engine {

// An element that one document has and the other has not, in a list that both have.
struct Loose {
  const Json* element = nullptr;
  std::string list;       // the pointer to the list, in the earlier document
  std::size_t index = 0;  // its place there; of a new one, where it would have to stand
  std::string where;
};

class Walk {
 public:
  void documents(const Json& from, const Json& to);

  std::vector<Difference> found;
  std::vector<Loose> gone, come;

 private:
  // Where both are. The pointer is of the later document's place in the sequence of operations.
  struct Spot {
    std::string pointer, old_pointer, where;
    bool is_node = false;
    std::string_view model_type = {};
    const Json* element = nullptr;  // the node that it is in
  };
  void members(const Json& from, const Json& to, const Spot& at);
  void member(std::string_view name, const Json& old, const Json& now, const Spot& at);
  void inner(const Json& old, const Json& now, const Spot& at);
  void node_list(const Json& old, const Json& now, const Spot& at);
  void list(const Json::Array& old, const Json::Array& now, const Spot& at);
  void step(const ListStep& step, const Json::Array& old, const Json::Array& now, const Spot& at);
  void note_loose(const Json::Array& old, const Json::Array& now, const std::vector<Match>& matches, const Spot& at);
  void item(const Json& old, const Json& now, const Spot& at);
  void say(Patch patch, const Spot& at, std::string where);
  void replace(const Json& old, const Json& now, const Spot& at);

  static Spot member_of(const Spot& at, std::string_view name);
  static Spot item_of(const Spot& at, const Json& value, std::size_t index, std::size_t old_index);
};

}  // namespace aas::engine
