// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/ids/document.h"

// How calls name a specification, and how it is found by that name.
namespace ids::engine {

// Its identifier, else its name.
std::string spec_id(const formats::ids::Specification& specification);

// The specification whose identifier is `wanted`, else whose name is. The sentence of the error is the seed's.
base::Result<std::size_t> find_specification(const formats::ids::Document& document, std::string_view wanted);
base::Error no_specification(std::vector<std::string> known, std::string_view wanted);

}  // namespace ids::engine
