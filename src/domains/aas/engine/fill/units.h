// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

// Numbers from one unit to another.
namespace aas::engine {

// A number as a table has it: "1.5", "1,5", "1 234,5", "1,234.5". A single comma or point is a decimal sign, unless
// `decimal` says which one is. nullopt for what is no number, or can be read in two ways.
std::optional<std::string> plain_number(std::string_view text, char decimal = '\0');

// The number in another unit, as a decimal text without rounding beyond what a double holds: 12.5 "g" is 0.0125 "kg".
// Units that differ in an SI prefix only, minutes, hours and days, inches and feet, °C and K. nullopt: there is no
// telling.
std::optional<std::string> converted(std::string_view number, std::string_view from, std::string_view to);

}  // namespace aas::engine
