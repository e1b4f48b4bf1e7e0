// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/tools/parts/edit.h"
#include "domains/aas/tools/parts/query.h"

namespace aas::tools::aas_query_element {

namespace {

struct Args {
  std::string path;
  bool shallow = false, pending = false;
  static constexpr auto fields =
      tool::fields(tool::field("path", &Args::path, path_doc, {.max_length = max_path}),
                   tool::with_default("shallow", &Args::shallow, "Of what is in it only a line each."),
                   tool::with_default("pending", &Args::pending, pending_doc));
};

struct Out {
  std::string path, where;
  Json element, items, concept_description;
  std::int64_t waiting = 0;
  static constexpr auto fields = tool::fields(
      tool::field("path", &Out::path, "Its JSON Pointer."), tool::field("where", &Out::where, "Its path of idShorts."),
      tool::field("element", &Out::element, "In the standard's JSON."),
      tool::field("items", &Out::items, "With `shallow`: what is in it, a line each."),
      tool::field("concept", &Out::concept_description, "What its semanticId means, where the document says it."),
      tool::field("waiting", &Out::waiting, waiting_doc));
};

Json without_items(const Node& node) {
  Json value = node.members();
  for (const auto& [name, ids] : node.lists().as_object()) value.erase(name);
  return value;
}

Result<Out> too_much(const Node& node, std::string_view where) {
  return too_large(base::printable(where, 200) + " is too large for one answer",
                   "Ask with shallow: true, then for one of its items.",
                   Json::object({{"children", engine::number_of_children(node)}}));
}

Result<Out> look(const Args& args, const View& view) {
  const ViewNodes nodes(view);
  const engine::Named named = TRY(engine::element_named(nodes, args.path));
  const Node& node = named.node;
  Out out{.path = named.pointer(nodes), .where = named.where};
  if (!named.inside.empty()) {
    out.element = named.members();
  } else if (args.shallow) {
    out.element = without_items(node);
    out.items = engine::structure_of(nodes, node, 1, {}).tree;
  } else {
    out.element = engine::put_together(nodes, node);
  }
  out.concept_description = engine::concept_in(nodes, engine::semantic_id_of(named.members()));
  if (out.element.dump().size() + out.items.dump().size() > answer_bytes) return too_much(node, out.where);
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "aas_query_element",
                                .title = "One element",
                                .doc = "Gives the details of an element by its path: its JSON, its place, and what its "
                                       "semanticId means."},
                               [](const Args& args, const View& view) {
                                 return looked<Out>(view, args.pending, [&](const View& on) { return look(args, on); });
                               });
}

}  // namespace aas::tools::aas_query_element
