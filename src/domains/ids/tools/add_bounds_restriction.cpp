// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "domains/ids/tools/parts/restriction.h"

namespace ids::tools::add_bounds_restriction {

namespace {

struct Args : RestrictionArgs {
  std::optional<Json> min_inclusive, max_inclusive, min_exclusive, max_exclusive;
  static constexpr auto fields =
      std::tuple_cat(first_fields(),
                     tool::fields(tool::field("min_inclusive", &Args::min_inclusive, "At least this."),
                                  tool::field("max_inclusive", &Args::max_inclusive, "At most this."),
                                  tool::field("min_exclusive", &Args::min_exclusive, "More than this."),
                                  tool::field("max_exclusive", &Args::max_exclusive, "Less than this.")),
                     last_fields());
};

// Both ends as numbers, where they are numbers.
Result<void> check_order(const std::optional<Json>& low, const std::optional<Json>& high) {
  if (!low || !high || !low->is_number() || !high->is_number() || low->as_number() <= high->as_number()) return {};
  return fail(Code::constraint, "The lower bound " + low->dump() + " is above the upper bound " + high->dump() + ".",
              "min_inclusive");
}

Result<Change> plan(const Args& args, const View& view) {
  if (args.min_inclusive && args.min_exclusive) {
    return fail(Code::constraint, "Give min_inclusive or min_exclusive, not both.", "min_exclusive");
  }
  if (args.max_inclusive && args.max_exclusive) {
    return fail(Code::constraint, "Give max_inclusive or max_exclusive, not both.", "max_exclusive");
  }
  TRY(check_order(args.min_inclusive ? args.min_inclusive : args.min_exclusive,
                  args.max_inclusive ? args.max_inclusive : args.max_exclusive));
  std::vector<doc::XsFacet> facets;
  const auto add = [&](const char* name, const char* path, const std::optional<Json>& bound) -> Result<void> {
    if (bound) facets.push_back({name, TRY(literal(*bound, path)), false});
    return {};
  };
  TRY(add("minInclusive", "min_inclusive", args.min_inclusive));
  TRY(add("minExclusive", "min_exclusive", args.min_exclusive));
  TRY(add("maxInclusive", "max_inclusive", args.max_inclusive));
  TRY(add("maxExclusive", "max_exclusive", args.max_exclusive));
  if (facets.empty()) {
    return fail(Code::missing, "Give at least one bound.", "min_inclusive",
                "min_inclusive, max_inclusive, min_exclusive or max_exclusive.");
  }
  return restrict_parameter(view, args, "bounds", facets);
}

}  // namespace

Tool declare() {
  return tool::change<Args, RestrictionOut>(
      {.name = "add_bounds_restriction",
       .title = "Restrict to a range",
       .doc = "Bounds a parameter of a facet from below, from above or both, in SI units.",
       .needs = Permission::modify},
      plan);
}

}  // namespace ids::tools::add_bounds_restriction
