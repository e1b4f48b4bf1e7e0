// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/commands/against_template.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "domains/aas/engine/document/document.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/runtime/library.h"

namespace aas::commands {

namespace {

using base::Json;
using base::Result;
using engine::Template;
using formats::aas::Severity;

struct Pair {
  const Json* submodel;
  std::string pointer;
  const Template* wanted;
};

std::vector<Pair> submodels_in(const Json& environment) {
  std::vector<Pair> out;
  const Json* list = environment.find("submodels");
  if (list == nullptr || !list->is_array()) return out;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& each = list->as_array()[i];
    if (each.is_object()) out.push_back({&each, "/submodels/" + std::to_string(i), nullptr});
  }
  return out;
}

bool means(const Json& submodel, const Template& wanted) {
  return !wanted.semantic_id.empty() && engine::semantic_id_of(submodel) == wanted.semantic_id;
}

Result<std::vector<Pair>> pairs_of(const Json& environment, const std::string& wanted, const engine::Templates& known) {
  std::vector<Pair> out = submodels_in(environment);
  if (wanted == each_its_own) {
    for (Pair& each : out) each.wanted = engine::best_template(known, *each.submodel);
    std::erase_if(out, [](const Pair& each) { return each.wanted == nullptr; });
    return out;
  }
  const Template* const one = TRY(known.find(wanted));
  if (std::ranges::any_of(out, [&](const Pair& each) { return means(*each.submodel, *one); }))
    std::erase_if(out, [&](const Pair& each) { return !means(*each.submodel, *one); });
  for (Pair& each : out) each.wanted = one;
  return out;
}

void add_error(engine::FileCheck& check, const std::string& pointer, std::string message, std::string fix,
               std::size_t most) {
  ++check.findings.errors;
  if (check.findings.list.size() >= most) return;
  check.findings.list.push_back({.severity = Severity::error,
                                 .code = "template",
                                 .constraint = {},
                                 .pointer = pointer,
                                 .instance = pointer.size(),
                                 .message = std::move(message),
                                 .fix = std::move(fix)});
}

void add_findings(engine::FileCheck& check, const Pair& pair, std::size_t most) {
  const engine::Conformance found = engine::conformance(*pair.submodel, *pair.wanted, pair.pointer);
  for (const engine::RuleFinding& each : found.findings) {
    if (each.severity != engine::RuleSeverity::error) continue;
    const std::string rule = each.rule.empty() ? "" : " (" + pair.wanted->name + ": " + each.rule + ")";
    add_error(check, each.pointer, each.message + rule, each.fix, most);
  }
}

}  // namespace

engine::Templates known_templates() { return runtime::Library(runtime::template_folder()).templates(); }

Result<void> add_template_findings(engine::FileCheck& check, std::string_view bytes, const std::string& wanted,
                                   const engine::FileCheckOptions& options, const engine::Templates& known) {
  const auto opened = engine::opened(bytes, options.metamodel);
  const Json nothing = Json::object();
  const std::vector<Pair> pairs = TRY(pairs_of(opened.ok() ? opened->environment : nothing, wanted, known));
  for (const Pair& each : pairs) add_findings(check, each, options.max_findings);
  if (pairs.empty())
    add_error(check, "", "no submodel in the file can be held against a template",
              wanted == each_its_own ? "Name the template: --template ID." : "", options.max_findings);
  if (check.verdict == engine::Verdict::valid && !check.findings.valid()) check.verdict = engine::Verdict::invalid;
  return {};
}

}  // namespace aas::commands
