// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/edit/move.h"
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/parts/names.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::copy_element {

namespace {

struct Args {
  std::string element_id;
  Json to_location;
  std::optional<std::string> to_level;

  static constexpr auto fields =
      tool::fields(tool::field("element_id", &Args::element_id, "What to copy; a wall or a floor brings its openings."),
                   tool::field("to_location", &Args::to_location,
                               "[x, y] mm: where the start, middle, first corner or near jamb goes."),
                   tool::field("to_level", &Args::to_level, "Another level, by id or name."));
};
struct Out {
  std::string new_id;
  std::vector<std::string> hosted;
  static constexpr auto fields = tool::fields(tool::field("new_id", &Out::new_id, "The copy."),
                                              tool::field("hosted", &Out::hosted, "Copies of what it hosts."));
};

// Where the copy goes, seen from the original. Its height changes with its level only, unless a z is given.
Result<engine::Point> way(const Record& record, const Args& args, const Draft& draft) {
  const engine::Point from = TRY(engine::handle_of(record, draft));
  const engine::Point to = TRY(engine::point_of(args.to_location, "to_location"));
  return engine::Point{to.x - from.x, to.y - from.y, to.has_z ? to.z - from.z : 0, false};
}

Result<Json> body_of(const Record& record, const engine::Point& by, const Args& args, const Draft& draft) {
  Json body = TRY(engine::moved(record, by, draft));
  if (!args.to_level) return body;
  if (engine::parameter_named(*engine::category_named(record.category), "level") == nullptr)
    return fail(Code::degenerate, "a " + record.category + " is on the level of its host", "to_level",
                "Copy its host, or place it anew.");
  return std::move(body.set("level", TRY(draft.need(*args.to_level, "to_level", "level")).id));
}

Result<Out> apply(const Args& args, Draft& draft) {
  const Record record = TRY(draft.need(args.element_id, "element_id"));
  if (record.category == "level" || record.category == "type")
    return fail(Code::degenerate, "a " + record.category + " is not copied", "element_id", "Create another one.");
  const engine::Point by = TRY(way(record, args, draft));
  Out out{draft.make(record.category, TRY(body_of(record, by, args, draft))), {}};
  if (engine::is_hosted(record.category)) draft.tell("element.hosted", out.new_id);
  for (const Record& other : draft.referring(record.id)) {
    if (!engine::is_hosted(other.category)) continue;
    Json body = other.body->find("location") == nullptr ? *other.body
                                                        : TRY(engine::moved(other, {by.x, by.y, 0, false}, draft));
    out.hosted.push_back(draft.make(other.category, std::move(body.set("host", out.new_id))));
    draft.tell("element.hosted", out.hosted.back());
  }
  draft.say("Copy " + called(record) + " to " + args.to_location.dump() + " mm");
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "copy_element",
                               .title = "Copy an element",
                               .doc = "Copies an element to another place within the model bounds, or another level.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::copy_element
