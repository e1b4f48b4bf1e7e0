// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/facet.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::add_entity_facet {

namespace {

struct Args {
  std::string spec_id;
  Location location{};
  std::string entity_name;
  std::optional<std::string> predefined_type;
  Occurrence cardinality = Occurrence::required;
  static constexpr auto fields = tool::fields(
      tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
      tool::field("location", &Args::location, "Which elements, or what is asked of them."),
      tool::field("entity_name", &Args::entity_name, "For example IFCWALL.", {.min_length = 1, .max_length = 200}),
      tool::field("predefined_type", &Args::predefined_type, "For example SOLIDWALL.", {.max_length = 1000}),
      tool::with_default("cardinality", &Args::cardinality, "Always required in IDS 1.0."));
};

Result<Change> plan(const Args& args, const View& view) {
  if (args.location == Location::requirements && args.cardinality != Occurrence::required) {
    return fail(Code::out_of_range, "An entity facet is always required (IDS 1.0).", "cardinality",
                "To forbid a class, make a specification that applies to it with max_occurs 0.");
  }
  doc::EntityFacet facet;
  facet.name = args.entity_name;
  if (args.predefined_type && !args.predefined_type->empty()) facet.predefined_type = *args.predefined_type;
  std::vector<std::string> notes;
  if (args.cardinality != Occurrence::required) {
    notes.emplace_back("Facets of the applicability have no cardinality; an applicability facet always selects.");
  }
  return add_facet(view, args.spec_id, args.location, std::move(facet), std::move(notes));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>(
      {.name = "add_entity_facet",
       .title = "Add an entity facet",
       .doc = "Adds an entity facet: which IFC class elements have. Several classes: add_enumeration_restriction on "
              "`name`.",
       .needs = Permission::create},
      plan);
}

}  // namespace ids::tools::add_entity_facet
