// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "formats/aas/located.h"

namespace formats::aas {

// Where the values of a JSON text stand, as base::parse_json gives them. The text must be one that it accepts; anything
// else fails or is located somehow, within its bounds.
base::Result<Located> locate_json(std::string_view text);

}  // namespace formats::aas
