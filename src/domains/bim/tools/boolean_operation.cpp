// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::boolean_operation {

namespace {

enum class Operation : std::uint8_t { unite, subtract, intersect };
constexpr auto enum_names(Operation) { return std::array{"union", "subtract", "intersect"}; }

struct Args {
  std::string element_a, element_b;
  Operation operation{};

  static constexpr auto fields =
      tool::fields(tool::field("element_a", &Args::element_a, "A wall, floor, roof, column or boolean result."),
                   tool::field("element_b", &Args::element_b, "Another; subtract takes it away from the first."),
                   tool::field("operation", &Args::operation, "What to make of them."));
};
struct Out {
  std::string result_id;
  double volume_m3 = 0;
  std::vector<std::string> consumed;
  static constexpr auto fields =
      tool::fields(tool::field("result_id", &Out::result_id, "The result; it follows its operands."),
                   tool::field("volume_m3", &Out::volume_m3, "Of the result."),
                   tool::field("consumed", &Out::consumed, "The operands: they stay."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  if (args.element_a == args.element_b)
    return fail(Code::constraint, "element_a and element_b are the same element", "element_b", "Give two.");
  Making solid(draft, "solid");
  TRY(solid.set("element_a", Json(args.element_a)));
  TRY(solid.set("element_b", Json(args.element_b)));
  TRY(solid.set("operation", Json(enum_names(args.operation)[static_cast<std::size_t>(args.operation)])));
  Out out{draft.make("solid", solid.take()), 0, {args.element_a, args.element_b}};
  const Record made = *draft.find(out.result_id);
  TRY(engine::check_shape(made, draft));
  out.volume_m3 = TRY(engine::solid_of(made, draft)).volume_m3();
  draft.say("Make " + called(made) + ": " + std::string(engine::text(made, "operation")) + " of " +
            called(*draft.find(args.element_a)) + " and " + called(*draft.find(args.element_b)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>(
      {.name = "boolean_operation",
       .title = "Combine two bodies",
       .doc = "Makes the union, difference or intersection of two elements; an empty one is refused.",
       .needs = Permission::create},
      apply);
}

}  // namespace bim::tools::boolean_operation
