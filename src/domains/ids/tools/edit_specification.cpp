// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/specification.h"
#include "formats/ifc/version.h"

namespace ids::tools::edit_specification {

namespace {

struct Args {
  std::string spec_id;
  std::optional<std::string> name, identifier, description, instructions;
  std::optional<std::vector<std::string>> ifc_versions;
  std::optional<Occurrence> cardinality;
  static constexpr auto fields = tool::fields(
      tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
      tool::field("name", &Args::name, "Its new name.", {.min_length = 1, .max_length = engine::max_text}),
      tool::field("identifier", &Args::identifier, "Its new identifier; an empty text removes it.",
                  {.max_length = engine::max_text}),
      tool::field("description", &Args::description, "Why the information is required; an empty text removes it.",
                  {.max_length = engine::max_text}),
      tool::field("instructions", &Args::instructions, "How to fulfil it; an empty text removes it.",
                  {.max_length = engine::max_text}),
      tool::field("ifc_versions", &Args::ifc_versions, IFC_RELEASES(", ") ".", {.min_length = 1, .max_length = 10}),
      tool::field("cardinality", &Args::cardinality,
                  "required: something applicable must exist; optional; prohibited: nothing applicable may exist."));
};

struct Out {
  std::string status = "changed";
  std::string spec_id;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "changed."),
                                              tool::field("spec_id", &Out::spec_id, "How other calls name it now."));
};

Result<Change> plan(const Args& args, const View& view) {
  const Order order = order_of(view);
  auto kept = TRY(specification_of(view, order, args.spec_id));
  auto& specification = kept.specification;
  if (args.name) specification.name = *args.name;
  if (args.identifier) specification.identifier = *args.identifier;
  if (args.description) specification.description = *args.description;
  if (args.instructions) specification.instructions = *args.instructions;
  if (args.ifc_versions) specification.ifc_versions = TRY(engine::ifc_versions(*args.ifc_versions));
  if (args.cardinality) engine::set_occurs(specification, *args.cardinality);
  TRY(check_unique(view, order, specification, kept.id));
  Out out;
  out.spec_id = engine::spec_id(specification);
  return save(kept, "Change the specification " + base::printable(args.spec_id, 100), tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "edit_specification",
                                  .title = "Change a specification",
                                  .doc = "Changes name, identifier, texts, IFC versions or cardinality of a "
                                         "specification; what is not named stays.",
                                  .needs = Permission::modify,
                                  .by_default = false,
                                  .destroys = true},
                                 plan);
}

}  // namespace ids::tools::edit_specification
