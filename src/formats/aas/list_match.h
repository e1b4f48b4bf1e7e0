// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/json.h"

// Which item of a list is which after an edit.
namespace formats::aas {

struct Match {
  std::optional<std::size_t> old;  // the item it was; none: it is new
  bool in_place = false;           // in order with all others that are in place
};

// One for each item of `now`. Items are the same if they are equal, else if they have the same id, else the same
// idShort, else if they stand at the same place among those that are known. In n log n steps.
std::vector<Match> match_items(const base::Json::Array& old, const base::Json::Array& now);

}  // namespace formats::aas
