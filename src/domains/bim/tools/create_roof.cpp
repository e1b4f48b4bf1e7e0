// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_roof {

namespace {

enum class Shape : std::uint8_t { flat, shed, gable, hip };
constexpr auto enum_names(Shape) { return std::array{"flat", "shed", "gable", "hip"}; }

struct Args {
  std::vector<Json> boundary_points;
  double slope = 0;
  std::optional<double> thickness;
  std::optional<Shape> shape;
  std::optional<std::string> level_id;

  static constexpr auto fields = tool::fields(
      tool::field("boundary_points", &Args::boundary_points, "[[x, y], …] mm at the eaves; with z, their height."),
      tool::with_default("slope", &Args::slope, "Degrees.", {.minimum = 0, .maximum = 80}),
      tool::field("thickness", &Args::thickness, "mm, square to the surface; 200 if absent."),
      tool::field("shape", &Args::shape, "gable if it slopes; shed rises from the first edge."),
      tool::field("level_id", &Args::level_id, "The level under it; the eaves are at its height."));
};
struct Out {
  std::string roof_id;
  double volume_m3 = 0;
  static constexpr auto fields = tool::fields(tool::field("roof_id", &Out::roof_id, "The roof."),
                                              tool::field("volume_m3", &Out::volume_m3, "Of its body."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  Making roof(draft, "roof");
  TRY(roof.set("level", args.level_id, "level_id"));
  TRY(roof.set("boundary", Json(args.boundary_points), "boundary_points"));
  TRY(roof.set("slope", Json(args.slope)));
  const Shape shape = args.shape.value_or(args.slope > 0 ? Shape::gable : Shape::flat);
  TRY(roof.set("shape", Json(enum_names(shape)[static_cast<std::size_t>(shape)])));
  TRY(roof.set("thickness", args.thickness));
  TRY(roof.lift(args.boundary_points.front(), "boundary_points[0]"));
  Out out{draft.make("roof", roof.take()), 0};
  const Record made = *draft.find(out.roof_id);
  if (const auto solid = engine::solid_of(made, draft); solid.ok()) out.volume_m3 = solid->volume_m3();
  draft.say("Create " + called(made));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_roof",
                               .title = "Create a roof",
                               .doc = "Creates a roof: flat of any outline, or sloping over a convex one.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::create_roof
