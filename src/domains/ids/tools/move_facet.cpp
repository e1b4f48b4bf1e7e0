// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "domains/ids/engine/document/facet_place.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/facet_rules.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/facet.h"

namespace ids::tools::move_facet {

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
  const Order order = order_of(view);
  auto from = TRY(specification_of(view, order, args.spec_id));
  const auto place = TRY(engine::find_facet(from.specification, args.facet_id, args.location, args.facet_index));
  auto& source = engine::facets_at(from.specification, place.location);
  doc::Facet facet = std::move(source[place.index]);
  source.erase(source.begin() + static_cast<std::ptrdiff_t>(place.index));
  from.last_added.reset();
  auto to = args.to_spec_id ? TRY(specification_of(view, order, *args.to_spec_id)) : from;
  if (to.id == from.id) to = from;
  const Location location = args.to_location.value_or(place.location);
  auto& target = engine::facets_at(to.specification, location);
  if (location == Location::requirements) to.specification.has_requirements = true;
  const std::size_t end = target.size();
  const std::size_t at = args.position ? std::min(static_cast<std::size_t>(*args.position), end) : end;
  target.insert(target.begin() + static_cast<std::ptrdiff_t>(at), std::move(facet));
  std::vector<std::string> notes;
  TRY(engine::normalise(target[at], location, to.specification.ifc_versions, notes));
  TRY(engine::admit(to.specification, location, at, notes));
  const FacetPlace now{engine::spec_id(to.specification), location, at};
  const FacetOut out = facet_out("moved", to.specification, now, std::move(notes));
  std::string summary = "Move in " + base::printable(out.spec_id, 100) + ": " + base::printable(out.description, 200);
  Change change = TRY(save(to, std::move(summary), tool::encode(out)));
  if (to.id != from.id) put(change, from);
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>({.name = "move_facet",
                                       .title = "Move a facet",
                                       .doc = "Moves a facet within its specification, between applicability and "
                                              "requirements, or to another specification.",
                                       .needs = Permission::modify,
                                       .by_default = false},
                                      plan);
}

}  // namespace ids::tools::move_facet
