// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/idf/schema.h"

namespace formats::idf {

// One object type from the schema's text of it; nullopt where that is broken.
std::optional<ObjectType> read_type(std::string name, std::string_view text);

}  // namespace formats::idf
