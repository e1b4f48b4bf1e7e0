// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"

namespace aas::tools::aas_edit_remove_element {

namespace {

struct Args {
  std::string path;
  std::optional<std::string> reason;
  static constexpr auto fields =
      tool::fields(tool::field("path", &Args::path, path_doc, {.min_length = 1, .max_length = max_path}),
                   tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  const Editing on = TRY(editing(view));
  const Node node = TRY(engine::node_named(on.nodes, args.path));
  if (node.id() == engine::root_id)
    return engine::invalid_path("the document itself cannot be removed", args.path, "aas_document_close closes it.");
  std::vector<Patch> patches;
  patches.push_back({.op = Patch::Op::remove, .path = engine::pointer_of(on.nodes, node)});
  const std::string where = base::printable(engine::path_of(on.nodes, node), 200);
  return proposed(view, std::move(patches), {.known = known, .summary = "Remove " + where, .reason = args.reason});
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, EditOut>({.name = "aas_edit_remove_element",
                                   .title = "Remove an element",
                                   .doc = "Removes a submodel element, or a submodel, shell or concept "
                                          "description, with all that is in it. Returns patches that wait.",
                                   .needs = Permission::remove},
                                  runtime, plan);
}

}  // namespace aas::tools::aas_edit_remove_element
