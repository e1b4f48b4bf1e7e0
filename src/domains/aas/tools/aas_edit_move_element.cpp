// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"
#include "domains/aas/tools/parts/places.h"

namespace aas::tools::aas_edit_move_element {

namespace {

struct Args {
  std::string from, path;
  std::optional<std::string> reason;
  static constexpr auto fields = tool::fields(
      tool::field("from", &Args::from, "The element. JSON Pointer or path of idShorts.",
                  {.min_length = 1, .max_length = max_path}),
      tool::field("path", &Args::path, "Where it goes: the new parent, or a place in a list as it is without it.",
                  {.max_length = max_path}),
      tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  const Editing on = TRY(editing(view));
  const Node node = TRY(engine::node_named(on.nodes, args.from));
  const std::string from = engine::pointer_of(on.nodes, node);
  // RFC 6902, 4.4: where it goes is said of the document without it.
  engine::Draft without(on.nodes, [&] { return view.mint_id("aas:"); });
  TRY(without.apply({.op = Patch::Op::remove, .path = from}));
  std::vector<Patch> patches;
  std::string to = TRY(place_for(without, args.path, node.members()));
  if (to.starts_with(from + "/")) {
    // Its new parent takes its place in the list. As one operation that would read as a move into itself.
    patches.push_back({.op = Patch::Op::remove, .path = from});
    patches.push_back({.op = Patch::Op::add, .path = to, .value = engine::put_together(on.nodes, node)});
  } else {
    patches.push_back({.op = Patch::Op::move, .path = to, .from = from});
  }
  const std::string where = base::printable(engine::path_of(on.nodes, node), 200);
  return proposed(view, std::move(patches), {.known = known, .summary = "Move " + where, .reason = args.reason});
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, EditOut>({.name = "aas_edit_move_element",
                                   .title = "Move an element",
                                   .doc = "Moves an element to a different location. Returns patches that wait "
                                          "for approval.",
                                   .needs = Permission::modify},
                                  runtime, plan);
}

}  // namespace aas::tools::aas_edit_move_element
