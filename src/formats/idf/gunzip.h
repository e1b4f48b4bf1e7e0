// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace formats::idf {

// What a gzip stream (RFC 1952) holds: schemas and lists of EnergyPlus come packed. Fails on what is not one, and above
// the limit.
base::Result<std::string> gunzip(std::string_view packed, std::size_t max_bytes);

}  // namespace formats::idf
