// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/ids/engine/document/facet_place.h"
#include "formats/ids/document.h"

// The rules of a specification's own attributes, and of one that is added whole.
namespace ids::engine {

enum class Occurrence : std::uint8_t { required, optional, prohibited };
constexpr auto enum_names(Occurrence) {
  return std::to_array<std::string_view>({"required", "optional", "prohibited"});
}
// The cardinality attribute of a facet as the document keeps it: only requirements have one.
std::string cardinality_text(Location location, Occurrence occurrence);

// Numbers or texts as the seed takes them. IDS has three pairs: 0..unbounded optional, 1..unbounded required,
// 0..0 prohibited; anything else is refused with these.
base::Result<void> set_occurs(formats::ids::Specification& specification, const base::Json& min_occurs,
                              const base::Json& max_occurs);
// The same by name.
void set_occurs(formats::ids::Specification& specification, Occurrence occurrence);

// As ids.xsd spells them; given in that way or as a release (IFC4X3), in any case. No version, or one that IDS does not
// know, is an error.
base::Result<std::vector<std::string>> ifc_versions(const std::vector<std::string>& names);

// One that comes whole, from JSON, a template or a table: its attributes checked, each facet normalised and admitted
// like one that is added alone. Gives everything that is wrong, each error with its place:
// "requirements[1].cardinality".
std::vector<base::Error> prepare(formats::ids::Specification& specification, std::vector<std::string>& notes);

}  // namespace ids::engine
