// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/file.h"

namespace energy::tools::new_model {

namespace {

struct Args {
  std::optional<std::string> version;
  static constexpr auto fields = tool::fields(
      tool::field("version", &Args::version, "Of EnergyPlus (\"25.2\"); default: the engine's, else the newest known.",
                  {.max_length = 40}));
};

struct Out {
  std::string status, version;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "created"),
                                              tool::field("version", &Out::version, "Of EnergyPlus."));
};

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  const auto chosen = TRY(runtime.schemas.choose(args.version.value_or("")));
  runtime.schemas.prefetch(chosen.version);
  kernel::Adoption adoption = TRY(view.adopt(adopted_kind, "Version," + chosen.version.brief() + ";\n"));
  Change change = opened_change(view, {.name = "new model", .version = chosen.version}, std::move(adoption));
  change.result = tool::encode(Out{"created", chosen.version.text()});
  change.summary = "Make an empty model of EnergyPlus " + chosen.version.brief();
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Out>(
      {.name = "new_model",
       .title = "Make an empty model",
       .doc = "Makes an empty EnergyPlus model, which has its Version and nothing else, as the workspace's model.",
       .needs = Permission::create,
       .edits = false},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::new_model
