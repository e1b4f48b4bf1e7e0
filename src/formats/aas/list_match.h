// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"

// Which item of a list is which after an edit.
namespace formats::aas {

struct Match {
  std::optional<std::size_t> old;  // the item it was; none: it is new
  bool in_place = false;           // in order with all others that are in place
};

// What an item of a list is known by among the others: its id or idShort, the language of a text, the name of an
// extension, the type of a qualifier. "" for what has no name.
std::string identity_of(const base::Json& item);

// One for each item of `now`. Items are the same if they are equal, else if they have the same identity, else if they
// stand at the same place among those that are known. In n log n steps.
std::vector<Match> match_items(const base::Json::Array& old, const base::Json::Array& now);

}  // namespace formats::aas
