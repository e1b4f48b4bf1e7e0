// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/facet_place.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Result;
namespace doc = formats::ids;

// "requirements[0]"
std::optional<FacetPlace> place_in(std::string_view facet_id) {
  for (const auto location : {Location::applicability, Location::requirements}) {
    const std::string before = std::string(name(location)) + "[";
    if (!facet_id.starts_with(before) || !facet_id.ends_with(']')) continue;
    const std::string_view digits = facet_id.substr(before.size(), facet_id.size() - before.size() - 1);
    FacetPlace place{{}, location, 0};
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), place.index);
    if (read.ec == std::errc{} && read.ptr == digits.data() + digits.size()) return place;
  }
  return std::nullopt;
}

Result<FacetPlace> place_named(const std::string& facet_id, std::optional<Location> location,
                               std::optional<std::int64_t> index) {
  auto place = place_in(facet_id);
  if (!place) {
    return fail(Code::out_of_range, "`" + base::printable(facet_id, 60) + "` is not a facet_id.", "facet_id",
                "They look like requirements[0]. The tool get_specification lists them.");
  }
  if ((location && *location != place->location) || (index && std::cmp_not_equal(*index, place->index))) {
    return fail(Code::constraint, "`facet_id` and `location` or `facet_index` name different facets.", "facet_id");
  }
  return *std::move(place);
}

Result<FacetPlace> place_meant(const std::optional<std::string>& facet_id, std::optional<Location> location,
                               std::optional<std::int64_t> index) {
  if (facet_id) return place_named(*facet_id, location, index);
  if (!index) return fail(Code::missing, "Say which facet: `facet_id`, or `location` and `facet_index`.", "facet_id");
  return FacetPlace{
      {}, location.value_or(Location::requirements), static_cast<std::size_t>(std::max<std::int64_t>(*index, 0))};
}

}  // namespace

std::string_view name(Location location) { return enum_names(location)[static_cast<std::size_t>(location)]; }

std::string FacetPlace::id() const { return std::string(name(location)) + "[" + std::to_string(index) + "]"; }

std::vector<doc::Facet>& facets_at(doc::Specification& specification, Location location) {
  return location == Location::applicability ? specification.applicability : specification.requirements;
}
const std::vector<doc::Facet>& facets_at(const doc::Specification& specification, Location location) {
  return location == Location::applicability ? specification.applicability : specification.requirements;
}

Result<FacetPlace> find_facet(const doc::Specification& specification, const std::optional<std::string>& facet_id,
                              std::optional<Location> location, std::optional<std::int64_t> index) {
  FacetPlace place = TRY(place_meant(facet_id, location, index));
  place.spec_id = spec_id(specification);
  const auto count = facets_at(specification, place.location).size();
  if (place.index < count) return place;
  return fail(
      Code::not_found, "Facet not found: " + place.id(), "facet_index",
      "The " + std::string(name(place.location)) + " of this specification has " + std::to_string(count) + " facets.");
}

}  // namespace ids::engine
