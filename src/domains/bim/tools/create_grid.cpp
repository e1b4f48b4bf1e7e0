// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_grid {

namespace {

struct Args {
  Json start, end;
  std::optional<std::string> name;

  static constexpr auto fields =
      tool::fields(tool::field("start", &Args::start, "[x, y] mm."), tool::field("end", &Args::end, "[x, y] mm."),
                   tool::field("name", &Args::name, "A, B, 1, 2."));
};
struct Out {
  std::string grid_id;
  static constexpr auto fields = tool::fields(tool::field("grid_id", &Out::grid_id, "The grid line."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  Making grid(draft, "grid");
  TRY(grid.set("start", args.start));
  TRY(grid.set("end", args.end));
  TRY(grid.set("name", args.name));
  Out out{draft.make("grid", grid.take())};
  draft.say("Create " + called(*draft.find(out.grid_id)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_grid",
                               .title = "Create a grid line",
                               .doc = "Creates one line of the building's grid.",
                               .needs = Permission::create,
                               .by_default = false},
                              apply);
}

}  // namespace bim::tools::create_grid
