// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "formats/ids/document.h"

// Whether a change asks for more, where that can be told. Pure.
namespace ids::engine {

enum class ValueChange : std::uint8_t { none, narrower, wider, unknown };
// Lists by their items, bounds and lengths by their ends; everything else (patterns, mixtures) is unknown.
ValueChange value_change(const std::optional<formats::ids::IdsValue>& before,
                         const std::optional<formats::ids::IdsValue>& after);
bool occurrence_stricter(std::optional<formats::ids::Cardinality> before,
                         std::optional<formats::ids::Cardinality> after);

}  // namespace ids::engine
