// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/edit.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/compare/differences.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/engine/templates/guide.h"
#include "domains/aas/engine/tree/pointer.h"
#include "domains/aas/engine/validate/validate.h"

namespace aas::tools {

namespace {

constexpr std::size_t paths_listed = 100;
constexpr std::size_t lines_told = 1000;
constexpr std::size_t differences_told = 50;
constexpr std::size_t warnings_told = 20;

// The element that a pointer ends in, with the nodes of the draft or, where it went, those before.
struct Named {
  std::string where;
  Json members;
};
Named named(const engine::Nodes& now, const engine::Nodes& before, const Patch& patch) {
  for (const engine::Nodes* nodes : {patch.op == Patch::Op::remove ? &before : &now, &before}) {
    const auto place = engine::place_of(*nodes, patch.path);
    if (!place.ok()) continue;
    std::string where = engine::path_of(*nodes, place->node);
    for (const std::string& step : place->rest) where += "/" + step;
    return {std::move(where), place->node.members()};
  }
  return {patch.path, Json::object()};
}

std::string unit_of(const engine::Nodes& nodes, const Json& members) {
  const Json known = engine::concept_in(nodes, engine::semantic_id_of(members));
  return known.is_object() ? std::string(known.text("unit")) : std::string();
}

// "Nameplate/Year/value: "2022" → "2023" (Property xs:string)"
std::string told(const engine::Nodes& now, const engine::Nodes& before, const Patch& patch, const std::string& rule) {
  const Named element = named(now, before, patch);
  std::string out = element.where + ": ";
  if (patch.op == Patch::Op::move) {
    out += "moved from " + patch.from;
  } else {
    out += engine::change_in_words(patch.before, patch.op == Patch::Op::remove ? std::nullopt : patch.value);
  }
  out += " (" + std::string(engine::name(patch.op)) + ", " + std::string(engine::tier_name(patch.tier));
  if (!patch.model_type.empty()) out += ", " + patch.model_type;
  if (const std::string_view type = element.members.text("valueType"); !type.empty()) out.append(" ").append(type);
  if (const std::string unit = unit_of(before, element.members); !unit.empty()) out += ", in " + unit;
  if (!rule.empty()) out += "; template: " + rule;
  return out + ")";
}

// The element in an environment, alone.
Json environment_of(const Json& element) {
  const std::string_view type = element.text("modelType");
  if (type == "AssetAdministrationShell") return Json::object({{"assetAdministrationShells", Json::array({element})}});
  if (type == "ConceptDescription") return Json::object({{"conceptDescriptions", Json::array({element})}});
  if (type == "Submodel") return Json::object({{"submodels", Json::array({element})}});
  Json submodel = Json::object({{"modelType", "Submodel"}, {"id", ""}, {"submodelElements", Json::array({element})}});
  return Json::object({{"submodels", Json::array({std::move(submodel)})}});
}

// A whole element that is replaced by one of the same name: what is different in it, a line each.
std::vector<std::string> differences_inside(const Patch& patch) {
  if (patch.op != Patch::Op::replace || !patch.before || !patch.value) return {};
  const auto same = [&](const char* member) { return patch.before->text(member) == patch.value->text(member); };
  if (patch.before->find("modelType") == nullptr || !same("modelType") || !same("idShort") || !same("id")) return {};
  std::vector<std::string> out = engine::diff_in_words(environment_of(*patch.before), environment_of(*patch.value));
  const std::size_t count = out.size();
  out.resize(std::min(count, differences_told));
  for (std::string& each : out) each.insert(0, "  ");
  if (count > differences_told)
    out.push_back("  and " + std::to_string(count - differences_told) + " differences more");
  return out;
}

base::Error validation_failed(const engine::Findings& findings) {
  const auto& first = findings.list.front();
  base::Error error =
      fail(Code::constraint,
           base::grouped(static_cast<std::int64_t>(findings.errors)) + (findings.errors == 1 ? " error" : " errors") +
               " in what the edit would give: " + first.message,
           first.pointer,
           first.fix.empty() ? "Mend the edit; aas_validate_fast tries patches without proposing them." : first.fix);
  error.label = "VALIDATION_FAILED";
  error.data =
      std::make_shared<const Json>(Json::object({{"validationResult", engine::validation_result(findings, 20)}}));
  return error;
}

// What the templates say of the touched elements.
struct Guided {
  std::map<std::string, std::string, std::less<>> rules;  // by the patch's path
  std::vector<std::string> taken;                         // mandatory elements that go
};

base::Error not_allowed(const std::string& pointer, const engine::Guidance& guidance) {
  base::Error error =
      fail(Code::constraint, guidance.broken, pointer, "The template's rule: " + base::printable(guidance.rule, 400));
  error.label = "CONSTRAINT_VIOLATION";
  return error;
}

Result<void> guide_one(Guided& out, const engine::Templates& known, const engine::Draft& draft,
                       const engine::Nodes& before, const Patch& patch) {
  const bool removes = patch.op == Patch::Op::remove;
  const engine::Nodes& nodes = removes ? before : static_cast<const engine::Nodes&>(draft);
  const auto place = engine::place_of(nodes, patch.path);
  if (!place.ok()) return {};
  const auto found = engine::guidance(known, nodes, place->node);
  if (!found) return {};
  out.rules.emplace(patch.path, found->rule);
  if (!removes && !found->broken.empty()) return not_allowed(patch.path, *found);
  if (removes && place->is_node() && found->mandatory)
    out.taken.push_back(engine::path_of(before, place->node) + " is mandatory: " + found->rule);
  return {};
}

Result<Guided> guided(const engine::Templates& known, const engine::Draft& draft, const engine::Nodes& before) {
  Guided out;
  for (const Patch& patch : draft.patches()) {
    TRY(guide_one(out, known, draft, before, patch));
  }
  return out;
}

void tell(Change& change, const engine::Draft& draft, const engine::Nodes& before, const engine::Findings& broken,
          const Guided& rules) {
  for (const std::string& each : rules.taken) change.told.push_back("TAKES AWAY " + each);
  for (const auto& each : broken.list) {
    const bool warns = each.severity == formats::aas::Severity::warning;
    change.told.push_back((warns ? "WARNS OF " : "BREAKS ") +
                          std::string(each.constraint.empty() ? each.code : each.constraint) + " at " + each.pointer +
                          ": " + each.message);
  }
  for (const Patch& patch : draft.patches()) {
    if (change.told.size() == lines_told) {
      change.told.push_back("and " + std::to_string(draft.patches().size() - lines_told) + " more, in the steps below");
      break;
    }
    const auto rule = rules.rules.find(patch.path);
    const std::vector<std::string> inside = differences_inside(patch);
    change.told.push_back(told(draft, before, patch, rule == rules.rules.end() ? std::string() : rule->second));
    change.told.insert(change.told.end(), inside.begin(), inside.end());
  }
}

Json patches_json(const std::vector<Patch>& patches, const Guided& rules) {
  Json out = Json::array();
  for (const Patch& patch : patches) {
    Json each = engine::to_json(patch);
    const auto rule = rules.rules.find(patch.path);
    if (rule != rules.rules.end()) each.set("templateConstraint", rule->second);
    out.push_back(std::move(each));
  }
  return out;
}

EditOut answered(const engine::Draft& draft, const engine::Nodes& before, const engine::Findings& broken,
                 const Guided& rules) {
  EditOut out;
  std::set<std::string> listed;
  for (const Patch& patch : draft.patches()) {
    if (out.paths.size() == paths_listed) break;
    if (!listed.insert(patch.path).second) continue;
    out.paths.push_back(patch.path);
    out.where.push_back(named(draft, before, patch).where);
  }
  out.operations = static_cast<std::int64_t>(draft.patches().size());
  out.patches = patches_json(draft.patches(), rules);
  out.validationResult = engine::validation_result(broken);
  return out;
}

// File elements that the edit makes name what the package does not have. Nothing else is looked at: what a plan reads
// must not change before it is approved.
Result<void> add_missing_files(engine::Findings& out, const View& view, const Editing& on, const engine::Draft& draft) {
  if (on.file.packing != engine::Packing::aasx) return {};
  std::vector<Node> files;
  for (const auto& [id, body] : draft.changed()) {
    const Node now = body ? Node(id, *body) : Node();
    if (!now || now.model_type() != "File") continue;
    const Node before = on.nodes.find(id);
    if (!before || before.members().text("value") != now.members().text("value")) files.push_back(now);
  }
  if (files.empty()) return {};
  engine::add_missing_parts(out, draft, files, engine::parts_of(TRY(original_bytes(view, on.file))));
  return {};
}

void warn(Change& change, const engine::Findings& findings) {
  std::size_t told = 0;
  for (const auto& each : findings.list) {
    if (each.severity != formats::aas::Severity::warning || told++ >= warnings_told) continue;
    change.warnings.push_back(each.pointer + ": " + each.message);
  }
  if (told > warnings_told) change.warnings.push_back("and " + std::to_string(told - warnings_told) + " warnings more");
}

void put_nodes(Change& change, const engine::Draft& draft) {
  for (const auto& [id, body] : draft.changed()) {
    if (body) {
      change.put(element_of(id, **body));
    } else {
      change.remove(id);
    }
  }
}

}  // namespace

Result<Editing> editing(const View& view) { return Editing{TRY(open_file(view)), ViewNodes(view)}; }

Result<Change> proposed(const View& view, std::vector<Patch> patches, Asked asked) {
  const Editing on = TRY(editing(view));
  engine::Draft draft(on.nodes, [&] { return view.mint_id("aas:"); });
  for (Patch& patch : patches) {
    patch.reason = asked.reason.value_or("");
    patch.ai_generated = view.principal().kind == kernel::Kind::agent;
    TRY(draft.apply(std::move(patch)));
  }
  engine::Findings broken;
  if (const auto version = on.file.checked()) {
    const engine::Findings wrong = engine::errors_added(on.nodes, draft, *version, engine::Checks::structure);
    if (!wrong.valid()) return validation_failed(wrong);
    broken = engine::errors_added(on.nodes, draft, *version, engine::Checks::constraints);
    TRY(add_missing_files(broken, view, on, draft));
  }
  const Guided rules = TRY(guided(asked.known, draft, on.nodes));
  Change change;
  put_nodes(change, draft);
  change.summary = std::move(asked.summary);
  change.tier = static_cast<kernel::Tier>(draft.tier());
  change.result = tool::encode(answered(draft, on.nodes, broken, rules));
  change.warnings = std::move(asked.warnings);
  if (!on.file.checked()) change.warnings.push_back("Metamodel " + on.file.metamodel + " cannot be checked.");
  for (const std::string& each : rules.taken) change.warnings.push_back(each);
  warn(change, broken);
  tell(change, draft, on.nodes, broken, rules);
  return change;
}

Json patch_definition() {
  const auto text = [] { return Json::object({{"type", "string"}}); };
  Json ops = Json::array({"add", "remove", "replace", "move", "copy", "test"});
  Json properties = Json::object({{"op", Json::object({{"enum", std::move(ops)}})},
                                  {"path", text()},
                                  {"value", Json::object()},
                                  {"from", text()},
                                  {"before", Json::object()},
                                  {"semanticId", text()},
                                  {"idShort", text()},
                                  {"modelType", text()},
                                  {"reason", text()},
                                  {"aiGenerated", Json::object({{"type", "boolean"}})},
                                  {"approvalTier", Json::object({{"type", "integer"}})},
                                  {"templateConstraint", text()}});
  return Json::object({{"type", "object"},
                       {"description", "RFC 6902; of the rest only `reason` is read."},
                       {"properties", std::move(properties)},
                       {"required", Json::array({"op", "path"})}});
}

void define_patches(Tool& tool, std::string_view input_argument) {
  const auto item = [] { return Json::object({{"$ref", "#/$defs/AasPatchOp"}}); };
  const auto definitions = [] { return Json::object({{"AasPatchOp", patch_definition()}}); };
  if (!input_argument.empty()) {
    tool.input_schema.then([=, name = std::string(input_argument)](Json& schema) {
      schema.set("$defs", definitions());
      schema["properties"][name].set("items", item());
    });
  }
  tool.output_schema.then([=](Json& schema) {
    if (schema["properties"].find("patches") == nullptr) return;
    schema.set("$defs", definitions());
    schema["properties"]["patches"] = Json::object({{"type", "array"}, {"items", item()}});
  });
}

}  // namespace aas::tools
