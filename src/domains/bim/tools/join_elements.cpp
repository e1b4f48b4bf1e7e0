// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::join_elements {

namespace {

enum class JoinType : std::uint8_t { mitre, butt, none };
constexpr auto enum_names(JoinType) { return std::array{"mitre", "butt", "none"}; }

struct Args {
  std::vector<std::string> element_ids;
  JoinType join_type{};

  static constexpr auto fields =
      tool::fields(tool::field("element_ids", &Args::element_ids, "Walls that meet; with butt the first goes through.",
                               {.min_length = 2, .max_length = 20}),
                   tool::field("join_type", &Args::join_type, "none: their ends stay square."));
};
struct Out {
  std::string join_id;
  static constexpr auto fields = tool::fields(tool::field("join_id", &Out::join_id, "What keeps the decision."));
};

Result<std::vector<Record>> walls_of(const Args& args, const Draft& draft) {
  std::vector<Record> walls;
  for (std::size_t i = 0; i < args.element_ids.size(); ++i) {
    const std::string path = "element_ids[" + std::to_string(i) + "]";
    walls.push_back(TRY(draft.need(args.element_ids[i], path, "wall")));
    if (i > 0 && !engine::meeting(engine::wall_body(walls.front(), draft), engine::wall_body(walls[i], draft)))
      return fail(Code::degenerate, walls[i].id + " does not meet " + walls.front().id, path,
                  "Move an end of one to the other first.");
  }
  return walls;
}

// An earlier decision about the same walls.
std::optional<Record> earlier(const Json& ids, const Draft& draft) {
  for (Record& join : draft.referring(ids.as_array().front().as_string())) {
    if (join.category != "join") continue;
    const Json* own = join.body->find("elements");
    if (own != nullptr && std::ranges::is_permutation(own->as_array(), ids.as_array())) return std::move(join);
  }
  return std::nullopt;
}

Result<Out> apply(const Args& args, Draft& draft) {
  Json ids = Json::array();
  for (const Record& wall : TRY(walls_of(args, draft))) ids.push_back(wall.id);
  Making join(draft, "join");
  TRY(join.set("elements", ids, "element_ids"));
  TRY(join.set("join_type", Json(enum_names(args.join_type)[static_cast<std::size_t>(args.join_type)])));
  const std::optional<Record> before = earlier(ids, draft);
  Out out;
  if (before) {
    draft.put(*before, join.take());
    out.join_id = before->id;
  } else {
    out.join_id = draft.make("join", join.take());
  }
  draft.tell("elements.joined", out.join_id);
  draft.say("Join " + std::to_string(ids.size()) +
            " walls: " + enum_names(args.join_type)[static_cast<std::size_t>(args.join_type)]);
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "join_elements",
                               .title = "Decide how walls join",
                               .doc = "Decides how walls that meet are joined, where it is not to be derived.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::join_elements
