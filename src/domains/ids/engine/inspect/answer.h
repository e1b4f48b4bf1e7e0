// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "base/json.h"
#include "base/result.h"
#include "domains/ids/engine/facets/model_facts.h"
#include "domains/ids/engine/inspect/inspect.h"

// How an answer is kept small. Inner to engine/inspect.
namespace ids::engine {

inline constexpr std::size_t answer_bytes = 24'000;
inline constexpr std::size_t name_bytes = 120, value_bytes = 80, long_value_bytes = 400;

// Bytes that an answer has left.
class Room {
 public:
  bool admits(const base::Json& item) { return admits(item.dump().size() + 1); }
  bool admits(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_ = answer_bytes;
};

// Puts show(item) of as many items as there is room for, `most` at the most, and the number of the others.
template <class Items, class Show>
void put_list(base::Json& out, const std::string& name, const Items& items, std::size_t most, Room& room, Show show) {
  base::Json list = base::Json::array();
  for (const auto& item : items) {
    if (list.size() == most) break;
    base::Json shown = show(item);
    if (!room.admits(shown)) break;
    list.push_back(std::move(shown));
  }
  const std::size_t left = items.size() - list.size();
  if (!list.empty()) out.set(name, std::move(list));
  if (left > 0) out.set("more_" + name, left);
}

base::Json value_json(const ModelValue& value, std::size_t max_bytes);
std::string short_name(std::string_view name);
std::string class_of(const ModelFacts& facts, Index record);  // "IFCWALL"
std::string id_of(const ModelFacts& facts, Index record);     // "#12"

// The three answers.
base::Json model_answer(const ModelFacts& facts);
base::Result<base::Json> class_answer(const ModelFacts& facts, const InspectCall& call);
base::Json element_answer(const ModelFacts& facts, Index record, const InspectCall& call);

}  // namespace ids::engine
