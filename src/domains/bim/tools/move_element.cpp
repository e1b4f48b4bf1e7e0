// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/edit/move.h"
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::move_element {

namespace {

struct Args {
  std::string element_id;
  Json delta;

  static constexpr auto fields =
      tool::fields(tool::field("element_id", &Args::element_id, "The element; a wall carries its openings."),
                   tool::field("delta", &Args::delta, "[dx, dy] or [dx, dy, dz] mm."));
};
struct Out {
  std::string element_id;
  std::vector<std::string> carried, regenerated;
  static constexpr auto fields =
      tool::fields(tool::field("element_id", &Out::element_id, "The element."),
                   tool::field("carried", &Out::carried, "What it hosts: it went along."),
                   tool::field("regenerated", &Out::regenerated, "All whose shape is another now."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  const Record record = TRY(draft.need(args.element_id, "element_id"));
  const engine::Point by = TRY(engine::point_of(args.delta, "delta"));
  Json body = TRY(engine::moved(record, by, draft));
  Out out{record.id, {}, {}};
  for (const Record& other : draft.referring(record.id)) {
    if (!engine::is_hosted(other.category)) continue;
    out.carried.push_back(other.id);
    // NB: what is in a floor has a place of its own.
    if (other.body->find("location") != nullptr)
      draft.put(other, TRY(engine::moved(other, {by.x, by.y, 0, false}, draft)));
  }
  draft.put(record, std::move(body));
  out.regenerated = draft.regenerated();
  draft.say("Move " + called(record) + " by " + args.delta.dump() + " mm");
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>(
      {.name = "move_element",
       .title = "Move an element",
       .doc = "Moves an element within the model bounds. Neighbours stay; joins and rooms follow.",
       .needs = Permission::modify},
      apply);
}

}  // namespace bim::tools::move_element
