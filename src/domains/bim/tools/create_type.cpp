// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/parts/names.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_type {

namespace {

enum class Of : std::uint8_t { wall, floor, roof, column, door, window };
constexpr auto enum_names(Of) { return std::array{"wall", "floor", "roof", "column", "door", "window"}; }

struct Args {
  std::string name;
  Of of{};
  std::optional<double> thickness;
  std::optional<std::string> material, fire_rating;

  static constexpr auto fields =
      tool::fields(tool::field("name", &Args::name, "No two alike.", {.min_length = 1, .max_length = 100}),
                   tool::field("of", &Args::of, "What it is a type of."),
                   tool::field("thickness", &Args::thickness, "mm, of what has this type and no own."),
                   tool::field("material", &Args::material, "What it is made of."),
                   tool::field("fire_rating", &Args::fire_rating, "EI 60, REI 90."));
};
struct Out {
  std::string type_id;
  static constexpr auto fields = tool::fields(tool::field("type_id", &Out::type_id, "The type."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  TRY(check_name_is_free(draft.view(), "type", "", Json(args.name), "name"));
  Making type(draft, "type");
  TRY(type.set("name", Json(args.name)));
  TRY(type.set("of", Json(enum_names(args.of)[static_cast<std::size_t>(args.of)])));
  TRY(type.set("thickness", args.thickness));
  TRY(type.set("material", args.material));
  TRY(type.set("fire_rating", args.fire_rating));
  Out out{draft.make("type", type.take())};
  draft.say("Create " + called(*draft.find(out.type_id)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_type",
                               .title = "Create a type",
                               .doc = "Creates a type; elements that have it follow its parameters.",
                               .needs = Permission::create,
                               .by_default = false},
                              apply);
}

}  // namespace bim::tools::create_type
