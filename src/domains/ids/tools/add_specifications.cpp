// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/tools/parts/batch.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools::add_specifications {

namespace {

struct Args {
  std::vector<Json> specifications;
  static constexpr auto fields = tool::fields(tool::field(
      "specifications", &Args::specifications,
      "Each {name, ifc_versions, identifier?, description?, instructions?, min_occurs?, max_occurs?, applicability: "
      "[facet …], requirements: [facet …]}. A facet is {type: "
      "entity|property|attribute|classification|material|partOf, "
      "…} with the parameters of the add_…_facet tools; a value is a text or {base, enumeration: […] | pattern | "
      "minInclusive …}.",
      {.min_length = 1, .max_length = 1000}));
};

Result<Change> plan(const Args& args, const View& view) {
  std::vector<Result<doc::Specification>> fresh;
  for (std::size_t i = 0; i < args.specifications.size(); ++i) {
    const std::string path = "specifications[" + std::to_string(i) + "]";
    fresh.push_back(engine::specification_from_json(args.specifications[i], path));
  }
  const std::string count = std::to_string(fresh.size());
  return add_batch(view, TRY(head_of(view)), std::move(fresh), "Add " + count + " specifications");
}

}  // namespace

Tool declare() {
  return tool::change<Args, BatchOut>({.name = "add_specifications",
                                       .title = "Add several specifications",
                                       .doc = "Adds whole specifications with their facets and restrictions in one "
                                              "call: all of them, or none if one is wrong.",
                                       .needs = Permission::create,
                                       .by_default = false},
                                      plan);
}

}  // namespace ids::tools::add_specifications
