// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/json.h"
#include "domains/aas/engine/tree/node.h"

// Names of places while two documents are walked side by side.
namespace aas::engine {

// The environment itself has no modelType, or says what it likes.
inline constexpr std::string_view environment_type = "Environment";

inline bool holds_objects(const base::Json& value) {
  return value.is_array() &&
         std::ranges::all_of(value.as_array(), [](const base::Json& item) { return item.is_object(); });
}

// An item of a list as path_of() names it: by its idShort, at the top by its id, else by its place.
std::string item_name(const base::Json& item, std::size_t index, bool at_top);
// "Nameplate" and "Year", or "Phones" and "[0]".
std::string joined(std::string_view where, std::string_view name);

}  // namespace aas::engine
