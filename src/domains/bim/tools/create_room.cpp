// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_room {

namespace {

struct Args {
  Json location;
  std::optional<std::string> name, number, level_id;

  static constexpr auto fields =
      tool::fields(tool::field("location", &Args::location, "[x, y] mm, a point between its walls."),
                   tool::field("name", &Args::name, "Kitchen, office and so on."),
                   tool::field("number", &Args::number, "As on the plan: 1.03."),
                   tool::field("level_id", &Args::level_id, level_doc));
};
struct Out {
  std::string room_id;
  static constexpr auto fields =
      tool::fields(tool::field("room_id", &Out::room_id, "The room; get_element shows its areas."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  Making room(draft, "room");
  TRY(room.set("location", args.location));
  TRY(room.set("name", args.name));
  TRY(room.set("number", args.number));
  TRY(room.set("level", args.level_id, "level_id"));
  Out out{draft.make("room", room.take())};
  draft.say("Create " + called(*draft.find(out.room_id)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>(
      {.name = "create_room",
       .title = "Create a room",
       .doc = "Names the space around a point; its boundary is always what walls around it make.",
       .needs = Permission::create,
       .by_default = false},
      apply);
}

}  // namespace bim::tools::create_room
