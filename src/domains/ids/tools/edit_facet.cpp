// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "base/text.h"
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/engine/document/facet_place.h"
#include "domains/ids/engine/edit/facet_rules.h"
#include "domains/ids/engine/edit/meant.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/facet.h"

namespace ids::tools::edit_facet {

namespace {

struct Args : FacetTarget {
  Json changes = Json::object();
  static constexpr auto fields = std::tuple_cat(
      target_fields(),
      tool::fields(
          tool::field("changes", &Args::changes,
                      "The members to set, as get_specification shows them under `facet`: {\"value\": {\"base\": "
                      "\"xs:string\", \"enumeration\": [\"A\"]}, \"cardinality\": \"optional\"}; null removes one.")));
};

// RFC 7396, one level deep: values are replaced whole.
Result<Json> merged(Json facet, const Json& changes) {
  if (!changes.is_object() || changes.empty()) {
    return fail(Code::wrong_type, "`changes` must be an object with the members to set.", "changes");
  }
  for (const auto& [key, value] : changes.as_object()) {
    if (key == "type" && value != *facet.find("type")) {
      return fail(Code::constraint, "A facet cannot become one of another kind.", "changes.type",
                  "Remove it and add the other.");
    }
    if (value.is_null()) {
      facet.erase(key);
    } else {
      facet.set(key, value);
    }
  }
  return facet;
}

Result<Change> plan(const Args& args, const View& view) {
  auto kept = TRY(specification_of(view, args.spec_id));
  auto& specification = kept.specification;
  const auto place = TRY(engine::find_facet(specification, args.facet_id, args.location, args.facet_index));
  auto& facet = engine::facets_at(specification, place.location)[place.index];
  const Json wanted = TRY(merged(engine::to_json(facet), args.changes));
  facet = TRY(engine::facet_from_json(wanted, "changes"));
  std::vector<std::string> notes;
  engine::choose_standard_sets(facet, specification, notes);
  TRY(engine::normalise(facet, place.location, specification.ifc_versions, notes));
  TRY(engine::admit(specification, place.location, place.index, notes));
  const FacetOut out = facet_out("changed", specification, place, std::move(notes));
  std::string summary = "Change in " + base::printable(out.spec_id, 100) + ": " + base::printable(out.description, 200);
  return save(kept, std::move(summary), tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>({.name = "edit_facet",
                                       .title = "Change a facet",
                                       .doc = "Changes members of a facet: names, data type, value or restriction, "
                                              "cardinality, instructions. What is not named stays.",
                                       .needs = Permission::modify,
                                       .by_default = false,
                                       .destroys = true},
                                      plan);
}

}  // namespace ids::tools::edit_facet
