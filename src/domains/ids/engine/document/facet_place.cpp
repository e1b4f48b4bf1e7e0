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
  FacetPlace place{spec_id(specification), location.value_or(Location::requirements), 0};
  if (facet_id) {
    const auto open = facet_id->find('[');
    const bool applicability = facet_id->starts_with("applicability[");
    std::size_t number = 0;
    const char* begin = facet_id->data() + std::min(open + 1, facet_id->size());
    const auto read = std::from_chars(begin, facet_id->data() + facet_id->size(), number);
    const bool good = open != std::string::npos && (applicability || facet_id->starts_with("requirements[")) &&
                      read.ec == std::errc{} && std::string_view(read.ptr) == "]";
    if (!good) {
      return fail(Code::out_of_range, "`" + base::printable(*facet_id, 60) + "` is no facet_id.", "facet_id",
                  "They look like requirements[0]; get_specification lists them.");
    }
    place.location = applicability ? Location::applicability : Location::requirements;
    place.index = number;
    if ((location && *location != place.location) || (index && std::cmp_not_equal(*index, number))) {
      return fail(Code::constraint, "`facet_id` and `location` or `facet_index` name different facets.", "facet_id");
    }
  } else if (index) {
    place.index = static_cast<std::size_t>(std::max<std::int64_t>(*index, 0));
  } else {
    return fail(Code::missing, "Say which facet: `facet_id`, or `location` and `facet_index`.", "facet_id");
  }
  const auto count = facets_at(specification, place.location).size();
  if (place.index < count) return place;
  return fail(
      Code::not_found, "Facet not found: " + place.id(), "facet_index",
      "The " + std::string(name(place.location)) + " of this specification has " + std::to_string(count) + " facets.");
}

}  // namespace ids::engine
