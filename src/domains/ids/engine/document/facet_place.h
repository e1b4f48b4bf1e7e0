// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/ids/document.h"

// Where in a specification a facet stands, and how calls say it.
namespace ids::engine {

enum class Location : std::uint8_t { applicability, requirements };
constexpr auto enum_names(Location) { return std::to_array<std::string_view>({"applicability", "requirements"}); }
std::string_view name(Location location);

struct FacetPlace {
  std::string spec_id;
  Location location{};
  std::size_t index = 0;
  std::string id() const;  // "requirements[0]"
};

std::vector<formats::ids::Facet>& facets_at(formats::ids::Specification& specification, Location location);
const std::vector<formats::ids::Facet>& facets_at(const formats::ids::Specification& specification, Location location);

// Which facet of a specification a call means: `facet_id`, or `location` (requirements without it) with `index`. Fails
// if neither is given, if they name different facets, or if there is no such facet.
base::Result<FacetPlace> find_facet(const formats::ids::Specification& specification,
                                    const std::optional<std::string>& facet_id, std::optional<Location> location,
                                    std::optional<std::int64_t> index);

}  // namespace ids::engine
