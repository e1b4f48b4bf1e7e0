// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"
#include "domains/aas/tools/parts/page.h"
#include "domains/aas/tools/parts/query.h"

namespace aas::tools::aas_query_structure {

namespace {

struct Filter {
  std::optional<std::vector<std::string>> modelType;
  std::optional<std::string> semanticId;
  static constexpr auto fields =
      tool::fields(tool::field("modelType", &Filter::modelType, "Classes: Property, File.", {.max_length = 40}),
                   tool::field("semanticId", &Filter::semanticId, "A key of its semanticId.", {.max_length = 2048}));
};

struct Args {
  std::int64_t depth = 3;
  std::optional<Filter> filter;
  std::optional<std::string> path;
  bool pending = false;
  static constexpr auto fields =
      tool::fields(tool::with_default("depth", &Args::depth, "How deep the tree goes.", {.minimum = 1, .maximum = 10}),
                   tool::field("filter", &Args::filter, "Only what matches, and what leads there."),
                   tool::field("path", &Args::path, "The branch below this element. JSON Pointer or path of idShorts.",
                               {.max_length = max_path}),
                   tool::with_default("pending", &Args::pending, pending_doc));
};

struct Out {
  Json document, tree;
  std::int64_t shown = 0, deeper = 0, waiting = 0;
  static constexpr auto fields =
      tool::fields(tool::field("document", &Out::document, "filename, format, metamodel, numbers."),
                   tool::field("tree", &Out::tree,
                               "[{path, idShort, modelType, id, semanticId, valueType, value, children, items: […]}]"),
                   tool::field("shown", &Out::shown, "Nodes in the tree."),
                   tool::field("deeper", &Out::deeper, "Nodes below its depth, of those that are wanted."),
                   tool::field("waiting", &Out::waiting, waiting_doc));
};

engine::Wanted wanted_by(const std::optional<Filter>& filter) {
  engine::Wanted out;
  if (!filter) return out;
  out.model_types = filter->modelType.value_or(std::vector<std::string>());
  out.semantic_id = filter->semanticId.value_or("");
  return out;
}

Json sizes(const engine::Structure& found) {
  Json out = Json::object();
  for (std::size_t i = 0; i < found.by_depth.size(); ++i) {
    if (i > 0 && found.by_depth[i] == found.by_depth[i - 1]) break;
    out.set(std::to_string(i + 1), found.by_depth[i]);
  }
  return Json::object({{"nodes", found.shown}, {"nodes_by_depth", std::move(out)}});
}

Result<Out> look(const Args& args, const View& view) {
  const ViewNodes nodes(view);
  const Node at = args.path ? TRY(engine::node_named(nodes, *args.path)) : nodes.root();
  auto found = engine::structure_of(nodes, at, static_cast<std::size_t>(args.depth), wanted_by(args.filter));
  if (found.tree.dump().size() > answer_bytes) {
    return too_large(
        "the tree has " + base::grouped(static_cast<std::int64_t>(found.shown)) + " nodes, too many for one answer",
        "Ask for a smaller depth, a branch with path, or a filter; aas_query_search finds single elements.",
        sizes(found));
  }
  Out out{.document = facts_of(view, TRY(open_file(view))), .tree = std::move(found.tree)};
  out.shown = static_cast<std::int64_t>(found.shown);
  out.deeper = static_cast<std::int64_t>(found.below);
  return out;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "aas_query_structure",
       .title = "The document's structure",
       .doc = "Gives the document's structure as a navigable tree: shells, submodels, elements "
              "with their JSON Pointers.",
       .page = document_page},
      [&library = runtime.library](const Args& args, const View& view) -> Result<tool::Shown<Out>> {
        tool::Shown<Out> out;
        out.out = TRY(looked<Out>(view, args.pending, [&](const View& on) { return look(args, on); }));
        out.extras = TRY(shown_on_page(view, library.templates(), out.out.waiting));
        return out;
      });
}

}  // namespace aas::tools::aas_query_structure
