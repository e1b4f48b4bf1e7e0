// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_floor {

namespace {

struct Args {
  std::vector<Json> boundary_points;
  std::optional<double> thickness;
  std::optional<std::string> level_id;

  static constexpr auto fields =
      tool::fields(tool::field("boundary_points", &Args::boundary_points,
                               "[[x, y], …] mm, an outline that does not "
                               "cross itself."),
                   tool::field("thickness", &Args::thickness, "mm, downwards from the level; 200 if absent."),
                   tool::field("level_id", &Args::level_id, level_doc));
};
struct Out {
  std::string floor_id;
  double area_m2 = 0;
  static constexpr auto fields = tool::fields(tool::field("floor_id", &Out::floor_id, "The floor."),
                                              tool::field("area_m2", &Out::area_m2, "Of its outline."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  Making floor(draft, "floor");
  TRY(floor.set("level", args.level_id, "level_id"));
  TRY(floor.set("boundary", Json(args.boundary_points), "boundary_points"));
  TRY(floor.lift(args.boundary_points.front(), "boundary_points[0]"));
  TRY(floor.set("thickness", args.thickness));
  Out out{draft.make("floor", floor.take()), 0};
  out.area_m2 = geometry::area(engine::outline_of(*draft.find(out.floor_id)));
  draft.say("Create " + called(*draft.find(out.floor_id)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_floor",
                               .title = "Create a floor",
                               .doc = "Creates a floor slab of any outline; its top is at the level.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::create_floor
