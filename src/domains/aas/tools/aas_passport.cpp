// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/page.h"
#include "domains/aas/tools/parts/query.h"

namespace aas::tools::aas_passport {

namespace {

struct Args {
  std::optional<std::string> submodel;
  bool pending = false;
  static constexpr auto fields =
      tool::fields(tool::field("submodel", &Args::submodel, "Only this one; default: all.", {.max_length = max_path}),
                   tool::with_default("pending", &Args::pending, pending_doc));
};

struct Out {
  Json assets, sections;
  std::int64_t waiting = 0;
  static constexpr auto fields = tool::fields(
      tool::field("assets", &Out::assets, "[{shell, globalAssetId, kind}]"),
      tool::field("sections", &Out::sections, "[{title, submodel, percent?, rows: [{name, value, unit?, path}]}]"),
      tool::field("waiting", &Out::waiting, waiting_doc));
};

// Names and units as the document says them, else as the templates do.
class Words {
 public:
  Words(const engine::Nodes& nodes, const engine::Templates& known) : nodes_(nodes), known_(known) {}

  Json row(const Node& node) const {
    const std::string_view meaning = engine::semantic_id_of(node.members());
    Json said = engine::concept_in(nodes_, meaning);
    std::string name(said.is_object() ? said.text("preferredName") : std::string_view());
    std::string unit(said.is_object() ? said.text("unit") : std::string_view());
    if (const auto found = known_.meaning_of(meaning); found && !meaning.empty()) {
      if (name.empty()) name = found->preferred_name;
      if (unit.empty()) unit = found->unit;
    }
    if (name.empty()) name = node.id_short();
    Json out = Json::object({{"name", name}, {"value", engine::value_in_words(node.members(), 300)}});
    if (!unit.empty()) out.set("unit", unit);
    return out.set("path", engine::pointer_of(nodes_, node));
  }

 private:
  const engine::Nodes& nodes_;
  const engine::Templates& known_;
};

Json section_of(const engine::Nodes& nodes, const engine::Templates& known, const Node& submodel) {
  const Json value = engine::put_together(nodes, submodel);
  Json out = Json::object({{"title", submodel.id_short()}, {"submodel", submodel.members().text("id")}});
  if (const engine::Template* wanted = engine::best_template(known, value)) {
    out.set("title", wanted->name).set("percent", engine::conformance(value, *wanted).percent());
  }
  const Words words(nodes, known);
  Json rows = Json::array();
  for (const Node& node : engine::in_order(nodes, submodel)) {
    if (!engine::value_in_words(node.members()).empty() && node.id() != submodel.id()) rows.push_back(words.row(node));
  }
  return out.set("rows", std::move(rows));
}

Json assets_of(const engine::Nodes& nodes) {
  Json out = Json::array();
  for (const Node& node : engine::children_of(nodes, nodes.root())) {
    if (node.model_type() != "AssetAdministrationShell") continue;
    Json entry = Json::object({{"shell", node.id_short()}});
    if (const Json* asset = node.members().find("assetInformation"))
      entry.set("globalAssetId", asset->text("globalAssetId")).set("kind", asset->text("assetKind"));
    out.push_back(std::move(entry));
  }
  return out;
}

Result<Out> look(const Args& args, const engine::Templates& known, const View& view) {
  const ViewNodes nodes(view);
  Out out{.assets = assets_of(nodes), .sections = Json::array()};
  if (args.submodel) {
    const Node node = TRY(engine::node_named(nodes, *args.submodel));
    out.sections.push_back(section_of(nodes, known, node));
  } else {
    for (const Node& node : engine::children_of(nodes, nodes.root())) {
      if (node.model_type() == "Submodel") out.sections.push_back(section_of(nodes, known, node));
    }
  }
  if (out.sections.dump().size() > answer_bytes)
    return too_large("the passport is too large for one answer", "Ask for one submodel.",
                     Json::object({{"submodels", out.sections.size()}}));
  return out;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "aas_passport",
       .title = "The product's passport",
       .doc =
           "Shows what a product's nameplate and passports (digital product, battery) say, as people read it: names, "
           "values and units, section by section, with how complete each is.",
       .by_default = false,
       .page = document_page},
      [&library = runtime.library](const Args& args, const View& view) -> Result<tool::Shown<Out>> {
        const engine::Templates known = library.templates();
        tool::Shown<Out> out;
        out.out = TRY(looked<Out>(view, args.pending, [&](const View& on) { return look(args, known, on); }));
        out.extras = TRY(shown_on_page(view, known, out.out.waiting));
        return out;
      });
}

}  // namespace aas::tools::aas_passport
