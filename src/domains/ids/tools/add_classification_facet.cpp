// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/parts/facet.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::add_classification_facet {

namespace {

struct Args {
  std::string spec_id;
  Location location{};
  std::optional<Json> classification_value;
  std::optional<std::string> classification_system;
  std::optional<std::string> uri, instructions;
  Occurrence cardinality = Occurrence::required;
  static constexpr auto fields = tool::fields(
      tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
      tool::field("location", &Args::location, "Which elements, or what is asked of them."),
      tool::field("classification_value", &Args::classification_value, "Code, for example EF_25_10_25; default: any."),
      tool::field("classification_system", &Args::classification_system, "For example Uniclass 2015; default: any.",
                  {.max_length = 1000}),
      tool::field("uri", &Args::uri, "Of the class in a data dictionary.", {.max_length = 2000}),
      tool::field("instructions", &Args::instructions, "How to fulfil it.", {.max_length = 10000}),
      tool::with_default("cardinality", &Args::cardinality, "Of a requirement."));
};

Result<Change> plan(const Args& args, const View& view) {
  doc::ClassificationFacet facet;
  if (args.classification_value)
    facet.value = TRY(engine::value_from_json(*args.classification_value, "classification_value"));
  if (args.classification_system && !args.classification_system->empty()) facet.system = *args.classification_system;
  facet.uri = args.uri;
  facet.cardinality = engine::cardinality_text(args.location, args.cardinality);
  facet.instructions = args.instructions.value_or("");
  return add_facet(view, args.spec_id, args.location, std::move(facet));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>(
      {.name = "add_classification_facet",
       .title = "Add a classification facet",
       .doc = "Adds a classification facet: elements are classified with this code in this system.",
       .needs = Permission::create},
      plan);
}

}  // namespace ids::tools::add_classification_facet
