// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "domains/ids/tools/facet_args.h"

namespace ids::tools {

namespace {

struct Args : FacetTarget {
  std::optional<std::int64_t> position;
  std::optional<Location> to_location;
  std::optional<std::string> to_spec_id;
  static constexpr auto fields = std::tuple_cat(
      target_fields(),
      tool::fields(tool::field("position", &Args::position, "Where it shall stand, from 0; without it at the end.",
                               {.minimum = 0}),
                   tool::field("to_location", &Args::to_location, "The other location, if it shall change."),
                   tool::field("to_spec_id", &Args::to_spec_id, "Another specification, if it shall go there.")));
};

Result<Change> plan(const Args& args, const View& view) {
  auto document = TRY(document_of(view));
  const std::size_t from_index = TRY(find_specification(document, args.spec_id));
  const std::size_t to_index = TRY(find_specification(document, args.to_spec_id.value_or(args.spec_id)));
  auto& from = document.specifications[from_index];
  const auto place = TRY(find_facet(from, args.facet_id, args.location, args.facet_index));
  auto& source = facets_at(from, place.location);
  doc::Facet facet = std::move(source[place.index]);
  source.erase(source.begin() + static_cast<std::ptrdiff_t>(place.index));
  auto& to = document.specifications[to_index];
  const Location location = args.to_location.value_or(place.location);
  auto& target = facets_at(to, location);
  if (location == Location::requirements) to.has_requirements = true;
  const std::size_t end = target.size();
  const std::size_t at = args.position ? std::min(static_cast<std::size_t>(*args.position), end) : end;
  target.insert(target.begin() + static_cast<std::ptrdiff_t>(at), std::move(facet));
  std::vector<std::string> notes;
  TRY(normalise(target[at], location, to.ifc_versions, notes));
  TRY(admit(to, location, at, notes));
  const FacetOut out = facet_out("moved", to, {spec_id(to), location, at}, std::move(notes));
  return save(document, "Move in " + base::printable(out.spec_id, 100) + ": " + base::printable(out.description, 200),
              tool::encode(out));
}

}  // namespace

Tool move_facet_tool() {
  return tool::change<Args, FacetOut>({.name = "move_facet",
                                       .title = "Move a facet",
                                       .doc = "Moves a facet within its specification, between applicability and "
                                              "requirements, or to another specification.",
                                       .needs = Permission::modify,
                                       .by_default = false},
                                      plan);
}

}  // namespace ids::tools
