// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/parts/facet.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::add_material_facet {

namespace {

struct Args {
  std::string spec_id;
  Location location{};
  std::optional<Json> material_value;
  std::optional<std::string> uri, instructions;
  Occurrence cardinality = Occurrence::required;
  static constexpr auto fields =
      tool::fields(tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
                   tool::field("location", &Args::location, "Which elements, or what is asked of them."),
                   tool::field("material_value", &Args::material_value, "Name or category; default: any."),
                   tool::field("uri", &Args::uri, "Of the material in a data dictionary.", {.max_length = 2000}),
                   tool::field("instructions", &Args::instructions, "How to fulfil it.", {.max_length = 10000}),
                   tool::with_default("cardinality", &Args::cardinality, "Of a requirement."));
};

Result<Change> plan(const Args& args, const View& view) {
  doc::MaterialFacet facet;
  if (args.material_value) facet.value = TRY(engine::value_from_json(*args.material_value, "material_value"));
  facet.uri = args.uri;
  facet.cardinality = engine::cardinality_text(args.location, args.cardinality);
  facet.instructions = args.instructions.value_or("");
  return add_facet(view, args.spec_id, args.location, std::move(facet));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>(
      {.name = "add_material_facet",
       .title = "Add a material facet",
       .doc = "Adds a material facet: elements have a material with this name or category.",
       .needs = Permission::create},
      plan);
}

}  // namespace ids::tools::add_material_facet
