// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/facet.h"

#include <utility>

#include "base/text.h"
#include "domains/ids/engine/check/check.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/facet_rules.h"
#include "domains/ids/engine/edit/meant.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools {

FacetOut facet_out(std::string status, const doc::Specification& specification, const FacetPlace& place,
                   std::vector<std::string> warnings) {
  const auto& facet = engine::facets_at(specification, place.location)[place.index];
  FacetOut out;
  out.status = std::move(status);
  out.facet_type = doc::kind(facet);
  out.spec_id = place.spec_id;
  out.facet_id = place.id();
  out.facet_index = static_cast<std::int64_t>(place.index);
  out.description = engine::describe(facet, place.location == Location::requirements);
  out.warnings = std::move(warnings);
  return out;
}

Result<Change> add_facet(const View& view, std::string_view wanted, Location location, doc::Facet facet,
                         std::vector<std::string> notes) {
  auto kept = TRY(specification_of(view, wanted));
  auto& specification = kept.specification;
  engine::choose_standard_sets(facet, specification, notes);
  TRY(engine::normalise(facet, location, specification.ifc_versions, notes));
  auto& facets = engine::facets_at(specification, location);
  facets.push_back(std::move(facet));
  if (location == Location::requirements) specification.has_requirements = true;
  const FacetPlace place{engine::spec_id(specification), location, facets.size() - 1};
  TRY(engine::admit(specification, location, place.index, notes));
  kept.last_added = place;
  const FacetOut out = facet_out("added", specification, place, std::move(notes));
  std::string summary = "Add to " + base::printable(out.spec_id, 100) + ": " + base::printable(out.description, 200);
  return save(kept, std::move(summary), tool::encode(out));
}

}  // namespace ids::tools
