// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/parts/hosting.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_opening {

namespace {

struct Args {
  std::string host_id;
  Json location;
  double width = 0, height = 0;
  std::optional<std::string> opening_type;

  static constexpr auto fields = tool::fields(
      tool::field("host_id", &Args::host_id, "A wall or a floor."),
      tool::field(
          "location", &Args::location,
          "[x, y, z] mm: in a wall the middle of its lower edge, z above the wall's base; in a floor its middle."),
      tool::field("width", &Args::width, "mm along the wall, or along x."),
      tool::field("height", &Args::height, "mm upwards, or along y."),
      tool::field("opening_type", &Args::opening_type, "What it is for: passage, shaft, niche."));
};
struct Out {
  std::string opening_id;
  static constexpr auto fields = tool::fields(tool::field("opening_id", &Out::opening_id, "The opening."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  const Record host = TRY(draft.need(args.host_id, "host_id", "wall|floor"));
  Making opening(draft, "opening");
  TRY(opening.set("host", Json(host.id), "host_id"));
  TRY(opening.set("width", Json(args.width)));
  TRY(opening.set("height", Json(args.height)));
  if (host.category == "wall") {
    const InWall at = TRY(in_wall(host, draft, args.location, "location"));
    TRY(opening.set("offset", Json(at.along_mm - args.width / 2), "location"));
    TRY(opening.set("sill_height", Json(at.up_mm), "location"));
  } else {
    TRY(opening.set("location", args.location));
  }
  TRY(opening.set("opening_type", args.opening_type));
  Out out{draft.make("opening", opening.take())};
  draft.tell("element.hosted", out.opening_id);
  draft.say("Cut " + called(*draft.find(out.opening_id)) + " out of " + called(host));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_opening",
                               .title = "Cut an opening",
                               .doc = "Cuts a rectangular opening out of a wall or a floor.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::create_opening
