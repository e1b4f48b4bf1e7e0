// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/tool.h"

namespace aas::tools::aas_list_templates {

namespace {

struct Args {
  std::optional<std::string> text;
  static constexpr auto fields =
      tool::fields(tool::field("text", &Args::text, "Part of a name, number or semanticId.", {.max_length = 400}));
};

struct Out {
  Json templates;
  std::vector<std::string> problems;
  static constexpr auto fields = tool::fields(
      tool::field("templates", &Out::templates, "[{name, version, number, semanticId, idShort, metamodel}]"),
      tool::field("problems", &Out::problems, "Files of the user's own folder that could not be read."));
};

bool has_text(const engine::Template& each, const std::string& wanted) {
  const auto in = [&](std::string_view where) { return base::lower_ascii(where).find(wanted) != std::string::npos; };
  return in(each.name) || in(each.semantic_id) || in(each.id_short) || std::ranges::any_of(each.numbers, in);
}

Out list(runtime::Library& library, const Args& args) {
  const engine::Templates known = library.templates();
  const std::string wanted = base::lower_ascii(args.text.value_or(""));
  Out out{.templates = Json::array(), .problems = library.problems()};
  for (const engine::Template& each : known.list()) {
    if (!has_text(each, wanted)) continue;
    Json entry = Json::object({{"name", each.name}, {"version", each.version}});
    if (!each.numbers.empty()) entry.set("number", each.numbers.back());
    out.templates.push_back(
        entry.set("semanticId", each.semantic_id).set("idShort", each.id_short).set("metamodel", each.metamodel));
  }
  return out;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "aas_list_templates",
       .title = "Known templates",
       .doc = "Lists the submodel templates that are known: those that the IDTA published, and the user's own.",
       .by_default = false},
      [&library = runtime.library](const Args& args, const View&) -> Result<Out> { return list(library, args); });
}

}  // namespace aas::tools::aas_list_templates
