// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/document.h"

namespace aas::tools::aas_find_concept {

namespace {

struct Args {
  std::string what;
  std::int64_t limit = 20;
  static constexpr auto fields =
      tool::fields(tool::field("what", &Args::what, "A semanticId (ECLASS, IEC CDD, URL), or part of a name.",
                               {.min_length = 1, .max_length = 2048}),
                   tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 100}));
};

struct Out {
  Json concepts;
  static constexpr auto fields = tool::fields(
      tool::field("concepts", &Out::concepts,
                  "[{id, idShort, preferredName, unit, dataType, definition, from}]; the document's first."));
};

Json to_json(const engine::Concept& known) {
  Json out = Json::object({{"id", known.id}});
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) out.set(name, text);
  };
  add("idShort", known.id_short);
  add("preferredName", known.preferred_name);
  add("unit", known.unit);
  add("dataType", known.data_type);
  return out.set("from", "templates");
}

void add_own(const View& view, const std::string& what, std::size_t limit, Json& out) {
  if (!file_of(view)) return;
  const ViewNodes nodes(view);
  engine::Wanted wanted{.model_types = {"ConceptDescription"}, .text = what};
  for (const Node& node : engine::children_of(nodes, nodes.root())) {
    if (out.size() >= limit) return;
    if (engine::matches(node.members(), wanted))
      out.push_back(engine::concept_of(node.members()).set("from", "document"));
  }
}

Result<Out> find(runtime::Library& library, const Args& args, const View& view) {
  const auto limit = static_cast<std::size_t>(args.limit);
  Out out{Json::array()};
  add_own(view, args.what, limit, out.concepts);
  const engine::Templates known = library.templates();
  if (const auto exact = known.meaning_of(args.what); exact && out.concepts.size() < limit)
    out.concepts.push_back(to_json(*exact));
  if (!out.concepts.empty()) return out;
  for (const engine::Concept& each : known.search_meanings(args.what, limit)) out.concepts.push_back(to_json(each));
  return out;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "aas_find_concept",
       .title = "What an identifier means",
       .doc = "Looks up concept descriptions offline, by id or name: in the document, and in the templates that are "
              "known.",
       .by_default = false},
      [&library = runtime.library](const Args& args, const View& view) { return find(library, args, view); });
}

}  // namespace aas::tools::aas_find_concept
