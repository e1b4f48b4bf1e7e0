// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/document/facet_place.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/facet.h"

namespace ids::tools::remove_facet {

namespace {

struct Args : FacetTarget {
  static constexpr auto fields = target_fields();
};

Result<Change> plan(const Args& args, const View& view) {
  auto kept = TRY(specification_of(view, args.spec_id));
  auto& specification = kept.specification;
  const auto place = TRY(engine::find_facet(specification, args.facet_id, args.location, args.facet_index));
  auto& facets = engine::facets_at(specification, place.location);
  const FacetOut out = facet_out("removed", specification, place);
  facets.erase(facets.begin() + static_cast<std::ptrdiff_t>(place.index));
  kept.last_added.reset();
  return save(kept, "Remove from " + base::printable(out.spec_id, 100) + ": " + base::printable(out.description, 200),
              tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>({.name = "remove_facet",
                                       .title = "Remove a facet",
                                       .doc = "Removes a facet from a specification; undo brings it back.",
                                       .needs = Permission::modify,
                                       .by_default = false,
                                       .destroys = true},
                                      plan);
}

}  // namespace ids::tools::remove_facet
