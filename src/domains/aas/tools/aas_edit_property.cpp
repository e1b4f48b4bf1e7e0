// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/edit/value.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"

namespace aas::tools::aas_edit_property {

namespace {

struct Args {
  std::string path;
  Json value;
  std::optional<std::string> reason;
  static constexpr auto fields = tool::fields(
      tool::field("path", &Args::path, "JSON Pointer to the property, or its path of idShorts.",
                  {.min_length = 1, .max_length = max_path}),
      tool::field("value", &Args::value,
                  "New value (type must match property valueType). MultiLanguageProperty: {\"en\": \"…\"}; Range: "
                  "{min, max}; File, Blob: text; null takes it away."),
      tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  const Editing on = TRY(editing(view));
  const engine::Named element = TRY(engine::element_named(on.nodes, args.path));
  auto patches = TRY(engine::value_patches(on.nodes, element.pointer(on.nodes), args.value, on.file.version()));
  const std::string where = base::printable(element.where, 200);
  if (patches.empty()) return fail(Code::constraint, where + " has this value already", "value");
  return proposed(view, std::move(patches), {.known = known, .summary = "Set " + where, .reason = args.reason});
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, EditOut>({.name = "aas_edit_property",
                                   .title = "Edit a value",
                                   .doc = "Edits a property's value with validation. Like every edit it returns "
                                          "patches that wait for approval.",
                                   .needs = Permission::modify},
                                  runtime, plan);
}

}  // namespace aas::tools::aas_edit_property
