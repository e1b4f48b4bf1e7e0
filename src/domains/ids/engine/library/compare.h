// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "formats/ids/document.h"

// What differs between two IDS documents, told the way their authors think: specifications are matched by identifier,
// then by name, then by likeness; facets by what they ask about. Pure.
namespace ids::engine {

struct Difference {
  enum class Kind : std::uint8_t { added, removed, changed, moved } kind = Kind::changed;
  std::string specification;  // identifier or name; empty: the document's own information
  std::string place;          // "requirements: FireRating in Pset_WallCommon", "name", "title"
  std::string before, after;  // in words; empty where there is none
  bool stricter = false;      // the change asks for more than before (where that can be told)
};
std::vector<Difference> compare(const formats::ids::Document& before, const formats::ids::Document& after);
std::string compare_text(const std::vector<Difference>& differences, bool colour);
base::Json compare_json(const std::vector<Difference>& differences);

}  // namespace ids::engine
