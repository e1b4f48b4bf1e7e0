// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/hosting.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::place_door {

namespace {

struct Args {
  std::string wall_id;
  double offset = 0;
  std::optional<double> width, height;
  std::optional<std::string> door_type;
  OffsetReference offset_reference = OffsetReference::near_jamb;

  static constexpr auto fields = tool::fields(
      tool::field("wall_id", &Args::wall_id, "The wall."), tool::field("offset", &Args::offset, offset_doc),
      tool::field("width", &Args::width, "mm; 900 if absent."),
      tool::field("height", &Args::height, "mm; 2100 if absent."),
      tool::field("door_type", &Args::door_type, "single, double, sliding and so on."),
      tool::with_default("offset_reference", &Args::offset_reference, reference_doc));
};
struct Out {
  std::string door_id;
  static constexpr auto fields = tool::fields(tool::field("door_id", &Out::door_id, "The door."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  return Out{TRY(host({.category = "door",
                       .wall_id = args.wall_id,
                       .offset_mm = args.offset,
                       .reference = args.offset_reference,
                       .width_mm = args.width,
                       .height_mm = args.height,
                       .type = args.door_type},
                      draft))};
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "place_door",
                               .title = "Place a door",
                               .doc = "Places a door in a wall: offset + width within its length, nothing in the way.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::place_door
