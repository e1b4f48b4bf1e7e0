// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"
#include "domains/aas/tools/parts/patches.h"

namespace aas::tools::aas_edit_batch {

namespace {

struct Args {
  std::vector<Json> patches;
  std::optional<std::string> reason;
  static constexpr auto fields =
      tool::fields(tool::field("patches", &Args::patches, "In order, each on what those before it left.",
                               {.min_length = 1, .max_length = 20'000}),
                   tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  TRY(open_file(view));
  auto patches = TRY(patches_from(args.patches, "patches"));
  const std::string count = std::to_string(args.patches.size());
  return proposed(
      view, std::move(patches),
      {.known = known, .summary = count + (args.patches.size() == 1 ? " edit" : " edits"), .reason = args.reason});
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, EditOut>({.name = "aas_edit_batch",
                                   .title = "Several edits at once",
                                   .doc = "Applies multiple edits atomically: all of them or, if one is wrong, "
                                          "none. Returns patches that wait for approval, with the highest tier.",
                                   .needs = Permission::modify},
                                  runtime, plan, "patches");
}

}  // namespace aas::tools::aas_edit_batch
