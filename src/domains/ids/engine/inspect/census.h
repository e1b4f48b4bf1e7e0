// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/threads.h"
#include "domains/ids/engine/facets/model_facts.h"

// How many elements have which property, and what stands in it. Pure.
namespace ids::engine {

struct ValueUse {
  ModelValue value;
  std::size_t elements = 0;
};
// The most used first; equal ones by value.
bool used_more(const ValueUse& a, const ValueUse& b);

struct PropertyUse {
  std::string name;
  std::string data_type;     // of the first value that tells one: "IFCLABEL"; "" where none does
  std::string kind;          // of what IDS cannot check: "a complex property"
  std::size_t elements = 0;  // that have it, filled or not
  std::size_t filled = 0;    // where it has a value, and not an empty text: what IDS takes for there
  // Most used first, among the distinct ones that were met first. Reals to nine digits.
  std::vector<ValueUse> values;
  bool more_values = false;  // there were others
};
struct SetUse {
  std::string name;
  std::size_t elements = 0;
  std::vector<PropertyUse> properties;  // in the order in which they were met
};
struct Census {
  std::vector<SetUse> sets;  // used most first
  std::size_t counted = 0;   // elements; fewer than were given where `max_steps` were not enough
};

// Sets of the elements and of their types; what an element says overrides what its type says, property by property. A
// set that many elements share is read once. Names and texts count by their first 200 bytes. A property counted is a
// step, one read is as many as it has bytes, and a hundred. Fails when cancelled.
base::Result<Census> count_properties(const ModelFacts& facts, std::span<const Index> elements,
                                      const base::Cancel& cancel = {}, std::size_t max_steps = 200'000'000);

// By as much of it as counts.
std::string counted_name(std::string name);

// True where IDS takes the values for there: one of them is not an empty text.
bool is_filled(const std::vector<ModelFacts::Typed>& items);

}  // namespace ids::engine
