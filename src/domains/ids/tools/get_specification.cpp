// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/check/check.h"
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::get_specification {

namespace {

struct Args {
  std::string spec_id;
  static constexpr auto fields = tool::fields(tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}));
};

struct FacetLine {
  std::string facet_id, facet_type, description;
  Json facet;
  static constexpr auto fields = tool::fields(
      tool::field("facet_id", &FacetLine::facet_id, "How other calls name it: requirements[0]."),
      tool::field("facet_type", &FacetLine::facet_type, "Its kind."),
      tool::field("description", &FacetLine::description, "The facet in words."),
      tool::field("facet", &FacetLine::facet, "The facet with all it holds; edit_facet takes the same form."));
};

struct Out {
  SpecificationOut specification;
  std::optional<std::string> instructions;
  std::vector<FacetLine> applicability, requirements;
  static constexpr auto fields =
      tool::fields(tool::field("specification", &Out::specification, "The specification itself."),
                   tool::field("instructions", &Out::instructions, "How to fulfil it."),
                   tool::field("applicability", &Out::applicability, "Which elements it is about."),
                   tool::field("requirements", &Out::requirements, "What is asked of them."));
};

std::vector<FacetLine> lines(const doc::Specification& specification, Location location) {
  std::vector<FacetLine> out;
  const auto& facets = engine::facets_at(specification, location);
  for (std::size_t i = 0; i < facets.size(); ++i) {
    out.push_back({FacetPlace{{}, location, i}.id(), std::string(doc::kind(facets[i])),
                   engine::describe(facets[i], location == Location::requirements), engine::to_json(facets[i])});
  }
  return out;
}

Result<Out> run(const Args& args, const View& view) {
  auto kept = TRY(specification_of(view, args.spec_id));
  const auto& specification = kept.specification;
  Out out;
  if (!specification.instructions.empty()) out.instructions = specification.instructions;
  out.applicability = lines(specification, Location::applicability);
  out.requirements = lines(specification, Location::requirements);
  out.specification = specification_out(specification);
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "get_specification",
       .title = "Look at a specification",
       .doc = "Lists the facets of one specification of the IDS in work, in words and in full.",
       .by_default = false},
      run);
}

}  // namespace ids::tools::get_specification
