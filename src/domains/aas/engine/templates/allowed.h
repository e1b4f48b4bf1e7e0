// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

// Inner to this room: what template qualifiers allow as a value. nullopt: the rule cannot be checked.
namespace aas::engine {

// AllowedRange: "[0,100]", "(0;1]", "0..100"; an end may be missing. The value is a number.
std::optional<bool> is_in_range(std::string_view range, std::string_view value);

// AllowedValue: a regular expression for the whole value, or values separated by commas, semicolons or bars.
std::optional<bool> is_allowed(std::string_view rule, std::string_view value);

}  // namespace aas::engine
