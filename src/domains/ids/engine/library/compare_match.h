// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/ids/document.h"

// Which part of one document is which of another. Near-linear in the size of both: likeness is looked up through
// shared words, never tried for all pairs.
namespace ids::engine {

struct Pairs {
  std::vector<std::optional<std::size_t>> of_before, of_after;  // the partner's index
};
// By identifier, then name, then likeness.
Pairs match_specifications(const std::vector<formats::ids::Specification>& before,
                           const std::vector<formats::ids::Specification>& after);
// By kind and what they ask about; then a property that changed its set, or the one entity.
Pairs match_facets(const std::vector<formats::ids::Facet>& before, const std::vector<formats::ids::Facet>& after);
// Indexes of `after` whose order changed: the fewest that explain the rest.
std::vector<std::size_t> moved(const std::vector<std::optional<std::size_t>>& of_after);

// What a facet asks about: "FireRating in Pset_WallCommon", "IFCWALL", "material".
std::string subject_of(const formats::ids::Facet& facet);
// With what it asks for: "FireRating in Pset_WallCommon: one of: REI30 | REI60 (IFCLABEL, required)".
std::string facet_words(const formats::ids::Facet& facet, bool requirement);

}  // namespace ids::engine
