// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "base/json.h"

namespace energy::engine {

// What a page reads: its first part, and others that it asks for when it needs them, so that a large model comes in
// pieces that every client passes on. Names are those of web/pages/<page>/data.ts.
struct PageData {
  base::Json main = base::Json::object();
  std::map<std::string, base::Json> parts;

  // All of it as one value, for a file: the others are its member "parts".
  base::Json file() &&;
};

// About how large a part may be, as text. Clients cut what is beyond 96 KiB.
inline constexpr std::size_t part_bytes = 60'000;
// "surfaces-0"
std::string part_name(const std::string& kind, std::size_t number);

}  // namespace energy::engine
