// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace formats::idf {

// What a gzip stream (RFC 1952) holds: schemas and lists of EnergyPlus come packed. Fails on what is not one, and above
// the limit.
base::Result<std::string> gunzip(std::string_view packed, std::size_t max_bytes);
// The same part by part, so that the whole need not be held.
using Parts = std::function<void(std::string_view part)>;
base::Result<void> gunzip(std::string_view packed, std::size_t max_bytes, const Parts& parts);
// How large a stream says that it is when unpacked, modulo 4 GiB: a hint, which may lie.
std::size_t unpacked_size(std::string_view packed);

}  // namespace formats::idf
