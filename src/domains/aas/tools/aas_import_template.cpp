// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "base/text.h"
#include "domains/aas/engine/templates/instance.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"

namespace aas::tools::aas_import_template {

namespace {

struct Args {
  std::string templateId;
  std::optional<std::string> targetPath, id, reason;
  std::optional<Json> prefill;
  static constexpr auto fields =
      tool::fields(tool::field("templateId", &Args::templateId, "IDTA template identifier: number, semanticId or name.",
                               {.min_length = 1, .max_length = 2048}),
                   tool::field("targetPath", &Args::targetPath,
                               "Where to insert the submodel: a shell, which will refer to it; default: the only one.",
                               {.max_length = max_path}),
                   tool::field("prefill", &Args::prefill,
                               "Values to prefill, by idShort path: {\"ManufacturerName\": {\"en\": \"Acme\"}}."),
                   tool::field("id", &Args::id, "Of the new submodel; default: a new URN.", {.max_length = 2000}),
                   tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

// The shell that will refer to the submodel; nullopt: none will.
Result<std::optional<Node>> shell_for(const Args& args, const engine::Nodes& nodes) {
  const bool anywhere = !args.targetPath || args.targetPath->empty() || args.targetPath->starts_with("/submodels");
  if (!anywhere) {
    const Node node = TRY(engine::node_named(nodes, *args.targetPath));
    if (node.model_type() == "AssetAdministrationShell") return std::optional(node);
    return engine::invalid_path("a submodel goes into the document or to a shell", *args.targetPath,
                                "Give the path of a shell, /submodels, or none.");
  }
  const Json* shells = nodes.root().list("assetAdministrationShells");
  if (args.targetPath && !args.targetPath->empty()) return std::optional<Node>();
  if (shells == nullptr || shells->size() != 1) return std::optional<Node>();
  return std::optional(nodes.find(shells->as_array().front().as_string()));
}

Json reference_to(std::string_view id) {
  return Json::object(
      {{"type", "ModelReference"}, {"keys", Json::array({Json::object({{"type", "Submodel"}, {"value", id}})})}});
}

std::set<std::string> known_concepts(const engine::Nodes& nodes) {
  std::set<std::string> out;
  const Json* list = nodes.root().list("conceptDescriptions");
  if (list == nullptr) return out;
  for (const Json& id : list->as_array()) {
    if (const Node node = nodes.find(id.as_string())) out.emplace(node.members().text("id"));
  }
  return out;
}

std::vector<Patch> patches_for(const engine::Nodes& nodes, const std::optional<Node>& shell, engine::InstanceOf made) {
  std::vector<Patch> out;
  const std::string id(made.submodel.text("id"));
  out.push_back({.op = Patch::Op::add, .path = "/submodels/-", .value = std::move(made.submodel)});
  const std::set<std::string> known = known_concepts(nodes);
  for (Json& each : made.concept_descriptions) {
    if (!known.contains(std::string(each.text("id"))))
      out.push_back({.op = Patch::Op::add, .path = "/conceptDescriptions/-", .value = std::move(each)});
  }
  if (!shell) return out;
  const std::string references = engine::pointer_of(nodes, *shell) + "/submodels";
  const bool has_some = shell->members().find("submodels") != nullptr;
  out.push_back({.op = Patch::Op::add,
                 .path = has_some ? references + "/-" : references,
                 .value = has_some ? reference_to(id) : Json::array({reference_to(id)})});
  return out;
}

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  const Editing on = TRY(editing(view));
  const engine::Template* const wanted = TRY(known.find(args.templateId));
  const std::optional<Node> shell = TRY(shell_for(args, on.nodes));
  const engine::InstanceOptions options{.id = args.id.value_or("urn:uuid:" + view.mint_id("")),
                                        .version = on.file.version(),
                                        .prefill = args.prefill ? &*args.prefill : nullptr};
  engine::InstanceOf made = TRY(engine::instance_of(known, *wanted, options));
  std::vector<std::string> warnings = std::move(made.repaired);
  for (std::string& each : warnings) each = "Repaired in the template: " + each;
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, made.to_do.size()); ++i)
    warnings.push_back("To fill in: " + made.to_do[i]);
  if (made.to_do.size() > most)
    warnings.push_back(std::to_string(made.to_do.size() - most) +
                       " more to fill in: aas_validate_template lists them.");
  return proposed(view, patches_for(on.nodes, shell, std::move(made)),
                  {.known = known,
                   .summary = "New submodel from " + wanted->name + " " + wanted->version,
                   .reason = args.reason,
                   .warnings = std::move(warnings)});
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, EditOut>(
      {.name = "aas_import_template",
       .title = "A submodel from a template",
       .doc = "Creates submodel structure from an IDTA template: what is mandatory, and what prefill names. Returns "
              "patches that wait for approval.",
       .needs = Permission::create},
      runtime, plan);
}

}  // namespace aas::tools::aas_import_template
