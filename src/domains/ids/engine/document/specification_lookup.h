// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/ids/document.h"

// How calls name a specification, and how it is found by that name.
namespace ids::engine {

// Both empty: it is not to be found by name.
struct SpecificationName {
  std::string_view identifier, name;
};
// The identifier, else the name.
std::string spec_id(SpecificationName specification);
std::string spec_id(const formats::ids::Specification& specification);

// The position of the one whose identifier is `wanted`, else whose name is, else which stands at the place that it
// tells: "#2" is the second. Fails if there is none, with the nearest or the first ten, and if several go by that
// identifier or name, with what tells them apart. The sentence for none is the seed's.
base::Result<std::size_t> find_specification(std::span<const SpecificationName> list, std::string_view wanted);
base::Result<std::size_t> find_specification(const formats::ids::Document& document, std::string_view wanted);
base::Error no_specification(std::span<const SpecificationName> list, std::string_view wanted);

}  // namespace ids::engine
