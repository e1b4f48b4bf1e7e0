// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

// A client's configuration belongs to its owner: numbers, order, indentation and line ends stay as they are.
namespace cli {

// The text with `entry` as member `name` of the object `section`, both made where they are missing. Every byte
// outside of that member is the given one. The same text where the entry is there already.
// Code::parse for what is not plain JSON (comments, names twice), and where `section` is not an object.
base::Result<std::string> with_server(std::string_view text, std::string_view section, std::string_view name,
                                      const base::Json& entry);

}  // namespace cli
