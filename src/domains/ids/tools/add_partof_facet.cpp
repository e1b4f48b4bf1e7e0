// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/parts/facet.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::add_partof_facet {

namespace {

struct Args {
  std::string spec_id;
  Location location{};
  std::optional<std::string> relation;
  std::string parent_entity;
  std::optional<std::string> parent_predefined_type, instructions;
  Occurrence cardinality = Occurrence::required;
  static constexpr auto fields = tool::fields(
      tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
      tool::field("location", &Args::location, "Which elements, or what is asked of them."),
      tool::field("relation", &Args::relation,
                  "IFCRELAGGREGATES, IFCRELASSIGNSTOGROUP, IFCRELCONTAINEDINSPATIALSTRUCTURE, IFCRELNESTS or "
                  "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT; default: any.",
                  {.max_length = 200}),
      tool::field("parent_entity", &Args::parent_entity, "Class of the whole, for example IFCSPACE.",
                  {.min_length = 1, .max_length = 200}),
      tool::field("parent_predefined_type", &Args::parent_predefined_type, "Of the whole.", {.max_length = 1000}),
      tool::field("instructions", &Args::instructions, "How to fulfil it.", {.max_length = 10000}),
      tool::with_default("cardinality", &Args::cardinality, "Of a requirement; not optional."));
};

Result<Change> plan(const Args& args, const View& view) {
  doc::PartOfFacet facet;
  facet.relation = args.relation;
  facet.entity.name = args.parent_entity;
  if (args.parent_predefined_type && !args.parent_predefined_type->empty()) {
    facet.entity.predefined_type = *args.parent_predefined_type;
  }
  facet.cardinality = engine::cardinality_text(args.location, args.cardinality);
  facet.instructions = args.instructions.value_or("");
  return add_facet(view, args.spec_id, args.location, std::move(facet));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>({.name = "add_partof_facet",
                                       .title = "Add a partOf facet",
                                       .doc = "Adds a partOf facet: elements belong to something by a relation.",
                                       .needs = Permission::create},
                                      plan);
}

}  // namespace ids::tools::add_partof_facet
