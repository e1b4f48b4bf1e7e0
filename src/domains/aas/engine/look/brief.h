// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domains/aas/engine/tree/node.h"

// An element in a line, for people and for models that read many of them.
namespace aas::engine {

// The value of the last key of a Reference: how a meaning is named. "" for what is no Reference.
std::string_view last_key(const Json* reference);
// The same of an element's semanticId.
std::string_view semantic_id_of(const Json& members);

// What an element's value is: "12", "en: Pump; de: Pumpe", "1 … 5", a path, "2,048 bytes". "" for what has none. Cut to
// so many bytes.
std::string value_in_words(const Json& members, std::size_t max_bytes = 120);

// What a value is before and after: `"2022" → "2023"`, `nothing → Property City = Ulm`. Absent: nothing is there.
std::string change_in_words(const std::optional<Json>& before, const std::optional<Json>& after);

// {path, idShort?, modelType, id?, semanticId?, valueType?, value?, children?: how many}.
Json brief(const Node& node, std::string_view pointer);

}  // namespace aas::engine
