// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/hosting.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::place_window {

namespace {

struct Args {
  std::string wall_id;
  double offset = 0;
  std::optional<double> width, height;
  std::optional<double> sill_height;
  OffsetReference offset_reference = OffsetReference::near_jamb;

  static constexpr auto fields = tool::fields(
      tool::field("wall_id", &Args::wall_id, "The wall."), tool::field("offset", &Args::offset, offset_doc),
      tool::field("width", &Args::width, "mm; 1200 if absent."),
      tool::field("height", &Args::height, "mm; 1200 if absent."),
      tool::field("sill_height", &Args::sill_height, "mm above the base of the wall; 900 if absent."),
      tool::with_default("offset_reference", &Args::offset_reference, reference_doc));
};
struct Out {
  std::string window_id;
  static constexpr auto fields = tool::fields(tool::field("window_id", &Out::window_id, "The window."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  return Out{TRY(host({.category = "window",
                       .wall_id = args.wall_id,
                       .offset_mm = args.offset,
                       .reference = args.offset_reference,
                       .width_mm = args.width,
                       .height_mm = args.height,
                       .sill_mm = args.sill_height},
                      draft))};
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>(
      {.name = "place_window",
       .title = "Place a window",
       .doc = "Places a window in a wall: offset + width within its length, nothing in the way.",
       .needs = Permission::create},
      apply);
}

}  // namespace bim::tools::place_window
