// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/json.h"

// Inner to base: the two ways in which parse_json reads a text. Pure and thread-safe.
namespace base {

// In one pass and without memory of its own, which for texts of megabytes is most of the time: what is well formed is
// a value, and all else nothing. Nothing as well for the rare number that only the other way can tell.
std::optional<Json> read_json(std::string_view text, int max_depth);

// The same by simdjson, which says what is wrong with a text.
Result<Json> judge_json(std::string_view text, const JsonLimits& limits);

// A name that an object would hold twice.
std::optional<std::string_view> repeated_name(std::span<const Json::Member> members);

}  // namespace base
