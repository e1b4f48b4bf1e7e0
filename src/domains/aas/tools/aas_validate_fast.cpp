// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/tools/parts/edit.h"
#include "domains/aas/tools/parts/patches.h"
#include "domains/aas/tools/parts/verdict.h"

namespace aas::tools::aas_validate_fast {

namespace {

enum class Scope : std::uint8_t { full, changed };
constexpr auto enum_names(Scope) { return std::to_array<std::string_view>({"full", "changed"}); }

struct Args {
  std::optional<std::vector<Json>> patches;
  Scope scope = Scope::changed;
  static constexpr auto fields = tool::fields(
      tool::field("patches", &Args::patches, "Optional patches to validate before applying.", {.max_length = 20'000}),
      tool::with_default("scope", &Args::scope,
                         "changed: what the patches touch; without patches what changed since open or save, waiting "
                         "changes included, and if nothing did the document."));
};

using engine::Checks;

std::vector<Node> nodes_of(const engine::Draft& draft) {
  std::vector<Node> out;
  for (const auto& [id, body] : draft.changed()) {
    if (body) out.emplace_back(id, *body);
  }
  return out;
}

VerdictOut whole(const View& view, const engine::Nodes& nodes, const OpenFile& file, std::string scope) {
  engine::Findings findings = engine::check_document(nodes, *file.checked(), Checks::structure);
  add_problems(findings, file);
  add_hidden(findings, view);
  return verdict(file, findings, std::move(scope), nodes.count());
}

Result<VerdictOut> of_patches(const Args& args, const OpenFile& file, const View& on, const engine::Nodes& nodes) {
  engine::Draft draft(nodes, [&] { return on.mint_id("aas:"); });
  for (Patch& patch : TRY(patches_from(*args.patches, "patches"))) TRY(draft.apply(std::move(patch)));
  if (args.scope == Scope::full) return whole(on, draft, file, "document");
  const std::vector<Node> changed = nodes_of(draft);
  return verdict(file, engine::check_nodes(draft, changed, *file.checked(), Checks::structure), "patches",
                 changed.size());
}

// Saved and waiting are told apart by where they are: committed nodes have revisions, those ahead are other elements.
std::vector<Node> changed_nodes(const View& view, const View& ahead, const OpenFile& file) {
  const SavedAs saved = saved_as(view, file);
  std::vector<Node> out = unsaved_nodes(ahead, saved);
  const ViewNodes now(ahead);
  for (const auto& [id, element] : ahead.written("aas:")) {
    if (!element || element->revision > saved.revision || element->body.find("members") == nullptr) continue;
    if (view.element(id) != element) out.push_back(now.find(id));
  }
  return out;
}

Result<VerdictOut> check(const Args& args, const View& view) {
  const OpenFile file = TRY(open_file(view));
  if (!file.checked()) return not_checked(file);
  const View ahead = TRY(view.ahead());
  const ViewNodes nodes(ahead);
  if (args.patches && !args.patches->empty()) return of_patches(args, file, ahead, nodes);
  if (args.scope == Scope::full) return whole(ahead, nodes, file, "document");
  const std::vector<Node> changed = changed_nodes(view, ahead, file);
  if (changed.empty()) return whole(ahead, nodes, file, "document");
  return verdict(file, engine::check_nodes(nodes, changed, *file.checked(), Checks::structure), "changed",
                 changed.size());
}

}  // namespace

Tool declare() {
  Tool tool = tool::read<Args, VerdictOut>(
      {.name = "aas_validate_fast",
       .title = "Validate quickly",
       .doc = "Fast structural validation of current state or proposed patches: members, types, patterns, lengths."},
      check);
  define_patches(tool, "patches");
  return tool;
}

}  // namespace aas::tools::aas_validate_fast
