// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace formats::idf {

// The members of the JSON object that a text is: names as written (schemas have no escapes in them) and the texts of
// the values, which are not looked into. One pass, some gigabyte a second. nullopt: not an object whose brackets match.
std::optional<std::vector<std::pair<std::string_view, std::string_view>>> members_of(std::string_view text);

}  // namespace formats::idf
