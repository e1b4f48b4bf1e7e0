// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/parts/document.h"
#include "formats/ifc/version.h"

namespace ids::tools::add_specification {

namespace {

struct Args {
  std::string name;
  std::vector<std::string> ifc_versions;
  std::optional<std::string> identifier, description, instructions;
  Json min_occurs = 0, max_occurs = "unbounded";
  static constexpr auto fields = tool::fields(
      tool::field("name", &Args::name, "Its name.", {.min_length = 1, .max_length = engine::max_text}),
      tool::field("ifc_versions", &Args::ifc_versions, IFC_RELEASES(", ") ".", {.min_length = 1, .max_length = 10}),
      tool::field("identifier", &Args::identifier, "Short and unique; then its spec_id.",
                  {.max_length = engine::max_text}),
      tool::field("description", &Args::description, "Why the information is required.",
                  {.max_length = engine::max_text}),
      tool::field("instructions", &Args::instructions, "How to fulfil it.", {.max_length = engine::max_text}),
      tool::with_default("min_occurs", &Args::min_occurs, "0: optional; 1: something applicable must exist."),
      tool::with_default("max_occurs", &Args::max_occurs, "unbounded; 0 with min_occurs 0: prohibited."));
};

struct Out {
  std::string status = "added";
  std::string spec_id;
  std::vector<std::string> ifc_versions;
  static constexpr auto fields =
      tool::fields(tool::field("status", &Out::status, "added."),
                   tool::field("spec_id", &Out::spec_id, "How other calls name it: its identifier, else its name."),
                   tool::field("ifc_versions", &Out::ifc_versions, "As ids.xsd spells them."));
};

Result<Change> plan(const Args& args, const View& view) {
  Head head = TRY(head_of(view));
  doc::Specification specification;
  specification.name = args.name;
  specification.identifier = args.identifier.value_or("");
  specification.description = args.description.value_or("");
  specification.instructions = args.instructions.value_or("");
  specification.ifc_versions = TRY(engine::ifc_versions(args.ifc_versions));
  TRY(engine::set_occurs(specification, args.min_occurs, args.max_occurs));
  TRY(check_unique(view, head.order, specification));
  Out out;
  out.spec_id = engine::spec_id(specification);
  out.ifc_versions = specification.ifc_versions;
  std::string summary = "Add the specification " + base::printable(out.spec_id, 100);
  return append(view, std::move(head), {specification}, std::move(summary), tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "add_specification",
                                  .title = "Add a specification",
                                  .doc = "Adds a specification to the IDS in work. Then add facets: what it applies "
                                         "to (location applicability) and what is asked (requirements).",
                                  .needs = Permission::create},
                                 plan);
}

}  // namespace ids::tools::add_specification
