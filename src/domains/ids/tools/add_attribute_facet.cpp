// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/parts/facet.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::add_attribute_facet {

namespace {

struct Args {
  std::string spec_id;
  Location location{};
  std::string attribute_name;
  std::optional<Json> value;
  std::optional<std::string> instructions;
  Occurrence cardinality = Occurrence::required;
  static constexpr auto fields =
      tool::fields(tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
                   tool::field("location", &Args::location, "Which elements, or what is asked of them."),
                   tool::field("attribute_name", &Args::attribute_name, "As the schema spells it, for example Name.",
                               {.min_length = 1, .max_length = 1000}),
                   tool::field("value", &Args::value, "A text, a number or a restriction."),
                   tool::field("instructions", &Args::instructions, "How to fulfil it.", {.max_length = 10000}),
                   tool::with_default("cardinality", &Args::cardinality, "Of a requirement."));
};

Result<Change> plan(const Args& args, const View& view) {
  doc::AttributeFacet facet;
  facet.name = args.attribute_name;
  if (args.value) facet.value = TRY(engine::value_from_json(*args.value, "value"));
  facet.cardinality = engine::cardinality_text(args.location, args.cardinality);
  facet.instructions = args.instructions.value_or("");
  return add_facet(view, args.spec_id, args.location, std::move(facet));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>(
      {.name = "add_attribute_facet",
       .title = "Add an attribute facet",
       .doc = "Adds an attribute facet: an IFC attribute such as Name or Tag must be there, or have a value.",
       .needs = Permission::create},
      plan);
}

}  // namespace ids::tools::add_attribute_facet
