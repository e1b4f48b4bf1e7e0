// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_wall {

namespace {

struct Args {
  Json start, end;
  std::optional<double> height, thickness;
  std::optional<std::string> wall_type, level_id;

  static constexpr auto fields = tool::fields(
      tool::field("start", &Args::start, "[x, y] or [x, y, z] mm, on the centre line."),
      tool::field("end", &Args::end, "The other end; not the same point."),
      tool::field("height", &Args::height, "mm; 3000 if absent."),
      tool::field("thickness", &Args::thickness, "mm; the type's if absent, else 200."),
      tool::field("wall_type", &Args::wall_type, "basic, structural, curtain, retaining, or a type by id or name."),
      tool::field("level_id", &Args::level_id, level_doc));
};
struct Out {
  std::string wall_id;
  double length_mm = 0;
  static constexpr auto fields = tool::fields(tool::field("wall_id", &Out::wall_id, "The wall."),
                                              tool::field("length_mm", &Out::length_mm, "Of its centre line."));
};

Result<void> set_type(const std::optional<std::string>& wall_type, Making& wall) {
  if (!wall_type) return {};
  for (const char* function : {"basic", "structural", "curtain", "retaining"}) {
    if (*wall_type == function) return wall.set("function", Json(function), "wall_type");
  }
  return wall.set("type", Json(*wall_type), "wall_type");
}

Result<Out> apply(const Args& args, Draft& draft) {
  const engine::Point start = TRY(engine::point_of(args.start, "start")), end = TRY(engine::point_of(args.end, "end"));
  if (start.has_z && end.has_z && start.z != end.z)
    return fail(Code::degenerate, "start and end are at different heights: a wall stands level", "end",
                "Give both the same z, or none.");
  const double length_mm = std::hypot(end.x - start.x, end.y - start.y);
  if (length_mm < engine::least_mm)
    return fail(Code::zero_length, "start and end are the same point: a wall has a length", "end",
                "Give two points at least 1 mm apart; lengths are millimetres.");
  Making wall(draft, "wall");
  TRY(wall.set("level", args.level_id, "level_id"));
  TRY(wall.place("start", args.start));
  TRY(wall.set("end", args.end));
  TRY(wall.set("height", args.height));
  TRY(wall.set("thickness", args.thickness));
  TRY(set_type(args.wall_type, wall));
  Out out{draft.make("wall", wall.take()), length_mm};
  draft.say("Create " + called(*draft.find(out.wall_id)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_wall",
                               .title = "Create a wall",
                               .doc = "Creates a straight wall. Ends that meet other walls join them.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::create_wall
