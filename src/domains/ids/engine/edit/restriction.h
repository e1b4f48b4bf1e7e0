// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/ids/engine/document/facet_place.h"
#include "formats/ids/document.h"

// Which parameter of which facet a restriction is for, and how it joins what is there already.
namespace ids::engine {

struct RestrictionTarget {
  std::string spec_id, parameter_name, base_type;
  std::optional<std::int64_t> facet_index;
  std::optional<Location> location;
  std::optional<std::string> facet_id;
};

// Adds the xs facets to the parameter's restriction. A simple value gives way; bounds and lengths replace those of
// their name; enumerations and patterns join the others (each allows what it lists). The facet is the one that the
// target names; else `last`, the one that was added last, if it has the parameter; else the last one that has. `kind`
// is enumeration, pattern, bounds or length. Gives the place of the facet, which is normalised and admitted.
base::Result<FacetPlace> restrict_parameter(formats::ids::Specification& specification, const RestrictionTarget& target,
                                            const std::optional<FacetPlace>& last, std::string_view kind,
                                            const std::vector<formats::ids::XsFacet>& facets,
                                            std::vector<std::string>& notes);

}  // namespace ids::engine
