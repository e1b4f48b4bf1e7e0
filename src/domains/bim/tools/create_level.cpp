// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/parts/names.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_level {

namespace {

struct Args {
  std::string name;
  double elevation = 0;
  std::optional<double> height;

  static constexpr auto fields =
      tool::fields(tool::field("name", &Args::name, "What people and policies call it; no two alike.",
                               {.min_length = 1, .max_length = 100}),
                   tool::field("elevation", &Args::elevation, "mm above the model's zero."),
                   tool::field("height", &Args::height, "mm up to the next storey; 3000 if absent."));
};
struct Out {
  std::string level_id;
  static constexpr auto fields = tool::fields(tool::field("level_id", &Out::level_id, "The level."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  TRY(check_name_is_free(draft.view(), "level", "", Json(args.name), "name"));
  Making level(draft, "level");
  TRY(level.set("name", Json(args.name)));
  TRY(level.set("elevation", Json(args.elevation)));
  TRY(level.set("height", args.height));
  Out out{draft.make("level", level.take())};
  draft.say("Create " + called(*draft.find(out.level_id)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_level",
                               .title = "Create a level",
                               .doc = "Creates a storey of the building that elements stand on.",
                               .needs = Permission::create,
                               .by_default = false},
                              apply);
}

}  // namespace bim::tools::create_level
